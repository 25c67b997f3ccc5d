"""HAVING terms that read only GROUP BY terms become WHERE terms (``optoverview``, as SQLite does since
3.20).
"""

from __future__ import annotations

from litestone.plan.terms import strip
from litestone.schema import expression as trees
from litestone.schema.query import AggregateRef, ColumnRef, SelectQuery, WindowRef
from litestone.text.tree import Call, Literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.text.tree import Expression


def having_to_where(query: SelectQuery) -> None:
    """Move the terms of HAVING that are the same for all rows of a group."""
    if not query.group_by or query.having is None:
        return
    kept: list[Expression] = []
    moved: list[Expression] = []
    for term in trees.conjuncts(query.having):
        fixed = depends_on_groups(term, query)
        (moved if fixed and not isinstance(term, Literal) else kept).append(term)
    if moved:
        query.having = trees.conjunction(kept)
        query.where = trees.conjunction([*trees.conjuncts(query.where), *moved])


def depends_on_groups(e: Expression, query: SelectQuery) -> bool:
    """Whether ``e`` is constant, or reads nothing but GROUP BY terms compared as bytes."""
    for term in query.group_by:
        if trees.equal(strip(e), strip(term)):
            return (trees.collation(term) or "BINARY").upper() == "BINARY"
    if isinstance(e, ColumnRef):
        return not any(e.source is source for source in query.sources)
    if isinstance(e, AggregateRef | WindowRef) or trees.nested_query(e) is not None:
        return False
    if isinstance(e, Call) and (e.function is None or not e.function.deterministic):
        return False
    return all(depends_on_groups(child, query) for child in trees.children(e))
