"""``Blob``: reading and writing a value in place (``c3ref/blob_open``)."""

from __future__ import annotations

from litestone import errors
from litestone.change.session import Session
from litestone.dbapi.exception import OperationalError, ProgrammingError, translated
from litestone.dbapi.parameter import blob_bytes
from litestone.errors import SqlError
from litestone.run.runtime import Runtime
from litestone.value.text import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from litestone.change.table_writer import TableWriter
    from litestone.connection import Connection as Engine
    from litestone.dbapi.connection import Connection
    from litestone.schema.objects import Table

_INT_MAX = (1 << 31) - 1


class Cell:
    """One BLOB or TEXT value of a rowid table, and the row as it was when last seen."""

    __slots__ = ("column", "database", "engine", "rowid", "seen", "table", "writer")

    def __init__(self, engine: Engine, table: Table, column: int, rowid: int) -> None:
        from litestone.change.table_writer import TableWriter

        self.engine = engine
        self.table = table
        self.database = table.database
        self.column = column
        self.rowid = rowid
        self.writer: TableWriter = TableWriter(engine, table)
        self.seen: list[Any] | None = None

    def fetch(self) -> list[Any] | None:
        """The row as it is now, None if it is gone."""
        self.writer.tree = self.engine.table_tree(self.table)
        return self.writer.fetch(self.rowid)

    def refresh(self) -> None:
        """Take the row as it is now for the one that was last seen."""
        self.engine.transaction.enter_statement()
        try:
            self.seen = self.fetch()
        finally:
            self.engine.transaction.leave_statement()

    def look(self) -> list[Any]:
        """The row; raises SqlError with ABORT where it is no longer what it was."""
        known = self.engine.find_table(self.database, self.table.name) is self.table
        row = self.fetch() if known else None
        if row is None or self.seen is None or row != self.seen:
            self.seen = None
            raise SqlError(errors.ABORT, "query aborted")
        return row

    def data(self) -> bytes:
        """The bytes of the value."""
        self.engine.transaction.enter_statement()
        try:
            return self.bytes_of(self.look())
        finally:
            self.engine.transaction.leave_statement()

    def bytes_of(self, row: list[Any]) -> bytes:
        """The bytes of the value in a row."""
        value = row[self.column]
        return value if isinstance(value, bytes) else encode(value, self.engine.encoding)

    def store(self, at: int, data: bytes) -> None:
        """Write bytes into the value; it keeps its length and type."""
        transaction = self.engine.transaction
        transaction.enter_statement()
        try:
            row = self.look()
            self.writer.open(Session(self.engine, Runtime(self.engine)))
            old = self.bytes_of(row)
            new = old[:at] + data + old[at + len(data) :]
            text = isinstance(row[self.column], str)
            if text:
                from litestone.value.text import decode

                row[self.column] = decode(new, self.engine.encoding)
            else:
                row[self.column] = new
            self.writer.tree.insert(self.rowid, self.writer.payload(row))
            transaction.finish_write()
        finally:
            transaction.leave_statement()


def open_cell(engine: Engine, name: str, table: str, column: str, rowid: int, readonly: bool) -> Cell:
    """The value that ``blobopen`` names; raises SqlError where there is none that can be opened so."""
    engine.transaction.enter_statement()
    try:
        found = engine.find_table(name, table)
        if found is None:
            raise SqlError(errors.ERROR, f"no such table: {name}.{table}")
        kinds = {"view": "view", "virtual": "virtual table"}
        if found.kind in kinds:
            raise SqlError(errors.ERROR, f"cannot open {kinds[found.kind]}: {table}")
        if found.without_rowid:
            raise SqlError(errors.ERROR, f"cannot open table without rowid: {table}")
        number = found.find_column(column)
        if number < 0:
            raise SqlError(errors.ERROR, f'no such column: "{column}"')
        if not readonly:
            refuse_keyed(engine, found, number)
        cell = Cell(engine, found, number, rowid)
        cell.seen = cell.fetch()
        if cell.seen is None:
            raise SqlError(errors.ERROR, f"no such rowid: {rowid}")
        value = cell.seen[number]
        if not isinstance(value, (bytes, str)):
            absent = value is None or number == found.rowid_column
            kind = "null" if absent else "integer" if isinstance(value, int) else "real"
            raise SqlError(errors.ERROR, f"cannot open value of type {kind}")
        return cell
    finally:
        engine.transaction.leave_statement()


def refuse_keyed(engine: Engine, table: Table, number: int) -> None:
    """Raise SqlError for a column whose value an index or a foreign key depends upon."""
    for index in table.indexes:
        if any(part.column == number or part.expression is not None for part in index.columns):
            raise SqlError(errors.ERROR, "cannot open indexed column for writing")
    if engine.settings.foreign_keys:
        name = table.columns[number].name.lower()
        if any(name in [one.lower() for one in key.columns] for key in table.foreign_keys):
            raise SqlError(errors.ERROR, "cannot open foreign key column for writing")


