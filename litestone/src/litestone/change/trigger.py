"""Triggers (``lang_createtrigger``): which fire, and running their programs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.change.session import Row, Session
    from litestone.change.trigger_program import TriggerProgram
    from litestone.connection import Connection
    from litestone.schema.objects import Table

    Programs = list["TriggerProgram"]


def table_triggers(
    connection: Connection,
    table: Table,
    event: str,
    rule: str | None,
    changed: set[int] | None = None,
    layout: Table | None = None,
) -> tuple[Programs, Programs]:
    """The programs that fire before and after each row of a change; ``changed`` are an UPDATE's columns.

    ``rule`` is the OR clause of the statement; ``layout`` has the columns of OLD
    and NEW where ``table`` has not.
    """
    before: Programs = []
    after: Programs = []
    if not table.triggers and not connection.databases[1].schema.triggers:
        return before, after
    from litestone.change.trigger_program import trigger_program

    rows = layout or table
    for trigger in connection.triggers_of(table):
        definition = trigger.definition
        if definition.event != event:
            continue
        if changed is not None and definition.of is not None:
            names = {name.lower() for name in definition.of}
            if not any(n >= 0 and rows.columns[n].name.lower() in names for n in changed):
                continue
        program = trigger_program(connection, trigger, rows, rule)
        program.prepare()
        (after if definition.timing == "AFTER" else before).append(program)
    return before, after


def fire(session: Session, programs: Programs, old: Row, new: Row) -> None:
    """Run trigger programs for one row. Raises IgnoreRow for RAISE(IGNORE)."""
    connection = session.connection
    for program in programs:
        if program.running and not connection.settings.recursive_triggers:
            continue
        program.enter(session, old, new)
