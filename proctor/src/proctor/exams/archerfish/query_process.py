"""The process that runs SQL for `databases`: frames of JSON in, frames of pickled plain values out.

A frame is four bytes of length, big-endian, and that many bytes. The process holds no secret beyond the
database's address, can be killed at any time, and dies with its parent.
"""

from __future__ import annotations

import contextlib
import ctypes
import datetime
import decimal
import functools
import json
import os
import pickle
import resource
import signal
import struct
import sys
import time
import uuid
from typing import TYPE_CHECKING, Any, BinaryIO

from proctor.exams.archerfish.engines import DatabaseUnusable, open_engine, reading

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

_PR_SET_PDEATHSIG = 1  # <linux/prctl.h>
_MEMORY = 4 << 30
_FETCHED = 500
_ONE_LINE = 600
_DUCKDB_SCHEMA = (
    "SELECT sql FROM duckdb_tables() UNION ALL SELECT sql FROM duckdb_views() WHERE NOT internal ORDER BY 1"
)
_PLAIN = (
    str,
    int,
    float,
    bytes,
    decimal.Decimal,
    datetime.date,
    datetime.time,
    datetime.timedelta,
    uuid.UUID,
)


_idle: list[Any] = []


class _TooLarge(Exception):
    """The result goes beyond the cap on rows or bytes."""


def main() -> None:
    """Serve until standard input ends."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard == resource.RLIM_INFINITY or hard > _MEMORY:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a driver prints must not stand among the answers
    while (request := _receive(source)) is not None:
        data = pickle.dumps(_answer(request), protocol=4)
        sink.write(struct.pack(">I", len(data)) + data)
        sink.flush()


def _receive(source: BinaryIO) -> dict[str, Any] | None:
    head = source.read(4)
    if len(head) < 4:
        return None
    request: dict[str, Any] = json.loads(source.read(struct.unpack(">I", head)[0]))
    return request


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError

    started = time.perf_counter()
    try:
        engine = _engine(request["url"], request["seconds"], request["bytes"])
        with reading(engine, request["schema"], request["seconds"]) as connection:
            started = time.perf_counter()
            if request["what"] == "schema":
                return {"status": "ok", "text": _schema(connection, request["schema"])}
            columns, rows = _run(connection, request)
            return _timed("ok", started, columns=columns, rows=rows)
    except DatabaseUnusable as fault:
        return _timed("unusable", started, message=str(fault))
    except _TooLarge as fault:
        return _timed("too_large", started, message=str(fault))
    except MemoryError:
        return _timed("too_large", started, message="the query ran out of memory")
    except DBAPIError as fault:
        return _timed(_kind_of(fault, request, started), started, message=_one_line(fault.orig))
    except (SQLAlchemyError, ValueError, OverflowError, RuntimeError) as fault:
        return _timed("error", started, message=_one_line(fault))


@functools.lru_cache(maxsize=8)
def _engine(url: str, seconds: float, most_bytes: int) -> Engine:
    """An engine holds no connection between queries, only what it has learnt about the database.

    DuckDB alone is kept open by an idle connection, since opening its file anew costs more than most queries.
    """
    engine = open_engine(url, seconds, most_bytes)
    if engine.dialect.name == "duckdb":
        _idle.append(engine.raw_connection())
    return engine


def _timed(status: str, started: float, **found: Any) -> dict[str, Any]:
    return {"status": status, "seconds": time.perf_counter() - started, **found}


def _kind_of(fault: Any, request: dict[str, Any], started: float) -> str:
    name = type(fault.orig).__name__
    text = str(fault.orig).lower()
    late = time.perf_counter() - started >= request["seconds"] * 0.9
    if name in ("QueryCanceled", "QueryCanceledError") or (
        late and ("interrupt" in text or "timeout" in text)
    ):
        return "timeout"
    if fault.connection_invalidated or (name == "OperationalError" and "connect" in text):
        return "unusable"
    if "unable to open database file" in text or "cannot open file" in text or "cannot open database" in text:
        return "unusable"
    if name in ("ReadOnlySqlTransaction", "InsufficientPrivilege") or any(
        words in text for words in ("readonly database", "read-only", "not authorized", "disabled by config")
    ):
        return "refused"
    return "too_large" if "string or blob too big" in text or "out of memory" in text else "error"


def _one_line(fault: object) -> str:
    return " ".join(str(fault).split())[:_ONE_LINE]


def _run(connection: Connection, request: dict[str, Any]) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Fetch under the caps. The SQL reaches the driver as it stands, without any parameter being sought."""
    sql = str(request["sql"]).strip()
    if connection.dialect.driver == "psycopg":
        # A server-side cursor takes one query and nothing else. With parameters, if none, psycopg takes %
        # for a placeholder, so it is doubled; without, it would let several statements pass.
        sql = sql.rstrip(";").replace("%", "%%")
        options: dict[str, Any] = {"stream_results": True}
    else:
        options = {"no_parameters": True}
    cursor = connection.exec_driver_sql(sql, execution_options=options)
    if not cursor.returns_rows:
        return [], []
    columns = [str(name) for name in cursor.keys()]  # noqa: SIM118 (a result has keys, but is no mapping)
    description = cursor.cursor.description if cursor.cursor is not None else None
    if description is not None:  # SQLAlchemy drops what stands before a dot; the driver's own names count
        columns = [str(each[0]) for each in description]
    rows: list[tuple[Any, ...]] = []
    size = 0
    while batch := cursor.fetchmany(_FETCHED):
        for row in batch:
            plain = tuple(_plain(value) for value in row)
            size += sum(_size(value) for value in plain) + 16
            rows.append(plain)
        if len(rows) > request["rows"]:
            raise _TooLarge(f"the query returns more than {request['rows']:,} rows")
        if size > request["bytes"]:
            raise _TooLarge(f"the query returns more than {request['bytes']:,} bytes")
    return columns, rows


