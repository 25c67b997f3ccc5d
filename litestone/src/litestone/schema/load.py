"""Reads ``sqlite_schema`` into a ``Schema`` (``fileformat2`` section 2.6).

A row that does not parse, or that names something that cannot be, makes the
whole schema malformed, as in SQLite; under ``writable_schema`` it is left out.
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.schema.build import build_index, build_table, insert_index
from litestone.schema.objects import Column, Index, Schema, Table, Trigger
from litestone.storage.row_reader import RowReader
from litestone.text.parse import parse_statement
from litestone.text.statement import (
    CreateIndex,
    CreateTable,
    CreateTrigger,
    CreateView,
    CreateVirtualTable,
)
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.storage.store import Store

SCHEMA_COLUMNS = (
    ("type", "TEXT"),
    ("name", "TEXT"),
    ("tbl_name", "TEXT"),
    ("rootpage", "INT"),
    ("sql", "TEXT"),
)
SCHEMA_READER = RowReader((0, 1, 2, 3, 4), None, frozenset(), -1)


def schema_table(database: str) -> Table:
    """The table ``sqlite_schema`` of a database, whose root is page 1."""
    name = "sqlite_temp_master" if database == "temp" else "sqlite_master"
    table = Table(name, database)
    table.root = 1
    for place, (column_name, type_name) in enumerate(SCHEMA_COLUMNS):
        column = Column(column_name, type_name, affinities.type_affinity(type_name))
        column.storage = place
        table.columns.append(column)
    table.sql = f"CREATE TABLE {name}(type text,name text,tbl_name text,rootpage int,sql text)"
    return table


def malformed(name: object, reason: str) -> SqlError:
    """SQLite's error for a schema row that cannot be."""
    shown = "?" if name is None else name
    text = f"malformed database schema ({shown})"
    return SqlError(errors.CORRUPT, f"{text} - {reason}" if reason else text)


def load_schema(store: Store, name: str, forgiving: bool = False) -> Schema:
    """All objects of one database; the store is inside a read transaction.

    Raises SqlError CORRUPT ("malformed database schema (…)") unless ``forgiving``.
    """
    schema = Schema(name)
    master = schema_table(name)
    schema.tables[master.name.lower()] = master
    schema.cookie = store.schema_cookie
    if not store.page_count:
        return schema
    for row in store.table(1).scan(SCHEMA_READER):
        try:
            load_row(schema, row, store.page_count)
        except SqlError:
            if not forgiving:
                raise
    load_statistics(schema, store)
    return schema


def load_row(schema: Schema, row: tuple[object, ...], page_count: int) -> None:
    """Put the object of one row of ``sqlite_schema`` into ``schema``."""
    kind, name, root, sql = row[0], row[1], row[3], row[4]
    if sql is None or sql == "":
        if kind is None and name is None:
            return
        load_automatic_index(schema, name, root, page_count)
        return
    if sql.__class__ is not str or name.__class__ is not str or not str(sql)[:2].lower() == "cr":
        raise malformed(name, "")
    try:
        ast, _ = parse_statement(str(sql), 0)
    except SqlError as error:
        raise malformed(name, error.message) from error
    page = root if isinstance(root, int) else 0
    if page > page_count or page < 0:
        raise malformed(name, "invalid rootpage")
    try:
        add_object(schema, ast, str(name), page, str(sql))
    except SqlError as error:
        if error.code == errors.CORRUPT:
            raise
        raise malformed(name, error.message) from error


def load_automatic_index(schema: Schema, name: object, root: object, page_count: int) -> None:
    """A row without SQL gives the root of an index that a constraint made."""
    index = schema.indexes.get(str(name).lower())
    if index is None:
        raise malformed(name, "orphan index")
    if not isinstance(root, int) or not 2 <= root <= page_count:
        raise malformed(name, "invalid rootpage")
    index.root = root


def add_object(schema: Schema, ast: object, name: str, root: int, sql: str) -> None:
    """Add what a CREATE statement defines, stored under ``name`` with its text ``sql``."""
    if isinstance(ast, CreateTable):
        if ast.select is not None:
            raise malformed(name, "")
        add_table(schema, build_table(ast, schema.name), root, sql)
    elif isinstance(ast, CreateIndex):
        table = schema.tables.get(ast.table.lower())
        if table is None:
            raise malformed(name, f"no such table: {schema.name}.{ast.table}")
        add_index(schema, build_index(ast, table), root, sql)
    elif isinstance(ast, CreateView):
        view = Table(ast.name, schema.name, "view")
        view.select = ast.select
        view.select_columns = ast.columns
        view.sql = sql
        schema.tables[view.name.lower()] = view
    elif isinstance(ast, CreateTrigger):
        add_trigger(schema, Trigger(ast.name, schema.name, ast.table, ast, sql))
    elif isinstance(ast, CreateVirtualTable):
        virtual = Table(ast.name, schema.name, "virtual")
        virtual.module = ast.module
        virtual.arguments = ast.arguments
        virtual.sql = sql
        schema.tables[virtual.name.lower()] = virtual
    else:
        raise malformed(name, "")


def add_table(schema: Schema, table: Table, root: int, sql: str) -> None:
    """Enter a stored table and the indexes its constraints make."""
    table.root = root
    table.sql = sql
    schema.tables[table.name.lower()] = table
    for index in table.indexes:
        if table.without_rowid and index.origin == "pk":
            index.root = root
        schema.indexes[index.name.lower()] = index


def add_index(schema: Schema, index: Index, root: int, sql: str) -> None:
    """Enter an index of a table that is already there."""
    index.root = root
    index.sql = sql
    insert_index(index.table, index)
    schema.indexes[index.name.lower()] = index


def add_trigger(schema: Schema, trigger: Trigger) -> None:
    """Enter a trigger; the newest of a table comes first."""
    schema.triggers[trigger.name.lower()] = trigger
    table = schema.tables.get(trigger.table.lower())
    if table is not None and schema.name != "temp":
        table.triggers.insert(0, trigger)


def load_statistics(schema: Schema, store: Store) -> None:
    """Give tables and indexes the numbers of ``sqlite_stat1`` (``fileformat2`` section 2.6.4)."""
    for table in schema.tables.values():
        table.row_count = None
        for index in table.indexes:
            index.stat = None
            index.stat_options = []
    statistics = schema.tables.get("sqlite_stat1")
    if statistics is None or statistics.kind != "table" or len(statistics.columns) < 3:
        return
    reader = RowReader((0, 1, 2), None, frozenset(), -1)
    for row in store.table(statistics.root).scan(reader):
        apply_statistic(schema, row[0], row[1], row[2])


def apply_statistic(schema: Schema, table_name: object, index_name: object, text: object) -> None:
    """One row of ``sqlite_stat1``: numbers, then words such as ``unordered`` or ``sz=100``."""
    table = schema.tables.get(str(table_name).lower())
    if table is None or text.__class__ is not str:
        return
    numbers: list[int] = []
    words: list[str] = []
    for part in str(text).split():
        if part.isdigit() and not words:
            numbers.append(int(part))
        else:
            words.append(part)
    if not numbers:
        return
    if index_name is None:
        table.row_count = numbers[0]
        return
    index = schema.indexes.get(str(index_name).lower())
    if index is None and table.without_rowid and str(index_name).lower() == table.name.lower():
        index = next((i for i in table.indexes if i.origin == "pk"), None)
    if index is None:
        table.row_count = numbers[0]
        return
    if index.table is not table:
        return
    index.stat = numbers
    index.stat_options = words
    if index.where is None:
        table.row_count = numbers[0]
