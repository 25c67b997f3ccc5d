"""ANALYZE: what ``sqlite_stat1`` says of tables and indexes (``lang_analyze``)."""

from __future__ import annotations

from litestone import errors
from litestone.define import schema_rows
from litestone.define.create_table import make_table
from litestone.errors import SqlError
from litestone.schema.build import build_table
from litestone.schema.load import load_statistics
from litestone.schema.visiting_order import visiting_order
from litestone.storage import record
from litestone.text.parse import parse_statement
from litestone.text.statement import CreateTable
from litestone.value.compare import sort_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection, Database
    from litestone.schema.objects import Index, Table
    from litestone.text.statement import Analyze

STATISTICS = "CREATE TABLE sqlite_stat1(tbl,idx,stat)"


def analyze(connection: Connection, tree: Analyze) -> None:
    """Run ANALYZE of everything, one database, one table or one index."""
    if tree.name is None and tree.schema is None:
        for database in connection.databases:
            if database.name != "temp":
                analyze_tables(connection, database, visiting_order(database.schema), None)
        return
    if tree.schema is None and tree.name is not None:
        named = connection.find_database(tree.name)
        if named is not None:
            analyze_tables(connection, named, visiting_order(named.schema), None)
            return
    if tree.name is None:
        assert tree.schema is not None
        database = connection.database(tree.schema)
        analyze_tables(connection, database, visiting_order(database.schema), None)
        return
    index = connection.find_index(tree.schema, tree.name)
    if index is not None:
        analyze_tables(connection, connection.database(index.table.database), [index.table], index)
        return
    table = connection.find_table(tree.schema, tree.name)
    if table is None:
        shown = tree.name if tree.schema is None else f"{tree.schema}.{tree.name}"
        raise SqlError(errors.ERROR, f"no such table: {shown}")
    analyze_tables(connection, connection.database(table.database), [table], None)


def analyze_tables(
    connection: Connection, database: Database, tables: list[Table], only: Index | None
) -> None:
    """Write the rows of ``sqlite_stat1`` about some tables of one database, replacing their old ones."""
    connection.begin_write(database.name)
    statistics = database.schema.tables.get("sqlite_stat1")
    whole = len(tables) > 1 or len(tables) == len(database.schema.tables)
    if statistics is None:
        definition, _ = parse_statement(STATISTICS)
        assert isinstance(definition, CreateTable)
        make_table(connection, database, build_table(definition, database.name), STATISTICS)
        statistics = database.schema.tables["sqlite_stat1"]
    clear_old(connection, statistics, None if whole else tables[0].name, only)
    rows: list[tuple[str, str | None, str]] = []
    for table in tables:
        if table.kind == "table" and not table.name.lower().startswith("sqlite_"):
            rows.extend(table_rows(connection, table, only))
    tree = connection.table_tree(statistics)
    last = tree.last_rowid() or 0
    for row in rows:
        last += 1
        tree.insert(last, record.encode(row, database.store.encoding))
    load_statistics(database.schema, database.store)
    schema_rows.changed(connection, database)


def clear_old(connection: Connection, statistics: Table, table: str | None, only: Index | None) -> None:
    """Delete what an earlier ANALYZE wrote about the same things."""
    tree = connection.table_tree(statistics)
    if table is None:
        connection.store_of(statistics).clear_tree(statistics.root)
        return
    for row in list(tree.scan(connection.reader(statistics, (0, 1)))):
        if row[1] == only.name if only is not None else row[0] == table:
            tree.delete(row[2])


def table_rows(connection: Connection, table: Table, only: Index | None) -> list[tuple[str, str | None, str]]:
    """Rows (tbl, idx, stat) about one table."""
    rows: list[tuple[str, str | None, str]] = []
    counted = False
    for index in table.indexes:
        if only is not None and index is not only:
            continue
        counted = counted or index.where is None
        text = index_statistics(connection, index)
        if text is not None:
            name = table.name if table.without_rowid and index.origin == "pk" else index.name
            rows.append((table.name, name, text))
    if only is None and not counted and not table.without_rowid:
        count = connection.table_tree(table).count()
        if count:
            rows.append((table.name, None, str(count)))
    return rows


def index_statistics(connection: Connection, index: Index) -> str | None:
    """Number of entries, then for each leading group of columns how many agree in it on average."""
    width = len(index.columns)
    keys = connection.key_order(index).keys[:width]
    distinct = [0] * width
    previous: list[object] | None = None
    count = 0
    for entry in connection.index_tree(index).scan(tuple(range(width))):
        current: list[object] = [sort_key(value, key) for value, key in zip(entry, keys, strict=False)]
        differs = first_difference(previous, current)
        for place in range(differs, width):
            distinct[place] += 1
        previous = current
        count += 1
    if not count:
        return None
    numbers = [str(count)]
    for different in distinct:
        mean = (count + different - 1) // different
        if mean == 2 and count * 10 <= different * 11:
            mean = 1
        numbers.append(str(mean))
    return " ".join(numbers)


def first_difference(previous: list[object] | None, current: list[object]) -> int:
    """Where two keys differ first."""
    if previous is None:
        return 0
    for place, value in enumerate(current):
        if previous[place] != value:
            return place
    return len(current)
