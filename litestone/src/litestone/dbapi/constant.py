"""The ``SQLITE_…`` numbers of the module.

Documentation: ``rescode``, ``c3ref/c_alter_table``, ``c3ref/c_limit_attached``.
"""

from __future__ import annotations

PARSE_DECLTYPES = 1
PARSE_COLNAMES = 2

PRIMARY_CODES = {
    "OK": 0,
    "ERROR": 1,
    "INTERNAL": 2,
    "PERM": 3,
    "ABORT": 4,
    "BUSY": 5,
    "LOCKED": 6,
    "NOMEM": 7,
    "READONLY": 8,
    "INTERRUPT": 9,
    "IOERR": 10,
    "CORRUPT": 11,
    "NOTFOUND": 12,
    "FULL": 13,
    "CANTOPEN": 14,
    "PROTOCOL": 15,
    "EMPTY": 16,
    "SCHEMA": 17,
    "TOOBIG": 18,
    "CONSTRAINT": 19,
    "MISMATCH": 20,
    "MISUSE": 21,
    "NOLFS": 22,
    "AUTH": 23,
    "FORMAT": 24,
    "RANGE": 25,
    "NOTADB": 26,
    "NOTICE": 27,
    "WARNING": 28,
    "ROW": 100,
    "DONE": 101,
}
"""Primary result codes and what goes with them (``rescode`` section 3)."""

EXTENDED_CODES = {
    "OK_LOAD_PERMANENTLY": 0 | 1 << 8,
    "OK_SYMLINK": 0 | 2 << 8,
    "ERROR_MISSING_COLLSEQ": 1 | 1 << 8,
    "ERROR_RETRY": 1 | 2 << 8,
    "ERROR_SNAPSHOT": 1 | 3 << 8,
    "ABORT_ROLLBACK": 4 | 2 << 8,
    "BUSY_RECOVERY": 5 | 1 << 8,
    "BUSY_SNAPSHOT": 5 | 2 << 8,
    "BUSY_TIMEOUT": 5 | 3 << 8,
    "LOCKED_SHAREDCACHE": 6 | 1 << 8,
    "LOCKED_VTAB": 6 | 2 << 8,
    "READONLY_RECOVERY": 8 | 1 << 8,
    "READONLY_CANTLOCK": 8 | 2 << 8,
    "READONLY_ROLLBACK": 8 | 3 << 8,
    "READONLY_DBMOVED": 8 | 4 << 8,
    "READONLY_CANTINIT": 8 | 5 << 8,
    "READONLY_DIRECTORY": 8 | 6 << 8,
    "IOERR_READ": 10 | 1 << 8,
    "IOERR_SHORT_READ": 10 | 2 << 8,
    "IOERR_WRITE": 10 | 3 << 8,
    "IOERR_FSYNC": 10 | 4 << 8,
    "IOERR_DIR_FSYNC": 10 | 5 << 8,
    "IOERR_TRUNCATE": 10 | 6 << 8,
    "IOERR_FSTAT": 10 | 7 << 8,
    "IOERR_UNLOCK": 10 | 8 << 8,
    "IOERR_RDLOCK": 10 | 9 << 8,
    "IOERR_DELETE": 10 | 10 << 8,
    "IOERR_BLOCKED": 10 | 11 << 8,
    "IOERR_NOMEM": 10 | 12 << 8,
    "IOERR_ACCESS": 10 | 13 << 8,
    "IOERR_CHECKRESERVEDLOCK": 10 | 14 << 8,
    "IOERR_LOCK": 10 | 15 << 8,
    "IOERR_CLOSE": 10 | 16 << 8,
    "IOERR_DIR_CLOSE": 10 | 17 << 8,
    "IOERR_SHMOPEN": 10 | 18 << 8,
    "IOERR_SHMSIZE": 10 | 19 << 8,
    "IOERR_SHMLOCK": 10 | 20 << 8,
    "IOERR_SHMMAP": 10 | 21 << 8,
    "IOERR_SEEK": 10 | 22 << 8,
    "IOERR_DELETE_NOENT": 10 | 23 << 8,
    "IOERR_MMAP": 10 | 24 << 8,
    "IOERR_GETTEMPPATH": 10 | 25 << 8,
    "IOERR_CONVPATH": 10 | 26 << 8,
    "IOERR_VNODE": 10 | 27 << 8,
    "IOERR_AUTH": 10 | 28 << 8,
    "IOERR_BEGIN_ATOMIC": 10 | 29 << 8,
    "IOERR_COMMIT_ATOMIC": 10 | 30 << 8,
    "IOERR_ROLLBACK_ATOMIC": 10 | 31 << 8,
    "IOERR_DATA": 10 | 32 << 8,
    "IOERR_CORRUPTFS": 10 | 33 << 8,
    "CORRUPT_VTAB": 11 | 1 << 8,
    "CORRUPT_SEQUENCE": 11 | 2 << 8,
    "CORRUPT_INDEX": 11 | 3 << 8,
    "CANTOPEN_NOTEMPDIR": 14 | 1 << 8,
    "CANTOPEN_ISDIR": 14 | 2 << 8,
    "CANTOPEN_FULLPATH": 14 | 3 << 8,
    "CANTOPEN_CONVPATH": 14 | 4 << 8,
    "CANTOPEN_DIRTYWAL": 14 | 5 << 8,
    "CANTOPEN_SYMLINK": 14 | 6 << 8,
    "CONSTRAINT_CHECK": 19 | 1 << 8,
    "CONSTRAINT_COMMITHOOK": 19 | 2 << 8,
    "CONSTRAINT_FOREIGNKEY": 19 | 3 << 8,
    "CONSTRAINT_FUNCTION": 19 | 4 << 8,
    "CONSTRAINT_NOTNULL": 19 | 5 << 8,
    "CONSTRAINT_PRIMARYKEY": 19 | 6 << 8,
    "CONSTRAINT_TRIGGER": 19 | 7 << 8,
    "CONSTRAINT_UNIQUE": 19 | 8 << 8,
    "CONSTRAINT_VTAB": 19 | 9 << 8,
    "CONSTRAINT_ROWID": 19 | 10 << 8,
    "CONSTRAINT_PINNED": 19 | 11 << 8,
    "AUTH_USER": 23 | 1 << 8,
    "NOTICE_RECOVER_WAL": 27 | 1 << 8,
    "NOTICE_RECOVER_ROLLBACK": 27 | 2 << 8,
    "WARNING_AUTOINDEX": 28 | 1 << 8,
}
"""Extended result codes: the primary code in the low byte (``rescode`` section 4)."""

