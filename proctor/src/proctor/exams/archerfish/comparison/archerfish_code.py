"""Profile `archerfish-code`: the verdicts of Archerfish's program, its quirks included.

Written from the observed behaviour of `compare_results`. Kept on purpose: names are compared without case
but values with it; duplicate rows go only if both sides have the same set of column names, and not under a
lone `*` over several columns; duplicate column names collapse; rows are paired greedily in order; a golden
column without a namesake may be served by any cell of a row, several by the same one; numbers are equal if
their texts rounded to one decimal are, so that 5 is not 5.0; NULL, 0, 0.0 and False are one. Where the
program ends in KeyError, RuleError is raised. Only the time differs: impossible partners are not tried.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation

from proctor.exams.archerfish.comparison.explain import explain
from proctor.exams.archerfish.comparison.rules import EXACT, ONE_OF
from proctor.exams.archerfish.model import Comparison, ResultSet, Rule, RuleError

NAME = "archerfish-code"
VERSION = "1"

_Record = dict[str, object]
_NUMBERS = (int, float, Decimal)


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
    if len(left) != len(right):
        shown = f"example: exp={left[0] if left else 'null'}, act={right[0] if right else 'null'}"
        reason = f"Number of rows are different, {shown}, #exp={len(left)}, #act={len(right)}"
    else:
        reason = _pair(left, right, lowered)
    if not reason:
        return Comparison(True, f"{NAME}/{VERSION}", expected_rows=counts[0], actual_rows=counts[1])
    return explain(f"{NAME}/{VERSION}", reason, expected, actual, rules or None)


def _compare_literally(expected: ResultSet, actual: ResultSet) -> Comparison:
    left = [dict(zip(expected.columns, row, strict=True)) for row in expected.rows]
    right = [dict(zip(actual.columns, row, strict=True)) for row in actual.rows]
    reason = ""
    if len(left) != len(right):
        reason = f"Number of rows are different, #exp={len(left)}, #act={len(right)}"
    else:
        for one, other in zip(left, right, strict=True):
            if one != other:
                reason = f"Comparison failed for row: exp={one}, act={other}"
                break
    if not reason:
        return Comparison(True, f"{NAME}/{VERSION}", expected_rows=len(left), actual_rows=len(right))
    return explain(f"{NAME}/{VERSION}", reason, expected, actual, None)


def _records(result: ResultSet) -> list[_Record]:
    names = [name.lower() for name in result.columns]
    return [
        {
            name: value.strip('"') if isinstance(value, str) else value
            for name, value in zip(names, row, strict=True)
        }
        for row in result.rows
    ]


def _without_duplicates(
    left: list[_Record], right: list[_Record], rules: Sequence[Rule]
) -> tuple[list[_Record], list[_Record]]:
    if not left or not right or left[0].keys() != right[0].keys():
        return left, right
    columns = [column for rule in rules for column in rule.columns]
    if columns == ["*"]:
        if len(left[0]) > 1:
            return left, right
        columns = list(left[0])
    return _distinct(left, columns), _distinct(right, columns)


def _distinct(records: list[_Record], columns: Sequence[str]) -> list[_Record]:
    kept: dict[Hashable, _Record] = {}
    for record in records:
        pairs = ((name, record[name]) for name in columns if name in record) if columns else record.items()
        kept.setdefault(tuple((name, _hashable(value)) for name, value in pairs), record)
    return list(kept.values())


def _hashable(value: object) -> Hashable:
    return repr(value) if isinstance(value, list | dict | bytearray) else value


def is_match(expected: object, actual: object) -> bool:
    """Whether the program takes two cells for equal."""
    if _is_nothing(expected) and _is_nothing(actual):
        return True
    if isinstance(expected, _NUMBERS) and isinstance(actual, _NUMBERS):
        return _rounded(expected) == _rounded(actual)
    return str(expected) == str(actual)


def _is_nothing(value: object) -> bool:
    return value is None or (isinstance(value, _NUMBERS) and not _signals(value) and value == 0)


def _signals(value: object) -> bool:
    return isinstance(value, Decimal) and value.is_snan()


def _rounded(value: int | float | Decimal) -> str:
    try:
        return str(round(value, 1))
    except InvalidOperation:  # an infinite or over-long Decimal, on which the program ends
        return str(value)


def _marks(value: object) -> tuple[Hashable, ...]:
    """Marks such that two cells which match share one."""
    marks: list[Hashable] = [str(value)]
    if _is_nothing(value):
        marks.append(0)
    if isinstance(value, _NUMBERS):
        marks.append(("rounded", _rounded(value)))
    return tuple(marks)


class _Unused:
    """The answer's rows not yet paired, found by the marks of their cells."""

    def __init__(self, records: Sequence[_Record], rules: Sequence[Rule], expected: Iterable[str]) -> None:
        self.records = records
        self.free = [True] * len(records)
        names = set(records[0]) if records else set()
        wanted: dict[str, None] = {}
        for rule in rules:
            if rule.match == EXACT:
                wanted.update(dict.fromkeys(expected if "*" in rule.columns else rule.columns))
        self.named = [name for name in wanted if name in names]
        self.by_name: dict[str, dict[Hashable, list[int]]] = {}
        self._same: dict[Hashable, list[int]] = {}
        self.exact_names = tuple(self.named)
        for place, record in enumerate(records):
            self._same.setdefault(self._own_key(record), []).append(place)
        for name in self.named:
            index: dict[Hashable, list[int]] = {}
            for place, record in enumerate(records):
                for mark in _marks(record[name]):
                    index.setdefault(mark, []).append(place)
            self.by_name[name] = index

    def _own_key(self, record: Mapping[str, object]) -> Hashable:
        return tuple(_hashable(value) for value in record.values())

    def candidates(self, record: Mapping[str, object]) -> Sequence[int]:
        """Places of the rows that could match, in order; all of them if no column has a namesake."""
        best: Sequence[int] = range(len(self.records))
        for name in self.named:
            if name not in record:
                continue
            index = self.by_name[name]
            found = [index[mark] for mark in _marks(record[name]) if mark in index]
            size = sum(len(each) for each in found)
            if size < len(best):
                best = found[0] if len(found) == 1 else sorted({place for each in found for place in each})
        return best

    def use(self, place: int) -> None:
        """Take the first free row equal to this one, as `list.remove` does."""
        record = self.records[place]
        for other in self._same[self._own_key(record)]:
            if self.free[other] and self.records[other] == record:
                self.free[other] = False
                return
        self.free[place] = False


