"""What a verdict shows of one instance: test by test, how the patch went on, findings, the log's end."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.core.json_types import Json
from proctor.exams.multi_swe_bench.judging import Conclusion, Trace
from proctor.exams.multi_swe_bench.log_text import log_text
from proctor.exams.multi_swe_bench.record import Record
from proctor.exams.multi_swe_bench.transitions import Judged, Status

_ROWS = 200
_TAIL = 3500


def evidence_of(record: Record, left: Trace, ended: Conclusion) -> dict[str, Json]:
    """The evidence of one run, bounded."""
    sections: list[Json] = []
    if ended.judged is not None:
        sections.append(_tests(record, ended.judged))
    if ended.findings:
        rows: list[Json] = [[one.kind, one.what[:300]] for one in ended.findings]
        sections.append({"title": "findings", "columns": ["kind", "what"], "rows": rows})
    if left.attempts:
        ways: list[Json] = [
            [way, "applied" if worked else "no", "; ".join(said.split("\n")).strip("; ")[:300]]
            for way, worked, said in left.attempts
        ]
        sections.append(
            {"title": "ways of applying the patch", "columns": ["way", "", "git said"], "rows": ways}
        )
    if left.log:
        sections.append({"title": "end of the tests' output", "text": log_text(left.log[-_TAIL:])})
    found: dict[str, Json] = {
        "kind": ended.kind,
        "reason": ended.reason[:500],
        "sections": sections,
        "findings": [one.kind for one in ended.findings],
        "way": left.way,
        "repairs": list(left.repairs),
        "put_back": list(left.put_back[:50]),
        "log_bytes": len(left.log),
    }
    if ended.judged is not None:
        found["transitions"] = {
            kind: len(ended.judged.of_kind(kind)) for kind in ("f2p", "p2p", "s2p", "n2p")
        }
        found["broken_rules"] = [rule.value for rule in ended.judged.broken]
    return found


def _tests(record: Record, judged: Judged) -> Json:
    """Each test with its three states; those that matter first."""
    listed = {
        name: kind for kind, tests in sorted(record.transitions.items()) if kind != "fixed" for name in tests
    }
    bad = {name for names in judged.broken.values() for name in names}

    def weight(name: str) -> tuple[int, str]:
        states = judged.tests[name]
        if name in bad:
            return 0, name
        return (1 if states.kind not in (None, "p2p") else 2 if states.fix is not Status.PASS else 3), name

    rows: list[Json] = []
    for name in sorted(judged.tests, key=weight)[:_ROWS]:
        states = judged.tests[name]
        made = states.kind.upper() if states.kind else "–"
        wanted = listed.get(name, "").upper() or "–"
        verdict = "broken" if name in bad else "as it should be" if states.kind else ""
        rows.append(
            [name[:200], states.run.value, states.test.value, states.fix.value, made, wanted, verdict]
        )
    columns: Sequence[str] = ("test", "base", "with tests", "with patch", "made", "recorded", "")
    return {"title": f"tests ({len(judged.tests)})", "columns": list(columns), "rows": rows}
