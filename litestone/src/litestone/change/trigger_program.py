"""Compiled triggers: the WHEN clause and the steps of the body, each with a frame of its own."""

from __future__ import annotations

from litestone import errors
from litestone.change.compilation import Compilation
from litestone.change.session import MAX_TRIGGER_DEPTH, Body
from litestone.depth import allow_depth
from litestone.errors import SqlError
from litestone.text.statement import Delete, Insert, Update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from litestone.change.compilation import Closure
    from litestone.change.session import Row, Session
    from litestone.connection import Connection
    from litestone.schema.objects import Table, Trigger
    from litestone.text.tree import Select


# From this depth on Python's own limit on nested calls could be met before SQLite's on nested triggers.
DEEP = 20


class TriggerProgram:
    """One trigger, compiled.

    ``rule`` is the conflict rule of the statement that fires it, which
    overrides those of the steps (``lang_createtrigger``), None where it has none.
    """

    __slots__ = ("compiled", "condition", "connection", "rule", "running", "steps", "table", "trigger")

    def __init__(self, connection: Connection, trigger: Trigger, table: Table, rule: str | None) -> None:
        self.connection = connection
        self.trigger = trigger
        self.table = table
        self.rule = rule
        self.running = 0
        self.compiled = False
        self.condition: Body | None = None
        self.steps: list[Body] = []

    def prepare(self) -> None:
        """Compile the program unless that is done, or under way (a trigger may set off itself)."""
        if self.compiled:
            return
        self.compiled = True
        try:
            self.compile()
        except SqlError:
            self.compiled = False
            self.steps = []
            raise

    def compile(self) -> None:
        """Compile condition and steps; raises SqlError where names do not resolve."""
        definition = self.trigger.definition
        if definition.when is not None:
            compilation = self.compilation()
            condition = ConditionBody(compilation.predicate(definition.when, None))
            compilation.finish(condition)
            self.condition = condition
        for step in definition.body:
            compilation = self.compilation()
            compilation.rule = self.rule
            body = step_body(step, compilation)
            compilation.finish(body)
            self.steps.append(body)

    def compilation(self) -> Compilation:
        """A compilation in which OLD and NEW are in sight."""
        compilation = Compilation(self.connection)
        compilation.add_trigger_rows(self.table, self.trigger.definition.event)
        if self.trigger.database != "temp":
            compilation.database = compilation.resolver.schema = self.trigger.database
        return compilation

    def enter(self, session: Session, old: Row, new: Row) -> None:
        """Run the trigger one level deeper; raises SqlError "too many levels of trigger recursion"."""
        if session.depth >= MAX_TRIGGER_DEPTH:
            raise SqlError(errors.ERROR, "too many levels of trigger recursion")
        self.run(session, old, new)

    def run(self, session: Session, old: Row, new: Row) -> None:
        """Run the trigger for one row. Raises IgnoreRow for RAISE(IGNORE)."""
        self.prepare()
        condition = self.condition
        if condition is not None and not condition.test(session, old, new):  # type: ignore[attr-defined]
            return
        connection = session.connection
        changes, visible, last = session.changes, connection.changes, connection.last_insert_rowid
        self.running += 1
        session.depth += 1
        if session.depth == DEEP:
            allow_depth()
        try:
            for step in self.steps:
                session.changes = 0
                step.execute(session, old, new)
                if step.counts:
                    connection.changes = session.changes
                    connection.total_changes += session.changes
        finally:
            self.running -= 1
            session.depth -= 1
            session.changes = changes
            connection.changes = visible
            connection.last_insert_rowid = last


def step_body(step: Insert | Update | Delete | Select, compilation: Compilation) -> Body:
    """The compiled form of one statement of a trigger's body."""
    if isinstance(step, Insert):
        from litestone.change.insert import insert_body

        return insert_body(step, compilation)[0]
    if isinstance(step, Update):
        from litestone.change.update import update_body

        return update_body(step, compilation)[0]
    if isinstance(step, Delete):
        from litestone.change.delete import delete_body

        return delete_body(step, compilation)[0]
    query = compilation.resolver.select(step, compilation.scope)
    return SelectBody(compilation.compiler.query(query).rows)


class ConditionBody(Body):
    """A WHEN clause."""

    __slots__ = ("predicate",)

    def __init__(self, predicate: Closure) -> None:
        super().__init__()
        self.predicate = predicate

    def test(self, session: Session, old: Row, new: Row) -> bool:
        """Whether the trigger is to run for this row."""
        return bool(self.predicate(self.frame(session, old, new)))


class SelectBody(Body):
    """A SELECT of a trigger's body, run for what it sets off (RAISE) alone."""

    __slots__ = ("rows",)

    def __init__(self, rows: Callable[[list[Any]], Iterable[Any]]) -> None:
        super().__init__()
        self.rows = rows
        self.counts = False

    def execute(self, session: Session, old: Row, new: Row) -> None:
        """Run the query to its end."""
        for _ in self.rows(self.frame(session, old, new)):
            pass


def trigger_program(
    connection: Connection, trigger: Trigger, table: Table, rule: str | None
) -> TriggerProgram:
    """The program of a trigger, kept with it as long as the schema stays."""
    programs = trigger.programs
    if programs is None or programs[0] != connection.schema_generation:
        programs = trigger.programs = (connection.schema_generation, {})
    program = programs[1].get(rule)
    if program is None:
        program = programs[1][rule] = TriggerProgram(connection, trigger, table, rule)
    return program  # type: ignore[no-any-return]
