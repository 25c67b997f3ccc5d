"""CREATE TABLE (``lang_createtable``), with AS SELECT."""

from __future__ import annotations

from litestone import errors
from litestone.define import schema_rows
from litestone.define.validate import check_table
from litestone.errors import SqlError
from litestone.schema.build import build_table
from litestone.schema.load import add_table
from litestone.schema.resolve_from import unique_names
from litestone.storage import record
from litestone.text.parse import parse_statement
from litestone.text.quoting import quote_identifier
from litestone.text.statement import CreateTable
from litestone.value import affinity as affinities
from litestone.value.stored import stored_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection, Database
    from litestone.run.runtime import Runtime
    from litestone.schema.objects import Table
    from litestone.schema.query import OutputColumn, Query

AFFINITY_TYPES = {
    affinities.TEXT: " TEXT",
    affinities.NUMERIC: " NUM",
    affinities.INTEGER: " INT",
    affinities.REAL: " REAL",
}
ONE_LINE = 50


def table_database(connection: Connection, tree: CreateTable) -> str:
    """Name of the database a CREATE TABLE puts its table into."""
    return target_database(connection, tree.schema, tree.temporary, "table")


def target_database(connection: Connection, schema: str | None, temporary: bool, kind: str) -> str:
    """The database of a new table or view; TEMP allows no other schema name."""
    if temporary:
        if schema is not None and schema.lower() != "temp":
            raise SqlError(errors.ERROR, "temporary table name must be unqualified")
        return "temp"
    return "main" if schema is None else connection.database(schema).name


def check_free(connection: Connection, database: Database, name: str) -> str | None:
    """Raise unless ``name`` may become a table or view; the kind of an existing one is returned instead."""
    existing = connection.table_in(database, name.lower())
    if existing is not None:
        return "view" if existing.kind == "view" else "table"
    if name.lower() in database.schema.indexes:
        raise SqlError(errors.ERROR, f"there is already an index named {name}")
    return None


def create_table(connection: Connection, tree: CreateTable, sql: str, runtime: Runtime) -> None:
    """Run a CREATE TABLE statement whose text is ``sql``."""
    database = connection.database(table_database(connection, tree))
    schema_rows.check_name(connection, tree.name)
    existing = check_free(connection, database, tree.name)
    if existing is not None:
        if tree.if_not_exists:
            return
        raise SqlError(errors.ERROR, f"{existing} {tree.name} already exists")
    if tree.select is not None:
        create_table_as(connection, database, tree, runtime)
        return
    table = build_table(tree, database.name)
    check_table(connection, table)
    make_table(connection, database, table, "CREATE TABLE " + sql[tree.body_start : tree.end])


def make_table(connection: Connection, database: Database, table: Table, text: str) -> None:
    """Create the trees of a table and its automatic indexes and enter them in the schema."""
    store = database.store
    root = store.create_tree(not table.without_rowid)
    schema_rows.insert_row(database, "table", table.name, table.name, root, text)
    for index in sorted(table.indexes, key=lambda i: int(i.name.rsplit("_", 1)[1])):
        if table.without_rowid and index.origin == "pk":
            continue
        index.root = store.create_tree(False)
        schema_rows.insert_row(database, "index", index.name, table.name, index.root, None)
    add_table(database.schema, table, root, text)
    schema_rows.changed(connection, database)
    if table.autoincrement and "sqlite_sequence" not in database.schema.tables:
        make_sequence_table(connection, database)


def make_sequence_table(connection: Connection, database: Database) -> None:
    """AUTOINCREMENT keeps its counters in ``sqlite_sequence`` (``fileformat2`` section 2.6.2)."""
    text = "CREATE TABLE sqlite_sequence(name,seq)"
    tree, _ = parse_statement(text)
    assert isinstance(tree, CreateTable)
    make_table(connection, database, build_table(tree, database.name), text)


def create_table_as(connection: Connection, database: Database, tree: CreateTable, runtime: Runtime) -> None:
    """CREATE TABLE … AS SELECT: columns and rows from the query."""
    from litestone.run.compile import Compiler
    from litestone.schema.resolve import Resolver

    assert tree.select is not None
    query: Query
    query, names = Resolver(connection).subquery(tree.select, None, None)
    compiler = Compiler(connection)
    program = compiler.query(query)
    text = table_text(tree.name, names, program.columns)
    definition, _ = parse_statement(text)
    assert isinstance(definition, CreateTable)
    table = build_table(definition, database.name)
    store = database.store
    root = store.create_tree(True)
    rowid = schema_rows.insert_row(database, "table", table.name, table.name, root, None)
    # While the query runs the table's row in sqlite_schema is there but empty.
    schema_rows.put_row(database, rowid, (None,) * 5)
    frame: list[object] = [None] * compiler.frame_size
    frame[0] = runtime
    target = store.table(root)
    stored = [stored_form(column.affinity) for column in table.columns]
    for number, row in enumerate(program.rows(frame), 1):
        values = [value if form is None else form(value) for value, form in zip(row, stored, strict=True)]
        target.insert(number, record.encode(values, store.encoding))
    schema_rows.put_row(database, rowid, ("table", table.name, table.name, root, text))
    add_table(database.schema, table, root, text)
    schema_rows.changed(connection, database)


def table_text(name: str, given: list[str], columns: list[OutputColumn]) -> str:
    """The CREATE TABLE text that SQLite writes for AS SELECT: one line where short."""
    names = unique_names(given)
    quoted = [quote_identifier(column_name) for column_name in names]
    size = sum(len(column_name) + 7 + column_name.count('"') for column_name in names)
    size += len(name) + 2 + name.count('"')
    if size < ONE_LINE:
        start, between, end = "", ",", ")"
    else:
        start, between, end = "\n  ", ",\n  ", "\n)"
    types = [AFFINITY_TYPES.get(column.affinity, "") for column in columns]
    parts = [text + type_name for text, type_name in zip(quoted, types, strict=True)]
    return f"CREATE TABLE {quote_identifier(name)}({start}{between.join(parts)}{end}"
