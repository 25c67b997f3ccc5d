"""Profile `archerfish-readme`: the rules that Archerfish's README states; the default.

README, "Benchmark Result Comparison": rows in any order, values without regard to case, the columns that the
rules name (extra ones allowed), duplicates ignored, floats rounded to 0 decimals. Where it is silent: as the
program (NULL equals 0, quotes at the ends dropped, numbers equal to their texts, a column under its own name
is compared with its namesake), but one column of the answer serves one golden column, for all rows. Only a
`oneof` rule may be served by another of its columns in each row; rows are then paired by a true matching.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.exams.archerfish.comparison.cells import readme_key
from proctor.exams.archerfish.comparison.columns import (
    Agreement,
    Pair,
    SearchExhausted,
    Table,
    refine,
    tabulate,
)
from proctor.exams.archerfish.comparison.explain import explain
from proctor.exams.archerfish.comparison.mapped import find_mapping, named, why_not
from proctor.exams.archerfish.comparison.matching import FREE, maximum_matching
from proctor.exams.archerfish.comparison.rules import Wanted, resolve
from proctor.exams.archerfish.model import Comparison, ResultSet, Rule

NAME = "archerfish-readme"
VERSION = "1"
_EDGES = 5_000_000


def compare(expected: ResultSet, actual: ResultSet, rules: Sequence[Rule] | None) -> Comparison:
    """The verdict by the README's rules. Raises RuleError for a rule the golden can't serve."""
    profile = f"{NAME}/{VERSION}"
    wanted = resolve(rules, expected.columns)
    counts = (len(expected.rows), len(actual.rows))
    if not expected.rows and not actual.rows:
        return Comparison(True, profile)
    if not expected.rows or not actual.rows:
        reason = f"the golden returns {counts[0]} rows, the answer {counts[1]}"
        return explain(profile, reason, expected, actual, rules, readme_key)
    table = tabulate(expected, (), actual, readme_key, ([0] * len(expected.rows), [0] * len(actual.rows)))
    try:
        mapping = _mapping(table, wanted)
        if mapping is not None:
            return Comparison(True, profile, "", named(mapping, expected, actual), (), (), *counts)
        if wanted.one_of:
            mapping = _mapping(table, Wanted(wanted.exact, ()))
            if mapping is not None and _rows_pair(table, wanted, mapping):
                return Comparison(True, profile, "", named(mapping, expected, actual), (), (), *counts)
    except SearchExhausted:
        reason = "the search for a column mapping was given up: too many columns of like content"
        return explain(profile, reason, expected, actual, rules, readme_key)
    reason = why_not(table, wanted, Agreement.SET, expected, actual)
    return explain(profile, reason, expected, actual, rules, readme_key)


def _mapping(table: Table, wanted: Wanted) -> list[Pair] | None:
    """A mapping under which the distinct rows are the same, or None.

    Rows that agree as bags agree as sets, and as bags the search ends branches far sooner, so that is tried
    first. If every column of the answer has to serve, distinct rows must agree as bags anyway.
    """
    mapping = find_mapping(table, wanted, Agreement.BAG)
    if mapping is not None:
        return mapping
    if len(wanted.exact) == len(table.actual) and not wanted.one_of:
        return find_mapping(_distinct(table, wanted.exact), wanted, Agreement.BAG)
    return find_mapping(table, wanted, Agreement.SET)


def _distinct(table: Table, compared: Sequence[int]) -> Table:
    """The table without repeated rows: of the compared golden columns, and of all the answer's."""
    kept = dict.fromkeys(zip(*(table.expected[at] for at in compared), strict=True))
    expected: list[list[int]] = [[] for _ in table.expected]
    for at, column in zip(compared, zip(*kept, strict=True), strict=True):
        expected[at] = list(column)
    others = dict.fromkeys(zip(*table.actual, strict=True))
    actual = [list(column) for column in zip(*others, strict=True)] or [[] for _ in table.actual]
    return Table(expected, actual, [0] * len(kept), [0] * len(others), table.names, table.actual_names)


def _rows_pair(table: Table, wanted: Wanted, mapping: Sequence[Pair]) -> bool:
    """Whether distinct rows can be paired one to one when each row may serve a oneof by another column."""
    expected_ids, actual_ids = table.expected_start, table.actual_start
    for at, to in mapping:
        refined = refine(expected_ids, actual_ids, table.expected[at], table.actual[to], Agreement.SET)
        if refined is None:
            return False
        expected_ids, actual_ids = refined
    used = {to for _, to in mapping}
    free = [column for to, column in enumerate(table.actual) if to not in used]
    groups = [[table.expected[at] for at in group] for group in wanted.one_of]
    left = list(
        dict.fromkeys(
            (identity, tuple(tuple(column[row] for column in group) for group in groups))
            for row, identity in enumerate(expected_ids)
        )
    )
    right = list(
        dict.fromkeys(
            (identity, tuple(column[row] for column in free)) for row, identity in enumerate(actual_ids)
        )
    )
    if len(left) != len(right):
        return False
    edges = _edges(left, right)
    return edges is not None and FREE not in maximum_matching(edges, len(right))


def _edges(
    left: Sequence[tuple[int, tuple[tuple[int, ...], ...]]], right: Sequence[tuple[int, tuple[int, ...]]]
) -> list[list[int]] | None:
    """For each golden row the rows of the answer that may be its partner; None if one has none at all."""
    holders: dict[tuple[int, int], list[int]] = {}
    for place, (identity, cells) in enumerate(right):
        for cell in dict.fromkeys(cells):
            holders.setdefault((identity, cell), []).append(place)
    edges: list[list[int]] = []
    room = _EDGES
    for identity, groups in left:
        first = dict.fromkeys(place for cell in groups[0] for place in holders.get((identity, cell), ()))
        room -= len(first)
        if room < 0:
            raise SearchExhausted
        partners = [place for place in first if _served(groups, right[place][1])]
        if not partners:
            return None
        edges.append(partners)
    return edges


def _served(groups: Sequence[tuple[int, ...]], cells: Sequence[int]) -> bool:
    """Whether each oneof group finds a cell of its own in the row."""
    edges = [[at for at, cell in enumerate(cells) if cell in group] for group in groups]
    return FREE not in maximum_matching(edges, len(cells))
