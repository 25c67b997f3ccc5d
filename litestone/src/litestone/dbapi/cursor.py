"""``Cursor``: runs statements and hands out their rows."""

from __future__ import annotations

from operator import index

from litestone.dbapi.constant import PARSE_COLNAMES
from litestone.dbapi.exception import OperationalError, ProgrammingError, kind_of, translated
from litestone.dbapi.hooks import interrupted
from litestone.dbapi.statement import LENGTH, check_text, piece, skip_blank, too_deep
from litestone.errors import SqlError
from litestone.value.numeric_text import real_text
from litestone.value.text import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from litestone.dbapi.connection import Connection
    from litestone.dbapi.statement import Converter, Statement
    from litestone.text.tree import Value

    Description = tuple[tuple[str, None, None, None, None, None, None], ...] | None


class Cursor:
    """A cursor of a connection, with the attributes of PEP 249.

    ``row_factory(cursor, row)`` makes what is fetched; None leaves tuples.
    """

    _initialised = False
    _closed = False
    _locked = False

    def __init__(self, connection: Connection, /) -> None:
        """Raises TypeError unless given a connection."""
        from litestone.dbapi.connection import Connection

        if not issubclass(type(connection), Connection):
            raise TypeError(f"Cursor() argument 1 must be sqlite3.Connection, not {kind_of(connection)}")
        if self._locked:
            raise ProgrammingError("Recursive use of cursors not allowed.")
        self._connection = connection
        self._description: Description = None
        self._lastrowid: int | None = None
        self._rowcount = -1
        self._statement: Statement | None = None
        self._rows: Iterator[tuple[Value, ...]] | None = None
        self._next: tuple[Value, ...] | None = None
        self._converters: list[Converter | None] | None = None
        self._closed = False
        self.arraysize = 1
        self.row_factory: Any = None
        connection.check_thread()
        self._initialised = True

    # -- attributes

    @property
    def connection(self) -> Connection:
        """The connection of the cursor."""
        return self._connection

    @property
    def description(self) -> Description:
        """The columns of the last query: a tuple for each, its name first, then six times None."""
        return self._description

    @property
    def lastrowid(self) -> int | None:
        """The rowid of the last row inserted; None before the first ``execute``."""
        return self._lastrowid

    @property
    def rowcount(self) -> int:
        """How many rows the last change has changed; -1 for other statements."""
        return self._rowcount

    # -- running

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
        """Run one statement with the values of its parameters, a sequence or a mapping."""
        if not isinstance(sql, str):
            raise TypeError(f"execute() argument 1 must be str, not {kind_of(sql)}")
        with self._connection_lock():
            self._check()
            self._run(sql, iter((parameters,)), False)
        return self

    def executemany(self, sql: str, seq_of_parameters: Iterable[Any], /) -> Cursor:
        """Run one changing statement for each set of parameters; rows that it gives are dropped."""
        if not isinstance(sql, str):
            raise TypeError(f"executemany() argument 1 must be str, not {kind_of(sql)}")
        with self._connection_lock():
            self._check()
            self._run(sql, iter(seq_of_parameters), True)
        return self

    def executescript(self, sql_script: str, /) -> Cursor:
        """Commit, then run every statement of a script; rows are dropped."""
        if not isinstance(sql_script, str):
            raise TypeError(f"executescript() argument must be str, not {kind_of(sql_script)}")
        if "\0" in sql_script:
            raise ValueError("embedded null character")
        with self._connection_lock():
            self._check()
            self._run_script(sql_script)
        return self

    def _run_script(self, sql_script: str) -> None:
        connection = self._connection
        check_text(sql_script, connection._limits)
        if connection.in_transaction:
            connection._control("COMMIT")
        place = 0
        while skip_blank(sql_script, place) < len(sql_script):
            statement, place = piece(connection._engine, sql_script, place, connection._limits)
            try:
                connection._announce(statement, [None] * statement.parameters.count)
                for _ in statement.run(()):
                    pass
            except SqlError as error:
                raise translated(error) from None
            except RecursionError:
                raise too_deep() from None

    def _run(self, sql: str, sets: Iterator[Any], many: bool) -> None:
        self._locked = True
        try:
            self._reset()
            self._description = None
            statement = self._connection._statement_for(sql)
            if many and statement.readonly:
                raise ProgrammingError("executemany() can only execute DML statements.")
            self._rowcount = 0 if statement.changes else -1
            connection = self._connection
            if statement.changes and connection._begins and not connection.in_transaction:
                connection._control(f"BEGIN {connection.isolation_level}")
            for given in sets:
                values = statement.parameters.bind(given, connection._limits[LENGTH])
                self._start(statement, values, many)
            if not many and statement.compiled is not None:
                self._lastrowid = connection._engine.last_insert_rowid
        except BaseException:  # Ctrl-C too must leave a cursor that can be used; it goes on
            self._reset()
            self._rowcount = -1
            raise
        finally:
            self._locked = False

    def _start(self, statement: Statement, values: Sequence[Value], many: bool) -> None:
        """Run the statement up to its first row."""
        try:
            self._connection._announce(statement, values)
        except SqlError as error:
            raise translated(error) from None
        self._statement = statement
        self._rows = statement.run(values)
        statement.busy = True
        self._step()
        compiled = statement.compiled
        if compiled is not None and compiled.columns:
            if self._description is None:
                self._describe(compiled.columns)
            self._converters = statement.converters_of(self._connection._detect_types)
        if many:
            while self._next is not None:
                self._step()

    def _describe(self, names: list[str]) -> None:
        if self._connection._detect_types & PARSE_COLNAMES:
            names = [shown_name(name) for name in names]
        self._description = tuple([(name, None, None, None, None, None, None) for name in names])

    def _step(self) -> None:
        """Go to the next row of the statement at hand; at its end count what it has changed."""
        assert self._rows is not None
        try:
            if self._connection._stopped:
                raise interrupted()
            self._next = next(self._rows, None)
        except SqlError as error:
            self._reset()
            raise translated(error) from None
        except RecursionError:
            self._reset()
            raise too_deep() from None
        statement = self._statement
        if self._next is None and statement is not None:
            if statement.changes:
                self._rowcount += self._connection._engine.changes
            self._reset()

    def _reset(self) -> None:
        """Let go of the statement at hand."""
        rows, statement = self._rows, self._statement
        self._rows = self._statement = self._next = None
        if statement is not None:
            statement.busy = False
        close = getattr(rows, "close", None)
        if close is not None:
            close()

    def _connection_lock(self) -> Any:
        """The lock of the connection, which only one thread works with at a time."""
        if not self._initialised:
            raise ProgrammingError("Base Cursor.__init__ not called.")
        return self._connection._lock

    def _check(self) -> None:
        """Raise ProgrammingError unless the cursor and its connection can be used here and now."""
        if not self._initialised:
            raise ProgrammingError("Base Cursor.__init__ not called.")
        if self._closed:
            raise ProgrammingError("Cannot operate on a closed cursor.")
        if self._locked:
            raise ProgrammingError("Recursive use of cursors not allowed.")
        self._connection.check_thread()
        self._connection.check_open()

    # -- fetching

    def __iter__(self) -> Cursor:
        return self

    def __next__(self) -> Any:
        with self._connection_lock():
            self._check()
            return self._fetch()

    def _fetch(self) -> Any:
        """The next row, made; raises StopIteration behind the last."""
        row = self._next
        if row is None:
            raise StopIteration
        self._locked = True
        try:
            made: Any = self._made(row)
        finally:
            self._locked = False
        if self._rows is not None:
            self._step()
        if self.row_factory is not None:
            made = self.row_factory(self, made)
        return made

    def fetchone(self) -> Any:
        """The next row; None behind the last."""
        return next(self, None)

    def fetchmany(self, size: int | None = None) -> list[Any]:
        """The next ``size`` rows (``arraysize`` by default), fewer at the end; all for 0 or less."""
        count = self.arraysize if size is None else index(size)
        rows: list[Any] = []
        for row in self:
            rows.append(row)
            if len(rows) == count:
                break
        return rows

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        return list(self)

    def _made(self, row: tuple[Value, ...]) -> tuple[Any, ...]:
        """A row of SQL values as Python objects."""
        factory = self._connection.text_factory
        converters = self._converters
        if converters is None:
            if factory is str and all(value.__class__ is not str or value.isascii() for value in row):
                return row
            return tuple([self._value(value, place, factory) for place, value in enumerate(row)])
        return tuple(
            [
                self._value(value, place, factory) if convert is None else converted(value, convert)
                for place, (value, convert) in enumerate(zip(row, converters, strict=True))
            ]
        )

    def _value(self, value: Value, place: int, factory: Any) -> Any:
        if not isinstance(value, str):
            return value
        if factory is not str:
            return factory(encode(value))
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                shown = encode(value).decode("utf-8", "replace")
                name = self._description[place][0] if self._description else ""
                raise OperationalError(
                    f"Could not decode to UTF-8 column '{name}' with text '{shown}'"
                ) from None
        return value

    # -- the rest of PEP 249

    def close(self) -> None:
        """End the cursor."""
        if self._locked:
            raise ProgrammingError("Recursive use of cursors not allowed.")
        if not self._initialised:
            raise ProgrammingError("Base Cursor.__init__ not called.")
        self._connection.check_thread()
        self._connection.check_open()
        self._reset()
        self._closed = True

    def setinputsizes(self, sizes: Any, /) -> None:
        """Does nothing: PEP 249 asks for it."""

    def setoutputsize(self, size: Any, column: Any = None, /) -> None:
        """Does nothing: PEP 249 asks for it."""


def shown_name(name: str) -> str:
    """A column name without the type in brackets behind it."""
    start = name.find("[")
    if start < 0:
        return name
    return name[: start - 1] if start and name[start - 1] == " " else name[:start]


def converted(value: Value, convert: Converter) -> Any:
    """What a converter makes of a value; it is given bytes, and neither NULL nor an empty value."""
    if value is None:
        return None
    if isinstance(value, str):
        data = encode(value)
    elif isinstance(value, bytes):
        data = value
    else:
        data = (real_text(value) if isinstance(value, float) else str(value)).encode()
    return convert(data) if data else None
