"""Compound queries with ORDER BY: each part is sorted, then the parts are merged (``lang_select`` section
3).
"""

from __future__ import annotations

from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef, CompoundQuery, Ordering, SelectQuery, Source

TYPE_CHECKING = False


def sorts_elsewhere(query: CompoundQuery) -> bool:
    """Whether a sorted compound is made first and then sorted: duplicates are dropped by other collations."""
    return (
        not query.recursive
        and any(term.collated for term in query.order_by)
        and any(operator != "UNION ALL" for operator in query.operators)
    )


def as_subquery(query: CompoundQuery) -> SelectQuery:
    """``SELECT * FROM (query) ORDER BY …`` for a compound with its ORDER BY and LIMIT taken out."""
    source = Source("query", "", None, query.columns)
    source.query = query
    source.used = set(range(len(query.columns)))
    outer = SelectQuery()
    outer.sources = [source]
    outer.outputs = [ColumnRef(source, number) for number in range(len(query.columns))]
    outer.columns = query.columns
    for term in query.order_by:
        new = Ordering(ColumnRef(source, term.output), term.descending, term.nulls_last, term.collation)
        new.output = term.output
        outer.order_by.append(new)
    outer.limit, outer.offset = query.limit, query.offset
    outer.correlated = set(query.correlated)
    outer.outer_rows = query.outer_rows
    query.order_by, query.limit, query.offset = [], None, None
    return outer


def push_order(query: CompoundQuery) -> None:
    """Give every part of a sorted compound the order in which the parts are merged.

    Operators that drop duplicates need all columns of what they join in the
    order, those not named in ORDER BY behind the others.
    """
    if not query.order_by or query.recursive:
        return
    columns = [(term.output, term.descending, term.nulls_last, term.collation) for term in query.order_by]
    named = {column[0] for column in columns}
    others = [
        (number, False, False, query.collations[number])
        for number in range(len(query.columns))
        if number not in named
    ]
    for place, part in enumerate(query.parts):
        if not isinstance(part, SelectQuery):
            continue
        part.order_by = []
        joining = query.operators[max(place - 1, 0) :]
        unique = any(operator != "UNION ALL" for operator in joining)
        for number, descending, nulls_last, collation in columns + others if unique else columns:
            term = Ordering(trees.clone(part.outputs[number]), descending, nulls_last, collation)
            term.output = number
            part.order_by.append(term)
