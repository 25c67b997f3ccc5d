"""Several runs of one workload beside each other: their ratios, and question by question how each ended."""

from __future__ import annotations

import csv
import io
import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from proctor.core.json_types import Json
from proctor.core.outcome import Outcome
from proctor.core.scorecard import Scorecard
from proctor.core.statistics import mcnemar
from proctor.core.verdict import Verdict
from proctor.exams.archerfish.report import calls_of, cost_of, environment, spreadsheet_cell

_TEMPLATE = Path(__file__).with_name("side_by_side.html.j2")
FIGURES = (
    *("run", "system", "oracle", "profile", "passed", "counted", "success ratio", "95 % interval"),
    *("gained and lost against the first", "p", "tokens", "cost", "median generation seconds"),
    *("median seconds of generated SQL", "R-VES"),
)


@dataclass(frozen=True, slots=True)
class Side:
    """One run: a name for its column, its figures, and its verdicts by question."""

    name: str
    card: Scorecard
    verdicts: Mapping[str, Verdict]


def figures(sides: Sequence[Side]) -> list[list[Json]]:
    """A row of FIGURES for each run; p is McNemar's exact value against the first run."""
    return [_figures_of(side, sides[0]) for side in sides]


def _figures_of(side: Side, first: Side) -> list[Json]:
    tally = side.card.tally
    run = side.card.run
    options = run.get("exam_options")
    oracle = run.get("oracle")
    own = oracle if isinstance(oracle, Mapping) else {}
    gained, lost = _against(first, side)
    return [
        side.name,
        _system(options if isinstance(options, Mapping) else {}, str(run.get("submission_digest", ""))),
        f"{own.get('name', '')} {own.get('version', '')}",
        ", ".join(sorted({str(each.evidence.get("profile", "")) for each in side.verdicts.values()})),
        tally.passed,
        tally.counted,
        "" if tally.rate is None else f"{100 * tally.rate:.1f} %",
        f"{100 * tally.interval.low:.1f} % to {100 * tally.interval.high:.1f} %",
        "" if side is first else f"+{gained} −{lost}",
        "" if side is first else f"{mcnemar(gained, lost):.3g}",
        sum(call.tokens for each in side.verdicts.values() for call in calls_of(each)) or None,
        cost_of(side.card),
        _median(side, "generation_seconds"),
        _median(side, "generated_seconds"),
        side.card.exam_figures.get("r_ves"),
    ]


def _system(options: Mapping[str, Json], digest: str) -> str:
    named = [str(options[name]) for name in ("implementation", "system", "model") if options.get(name)]
    return " ".join(named) or f"submission {digest[:12]}"


def _against(first: Side, other: Side) -> tuple[int, int]:
    gained = lost = 0
    for name, verdict in other.verdicts.items():
        before = first.verdicts.get(name)
        if before is None or before.outcome.is_ours or verdict.outcome.is_ours:
            continue
        if before.content_hash == verdict.content_hash:
            passed = (before.outcome is Outcome.PASSED, verdict.outcome is Outcome.PASSED)
            gained += passed == (False, True)
            lost += passed == (True, False)
    return gained, lost


def _median(side: Side, name: str) -> float | None:
    found = [
        value for each in side.verdicts.values() if isinstance(value := each.evidence.get(name), int | float)
    ]
    return round(statistics.median(found), 4) if found else None


def write_side_by_side(sides: Sequence[Side], names: Sequence[str], form: str) -> str:
    """The report as html, csv or json. names: the questions in the order wanted.

    Raises ValueError for an unknown format, and without runs.
    """
    if not sides:
        raise ValueError("no run to show")
    asked = [name for name in names if any(name in side.verdicts for side in sides)]
    if form == "json":
        return json.dumps(_as_json(sides, asked), indent=1, ensure_ascii=False) + "\n"
    if form == "csv":
        return _csv(sides, asked)
    if form == "html":
        return _html(sides, asked)
    raise ValueError(f"a report is html, csv or json, not {form!r}")


def _end(verdict: Verdict | None) -> tuple[str, str, str]:
    """How a question ended: its kind, why, and the SQL."""
    if verdict is None:
        return "", "", ""
    evidence = verdict.evidence
    generated = evidence.get("generated")
    queries = [str(each) for each in generated] if isinstance(generated, list) else []
    return str(evidence.get("kind", "")), str(evidence.get("reason") or ""), "\n\n".join(queries)


def _about(sides: Sequence[Side], name: str) -> Verdict:
    return next(side.verdicts[name] for side in sides if name in side.verdicts)


def _as_json(sides: Sequence[Side], asked: Sequence[str]) -> dict[str, Json]:
    rows: list[Json] = [dict(zip(FIGURES, row, strict=True)) for row in figures(sides)]
    questions: list[Json] = []
    for name in asked:
        ends: dict[str, Json] = {}
        for side in sides:
            kind, reason, sql = _end(side.verdicts.get(name))
            ends[side.name] = {"kind": kind, "reason": reason, "generated": sql}
        about = _about(sides, name).evidence
        questions.append(
            {"name": name, "question": about.get("question"), "golden": about.get("golden"), "ends": ends}
        )
    return {"runs": rows, "questions": questions}


def _csv(sides: Sequence[Side], asked: Sequence[str]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    heads = [f"{side.name}: {what}" for side in sides for what in ("kind", "reason", "generated")]
    writer.writerow(["Query Name", "Question", "Golden Query", *heads])
    for name in asked:
        about = _about(sides, name).evidence
        ends = [value for side in sides for value in _end(side.verdicts.get(name))]
        row: list[Json] = [name, str(about.get("question", "")), str(about.get("golden", "")), *ends]
        writer.writerow([spreadsheet_cell(value) for value in row])
    return text.getvalue()


def _html(sides: Sequence[Side], asked: Sequence[str]) -> str:
    tags = sorted({tag for side in sides for tag in side.card.by_tag})
    questions = []
    for name in asked:
        about = _about(sides, name)
        found = [side.verdicts.get(name) for side in sides]
        counted = [each.outcome is Outcome.PASSED for each in found if each and not each.outcome.is_ours]
        questions.append(
            {
                "name": name,
                "question": str(about.evidence.get("question", "")),
                "golden": str(about.evidence.get("golden", "")),
                "differs": len(set(counted)) > 1,
                "ends": [(_mark(each), *_end(each)) for each in found],
            }
        )
    return (
        environment()
        .from_string(_TEMPLATE.read_text("utf-8"))
        .render(
            sides=sides,
            figures=list(zip(FIGURES, zip(*figures(sides), strict=True), strict=True)),
            tags=[(tag, [side.card.by_tag.get(tag) for side in sides]) for tag in tags],
            questions=questions,
        )
    )


def _mark(verdict: Verdict | None) -> str:
    if verdict is None:
        return "none"
    return "passed" if verdict.outcome is Outcome.PASSED else "ours" if verdict.outcome.is_ours else "failed"
