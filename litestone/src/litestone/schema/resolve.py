"""Name resolution: from the syntax tree to what ``schema.query`` describes.

A ``Resolver`` knows the connection and where names without a schema are
looked for; the rules stand in the modules ``resolve_name``, ``resolve_call``,
``resolve_expression``, ``resolve_from``, ``resolve_join``, ``resolve_output``,
``resolve_order`` and ``resolve_select``.
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.function.registry import Scalar
from litestone.schema import resolve_expression, resolve_from, resolve_output, resolve_select
from litestone.schema.expression import affinity, collation
from litestone.schema.query import ColumnRef, OutputColumn, Source
from litestone.schema.resolve_from import row_source, table_source
from litestone.schema.resolve_name import resolve_name
from litestone.schema.scope import CommonTableEntry, CommonTables, Scope
from litestone.text.tree import Expression, Name, Subquery

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.schema.objects import Table
    from litestone.schema.query import Query, SelectQuery
    from litestone.text.tree import FromTerm, ResultColumn, Select, Star, TableRef, With

__all__ = ["Resolver", "Scope", "row_source", "table_source"]


class Resolver:
    """Resolves statements of one connection.

    ``schema`` is the database that names without a schema are looked for in, None
    for all: a view or trigger outside of ``temp`` sees its own database alone.
    ``in_trigger`` allows RAISE().
    """

    __slots__ = ("connection", "in_trigger", "open_views", "schema", "unasked")

    def __init__(self, connection: Connection, schema: str | None = None, in_trigger: bool = False) -> None:
        self.connection = connection
        self.schema = schema
        self.in_trigger = in_trigger
        self.open_views: tuple[Table, ...] = ()
        # A SELECT that is not in the text: no authoriser is asked for it.
        self.unasked: Select | None = None

    # -- entries

    def select(self, ast: Select, scope: Scope | None = None) -> Query:
        """The query of a SELECT; ``scope`` is what encloses it.

        Raises SqlError for every name that means nothing or too much.
        """
        tables = None if scope is None else scope.tables
        return resolve_select.resolve_select(self, ast, scope, tables)[0]

    def expression(self, ast: Expression, scope: Scope) -> Expression:
        """An expression that may be a row value."""
        return resolve_expression.resolve(self, ast, scope)

    def scalar(self, ast: Expression, scope: Scope) -> Expression:
        """An expression of one value; raises SqlError "row value misused" for another."""
        return resolve_expression.resolve_scalar(self, ast, scope)

    def result_columns(
        self, columns: list[ResultColumn | Star], scope: Scope
    ) -> tuple[list[Expression], list[OutputColumn]]:
        """The expressions and descriptions of result columns (RETURNING)."""
        outputs = resolve_output.expand_outputs(self, columns, scope)
        described = [self.describe(output.expression, output.name) for output in outputs]
        return [output.expression for output in outputs], described

    def sources(self, terms: list[FromTerm], scope: Scope) -> None:
        """Resolve a FROM clause into ``scope``, whose ``query`` takes the sources; then its ON clauses."""
        resolve_from.resolve_from(self, terms, scope)
        resolve_select.resolve_on(self, resolve_from.spliced(terms), scope)

    def with_clause(self, clause: With | None, scope: Scope) -> None:
        """Bring the common tables of a WITH clause in sight of ``scope``."""
        scope.tables = resolve_select.with_tables(clause, scope.tables)

    def table_source(self, table: Table, alias: str | None) -> Source:
        """A source for a stored or virtual table."""
        return table_source(table, alias)

    def row_source(self, table: Table, alias: str | None) -> Source:
        """A source for one row that the caller puts in place."""
        return row_source(table, alias)

    # -- what the rules ask for

    def refuse(self, error: SqlError) -> None:
        """Raise an error that isn't about what a name means, unless names alone are looked for."""
        if not self.connection.names_only:
            raise error

    def subquery(
        self, ast: Select, outer: Scope | None, tables: CommonTables | None
    ) -> tuple[Query, list[str]]:
        """A subquery of a FROM clause and its columns' names."""
        return resolve_select.resolve_select(self, ast, outer, tables)

    def common_table_query(self, entry: CommonTableEntry, outer: Scope | None) -> tuple[Query, list[str]]:
        """The query of a common table and its columns' own names."""
        return resolve_select.resolve_common_table(self, entry, outer)

    def resolve_on(self, terms: list[FromTerm], scope: Scope) -> None:
        """The ON clauses of a join in parentheses."""
        resolve_select.resolve_on(self, terms, scope)

    def whole_table(self, item: TableRef, scope: Scope) -> SelectQuery:
        """``SELECT * FROM item``."""
        return resolve_from.whole_table(self, item, scope)

    def view_query(self, view: Table) -> Query:
        """The query of a view, by the names of its own database.

        Raises SqlError "view … is circularly defined".
        """
        if view in self.open_views:
            raise SqlError(errors.ERROR, f"view {view.name} is circularly defined")
        assert view.select is not None
        inner = Resolver(self.connection, view.database)
        inner.open_views = (*self.open_views, view)
        query, names = inner.subquery(view.select, None, None)
        for column, name in zip(query.columns, names, strict=True):
            column.name = name
        return query

    def find_table(self, schema: str | None, name: str) -> Table | None:
        """The table that a name means here."""
        if schema is None and self.schema is not None and self.schema.lower() != "temp":
            found = self.connection.find_table(self.schema, name)
            return found if found is not None else self.connection.eponymous_table(name.lower())
        return self.connection.find_table(schema, name)

    def shown_name(self, schema: str | None, name: str) -> str:
        """A table's name as an error shows it."""
        if schema is None and self.schema is not None and self.schema.lower() != "temp":
            schema = self.schema
        return name if schema is None else f"{schema}.{name}"

    def scalar_function(self, name: str, nargs: int) -> Scalar:
        """A built-in function that a rewrite needs."""
        found = self.connection.find_function(name, nargs)
        assert isinstance(found, Scalar)
        return found

    def unqualified(self, name: str, scope: Scope) -> Expression:
        """What a plain column name means in ``scope``."""
        return resolve_name(self, Name(None, None, name, False), scope)

    def read_generated(self, source: Source, column: int) -> None:
        """Resolve the expression of a VIRTUAL column of ``source``, so that what it reads is read."""
        assert source.table is not None
        generated = source.table.columns[column].generated
        assert generated is not None
        source.generated[column] = self.scalar(generated, Scope(None, [source]))

    def describe(self, expression: Expression, name: str) -> OutputColumn:
        """A result column called ``name`` that ``expression`` gives."""
        column = OutputColumn(name, affinity(expression), collation(expression))
        if isinstance(expression, ColumnRef) and expression.column >= 0:
            origin = expression.source.columns[expression.column]
            column.type_name = origin.type_name
            column.origin = origin.origin
        elif isinstance(expression, ColumnRef):
            column.type_name = "INTEGER"
        elif isinstance(expression, Subquery):
            column.type_name = expression.select.columns[0].type_name  # type: ignore[attr-defined]
        return column
