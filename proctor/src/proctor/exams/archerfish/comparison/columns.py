"""Which column of the answer stands for which golden column: one mapping for all rows.

Candidates are pruned by what each column holds (as a bag, or as a set where duplicates are ignored), then
tried with the fewest candidates first. Each step refines the rows' partial identities and ends the branch
as soon as the two sides no longer hold the same ones, so that dozens of permuted columns cost as many steps.
A column whose name stands once on each side is bound to its namesake, as in Archerfish.
"""

from __future__ import annotations

import hashlib
from array import array
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from proctor.exams.archerfish.comparison.cells import Key
from proctor.exams.archerfish.model import ResultSet, Row

BUDGET = 15_000_000
"""Row refinements before the search gives up: some seconds."""

_STEP = 100
"""What a step costs beside its rows, in row refinements."""

Pair = tuple[int, int]

_UNHASHABLE: set[type] = {list, tuple, dict, set, bytearray, memoryview}


class SearchExhausted(Exception):
    """The search for a column mapping went beyond its budget."""


class Agreement(Enum):
    """When two columns, or two sets of partial rows, agree."""

    BAG = "as often on both sides"
    SET = "the same, however often"
    PART = "the answer's are among the golden's"


@dataclass(slots=True)
class Table:
    """Both results, cell by cell as small numbers that are equal where the cells are.

    contents: what each column (by its identity) holds, counted once.
    """

    expected: list[list[int]]
    actual: list[list[int]]
    expected_start: list[int]
    actual_start: list[int]
    names: tuple[str, ...]
    actual_names: tuple[str, ...]
    contents: dict[tuple[int, Agreement], Counter[int] | set[int]] = field(default_factory=dict)


@dataclass(slots=True)
class Search:
    """One search: the items to be served, each by one of its (golden column, answer column) pairs."""

    table: Table
    agreement: Agreement
    budget: int = BUDGET
    chosen: list[Pair] = field(default_factory=list)

    def run(self, items: Sequence[Sequence[Pair]]) -> list[Pair] | None:
        """The pair chosen for each item, in the items' order, or None.

        Raises SearchExhausted.
        """
        order = sorted(range(len(items)), key=lambda at: len(items[at]))
        forced = [items[at][0] for at in order if len(items[at]) == 1]
        refined = self._together(forced)
        if refined is None:
            return None
        open_items = [items[at] for at in order[len(forced) :]]
        groups = _vector_groups(self.table.actual) if open_items else ()
        found = self._extend(open_items, *refined, groups, forced)
        if found is None:
            return None
        placed: list[Pair] = [(0, 0)] * len(items)
        for at, pair in zip(order, found, strict=True):
            placed[at] = pair
        return placed

    def _together(self, forced: Sequence[Pair]) -> tuple[list[int], list[int]] | None:
        """The rows' identities by all pairs that have no alternative, or None if the sides don't agree."""
        if len({actual for _, actual in forced}) < len(forced):
            return None
        start = (self.table.expected_start, self.table.actual_start)
        if not forced:
            return start
        own = list(zip(*(self.table.expected[at] for at, _ in forced), strict=True))
        others = list(zip(*(self.table.actual[to] for _, to in forced), strict=True))
        return refine(*start, own, others, self.agreement)

    def _extend(
        self,
        items: Sequence[Sequence[Pair]],
        expected_ids: list[int],
        actual_ids: list[int],
        groups: Sequence[int],
        chosen: list[Pair],
    ) -> list[Pair] | None:
        if not items:
            return chosen
        used = {actual for _, actual in chosen}
        tried: set[Pair] = set()
        for expected, actual in items[0]:
            if actual in used or (expected, groups[actual]) in tried:
                continue
            tried.add((expected, groups[actual]))
            self.budget -= _STEP + len(expected_ids) + len(actual_ids)
            if self.budget < 0:
                raise SearchExhausted
            refined = refine(
                expected_ids,
                actual_ids,
                self.table.expected[expected],
                self.table.actual[actual],
                self.agreement,
            )
            if refined is None:
                continue
            found = self._extend(items[1:], *refined, groups, [*chosen, (expected, actual)])
            if found is not None:
                return found
        return None


