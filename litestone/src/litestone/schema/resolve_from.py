"""Resolving FROM clauses: tables, views, common tables, subqueries and how they join.

Documentation: ``lang_select`` section 2.1.
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.schema.query import (
    CompoundQuery,
    NestedColumn,
    OutputColumn,
    SelectQuery,
    Source,
)
from litestone.schema.resolve_join import apply_using, joined_twice
from litestone.schema.resolve_name import column_of
from litestone.schema.scope import CommonTableEntry, Scope
from litestone.text.tree import FromTerm, JoinRef, SubqueryRef, TableRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.objects import Table
    from litestone.schema.query import Query
    from litestone.schema.resolve import Resolver


def table_columns(table: Table) -> list[OutputColumn]:
    """The columns of a stored or virtual table as a query's columns."""
    columns = []
    for column in table.columns:
        output = OutputColumn(column.name, column.affinity, column.collation, column.type_name)
        output.hidden = column.hidden
        output.origin = (table.database, table.name, column.name)
        columns.append(output)
    return columns


def table_source(table: Table, alias: str | None) -> Source:
    """A source for a stored or virtual table."""
    source = Source(
        "virtual" if table.kind == "virtual" else "table", table.name, alias, table_columns(table)
    )
    source.table = table
    return source


def row_source(table: Table, alias: str | None) -> Source:
    """A source for one row of ``table`` that the caller puts in place: OLD, NEW, a row being checked.

    All its columns count as used. Under the names ``old``, ``new`` and ``excluded`` it is read by
    qualified names alone.
    """
    source = Source("row", table.name, alias, table_columns(table))
    source.table = table
    source.used = set(range(-1, len(table.columns)))
    return source


def query_source(query: Query, name: str, alias: str | None, names: list[str]) -> Source:
    """A source for the rows of ``query``, its columns called ``names``, made unique."""
    columns = []
    for described, own in zip(query.columns, unique_names(names), strict=True):
        column = OutputColumn(own, described.affinity, described.collation, described.type_name)
        column.origin = described.origin
        columns.append(column)
    source = Source("query", name, alias, columns)
    source.query = query
    return source


def unique_names(names: list[str]) -> list[str]:
    """``names`` with ``:1``, ``:2`` … put behind those that have occurred already."""
    seen: set[str] = set()
    found = []
    for place, name in enumerate(names):
        if name.lower() in ("true", "false"):
            name = f"column{place + 1}"
        count = 0
        while name.lower() in seen:
            head, colon, tail = name.rpartition(":")
            if colon and tail.isdigit():
                name = head
            count += 1
            name = f"{name}:{count}"
        seen.add(name.lower())
        found.append(name)
    return found


def resolve_from(resolver: Resolver, terms: list[FromTerm], scope: Scope) -> None:
    """Put the sources of a FROM clause into ``scope`` and its query; ON clauses wait for ``resolve_on``."""
    query = scope.query
    assert query is not None
    terms = spliced(terms)
    for number, term in enumerate(terms):
        source = from_item(resolver, term, scope)
        source.number = number
        source.join = join_kind(term) if number else "inner"
        scope.sources.append(source)
        query.sources.append(source)
    natural = [
        number for number, term in enumerate(terms) if number and ("NATURAL" in term.join or term.using)
    ]
    for number in natural:
        apply_using(resolver, terms[number], query.sources, number)


def spliced(terms: list[FromTerm]) -> list[FromTerm]:
    """The terms of a FROM clause without parentheses that change nothing."""
    found: list[FromTerm] = []
    for place, term in enumerate(terms):
        inner = term.source
        if isinstance(inner, JoinRef):
            if not place and inner.alias is None and term.on is None and term.using is None:
                found += spliced(inner.terms)
                continue
            if len(inner.terms) == 1:
                found += spliced([unwrapped(term, inner)])
                continue
        found.append(term)
    return found


