"""The one error type of the engine, with SQLite's result codes.

Codes are SQLite's (documentation: ``rescode.html``); an extended code holds
its primary code in the low byte.
"""

from __future__ import annotations

ERROR = 1
INTERNAL = 2
PERM = 3
ABORT = 4
BUSY = 5
LOCKED = 6
NOMEM = 7
READONLY = 8
INTERRUPT = 9
IOERR = 10
CORRUPT = 11
NOTFOUND = 12
FULL = 13
CANTOPEN = 14
PROTOCOL = 15
SCHEMA = 17
TOOBIG = 18
CONSTRAINT = 19
MISMATCH = 20
MISUSE = 21
NOLFS = 22
AUTH = 23
RANGE = 25
NOTADB = 26

BUSY_RECOVERY = BUSY | 1 << 8
BUSY_SNAPSHOT = BUSY | 2 << 8
READONLY_DBMOVED = READONLY | 4 << 8
ABORT_ROLLBACK = ABORT | 2 << 8
CONSTRAINT_CHECK = CONSTRAINT | 1 << 8
CONSTRAINT_COMMITHOOK = CONSTRAINT | 2 << 8
CONSTRAINT_FOREIGNKEY = CONSTRAINT | 3 << 8
CONSTRAINT_FUNCTION = CONSTRAINT | 4 << 8
CONSTRAINT_NOTNULL = CONSTRAINT | 5 << 8
CONSTRAINT_PRIMARYKEY = CONSTRAINT | 6 << 8
CONSTRAINT_TRIGGER = CONSTRAINT | 7 << 8
CONSTRAINT_UNIQUE = CONSTRAINT | 8 << 8
CONSTRAINT_VTAB = CONSTRAINT | 9 << 8
CONSTRAINT_ROWID = CONSTRAINT | 10 << 8
CONSTRAINT_PINNED = CONSTRAINT | 11 << 8
CONSTRAINT_DATATYPE = CONSTRAINT | 12 << 8


class SqlError(Exception):
    """A statement failed: SQLite's result code and error text.

    ``effect`` says what happens to the changes made so far (``lang_conflict``):
    ``ABORT`` undoes the statement, ``FAIL`` keeps what it has done,
    ``ROLLBACK`` undoes the whole transaction. ``offset`` is where in the SQL text
    the fault lies, in characters, or -1 (``c3ref/errcode``: sqlite3_error_offset).
    """

    def __init__(self, code: int, message: str, effect: str = "ABORT", offset: int = -1) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.effect = effect
        self.offset = offset

    @property
    def primary_code(self) -> int:
        """The code's primary part, such as ``CONSTRAINT`` for ``CONSTRAINT_UNIQUE``."""
        return self.code & 0xFF


class IgnoreRow(Exception):
    """The row being changed is to be skipped: ``RAISE(IGNORE)`` or the IGNORE conflict rule."""


def corrupt() -> SqlError:
    """The error SQLite gives for any malformed page or record."""
    return SqlError(CORRUPT, "database disk image is malformed")
