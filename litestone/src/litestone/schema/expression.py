"""Reading and rewriting resolved expressions and queries.

Everything here works on the trees that ``schema.query`` describes: walking,
copying and comparing them, and what a comparison of two of them means
(affinity and collation, ``datatype3`` sections 3.2, 4.2 and 7.1).
"""

from __future__ import annotations

from litestone.schema.query import (
    AggregateRef,
    ColumnRef,
    CompoundQuery,
    Ordering,
    RowField,
    SelectQuery,
    Source,
    Truth,
    ValuesQuery,
    WindowRef,
)
from litestone.text.tree import (
    Between,
    Binary,
    Call,
    Case,
    Cast,
    Collate,
    CurrentTime,
    Exists,
    Expression,
    InList,
    InSelect,
    InTable,
    IsNull,
    Like,
    Literal,
    Name,
    Raise,
    Row,
    Subquery,
    Unary,
    Variable,
)
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from litestone.schema.query import Query

# Per node class: the fields that hold one child or None, and those that hold a list of children.
_FIELDS: dict[type, tuple[tuple[str, ...], tuple[str, ...]]] = {
    Literal: ((), ()),
    CurrentTime: ((), ()),
    Name: ((), ()),
    Variable: ((), ()),
    Raise: ((), ()),
    ColumnRef: ((), ()),
    Exists: ((), ()),
    Subquery: ((), ()),
    Unary: (("operand",), ()),
    Binary: (("left", "right"), ()),
    IsNull: (("operand",), ()),
    Truth: (("operand",), ()),
    RowField: (("row",), ()),
    Like: (("operand", "pattern", "escape"), ()),
    Between: (("operand", "low", "high"), ()),
    InList: (("operand",), ("items",)),
    InSelect: (("operand",), ()),
    InTable: (("operand",), ("arguments",)),
    Case: (("base", "otherwise"), ()),
    Cast: (("operand",), ()),
    Collate: (("operand",), ()),
    Call: (("filter",), ("arguments",)),
    Row: ((), ("items",)),
    AggregateRef: (("filter",), ("arguments",)),
    WindowRef: (("filter",), ("arguments", "partition")),
}
_NESTING = (Subquery, Exists, InSelect)


def children(e: Expression) -> list[Expression]:
    """The operands of ``e`` in reading order; a nested query's own expressions are not among them."""
    if e.__class__ is Binary:
        return [e.left, e.right]
    if isinstance(e, Case):
        found = [] if e.base is None else [e.base]
        for condition, value in e.whens:
            found += (condition, value)
        if e.otherwise is not None:
            found.append(e.otherwise)
        return found
    single, several = _FIELDS[e.__class__]
    found = [child for field in single if (child := getattr(e, field)) is not None]
    for field in several:
        found += getattr(e, field) or ()
    if isinstance(e, WindowRef):
        found += [term.expression for term in e.order]
        if e.frame is not None:
            found += [bound.offset for bound in (e.frame.start, e.frame.end) if bound.offset is not None]
    return found


def walk(e: Expression) -> Iterator[Expression]:
    """``e`` and all below it, parents first, without entering nested queries."""
    stack = [e]
    while stack:
        node = stack.pop()
        yield node
        if node.__class__ is not ColumnRef and node.__class__ is not Literal:
            stack.extend(reversed(children(node)))


def nested_query(e: Expression) -> Query | None:
    """The query of a ``Subquery``, ``Exists`` or ``InSelect``; None for any other node."""
    if e.__class__ in _NESTING:
        query: Any = getattr(e, "select")  # noqa: B009 - the tree knows it as a Select
        return query  # type: ignore[no-any-return]
    return None


def query_expressions(query: Query, entering: bool = True) -> Iterator[Expression]:
    """Every expression of ``query`` itself and, ``entering`` them, of its parts and FROM queries."""
    if isinstance(query, CompoundQuery):
        for part in query.parts if entering else ():
            yield from query_expressions(part)
    elif isinstance(query, ValuesQuery):
        for row in query.rows:
            yield from row
    else:
        for source in query.sources:
            yield from source.arguments
            yield from source.on
            if entering and source.kind == "query" and source.query is not None:
                yield from query_expressions(source.query)
        yield from query.outputs
        if query.where is not None:
            yield query.where
        yield from query.group_by
        if query.having is not None:
            yield query.having
        yield from query.aggregates
        yield from query.windows
    for term in query.order_by:
        yield term.expression
    if query.limit is not None:
        yield query.limit
    if query.offset is not None:
        yield query.offset


def walk_deep(e: Expression) -> Iterator[Expression]:
    """As ``walk``, and every expression of the queries nested in ``e``, at any depth."""
    stack = [e]
    while stack:
        for node in walk(stack.pop()):
            yield node
            inner = nested_query(node)
            if inner is not None:
                stack.extend(query_expressions(inner))