def _pair(left: Sequence[_Record], right: Sequence[_Record], rules: Sequence[Rule]) -> str:
    """Why the rows can't be paired, in the program's words; empty if they can."""
    if not left:
        return ""
    unused = _Unused(right, rules, left[0])
    start = 0
    for record in left:
        while start < len(right) and not unused.free[start]:
            start += 1
        for place in unused.candidates(record):
            if place < start or not unused.free[place]:
                continue
            if _satisfied(rules, record, right[place]):
                unused.use(place)
                break
        else:
            last = max(place for place, free in enumerate(unused.free) if free)
            return f"Comparison failed for row: exp={record}, act={right[last]}"
    return ""


def _satisfied(rules: Sequence[Rule], expected: Mapping[str, object], actual: Mapping[str, object]) -> bool:
    left = dict(actual)
    return all(_match_rule(rule, expected, left) for rule in rules)


def _match_rule(rule: Rule, expected: Mapping[str, object], left: dict[str, object]) -> bool:
    if rule.match == EXACT:
        return all(
            is_match(_cell(expected, column), left[column])
            if column in left
            else any(is_match(_cell(expected, column), value) for value in left.values())
            for column in (expected if "*" in rule.columns else rule.columns)
        )
    if rule.match == ONE_OF:
        for column in rule.columns:
            for name, value in left.items():
                if is_match(_cell(expected, column), value):
                    del left[name]
                    return True
    return False


def _cell(record: Mapping[str, object], column: str) -> object:
    if column not in record:
        raise RuleError(f"a comparison rule names column {column!r}; the golden returns {', '.join(record)}")
    return record[column]
