"""ALTER TABLE RENAME TO (``lang_altertable`` section 2)."""

from __future__ import annotations

from litestone import errors
from litestone.change.update import compile_update
from litestone.define import schema_rows
from litestone.define.dependants import check_index_texts, check_schema, is_broken
from litestone.define.rename_text import edited, quoted
from litestone.define.validate import nodes
from litestone.errors import SqlError
from litestone.run.runtime import Runtime
from litestone.text.parse import parse_statement
from litestone.text.placed import parse_placed
from litestone.text.statement import (
    CreateIndex,
    CreateTable,
    CreateTrigger,
    CreateVirtualTable,
    ForeignKey,
    Insert,
    Update,
)
from litestone.text.tree import FrameBound, Name, Star, TableRef, With

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from litestone.connection import Connection, Database
    from litestone.schema.objects import Table

    Schemas = tuple[str | None, ...]


def rename_table(connection: Connection, table: Table, new_name: str) -> None:
    """Give a table another name, in its own text and in all that refers to it."""
    database = connection.database(table.database)
    taken = new_name.lower()
    if connection.table_in(database, taken) is not None or taken in database.schema.indexes:
        raise SqlError(errors.ERROR, f"there is already another table or index with this name: {new_name}")
    schema_rows.check_name(connection, new_name)
    legacy = connection.settings.legacy_alter_table
    if not legacy:
        check_schema(connection, database, "")
        check_index_texts(connection, table, False)
    if table.kind == "virtual":
        from litestone.virtual.registry import connect_table

        connect_table(connection, table)
        rename = getattr(table.instance, "rename", None)
        if rename is not None:
            rename(new_name)
    old_name = table.name
    rewrite_rows(connection, database, old_name, new_name)
    if database.name != "temp":
        temp = connection.databases[1]
        views = any(other.kind == "view" for other in temp.schema.tables.values())
        if temp.schema.triggers or (views and not legacy):
            connection.begin_write("temp")
            rewrite_texts(connection, temp, database, old_name, new_name)
            schema_rows.reload(connection, temp)
    rename_sequence(connection, database, old_name, new_name)
    schema_rows.reload(connection, database)
    if not legacy:
        check_schema(connection, database, "after rename")


def rewrite_rows(connection: Connection, database: Database, old_name: str, new_name: str) -> None:
    """Rewrite the rows of ``sqlite_schema`` of the table's own database."""
    wanted = old_name.lower()
    rewrite = rewriter(connection)
    automatic = f"sqlite_autoindex_{old_name}_".lower()
    for row in schema_rows.rows(database):
        kind, name, owner, root, sql, rowid = row
        assert isinstance(rowid, int)
        if sql is None or is_broken(connection, database, kind, name):
            text = sql
        else:
            text = rewrite(str(sql), wanted, new_name, (None, database.name))
        own = str(owner).lower() == wanted
        if own and kind == "table":
            name = new_name
        elif own and kind == "index" and str(name).lower().startswith(automatic):
            name = f"sqlite_autoindex_{new_name}_{str(name)[len(automatic) :]}"
        owner = new_name if own else owner
        if (kind, name, owner, root, text) != tuple(row[:5]):
            schema_rows.put_row(database, rowid, (kind, name, owner, root, text))


def rewrite_texts(
    connection: Connection, temp: Database, database: Database, old_name: str, new_name: str
) -> None:
    """Rewrite views and triggers of temp that refer to the renamed table."""
    hidden = connection.table_in(temp, old_name.lower()) is not None
    schemas = (database.name,) if hidden else (database.name, None)
    rewrite = rewriter(connection)
    for row in schema_rows.rows(temp):
        kind, name, owner, root, sql, rowid = row
        assert isinstance(rowid, int)
        if sql is None or kind not in ("view", "trigger") or is_broken(connection, temp, kind, name):
            continue
        text = rewrite(str(sql), old_name.lower(), new_name, schemas)
        if kind == "trigger" and str(owner).lower() == old_name.lower() and text != sql:
            owner = new_name
        schema_rows.put_row(temp, rowid, (kind, name, owner, root, text))


def rewriter(connection: Connection) -> Callable[[str, str, str, Schemas], str]:
    """What rewrites the texts that refer to the table: ``renamed_text``, or less for old programs."""
    settings = connection.settings
    if not settings.legacy_alter_table:
        return renamed_text
    keys = settings.foreign_keys
    return lambda sql, wanted, new_name, schemas: legacy_text(sql, wanted, new_name, schemas, keys)


