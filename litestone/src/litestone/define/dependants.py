"""Whether everything in a schema still resolves, before and after ALTER TABLE."""

from __future__ import annotations

from litestone import errors
from litestone.define.validate import resolve_over
from litestone.errors import SqlError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection, Database
    from litestone.schema.objects import Table, Trigger


def check_schema(connection: Connection, database: Database, when: str) -> None:
    """Resolve every view, trigger, table and index of a database, and those of temp.

    Raises SqlError "error in view v after rename: no such column: x", ``when`` being the middle part.
    """
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
    """Compile a trigger's program."""
    table = connection.trigger_table(trigger)
    if table is None:
        shown = trigger.table if trigger.database == "temp" else f"{trigger.database}.{trigger.table}"
        raise SqlError(errors.ERROR, f"no such table: {shown}")
    compile_names(connection, trigger, table)


def compile_names(connection: Connection, trigger: Trigger, table: Table) -> None:
    """Resolve all names of a trigger's program; whether its foreign keys fit is not looked at."""
    from litestone.change.compilation import Compilation
    from litestone.change.trigger_program import TriggerProgram
    from litestone.change.view import view_layout

    if table.kind == "view":
        table = view_layout(Compilation(connection), table)
    enforced = connection.settings.foreign_keys
    connection.settings.foreign_keys = False
    try:
        TriggerProgram(connection, trigger, table, None).compile()
    finally:
        connection.settings.foreign_keys = enforced


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
            if part is not None:
                checked(when, "index", index.name, lambda e=part: resolve_over(connection, table, e))