def unwrapped(term: FromTerm, inner: JoinRef) -> FromTerm:
    """A single item in parentheses as if it stood without."""
    only = inner.terms[0].source
    if inner.alias is not None:
        if isinstance(only, TableRef):
            only = TableRef(
                only.schema, only.name, inner.alias, only.arguments, only.indexed_by, only.not_indexed
            )
        elif isinstance(only, SubqueryRef):
            only = SubqueryRef(only.select, inner.alias)
        else:
            only = JoinRef(only.terms, inner.alias)
    return FromTerm(only, term.join, term.comma, term.on, term.using)


def join_kind(term: FromTerm) -> str:
    """``inner``, ``cross``, ``left``, ``right`` or ``full``."""
    words = term.join
    if "FULL" in words or ("LEFT" in words and "RIGHT" in words):
        return "full"
    if "LEFT" in words:
        return "left"
    if "RIGHT" in words:
        return "right"
    return "cross" if "CROSS" in words else "inner"


def from_item(resolver: Resolver, term: FromTerm, scope: Scope) -> Source:
    """The source of one item; subqueries see the scopes around the query, not its other sources."""
    item = term.source
    if isinstance(item, TableRef):
        return table_item(resolver, item, scope)
    if isinstance(item, SubqueryRef):
        query, names = resolver.subquery(item.select, scope.parent, scope.tables)
        scope.correlated |= query.correlated
        return query_source(query, "", item.alias, names)
    return nested_join(resolver, item, scope)


def table_item(resolver: Resolver, item: TableRef, scope: Scope) -> Source:
    """A table, view, common table or table-valued function."""
    if item.schema is None and scope.tables is not None:
        entry = scope.tables.find(item.name)
        if entry is not None:
            return common_table(resolver, entry, item, scope)
    table = resolver.find_table(item.schema, item.name)
    if table is None:
        raise SqlError(errors.ERROR, f"no such table: {resolver.shown_name(item.schema, item.name)}")
    if item.arguments is not None and table.kind != "virtual":
        raise SqlError(errors.ERROR, f"'{item.name}' is not a function")
    if table.kind == "view":
        return view_source(resolver, table, item)
    source = table_source(table, item.alias)
    source.name = item.name
    source.schema = item.schema
    source.not_indexed = item.not_indexed
    if item.indexed_by is not None:
        source.indexed_by = item.indexed_by
        if all(index.name.lower() != item.indexed_by.lower() for index in table.indexes):
            raise SqlError(errors.ERROR, f"no such index: {item.indexed_by}")
    if item.arguments is not None:
        hidden = sum(column.hidden for column in table.columns)
        if len(item.arguments) > hidden:
            text = f"too many arguments on {item.name}() - max {hidden}"
            resolver.refuse(SqlError(errors.ERROR, text))
    return source


def view_source(resolver: Resolver, view: Table, item: TableRef) -> Source:
    """The query of a view, resolved by the names of the view's own database."""
    query = resolver.view_query(view)
    names = [column.name for column in query.columns]
    if view.select_columns is not None:
        given = view.select_columns
        if len(given) != len(names):
            text = f"expected {len(given)} columns for '{view.name}' but got {len(names)}"
            raise SqlError(errors.ERROR, text)
        names = given
    source = query_source(query, item.name, item.alias, names)
    source.schema = item.schema
    source.table = view
    return source


def whole_table(resolver: Resolver, item: TableRef, scope: Scope) -> SelectQuery:
    """``SELECT * FROM item`` as a query inside ``scope``."""
    inner = Scope(scope)
    query = SelectQuery()
    inner.query = query
    resolve_from(resolver, [FromTerm(item, frozenset(), False, None, None)], inner)
    source = query.sources[0]
    if item.arguments:
        source.arguments = [resolver.scalar(argument, inner) for argument in item.arguments]
    for number, column in enumerate(source.columns):
        if not column.hidden:
            query.outputs.append(column_of(resolver, source, number))
            query.columns.append(column)
    query.correlated = inner.correlated
    return query


# -- joins in parentheses


