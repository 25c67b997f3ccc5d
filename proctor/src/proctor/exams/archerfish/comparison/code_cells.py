"""When the original program takes two cells for equal, and classes of cells outside which none are.

Its rule is no equivalence: 0 equals 0.0 (both are nothing), 0.0 equals 0.04 (both round to "0.0"), but 0
does not equal 0.04. So cells are put into the smallest classes of which no two share an equal pair; a class
in which every pair is equal is settled by its number alone, the others need a look at the cells.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import chain
from typing import Any

_NUMBERS = (int, float, Decimal)
_NOTHING = type(None)
_Family = frozenset[type]
_WHOLE: _Family = frozenset({int, _NOTHING})
_TEXT: _Family = frozenset({str, _NOTHING})
_FLOAT: _Family = frozenset({float, _NOTHING})
_DECIMAL: _Family = frozenset({Decimal, _NOTHING})
_MIXED: _Family = frozenset()


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


@dataclass(frozen=True, slots=True)
class Classes:
    """For each column of each side the class of each of its cells; unsettled: those to be looked into."""

    expected: list[Sequence[Hashable]]
    actual: list[Sequence[Hashable]]
    unsettled: frozenset[Hashable]


def classify(expected: Sequence[Sequence[object]], actual: Sequence[Sequence[object]]) -> Classes:
    """Put the cells of all these columns into classes; equal cells are always in one."""
    if (simple := _of_one_kind([*expected, *actual])) is not None:
        return Classes(simple[: len(expected)], simple[len(expected) :], frozenset())
    values: list[object] = []
    known: dict[_Family, dict[Hashable, int]] = {}
    spelled = [_tokens(column) for column in (*expected, *actual)]
    for column, (family, tokens) in zip((*expected, *actual), spelled, strict=True):
        numbers = known.setdefault(family, {})
        for token, value in dict(zip(tokens, column, strict=True)).items():
            if token not in numbers:
                numbers[token] = len(values)
                values.append(value)
    roots, unsettled = _joined(values)
    found: list[Sequence[Hashable]] = []
    classes = {
        family: {token: roots[at] for token, at in numbers.items()} for family, numbers in known.items()
    }
    for family, tokens in spelled:
        found.append(list(map(classes[family].__getitem__, tokens)))
    return Classes(found[: len(expected)], found[len(expected) :], unsettled)


def _of_one_kind(columns: Sequence[Sequence[object]]) -> list[Sequence[Hashable]] | None:
    """What stands for the class of each cell where the rule is an equivalence; None where it may be none."""
    kinds = {kind for column in columns for kind in set(map(type, column))}
    if kinds == {str}:
        return list(columns)
    if kinds <= _TEXT:
        return [["None" if value is None else value for value in column] for column in columns]
    if kinds <= _WHOLE:
        return [[value or 0 for value in column] for column in columns]
    if kinds in ({float}, {Decimal}):
        cells: Iterable[Any] = chain.from_iterable(columns)
        if kinds == {Decimal}:
            cells = [
                cell if not cell.is_snan() else 0 for cell in cells
            ]  # what can't be hashed goes the long way
        values = set(cells)
        if 0 not in values:
            rounded = {value: _rounded(value) for value in values}
            return [[rounded[value] for value in column] for column in columns]
    return None


def _tokens(column: Sequence[object]) -> tuple[_Family, Sequence[Hashable]]:
    """For each cell what stands for it, the same only for cells that no rule can tell apart."""
    kinds = set(map(type, column))
    if kinds <= _WHOLE:
        return _WHOLE, column
    if kinds <= _TEXT:
        return _TEXT, column
    if kinds <= _FLOAT:
        return _FLOAT, [value if value else repr(value) for value in column]  # 0.0 is not -0.0
    if kinds <= _DECIMAL:
        return _DECIMAL, list(map(str, column))
    return _MIXED, [(type(value), str(value)) for value in column]


def _joined(values: Sequence[object]) -> tuple[list[int], frozenset[int]]:
    """The class of each value, and the classes in which not every pair is equal."""
    roots = list(range(len(values)))
    only_numbers = all(value is None or isinstance(value, _NUMBERS) for value in values)
    first: dict[Hashable, int] = {}
    marks: list[tuple[Hashable, ...]] = []
    for at, value in enumerate(values):
        own = _marks(value, only_numbers)
        marks.append(own)
        for mark in own:
            other = first.setdefault(mark, at)
            if other != at:
                _unite(roots, other, at)
    roots = [_root(roots, at) for at in range(len(values))]
    return roots, _unsettled(values, roots, marks)


def _marks(value: object, only_numbers: bool) -> tuple[Hashable, ...]:
    """Marks such that two values which match share one. Among numbers their texts count for nothing."""
    if isinstance(value, _NUMBERS):
        rounded = (_rounded(value),)
        if only_numbers:
            return (rounded, 0) if _is_nothing(value) else (rounded,)
        return (rounded, str(value), 0) if _is_nothing(value) else (rounded, str(value))
    return ("None", 0) if value is None else (str(value),)


def _unite(roots: list[int], one: int, other: int) -> None:
    one, other = _root(roots, one), _root(roots, other)
    roots[max(one, other)] = min(one, other)


def _root(roots: list[int], at: int) -> int:
    while roots[at] != at:
        roots[at] = roots[roots[at]]
        at = roots[at]
    return at


def _unsettled(
    values: Sequence[object], roots: Sequence[int], marks: Iterable[tuple[Hashable, ...]]
) -> frozenset[int]:
    """Classes without a mark that all share, or whose numbers share none but their text."""
    shared: dict[int, set[Hashable]] = {}
    rounded: dict[int, set[Hashable]] = {}
    for value, root, own in zip(values, roots, marks, strict=True):
        shared[root] = shared[root].intersection(own) if root in shared else set(own)
        if isinstance(value, _NUMBERS):
            counted = [mark for mark in own if not isinstance(mark, str)]
            rounded[root] = rounded[root].intersection(counted) if root in rounded else set(counted)
    return frozenset(root for root, common in shared.items() if not common or not rounded.get(root, common))
