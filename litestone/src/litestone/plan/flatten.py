"""Subquery flattening: a subquery in FROM absorbed into its parent (``optoverview`` section 11)."""

from __future__ import annotations

from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef, CompoundQuery, Ordering, SelectQuery, ValuesQuery
from litestone.text.tree import Call, Case, Cast, Collate, Expression, IsNull, Literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import Query, Source


def flatten(query: SelectQuery, place: int) -> Query | None:
    """Absorb the subquery at ``place``; None if the rules forbid it, else the query, made a compound by UNION
    ALL.
    """
    source = query.sources[place]
    inner = source.query
    if inner is None or isinstance(inner, ValuesQuery):
        return None
    if isinstance(inner, SelectQuery) and (inner.aggregates or inner.group_by):
        return None
    if delays_work(query, inner, place) or not may_flatten(query, place, inner):
        return None
    if isinstance(inner, CompoundQuery):
        return flatten_compound(query, place, inner)
    absorb(query, place, inner)
    return query


def delays_work(query: SelectQuery, inner: Query, place: int) -> bool:
    """A sorted subquery run as a co-routine keeps costly results of the outer query out of the sorter."""
    if not inner.order_by or place or not any(is_complex(e) for e in query.outputs):
        return False
    return len(query.sources) == 1 or query.sources[1].join != "inner"


def is_complex(e: Expression) -> bool:
    """Whether ``e`` calls a function or holds a subquery."""
    from litestone.schema.query import AggregateRef, WindowRef

    return any(
        isinstance(node, Call | AggregateRef | WindowRef) or trees.nested_query(node) is not None
        for node in trees.walk(e)
    )


def may_flatten(query: SelectQuery, place: int, inner: SelectQuery | CompoundQuery) -> bool:
    """The rules of the documentation that concern every subquery."""
    source = query.sources[place]
    aggregated = bool(query.aggregates or query.group_by)
    if isinstance(inner, CompoundQuery):
        first = inner.parts[-1]
        if inner.recursive or inner.order_by or not isinstance(first, SelectQuery):
            return False
    else:
        first = inner
    if inner.windows if isinstance(inner, SelectQuery) else first.windows:
        return False
    ordered = bool(query.order_by) or bool(query.windows)
    if not first.sources or first.distinct or (ordered and inner.order_by) or (aggregated and inner.order_by):
        return False
    if inner.limit is not None and not limit_allows(query, inner, aggregated):
        return False
    if not joins_allow(query, place, first):
        return False
    if source.materialized is True and source.definition is not None:
        return False
    if isinstance(inner, CompoundQuery):
        return compound_allows(query, place, inner, aggregated)
    return True


def limit_allows(query: SelectQuery, inner: SelectQuery | CompoundQuery, aggregated: bool) -> bool:
    """Rules 8, 9, 13, 14, 15, 19 and 21."""
    if query.limit is not None or inner.offset is not None or query.in_compound or query.windows:
        return False
    return len(query.sources) == 1 and not aggregated and query.where is None and not query.distinct


def joins_allow(query: SelectQuery, place: int, first: SelectQuery) -> bool:
    """Rules 3, 26 and 27: what outer joins around the subquery and inside it demand."""
    source = query.sources[place]
    left_of_right = any(other.join in ("right", "full") for other in query.sources[place + 1 :])
    if source.join in ("left", "right", "full") or left_of_right:
        if len(first.sources) > 1 or first.sources[0].kind == "virtual" or query.distinct:
            return False
        if source.join in ("right", "full"):
            return False
    inner_right = any(other.join in ("right", "full") for other in first.sources[1:])
    if place > 0 and inner_right:
        return False
    if source.join == "left" and first.sources[0].kind not in ("table",):
        return can_mark_rows(first)
    return True


def can_mark_rows(first: SelectQuery) -> bool:
    """Whether every result is a column, so that the NULL row needs no telling apart."""
    return all(isinstance(e, ColumnRef) and e.source is first.sources[0] for e in first.outputs)


def compound_allows(query: SelectQuery, place: int, inner: CompoundQuery, aggregated: bool) -> bool:
    """Rules 17, 18, 20 and 22 to 23."""
    source = query.sources[place]
    outer = source.join in ("left", "right", "full") or any(
        other.join in ("right", "full") for other in query.sources[place + 1 :]
    )
    if aggregated or query.distinct or outer or query.windows:
        return False
    if any(operator != "UNION ALL" for operator in inner.operators):
        return False
    for part in inner.parts:
        if (
            not isinstance(part, SelectQuery)
            or part.distinct
            or part.aggregates
            or part.group_by
            or part.windows
        ):
            return False
        if not part.sources:
            return False
        if place > 0 and any(other.join in ("right", "full") for other in part.sources[1:]):
            return False
    if any(term.output < 0 for term in query.order_by) or query.recursive_part:
        return False
    kinds = [
        [trees.affinity(e) for e in part.outputs] for part in inner.parts if isinstance(part, SelectQuery)
    ]
    return all(kind == kinds[0] for kind in kinds[1:])


