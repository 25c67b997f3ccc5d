"""``Connection``: a database as PEP 249 sees it, with the interface of Python 3.11's ``sqlite3``."""

from __future__ import annotations

import os
import sys
from _thread import RLock, get_ident
from operator import index
from weakref import WeakSet

from litestone.connection import Connection as Engine
from litestone.dbapi import exception
from litestone.dbapi.constant import DEFAULT_LIMITS
from litestone.dbapi.cursor import Cursor
from litestone.dbapi.exception import OperationalError, ProgrammingError, kind_of, translated
from litestone.dbapi.hooks import interrupted
from litestone.dbapi.registration import Registration
from litestone.dbapi.statement import Statement, piece, prepare
from litestone.errors import SqlError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import TracebackType
    from typing import Any

    from litestone.dbapi.blob import Blob, Cell
    from litestone.text.tree import Value

_ISOLATION_LEVELS = ("", "DEFERRED", "IMMEDIATE", "EXCLUSIVE")
_FACTORY = 5
"""The place of ``factory`` among the parameters of ``connect``."""


def checked_level(level: Any) -> str | None:
    """An isolation level in its canonical form. Raises TypeError or ValueError for what is none."""
    if level is None:
        return None
    if not isinstance(level, str):
        raise TypeError("isolation_level must be str or None")
    if "\0" in level:
        raise ValueError("embedded null character")
    if level.isascii():
        upper = str.upper(level)
        if upper in _ISOLATION_LEVELS:
            return upper
    raise ValueError("isolation_level string must be '', 'DEFERRED', 'IMMEDIATE', or 'EXCLUSIVE'")


