"""Runs SQL on real databases, in a process that can be killed, under limits of time, rows and bytes."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pickle
import select
import struct
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any

from proctor.exams.archerfish.guard import refusal
from proctor.exams.archerfish.model import ResultSet

OK = "ok"
ERROR = "error"
TIMEOUT = "timeout"
REFUSED = "refused"
TOO_LARGE = "too_large"
UNUSABLE = "unusable"

_GRACE = 5.0
_START = 60.0
_HEAD = 4
_ALLOWED = frozenset(
    {
        ("decimal", "Decimal"),
        ("uuid", "UUID"),
        *(("datetime", name) for name in ("date", "time", "datetime", "timedelta", "timezone")),
    }
)


@dataclass(frozen=True, slots=True)
class Allowance:
    """Limits of one query: seconds on the wall, rows, and bytes of the values returned."""

    seconds: float = 30.0
    rows: int = 200_000
    bytes: int = 128 << 20


@dataclass(frozen=True, slots=True)
class Answer:
    """How a query ended.

    status: OK; ERROR (the database says the SQL is wrong); TIMEOUT; REFUSED (it would write, or reach outside
    the database); TOO_LARGE; UNUSABLE (no database to ask). result: only if OK. seconds: of the query alone.
    """

    status: str
    result: ResultSet | None = None
    message: str = ""
    seconds: float = 0.0


def dialect_of(url: str) -> str:
    """The dialect's name in a SQLAlchemy URL ("postgresql" of "postgresql+psycopg://…")."""
    return url.partition(":")[0].partition("+")[0]


class _PlainUnpickler(pickle.Unpickler):
    """Reads plain values only: the sender handled hostile SQL."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _ALLOWED:
            raise pickle.UnpicklingError(f"{module}.{name} is no plain value")
        return super().find_class(module, name)


class QueryProcess:
    """One process that runs queries, one at a time; started when needed, anew once it was killed."""

    def __init__(self, allowance: Allowance | None = None) -> None:
        self.allowance = allowance or Allowance()
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, url: str, sql: str, schema: str | None = None, *, trusted: bool = False) -> Answer:
        """Run one statement, read-only.

        trusted: a golden, which needs no look by `guard`; it runs read-only all the same.
        """
        if not trusted and (reason := refusal(sql, dialect_of(url))) is not None:
            return Answer(REFUSED, message=reason)
        found = self._ask("query", url, sql, schema)
        result = None
        if found["status"] == OK:
            result = ResultSet(tuple(found["columns"]), found["rows"])
        return Answer(found["status"], result, found.get("message", ""), found.get("seconds", 0.0))

    def schema_text(self, url: str, schema: str | None = None) -> str:
        """The tables as CREATE TABLE statements. Raises OSError with one line if they can't be read."""
        found = self._ask("schema", url, "", schema)
        if found["status"] != OK:
            raise OSError(f"the schema can't be read: {found.get('message', found['status'])}")
        return str(found["text"])

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            self._process = None

    def _ask(self, what: str, url: str, sql: str, schema: str | None) -> dict[str, Any]:
        allowed = self.allowance
        request = {"what": what, "url": url, "sql": sql, "schema": schema, "seconds": allowed.seconds}
        data = json.dumps(request | {"rows": allowed.rows, "bytes": allowed.bytes}).encode()
        fresh = self._process is None or self._process.poll() is not None
        process = self._start() if fresh else self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        began = time.monotonic()
        try:
            process.stdin.write(struct.pack(">I", len(data)) + data)
            process.stdin.flush()
            deadline = began + allowed.seconds + _GRACE + (_START if fresh else 0.0)
            frame = self._read(process.stdout.fileno(), deadline)
        except BrokenPipeError:
            frame = b""
        if frame is None:
            self.close()
            return {"status": TIMEOUT, "message": "the query did not stop when told and was killed",
                    "seconds": time.monotonic() - began}  # fmt: skip
        if not frame:
            self.close()
            return {"status": ERROR, "message": "the query ended the process that ran it"}
        found: dict[str, Any] = _PlainUnpickler(io.BytesIO(frame)).load()
        if found["status"] == TIMEOUT:
            found["message"] = f"stopped after {allowed.seconds:g} s"
        return found

    def _start(self) -> subprocess.Popen[bytes]:
        self.close()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "proctor.exams.archerfish.query_process"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        return self._process

    def _read(self, pipe: int, deadline: float) -> bytes | None:
        """One frame; None if it is late, empty if the process is gone or sends more than it may."""
        head = _read_exactly(pipe, _HEAD, deadline)
        if not head:
            return head
        length = struct.unpack(">I", head)[0]
        if length > 8 * self.allowance.bytes + (1 << 20):
            return b""
        return _read_exactly(pipe, length, deadline)


def _read_exactly(pipe: int, length: int, deadline: float) -> bytes | None:
    parts = bytearray()
    while len(parts) < length:
        ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return None
        part = os.read(pipe, min(1 << 20, length - len(parts)))
        if not part:
            return b""
        parts += part
    return bytes(parts)
