"""Profile `archerfish-code`: the verdicts of Archerfish's program, its quirks included.

Written from the observed behaviour of `compare_results`. Kept on purpose: names are compared without case
but values with it; duplicate rows go only if both sides have the same set of column names, and not under a
lone `*` over several columns; duplicate column names collapse; rows are paired greedily in order; a golden
column without a namesake may be served by any cell of a row, several by the same one; numbers are equal if
their texts rounded to one decimal are, so that 5 is not 5.0; NULL, 0, 0.0 and False are one. Where the
program ends in KeyError, RuleError is raised.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from proctor.exams.archerfish.comparison.explain import explain
from proctor.exams.archerfish.comparison.greedy_pairing import Records, pair
from proctor.exams.archerfish.comparison.rules import EXACT
from proctor.exams.archerfish.model import Comparison, ResultSet, Rule

NAME = "archerfish-code"
VERSION = "1"

_UNHASHABLE: set[type] = {list, dict, bytearray}


def compare(
    expected: ResultSet, actual: ResultSet, rules: Sequence[Rule] | None, *, intent: bool = True
) -> Comparison:
    """The verdict of the program. `rules` None stands for an exact match of all columns.

    intent: False is its `--disable_intent_based_match`: the same rows in the same order under the same
    names. Raises RuleError where a rule names a column that the golden does not return.
    """
    if not intent:
        return _compare_literally(expected, actual)
    lowered = [
        Rule(rule.match, tuple(column.lower() for column in rule.columns))
        for rule in ([Rule(EXACT, ("*",))] if rules is None else rules)
    ]
    left, right = _without_duplicates(_records(expected), _records(actual), lowered)
    counts = (len(expected.rows), len(actual.rows))
    if len(left.rows) != len(right.rows):
        shown = f"example: exp={_first(left)}, act={_first(right)}"
        reason = f"Number of rows are different, {shown}, #exp={len(left.rows)}, #act={len(right.rows)}"
    else:
        reason = pair(left, right, lowered)
    if not reason:
        return Comparison(True, f"{NAME}/{VERSION}", expected_rows=counts[0], actual_rows=counts[1])
    return explain(f"{NAME}/{VERSION}", reason, expected, actual, rules or None)


def _first(records: Records) -> str:
    return str(records.record(0)) if records.rows else "null"


def literal_difference(expected: ResultSet, actual: ResultSet) -> str:
    """Why the results are not the same rows in the same order under the same names; empty if they are."""
    if len(expected.rows) != len(actual.rows):
        return f"Number of rows are different, #exp={len(expected.rows)}, #act={len(actual.rows)}"
    for row, other_row in zip(expected.rows, actual.rows, strict=True):
        one = dict(zip(expected.columns, row, strict=True))
        other = dict(zip(actual.columns, other_row, strict=True))
        if one != other:
            return f"Comparison failed for row: exp={one}, act={other}"
    return ""


def _compare_literally(expected: ResultSet, actual: ResultSet) -> Comparison:
    reason = literal_difference(expected, actual)
    if reason:
        return explain(f"{NAME}/{VERSION}", reason, expected, actual, None)
    counts = (len(expected.rows), len(actual.rows))
    return Comparison(True, f"{NAME}/{VERSION}", expected_rows=counts[0], actual_rows=counts[1])


def _records(result: ResultSet) -> Records:
    """Of columns of one name the last one stays: first of those spelled alike, then of those but for case."""
    spelled = {name: at for at, name in enumerate(result.columns)}
    places = {name.lower(): at for name, at in spelled.items()}
    columns = [_stripped([row[at] for row in result.rows]) for at in places.values()]
    rows: list[tuple[object, ...]] = [() for _ in result.rows]
    if columns:
        rows = list(zip(*columns, strict=True))
    return Records(tuple(places), rows)


def _stripped(column: list[object]) -> list[object]:
    if not any(isinstance(value, str) for value in column):
        return column
    return [value.strip('"') if isinstance(value, str) else value for value in column]


def _without_duplicates(left: Records, right: Records, rules: Sequence[Rule]) -> tuple[Records, Records]:
    if not left.rows or not right.rows or set(left.names) != set(right.names):
        return left, right
    columns = [column for rule in rules for column in rule.columns]
    if columns == ["*"]:
        if len(left.names) > 1:
            return left, right
        columns = list(left.names)
    return _distinct(left, columns), _distinct(right, columns)


def _distinct(records: Records, columns: Sequence[str]) -> Records:
    """The first row of those that are equal in the columns; in all of them if none is named."""
    named = [records.names.index(name) for name in columns if name in records.names]
    compared = [_hashable(records.column(at)) for at in (named if columns else range(len(records.names)))]
    keys = zip(*compared, strict=True) if compared else iter([()] * len(records.rows))
    kept: dict[Hashable, tuple[object, ...]] = {}
    for key, row in zip(keys, records.rows, strict=True):
        kept.setdefault(key, row)
    return records if len(kept) == len(records.rows) else Records(records.names, list(kept.values()))


def _hashable(column: list[object]) -> list[object]:
    if _UNHASHABLE.isdisjoint(map(type, column)):
        return column
    return [repr(value) if type(value) in _UNHASHABLE else value for value in column]
