"""Two results compared under one column mapping that holds for all rows: what `readme` and `strict` share."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.exams.archerfish.comparison.columns import Agreement, Pair, Search, Table, candidates
from proctor.exams.archerfish.comparison.rules import Wanted
from proctor.exams.archerfish.model import ResultSet


def items_of(table: Table, wanted: Wanted, agreement: Agreement) -> list[list[Pair]]:
    """For each column and each group of columns to be served, the pairs that may serve it."""
    return [
        *(candidates(table, [column], agreement) for column in wanted.exact),
        *(candidates(table, group, agreement) for group in wanted.one_of),
    ]


def find_mapping(table: Table, wanted: Wanted, agreement: Agreement) -> list[Pair] | None:
    """A mapping under which the rows agree, or None. Raises SearchExhausted."""
    items = items_of(table, wanted, agreement)
    return None if not all(items) else Search(table, agreement).run(items)


def named(mapping: Sequence[Pair], expected: ResultSet, actual: ResultSet) -> tuple[tuple[str, str], ...]:
    """The mapping by the columns' names."""
    return tuple((expected.columns[at], actual.columns[to]) for at, to in mapping)


def why_not(
    table: Table, wanted: Wanted, agreement: Agreement, expected: ResultSet, actual: ResultSet
) -> str:
    """Why there is no mapping: the first compared column that no column of the answer can serve."""
    needed = len(wanted.exact) + len(wanted.one_of)
    if len(actual.columns) < needed:
        return f"{needed} columns are compared, the answer has {len(actual.columns)}"
    for group in (*((column,) for column in wanted.exact), *wanted.one_of):
        if not candidates(table, group, agreement):
            names = " nor ".join(repr(expected.columns[at]) for at in group)
            return f"no column of the answer holds the values of {names}"
    return "each column's values are there, but not together in the same rows"
