"""Whether everything in a schema still resolves, before and after ALTER TABLE."""

from __future__ import annotations

from litestone import errors
from litestone.define.program_names import resolve_program
from litestone.define.validate import resolve_over
from litestone.errors import SqlError
from litestone.text.placed import parse_placed
from litestone.text.statement import CreateIndex
from litestone.text.tree import Collate, Literal, Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection, Database
    from litestone.schema.objects import Table, Trigger
    from litestone.text.tree import Expression, Value


def check_columns(connection: Connection, database: Database, when: str) -> None:
    """As ``check_schema``, with every name in double quotes that is no column an error."""
    connection.quoted_strings = False
    try:
        check_schema(connection, database, when)
    finally:
        connection.quoted_strings = True


def check_schema(connection: Connection, database: Database, when: str) -> None:
    """Resolve every view, trigger, table and index of a database, and those of temp.

    Raises SqlError "error in view v after rename: no such column: x", ``when`` being the middle part. Where
    the schema may be written to by hand (``writable_schema``), what is wrong with it is let be.
    """
    if connection.settings.writable_schema:
        return
    databases = [database]
    if database.name != "temp":
        databases.append(connection.databases[1])
    for each in databases:
        for table in list(each.schema.tables.values()):
            if table.kind == "view":
                checked(when, "view", table.name, lambda t=table: check_view(connection, t))
            elif table.kind == "table" and when:
                check_stored(connection, table, when)
        for trigger in list(each.schema.triggers.values()):
            checked(when, "trigger", trigger.name, lambda t=trigger: check_trigger(connection, t))


def is_broken(connection: Connection, database: Database, kind: Value, name: Value) -> bool:
    """Whether a view or trigger is let be as it is: names in it mean nothing, and the schema is writable."""
    settings = connection.settings
    if not settings.writable_schema or settings.legacy_alter_table:
        return False
    folded = str(name).lower()
    view = database.schema.tables.get(folded) if kind == "view" else None
    trigger = database.schema.triggers.get(folded) if kind == "trigger" else None
    try:
        if view is not None:
            check_view(connection, view)
        if trigger is not None:
            check_trigger(connection, trigger)
    except SqlError:
        return True
    return False


def checked(when: str, kind: str, name: str, act: object) -> None:
    """Run ``act`` and say of which object an error is."""
    assert callable(act)
    try:
        act()
    except SqlError as error:
        middle = f" {when}" if when else ""
        raise SqlError(errors.ERROR, f"error in {kind} {name}{middle}: {error.message}") from error


def check_view(connection: Connection, view: Table) -> None:
    """Resolve a view's SELECT."""
    from litestone.schema.resolve import Resolver

    assert view.select is not None
    Resolver(connection, view.database).select(view.select)


def check_trigger(connection: Connection, trigger: Trigger) -> None:
    """Resolve the names of a trigger's program."""
    table = connection.trigger_table(trigger)
    if table is None:
        shown = trigger.table if trigger.database == "temp" else f"{trigger.database}.{trigger.table}"
        raise SqlError(errors.ERROR, f"no such table: {shown}")
    resolve_program(connection, trigger, table)


def check_index_texts(connection: Connection, table: Table, strict: bool) -> None:
    """Resolve the texts of a table's indexes to the last name, those that are read and forgotten too.

    With ``strict`` an index column that is nothing but a string in double quotes is an error.
    """
    if connection.settings.writable_schema:
        return
    for index in table.indexes:
        tree = None if index.sql is None else parse_placed(index.sql)
        if not isinstance(tree, CreateIndex):
            continue
        for expression in (*(term.expression for term in tree.columns), tree.where):
            if expression is not None:
                connection.quoted_strings = not (strict and is_lone_name(expression))
                try:
                    checked("", "index", index.name, lambda e=expression: resolve_over(connection, table, e))
                finally:
                    connection.quoted_strings = True


def is_lone_name(expression: Expression) -> bool:
    """Whether all that an index column holds is a name."""
    while isinstance(expression, Collate):
        expression = expression.operand
    return isinstance(expression, Name)


def check_stored(connection: Connection, table: Table, when: str) -> None:
    """Resolve the expressions of a table and of its indexes."""
    for column in table.columns:
        if column.generated is not None:
            expression = column.generated
            checked(when, "table", table.name, lambda e=expression: resolve_over(connection, table, e))
    for check in table.checks:
        checked(when, "table", table.name, lambda e=check.expression: resolve_over(connection, table, e))
    for index in table.indexes:
        for part in [*(column.expression for column in index.columns), index.where]:
            if isinstance(part, Literal) and isinstance(part.value, str):
                text = f"error in index {index.name} {when}: no such column: {part.value}"
                raise SqlError(errors.ERROR, text)
            if part is not None:
                checked(when, "index", index.name, lambda e=part: resolve_over(connection, table, e))