def _plain(value: Any) -> Any:
    if value is None or type(value) in (str, int, float, bool):
        return value
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, memoryview | bytearray):
        return bytes(value)
    if isinstance(value, datetime.datetime | datetime.time) and value.tzinfo is not None:
        offset = value.utcoffset()
        return value.replace(tzinfo=None if offset is None else datetime.timezone(offset))
    return value if isinstance(value, _PLAIN) else str(value)


def _size(value: Any) -> int:
    return (
        len(value) + 8 if isinstance(value, str | bytes) else 8 if not isinstance(value, list | dict) else 64
    )


def _schema(connection: Connection, schema: str | None) -> str:
    """The tables as CREATE TABLE statements, which is how models have seen schemas."""
    if connection.dialect.name == "duckdb":  # its reflection asks for catalogs that DuckDB does not have
        rows = connection.exec_driver_sql(_DUCKDB_SCHEMA)
        return "\n\n".join(str(row[0]) for row in rows)
    from sqlalchemy import inspect
    from sqlalchemy.exc import SQLAlchemyError

    found = inspect(connection)
    within = schema if schema in found.get_schema_names() else None
    parts = []
    for table in [*found.get_table_names(within), *found.get_view_names(within)]:
        lines = []
        for column in found.get_columns(table, within):
            nothing = "" if column.get("nullable", True) else " NOT NULL"
            lines.append(f"  {column['name']} {column['type']}{nothing}")
        with contextlib.suppress(SQLAlchemyError, NotImplementedError):  # not every dialect reflects keys
            if primary := found.get_pk_constraint(table, within)["constrained_columns"]:
                lines.append(f"  PRIMARY KEY ({', '.join(primary)})")
            for key in found.get_foreign_keys(table, within):
                there = f"{key['referred_table']} ({', '.join(key['referred_columns'])})"
                lines.append(f"  FOREIGN KEY ({', '.join(key['constrained_columns'])}) REFERENCES {there}")
        parts.append(f"CREATE TABLE {table} (\n" + ",\n".join(lines) + "\n);")
    return "\n\n".join(parts)


if __name__ == "__main__":
    main()