ACTIONS = {
    "CREATE_INDEX": 1,
    "CREATE_TABLE": 2,
    "CREATE_TEMP_INDEX": 3,
    "CREATE_TEMP_TABLE": 4,
    "CREATE_TEMP_TRIGGER": 5,
    "CREATE_TEMP_VIEW": 6,
    "CREATE_TRIGGER": 7,
    "CREATE_VIEW": 8,
    "DELETE": 9,
    "DROP_INDEX": 10,
    "DROP_TABLE": 11,
    "DROP_TEMP_INDEX": 12,
    "DROP_TEMP_TABLE": 13,
    "DROP_TEMP_TRIGGER": 14,
    "DROP_TEMP_VIEW": 15,
    "DROP_TRIGGER": 16,
    "DROP_VIEW": 17,
    "INSERT": 18,
    "PRAGMA": 19,
    "READ": 20,
    "SELECT": 21,
    "TRANSACTION": 22,
    "UPDATE": 23,
    "ATTACH": 24,
    "DETACH": 25,
    "ALTER_TABLE": 26,
    "REINDEX": 27,
    "ANALYZE": 28,
    "CREATE_VTABLE": 29,
    "DROP_VTABLE": 30,
    "FUNCTION": 31,
    "SAVEPOINT": 32,
    "RECURSIVE": 33,
}
"""What an authoriser is asked (``c3ref/c_alter_table``)."""

ANSWERS = {
    "DENY": 1,
    "IGNORE": 2,
}
"""What an authoriser answers beside OK (``c3ref/c_deny``)."""

LIMITS = {
    "LIMIT_LENGTH": 0,
    "LIMIT_SQL_LENGTH": 1,
    "LIMIT_COLUMN": 2,
    "LIMIT_EXPR_DEPTH": 3,
    "LIMIT_COMPOUND_SELECT": 4,
    "LIMIT_VDBE_OP": 5,
    "LIMIT_FUNCTION_ARG": 6,
    "LIMIT_ATTACHED": 7,
    "LIMIT_LIKE_PATTERN_LENGTH": 8,
    "LIMIT_VARIABLE_NUMBER": 9,
    "LIMIT_TRIGGER_DEPTH": 10,
    "LIMIT_WORKER_THREADS": 11,
}
"""Categories of ``setlimit`` (``c3ref/c_limit_attached``)."""

NUMBERS = {
    f"SQLITE_{name}": number
    for group in (PRIMARY_CODES, EXTENDED_CODES, ACTIONS, ANSWERS, LIMITS)
    for name, number in group.items()
}
"""Every constant of the module by its full name."""

_NAMES = {
    number: f"SQLITE_{name}" for group in (PRIMARY_CODES, EXTENDED_CODES) for name, number in group.items()
}


def code_name(code: int) -> str:
    """The name of a result code, ``unknown`` for one that has none here."""
    return _NAMES.get(code, "unknown")


DEFAULT_LIMITS = {
    LIMITS["LIMIT_LENGTH"]: 1_000_000_000,
    LIMITS["LIMIT_SQL_LENGTH"]: 1_000_000_000,
    LIMITS["LIMIT_COLUMN"]: 2000,
    LIMITS["LIMIT_EXPR_DEPTH"]: 1000,
    LIMITS["LIMIT_COMPOUND_SELECT"]: 500,
    LIMITS["LIMIT_VDBE_OP"]: 250_000_000,
    LIMITS["LIMIT_FUNCTION_ARG"]: 127,
    LIMITS["LIMIT_ATTACHED"]: 10,
    LIMITS["LIMIT_LIKE_PATTERN_LENGTH"]: 50_000,
    LIMITS["LIMIT_VARIABLE_NUMBER"]: 250_000,
    LIMITS["LIMIT_TRIGGER_DEPTH"]: 1000,
    LIMITS["LIMIT_WORKER_THREADS"]: 0,
}
"""What ``getlimit`` gives at first, and the most that ``setlimit`` allows."""