def legacy_text(sql: str, wanted: str, new_name: str, schemas: Schemas, foreign_keys: bool) -> str:
    """A stored text in which what belongs to the table ``wanted`` has the new name.

    Views and the bodies of triggers keep the old one (``pragma``, legacy_alter_table), as do references of
    foreign keys while those are not enforced (``lang_altertable`` section 2).
    """
    tree = parse_placed(sql)
    names: list[str] = []
    if isinstance(tree, (CreateTable, CreateVirtualTable)):
        names.append(tree.name)
    elif isinstance(tree, CreateIndex) or (
        isinstance(tree, CreateTrigger) and in_schemas(tree.table_schema, schemas)
    ):
        names.append(tree.table)
    if foreign_keys:
        names.extend(node.table for node in nodes(tree) if isinstance(node, ForeignKey))
    return edited(sql, [name for name in names if name.lower() == wanted], new_name, True)


def in_schemas(schema: str | None, schemas: Schemas) -> bool:
    """Whether a name with that schema, or without one, is in one of ``schemas``."""
    return (None if schema is None else schema.lower()) in schemas


def renamed_text(sql: str, wanted: str, new_name: str, schemas: Schemas) -> str:
    """A stored text in which every reference to the table ``wanted`` has the new name.

    ``schemas`` are those with which the name means that table: None if it does without one.
    """
    tree = parse_placed(sql)
    names: list[str] = []

    def note(name: str | None, schema: str | None = None) -> None:
        if name is not None and name.lower() == wanted and in_schemas(schema, schemas):
            names.append(name)

    hidden = common_tables(tree)
    if isinstance(tree, (CreateTable, CreateVirtualTable)):
        note(tree.name)
    elif isinstance(tree, CreateIndex):
        note(tree.table)
    elif isinstance(tree, CreateTrigger):
        note(tree.table, tree.table_schema)
    qualifiers = qualifier_names(tree, wanted, hidden)
    for node in nodes(tree, (FrameBound,)):
        if isinstance(node, ForeignKey):
            note(node.table)
        elif isinstance(node, TableRef):
            if node.name.lower() not in hidden or node.schema is not None:
                note(node.name, node.schema)
        elif isinstance(node, Insert):
            note(node.table, node.schema)
            if node.table.lower() == wanted:
                names.extend(excluded_names(node))
        elif isinstance(node, (Name, Star)) and qualifiers:
            note(node.table)
    return edited(sql, names, new_name, True)


def excluded_names(insert: Insert) -> Iterator[str]:
    """The qualifiers ``excluded`` of an upsert, which SQLite takes for the table's own name and renames."""
    for node in nodes(insert.upserts):
        if isinstance(node, Name) and node.table is not None and node.table.lower() == "excluded":
            yield node.table


def common_tables(tree: object) -> set[str]:
    """Names of common tables: they hide a table of the same name."""
    return {
        common.name.lower() for node in nodes(tree) if isinstance(node, With) for common in node.tables
    }


def qualifier_names(tree: object, wanted: str, hidden: set[str]) -> bool:
    """Whether ``wanted.column`` may mean the table: it is named without an alias, or owns the text."""
    if isinstance(tree, (CreateTable, CreateIndex)):
        return True
    if wanted in hidden:
        return False
    aliases = {
        node.alias.lower() for node in nodes(tree) if isinstance(node, TableRef) and node.alias is not None
    }
    return wanted not in aliases


def rename_sequence(connection: Connection, database: Database, old_name: str, new_name: str) -> None:
    """The counter of AUTOINCREMENT follows the table."""
    sequence = database.schema.tables.get("sqlite_sequence")
    if sequence is None:
        return
    schema, new, old = quoted(database.name), string(new_name), string(old_name)
    change, _ = parse_statement(f"UPDATE {schema}.sqlite_sequence SET name = {new} WHERE name = {old}")
    assert isinstance(change, Update)
    counted = connection.changes, connection.total_changes
    for _ in compile_update(change, connection).run(Runtime(connection, ())):
        pass
    connection.changes, connection.total_changes = counted


def string(text: str) -> str:
    """A text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


