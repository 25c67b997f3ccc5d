"""The report in the original's shape: its 18 columns, failed rows marked, as HTML, CSV or JSON.

Unlike the original's, rows stand in the workload's order, everything is escaped, the file needs no network,
and the success ratio stands on top with its interval. Columns 17 and 18 compare the very rows, in order and
with their names, only where the run did so (`--disable_intent_based_match`); else they are empty.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from proctor.core.json_types import Json
from proctor.core.outcome import Outcome
from proctor.core.printable import printable
from proctor.core.scorecard import Scorecard
from proctor.core.verdict import Verdict

COLUMNS = (
    "Query Name",
    "Question",
    "Is Query Generated",
    "Generated Query",
    "Golden Query",
    "Tweaks",
    "Is Results Comparison Fine (intent_based)",
    "Results Comparison Error",
    "Generation Time",
    "Generated Query Runtime",
    "Golden Query Runtime",
    "Golden Query Tables",
    "Generated Query Tables",
    "Table Check",
    "Query ID",
    "Is_Gen_Query_Same_As_Golden_Query",
    "Is Results Comparison Fine (exact match)",
    "Results Comparison Error (exact match)",
)
_TEMPLATE = Path(__file__).with_name("report.html.j2")
FORMATS = ("html", "csv", "json")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def row_of(verdict: Verdict, intent: bool = True) -> list[Json]:
    """The 18 values of one question. Times are in seconds: two decimals for generation, four for queries."""
    evidence = verdict.evidence
    generated = _texts(evidence.get("generated"))
    passed = verdict.outcome is Outcome.PASSED
    reason = str(evidence.get("reason") or evidence.get("error") or "")
    kind = str(evidence.get("kind", verdict.outcome.value))
    error = "" if passed else f"{kind}: {reason}" if reason else kind
    golden = str(evidence.get("golden", ""))
    return [
        verdict.case,
        str(evidence.get("question", "")),
        bool(generated),
        "\n\n".join(generated),
        golden,
        "\n".join(_texts(evidence.get("tweaks"))),
        passed if intent else None,
        error if intent else None,
        _rounded(evidence.get("generation_seconds"), 2),
        _rounded(evidence.get("generated_seconds"), 4),
        _rounded(evidence.get("golden_seconds"), 4),
        ", ".join(_texts(evidence.get("golden_tables"))),
        ", ".join(_texts(evidence.get("generated_tables"))),
        evidence.get("table_check") is True,
        verdict.content_hash[:12],
        bool(generated) and _words(generated[0]) == _words(golden),
        None if intent else passed,
        None if intent else error,
    ]


def write_report(card: Scorecard, verdicts: Iterable[Verdict], names: Sequence[str], form: str) -> str:
    """The whole report. names: the questions in the order wanted. Raises ValueError for an unknown format."""
    intent = _options(card).get("intent", True) is not False
    places = {name: place for place, name in enumerate(names)}
    ordered = sorted(verdicts, key=lambda verdict: places.get(verdict.case, len(places)))
    rows = [row_of(verdict, intent) for verdict in ordered]
    if form == "json":
        found = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
        return (
            json.dumps({"scorecard": card.to_json(), "questions": found}, indent=1, ensure_ascii=False) + "\n"
        )
    if form == "csv":
        return _csv(rows)
    if form == "html":
        return _html(card, ordered, rows)
    raise ValueError(f"a report is {', '.join(FORMATS)}, not {form!r}")


def _options(card: Scorecard) -> Mapping[str, Json]:
    options = card.run.get("exam_options")
    return options if isinstance(options, Mapping) else {}


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _rounded(value: object, places: int) -> float | None:
    return round(value, places) if isinstance(value, int | float) else None


def _words(sql: str) -> str:
    return " ".join(sql.rstrip("; \n").split()).lower()


def _csv(rows: Sequence[Sequence[Json]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: Json) -> str:
    """A spreadsheet must not take a text for a formula."""
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else text


def _html(card: Scorecard, verdicts: Sequence[Verdict], rows: Sequence[Sequence[Json]]) -> str:
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["shown"] = _shown
    tally = card.tally
    return environment.from_string(_TEMPLATE.read_text("utf-8")).render(
        run=card.run,
        tally=tally,
        interval=tally.interval,
        not_final=card.not_final,
        tags=sorted(card.by_tag.items()),
        ends=card.exam_figures.get("ends") or {"rows": []},
        columns=COLUMNS,
        rows=[
            (verdict.outcome is Outcome.PASSED, verdict.outcome.is_ours, row)
            for verdict, row in zip(verdicts, rows, strict=True)
        ],
    )


def _shown(value: Json) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return printable(str(value))
