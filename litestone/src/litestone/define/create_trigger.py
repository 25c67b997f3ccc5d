"""CREATE TRIGGER (``lang_createtrigger``)."""

from __future__ import annotations

from litestone import errors
from litestone.define import schema_rows
from litestone.define.validate import check_no_parameters, check_own_database
from litestone.errors import SqlError
from litestone.schema.load import add_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.schema.objects import Table
    from litestone.text.statement import CreateTrigger


def trigger_database(connection: Connection, tree: CreateTrigger) -> str:
    """Name of the database a CREATE TRIGGER puts its trigger into: its table's, unless TEMP."""
    if tree.temporary:
        if tree.schema is not None and tree.schema.lower() != "temp":
            raise SqlError(errors.ERROR, "temporary trigger may not have qualified name")
        return "temp"
    if tree.schema is not None:
        return connection.database(tree.schema).name
    table = connection.find_table(tree.table_schema, tree.table)
    return "main" if table is None else table.database


def trigger_target(connection: Connection, tree: CreateTrigger, database: str) -> Table:
    """The table or view the trigger is on; raises SqlError where it can't have one."""
    schema = tree.table_schema
    if schema is None and database != "temp":
        schema = database
    table = connection.find_table(schema, tree.table)
    if table is None:
        shown = tree.table if schema is None else f"{schema}.{tree.table}"
        raise SqlError(errors.ERROR, f"no such table: {shown}")
    if database != "temp" and table.database != database:
        raise SqlError(
            errors.ERROR, f"trigger {tree.name} cannot reference objects in database {table.database}"
        )
    if table.kind == "virtual":
        raise SqlError(errors.ERROR, "cannot create triggers on virtual tables")
    if table.name.lower().startswith("sqlite_"):
        raise SqlError(errors.ERROR, "cannot create trigger on system table")
    if table.kind == "view" and tree.timing != "INSTEAD OF":
        raise SqlError(errors.ERROR, f"cannot create {tree.timing} trigger on view: {table.name}")
    if table.kind != "view" and tree.timing == "INSTEAD OF":
        raise SqlError(errors.ERROR, f"cannot create INSTEAD OF trigger on table: {table.name}")
    return table


def create_trigger(connection: Connection, tree: CreateTrigger, sql: str) -> None:
    """Run a CREATE TRIGGER statement whose text is ``sql``."""
    database = connection.database(trigger_database(connection, tree))
    trigger_target(connection, tree, database.name)
    schema_rows.check_name(connection, tree.name)
    if tree.name.lower() in database.schema.triggers:
        if tree.if_not_exists:
            return
        raise SqlError(errors.ERROR, f"trigger {tree.name} already exists")
    check_no_parameters(tree, "trigger")
    check_own_database((tree.when, tree.body), database.name, "trigger", tree.name)
    text = "CREATE TRIGGER " + sql[tree.body_start : tree.end]
    schema_rows.insert_row(database, "trigger", tree.name, tree.table, 0, text)
    add_object(database.schema, tree, tree.name, 0, text)
    schema_rows.changed(connection, database)