def nested_join(resolver: Resolver, item: JoinRef, scope: Scope) -> Source:
    """A join in parentheses: a query of all its columns, which keep the names they have inside."""
    inner = Scope(scope.parent)
    inner.tables = scope.tables
    query = SelectQuery()
    query.syntax = item
    inner.query = query
    resolve_from(resolver, item.terms, inner)
    resolver.resolve_on(spliced(item.terms), inner)
    nested: list[NestedColumn] = []
    for number, source in enumerate(query.sources):
        following = query.sources[number + 1].using if number + 1 < len(query.sources) else []
        for name in following:
            merged = NestedColumn(None, None, column_name(source, query.sources[number + 1], name))
            merged.merged = True
            merged.hidden = name in source.using
            if not merged.hidden:
                nested.append(merged)
                query.outputs.append(resolver.unqualified(name, inner))
        for column, described in enumerate(source.columns):
            if described.hidden:
                continue
            kept = nested_column(source, column)
            kept.hidden = kept.hidden or joined_twice(described.name, source, following)
            nested.append(kept)
            query.outputs.append(column_of(resolver, source, column))
    query.columns = [resolver.describe(output, "") for output in query.outputs]
    for column_described, kept in zip(query.columns, nested, strict=True):
        column_described.name = kept.name
    query.correlated = inner.correlated
    scope.correlated |= inner.correlated
    made = query_source(query, "", item.alias, [column.name for column in nested])
    made.nested = nested
    return made


def column_name(left: Source, right: Source, name: str) -> str:
    """A USING column's name as its table spells it."""
    for source in (left, right):
        for column in source.columns:
            if column.name.lower() == name:
                return column.name
    return name


def nested_column(source: Source, column: int) -> NestedColumn:
    """What a column of a source inside parentheses is called outside."""
    if source.nested is not None:
        inner = source.nested[column]
        copy = NestedColumn(inner.schema, inner.table, inner.name)
        copy.hidden = inner.hidden
        return copy
    schema = None if source.table is None else source.table.database
    return NestedColumn(schema, source.alias or source.name, source.columns[column].name)


# -- common tables


def common_table(resolver: Resolver, entry: CommonTableEntry, item: TableRef, scope: Scope) -> Source:
    """A reference to a common table; its query is resolved anew for every reference.

    Raises SqlError "circular reference: …" and the like for one that is being defined.
    """
    definition = entry.definition
    if item.arguments is not None:
        raise SqlError(errors.ERROR, f"'{item.name}' is not a function")
    if entry.recursive is not None:
        return recursive_reference(entry, item)
    if entry.problem is not None:
        raise SqlError(errors.ERROR, f"{entry.problem}: {definition.name}")
    entry.problem = "circular reference"
    try:
        query, names = resolver.common_table_query(entry, scope.parent)
    finally:
        entry.problem = None
    names = checked_names(entry, names)
    scope.correlated |= query.correlated
    source = query_source(query, item.name, item.alias, names)
    source.cte = definition.name
    source.definition = entry
    source.materialized = definition.materialized
    return source


def checked_names(entry: CommonTableEntry, names: list[str]) -> list[str]:
    """The column names of a common table: those it lists, else those of its query."""
    given = entry.definition.columns
    if given is None:
        return names
    if len(given) != len(names):
        text = f"table {entry.definition.name} has {len(names)} values for {len(given)} columns"
        raise SqlError(errors.ERROR, text)
    return given


def recursive_reference(entry: CommonTableEntry, item: TableRef) -> Source:
    """What a recursive part reads: the rows of the queue, one at a time."""
    assert entry.recursive is not None
    query, columns = entry.recursive
    entry.recursive = None
    entry.problem = "multiple recursive references"
    source = Source("recursive", item.name, item.alias, columns)
    source.query = query
    source.cte = entry.definition.name
    query.recursive.append(source)
    return source


def recursive_columns(query: CompoundQuery, names: list[str]) -> list[OutputColumn]:
    """The columns of a recursive table, described by its first part."""
    return [
        OutputColumn(name, column.affinity, column.collation, column.type_name)
        for name, column in zip(unique_names(names), query.parts[0].columns, strict=True)
    ]
