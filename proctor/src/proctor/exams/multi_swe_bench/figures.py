"""The exam's own figures: kinds of ends, transitions, findings, and the rate without flaky instances."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from proctor.core.json_types import Json, JsonObject
from proctor.core.outcome import Outcome
from proctor.core.verdict import Verdict
from proctor.grading.exam import ExamError

_SIDE_TABLE = "from a side table; it is no part of the dataset"
_KINDS = ("f2p", "p2p", "s2p", "n2p")


def summary(verdicts: Iterable[Verdict]) -> JsonObject:
    """See the module; simple values and tables, as reports show them."""
    ends: Counter[str] = Counter()
    findings: Counter[str] = Counter()
    made: Counter[str] = Counter()
    ways: Counter[str] = Counter()
    stable = resolved = flaky = 0
    levels = False
    for verdict in verdicts:
        levels = levels or any(
            tag.startswith("difficulty:") and tag != "difficulty:unknown" for tag in verdict.tags
        )
        ends[str(verdict.evidence.get("kind", "lost"))] += 1
        findings.update(_texts(verdict.evidence.get("findings")))
        if isinstance(way := verdict.evidence.get("way"), str):
            ways["; ".join((way, *_texts(verdict.evidence.get("repairs"))))] += 1
        counts = verdict.evidence.get("transitions")
        if isinstance(counts, dict):
            made.update({kind: count for kind in _KINDS if isinstance(count := counts.get(kind), int)})
        if "flaky" in verdict.tags:
            flaky += 1
        elif not verdict.outcome.is_ours:
            stable += 1
            resolved += verdict.outcome is Outcome.PASSED
    told: dict[str, Json] = {"how instances ended": _table("end", ends)}
    if any(made.values()):
        told["tests by transition"] = _table(
            "transition", Counter({kind.upper(): made[kind] for kind in _KINDS})
        )
    if ways:
        told["how patches were applied"] = _table("way", ways)
    if findings:
        told["findings"] = _table("finding", findings)
    told["difficulty"] = _SIDE_TABLE if levels else "unknown: it is no part of the dataset"
    told["flaky instances"] = flaky
    if flaky:
        told["resolved without flaky instances"] = f"{resolved} of {stable}"
    return told


def _texts(value: Json) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []


def _table(name: str, counts: Counter[str]) -> Json:
    return {"columns": [name, "count"], "rows": [[what, count] for what, count in counts.most_common()]}


def flaky_of(path: Path) -> frozenset[str]:
    """The flaky instances that a run folder or a JSON list names. Raises ExamError."""
    try:
        if path.is_dir():
            lines = (path / "verdicts.jsonl").read_bytes().split(b"\n")[:-1]
            found = [Verdict.from_json(json.loads(line)) for line in lines]
            return frozenset(one.case for one in found if "flaky" in one.tags)
        told = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, KeyError) as error:
        raise ExamError(f"flaky instances can't be read from {path}: {error}") from error
    if not isinstance(told, list):
        raise ExamError(f"{path} holds no list of instances")
    return frozenset(map(str, told))
