"""The rewrites of a query before it is planned, in the order in which SQLite makes them.

``prepare`` takes any query; what it gives may be of another kind (flattening a
UNION ALL makes a compound). Queries nested in the result are prepared too.
"""

from __future__ import annotations

from litestone.plan.compound import as_subquery, push_order, sorts_elsewhere
from litestone.plan.flatten import flatten
from litestone.plan.having import having_to_where
from litestone.plan.omit_order import omit_useless_order
from litestone.plan.propagate import propagate_constants
from litestone.plan.push_down import push_down
from litestone.plan.strength import reduce_outer_joins
from litestone.schema import expression as trees
from litestone.schema.query import CompoundQuery, SelectQuery, ValuesQuery
from litestone.text.tree import Binary, Exists, InSelect, Literal, Subquery

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import Query, Source
    from litestone.text.tree import Expression


def prepare(query: Query) -> Query:
    """``query`` after all rewrites that apply; a query that has been through them comes back as it is."""
    if isinstance(query, ValuesQuery):
        for row in query.rows:
            for e in row:
                prepare_nested(e)
        return query
    if query.prepared:
        return query
    if not query.counted:
        count_common_tables(query)
    query.prepared = True
    if isinstance(query, CompoundQuery) and sorts_elsewhere(query):
        query.prepared = False
        outer = as_subquery(query)
        outer.prepared = outer.counted = True
        return prepare_select(outer)
    if isinstance(query, CompoundQuery):
        push_order(query)
        for number, part in enumerate(query.parts):
            if isinstance(part, SelectQuery):
                part.in_compound = True
                part.recursive_part = bool(query.recursive) and number >= query.first_recursive
        query.parts = [prepare(part) for part in query.parts]  # type: ignore[misc]
        return query
    return prepare_select(query)


def prepare_select(query: SelectQuery) -> Query:
    """A single SELECT: joins made inner, subqueries flattened, constants and conditions moved."""
    merge_inner_conditions(query)
    place = 0
    while place < len(query.sources):
        source = query.sources[place]
        if reduce_outer_joins(query, source):
            merge_inner_conditions(query)
        if source.kind == "query" and source.query is not None:
            omit_useless_order(query, source)
            flattened = flatten(query, place)
            if isinstance(flattened, CompoundQuery):
                flattened.prepared = False
                flattened.counted = True
                return prepare(flattened)
            if flattened is not None:
                merge_inner_conditions(query)
                place = 0
                continue
        place += 1
    propagate_constants(query)
    for source in query.sources:
        if source.kind == "query" and source.query is not None:
            push_down(query, source)
            source.query = prepare(source.query)
    having_to_where(query)
    for e in list(own_expressions(query)):
        prepare_nested(e)
    return query


def own_expressions(query: SelectQuery) -> list[Expression]:
    """The expressions of ``query``, without those of the queries in its FROM clause."""
    found: list[Expression] = []
    for source in query.sources:
        found += source.arguments
        found += source.on
    found += query.outputs
    found += [e for e in (query.where, query.having, query.limit, query.offset) if e is not None]
    found += query.group_by
    found += query.aggregates
    found += query.windows
    found += [term.expression for term in query.order_by]
    return found


def merge_inner_conditions(query: SelectQuery) -> None:
    """Move the ON conditions of inner joins behind the WHERE clause, unless a RIGHT JOIN tells them apart."""
    if any(source.join in ("right", "full") for source in query.sources):
        return
    moved = []
    for source in query.sources:
        if source.join not in ("left", "right", "full") and source.on:
            moved += source.on
            source.on = []
    if moved:
        query.where = trees.conjunction([*trees.conjuncts(query.where), *moved])


def prepare_nested(e: Expression) -> None:
    """Prepare the subqueries in an expression; of one that gives a single value only the first row is asked
    for.
    """
    for node in trees.walk(e):
        if not isinstance(node, Subquery | Exists | InSelect):
            continue
        inner: Query = node.select  # type: ignore[assignment]
        if not isinstance(inner, ValuesQuery) and not inner.prepared:
            inner.counted = True
            simplify_nested(node, inner)
            node.select = prepare(inner)  # type: ignore[assignment]
        elif isinstance(inner, ValuesQuery):
            prepare(inner)


def simplify_nested(node: Subquery | Exists | InSelect, inner: SelectQuery | CompoundQuery) -> None:
    """Leave out DISTINCT and ORDER BY where they change nothing, and add LIMIT 1 where one row is enough."""
    if isinstance(node, InSelect):
        if isinstance(inner, SelectQuery) and inner.limit is None:
            inner.distinct = False
        return
    if isinstance(node, Exists):
        if isinstance(inner, SelectQuery):
            inner.distinct = False
        if inner.offset is None:
            inner.order_by = []
    if inner.limit is None:
        inner.limit = Literal(1, "1")
    else:
        inner.limit = Binary("<>", inner.limit, Literal(0, "0"))


def count_common_tables(query: Query) -> None:
    """Materialise the common tables that the statement reads more than once, unless they say otherwise."""
    found: dict[int, list[Source]] = {}
    stack: list[Query] = [query]
    while stack:
        one = stack.pop()
        if isinstance(one, CompoundQuery):
            stack += one.parts
        elif isinstance(one, SelectQuery):
            for source in one.sources:
                if source.kind == "query" and source.query is not None:
                    stack.append(source.query)
                    if source.definition is not None:
                        found.setdefault(id(source.definition), []).append(source)
        if not isinstance(one, ValuesQuery):
            one.counted = True
        for e in trees.query_expressions(one):
            for node in trees.walk(e):
                nested = trees.nested_query(node)
                if nested is not None:
                    stack.append(nested)
    for sources in found.values():
        if len({id(source) for source in sources}) > 1:
            for source in sources:
                if source.materialized is None:
                    source.materialized = True
