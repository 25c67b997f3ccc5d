"""Opens a database so that nothing can be written, by its own means, through SQLAlchemy.

    SQLite       the file opened mode=ro, an authorizer that lets only reading through, a progress handler
                 (sqlite.org: uri.html, c3ref/set_authorizer.html, c3ref/progress_handler.html)
    PostgreSQL   a read-only transaction, statement_timeout, a server-side cursor (which takes queries only,
                 so no COPY and no data-modifying CTE), and the role pg_read_all_data in place of a superuser
                 (postgresql.org/docs/15: sql-set-transaction, sql-declare, predefined-roles)
    DuckDB       read_only, no external access, locked configuration (duckdb.org: securing_duckdb/overview)
    MySQL        START TRANSACTION READ ONLY, max_execution_time
    Oracle       SET TRANSACTION READ ONLY
    others       no wall of the engine's own: only what `guard` lets through is run, and always rolled back

Everything runs in the process of `query_process`, which its parent kills when it is late.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine
    from sqlalchemy.engine import URL

_VM_STEPS = 1000
_SCHEMA_NAMES = "SELECT schema_name FROM information_schema.schemata"

_DRIVERS = {"mysql": "pymysql", "mariadb": "pymysql", "oracle": "oracledb", "mssql": "pyodbc"}
_EXTRAS = {
    **dict.fromkeys(("postgresql", "duckdb"), "archerfish"),
    **dict.fromkeys(("mysql", "mariadb"), "mysql"),
    "snowflake": "snowflake",
    "oracle": "oracle",
    "mssql": "odbc",
}

_SQLITE_READS = frozenset(
    {
        sqlite3.SQLITE_SELECT,
        sqlite3.SQLITE_READ,
        sqlite3.SQLITE_FUNCTION,
        sqlite3.SQLITE_RECURSIVE,
        sqlite3.SQLITE_TRANSACTION,
    }
)
_SQLITE_HARMFUL = frozenset({"load_extension", "writefile", "readfile", "edit", "fts3_tokenizer"})
_SQLITE_PRAGMAS = frozenset({"table_info", "table_xinfo", "table_list", "foreign_key_list", "index_list"})
_SQLITE_PRAGMAS |= {"index_info", "index_xinfo", "database_list", "read_uncommitted"}


class DatabaseUnusable(Exception):
    """The database can't be opened. The message is one line for a person."""


def open_engine(url: str, seconds: float, most_bytes: int) -> Engine:
    """An engine whose connections can't write. Raises DatabaseUnusable."""
    from sqlalchemy import create_engine
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError, NoSuchModuleError
    from sqlalchemy.pool import NullPool

    try:
        address = make_url(url)
        name = address.get_backend_name()
        if name == "sqlite":
            creator = _sqlite_creator(address, seconds, most_bytes)
            return create_engine("sqlite://", creator=creator, poolclass=NullPool)
        if name == "postgresql":
            if "+" not in address.drivername:
                address = address.set(drivername="postgresql+psycopg")
            return create_engine(address, poolclass=NullPool, connect_args={"options": _pg_options(seconds)})
        if name == "duckdb":
            return create_engine(address, poolclass=NullPool, connect_args=_duckdb_arguments())
        if "+" not in address.drivername and name in _DRIVERS:
            address = address.set(drivername=f"{name}+{_DRIVERS[name]}")
        return create_engine(address, poolclass=NullPool)
    except (ArgumentError, NoSuchModuleError, ImportError) as fault:
        kind = _bare(url).partition("+")[0]
        hint = f"pip install 'proctor[{_EXTRAS[kind]}]'" if kind in _EXTRAS else "is its driver installed?"
        raise DatabaseUnusable(f"{_bare(url)} can't be opened: {fault}; {hint}") from fault


def _bare(url: str) -> str:
    """What a message may show of a URL: never a password."""
    return url.partition(":")[0]


def _pg_options(seconds: float) -> str:
    settings = {
        "default_transaction_read_only": "on",
        "statement_timeout": str(max(1, round(seconds * 1000))),
        "lock_timeout": str(max(1, round(seconds * 1000))),
        "idle_in_transaction_session_timeout": str(max(1, round(seconds * 2000))),
    }
    return " ".join(f"-c {name}={value}" for name, value in settings.items())


