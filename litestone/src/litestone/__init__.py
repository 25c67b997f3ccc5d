"""Litestone: SQLite 3.40.1 in pure Python.

The names of the DB-API (``connect``, ``Row``, ``OperationalError`` …) are those of ``litestone.dbapi``.
They are loaded when first asked for, so that the command line, which needs none of them, starts quickly.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from litestone.dbapi import *  # noqa: F403

_NAMES = frozenset(
    (
        "PARSE_COLNAMES", "PARSE_DECLTYPES", "Binary", "Blob", "Connection", "Cursor", "DataError",
        "DatabaseError", "Date", "DateFromTicks", "Error", "IntegrityError", "InterfaceError",
        "InternalError", "NotSupportedError", "OperationalError", "OptimizedUnicode", "PrepareProtocol",
        "ProgrammingError", "Row", "Statement", "Time", "TimeFromTicks", "Timestamp", "TimestampFromTicks",
        "Warning", "__all__", "adapt", "adapters", "apilevel", "complete_statement", "connect",
        "converters", "enable_callback_tracebacks", "enable_shared_cache", "paramstyle", "register_adapter",
        "register_converter", "sqlite_version", "sqlite_version_info", "threadsafety", "version",
        "version_info",
    )
)  # fmt: skip


def __getattr__(name: str) -> "Any":
    # Importing a module of the package asks for its name here first: that must load nothing.
    if name not in _NAMES and not name.startswith("SQLITE_"):
        raise AttributeError(f"module 'litestone' has no attribute '{name}'")
    import litestone.dbapi as dbapi

    found = vars(dbapi).get(name)
    if found is None:
        return dbapi.deprecated_name(name, 3)
    globals()[name] = found
    return found


def __dir__() -> "list[str]":
    import litestone.dbapi as dbapi

    return sorted({*globals(), *dbapi.__all__})
