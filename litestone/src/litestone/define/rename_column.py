"""ALTER TABLE RENAME COLUMN (``lang_altertable`` section 3).

Which tokens of a stored text mean the column is found by resolving the text
with placed names and noting each name that comes out as that column.
"""

from __future__ import annotations

from litestone import errors
from litestone.define import schema_rows
from litestone.define.dependants import check_columns, check_index_texts, check_schema
from litestone.define.double_quotes import fix_quotes
from litestone.define.program_names import resolve_program
from litestone.define.rename_text import edited
from litestone.define.validate import nodes, resolve_over
from litestone.errors import SqlError
from litestone.schema.objects import Trigger
from litestone.text.placed import PlacedName, parse_placed
from litestone.text.statement import (
    CreateIndex,
    CreateTable,
    CreateTrigger,
    CreateView,
    ForeignKey,
    Insert,
    Update,
)
from litestone.text.tree import Collate, FromTerm, Literal, Name, TableRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection, Database
    from litestone.schema.objects import Table
    from litestone.schema.query import Source
    from litestone.text.statement import RenameColumn
    from litestone.text.tree import Expression, OrderTerm


def rename_column(connection: Connection, table: Table, tree: RenameColumn) -> None:
    """Give a column another name, in its table's text and in all that refers to it."""
    database = connection.database(table.database)
    number = table.find_column(tree.column)
    if number < 0:
        raise SqlError(errors.ERROR, f'no such column: "{tree.column}"')
    places = [database] if database.name == "temp" else [database, connection.databases[1]]
    fix_quotes(connection, places)
    table = database.schema.tables[table.name.lower()]
    check_schema(connection, database, "")
    check_index_texts(connection, table, True)
    other = table.find_column(tree.new_name)
    if other >= 0 and other != number:
        raise SqlError(
            errors.ERROR, f"error in table {table.name} after rename: duplicate column name: {tree.new_name}"
        )
    for each in places:
        rewrite(connection, each, Renaming(connection, table, number), tree)
    for each in places:
        if each.store.in_write:
            schema_rows.reload(connection, each)
    check_columns(connection, database, "after rename")


def rewrite(connection: Connection, database: Database, renaming: Renaming, tree: RenameColumn) -> None:
    """Rewrite the texts of one database that mention the column."""
    for row in schema_rows.rows(database):
        kind, name, owner, root, sql, rowid = row
        if sql is None:
            continue
        names = renaming.names_in(str(sql), database.name)
        if names:
            assert isinstance(rowid, int)
            connection.begin_write(database.name)
            text = edited(str(sql), names, tree.new_name, tree.new_quoted)
            schema_rows.put_row(database, rowid, (kind, name, owner, root, text))


