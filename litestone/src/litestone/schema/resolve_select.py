"""Resolving SELECT: cores, VALUES, compounds and recursive common tables (``lang_select``, ``lang_with``)."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.function.registry import Aggregate
from litestone.schema.expression import conjunction, conjuncts, sources, walk
from litestone.schema.query import CompoundQuery, OutputColumn, SelectQuery, ValuesQuery
from litestone.schema.resolve_call import window_names
from litestone.schema.resolve_from import checked_names, recursive_columns, resolve_from, spliced
from litestone.schema.resolve_order import Part, resolve_compound_order, resolve_group_by, resolve_order_by
from litestone.schema.resolve_output import expand_outputs
from litestone.schema.scope import CommonTableEntry, CommonTables, Scope
from litestone.text.tree import (
    Call,
    Core,
    FromTerm,
    Literal,
    ResultColumn,
    Select,
    TableRef,
    Values,
    With,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import Query
    from litestone.schema.resolve import Resolver


class Resolved:
    """A part of a SELECT, the names its columns have in a FROM clause, and what its ORDER BY needs."""

    __slots__ = ("names", "part", "query")

    def __init__(self, query: SelectQuery | ValuesQuery, names: list[str], part: Part | None) -> None:
        self.query = query
        self.names = names
        self.part = part

    def name_columns(self) -> None:
        """Give the columns the names that those of VALUES have."""
        self.names = [f"column{number + 1}" for number in range(len(self.query.columns))]
        for column, name in zip(self.query.columns, self.names, strict=True):
            column.name = name


def has_aggregates(resolver: Resolver, values: Values) -> bool:
    """Whether VALUES stands for SELECTs: it has window functions, or one row with aggregates."""
    calls = [
        node
        for row in values.rows
        for item in row
        if item.__class__ is not Literal
        for node in walk(item)
        if isinstance(node, Call)
    ]
    if any(call.over is not None for call in calls):
        return True
    find = resolver.connection.find_function
    return len(values.rows) == 1 and any(
        isinstance(find(call.name, 0 if call.star else len(call.arguments)), Aggregate) for call in calls
    )


def values_as_selects(
    resolver: Resolver, cores: list[Core | Values], operators: list[str]
) -> tuple[list[Core | Values], list[str]]:
    """The parts of a SELECT with a SELECT for each row of such a VALUES."""
    found: list[Core | Values] = []
    between: list[str] = []
    for place, core in enumerate(cores):
        parts: list[Core | Values] = [core]
        if isinstance(core, Values) and has_aggregates(resolver, core):
            parts = [
                Core(False, [ResultColumn(item, None, "") for item in row], [], None, [], None, [])
                for row in core.rows
            ]
        between += [operators[place - 1]] if place else []
        between += ["UNION ALL"] * (len(parts) - 1)
        found += parts
    return found, between


def with_tables(clause: With | None, outer: CommonTables | None) -> CommonTables | None:
    """The common tables in sight behind a WITH clause.

    Raises SqlError "duplicate WITH table name: …".
    """
    if clause is None:
        return outer
    tables = CommonTables(outer)
    for definition in clause.tables:
        name = definition.name.lower()
        if name in tables.entries:
            raise SqlError(errors.ERROR, f"duplicate WITH table name: {definition.name}")
        tables.entries[name] = CommonTableEntry(definition, tables)
    return tables


def resolve_select(
    resolver: Resolver, ast: Select, outer: Scope | None, tables: CommonTables | None
) -> tuple[Query, list[str]]:
    """A whole SELECT and the names its columns have as a source."""
    if resolver.connection.authorizer is not None:
        from litestone.authorization import authorize_select

        authorize_select(resolver, ast)
    tables = with_tables(ast.with_, tables)
    if resolver.connection.names_only and ast.with_ is not None:
        common_table_names(resolver, tables, outer)
    cores, operators = ast.cores, ast.operators
    if any(isinstance(core, Values) and has_aggregates(resolver, core) for core in cores):
        cores, operators = values_as_selects(resolver, cores, operators)
    parts = [resolve_part(resolver, core, outer, tables) for core in cores]
    if cores is not ast.cores and isinstance(ast.cores[0], Values):
        parts[0].name_columns()
    if len(parts) == 1:
        only = parts[0]
        if only.part is not None:
            only.part.query.order_by = resolve_order_by(
                resolver, ast.order_by, only.part.scope, only.part.names
            )
            only.part.query.correlated = only.part.scope.correlated
        query: Query = only.query
    else:
        query = compound_of(parts, operators)
        query.order_by = resolve_compound_order(resolver, ast.order_by, query, [one.part for one in parts])
    resolve_limit(resolver, ast, query, tables)
    if resolver.connection.authorizer is not None:
        from litestone.authorization import authorize_tables

        authorize_tables(resolver, ast, query)
    return query, parts[0].names


def resolve_limit(resolver: Resolver, ast: Select, query: Query, tables: CommonTables | None) -> None:
    """LIMIT and OFFSET, which see no columns at all."""
    scope = Scope()
    scope.tables = tables
    if ast.limit is not None:
        query.limit = resolver.scalar(ast.limit, scope)
    if ast.offset is not None:
        query.offset = resolver.scalar(ast.offset, scope)


def compound_of(parts: list[Resolved], operators: list[str]) -> CompoundQuery:
    """A compound of resolved parts.

    Raises SqlError "SELECTs to the left and right of … do not have the same number of result columns".
    """
    compound = CompoundQuery([part.query for part in parts], list(operators))
    first = parts[0].query.columns
    for operator, part in zip(operators, parts[1:], strict=True):
        if len(part.query.columns) != len(first):
            text = (
                f"SELECTs to the left and right of {operator} do not have the same number of result columns"
            )
            raise SqlError(errors.ERROR, text)
    for number, column in enumerate(first):
        described = OutputColumn(column.name, column.affinity, column.collation, column.type_name)
        described.origin = column.origin
        compound.columns.append(described)
        given = (part.query.columns[number].collation for part in parts)
        compound.collations.append(next((collation for collation in given if collation is not None), None))
    for part in parts:
        compound.correlated |= part.query.correlated
    return compound


def resolve_part(
    resolver: Resolver, core: Core | Values, outer: Scope | None, tables: CommonTables | None
) -> Resolved:
    """One SELECT or VALUES without ORDER BY."""
    resolve = resolve_values if isinstance(core, Values) else resolve_core
    resolved = resolve(resolver, core, outer, tables)  # type: ignore[arg-type]
    resolved.query.syntax = core
    return resolved


def resolve_values(
    resolver: Resolver, ast: Values, outer: Scope | None, tables: CommonTables | None
) -> Resolved:
    """``VALUES``; its columns are described by the first row.

    Raises SqlError "all VALUES must have the same number of terms".
    """
    scope = Scope(outer)
    scope.tables = tables
    rows = []
    for row in ast.rows:
        if len(row) != len(ast.rows[0]):
            raise SqlError(errors.ERROR, "all VALUES must have the same number of terms")
        rows.append([resolver.scalar(item, scope) for item in row])
    names = [f"column{number + 1}" for number in range(len(rows[0]))]
    columns = [resolver.describe(item, name) for item, name in zip(rows[0], names, strict=True)]
    query = ValuesQuery(rows, columns)
    query.correlated = scope.correlated
    return Resolved(query, names, None)


def resolve_core(
    resolver: Resolver, core: Core, outer: Scope | None, tables: CommonTables | None
) -> Resolved:
    """One SELECT, its clauses in the order in which SQLite looks at them."""
    query = SelectQuery()
    scope = Scope(outer)
    scope.tables = tables
    scope.query = query
    query.distinct = core.distinct
    for name, window in core.windows:
        scope.window_definitions.setdefault(name.lower(), window)
    resolve_from(resolver, core.sources, scope)
    scope.aggregates = "yes"
    scope.windows = True
    outputs = expand_outputs(resolver, core.columns, scope)
    query.outputs = [output.expression for output in outputs]
    query.columns = [resolver.describe(output.expression, output.name) for output in outputs]
    if resolver.connection.names_only:
        for _, window in core.windows:
            window_names(resolver, window, scope)
    scope.windows = False
    aggregate = bool(query.aggregates or core.group_by)
    scope.aggregates = "late" if aggregate else "no"
    scope.aliases = {}
    for number, output in enumerate(outputs):
        if output.alias is not None:
            scope.aliases.setdefault(output.alias.lower(), number)
    if core.having is not None:
        if not aggregate:
            raise SqlError(errors.ERROR, "HAVING clause on a non-aggregate query")
        scope.aggregates = "yes"
        query.having = resolver.scalar(core.having, scope)
        scope.aggregates = "late"
    resolve_on(resolver, spliced(core.sources), scope)
    if core.where is not None:
        query.where = conjunction([*conjuncts(query.where), resolver.scalar(core.where, scope)])
    if core.group_by:
        scope.aggregates = "yes"
        query.group_by = resolve_group_by(resolver, core.group_by, scope)
    query.correlated = scope.correlated
    # What follows is ORDER BY, which sees window functions too.
    scope.aggregates = "yes" if aggregate else "late"
    scope.windows = True
    names: list[str | None] = [output.order_name for output in outputs]
    return Resolved(query, [output.source_name for output in outputs], Part(query, scope, names))


def resolve_on(resolver: Resolver, terms: list[FromTerm], scope: Scope) -> None:
    """The ON clauses and table-function arguments of a FROM clause.

    Raises SqlError "ON clause references tables to its right".
    """
    query = scope.query
    assert query is not None
    for number, term in enumerate(terms):
        source = query.sources[number]
        if isinstance(term.source, TableRef) and term.source.arguments:
            source.arguments = [resolver.scalar(argument, scope) for argument in term.source.arguments]
        if term.on is None:
            continue
        condition = resolver.scalar(term.on, scope)
        if not number:
            query.where = condition
            continue
        following = query.sources[number + 1 :]
        outer = source.join not in ("inner", "cross") or any(
            one.join in ("right", "full") for one in following
        )
        if outer and not sources(condition).isdisjoint(following):
            resolver.refuse(SqlError(errors.ERROR, "ON clause references tables to its right"))
        source.on += conjuncts(condition)


# -- common tables


def common_table_names(resolver: Resolver, tables: CommonTables | None, outer: Scope | None) -> None:
    """Resolve every common table of a WITH clause; what is wrong with one that nobody reads is let be."""
    assert tables is not None
    for entry in tables.entries.values():
        entry.problem = "circular reference"
        try:
            resolve_common_table(resolver, entry, outer)
        except SqlError:
            continue  # One that is read is resolved once more, and its error told then.
        finally:
            entry.problem = None


def resolve_common_table(
    resolver: Resolver, entry: CommonTableEntry, outer: Scope | None
) -> tuple[Query, list[str]]:
    """The query of a common table; a recursive one where its last parts read the table itself."""
    select = entry.definition.select
    first = first_recursive(select, entry.definition.name)
    if first is None:
        return resolve_select(resolver, select, outer, entry.tables)
    tables = with_tables(select.with_, entry.tables)
    initial = [resolve_part(resolver, core, outer, tables) for core in select.cores[:first]]
    compound = compound_of(initial, select.operators[: first - 1])
    names = checked_names(entry, initial[0].names)
    parts = list(initial)
    columns = recursive_columns(compound, names)
    for core in select.cores[first:]:
        entry.problem = "recursive reference in a subquery"
        parts.append(recursive_part(resolver, core, entry, compound, columns, outer, tables))
    entry.problem = "circular reference"
    whole = compound_of(parts, select.operators)
    whole.first_recursive = first
    whole.recursive = compound.recursive
    for source in whole.recursive:
        source.query = whole
    whole.order_by = resolve_compound_order(resolver, select.order_by, whole, [one.part for one in parts])
    resolve_limit(resolver, select, whole, tables)
    whole.correlated -= set(whole.recursive)
    return whole, initial[0].names


def recursive_part(
    resolver: Resolver,
    core: Core | Values,
    entry: CommonTableEntry,
    compound: CompoundQuery,
    columns: list[OutputColumn],
    outer: Scope | None,
    tables: CommonTables | None,
) -> Resolved:
    """One part that reads the table being defined, exactly once and in its own FROM clause."""
    assert isinstance(core, Core)
    if sum(is_reference(term, entry.definition.name) for term in core.sources) > 1:
        text = f"multiple references to recursive table: {entry.definition.name}"
        raise SqlError(errors.ERROR, text)
    inside = CommonTables(tables)
    stand_in = CommonTableEntry(entry.definition, entry.tables)
    stand_in.recursive = (compound, columns)
    inside.entries[entry.definition.name.lower()] = stand_in
    resolved = resolve_core(resolver, core, outer, inside)
    query = resolved.query
    assert isinstance(query, SelectQuery)
    if query.aggregates or query.group_by:
        resolver.refuse(SqlError(errors.ERROR, "recursive aggregate queries not supported"))
    if query.windows:
        raise SqlError(errors.ERROR, "cannot use window functions in recursive queries")
    return resolved


def is_reference(term: FromTerm, name: str) -> bool:
    """Whether a FROM item is the table called ``name`` without a schema."""
    item = term.source
    return isinstance(item, TableRef) and item.schema is None and item.name.lower() == name.lower()


def first_recursive(select: Select, name: str) -> int | None:
    """The number of the first recursive part, None for an ordinary common table."""
    if not select.operators or select.operators[-1] not in ("UNION", "UNION ALL"):
        return None
    place = len(select.cores)
    while place > 1 and select.operators[place - 2] == select.operators[-1]:
        core = select.cores[place - 1]
        if not isinstance(core, Core) or not any(is_reference(term, name) for term in core.sources):
            break
        place -= 1
    return place if place < len(select.cores) else None