class Blob:
    """A value opened by ``Connection.blobopen``: a file, and a mutable sequence of bytes of fixed length."""

    __slots__ = ("__weakref__", "_cell", "_connection", "_length", "_offset", "_readonly")

    _cell: Cell | None
    _connection: Connection
    _length: int
    _offset: int
    _readonly: bool

    def __new__(cls, *arguments: object) -> Blob:
        """Raises TypeError."""
        raise TypeError(f"cannot create '{cls.__module__}.{cls.__name__}' instances")

    def _open(self) -> Cell:
        self._connection.check_thread()
        self._connection.check_open()
        if self._cell is None:
            raise ProgrammingError("Cannot operate on a closed blob.")
        return self._cell

    def _data(self) -> bytes:
        cell = self._open()
        with self._connection._lock:
            try:
                return cell.data()
            except SqlError as error:
                raise self._failed(error) from None

    def _failed(self, error: SqlError) -> BaseException:
        """The exception for an error; a value that is no longer there has no bytes."""
        if error.code == errors.ABORT:
            self._length = 0
        return translated(error)

    def _store(self, at: int, data: bytes) -> None:
        cell = self._open()
        if self._readonly:
            # A value that is no longer there is the error that comes first.
            self._data()
            failed = OperationalError("attempt to write a readonly database")
            failed.sqlite_errorcode, failed.sqlite_errorname = errors.READONLY, "SQLITE_READONLY"
            raise failed
        with self._connection._lock:
            try:
                cell.store(at, data)
            except SqlError as error:
                raise self._failed(error) from None
            self._connection._blob_written(cell)

    def close(self) -> None:
        """End the blob."""
        self._connection.check_thread()
        self._connection.check_open()
        self._cell = None

    def read(self, length: int = -1, /) -> bytes:
        """The next ``length`` bytes, all that are left by default."""
        self._open()
        left = self._length - self._offset
        count = left if length < 0 or length > left else length
        if not count:
            return b""
        data = self._data()[self._offset : self._offset + count]
        self._offset += count
        return data

    def write(self, data: Any, /) -> None:
        """Write at the offset. Raises ValueError for more than fits."""
        written = blob_bytes(data)
        self._open()
        if len(written) > self._length - self._offset:
            raise ValueError("data longer than blob length")
        self._store(self._offset, written)
        self._offset += len(written)

    def seek(self, offset: int, origin: int = 0, /) -> None:
        """Move the offset from the start (0), from where it is (1) or from the end (2)."""
        if not -_INT_MAX - 1 <= offset <= _INT_MAX:
            raise OverflowError("Python int too large to convert to C int")
        self._open()
        if origin not in (0, 1, 2):
            raise ValueError("'origin' should be os.SEEK_SET, os.SEEK_CUR, or os.SEEK_END")
        base = (0, self._offset, self._length)[origin]
        if offset > _INT_MAX - base:
            raise OverflowError("seek offset results in overflow")
        if not 0 <= base + offset <= self._length:
            raise ValueError("offset out of blob range")
        self._offset = base + offset

    def tell(self) -> int:
        """The offset."""
        self._open()
        return self._offset

    def __enter__(self) -> Blob:
        self._open()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._open()
        self.close()

    def __len__(self) -> int:
        self._open()
        return self._length

    def __getitem__(self, key: Any) -> Any:
        self._open()
        if isinstance(key, slice):
            # The bounds are checked before the value is read.
            places = range(self._length)[key]
            return self._data()[key] if len(places) else b""
        place = self._place(key)
        return self._data()[place]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._open()
        if isinstance(key, slice):
            self._set_slice(key, value)
            return
        if hasattr(type(key), "__index__") and not isinstance(value, int):
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
        place = self._place(key)
        if not 0 <= value <= 255:
            raise ValueError("byte must be in range(0, 256)")
        self._store(place, bytes((value,)))

    def _set_slice(self, key: slice, value: Any) -> None:
        places = range(self._length)[key]
        if not places:
            # The real one takes anything for nothing.
            return
        data = blob_bytes(value)
        if len(data) != len(places):
            raise IndexError("Blob slice assignment is wrong size")
        if places.step == 1:
            self._store(places.start, data)
            return
        whole = bytearray(self._data())
        whole[key] = data
        self._store(0, bytes(whole))

    def __delitem__(self, key: Any) -> None:
        self._open()
        raise TypeError(f"Blob doesn't support {'slice' if isinstance(key, slice) else 'item'} deletion")

    def _place(self, key: Any) -> int:
        if not hasattr(type(key), "__index__"):
            raise TypeError("Blob indices must be integers")
        place: int = key.__index__()
        if not -(1 << 63) <= place < 1 << 63:
            raise IndexError("cannot fit 'int' into an index-sized integer")
        if place < 0:
            place += self._length
        if not 0 <= place < self._length:
            raise IndexError("Blob index out of range")
        return place

    # Without this the interpreter would iterate by __getitem__, which the real one has not for this.
    __iter__ = None


def open_blob(connection: Connection, cell: Cell, readonly: bool) -> Blob:
    """A blob of a value."""
    assert cell.seen is not None
    blob = object.__new__(Blob)
    blob._connection = connection
    blob._cell = cell
    blob._length = len(cell.bytes_of(cell.seen))
    blob._offset = 0
    blob._readonly = readonly
    return blob
