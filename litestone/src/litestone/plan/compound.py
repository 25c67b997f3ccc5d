"""Compound queries with ORDER BY: each part is sorted, then the parts are merged (``lang_select`` section 3)."""

from __future__ import annotations

from litestone.schema import expression as trees
from litestone.schema.query import CompoundQuery, Ordering, SelectQuery

TYPE_CHECKING = False


def push_order(query: CompoundQuery) -> None:
    """Give every part of a sorted compound the order in which the parts are merged.

    Operators that drop duplicates need all columns in the order, those not
    named in ORDER BY behind the others.
    """
    if not query.order_by or query.recursive:
        return
    columns = [(term.output, term.descending, term.nulls_last, term.collation) for term in query.order_by]
    if any(operator != "UNION ALL" for operator in query.operators):
        named = {column[0] for column in columns}
        for number in range(len(query.columns)):
            if number not in named:
                columns.append((number, False, False, query.collations[number]))
    for part in query.parts:
        if not isinstance(part, SelectQuery):
            continue
        part.order_by = []
        for number, descending, nulls_last, collation in columns:
            term = Ordering(trees.clone(part.outputs[number]), descending, nulls_last, collation)
            term.output = number
            part.order_by.append(term)
