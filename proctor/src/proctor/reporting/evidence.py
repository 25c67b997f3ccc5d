"""What a verdict's evidence shows a person: titled sections, harmless and bounded, whatever the exam.

An exam puts `sections` into the evidence, a list of objects with a `title` and one of

    text      a text, shown as it is
    diff      lines that begin with "-" (golden), "+" (found) or " "
    columns   names, with `rows`: a table

Beside them stand the keys that MultiLangBench writes: `difference`, `validation_errors` and `stderr`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from proctor.core.json_types import Json
from proctor.core.printable import printable, printable_line

_TEXT = 6000
_LINES = 80
_ROWS = 60
_CELL = 300


@dataclass(frozen=True, slots=True)
class Table:
    """Column names, and rows of as many cells."""

    columns: list[str]
    rows: list[list[str]]


@dataclass(frozen=True, slots=True)
class Section:
    """A title and what stands under it; only one of the three is not None."""

    title: str
    text: str | None = None
    diff: list[str] | None = None
    table: Table | None = None

    def to_json(self) -> dict[str, Any]:
        """The section as a JSON object."""
        return asdict(self)


def cell(value: Json) -> str:
    """A JSON value as one line of a table."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, int):
        return f"{value:,}"
    return printable_line(str(value), _CELL)


def table_of(value: Json) -> Table | None:
    """The table that a JSON object with `columns` and `rows` stands for; None for anything else."""
    if not isinstance(value, dict):
        return None
    columns, rows = value.get("columns"), value.get("rows")
    if not isinstance(columns, list) or not isinstance(rows, list):
        return None
    shown = [[cell(one) for one in row] for row in rows[:_ROWS] if isinstance(row, list)]
    if len(rows) > _ROWS:
        shown.append([f"… {len(rows) - _ROWS:,} more", *[""] * (len(columns) - 1)])
    return Table([cell(name) for name in columns], shown)


def text_of(text: str) -> str:
    """A text, printable and bounded."""
    shown = printable(text[:_TEXT])
    return f"{shown}\n… {len(text) - _TEXT:,} more" if len(text) > _TEXT else shown


def _diff_of(lines: list[Json]) -> list[str]:
    shown = [printable_line(str(line), _CELL) for line in lines[:_LINES]]
    return [*shown, f" … {len(lines) - _LINES:,} more lines"] if len(lines) > _LINES else shown


def _section(value: Json) -> Section | None:
    if not isinstance(value, dict):
        return None
    title = printable_line(str(value.get("title") or ""))
    if isinstance(diff := value.get("diff"), list):
        return Section(title, diff=_diff_of(diff))
    if (table := table_of(value)) is not None:
        return Section(title, table=table)
    return Section(title, text=text_of(str(value.get("text") or "")))


def sections(evidence: Mapping[str, Json]) -> Iterator[Section]:
    """The sections of a verdict's evidence, in the order in which they are to be read."""
    departs = evidence.get("difference")
    if isinstance(departs, dict) and isinstance(diff := departs.get("diff"), list):
        yield Section(
            f"first difference: line {departs.get('line')} (- golden, + found)", diff=_diff_of(diff)
        )
    given = evidence.get("sections")
    for value in given if isinstance(given, list) else []:
        if (found := _section(value)) is not None:
            yield found
    errors = evidence.get("validation_errors")
    if isinstance(errors, list) and errors:
        yield Section(
            "errors of the validation query", text=text_of("\n".join(str(error) for error in errors))
        )
    if stderr := evidence.get("stderr"):
        yield Section("standard error of the submission", text=text_of(str(stderr)))
