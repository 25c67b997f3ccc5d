"""The transaction of a connection (``lang_transaction``, ``lang_savepoint``).

Every store has a transaction of its own; here they are begun, committed and
rolled back together. Each open savepoint, and the statement being run, holds
one level in every store that is being written.
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.storage.store import Store


class Level:
    """A point to come back to: a savepoint, or the start of a statement (``name`` None)."""

    __slots__ = ("deferred_violations", "levels", "name", "postponed_violations")

    def __init__(self, name: str | None, deferred_violations: int, postponed_violations: int) -> None:
        self.name = name
        self.deferred_violations = deferred_violations
        self.postponed_violations = postponed_violations
        self.levels: dict[Store, int] = {}


class Transaction:
    """State of the connection's transaction; ``autocommit`` as ``sqlite3_get_autocommit`` tells it.

    ``running`` counts the statements under way; ``started`` tells whether any
    has run since the transaction began, so that its view of the files must stand still.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.autocommit = True
        self.savepoint_began = False
        self.points: list[Level] = []
        self.running = 0
        self.started = False

    # -- stores

    def begin_read(self, schemas: bool = True) -> None:
        """Put every store into a read transaction and bring the ``schemas`` up to date."""
        for database in self.connection.databases:
            database.store.begin_read()
        if schemas:
            self.connection.refresh_schemas()

    def begin_write(self, store: Store) -> None:
        """Put one store into a write transaction, with a level for every open point."""
        if self.connection.settings.query_only:
            raise SqlError(errors.READONLY, "attempt to write a readonly database")
        if not store.in_write:
            store.begin_write()
            for point in self.points:
                point.levels[store] = store.savepoint()

    def stores(self) -> list[Store]:
        """All stores of the connection."""
        return [database.store for database in self.connection.databases]

    # -- points

    def open_point(self, name: str | None) -> Level:
        """Open a savepoint or a statement's point."""
        connection = self.connection
        point = Level(name, connection.deferred_violations, connection.postponed_violations)
        for store in self.stores():
            if store.in_write:
                point.levels[store] = store.savepoint()
        self.points.append(point)
        return point

    def release_point(self, point: Level) -> None:
        """Close a point and those above it; what was done since stays."""
        del self.points[self.points.index(point) :]
        for store, level in point.levels.items():
            store.release(level)

    def roll_back_point(self, point: Level) -> None:
        """Undo all since a point, which stays open; those above it close."""
        del self.points[self.points.index(point) + 1 :]
        for store, level in point.levels.items():
            store.rollback_to(level)
        self.connection.deferred_violations = point.deferred_violations
        self.connection.postponed_violations = point.postponed_violations
        self.after_undo()

    def after_undo(self) -> None:
        """Schemas changed by what was undone are read anew."""
        for database in self.connection.databases:
            if database.schema.tables and database.schema.cookie != database.store.schema_cookie:
                self.connection.forget_schema(database)

    # -- statements of transaction control

    def begin(self, mode: str) -> None:
        """BEGIN; ``mode`` is DEFERRED, IMMEDIATE or EXCLUSIVE."""
        if not self.autocommit:
            raise SqlError(errors.ERROR, "cannot start a transaction within a transaction")
        self.autocommit = False
        if mode != "DEFERRED":
            try:
                for store in self.stores():
                    store.begin_write(mode == "EXCLUSIVE")
            except SqlError:
                self.abandon()
                raise

    def commit(self) -> None:
        """COMMIT; raises SqlError where none is open or deferred foreign keys are violated."""
        if self.autocommit:
            raise SqlError(errors.ERROR, "cannot commit - no transaction is active")
        self.check_deferred()
        self.commit_stores()

    def check_deferred(self) -> None:
        """Violated deferred foreign keys forbid a commit."""
        if self.connection.deferred_violations > 0:
            raise SqlError(errors.CONSTRAINT_FOREIGNKEY, "FOREIGN KEY constraint failed")

    def commit_stores(self) -> None:
        """Commit every store and go back to autocommit."""
        written = [store for store in self.stores() if store.in_write]
        if len(written) > 1:
            from litestone.storage.multi_commit import commit_all

            commit_all(written)
        elif written:
            written[0].commit()
        self.leave()

    def rollback(self) -> None:
        """ROLLBACK; raises SqlError where none is open."""
        if self.autocommit:
            raise SqlError(errors.ERROR, "cannot rollback - no transaction is active")
        self.abandon()

    def abandon(self) -> None:
        """Undo whatever is open."""
        for store in self.stores():
            if store.in_write:
                store.rollback()
        self.after_undo()
        self.leave()

    def leave(self) -> None:
        """No transaction is open any more."""
        self.autocommit = True
        self.savepoint_began = False
        self.points.clear()
        self.started = self.running > 0
        self.connection.deferred_violations = self.connection.postponed_violations = 0
        self.connection.settings.defer_foreign_keys = False
        if not self.running:
            self.end_read()

    def end_read(self) -> None:
        """Give up the read transactions."""
        for store in self.stores():
            store.end_read()

    def savepoint(self, name: str) -> None:
        """SAVEPOINT; outside a transaction it begins one."""
        if self.autocommit:
            self.autocommit = False
            self.savepoint_began = True
        self.open_point(name)

    def named(self, name: str) -> Level:
        """The innermost savepoint called ``name``; raises SqlError "no such savepoint: …"."""
        wanted = name.lower()
        for point in reversed(self.points):
            if point.name is not None and point.name.lower() == wanted:
                return point
        raise SqlError(errors.ERROR, f"no such savepoint: {name}")

    def release(self, name: str) -> None:
        """RELEASE; of the outermost savepoint that began the transaction it is a COMMIT."""
        point = self.named(name)
        if self.savepoint_began and point is self.points[0]:
            self.check_deferred()
            self.commit_stores()
        else:
            self.release_point(point)

    def rollback_to(self, name: str) -> None:
        """ROLLBACK TO."""
        self.roll_back_point(self.named(name))

    # -- the statement being run

    def enter_compilation(self) -> None:
        """A statement is about to be compiled: schemas are fresh, but nothing is read for good yet."""
        self.begin_read()
        self.running += 1

    def enter_statement(self, writes: str | None = None, schemas: bool = True) -> None:
        """A statement starts: read transactions are open and, where it needs them, ``schemas`` fresh.

        ``writes`` is the database it will change: where it is the first of its
        transaction, the wait for the write lock may take the newest state.
        """
        if writes is not None and not self.started and not self.connection.settings.query_only:
            store = self.connection.database(writes).store
            if not store.in_write:
                store.begin_write(restart=True)
                for point in self.points:
                    point.levels[store] = store.savepoint()
        self.begin_read(schemas)
        self.running += 1
        self.started = True

    def leave_statement(self) -> None:
        """A statement has ended, well or not."""
        self.running -= 1
        if self.running:
            return
        if self.autocommit:
            self.started = False
        if not self.started:
            self.end_read()

    def finish_write(self) -> None:
        """A change ended well: in autocommit mode it is committed."""
        if self.autocommit:
            self.check_deferred()
            self.commit_stores()

    def fail_write(self, point: Level | None, effect: str) -> None:
        """A change failed: undo what ``effect`` says (ABORT, FAIL or ROLLBACK).

        Without a point a statement in a transaction, or in another, has failed before it changed anything.
        """
        if effect == "ROLLBACK":
            self.abandon()
        elif effect == "FAIL":
            if point is not None:
                self.release_point(point)
            self.finish_write()
        elif point is not None:
            self.roll_back_point(point)
            self.release_point(point)
        elif self.autocommit and self.running <= 1:
            self.abandon()