def tabulate(
    expected: ResultSet,
    spare: Sequence[Row],
    actual: ResultSet,
    key: Key,
    starts: tuple[list[int], list[int]],
) -> Table:
    """Number the cells of both results. Golden rows are followed by the spare ones."""
    numbers: dict[Hashable, int] = {}
    seen: dict[type, dict[object, int]] = {}

    def number(value: object) -> int:
        return numbers.setdefault(key(value), len(numbers))

    def numbered(column: list[object]) -> list[int]:
        kinds = set(map(type, column)) - {type(None)}
        if len(kinds) > 1 or kinds & _UNHASHABLE:  # 1, 1.0 and True are one to a dict, not to every key
            return [number(value) for value in column]
        known = seen.setdefault(kinds.pop() if kinds else type(None), {})
        known.update((value, number(value)) for value in set(column) - known.keys())
        return [known[value] for value in column]

    def columns(rows: Sequence[Row], width: int) -> list[list[int]]:
        return [numbered([row[at] for row in rows]) for at in range(width)]

    return Table(
        columns([*expected.rows, *spare], len(expected.columns)),
        columns(actual.rows, len(actual.columns)),
        *starts,
        tuple(name.lower() for name in expected.columns),
        tuple(name.lower() for name in actual.columns),
    )


def refine(
    expected_ids: list[int],
    actual_ids: list[int],
    expected_column: Sequence[Hashable],
    actual_column: Sequence[Hashable],
    agreement: Agreement,
) -> tuple[list[int], list[int]] | None:
    """The rows' identities with one more column, or None if the two sides no longer agree."""
    identities: dict[tuple[int, Hashable], int] = {}
    expected = [
        identities.setdefault(pair, len(identities))
        for pair in zip(expected_ids, expected_column, strict=True)
    ]
    known = len(identities)
    actual = [
        identities.setdefault(pair, len(identities)) for pair in zip(actual_ids, actual_column, strict=True)
    ]
    if len(identities) > known:
        return None
    return (expected, actual) if _agree(expected, actual, agreement) else None


def _agree(expected: list[int], actual: list[int], agreement: Agreement) -> bool:
    if agreement is Agreement.SET:
        return set(expected) == set(actual)
    if agreement is Agreement.BAG:
        return len(expected) == len(actual) and Counter(expected) == Counter(actual)
    return Counter(actual) <= Counter(expected)


def candidates(table: Table, wanted: Sequence[int], agreement: Agreement) -> list[Pair]:
    """The pairs (golden column, answer column) that may serve: of agreeing content, namesakes bound."""
    pairs: list[Pair] = []
    for expected in wanted:
        own = _content(table, table.expected[expected], agreement)
        namesake = bound(table, expected)
        for actual in range(len(table.actual)) if namesake is None else (namesake,):
            if _contents_agree(own, _content(table, table.actual[actual], agreement), agreement):
                pairs.append((expected, actual))
    return pairs


def bound(table: Table, expected: int) -> int | None:
    """The answer's column of the same name, if that name stands once on each side."""
    name = table.names[expected]
    if table.names.count(name) == 1 and table.actual_names.count(name) == 1:
        return table.actual_names.index(name)
    return None


def _content(table: Table, column: list[int], agreement: Agreement) -> Counter[int] | set[int]:
    known = table.contents.get((id(column), agreement))
    if known is None:
        known = set(column) if agreement is Agreement.SET else Counter(column)
        table.contents[id(column), agreement] = known
    return known


def _contents_agree(
    expected: Counter[int] | set[int], actual: Counter[int] | set[int], agreement: Agreement
) -> bool:
    if isinstance(expected, Counter) and isinstance(actual, Counter) and agreement is Agreement.PART:
        return actual <= expected
    return expected == actual


def _vector_groups(columns: Sequence[list[int]]) -> list[int]:
    """A number for each column, the same for columns that are equal row by row: trying one is enough."""
    seen: dict[bytes, int] = {}
    return [
        seen.setdefault(hashlib.blake2b(array("q", column).tobytes()).digest(), len(seen))
        for column in columns
    ]