class Connection(Registration):
    """An open database.

    ``row_factory(cursor, row)`` makes the rows of new cursors, ``text_factory(bytes)`` the text in them
    (``str``, the default, decodes it). As a context manager it commits, or rolls back after an exception.
    """

    Warning = exception.Warning
    Error = exception.Error
    InterfaceError = exception.InterfaceError
    DatabaseError = exception.DatabaseError
    DataError = exception.DataError
    OperationalError = exception.OperationalError
    IntegrityError = exception.IntegrityError
    InternalError = exception.InternalError
    ProgrammingError = exception.ProgrammingError
    NotSupportedError = exception.NotSupportedError

    def __init__(
        self,
        database: str | bytes | os.PathLike[str] | os.PathLike[bytes],
        timeout: float = 5.0,
        detect_types: int = 0,
        isolation_level: str | None = "",
        check_same_thread: bool = True,
        factory: Any = None,
        cached_statements: int = 128,
        uri: bool = False,
    ) -> None:
        """Open ``database``, a path, ``:memory:`` or a ``file:`` URI; see ``connect``.

        ``uri`` changes nothing: the build that Litestone equals reads URIs always (SQLITE_USE_URI).
        """
        if self._initialised:
            self._initialised = False
            self._leave_engine()
        sys.audit("sqlite3.connect", database)
        path = os.fsdecode(database)
        if "\0" in path:
            raise ValueError("embedded null byte")
        level = checked_level(isolation_level)
        if not isinstance(timeout, (int, float)):
            raise TypeError(f"must be real number, not {kind_of(timeout)}")
        self._limits = dict(DEFAULT_LIMITS)
        self._thread = get_ident()
        self._lock = RLock()
        self._check_same_thread = bool(check_same_thread)
        self._detect_types = index(detect_types)
        self._level = level
        self._cache: dict[str, Statement] = {}
        self._cache_size = index(cached_statements)
        self._blobs: WeakSet[Blob] = WeakSet()
        self._trace_callback: Callable[[str], Any] | None = None
        self._progress = None
        self._stopped = False
        self.row_factory: Any = None
        self.text_factory: Any = str
        try:
            engine = Engine(path)
            if engine.main.file is not None:
                engine.main.file.open()
        except SqlError as error:
            raise translated(error) from None
        engine.watched = True
        engine.set_busy_timeout(int(timeout * 1000))
        self._engine_or_none = engine
        self._initialised = True

    def __del__(self) -> None:
        if self._initialised:
            self._leave_engine()

    def _leave_engine(self) -> None:
        """Close the database, unless rows of it are still to be fetched: it then ends with them."""
        engine = self._engine_or_none
        self._engine_or_none = None
        if engine is not None and not engine.transaction.running:
            engine.close()

    # -- transactions

    @property
    def isolation_level(self) -> str | None:
        """How a change begins a transaction: ``BEGIN`` with this word, or not at all for None."""
        self.check_open()
        return self._level

    @isolation_level.setter
    def isolation_level(self, level: str | None) -> None:
        level = checked_level(level)
        if level is None:
            self._level = None
            self.commit()
        else:
            self._level = level

    @property
    def _begins(self) -> bool:
        return self._level is not None

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        self.check_open()
        return not self._engine.transaction.autocommit

    def commit(self) -> None:
        """Commit; without a transaction nothing happens."""
        self._check()
        if self.in_transaction:
            self._control("COMMIT")

    def rollback(self) -> None:
        """Roll back; without a transaction nothing happens."""
        self._check()
        if self.in_transaction:
            self._control("ROLLBACK")

    def __enter__(self) -> Connection:
        self._check()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.rollback()
            return
        try:
            self.commit()
        except exception.Error:
            self.rollback()
            raise

    # -- running statements

    def cursor(self, factory: Any = Cursor) -> Any:
        """A new cursor, made by ``factory(connection)``. Raises TypeError if that gives no cursor."""
        self._check()
        cursor = factory(self)
        if not issubclass(type(cursor), Cursor):
            raise TypeError(f"factory must return a cursor, not {type(cursor).__name__}")
        if self.row_factory is not None:
            cursor.row_factory = self.row_factory
        return cursor

    def execute(self, sql: str, parameters: Any = (), /) -> Any:
        """``execute`` of a new cursor."""
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Any:
        """``executemany`` of a new cursor."""
        return self.cursor().executemany(sql, parameters)

    def executescript(self, sql_script: str, /) -> Any:
        """``executescript`` of a new cursor."""
        return self.cursor().executescript(sql_script)

    def __call__(self, *arguments: Any) -> Statement:
        self._check()
        if len(arguments) != 1:
            raise TypeError(f"expected exactly 1 argument, got {len(arguments)}")
        (sql,) = arguments
        if not isinstance(sql, str):
            raise TypeError(f"argument 1 must be str, not {kind_of(sql)}")
        return prepare(self._engine, sql, self._limits)

    def _statement_for(self, sql: str) -> Statement:
        """The compiled form of ``sql``, from the cache unless it is being run there."""
        found = self._cache.pop(sql, None)
        if found is None or found.busy:
            found = self(sql)
        if self._cache_size > 0:
            if len(self._cache) >= self._cache_size:
                del self._cache[next(iter(self._cache))]
            self._cache[sql] = found
        return found

    def _control(self, sql: str) -> None:
        """Run a statement of transaction control."""
        with self._lock:
            statement = piece(self._engine, sql, 0, self._limits)[0]
            try:
                self._announce(statement, ())
                for _ in statement.run(()):
                    pass
            except SqlError as error:
                raise translated(error) from None

    def _announce(self, statement: Statement, values: Sequence[Value]) -> None:
        """A statement starts: tell the trace callback, count it as progress.

        Raises SqlError if that stops it.
        """
        engine = self._engine
        if self._stopped and not engine.transaction.running:
            self._stopped = False
            self._watch()
        if statement.compiled is not None:
            if self._trace_callback is not None:
                self._trace(statement, values)
            if engine.watch is not None:
                engine.watch()

    # -- state

    @property
    def _engine(self) -> Engine:
        engine = self._engine_or_none
        if engine is None:
            self.check_open()
            raise ProgrammingError("Cannot operate on a closed database.")
        return engine

    def check_open(self) -> None:
        """Raise ProgrammingError unless the connection is open."""
        if not self._initialised:
            raise ProgrammingError("Base Connection.__init__ not called.")
        if self._engine_or_none is None:
            raise ProgrammingError("Cannot operate on a closed database.")

    def check_thread(self) -> None:
        """Raise ProgrammingError in another thread than the connection's, if that is to be checked."""
        if self._initialised and self._check_same_thread and get_ident() != self._thread:
            raise ProgrammingError(
                "SQLite objects created in a thread can only be used in that same thread. The object was "
                f"created in thread id {self._thread} and this is thread id {get_ident()}."
            )

    def _check(self) -> None:
        self.check_thread()
        self.check_open()

    def close(self) -> None:
        """Close the database, rolling back what is open; closing again does nothing."""
        self.check_thread()
        if not self._initialised:
            raise ProgrammingError("Base Connection.__init__ not called.")
        self._cache.clear()
        self._leave_engine()

    @property
    def total_changes(self) -> int:
        """Rows changed since the connection was opened."""
        self.check_open()
        return self._engine.total_changes

    def interrupt(self) -> None:
        """Stop the statements that are running, from whatever thread: they fail with OperationalError."""
        self.check_open()
        engine = self._engine
        if engine.transaction.running:
            self._stopped = True
            engine.watch = self._stop

    def _stop(self) -> None:
        raise interrupted()

    # -- whole databases and single values

    def iterdump(self) -> Iterator[str]:
        """The database as SQL statements."""
        from litestone.dbapi.dump import dump

        self.check_open()
        return dump(self)

    def backup(
        self,
        target: Connection,
        *,
        pages: int = -1,
        progress: Callable[[int, int, int], Any] | None = None,
        name: str = "main",
        sleep: float = 0.250,
    ) -> None:
        """Copy the database called ``name`` into ``target``, ``pages`` pages at a time (by default all).

        ``progress(status, remaining, total)`` is called after each step.
        """
        from litestone.dbapi.backup import Backup, run

        self._check()
        if not issubclass(type(target), Connection):
            raise TypeError(f"backup() argument 'target' must be sqlite3.Connection, not {kind_of(target)}")
        if target is self:
            raise ValueError("target cannot be the same connection instance")
        target._check()
        count = index(pages)
        if progress is not None and not callable(progress):
            raise TypeError("progress argument must be a callable")
        try:
            run(Backup(self._engine, name, target._engine), count or -1, progress, sleep)
        except SqlError as error:
            raise translated(error) from None

    def serialize(self, *, name: str = "main") -> bytes:
        """The bytes that the database would have as a file."""
        from litestone.dbapi.backup import serialize

        self._check()
        try:
            data = serialize(self._engine, name)
        except SqlError as error:
            raise translated(error) from None
        if data is None:
            raise OperationalError(f"unable to serialize '{name}'")
        return data

    def deserialize(self, data: Any, /, *, name: str = "main") -> None:
        """Let the database called ``name`` be one in memory with these bytes."""
        from litestone.dbapi.backup import deserialize
        from litestone.dbapi.parameter import blob_bytes

        self._check()
        given = data.encode() if isinstance(data, str) else blob_bytes(data)
        try:
            deserialize(self._engine, name, given)
        except SqlError as error:
            raise translated(error) from None

    def blobopen(
        self, table: str, column: str, row: int, /, *, readonly: bool = False, name: str = "main"
    ) -> Blob:
        """Open a BLOB or TEXT value of a row (by its rowid) for reading and writing in place."""
        from litestone.dbapi.blob import open_blob, open_cell

        self._check()
        try:
            cell = open_cell(self._engine, name, table, column, index(row), bool(readonly))
        except SqlError as error:
            raise translated(error) from None
        blob = open_blob(self, cell, bool(readonly))
        self._blobs.add(blob)
        return blob

    def _blob_written(self, cell: Cell) -> None:
        """What a blob has written is no change to those open on the same row."""
        for blob in self._blobs:
            other = blob._cell
            if other is not None and other.table is cell.table and other.rowid == cell.rowid:
                other.refresh()


def connect(*arguments: Any, **keywords: Any) -> Any:
    """Open a database.

    ``connect(database, timeout=5.0, detect_types=0, isolation_level="", check_same_thread=True,
    factory=Connection, cached_statements=128, uri=False)``: ``timeout`` is how many seconds a lock is waited
    for; ``detect_types`` adds PARSE_DECLTYPES and PARSE_COLNAMES; ``isolation_level`` is how a change begins
    a transaction (None: not at all); ``factory`` is the class of the connection.
    Raises OperationalError for a file that cannot be opened.
    """
    factory = arguments[_FACTORY] if len(arguments) > _FACTORY else keywords.get("factory", Connection)
    return factory(*arguments, **keywords)
