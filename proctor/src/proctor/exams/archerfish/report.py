"""The report in the original's shape: its 18 columns, failed rows marked, as HTML, CSV or JSON.

Unlike the original's, rows stand in the workload's order, everything is escaped, the file needs no network,
and the success ratio stands on top with its interval. Columns 17 and 18 compare the very rows, in order and
with their names; they are empty where there was no answer to compare. Columns of ours follow the original's.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from proctor.core.json_types import Json
from proctor.core.outcome import Outcome
from proctor.core.printable import printable
from proctor.core.scorecard import Scorecard
from proctor.core.usage import PriceList, Usage, total_cost
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
OWN_COLUMNS = ("Kind of End", "Profile", "Difficulty", "Tokens", "Cost in USD")
_TEMPLATE = Path(__file__).with_name("report.html.j2")
_STYLE = Path(__file__).with_name("report.css")
if TYPE_CHECKING:
    from jinja2 import Environment

FORMATS = ("html", "csv", "json")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def row_of(verdict: Verdict, intent: bool = True, prices: PriceList | None = None) -> list[Json]:
    """The values of one question under COLUMNS and OWN_COLUMNS.

    Times are in seconds: two decimals for generation, four for queries. The cost is empty where a price, or
    what the system used, is unknown.
    """
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
        *(_literal(evidence.get("literal_difference")) if intent else (passed, error)),
        kind,
        str(evidence.get("profile", "")),
        next((tag.partition(":")[2] for tag in verdict.tags if tag.startswith("difficulty:")), ""),
        sum(call.tokens for call in calls_of(verdict)) or None,
        _cost(verdict, prices),
    ]


def calls_of(verdict: Verdict) -> list[Usage]:
    """The model calls behind an answer, as far as the system told of them."""
    found = verdict.evidence.get("usage")
    return (
        [Usage.from_json(each) for each in found if isinstance(each, Mapping)]
        if isinstance(found, list)
        else []
    )


def _cost(verdict: Verdict, prices: PriceList | None) -> str | None:
    calls = calls_of(verdict)
    total = total_cost(calls, prices) if calls and prices is not None else None
    return None if total is None else format(total.normalize(), "f")


def _literal(difference: Json) -> tuple[Json, Json]:
    return (None, None) if not isinstance(difference, str) else (not difference, difference)


def write_report(
    card: Scorecard,
    verdicts: Iterable[Verdict],
    names: Sequence[str],
    form: str,
    prices: PriceList | None = None,
) -> str:
    """The whole report. names: the questions in the order wanted. Raises ValueError for an unknown format."""
    intent = _options(card).get("intent", True) is not False
    places = {name: place for place, name in enumerate(names)}
    ordered = sorted(verdicts, key=lambda verdict: places.get(verdict.case, len(places)))
    rows = [row_of(verdict, intent, prices) for verdict in ordered]
    if form == "json":
        found = [dict(zip((*COLUMNS, *OWN_COLUMNS), row, strict=True)) for row in rows]
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
    writer.writerow((*COLUMNS, *OWN_COLUMNS))
    writer.writerows([spreadsheet_cell(value) for value in row] for row in rows)
    return text.getvalue()


def spreadsheet_cell(value: Json) -> str:
    """A spreadsheet must not take a text for a formula."""
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else text


def _html(card: Scorecard, verdicts: Sequence[Verdict], rows: Sequence[Sequence[Json]]) -> str:
    tally = card.tally
    return (
        environment()
        .from_string(_TEMPLATE.read_text("utf-8"))
        .render(
            run=card.run,
            tally=tally,
            interval=tally.interval,
            not_final=card.not_final,
            tags=sorted(card.by_tag.items()),
            ends=card.exam_figures.get("ends") or {"rows": []},
            columns=(*COLUMNS, *OWN_COLUMNS),
            cost=cost_of(card),
            rows=[
                (verdict.outcome is Outcome.PASSED, verdict.outcome.is_ours, row, _tables_of(verdict))
                for verdict, row in zip(verdicts, rows, strict=True)
            ],
        )
    )


def environment() -> Environment:
    """What fills the templates: everything is escaped, and made printable by the filter `shown`."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    found = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    found.filters["shown"] = _shown
    found.globals["style"] = Markup(_STYLE.read_text("utf-8"))
    return found


def _tables_of(verdict: Verdict) -> list[Mapping[str, Json]]:
    """The tables that explain a mismatch: columns compared, rows without a partner."""
    found = verdict.evidence.get("sections")
    each = found if isinstance(found, list) else []
    return [section for section in each if isinstance(section, Mapping) and "columns" in section]


def cost_of(card: Scorecard) -> str:
    """What the run's model calls cost, with the date of the prices."""
    return "unknown" if card.cost is None else f"{card.cost} USD (prices of {card.prices_dated})"


def _shown(value: Json) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return printable(str(value))
