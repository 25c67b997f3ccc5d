"""DISTINCT: when it changes nothing, and the order that brings equal rows together."""

from __future__ import annotations

from litestone.plan.scan import Wanted, find_term
from litestone.plan.terms import EQ, ROWID, column_of, strip
from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef, Ordering

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.terms import TermSet
    from litestone.schema.objects import Index
    from litestone.schema.query import SelectQuery, Source


def distinct_terms(query: SelectQuery) -> list[Ordering]:
    """The result columns as an order."""
    return [Ordering(e, False, False, trees.collation(e)) for e in query.outputs]


def distinct_arguments(query: SelectQuery) -> list[Ordering]:
    """The argument of a lone DISTINCT aggregate as an order; empty for anything else."""
    if len(query.aggregates) != 1 or not query.aggregates[0].distinct or query.group_by:
        return []
    return [Ordering(e, False, False, trees.collation(e)) for e in query.aggregates[0].arguments]


def is_redundant(query: SelectQuery, terms: TermSet) -> bool:
    """Whether a unique key among the results of a one-table query makes all rows distinct anyway."""
    if len(query.sources) != 1:
        return False
    source = query.sources[0]
    for e in query.outputs:
        e = strip(e)
        if isinstance(e, ColumnRef) and e.source is source and column_of(e) == ROWID:
            return True
    if source.table is None or source.kind != "table":
        return False
    return any(
        index.unique and index.where is None and is_fixed(query, terms, source, index)
        for index in source.table.indexes
    )


def is_fixed(query: SelectQuery, terms: TermSet, source: Source, index: Index) -> bool:
    """Whether each column of a unique index is a NOT NULL result, or equal to a constant."""
    columns = index.table.columns
    for part in index.columns:
        if part.column < 0:
            return False
        wanted = Wanted(source, part.column)
        wanted.affinity = columns[part.column].affinity
        wanted.collation = part.collation
        if find_term(terms, wanted, EQ, -1) is not None:
            continue
        if columns[part.column].not_null is None or not among_results(
            query, source, part.column, part.collation
        ):
            return False
    return True


def among_results(query: SelectQuery, source: Source, column: int, collation: str) -> bool:
    """Whether a column is a result under that collation."""
    for e in query.outputs:
        bare = strip(e)
        if isinstance(bare, ColumnRef) and bare.source is source and column_of(bare) == column:
            return (trees.collation(e) or "BINARY").upper() == collation.upper()
    return False
