"""Strings in double quotes get single ones before ALTER TABLE renames or drops a column.

What stands in double quotes is a column if there is one of that name, else a
string (``quirks`` section 8). So that no such string becomes a column by the
new name of one, all of them in the schema are rewritten first. Observed in 3.40.1.
"""

from __future__ import annotations

from litestone.define import schema_rows
from litestone.define.dependants import is_lone_name
from litestone.define.program_names import resolve_program
from litestone.define.rename_text import replaced
from litestone.define.validate import resolve_over
from litestone.errors import SqlError
from litestone.schema.objects import Trigger
from litestone.schema.resolve import Resolver
from litestone.text.placed import PlacedName, parse_placed
from litestone.text.statement import CreateIndex, CreateTable, CreateTrigger, CreateView

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection, Database
    from litestone.schema.query import Source


def fix_quotes(connection: Connection, databases: list[Database]) -> None:
    """Rewrite the strings in double quotes of every stored text of ``databases``."""
    for database in databases:
        changed = False
        for row in schema_rows.rows(database):
            kind, name, owner, root, sql, rowid = row
            if sql is None or '"' not in str(sql):
                continue
            assert isinstance(rowid, int)
            strings = strings_in(connection, str(sql), database.name)
            if strings:
                connection.begin_write(database.name)
                text = replaced(str(sql), strings, single_quoted)
                schema_rows.put_row(database, rowid, (kind, name, owner, root, text))
                changed = True
        if changed:
            schema_rows.reload(connection, database)


def single_quoted(name: str) -> str:
    """The string literal that ``name`` is."""
    return "'" + name.replace("'", "''") + "'"


def strings_in(connection: Connection, sql: str, database: str) -> list[PlacedName]:
    """The names of a stored text that are strings; none where something in it means nothing."""
    found: list[PlacedName] = []

    def observe(name: str, source: Source | None, column: int) -> None:
        if source is None and isinstance(name, PlacedName):
            found.append(name)

    tree = parse_placed(sql)
    connection.name_observer = observe
    try:
        resolve_text(connection, tree, sql, database)
    except SqlError:
        # Such a text stays as it is; whether the statement goes on is decided by check_schema.
        return []
    finally:
        connection.name_observer = None
    return found


def resolve_text(connection: Connection, tree: object, sql: str, database: str) -> None:
    """Resolve what may be a string in a CREATE statement."""
    if isinstance(tree, CreateView):
        Resolver(connection, database).select(tree.select)
    elif isinstance(tree, CreateTrigger):
        trigger = Trigger(tree.name, database, tree.table, tree, sql)
        target = connection.trigger_table(trigger)
        if target is not None:
            resolve_program(connection, trigger, target)
    elif isinstance(tree, CreateTable):
        table = connection.find_table(database, tree.name)
        constraints = [*tree.constraints, *(c for column in tree.columns for c in column.constraints)]
        for constraint in constraints:
            expression = constraint.expression if constraint.kind in ("CHECK", "GENERATED") else None
            if expression is not None and table is not None:
                resolve_over(connection, table, expression)
    elif isinstance(tree, CreateIndex):
        table = connection.find_table(database, tree.table)
        for expression in (*(term.expression for term in tree.columns), tree.where):
            if expression is not None and table is not None and not is_lone_name(expression):
                resolve_over(connection, table, expression)
