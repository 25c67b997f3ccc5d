"""REINDEX (``lang_reindex``)."""

from __future__ import annotations

from litestone import errors
from litestone.define.create_index import fill_index
from litestone.errors import SqlError
from litestone.schema.visiting_order import visiting_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.schema.objects import Index
    from litestone.text.statement import Reindex


def reindex(connection: Connection, tree: Reindex) -> None:
    """Rebuild the indexes of everything, of a collation, of a table, or one index."""
    for index in chosen(connection, tree):
        if index.table.without_rowid and index.origin == "pk":
            continue
        connection.begin_write(index.table.database)
        connection.store_of(index.table).clear_tree(index.root)
        fill_index(connection, index)


def chosen(connection: Connection, tree: Reindex) -> list[Index]:
    """The indexes a REINDEX names."""
    every = [
        index
        for database in connection.databases
        for table in visiting_order(database.schema)
        for index in table.indexes
    ]
    if tree.name is None:
        return every
    if tree.schema is None:
        wanted = tree.name.upper()
        if wanted in ("BINARY", "NOCASE", "RTRIM") or wanted in connection.user_collations:
            return [i for i in every if any(part.collation.upper() == wanted for part in i.columns)]
    table = connection.find_table(tree.schema, tree.name)
    if table is not None and table.kind == "table":
        return list(table.indexes)
    index = connection.find_index(tree.schema, tree.name)
    if index is None:
        raise SqlError(errors.ERROR, "unable to identify the object to be reindexed")
    return [index]
