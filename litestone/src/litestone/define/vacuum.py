"""VACUUM and VACUUM INTO (``lang_vacuum``): the database built anew, page by page full.

Tables come first, then indexes, each in the order of ``sqlite_schema``; then
the rows; views, triggers and virtual tables are entered last.
"""

from __future__ import annotations

from litestone import errors
from litestone.define import schema_rows
from litestone.errors import SqlError
from litestone.storage.replace import replace_content
from litestone.storage.row_reader import RowReader
from litestone.storage.store import Store
from litestone.text.parse import parse_statement
from litestone.text.statement import CreateIndex, CreateTable
from litestone.value.cast import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection, Database
    from litestone.run.runtime import Runtime
    from litestone.schema.objects import Index, Table
    from litestone.text.statement import Vacuum
    from litestone.text.tree import Value

ROWID_ONLY = RowReader((), None, frozenset(), -1)


def vacuum(connection: Connection, tree: Vacuum, runtime: Runtime) -> None:
    """Run VACUUM; raises SqlError inside a transaction or while statements run."""
    transaction = connection.transaction
    if not transaction.autocommit:
        raise SqlError(errors.ERROR, "cannot VACUUM from within a transaction")
    if transaction.running:
        raise SqlError(errors.ERROR, "cannot VACUUM - SQL statements in progress")
    database = connection.database(tree.schema or "main")
    transaction.enter_statement()
    try:
        if tree.into is not None:
            from litestone.run.constant import evaluate

            path = to_text(evaluate(connection, tree.into, runtime))
            if path is None:
                raise SqlError(errors.ERROR, "non-text filename")
            write_copy(connection, database, path)
        elif database.store.page_count and database.name != "temp":
            rebuild(connection, database)
    except BaseException:  # whatever ends it, a defect or Ctrl-C, must leave the old file; it goes on
        transaction.abandon()
        raise
    finally:
        transaction.leave_statement()


def rebuild(connection: Connection, database: Database) -> None:
    """Build the database anew in memory and put it in the place of the old one."""
    store = database.store
    connection.begin_write(database.name)
    fresh = Store.open(None)
    copy_into(connection, database, fresh, True)
    fresh.schema_cookie = store.schema_cookie + 1
    replace_content(store, fresh)
    connection.forget_schema(database)
    connection.transaction.commit_stores()


def write_copy(connection: Connection, database: Database, path: str) -> None:
    """VACUUM INTO: the new database goes into a file of its own, which must not exist or be empty."""
    target = Store.open(path)
    try:
        target.begin_read()
        if target.page_count:
            raise SqlError(errors.ERROR, "output file already exists")
        target.end_read()
        copy_into(connection, database, target, False)
        target.commit()
    finally:
        target.close()


def copy_into(connection: Connection, database: Database, fresh: Store, renumber: bool) -> None:
    """Fill ``fresh``, which is empty and is left inside its write transaction; ``renumber``: see
    ``copy_table``.
    """
    old = database.store
    resizable = old.file is not None and not old.is_wal
    fresh.set_page_size(old.wanted_page_size if resizable and old.wanted_page_size else old.page_size)
    fresh.set_encoding(old.encoding)
    fresh.set_auto_vacuum(connection.vacuum_modes.get(old, old.auto_vacuum))
    fresh.begin_write()
    for name in ("schema_cookie", "default_cache_size", "user_version", "application_id"):
        setattr(fresh, name, getattr(old, name))
    roots = copy_schema(connection, database, fresh)
    for table in ordered_tables(database):
        copy_table(connection, table, fresh, roots, renumber)


def ordered_tables(database: Database) -> list[Table]:
    """The stored tables in the order of their rows in ``sqlite_schema``."""
    tables: list[Table] = []
    for row in schema_rows.rows(database):
        table = database.schema.tables.get(str(row[1]).lower()) if row[0] == "table" else None
        if table is not None and table.kind == "table":
            tables.append(table)
    return tables


def copy_schema(connection: Connection, database: Database, fresh: Store) -> dict[int, int]:
    """Make all trees and schema rows in ``fresh``; gives new roots by old ones."""
    from litestone.connection import Database as Place

    target = Place(database.name, "", fresh)
    rows = schema_rows.rows(database)
    roots: dict[int, int] = {1: 1}

    def enter(row: tuple[Value, ...]) -> None:
        kind, name, owner, root, sql = row[:5]
        assert isinstance(root, int)
        new_root = 0
        if root:
            table = database.schema.tables.get(str(name).lower()) if kind == "table" else None
            new_root = fresh.create_tree(kind == "table" and not (table is not None and table.without_rowid))
            roots[root] = new_root
        text = None if sql is None else definition(str(kind), str(sql))
        schema_rows.insert_row(target, str(kind), str(name), str(owner), new_root, text)

    for row in rows:
        if row[0] == "table" and row[3] and row[1] != "sqlite_sequence":
            enter(row)
            for other in rows:
                if other[0] == "index" and other[4] is None and other[2] == row[2]:
                    enter(other)
            table = database.schema.tables.get(str(row[1]).lower())
            if table is not None and table.autoincrement:
                for other in rows:
                    if other[1] == "sqlite_sequence" and other[3] not in roots:
                        enter(other)
    for row in rows:
        if row[1] == "sqlite_sequence" and row[3] not in roots:
            enter(row)
    for row in rows:
        if row[0] == "index" and row[4] is not None:
            enter(row)
    for row in rows:
        if row[0] in ("view", "trigger") or (row[0] == "table" and not row[3]):
            enter(row)
    return roots


def definition(kind: str, sql: str) -> str:
    """The text of a table or index created anew; those of views and triggers are copied as they are."""
    tree = parse_statement(sql)[0] if kind in ("table", "index") else None
    if isinstance(tree, CreateTable):
        return "CREATE TABLE " + sql[tree.body_start : tree.end]
    if isinstance(tree, CreateIndex):
        unique = " UNIQUE" if tree.unique else ""
        return f"CREATE{unique} INDEX {sql[tree.body_start : tree.end]}"
    return sql


def copy_table(
    connection: Connection, table: Table, fresh: Store, roots: dict[int, int], renumber: bool
) -> None:
    """Copy the rows of a table, then the entries of each of its indexes, each in order.

    With ``renumber`` rows that no index and no INTEGER PRIMARY KEY tells apart get the rowids 1, 2, 3 …
    (``lang_vacuum``: rowids may change).
    """
    if not table.without_rowid:
        source = connection.table_tree(table)
        target = fresh.table(new_root(roots, table.root))
        renumbered = renumber and table.rowid_column < 0 and not table.indexes
        for number, row in enumerate(source.scan(ROWID_ONLY), 1):
            payload = source.get_payload(row[0])
            if payload is None:
                raise errors.corrupt()
            target.insert(number if renumbered else row[0], payload)
    for index in table.indexes:
        copy_index(connection, index, fresh, roots)


def new_root(roots: dict[int, int], old: int) -> int:
    """Where the tree with root ``old`` has gone; raises SqlError where no row of the schema has that root."""
    if old not in roots:
        raise errors.corrupt()
    return roots[old]


def copy_index(connection: Connection, index: Index, fresh: Store, roots: dict[int, int]) -> None:
    """Copy the entries of an index, or the rows of a WITHOUT ROWID table."""
    if index.table.without_rowid and index.origin == "pk":
        width = sum(1 for column in index.table.columns if column.storage >= 0)
    else:
        width = len(index.record_columns())
    target = fresh.index(new_root(roots, index.root), connection.key_order(index))
    for entry in connection.index_tree(index).scan(tuple(range(width))):
        target.insert(entry, bulk=True)