def sources(e: Expression) -> set[Source]:
    """The sources that ``e`` reads, those its nested queries are correlated with included."""
    found: set[Source] = set()
    for node in walk(e):
        if node.__class__ is ColumnRef:
            found.add(node.source)
        elif node.__class__ in _NESTING:
            found |= node.select.correlated  # type: ignore[attr-defined]
    return found


def conjuncts(e: Expression | None) -> list[Expression]:
    """The terms that AND joins in ``e``, from left to right; none for None."""
    found: list[Expression] = []
    stack = [] if e is None else [e]
    while stack:
        node = stack.pop()
        if isinstance(node, Binary) and node.op == "AND":
            stack += (node.right, node.left)
        else:
            found.append(node)
    return found


def conjunction(terms: list[Expression]) -> Expression | None:
    """``terms`` joined by AND; None without any."""
    joined: Expression | None = None
    for term in terms:
        joined = term if joined is None else Binary("AND", joined, term)
    return joined


def is_constant(e: Expression) -> bool:
    """Whether ``e`` has one value for a whole run of a statement: it reads no row, calls nothing random."""
    for node in walk(e):
        kind = node.__class__
        if (
            kind is ColumnRef
            or kind in _NESTING
            or kind is Raise
            or kind is AggregateRef
            or kind is WindowRef
        ):
            return False
        if isinstance(node, Call) and (node.function is None or not node.function.deterministic):
            return False
    return True


# -- rewriting


