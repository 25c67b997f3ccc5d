"""ALTER TABLE ADD COLUMN (``lang_altertable`` section 4)."""

from __future__ import annotations

from litestone import errors
from litestone.define import schema_rows
from litestone.define.validate import check_expression
from litestone.errors import SqlError
from litestone.schema.build import build_table
from litestone.text.parse import parse_statement
from litestone.text.statement import CreateTable
from litestone.text.tokenize import tokenize
from litestone.text.tree import Cast, Collate, Literal, Name, Unary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection, Database
    from litestone.schema.objects import Column, Table
    from litestone.text.statement import AddColumn, ColumnDef


def fail(message: str) -> SqlError:
    """An ordinary error of the statement."""
    return SqlError(errors.ERROR, message)


def add_column(connection: Connection, table: Table, tree: AddColumn) -> None:
    """Add a column behind the last one; rows stay as they are and read as its default."""
    database = connection.database(table.database)
    definition = tree.column
    check_constraints(definition)
    assert table.sql is not None
    place = columns_end(table.sql)
    text = f"{table.sql[:place]}, {tree.text.rstrip()}{table.sql[place:]}"
    parsed, _ = parse_statement(text)
    assert isinstance(parsed, CreateTable)
    changed = build_table(parsed, database.name)
    column = changed.columns[-1]
    check_column(connection, table, changed, column, definition)
    write_text(connection, database, table, text)
    fresh = database.schema.tables[table.name.lower()]
    check_rows(connection, fresh, column, definition)


def check_constraints(definition: ColumnDef) -> None:
    """Constraints that the existing rows could not meet."""
    for constraint in definition.constraints:
        if constraint.kind == "PRIMARY KEY":
            raise fail("Cannot add a PRIMARY KEY column")
        if constraint.kind == "UNIQUE":
            raise fail("Cannot add a UNIQUE column")


def check_column(
    connection: Connection, table: Table, changed: Table, column: Column, definition: ColumnDef
) -> None:
    """The rules of section 4 that depend on the default value."""
    if column.generated is not None:
        if column.stored:
            raise fail("cannot add a STORED column")
        check_expression(connection, changed, column.generated, "generated columns")
        return
    default = constant_default(connection, column)
    refers = any(constraint.kind == "REFERENCES" for constraint in definition.constraints)
    occupied = has_rows(connection, table)
    if connection.settings.foreign_keys and refers and default is not None and occupied:
        raise fail("Cannot add a REFERENCES column with non-NULL default value")
    if column.not_null is not None and default is None and occupied:
        raise fail("Cannot add a NOT NULL column with default value NULL")
    for check in changed.checks[len(table.checks) :]:
        check_expression(connection, changed, check.expression, "CHECK constraints")


def constant_default(connection: Connection, column: Column) -> object:
    """The default's value; raises SqlError where it is not a constant."""
    expression = column.default
    if expression is None:
        return None
    while isinstance(expression, (Unary, Cast, Collate)):
        expression = expression.operand
    if not isinstance(expression, (Literal, Name)):
        raise fail("Cannot add a column with non-constant default")
    return connection.default_value(column)


def has_rows(connection: Connection, table: Table) -> bool:
    """Whether the table has any row."""
    if table.without_rowid:
        index = next(i for i in table.indexes if i.origin == "pk")
        return next(connection.index_tree(index).scan((0,)), None) is not None
    return connection.table_tree(table).last_rowid() is not None


def check_rows(connection: Connection, table: Table, column: Column, definition: ColumnDef) -> None:
    """A CHECK, or a NOT NULL on a generated column, must hold for the rows there are."""
    kinds = {constraint.kind for constraint in definition.constraints}
    bound = column.generated is not None and "NOT NULL" in kinds
    if "CHECK" not in kinds and not bound and not table.strict:
        return
    from litestone.define.row_check import RowCheck

    for fault in RowCheck(connection, table, True).rows():
        if fault.startswith("CHECK"):
            raise SqlError(errors.ERROR, "CHECK constraint failed")
        if fault.startswith("non-"):
            raise SqlError(errors.ERROR, "type mismatch on DEFAULT")
        raise SqlError(errors.ERROR, "NOT NULL constraint failed")


def columns_end(sql: str) -> int:
    """Offset of the comma before the table constraints, or of the parenthesis that closes the columns."""
    parsed, _ = parse_statement(sql)
    assert isinstance(parsed, CreateTable)
    _, starts, _ = tokenize(sql, parsed.columns[-1].end)
    return starts[0]


def write_text(connection: Connection, database: Database, table: Table, text: str) -> None:
    """Store a table's new text and load the schema anew."""
    wanted = table.name.lower()
    for row in schema_rows.rows(database):
        if row[0] == "table" and str(row[1]).lower() == wanted:
            rowid = row[5]
            assert isinstance(rowid, int)
            schema_rows.put_row(database, rowid, (row[0], row[1], row[2], row[3], text))
    schema_rows.reload(connection, database)
