"""DROP TABLE, VIEW, INDEX, TRIGGER (``lang_droptable`` and its sisters)."""

from __future__ import annotations

from litestone import errors
from litestone.define import schema_rows
from litestone.errors import SqlError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection, Database
    from litestone.schema.objects import Index, Table, Trigger
    from litestone.text.statement import Drop


def find(connection: Connection, tree: Drop) -> Table | Index | Trigger | None:
    """What the statement names, whatever its kind."""
    if tree.kind == "INDEX":
        return connection.find_index(tree.schema, tree.name)
    if tree.kind == "TRIGGER":
        return connection.find_trigger(tree.schema, tree.name)
    return connection.find_table(tree.schema, tree.name)


def drop_database(connection: Connection, tree: Drop) -> str | None:
    """Name of the database that holds what is dropped; None where there is nothing to do.

    Raises SqlError "no such table: …" without IF EXISTS.
    """
    found = find(connection, tree)
    if found is None:
        if tree.if_exists:
            return None
        shown = tree.name if tree.schema is None else f"{tree.schema}.{tree.name}"
        raise SqlError(errors.ERROR, f"no such {tree.kind.lower()}: {shown}")
    return found.table.database if tree.kind == "INDEX" else found.database  # type: ignore[union-attr]


def drop(connection: Connection, tree: Drop) -> None:
    """Run a DROP statement."""
    from litestone.schema.objects import Index, Table, Trigger

    found = find(connection, tree)
    stored = isinstance(found, Index) or (isinstance(found, Table) and found.kind == "table")
    if stored and connection.transaction.running > 1:
        # As SQLite: no tree may go while another statement reads.
        raise SqlError(errors.LOCKED, "database table is locked")
    if isinstance(found, Table):
        drop_table(connection, found, tree.kind)
    elif isinstance(found, Index):
        drop_index(connection, found)
    elif isinstance(found, Trigger):
        drop_trigger(connection, found)


def drop_table(connection: Connection, table: Table, kind: str) -> None:
    """Drop a table or view with its indexes, triggers and statistics."""
    database = connection.database(table.database)
    lowered = table.name.lower()
    if lowered.startswith("sqlite_") and not lowered.startswith(("sqlite_stat", "sqlite_parameters")):
        raise SqlError(errors.ERROR, f"table {table.name} may not be dropped")
    if kind == "VIEW" and table.kind != "view":
        raise SqlError(errors.ERROR, f"use DROP TABLE to delete table {table.name}")
    if kind == "TABLE" and table.kind == "view":
        raise SqlError(errors.ERROR, f"use DROP VIEW to delete view {table.name}")
    if table.kind == "table":
        from litestone.change.foreign_key import check_drop

        check_drop(connection, table)
    if table.kind == "virtual":
        from litestone.virtual.registry import destroy_instance

        destroy_instance(connection, table)
    for trigger in connection.triggers_of(table):
        forget_trigger(connection, trigger)
    if table.autoincrement:
        delete_where(connection, database, "sqlite_sequence", 0, table.name)
    drop_statistics(connection, database, 0, table.name)
    schema_rows.delete_rows(database, lambda row: str(row[2]).lower() == lowered and row[0] != "trigger")
    roots = [table.root, *(index.root for index in table.indexes)] if table.kind == "table" else []
    drop_trees(database, roots)
    schema_rows.reload(connection, database)


def drop_trees(database: Database, roots: list[int]) -> None:
    """Drop trees, the one with the highest root first, as SQLite does."""
    left = sorted(set(roots), reverse=True)
    while left:
        root = left.pop(0)
        moved = database.store.drop_tree(root)
        if moved is not None:
            old, new = moved
            schema_rows.root_moved(database, old, new)
            left = sorted((new if other == old else other for other in left), reverse=True)


def drop_index(connection: Connection, index: Index) -> None:
    """Drop an index that CREATE INDEX made."""
    if index.origin != "c":
        raise SqlError(
            errors.ERROR, "index associated with UNIQUE or PRIMARY KEY constraint cannot be dropped"
        )
    database = connection.database(index.table.database)
    drop_statistics(connection, database, 1, index.name)
    schema_rows.delete_rows(database, lambda row: row[0] == "index" and row[1] == index.name)
    drop_trees(database, [index.root])
    schema_rows.reload(connection, database)


def forget_trigger(connection: Connection, trigger: Trigger) -> None:
    """Delete a trigger's row; temp triggers of a table in another database go too."""
    database = connection.database(trigger.database)
    connection.begin_write(database.name)
    schema_rows.delete_rows(database, lambda row: row[0] == "trigger" and row[1] == trigger.name)
    database.schema.triggers.pop(trigger.name.lower(), None)
    if trigger.database == "temp":
        schema_rows.changed(connection, database)


def drop_trigger(connection: Connection, trigger: Trigger) -> None:
    """Run DROP TRIGGER."""
    database = connection.database(trigger.database)
    forget_trigger(connection, trigger)
    schema_rows.reload(connection, database)


def drop_statistics(connection: Connection, database: Database, column: int, name: str) -> None:
    """Delete the rows of ``sqlite_stat1`` … that are about a table (column 0) or index (column 1)."""
    for number in range(1, 5):
        delete_where(connection, database, f"sqlite_stat{number}", column, name)


def delete_where(connection: Connection, database: Database, table: str, column: int, name: str) -> None:
    """Delete the rows of an internal table whose ``column`` is ``name``."""
    found = database.schema.tables.get(table)
    if found is None or found.kind != "table":
        return
    tree = connection.table_tree(found)
    reader = connection.reader(found, (column,))
    for row in list(tree.scan(reader)):
        if row[0] == name:
            tree.delete(row[1])
