"""ATTACH and DETACH (``lang_attach``, ``lang_detach``)."""

from __future__ import annotations

from litestone import errors
from litestone.connection import MAX_ATTACHED, Database
from litestone.errors import SqlError
from litestone.text.tree import Name
from litestone.value.cast import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.run.runtime import Runtime
    from litestone.text.statement import Attach, Detach
    from litestone.text.tree import Expression


def text_of(connection: Connection, expression: Expression, runtime: Runtime) -> str:
    """The text an operand of ATTACH or DETACH stands for; a bare name is itself."""
    if isinstance(expression, Name) and expression.table is None:
        return expression.name
    from litestone.run.constant import evaluate

    return to_text(evaluate(connection, expression, runtime)) or ""


def attach(connection: Connection, tree: Attach, runtime: Runtime) -> None:
    """Run ATTACH."""
    path = text_of(connection, tree.file, runtime)
    name = text_of(connection, tree.schema, runtime)
    if len(connection.databases) >= MAX_ATTACHED + 2:
        raise SqlError(errors.ERROR, f"too many attached databases - max {MAX_ATTACHED}")
    if connection.find_database(name) is not None:
        raise SqlError(errors.ERROR, f"database {name} is already in use")
    database = Database(name, path, connection.open_store(path))
    database.store.busy = connection.main.busy
    try:
        database.store.begin_read()
        if database.store.page_count and database.store.encoding != connection.encoding:
            raise SqlError(
                errors.ERROR, "attached databases must use the same text encoding as main database"
            )
        if not database.store.page_count:
            database.store.encoding = connection.encoding
        database.store.end_read()
    except SqlError as error:
        database.store.close()
        if error.code == errors.CANTOPEN:
            raise SqlError(errors.CANTOPEN, f"unable to open database: {path}") from error
        raise
    connection.databases.append(database)
    connection.schema_changed()


def detach(connection: Connection, tree: Detach, runtime: Runtime) -> None:
    """Run DETACH."""
    name = text_of(connection, tree.schema, runtime)
    database = connection.find_database(name)
    if database is None:
        raise SqlError(errors.ERROR, f"no such database: {name}")
    if database.name in ("main", "temp"):
        raise SqlError(errors.ERROR, f"cannot detach database {name}")
    if database.store.in_write:
        raise SqlError(errors.ERROR, f"database {name} is locked")
    database.store.end_read()
    database.store.close()
    connection.databases.remove(database)
    connection.schema_changed()
