"""ALTER TABLE DROP COLUMN (``lang_altertable`` section 5)."""

from __future__ import annotations

from litestone.define.add_column import columns_end, fail, write_text
from litestone.define.dependants import check_columns, check_index_texts, check_schema, checked
from litestone.define.double_quotes import fix_quotes
from litestone.define.validate import check_table
from litestone.errors import SqlError
from litestone.schema.build import build_table
from litestone.storage import record
from litestone.storage.row_reader import RowReader
from litestone.text.parse import parse_statement
from litestone.text.statement import CreateTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.schema.objects import Table
    from litestone.text.statement import DropColumn


def drop_column(connection: Connection, table: Table, tree: DropColumn) -> None:
    """Take a column out of the definition and out of every row."""
    database = connection.database(table.database)
    number = table.find_column(tree.column)
    if number < 0:
        raise fail(f'no such column: "{tree.column}"')
    column = table.columns[number]
    if column.primary_key:
        raise fail(f'cannot drop PRIMARY KEY column: "{tree.column}"')
    assert table.sql is not None
    definition = parsed_table(table.sql).columns[number]
    if any(constraint.kind == "UNIQUE" for constraint in definition.constraints):
        raise fail(f'cannot drop UNIQUE column: "{tree.column}"')
    if len(table.columns) <= 1:
        raise fail(f'cannot drop column "{tree.column}": no other columns exist')
    places = [database] if database.name == "temp" else [database, connection.databases[1]]
    fix_quotes(connection, places)
    table = database.schema.tables[table.name.lower()]
    column = table.columns[number]
    check_schema(connection, database, "")
    check_index_texts(connection, table, False)
    storage = column.storage
    assert table.sql is not None
    text = without_column(table.sql, number)
    checked("after drop column", "table", table.name, lambda: check_text(connection, text, database.name))
    write_text(connection, database, table, text)
    check_columns(connection, database, "after drop column")
    if storage >= 0:
        rewrite_rows(connection, database.schema.tables[table.name.lower()], storage)


def parsed_table(sql: str) -> CreateTable:
    """The tree of a CREATE TABLE text."""
    parsed, _ = parse_statement(sql)
    assert isinstance(parsed, CreateTable)
    return parsed


def check_text(connection: Connection, sql: str, database: str) -> None:
    """Raise what is wrong with a CREATE TABLE text, names in its expressions included."""
    try:
        table = build_table(parsed_table(sql), database)
    except SqlError as error:
        before, found, name = error.message.rpartition(" has no column named ")
        if found and before.startswith("table "):
            raise fail(f"no such column: {name}") from error
        raise
    check_table(connection, table)


def without_column(sql: str, number: int) -> str:
    """The text of a CREATE TABLE without its column ``number``."""
    parsed = parsed_table(sql)
    start = parsed.columns[number].name_start
    if number + 1 < len(parsed.columns):
        return sql[:start] + sql[parsed.columns[number + 1].name_start :]
    end = columns_end(sql)
    return sql[: sql.rindex(",", 0, start)] + sql[end:]


def rewrite_rows(connection: Connection, table: Table, storage: int) -> None:
    """Rewrite every record without field ``storage``."""
    store = connection.store_of(table)
    width = sum(1 for column in table.columns if column.storage >= 0) + 1
    fields = tuple(field for field in range(width) if field != storage)
    if table.without_rowid:
        index = next(i for i in table.indexes if i.origin == "pk")
        rows = list(connection.index_tree(index).scan(fields))
        store.clear_tree(table.root)
        tree = connection.index_tree(index)
        for row in rows:
            tree.insert(row)
        return
    target = store.table(table.root)
    defaults = connection.defaults(table)
    padded = (*defaults[:storage], None, *defaults[storage:])
    reader = RowReader(fields, padded, frozenset(), -1)
    for row in list(target.scan(reader)):
        target.insert(row[-1], record.encode(row[:-1], store.encoding))


