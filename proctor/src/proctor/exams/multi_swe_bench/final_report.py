"""The official `final_report.json`, made from verdicts, so that leaderboards can take it.

Keys after `harness/report.py` of `multi-swe-bench` 1.1.2. Two of its errors are not repeated: the total is
the number of instances in the selection, and an empty patch is counted as one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from proctor.core.outcome import Outcome
from proctor.core.verdict import Verdict
from proctor.exams.multi_swe_bench.names import InstanceId

_KINDS = ("submitted", "completed", "incomplete", "resolved", "unresolved", "empty_patch", "error")


def final_report(verdicts: Iterable[Verdict], total: int) -> dict[str, Any]:
    """The report over `total` selected instances.

    submitted: a patch was given, empty or not. completed: the tests were run to a verdict. incomplete and
    error: we failed (the same list twice, as the official harness has it). unresolved: completed and not
    resolved.
    """
    ids: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    for verdict in verdicts:
        name = InstanceId.parse(verdict.case).official
        for kind in _kinds_of(verdict):
            ids[kind].append(name)
    counts = {f"{kind}_instances": len(ids[kind]) for kind in _KINDS}
    return {"total_instances": total, **counts} | {f"{kind}_ids": sorted(ids[kind]) for kind in _KINDS}


def _kinds_of(verdict: Verdict) -> tuple[str, ...]:
    kind = verdict.evidence.get("kind")
    if kind == "no_patch":
        return ()
    if kind == "empty_patch":
        return ("submitted", "empty_patch")
    if verdict.outcome.is_ours:
        return ("submitted", "incomplete", "error")
    resolved = verdict.outcome is Outcome.PASSED
    return ("submitted", "completed", "resolved" if resolved else "unresolved")
