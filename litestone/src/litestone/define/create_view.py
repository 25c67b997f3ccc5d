"""CREATE VIEW (``lang_createview``)."""

from __future__ import annotations

from litestone import errors
from litestone.define import schema_rows
from litestone.define.create_table import check_free, target_database
from litestone.define.validate import check_no_parameters, check_own_database
from litestone.errors import SqlError
from litestone.schema.load import add_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.text.statement import CreateView


def view_database(connection: Connection, tree: CreateView) -> str:
    """Name of the database a CREATE VIEW puts its view into."""
    return target_database(connection, tree.schema, tree.temporary, "view")


def create_view(connection: Connection, tree: CreateView, sql: str) -> None:
    """Run a CREATE VIEW statement whose text is ``sql``."""
    database = connection.database(view_database(connection, tree))
    schema_rows.check_name(connection, tree.name)
    existing = check_free(connection, database, tree.name)
    if existing is not None:
        if tree.if_not_exists:
            return
        raise SqlError(errors.ERROR, f"{existing} {tree.name} already exists")
    check_no_parameters(tree.select, "views")
    check_own_database(tree.select, database.name, "view", tree.name)
    text = "CREATE VIEW " + sql[tree.body_start : tree.end]
    schema_rows.insert_row(database, "view", tree.name, tree.name, 0, text)
    add_object(database.schema, tree, tree.name, 0, text)
    schema_rows.changed(connection, database)