def transform(e: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """``e`` with every node replaced by ``change(node)``, operands first, in place; nested queries too."""
    if isinstance(e, Case):
        if e.base is not None:
            e.base = transform(e.base, change)
        e.whens = [(transform(when, change), transform(then, change)) for when, then in e.whens]
        if e.otherwise is not None:
            e.otherwise = transform(e.otherwise, change)
        return change(e)
    single, several = _FIELDS[e.__class__]
    for field in single:
        child = getattr(e, field)
        if child is not None:
            setattr(e, field, transform(child, change))
    for field in several:
        items = getattr(e, field)
        if items:
            items[:] = [transform(item, change) for item in items]
    if isinstance(e, WindowRef):
        for term in e.order:
            term.expression = transform(term.expression, change)
        if e.frame is not None:
            for bound in (e.frame.start, e.frame.end):
                if bound.offset is not None:
                    bound.offset = transform(bound.offset, change)
    inner = nested_query(e)
    if inner is not None:
        transform_query(inner, change)
    return change(e)


def transform_query(query: Query, change: Callable[[Expression], Expression]) -> None:
    """Apply ``transform`` to every expression of ``query`` and of the queries inside it.

    ``correlated`` is not kept up to date: see ``find_correlated``.
    """
    if isinstance(query, CompoundQuery):
        for part in query.parts:
            transform_query(part, change)
    elif isinstance(query, ValuesQuery):
        for row in query.rows:
            row[:] = [transform(item, change) for item in row]
    else:
        for source in query.sources:
            source.arguments[:] = [transform(item, change) for item in source.arguments]
            source.on[:] = [transform(item, change) for item in source.on]
            if source.kind == "query" and source.query is not None:
                transform_query(source.query, change)
        query.outputs[:] = [transform(item, change) for item in query.outputs]
        if query.where is not None:
            query.where = transform(query.where, change)
        query.group_by[:] = [transform(item, change) for item in query.group_by]
        if query.having is not None:
            query.having = transform(query.having, change)
        _transform_references(query.aggregates, change)
        _transform_references(query.windows, change)
    for term in query.order_by:
        term.expression = transform(term.expression, change)
    if query.limit is not None:
        query.limit = transform(query.limit, change)
    if query.offset is not None:
        query.offset = transform(query.offset, change)


def _transform_references(references: list[Any], change: Callable[[Expression], Expression]) -> None:
    """Change what aggregates or windows are computed from, never the references themselves."""
    for reference in references:
        transform(reference, lambda node, top=reference: node if node is top else change(node))  # type: ignore[misc]


def substitute(e: Expression, source: Source, outputs: list[Expression]) -> Expression:
    """``e`` with every column of ``source`` replaced by a copy of its expression in ``outputs``."""

    def change(node: Expression) -> Expression:
        if node.__class__ is ColumnRef and node.source is source:
            return clone(outputs[node.column])
        return node

    return transform(e, change)


def find_correlated(query: Query) -> set[Source]:
    """The sources outside of ``query`` that it reads, found anew from its expressions."""
    inner: set[Source] = set()
    read: set[Source] = set()
    stack: list[Query] = [query]
    while stack:
        one = stack.pop()
        if isinstance(one, CompoundQuery):
            inner.update(one.recursive)
            stack += one.parts
        elif isinstance(one, SelectQuery):
            for source in one.sources:
                inner.add(source)
                if source.kind == "query" and source.query is not None:
                    stack.append(source.query)
        for expression in query_expressions(one, False):
            for node in walk(expression):
                if node.__class__ is ColumnRef:
                    read.add(node.source)
                else:
                    nested = nested_query(node)
                    if nested is not None:
                        stack.append(nested)
    return read - inner


# -- copying


class _Copier:
    """Copies trees; sources and queries that are copied are known to what refers to them."""

    def __init__(self) -> None:
        self.sources: dict[Source, Source] = {}
        self.queries: dict[Any, Any] = {}

    def expression(self, e: Expression) -> Expression:
        kind = e.__class__
        copy: Any = kind.__new__(kind)
        for base in kind.__mro__:
            for field in getattr(base, "__slots__", ()):
                setattr(copy, field, self.value(getattr(e, field)))
        return copy  # type: ignore[no-any-return]

    def value(self, value: Any) -> Any:
        if isinstance(value, Source):
            return self.sources.get(value, value)
        if isinstance(value, SelectQuery):
            return self.queries.get(value) or value
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if isinstance(value, tuple):
            return tuple(self.value(item) for item in value)
        if isinstance(value, Expression):
            copy = self.expression(value)
            if value.__class__ in _NESTING:
                inner: Any = nested_query(value)
                copy.select = self.query(inner)  # type: ignore[attr-defined]
            return copy
        if isinstance(value, Ordering):
            return self.ordering(value)
        if value.__class__.__name__ in ("Frame", "FrameBound"):
            return self.expression(value)
        return value

    def ordering(self, term: Ordering) -> Ordering:
        copy = Ordering(self.value(term.expression), term.descending, term.nulls_last, term.collation)
        copy.output = term.output
        copy.collated = term.collated
        return copy

    def source(self, source: Source) -> Source:
        copy = Source(source.kind, source.name, source.alias, source.columns)
        self.sources[source] = copy
        for field in Source.__slots__:
            setattr(copy, field, getattr(source, field))
        copy.slot = -1
        copy.used = set(source.used)
        copy.generated = {}
        for number, expression in source.generated.items():
            copy.generated[number] = self.value(expression)
        if source.kind == "query" and source.query is not None:
            copy.query = self.query(source.query)
        elif source.query is not None:
            copy.query = self.queries.get(source.query, source.query)
        return copy

    def query(self, query: Query) -> Query:
        copy: Any = query.__class__.__new__(query.__class__)
        self.queries[query] = copy
        if isinstance(query, CompoundQuery):
            for source in query.recursive:
                self.source(source)
            copy.recursive = [self.sources[source] for source in query.recursive]
        if isinstance(query, SelectQuery):
            copy.sources = [self.sources.get(source) or self.source(source) for source in query.sources]
            for old, new in zip(query.sources, copy.sources, strict=True):
                new.on = self.value(old.on)
                new.arguments = self.value(old.arguments)
        for field in query.__slots__:
            value = getattr(query, field)
            if field in ("sources", "recursive"):
                continue
            if field == "plan":
                copy.plan = None
            elif field == "parts":
                copy.parts = [self.query(part) for part in value]
            elif field == "correlated":
                copy.correlated = {self.sources.get(source, source) for source in value}
            else:
                setattr(copy, field, self.value(value))
        return copy  # type: ignore[no-any-return]


def clone(e: Expression) -> Expression:
    """A copy of ``e`` that shares no node with it; nested queries get sources of their own."""
    return _Copier().value(e)  # type: ignore[no-any-return]


def clone_query(query: Query) -> Query:
    """A copy of ``query`` with sources of its own."""
    return _Copier().query(query)


# -- comparing trees


def equal(a: Expression | None, b: Expression | None) -> bool:
    """Whether two expressions are the same as written; those with nested queries never are."""
    if a is b:
        return True
    if a is None or b is None or a.__class__ is not b.__class__:
        return False
    kind = a.__class__
    if kind in _NESTING or not _same_labels(a, b):
        return False
    left, right = children(a), children(b)
    if len(left) != len(right):
        return False
    return all(equal(one, other) for one, other in zip(left, right, strict=True))


def _same_labels(a: Any, b: Any) -> bool:
    """Whether all of two nodes of one class but their operands is the same."""
    kind = a.__class__
    if kind is ColumnRef:
        return a.source is b.source and a.column == b.column
    if kind is Literal:
        return a.value.__class__ is b.value.__class__ and repr(a.value) == repr(b.value)
    if kind is WindowRef or kind is AggregateRef:
        return (
            a.name.lower() == b.name.lower()
            and a.star == b.star
            and (a.filter is None) == (b.filter is None)
            and getattr(a, "distinct", False) == getattr(b, "distinct", False)
            and (kind is AggregateRef or _same_window(a, b))
        )
    single, several = _FIELDS[kind]
    for field in kind.__slots__:
        if field in single or field in several or field in ("whens", "select", "function", "start"):
            continue
        one, other = getattr(a, field), getattr(b, field)
        if one.__class__ is str and other.__class__ is str:
            if one.lower() != other.lower():
                return False
        elif one != other:
            return False
    return all((getattr(a, field) is None) == (getattr(b, field) is None) for field in single)


def _same_window(a: WindowRef, b: WindowRef) -> bool:
    """Whether two calls have windows alike in all but their expressions."""
    if len(a.partition) != len(b.partition) or len(a.order) != len(b.order):
        return False
    for one, other in zip(a.order, b.order, strict=True):
        if one.descending != other.descending or one.nulls_last != other.nulls_last:
            return False
    if a.frame is None or b.frame is None:
        return a.frame is b.frame
    return (
        a.frame.unit == b.frame.unit
        and a.frame.exclude == b.frame.exclude
        and a.frame.start.kind == b.frame.start.kind
        and a.frame.end.kind == b.frame.end.kind
    )


# -- affinity and collation


def affinity(e: Expression) -> int:
    """The affinity of ``e`` (``datatype3`` section 3.2); ``affinity.NONE`` for most operators."""
    while True:
        kind = e.__class__
        if kind is ColumnRef:
            if e.column < 0:  # type: ignore[attr-defined]
                return affinities.INTEGER
            return e.source.columns[e.column].affinity  # type: ignore[attr-defined,no-any-return]
        if kind is Collate:
            e = e.operand  # type: ignore[attr-defined]
        elif kind is Cast:
            return affinities.type_affinity(e.type_name)  # type: ignore[attr-defined]
        elif kind is Subquery:
            return e.select.columns[0].affinity  # type: ignore[attr-defined,no-any-return]
        elif kind is Row:
            e = e.items[0]  # type: ignore[attr-defined]
        elif kind is RowField and isinstance(e.row, Subquery):  # type: ignore[attr-defined]
            return e.row.select.columns[e.field].affinity  # type: ignore[attr-defined,no-any-return]
        else:
            return affinities.NONE


def explicit_collation(e: Expression) -> str | None:
    """The collation that a COLLATE operator in ``e`` gives it, None without one."""
    if e.__class__ is ColumnRef or e.__class__ is Literal:
        return None
    for node in walk(e):
        if node.__class__ is Collate:
            return node.collation
    return None


def collation(e: Expression) -> str | None:
    """The collation of ``e``: of its COLLATE operator, else of the column it is (``datatype3``)."""
    explicit = explicit_collation(e)
    return column_collation(e) if explicit is None else explicit


def column_collation(e: Expression) -> str | None:
    """The collation of the column that ``e`` is, through CAST and unary plus; None for anything else."""
    while True:
        kind = e.__class__
        if kind is ColumnRef:
            number, source = e.column, e.source  # type: ignore[attr-defined]
            if number < 0 or (source.kind == "table" and number == source.table.rowid_column):
                return None
            return source.columns[number].collation or "BINARY"
        if kind is Cast or (kind is Unary and e.op == "+"):  # type: ignore[attr-defined]
            e = e.operand  # type: ignore[attr-defined]
        elif kind is Row:
            e = e.items[0]  # type: ignore[attr-defined]
        else:
            return None


def comparison_collation(left: Expression, right: Expression) -> str | None:
    """The collation that compares ``left`` with ``right``; None means BINARY."""
    return (
        explicit_collation(left)
        or explicit_collation(right)
        or column_collation(left)
        or column_collation(right)
    )


def common_affinity(left: int, right: int) -> int | None:
    """What is applied to both sides of a comparison of such affinities: NUMERIC, TEXT or None.

    Numbers are applied to text only, and TEXT to a number only beside text.
    """
    if left >= affinities.NUMERIC or right >= affinities.NUMERIC:
        return affinities.NUMERIC
    if left == affinities.NONE and right == affinities.TEXT:
        return affinities.TEXT
    if right == affinities.NONE and left == affinities.TEXT:
        return affinities.TEXT
    return None


def comparison(left: Expression, right: Expression) -> tuple[int | None, int | None, str | None]:
    """What ``left`` and ``right`` are made to before they are compared, and with which collation.

    The affinities are for ``value.affinity.apply`` (``datatype3`` section 4.2).
    """
    shared = common_affinity(affinity(left), affinity(right))
    return shared, shared, comparison_collation(left, right)
