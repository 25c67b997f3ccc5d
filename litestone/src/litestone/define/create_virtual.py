"""CREATE VIRTUAL TABLE (``lang_createvtab``)."""

from __future__ import annotations

from litestone import errors
from litestone.define import schema_rows
from litestone.define.create_table import check_free
from litestone.errors import SqlError
from litestone.schema.load import add_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.text.statement import CreateVirtualTable


def create_virtual_table(connection: Connection, tree: CreateVirtualTable, sql: str) -> None:
    """Run a CREATE VIRTUAL TABLE statement whose text is ``sql``; raises SqlError "no such module: …"."""
    from litestone.virtual.registry import find_module

    database = connection.database(tree.schema or "main")
    schema_rows.check_name(connection, tree.name)
    existing = check_free(connection, database, tree.name)
    if existing is not None:
        if tree.if_not_exists:
            return
        raise SqlError(errors.ERROR, f"{existing} {tree.name} already exists")
    module = find_module(tree.module)
    if module is None:
        raise SqlError(errors.ERROR, f"no such module: {tree.module}")
    text = "CREATE VIRTUAL TABLE " + sql[tree.body_start : tree.end]
    schema_rows.insert_row(database, "table", tree.name, tree.name, 0, text)
    add_object(database.schema, tree, tree.name, 0, text)
    schema_rows.changed(connection, database)
    table = database.schema.tables[tree.name.lower()]
    table.instance = module.create(connection, table)
    table.columns = table.instance.columns
