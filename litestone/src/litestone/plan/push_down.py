"""WHERE terms on a subquery's columns copied into the subquery (``optoverview``, WHERE-clause push-down)."""

from __future__ import annotations

from litestone.plan.flatten import compared_as
from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef, CompoundQuery, SelectQuery, ValuesQuery
from litestone.text.tree import Call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import Query, Source
    from litestone.text.tree import Expression


def push_down(query: SelectQuery, source: Source) -> None:
    """Copy each term of ``query`` that reads only ``source`` into its query, where that changes no result."""
    inner = source.query
    if inner is None or isinstance(inner, ValuesQuery) or source.materialized is True:
        return
    if not accepts(query, source, inner):
        return
    terms = trees.conjuncts(query.where) if source.join != "left" else []
    if source.join == "left":
        for clause in source.on:
            terms += trees.conjuncts(clause)
    for term in reversed(terms):
        if is_own(term, source):
            parts = inner.parts if isinstance(inner, CompoundQuery) else [inner]
            for part in parts:
                if isinstance(part, SelectQuery):
                    outputs = part.outputs
                    if isinstance(inner, CompoundQuery):
                        outputs = compared_as(outputs, inner.collations)
                    add_term(part, source, term, outputs)
            source.pushed = True


def accepts(query: SelectQuery, source: Source, inner: Query) -> bool:
    """Whether filtering the rows of the subquery earlier leaves it the same."""
    place = query.sources.index(source)
    if source.join in ("right", "full") or any(
        s.join in ("right", "full") for s in query.sources[place + 1 :]
    ):
        return False
    if inner.limit is not None:
        return False
    if isinstance(inner, CompoundQuery):
        if inner.recursive or any(isinstance(part, ValuesQuery) for part in inner.parts):
            return False
        if any(operator != "UNION ALL" for operator in inner.operators) and any(
            (name or "BINARY").upper() != "BINARY" for name in inner.collations
        ):
            return False
        return all(isinstance(part, SelectQuery) and not part.windows for part in inner.parts)
    assert isinstance(inner, SelectQuery)
    if inner.windows:
        return all(window.partition for window in inner.windows)
    return True


def is_own(term: Expression, source: Source) -> bool:
    """Whether ``term`` reads nothing but ``source`` and gives the same each time."""
    for node in trees.walk(term):
        if isinstance(node, ColumnRef):
            if node.source is not source or node.column < 0:
                return False
        elif trees.nested_query(node) is not None or (
            isinstance(node, Call) and (node.function is None or not node.function.deterministic)
        ):
            return False
    return True


def add_term(part: SelectQuery, source: Source, term: Expression, outputs: list[Expression]) -> None:
    """Add a copy of ``term``, over the part's own result columns, to its WHERE or HAVING."""
    if part.windows and not partitioned(part, source, term):
        return
    new = trees.substitute(trees.clone(term), source, outputs)
    if part.aggregates or part.group_by:
        part.having = trees.conjunction([*trees.conjuncts(part.having), new])
    else:
        part.where = trees.conjunction([*trees.conjuncts(part.where), new])


def partitioned(part: SelectQuery, source: Source, term: Expression) -> bool:
    """Whether a term reads only columns that every window partitions by."""
    for node in trees.walk(term):
        if isinstance(node, ColumnRef) and node.source is source:
            output = part.outputs[node.column]
            if not all(any(trees.equal(output, p) for p in window.partition) for window in part.windows):
                return False
    return True
