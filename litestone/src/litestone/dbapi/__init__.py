"""PEP 249 with the interface of Python 3.11's ``sqlite3`` module.

``import litestone as sqlite3`` gives these names; see ``docs/dbapi.md`` for what differs.
"""

from __future__ import annotations

import datetime
import time

from litestone.dbapi.adapt import (
    PrepareProtocol,
    adapt,
    adapters,
    converters,
    register_adapter,
    register_converter,
)
from litestone.dbapi.blob import Blob
from litestone.dbapi.callback import enable_callback_tracebacks
from litestone.dbapi.connection import Connection, connect
from litestone.dbapi.constant import NUMBERS, PARSE_COLNAMES, PARSE_DECLTYPES
from litestone.dbapi.cursor import Cursor
from litestone.dbapi.exception import (
    DatabaseError,
    DataError,
    Error,
    IntegrityError,
    InterfaceError,
    InternalError,
    NotSupportedError,
    OperationalError,
    ProgrammingError,
    Warning,
)
from litestone.dbapi.row import Row
from litestone.dbapi.statement import Statement
from litestone.function import build
from litestone.text.split import complete

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

apilevel = "2.0"
paramstyle = "qmark"
threadsafety = 3
"""Threads may share the module, connections and cursors: each connection lets one in at a time."""

version = "2.6.0"
version_info = (2, 6, 0)
sqlite_version = build.VERSION
sqlite_version_info = (3, 40, 1)

Binary = memoryview
Date = datetime.date
Time = datetime.time
Timestamp = datetime.datetime

__all__ = [
    "PARSE_COLNAMES", "PARSE_DECLTYPES", "Binary", "Blob", "Connection", "Cursor", "DataError",
    "DatabaseError", "Date", "DateFromTicks", "Error", "IntegrityError", "InterfaceError", "InternalError",
    "NotSupportedError", "OperationalError", "PrepareProtocol", "ProgrammingError", "Row", "Statement",
    "Time", "TimeFromTicks", "Timestamp", "TimestampFromTicks", "Warning", "adapt", "adapters", "apilevel",
    "complete_statement", "connect", "converters", "enable_callback_tracebacks", "enable_shared_cache",
    "paramstyle", "register_adapter", "register_converter", "sqlite_version", "sqlite_version_info",
    "threadsafety", "version", "version_info",
]  # fmt: skip

globals().update(NUMBERS)
__all__ += NUMBERS  # noqa: PLE0605 - a list and the keys of a dictionary


def DateFromTicks(ticks: float) -> Date:  # noqa: N802 - the name is PEP 249's
    """The local date at a time in seconds since the epoch."""
    return Date(*time.localtime(ticks)[:3])


def TimeFromTicks(ticks: float) -> Time:  # noqa: N802 - the name is PEP 249's
    """The local time of day at a time in seconds since the epoch."""
    return Time(*time.localtime(ticks)[3:6])


def TimestampFromTicks(ticks: float) -> Timestamp:  # noqa: N802 - the name is PEP 249's
    """The local date and time at a time in seconds since the epoch."""
    return Timestamp(*time.localtime(ticks)[:6])


def complete_statement(statement: str) -> bool:
    """Whether a text ends with a complete statement, as far as its tokens tell."""
    return complete(statement)


def enable_shared_cache(do_enable: int) -> None:
    """Deprecated; does nothing: connections of Litestone share no cache."""
    from warnings import warn

    warn("enable_shared_cache is deprecated and has no effect", DeprecationWarning, stacklevel=2)


def deprecated_name(name: str, level: int) -> Any:
    """A name that is still known but warned of; raises AttributeError for any other."""
    if name != "OptimizedUnicode":
        raise AttributeError(f"module 'litestone' has no attribute '{name}'")
    from warnings import warn

    warn("OptimizedUnicode is deprecated: it is an alias of str", DeprecationWarning, stacklevel=level)
    return str


def __getattr__(name: str) -> Any:
    return deprecated_name(name, 3)
