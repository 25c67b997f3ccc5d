"""Bloom filters: inner loops of which most searches would find nothing (shown by EXPLAIN QUERY PLAN)."""

from __future__ import annotations

from litestone.plan import statistics
from litestone.plan.candidates import BLOOM, COLUMN_EQ, COVERING, SELF_CULLING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.candidates import Candidate


def choose_bloom_filters(path: list[Candidate]) -> None:
    """Mark the loops that are searched more often than their table has rows; they read the table itself."""
    searches = 0
    for place, candidate in enumerate(path):
        table = candidate.source.table
        if table is None or candidate.source.kind != "table" or not has_statistics(candidate):
            return
        culls = candidate.flags & (SELF_CULLING | COLUMN_EQ) == SELF_CULLING | COLUMN_EQ
        if place and culls and searches > statistics.table_rows(table):
            candidate.flags |= BLOOM
            candidate.flags &= ~COVERING
        searches += candidate.rows


def has_statistics(candidate: Candidate) -> bool:
    """Whether ``sqlite_stat1`` has rows for the candidate's table."""
    table = candidate.source.table
    return table is not None and (
        table.row_count is not None or any(index.stat is not None for index in table.indexes)
    )
