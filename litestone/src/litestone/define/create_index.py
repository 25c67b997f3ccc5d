"""CREATE INDEX, and the filling of an index from its table (``lang_createindex``)."""

from __future__ import annotations

from litestone import errors
from litestone.define import schema_rows
from litestone.define.validate import check_index
from litestone.errors import SqlError
from litestone.schema.build import build_index
from litestone.schema.load import add_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.schema.objects import Index, Table
    from litestone.text.statement import CreateIndex


def index_database(connection: Connection, tree: CreateIndex) -> str:
    """Name of the database a CREATE INDEX works in: its table's."""
    if tree.schema is not None:
        return connection.database(tree.schema).name
    table = connection.find_table(None, tree.table)
    return "main" if table is None else table.database


def indexed_table(connection: Connection, tree: CreateIndex, database: str) -> Table:
    """The table to be indexed; raises SqlError where that can't be."""
    table = connection.find_table(database, tree.table)
    if table is None:
        raise SqlError(errors.ERROR, f"no such table: {database}.{tree.table}")
    if table.name.lower().startswith("sqlite_") and not connection.settings.writable_schema:
        raise SqlError(errors.ERROR, f"table {table.name} may not be indexed")
    if table.kind == "view":
        raise SqlError(errors.ERROR, "views may not be indexed")
    if table.kind == "virtual":
        raise SqlError(errors.ERROR, "virtual tables may not be indexed")
    return table


def create_index(connection: Connection, tree: CreateIndex, sql: str) -> None:
    """Run a CREATE INDEX statement whose text is ``sql``."""
    database = connection.database(index_database(connection, tree))
    table = indexed_table(connection, tree, database.name)
    schema_rows.check_name(connection, tree.name)
    if connection.table_in(database, tree.name.lower()) is not None:
        raise SqlError(errors.ERROR, f"there is already a table named {tree.name}")
    if tree.name.lower() in database.schema.indexes:
        if tree.if_not_exists:
            return
        raise SqlError(errors.ERROR, f"index {tree.name} already exists")
    index = build_index(tree, table)
    check_index(connection, index)
    root = database.store.create_tree(False)
    unique = " UNIQUE" if tree.unique else ""
    text = f"CREATE{unique} INDEX {sql[tree.body_start : tree.end]}"
    schema_rows.insert_row(database, "index", tree.name, table.name, root, text)
    index.root = root
    fill_index(connection, index)
    add_index(database.schema, index, root, text)
    schema_rows.changed(connection, database)


def fill_index(connection: Connection, index: Index) -> None:
    """Enter every row of the table into an empty index, in index order.

    Raises SqlError CONSTRAINT_UNIQUE where a unique index finds equal keys.
    """
    from litestone.define.index_entries import sorted_entries

    tree = connection.index_tree(index)
    previous: tuple[object, ...] | None = None
    width = len(index.columns)
    for key, entry in sorted_entries(connection, index):
        if index.unique and None not in entry[:width]:
            head = key[:width]
            if head == previous:
                raise SqlError(errors.CONSTRAINT_UNIQUE, f"UNIQUE constraint failed: {unique_text(index)}")
            previous = head
        tree.insert(entry, bulk=True)


def unique_text(index: Index) -> str:
    """How an error names what is not unique: the columns, or the index where it has expressions."""
    if any(part.column == -2 for part in index.columns):
        return f"index '{index.name}'"
    names = []
    for part in index.columns:
        column = "rowid" if part.column < 0 else index.table.columns[part.column].name
        names.append(f"{index.table.name}.{column}")
    return ", ".join(names)
