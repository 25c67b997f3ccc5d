"""Real SQLite in a process of its own: POSIX locks do not conflict within one process."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

_CHILD = """
import json, sqlite3, sys
for line in sys.stdin:
    kind, argument = json.loads(line)
    try:
        if kind == "open":
            connection = sqlite3.connect(argument, isolation_level=None, timeout=0)
            answer = None
        elif kind == "step":
            cursor = connection.execute(argument)
            answer = cursor.fetchone()
        elif kind == "drain":
            answer = cursor.fetchall()
            cursor.close()
        elif kind == "close":
            connection.close()
            answer = None
        else:
            answer = connection.execute(argument).fetchall()
        print(json.dumps(["ok", answer]), flush=True)
    except sqlite3.Error as error:
        print(json.dumps(["error", str(error)]), flush=True)
"""


class RealError(Exception):
    """What real SQLite complained about."""


class RealProcess:
    """A connection of real SQLite to one file."""

    def __init__(self, path: str) -> None:
        self.child = subprocess.Popen(
            [sys.executable, "-c", _CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.call("open", path)

    def call(self, kind: str, argument: str | None = None) -> Any:
        """Have the child do something and give its answer."""
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self.child.stdin.write(json.dumps([kind, argument]) + "\n")
        self.child.stdin.flush()
        result, answer = json.loads(self.child.stdout.readline())
        if result == "error":
            raise RealError(answer)
        if isinstance(answer, list) and answer and isinstance(answer[0], list):
            return [tuple(row) for row in answer]
        return answer

    def execute(self, sql: str) -> Any:
        """All rows of a statement."""
        return self.call("run", sql)

    def close(self) -> None:
        """Close the connection and end the child."""
        self.call("close")
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self.child.stdin.close()
        self.child.wait(10)
        self.child.stdout.close()
