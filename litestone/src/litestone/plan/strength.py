"""LEFT JOIN made inner where the WHERE clause cannot be true for the NULL row (``optoverview`` section
16).
"""

from __future__ import annotations

from litestone.plan.terms import strip
from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef, Truth
from litestone.text.tree import (
    Between,
    Binary,
    Call,
    Case,
    InList,
    InSelect,
    InTable,
    IsNull,
    Like,
    Row,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import SelectQuery, Source
    from litestone.text.tree import Expression

_COMPARISONS = ("=", "<>", "<", "<=", ">", ">=")


def reduce_outer_joins(query: SelectQuery, source: Source) -> bool:
    """Make the LEFT JOIN of ``source`` an inner join if that changes nothing; whether it did."""
    if source.join != "left":
        return False
    terms = conditions(query)
    first = first_condition(query)
    if not any(needs_row(term, source, term is first) for term in terms):
        return False
    source.join = "inner"
    return True


def conditions(query: SelectQuery) -> list[Expression]:
    """The terms that every result row passes: WHERE and the ON clauses of inner joins."""
    found = trees.conjuncts(query.where)
    for source in query.sources:
        if source.join in ("inner", "cross"):
            for clause in source.on:
                found += trees.conjuncts(clause)
    return found


def first_condition(query: SelectQuery) -> Expression | None:
    """The first of all terms of WHERE and ON."""
    for clause in [query.where, *[clause for source in query.sources for clause in source.on]]:
        for term in trees.conjuncts(clause):
            return term
    return None


def needs_row(e: Expression, source: Source, first: bool) -> bool:
    """Whether ``e`` cannot be true when every column of ``source`` is NULL.

    SQLite sees that of IS NOT NULL only where it is the first term.
    """
    e = strip(e)
    if isinstance(e, IsNull) and e.negated and first:
        e = e.operand
    return reads_strictly(e, source)


def reads_strictly(e: Expression, source: Source) -> bool:
    """Whether ``e`` is NULL or false when every column of ``source`` is NULL."""
    if isinstance(e, ColumnRef):
        return e.source is source
    if isinstance(e, IsNull | Case | InList | InSelect | InTable | Call | Like | Row | Truth):
        return False
    if isinstance(e, Binary):
        if e.op in ("OR", "IS", "IS NOT", "->", "->>"):
            return False
        if e.op == "AND":
            return reads_strictly(e.left, source) and reads_strictly(e.right, source)
        if e.op in _COMPARISONS and (is_virtual(e.left) or is_virtual(e.right)):
            return False
    if isinstance(e, Between):
        return reads_strictly(e.operand, source)
    if trees.nested_query(e) is not None:
        return False
    return any(reads_strictly(child, source) for child in trees.children(e))


def is_virtual(e: Expression) -> bool:
    """Whether ``e`` is a column of a virtual table, which may compare as it likes."""
    return isinstance(e, ColumnRef) and e.source.kind == "virtual"
