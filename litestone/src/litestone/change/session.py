"""What one statement and everything it sets off (triggers, foreign key actions) share while running."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from litestone.change.sequence import Sequence
    from litestone.connection import Connection
    from litestone.run.runtime import Runtime
    from litestone.schema.objects import Table
    from litestone.schema.query import OutputColumn
    from litestone.text.tree import Value

    Row = Any  # a list or tuple: every column by number, then the rowid

MAX_TRIGGER_DEPTH = 1000


class Session:
    """One run of a top-level statement.

    ``changes`` counts the rows that the statement at hand has changed itself;
    ``immediate_violations`` are foreign keys violated until the statement's
    end (``single``: no more than one row is written, such that the first one fails
    it at once); ``sequences`` the AUTOINCREMENT tables inserted into; ``returned`` the
    rows of the RETURNING clause.
    """

    __slots__ = (
        "changes", "connection", "depth", "immediate_violations", "returned", "runtime", "sequences",
        "single",
    )  # fmt: skip

    def __init__(self, connection: Connection, runtime: Runtime) -> None:
        self.connection = connection
        self.runtime = runtime
        self.changes = 0
        self.depth = 0
        self.immediate_violations = 0
        self.single = False
        self.sequences: dict[Table, Sequence] = {}
        self.returned: list[tuple[Value, ...]] = []

    def finish(self) -> None:
        """Write back the AUTOINCREMENT counters, check the foreign keys (in autocommit mode all of them)."""
        for sequence in self.sequences.values():
            sequence.store()
        deferred = self.connection.transaction.autocommit and self.connection.deferred_violations > 0
        if self.immediate_violations > 0 or deferred:
            raise SqlError(errors.CONSTRAINT_FOREIGNKEY, "FOREIGN KEY constraint failed")


class Body:
    """A compiled statement that changes rows: part of a program, or a step of a trigger.

    ``old_slot`` and ``new_slot`` are where a trigger step's frame has the
    trigger's OLD and NEW rows, -1 outside triggers. ``counts``: changes() tells
    how many rows it changed.
    """

    __slots__ = ("counts", "frame_size", "new_slot", "old_slot")

    def __init__(self) -> None:
        self.counts = True
        self.frame_size = 1
        self.old_slot = -1
        self.new_slot = -1

    def frame(self, session: Session, old: Row, new: Row) -> list[Any]:
        """A fresh frame for one execution."""
        frame: list[Any] = [None] * self.frame_size
        frame[0] = session.runtime
        if self.old_slot >= 0:
            frame[self.old_slot] = old
        if self.new_slot >= 0:
            frame[self.new_slot] = new
        return frame

    if TYPE_CHECKING:  # every kind of change has its own

        def execute(self, session: Session, old: Row, new: Row) -> None:
            """Make the changes; ``old`` and ``new`` are the rows of the enclosing trigger."""


class ChangeProgram:
    """A compiled INSERT, UPDATE or DELETE. ``columns`` describes what RETURNING gives."""

    __slots__ = ("body", "columns", "connection")

    def __init__(self, connection: Connection, body: Body, columns: list[OutputColumn]) -> None:
        self.connection = connection
        self.body = body
        self.columns = columns

    def run(self, runtime: Runtime) -> Iterator[tuple[Value, ...]]:
        """Make all changes, then give the rows of RETURNING.

        The store of the target is inside a write transaction and the
        statement's savepoint is open. Raises SqlError, whose ``effect`` says
        what the caller has to undo.
        """
        connection = self.connection
        session = Session(connection, runtime)
        try:
            self.body.execute(session, None, None)
            session.finish()
        except SqlError as error:
            connection.changes = session.changes if error.effect == "FAIL" else 0
            connection.total_changes += connection.changes
            raise
        except RecursionError:
            raise SqlError(errors.ERROR, "too many levels of trigger recursion") from None
        connection.changes = session.changes
        connection.total_changes += session.changes
        return iter(session.returned)
