"""Profile `strict`: the same rows as often, in the golden's order where it asks for one.

Bag semantics; ORDER BY respected, rows that tie in any order among themselves; rows that LIMIT cut off
although they tie with kept ones may stand in for them; numbers equal within a tolerance that their type asks
for (`cells.StrictKeys`); NULL is not 0; texts equal in every character; one column mapping for all rows.
Extra columns are allowed. A oneof rule is served by one column of the answer, for all rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from proctor.exams.archerfish.comparison.cells import StrictKeys
from proctor.exams.archerfish.comparison.columns import Agreement, SearchExhausted, Table, tabulate
from proctor.exams.archerfish.comparison.explain import explain
from proctor.exams.archerfish.comparison.mapped import find_mapping, named, why_not
from proctor.exams.archerfish.comparison.rules import resolve
from proctor.exams.archerfish.model import Comparison, Ordering, ResultSet, Rule

NAME = "strict"
VERSION = "1"


def compare(
    expected: ResultSet, actual: ResultSet, rules: Sequence[Rule] | None, ordering: Ordering | None = None
) -> Comparison:
    """The strict verdict.

    Raises RuleError for a rule the golden can't serve, ValueError for ranks that are not the golden's.
    """
    profile = f"{NAME}/{VERSION}"
    wanted = resolve(rules, expected.columns)
    counts = (len(expected.rows), len(actual.rows))
    if counts == (0, 0):
        return Comparison(True, profile)
    spare = ordering.spare if ordering else ()
    ranks = list(ordering.ranks) if ordering else [0] * counts[0]
    if len(ranks) != counts[0]:
        raise ValueError(f"{len(ranks)} ranks for {counts[0]} golden rows")
    key = StrictKeys(chain.from_iterable([*expected.rows, *(row for _, row in spare), *actual.rows]))
    if counts[0] != counts[1]:
        reason = f"the golden returns {counts[0]} rows, the answer {counts[1]}"
        return explain(profile, reason, expected, actual, rules, key)
    agreement = Agreement.PART if spare else Agreement.BAG
    starts = ([*ranks, *(rank for rank, _ in spare)], ranks)
    table = tabulate(expected, [row for _, row in spare], actual, key, starts)
    try:
        mapping = find_mapping(table, wanted, agreement)
        if mapping is not None:
            return Comparison(True, profile, "", named(mapping, expected, actual), (), (), *counts)
        reason = why_not(table, wanted, agreement, expected, actual)
        if len(set(ranks)) > 1 and find_mapping(_unordered(table), wanted, agreement) is not None:
            reason = "the rows are the golden's, but not in the order that its ORDER BY asks for"
    except SearchExhausted:
        reason = "the search for a column mapping was given up: too many columns of like content"
    return explain(profile, reason, expected, actual, rules, key)


def _unordered(table: Table) -> Table:
    return Table(
        table.expected,
        table.actual,
        [0] * len(table.expected_start),
        [0] * len(table.actual_start),
        table.names,
        table.actual_names,
    )
