"""PRAGMA integrity_check, quick_check and foreign_key_check."""

from __future__ import annotations

from litestone import errors
from litestone.define.pragma import integer, register
from litestone.errors import SqlError
from litestone.schema.visiting_order import visiting_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from litestone.connection import Connection, Database
    from litestone.schema.objects import Table
    from litestone.text.tree import Value

    Row = tuple[Value, ...]

DEFAULT_LIMIT = 100


@register("integrity_check", "integrity_check", schema=True, function=True, quiet=False)
def integrity_check(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """What is wrong with the file, one row a fault; ``ok`` where nothing is."""
    return check(connection, schema, value, False)


@register("quick_check", "quick_check", schema=True, function=True, quiet=False)
def quick_check(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """As integrity_check, without comparing indexes with their tables."""
    return check(connection, schema, value, True)


def check(connection: Connection, schema: str | None, value: str | None, quick: bool) -> Iterator[Row]:
    """The rows of integrity_check and quick_check; what is found before a page's error comes before it."""
    limit = DEFAULT_LIMIT
    only: Table | None = None
    if value is not None:
        if integer(value) > 0:
            limit = integer(value)
        else:
            only = connection.find_table(schema, value)
            if only is None:
                raise SqlError(errors.ERROR, f"no such table: {value}")
    found = 0
    for database in connection.databases:
        if schema is not None and database.name.lower() != schema.lower():
            continue
        if only is not None and only.database != database.name:
            continue
        if database.name == "temp" and schema is None and not database.store.page_count:
            continue
        for message in database_faults(connection, database, only, quick, limit):
            yield (message,)
            found += 1
            if found >= limit:
                return
    if not found:
        yield ("ok",)


def database_faults(
    connection: Connection, database: Database, only: Table | None, quick: bool, limit: int
) -> Iterator[str]:
    """The faults of one database: its trees and pages, then its tables' rows and indexes."""
    from litestone.storage.integrity import tree_faults

    tables = [
        table
        for table in visiting_order(database.schema)
        if table.kind == "table" and (only is None or table is only)
    ]
    roots: list[int] = []
    for table in tables:
        if table.name not in ("sqlite_master", "sqlite_temp_master"):
            roots.append(table.root)
            roots.extend(index.root for index in table.indexes if index.root != table.root)
    if only is None:
        roots.append(1)
    # Observed: where the newest table is one without a tree (a view), unused pages are not looked for.
    newest = next(reversed(database.schema.tables.values()), None)
    partial = only is not None or (newest is not None and newest.kind != "table")
    faults = tree_faults(database.store, roots, limit, partial=partial)
    if faults:
        yield f"*** in database {database.name} ***\n" + "\n".join(faults)
    for table in tables:
        if table.name not in ("sqlite_master", "sqlite_temp_master"):
            yield from table_faults(connection, table, quick)


def table_faults(connection: Connection, table: Table, quick: bool) -> Iterator[str]:
    """Faults of the rows of a table, row by row, then of its indexes as a whole."""
    from litestone.define.row_check import RowCheck

    checker = RowCheck(connection, table, quick)
    yield from checker.rows()
    if not quick:
        for index in table.indexes:
            if table.without_rowid and index.origin == "pk":
                continue
            if connection.index_tree(index).count() != checker.entry_counts[index]:
                yield f"wrong # of entries in index {index.name}"


@register("foreign_key_check", "table", "rowid", "parent", "fkid", schema=True, function=True, quiet=False)
def foreign_key_check(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """The rows whose foreign keys have no parent (``foreignkeys``, ``pragma``)."""
    if value is not None:
        table = connection.find_table(schema, value)
        if table is None:
            return []
        return list(orphans(connection, table))
    rows: list[Row] = []
    for database in connection.databases:
        if schema is None or database.name.lower() == schema.lower():
            for table in visiting_order(database.schema):
                rows.extend(orphans(connection, table))
    return rows


def orphans(connection: Connection, table: Table) -> Iterator[Row]:
    """Rows (table, rowid, parent, key number) of a table without a parent, key by key."""
    from litestone.change.foreign_key import orphan_rowids

    for number, key in enumerate(reversed(table.foreign_keys)):
        for rowid in orphan_rowids(connection, table, key):
            yield (table.name, rowid, key.table, number)