def _duckdb_arguments() -> dict[str, Any]:
    return {
        "read_only": True,
        "config": {
            "enable_external_access": "false",
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "allow_community_extensions": "false",
            "memory_limit": "1GB",
            "threads": "1",
        },
    }


def _sqlite_creator(address: URL, seconds: float, most_bytes: int) -> Callable[[], sqlite3.Connection]:
    path = address.database
    if not path or path == ":memory:":
        raise DatabaseUnusable("a SQLite database is a file here")
    place = path if path.startswith("file:") else f"file:{quote(path)}"
    joined = "&" if "?" in place else "?"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(f"{place}{joined}mode=ro", uri=True, check_same_thread=False)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, most_bytes)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.set_authorizer(_allow)
        return connection

    return connect


def _allow(
    action: int, first: str | None, second: str | None, _database: str | None, _via: str | None
) -> int:
    if action == sqlite3.SQLITE_PRAGMA:
        return sqlite3.SQLITE_OK if (first or "").lower() in _SQLITE_PRAGMAS else sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _SQLITE_HARMFUL:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if action in _SQLITE_READS else sqlite3.SQLITE_DENY


@contextmanager
def reading(engine: Engine, schema: str | None, seconds: float) -> Iterator[Connection]:
    """A connection in a read-only transaction, which is rolled back whatever happens.

    schema: where unqualified names are looked up, if the database knows such a schema. Raises
    sqlalchemy.exc.DBAPIError.
    """
    name = engine.dialect.name
    with engine.connect() as connection:
        timer = _stopper(name, connection, seconds)
        try:
            if name == "postgresql":
                connection = connection.execution_options(postgresql_readonly=True)
            _begin(name, connection, seconds)
            if schema:
                _enter_schema(name, connection, schema)
            yield connection
        finally:
            if timer is not None:
                timer.cancel()
            connection.rollback()


def _stopper(name: str, connection: Connection, seconds: float) -> threading.Timer | None:
    raw = cast(Any, connection.connection.dbapi_connection)
    if name not in ("sqlite", "duckdb"):
        return None
    timer = threading.Timer(seconds, raw.interrupt)
    timer.daemon = True
    timer.start()
    return timer


def _begin(name: str, connection: Connection, seconds: float) -> None:
    if name == "postgresql":
        row = connection.exec_driver_sql(
            "SELECT current_setting('is_superuser') = 'on', current_setting('server_version_num')::int"
        ).one()
        if row[1] >= 140000:
            # A client that was killed must not leave its query running on the server.
            connection.exec_driver_sql("SET client_connection_check_interval = '1s'")
            if row[0]:
                connection.exec_driver_sql("SET ROLE pg_read_all_data")
    elif name in ("mysql", "mariadb"):
        connection.exec_driver_sql(f"SET SESSION max_execution_time = {max(1, round(seconds * 1000))}")
        connection.exec_driver_sql("SET SESSION TRANSACTION READ ONLY")
        connection.exec_driver_sql("START TRANSACTION READ ONLY")
    elif name == "oracle":
        connection.exec_driver_sql("SET TRANSACTION READ ONLY")
    elif name == "snowflake":
        connection.exec_driver_sql(
            f"ALTER SESSION SET STATEMENT_TIMEOUT_IN_SECONDS = {max(1, round(seconds))}"
        )


def _enter_schema(name: str, connection: Connection, schema: str) -> None:
    """As the original's `USE schema` before each query; a schema that is not there is no error."""
    quoted = connection.dialect.identifier_preparer.quote_identifier(schema).replace("%", "%%")
    if name == "postgresql":
        connection.exec_driver_sql(f"SET search_path TO {quoted}, public")
    elif name == "duckdb":
        known = {str(row[0]).lower() for row in connection.exec_driver_sql(_SCHEMA_NAMES)}
        if schema.lower() in known:
            connection.exec_driver_sql(f"USE {quoted}")
    elif name == "snowflake":
        connection.exec_driver_sql(f"USE SCHEMA {quoted}")
    elif name in ("mysql", "mariadb"):
        known = {str(row[0]).lower() for row in connection.exec_driver_sql(_SCHEMA_NAMES)}
        if schema.lower() in known:
            connection.exec_driver_sql(f"USE {quoted}")
