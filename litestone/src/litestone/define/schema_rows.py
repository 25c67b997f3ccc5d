"""Writes the rows of ``sqlite_schema`` and keeps the loaded schema in step.

Sources: ``fileformat2`` section 2.6 (the table and its order), ``pragma``
(schema_version: every change of the schema counts it up).
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.schema.load import SCHEMA_READER, malformed
from litestone.storage import record
from litestone.text.parse import parse_statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from litestone.connection import Connection, Database
    from litestone.text.tree import Value

RESERVED = "sqlite_"


def check_name(connection: Connection, name: str) -> None:
    """Names that begin with ``sqlite_`` are the engine's own."""
    if name.lower().startswith(RESERVED) and not connection.settings.writable_schema:
        raise SqlError(errors.ERROR, f"object name reserved for internal use: {name}")


def insert_row(database: Database, kind: str, name: str, table: str, root: int, sql: str | None) -> int:
    """Append a row and give its rowid.

    Raises SqlError CORRUPT where the stored text does not read as what was created: without its own
    IF NOT EXISTS a definition whose name is IF begins to read as one.
    """
    if sql is not None and name.lower() == "if":
        try:
            parse_statement(sql, 0)
        except SqlError as error:
            raise malformed(name, error.message) from error
    tree = database.store.table(1)
    last = tree.last_rowid()
    rowid = 1 if last is None else last + 1
    put_row(database, rowid, (kind, name, table, root, sql))
    return rowid


def put_row(database: Database, rowid: int, values: tuple[Value, ...]) -> None:
    """Write a row in full."""
    store = database.store
    store.table(1).insert(rowid, record.encode(values, store.encoding))


def rows(database: Database) -> list[tuple[Value, ...]]:
    """All rows: type, name, tbl_name, rootpage, sql, rowid."""
    if not database.store.page_count:
        return []
    return list(database.store.table(1).scan(SCHEMA_READER))


def delete_rows(database: Database, unwanted: Callable[[tuple[Value, ...]], bool]) -> None:
    """Delete every row that ``unwanted`` picks."""
    tree = database.store.table(1)
    for row in rows(database):
        if unwanted(row):
            rowid = row[5]
            assert isinstance(rowid, int)
            tree.delete(rowid)


def root_moved(database: Database, old: int, new: int) -> None:
    """In an auto-vacuum database dropping a tree moves another one into its place."""
    for row in rows(database):
        if row[3] == old:
            rowid = row[5]
            assert isinstance(rowid, int)
            put_row(database, rowid, (row[0], row[1], row[2], new, row[4]))


def changed(connection: Connection, database: Database) -> None:
    """Count the schema cookie up; the loaded schema is the new one."""
    database.store.schema_cookie = (database.store.schema_cookie + 1) & 0xFFFFFFFF
    database.schema.cookie = database.store.schema_cookie
    connection.schema_changed()


def reload(connection: Connection, database: Database) -> None:
    """Count the schema cookie up and read the schema anew."""
    database.store.schema_cookie = (database.store.schema_cookie + 1) & 0xFFFFFFFF
    connection.reload_schema(database)