class Renaming:
    """Finds the names in a text that mean column ``number`` of ``table``."""

    def __init__(self, connection: Connection, table: Table, number: int) -> None:
        self.connection = connection
        self.table = table
        self.number = number
        self.old_name = table.columns[number].name.lower()
        self.names: list[str] = []

    def names_in(self, sql: str, database: str) -> list[str]:
        """The placed names of ``sql`` that are to be changed."""
        self.names = []
        tree = parse_placed(sql)
        self.connection.name_observer = self.observe
        try:
            self.visit(tree, sql, database)
        except SqlError:
            # What does not resolve has been reported by check_schema, or is no error under legacy rules.
            self.names = []
        finally:
            self.connection.name_observer = None
        return [name for name in self.names if isinstance(name, PlacedName)]

    def observe(self, name: str, source: Source | None, column: int) -> None:
        """The resolver found that ``name`` is ``column`` of ``source``."""
        if source is None:
            return
        same = column == self.number or (column == -1 and self.number == self.table.rowid_column)
        if same and source.table is self.table and name.lower() == self.old_name:
            self.names.append(name)

    def note(self, name: str | None) -> None:
        """A bare name in a list of the table's own columns."""
        if name is not None and name.lower() == self.old_name:
            self.names.append(name)

    def visit(self, tree: object, sql: str, database: str) -> None:
        """Look through one CREATE statement."""
        if isinstance(tree, CreateTable):
            self.visit_table(tree, database)
        elif isinstance(tree, CreateIndex):
            if self.is_table(tree.table, database):
                self.note_terms(tree.columns)
                if tree.where is not None:
                    resolve_over(self.connection, self.table, tree.where)
        elif isinstance(tree, CreateView):
            from litestone.schema.resolve import Resolver

            Resolver(self.connection, database).select(tree.select)
            self.note_using(tree)
        elif isinstance(tree, CreateTrigger):
            self.visit_trigger(tree, sql, database)

    def is_table(self, name: str, database: str) -> bool:
        """Whether a name in a text of ``database`` means the table."""
        return name.lower() == self.table.name.lower() and database == self.table.database

    def visit_table(self, tree: CreateTable, database: str) -> None:
        """Column definitions, keys, checks and foreign keys of a CREATE TABLE."""
        own = self.is_table(tree.name, database)
        for node in nodes(tree):
            if isinstance(node, ForeignKey):
                if own:
                    for name in node.columns:
                        self.note(name)
                if node.table.lower() == self.table.name.lower() and database == self.table.database:
                    for name in node.parent_columns or ():
                        self.note(name)
        if not own:
            return
        self.names.append(tree.columns[self.number].name)
        constraints = [*tree.constraints, *(c for column in tree.columns for c in column.constraints)]
        for constraint in constraints:
            if constraint.kind in ("PRIMARY KEY", "UNIQUE"):
                self.note_terms(constraint.columns)
            elif constraint.kind in ("CHECK", "GENERATED") and constraint.expression is not None:
                resolve_over(self.connection, self.table, constraint.expression)

    def note_terms(self, terms: list[OrderTerm]) -> None:
        """Indexed columns: bare names, or expressions to be resolved."""
        for term in terms:
            expression: Expression = term.expression
            while isinstance(expression, Collate):
                expression = expression.operand
            if isinstance(expression, Name) and expression.table is None:
                self.note(expression.name)
            elif isinstance(expression, Literal):
                if isinstance(expression.value, str):
                    self.note(expression.value)
            else:
                resolve_over(self.connection, self.table, expression)

    def visit_trigger(self, tree: CreateTrigger, sql: str, database: str) -> None:
        """A trigger's column list and the statements of its body."""
        trigger = Trigger(tree.name, database, tree.table, tree, sql)
        target = self.connection.trigger_table(trigger)
        if target is None:
            return
        if target is self.table:
            for name in tree.of or ():
                self.note(name)
        resolve_program(self.connection, trigger, target)
        for node in nodes(tree.body):
            if isinstance(node, Insert) and self.means(node.schema, node.table, database):
                for name in node.columns or ():
                    self.note(name)
                for upsert in node.upserts:
                    for assignment in upsert.assignments or ():
                        for name in assignment.columns:
                            self.note(name)
            elif isinstance(node, Update) and self.means(node.target.schema, node.target.name, database):
                for assignment in node.assignments:
                    for name in assignment.columns:
                        self.note(name)
        self.note_using(tree)

    def means(self, schema: str | None, name: str, database: str) -> bool:
        """Whether a table reference in a text of ``database`` is the table."""
        found = self.connection.find_table(schema or (None if database == "temp" else database), name)
        return found is self.table

    def note_using(self, tree: object) -> None:
        """USING lists name the column too, where the table is one of the sources joined."""
        joins = [node for node in nodes(tree) if isinstance(node, FromTerm)]
        if any(
            isinstance(join.source, TableRef) and join.source.name.lower() == self.table.name.lower()
            for join in joins
        ):
            for join in joins:
                for name in join.using or ():
                    self.note(name)
