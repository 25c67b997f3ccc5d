"""Why two results differ: the column mapping tried, the rows without a partner, and what is nearest to them.

Only for people: no verdict depends on it. Cells are compared by the profile's own keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from proctor.exams.archerfish.comparison.cells import Key, StrictKeys
from proctor.exams.archerfish.comparison.columns import Pair, Table, bound, tabulate
from proctor.exams.archerfish.comparison.rules import Wanted, resolve
from proctor.exams.archerfish.model import Comparison, ResultSet, Rule, RuleError, UnmatchedRow

SHOWN_ROWS = 3
_CONSIDERED = 300
_SHOWN_CHARACTERS = 120


def explain(
    profile: str,
    reason: str,
    expected: ResultSet,
    actual: ResultSet,
    rules: Sequence[Rule] | None,
    key: Key | None = None,
) -> Comparison:
    """A mismatch with its evidence. key: how the profile sees a cell; by value if there is none."""
    if key is None:
        key = StrictKeys(())
    try:
        wanted = resolve(rules, expected.columns)
    except RuleError:  # the program compares on when no row gets as far as the unknown column
        wanted = resolve(None, expected.columns)
    starts = ([0] * len(expected.rows), [0] * len(actual.rows))
    table = tabulate(expected, (), actual, key, starts)
    mapping = nearest_mapping(table, wanted)
    missing, surplus = _unmatched(table, mapping)
    back: list[tuple[int, int | None]] = [(to, at) for at, to in mapping if to is not None]
    back = back or [(to, None) for to in range(len(actual.columns))]

    def alike(row: int, near: int) -> int:
        return _equal_cells(table, mapping, row, near)

    def alike_back(row: int, near: int) -> int:
        return _equal_cells(table, mapping, near, row)

    return Comparison(
        False,
        profile,
        reason,
        tuple(
            (
                expected.columns[at],
                actual.columns[to] if to is not None else "no column of the answer holds its values",
            )
            for at, to in mapping
        ),
        _shown(missing, surplus, mapping, expected, actual, alike),
        _shown(surplus, missing, back, actual, expected, alike_back),
        len(expected.rows),
        len(actual.rows),
    )


def nearest_mapping(table: Table, wanted: Wanted) -> list[tuple[int, int | None]]:
    """For each compared golden column the answer's namesake, else the free column that shares most values."""
    needed = list(dict.fromkeys([*wanted.exact, *(at for group in wanted.one_of for at in group)]))
    mapping: dict[int, int | None] = {at: bound(table, at) for at in needed}
    used = {to for to in mapping.values() if to is not None}
    counts = [Counter(column) for column in table.actual]
    for at in needed:
        if mapping[at] is not None:
            continue
        own = Counter(table.expected[at])
        shared = [((own & counts[to]).total(), -to) for to in range(len(counts)) if to not in used]
        if shared and max(shared)[0]:
            mapping[at] = -max(shared)[1]
            used.add(-max(shared)[1])
    return list(mapping.items())


def _unmatched(table: Table, mapping: Sequence[tuple[int, int | None]]) -> tuple[list[int], list[int]]:
    """Places of golden rows without an equal row in the answer, and of rows of the answer without one."""
    pairs: list[Pair] = [(at, to) for at, to in mapping if to is not None]
    left = list(zip(*(table.expected[at] for at, _ in pairs), strict=True)) if pairs else []
    right = list(zip(*(table.actual[to] for _, to in pairs), strict=True)) if pairs else []
    if not pairs:
        return list(range(len(table.expected_start))), list(range(len(table.actual_start)))
    return _difference(left, right), _difference(right, left)


def _difference(rows: Sequence[tuple[int, ...]], others: Sequence[tuple[int, ...]]) -> list[int]:
    left = Counter(others)
    places = []
    for place, row in enumerate(rows):
        if left[row]:
            left[row] -= 1
        else:
            places.append(place)
    return places


def _shown(
    rows: Sequence[int],
    others: Sequence[int],
    pairs: Sequence[tuple[int, int | None]],
    own: ResultSet,
    other: ResultSet,
    equal_cells: Callable[[int, int], int],
) -> tuple[UnmatchedRow, ...]:
    """Rows of `own` without a partner, each beside the row of `other` that shares most cells with it.

    pairs: which columns to show, and the other side's column for each.
    """
    shown = []
    for row in rows[:SHOWN_ROWS]:
        near = max(others[:_CONSIDERED], key=lambda one: equal_cells(row, one), default=None)
        cells = tuple(
            (
                own.columns[at],
                text_of(own.rows[row][at]),
                None if near is None or to is None else text_of(other.rows[near][to]),
            )
            for at, to in pairs
        )
        shown.append(UnmatchedRow(row + 1, cells))
    return tuple(shown)


def _equal_cells(table: Table, mapping: Sequence[tuple[int, int | None]], row: int, other: int) -> int:
    return sum(to is not None and table.expected[at][row] == table.actual[to][other] for at, to in mapping)


def text_of(value: object) -> str:
    """A cell as a person reads it: NULL for None, texts in quotes, bounded."""
    text = "NULL" if value is None else repr(value) if isinstance(value, str | bytes) else str(value)
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "…"