def flatten_compound(query: SelectQuery, place: int, inner: CompoundQuery) -> CompoundQuery:
    """One copy of the parent for each part of the subquery, joined by UNION ALL."""
    order, limit, offset = query.order_by, query.limit, query.offset
    query.order_by, query.limit, query.offset = [], None, None
    if inner.limit is not None:
        limit, offset = inner.limit, inner.offset
    parts: list[SelectQuery | ValuesQuery] = []
    for number in range(len(inner.parts)):
        last = number == len(inner.parts) - 1
        copy = query if last else trees.clone_query(query)
        assert isinstance(copy, SelectQuery)
        whole = copy.sources[place].query
        assert isinstance(whole, CompoundQuery)
        part = whole.parts[number]
        assert isinstance(part, SelectQuery)
        part.outputs = compared_as(part.outputs, whole.collations)
        absorb(copy, place, part)
        copy.in_compound = True
        copy.prepared = False
        parts.append(copy)
    made = CompoundQuery(parts, ["UNION ALL"] * (len(parts) - 1))
    made.columns = query.columns
    made.collations = [column.collation for column in query.columns]
    made.limit, made.offset = limit, offset
    made.correlated = set(query.correlated)
    made.outer_rows = query.outer_rows
    for term in order:
        new = Ordering(
            Literal(term.output + 1, str(term.output + 1)), term.descending, term.nulls_last, term.collation
        )
        new.output = term.output
        made.order_by.append(new)
    return made


def absorb(query: SelectQuery, place: int, inner: SelectQuery) -> None:
    """Put the sources of ``inner`` in the place of its own, its WHERE before that of ``query``."""
    source = query.sources[place]
    outputs = inner.outputs
    nullable = source.join == "left"
    if nullable:
        only = inner.sources[0]
        outputs = [marked(e, only) for e in outputs]
    outputs = [with_collation(e) for e in outputs]
    first = inner.sources[0]
    first.join = source.join
    if nullable:
        first.on = [*source.on, *trees.conjuncts(inner.where)]
    else:
        first.on = [*first.on, *source.on]
        query.where = trees.conjunction([*trees.conjuncts(inner.where), *trees.conjuncts(query.where)])
    query.sources[place : place + 1] = inner.sources
    for number, item in enumerate(query.sources):
        item.number = number
    replace_columns(query, source, outputs)
    if inner.order_by:
        query.order_by = inner.order_by
        for term in query.order_by:
            term.output = -1
    if inner.limit is not None:
        query.limit = inner.limit
    refresh_correlated(query)


def marked(e: Expression, only: Source) -> Expression:
    """A result of the right side of a LEFT JOIN: NULL in its NULL row, whatever it computes."""
    if isinstance(e, ColumnRef) and e.source is only:
        return e
    if isinstance(e, Cast):
        return Cast(marked(e.operand, only), e.type_name)
    if isinstance(e, Collate):
        return Collate(marked(e.operand, only), e.collation)
    table = only.table
    assert table is not None
    column = table.primary_key[0] if table.without_rowid else -1
    only.used.add(column)
    return Case(None, [(IsNull(ColumnRef(only, column), True), trees.clone(e))], None)


def compared_as(outputs: list[Expression], collations: list[str | None]) -> list[Expression]:
    """The results of a part of a compound, comparing as the columns of the whole do."""
    pairs = zip(outputs, collations, strict=True)
    return [
        e if (trees.collation(e) or "BINARY") == (name or "BINARY") else Collate(e, name or "BINARY")
        for e, name in pairs
    ]


def with_collation(e: Expression) -> Expression:
    """A result that is not a column keeps comparing as the subquery's column did."""
    if isinstance(e, ColumnRef | Collate):
        return e
    return Collate(e, trees.collation(e) or "BINARY")


def replace_columns(query: SelectQuery, source: Source, outputs: list[Expression]) -> None:
    """Replace the subquery's columns everywhere in ``query``."""

    def change(node: Expression) -> Expression:
        if isinstance(node, ColumnRef) and node.source is source:
            return trees.clone(outputs[node.column])
        return node

    trees.transform_query(query, change)


def refresh_correlated(query: SelectQuery) -> None:
    """Find anew which outer sources the queries nested in ``query`` read."""
    for e in trees.query_expressions(query):
        for node in trees.walk(e):
            nested = trees.nested_query(node)
            if nested is not None:
                nested.correlated = trees.find_correlated(nested)
    for source in query.sources:
        if source.kind == "query" and source.query is not None:
            source.query.correlated = trees.find_correlated(source.query)
