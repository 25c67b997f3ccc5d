"""Choosing rowids, and the counters of AUTOINCREMENT tables (``autoinc``, ``rowidtable``)."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.storage.record import encode
from litestone.storage.row_reader import RowReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.schema.objects import Table
    from litestone.storage.table_tree import TableTree
    from litestone.text.tree import Value

MAX_ROWID = 0x7FFF_FFFF_FFFF_FFFF
RANDOM_TRIES = 100


def next_rowid(tree: TableTree) -> int:
    """The rowid of a new row: one more than the largest, a random unused one where that is the maximum.

    Raises SqlError FULL where none is found.
    """
    last = tree.last_rowid()
    if last is None:
        return 1
    if last < MAX_ROWID:
        return last + 1
    from os import urandom

    for _ in range(RANDOM_TRIES):
        candidate = (int.from_bytes(urandom(8), "big") & (MAX_ROWID >> 1)) + 1
        if not tree.exists(candidate):
            return candidate
    raise SqlError(errors.FULL, "database or disk is full")


def integer_rowid(value: Value) -> int:
    """A value given for an INTEGER PRIMARY KEY as a rowid; raises SqlError "datatype mismatch"."""
    if value.__class__ is int:
        return value
    from litestone.value import affinity as affinities

    number = affinities.apply(value, affinities.INTEGER)
    if number.__class__ is int:
        return number
    raise SqlError(errors.MISMATCH, "datatype mismatch")


class Sequence:
    """The counter of one AUTOINCREMENT table during a statement.

    It is read from ``sqlite_sequence`` when the statement begins and written
    back, if it has grown, when it ends.
    """

    __slots__ = ("connection", "largest", "original", "rowid", "table", "tree")

    def __init__(self, connection: Connection, table: Table) -> None:
        self.connection = connection
        self.table = table
        kept = connection.find_table(table.database, "sqlite_sequence")
        if kept is None or kept.kind != "table" or len(kept.columns) != 2 or kept.without_rowid:
            raise SqlError(errors.CORRUPT, "database disk image is malformed")
        self.tree = connection.table_tree(kept)
        self.rowid: int | None = None
        self.largest = 0
        for name, counter, rowid in self.tree.scan(RowReader((0, 1))):
            if name == table.name:
                self.rowid = rowid
                if counter.__class__ is int:
                    self.largest = counter
                elif counter is not None:
                    from litestone.value import cast

                    self.largest = cast.to_integer(counter)
                break
        self.original = self.largest

    def next(self, tree: TableTree) -> int:
        """A rowid larger than any the table has ever had."""
        last = tree.last_rowid()
        if last == MAX_ROWID or self.largest == MAX_ROWID:
            raise SqlError(errors.FULL, "database or disk is full")
        self.largest = max(1 if last is None else last + 1, self.largest + 1)
        return self.largest

    def note(self, rowid: int) -> None:
        """A row of that rowid is being inserted."""
        if rowid > self.largest:
            self.largest = rowid

    def store(self) -> None:
        """Write the counter back if it has grown."""
        if self.largest <= self.original and self.rowid is not None:
            return
        store = self.connection.store_of(self.table)
        rowid = self.rowid
        if rowid is None:
            rowid = next_rowid(self.tree)
        payload = encode((self.table.name, self.largest), store.encoding, store.file_format or 4)
        self.tree.insert(rowid, payload)
