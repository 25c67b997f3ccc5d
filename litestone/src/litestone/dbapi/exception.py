"""The exceptions of PEP 249, and the one that an error of the engine becomes."""

from __future__ import annotations

from litestone import errors
from litestone.dbapi.constant import code_name
from litestone.errors import SqlError


class Warning(Exception):
    """Something worth telling; never raised here."""


class Error(Exception):
    """Whatever goes wrong with a database.

    What came from the engine has ``sqlite_errorcode``, the extended result code, and ``sqlite_errorname``.
    """

    sqlite_errorcode: int
    sqlite_errorname: str


class InterfaceError(Error):
    """The interface was misused."""


class DatabaseError(Error):
    """The database is at fault, or what was asked of it."""


class DataError(DatabaseError):
    """A value that cannot be, such as one too large."""


class OperationalError(DatabaseError):
    """Something that need not be the program's fault, and every error of SQL."""


class IntegrityError(DatabaseError):
    """A constraint is violated."""


class InternalError(DatabaseError):
    """SQLite itself is at a loss."""


class ProgrammingError(DatabaseError):
    """A closed cursor, a wrong number of parameters and the like."""


class NotSupportedError(DatabaseError):
    """What this library does not do."""


_HEAP_TYPE = 1 << 9
_OPERATIONAL = frozenset(
    (
        errors.ERROR, errors.PERM, errors.ABORT, errors.BUSY, errors.LOCKED, errors.READONLY,
        errors.INTERRUPT, errors.IOERR, errors.FULL, errors.CANTOPEN, errors.PROTOCOL, errors.SCHEMA, 16,
    )
)  # fmt: skip
_CLASSES: dict[int, type[Error]] = {
    **dict.fromkeys(_OPERATIONAL, OperationalError),
    errors.INTERNAL: InternalError,
    errors.NOTFOUND: InternalError,
    errors.CORRUPT: DatabaseError,
    errors.TOOBIG: DataError,
    errors.CONSTRAINT: IntegrityError,
    errors.MISMATCH: IntegrityError,
    errors.MISUSE: InterfaceError,
    errors.RANGE: InterfaceError,
}


def translated(error: SqlError) -> BaseException:
    """The exception that an error of the engine is for the caller: by its primary code, with its text."""
    if error.primary_code == errors.NOMEM:
        return MemoryError()
    found = _CLASSES.get(error.primary_code, DatabaseError)(error.message)
    found.sqlite_errorcode = error.code
    found.sqlite_errorname = code_name(error.code)
    return found


def kind_of(value: object) -> str:
    """How an error of a wrong argument names what was given."""
    return "None" if value is None else type(value).__name__


def type_name(value: object) -> str:
    """The name of a value's class as the interpreter has it: with its module for one written in C."""
    kind = type(value)
    made_in_python = kind.__flags__ & _HEAP_TYPE
    return (
        kind.__name__
        if made_in_python or kind.__module__ == "builtins"
        else f"{kind.__module__}.{kind.__name__}"
    )
