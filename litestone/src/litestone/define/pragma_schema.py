"""Pragmas that list what the schema holds; each is a table-valued function too."""

from __future__ import annotations

from litestone.connection import key_part
from litestone.define.pragma import integer, load, register
from litestone.function.build import COMPILE_OPTIONS
from litestone.schema.resolve_from import unique_names
from litestone.schema.visiting_order import visiting_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from litestone.connection import Connection, Database
    from litestone.schema.objects import Index, Table
    from litestone.text.tree import Value

    Row = tuple[Value, ...]

TABLE_INFO = ("cid", "name", "type", "notnull", "dflt_value", "pk")


def hidden_code(table: Table, number: int) -> int:
    """0 ordinary, 1 hidden column of a virtual table, 2 virtual generated, 3 stored generated."""
    column = table.columns[number]
    if column.hidden:
        return 1
    if column.generated is not None:
        return 3 if column.stored else 2
    return 0


def table_rows(connection: Connection, schema: str | None, name: str | None, extended: bool) -> list[Row]:
    """Rows of table_info and table_xinfo."""
    table = None if name is None else connection.find_table(schema, name)
    if table is None:
        return []
    rows: list[Row] = []
    if table.kind == "view":
        from litestone.schema.resolve import Resolver

        described = Resolver(connection).view_query(table).columns
        names = table.select_columns or unique_names([output.name for output in described])
        for number, output in enumerate(described):
            row: Row = (number, names[number], output.type_name or "", 0, None, 0)
            rows.append((*row, 0) if extended else row)
        return rows
    for number, column in enumerate(table.columns):
        code = hidden_code(table, number)
        if code and not extended:
            continue
        not_null = int(column.not_null is not None)
        declared = column.type_name or ""
        row = (len(rows), column.name, declared, not_null, column.default_text, column.primary_key)
        rows.append((*row, code) if extended else row)
    return rows


@register("table_info", *TABLE_INFO, schema=True, function=True, quiet=False)
def table_info(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """The columns of a table or view, hidden and generated ones left out."""
    return table_rows(connection, schema, value, False)


@register("table_xinfo", *TABLE_INFO, "hidden", schema=True, function=True, quiet=False)
def table_xinfo(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """All columns of a table or view."""
    return table_rows(connection, schema, value, True)


@register(
    "table_list", "schema", "name", "type", "ncol", "wr", "strict", schema=True, function=True, quiet=False
)
def table_list(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Every table and view."""
    rows: list[Row] = []
    for database in connection.databases:
        if schema is not None and database.name.lower() != schema.lower():
            continue
        for table in visiting_order(database.schema):
            if value is not None and table.name.lower() != value.lower():
                continue
            rows.append(table_list_row(connection, database, table))
    return rows


def table_list_row(connection: Connection, database: Database, table: Table) -> Row:
    """One row of table_list."""
    kind = "shadow" if is_shadow(database, table) else table.kind
    count = len(table.columns)
    name = table.name
    if name in ("sqlite_master", "sqlite_temp_master"):
        name = name.replace("master", "schema")
    if table.kind == "view":
        count = len(table_rows(connection, database.name, table.name, True))
    return (database.name, name, kind, count, int(table.without_rowid), int(table.strict))


def is_shadow(database: Database, table: Table) -> bool:
    """Whether a table belongs to a full-text or R-Tree table of the same schema (``vtab`` section 2.15)."""
    owner, line, suffix = table.name.rpartition("_")
    if not line or table.kind != "table":
        return False
    virtual = database.schema.tables.get(owner.lower())
    if virtual is None or virtual.kind != "virtual" or virtual.module is None:
        return False
    shadows = {
        "fts3": ("content", "segdir", "segments", "stat", "docsize"),
        "fts4": ("content", "segdir", "segments", "stat", "docsize"),
        "fts5": ("config", "content", "data", "docsize", "idx"),
        "rtree": ("node", "parent", "rowid"),
        "rtree_i32": ("node", "parent", "rowid"),
        "geopoly": ("node", "parent", "rowid"),
    }
    return suffix.lower() in shadows.get(virtual.module.lower(), ())


@register("index_list", "seq", "name", "unique", "origin", "partial", schema=True, function=True, quiet=False)
def index_list(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """The indexes of a table."""
    table = None if value is None else connection.find_table(schema, value)
    if table is None:
        return []
    return [
        (place, index.name, int(index.unique), index.origin, int(index.where is not None))
        for place, index in enumerate(table.indexes)
    ]


def find_index(connection: Connection, schema: str | None, name: str | None) -> Index | None:
    """An index by its name, or the key of a WITHOUT ROWID table by the table's."""
    if name is None:
        return None
    index = connection.find_index(schema, name)
    if index is None:
        table = connection.find_table(schema, name)
        if table is not None and table.without_rowid:
            return next(i for i in table.indexes if i.origin == "pk")
    return index


def index_field(index: Index, column: int) -> tuple[int, str | None]:
    """Number and name of an indexed column; -1 for the rowid, -2 for an expression."""
    return column, index.table.columns[column].name if column >= 0 else None


@register("index_info", "seqno", "cid", "name", schema=True, function=True, quiet=False)
def index_info(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """The key columns of an index."""
    index = find_index(connection, schema, value)
    if index is None:
        return []
    return [(place, *index_field(index, part.column)) for place, part in enumerate(index.columns)]


@register(
    "index_xinfo", "seqno", "cid", "name", "desc", "coll", "key", schema=True, function=True, quiet=False
)
def index_xinfo(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """All columns of the records of an index."""
    index = find_index(connection, schema, value)
    if index is None:
        return []
    rows: list[Row] = []
    for part in index.columns:
        rows.append((len(rows), *index_field(index, part.column), int(part.descending), part.collation, 1))
    if not index.table.without_rowid:
        rows.append((len(rows), -1, None, 0, "BINARY", 0))
    for column in index.suffix:
        if index.origin == "pk":
            rows.append((len(rows), *index_field(index, column), 0, "BINARY", 0))
            continue
        part = key_part(index.table, column)
        descending = part.descending and index.origin == "c"
        rows.append((len(rows), *index_field(index, column), int(descending), part.collation, 0))
    return rows


@register("database_list", "seq", "name", "file", schema=True, loads=False, function=True, quiet=False)
def database_list(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """The databases of the connection; temp only once it has something."""
    rows: list[Row] = []
    for place, database in enumerate(connection.databases):
        if place == 1 and not database.store.page_count:
            continue
        rows.append((place, database.name, connection.full_path(database)))
    return rows


@register(
    "foreign_key_list", "id", "seq", "table", "from", "to", "on_update", "on_delete", "match",
    schema=True, function=True, quiet=False,
)  # fmt: skip
def foreign_key_list(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """The foreign keys of a table, the last declared first."""
    table = None if value is None else connection.find_table(schema, value)
    if table is None:
        return []
    rows: list[Row] = []
    for number, key in enumerate(reversed(table.foreign_keys)):
        for place, column in enumerate(key.columns):
            own = table.columns[table.find_column(column)].name
            parent = key.parent_columns[place] if key.parent_columns is not None else None
            rows.append((number, place, key.table, own, parent, key.on_update, key.on_delete, "NONE"))
    return rows


@register("collation_list", "seq", "name", schema=True, loads=False, function=True, quiet=False)
def collation_list(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """The collations of the connection."""
    names = ["RTRIM", "NOCASE", "BINARY"]
    names = [*reversed(list(connection.user_collations)), *names]
    return list(enumerate(names))


@register("compile_options", "compile_options", schema=True, loads=False, function=True, quiet=False)
def compile_options(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """The options of the build that Litestone equals."""
    return [(option,) for option in COMPILE_OPTIONS]


@register("pragma_list", "name", schema=True, loads=False, function=True, quiet=False)
def pragma_list(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """The names of all pragmas."""
    return [(name,) for name in sorted(load())]


@register("module_list", "name", schema=True, loads=False, function=True, quiet=False)
def module_list(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """The virtual-table modules."""
    from litestone.virtual.registry import module_names

    return [(name,) for name in module_names()]


@register(
    "function_list",
    "name",
    "builtin",
    "type",
    "enc",
    "narg",
    "flags",
    schema=True,
    loads=False,
    function=True,
    quiet=False,
)
def function_list(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """The functions, those of the user last."""
    from litestone.function import registry

    rows: list[Row] = []
    for name, kind, nargs in registry.listing():
        rows.append((name, 1, kind, "utf8", nargs, 2099200))
    for (name, nargs), own in connection.functions.items():
        rows.append((name, 0, "s" if isinstance(own, registry.Scalar) else "a", "utf8", nargs, 0))
    return rows


def number(value: str | None, default: int) -> int:
    """A pragma's numeric argument."""
    return default if value is None else integer(value)
