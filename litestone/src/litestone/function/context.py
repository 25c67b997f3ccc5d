"""What a function may know of the statement and the connection that call it."""

from __future__ import annotations


class Context:
    """The surroundings of a call; a connection makes one, or a subclass, for its statements.

    ``now`` gives the current time as milliseconds of the Julian day, the same
    throughout a statement.
    """

    __slots__ = (
        "_now",
        "changes",
        "encoding",
        "last_insert_rowid",
        "length_limit",
        "like_case_sensitive",
        "total_changes",
    )

    def __init__(self) -> None:
        self.changes = 0
        self.total_changes = 0
        self.last_insert_rowid = 0
        self.encoding = 1
        self.like_case_sensitive = False
        self.length_limit = 1_000_000_000
        self._now: int | None = None

    def new_statement(self) -> None:
        """Forget the time, so that the next statement reads the clock again."""
        self._now = None

    def now(self) -> int:
        """Milliseconds since noon of 24 November 4714 BC (Julian day 0)."""
        if self._now is None:
            from time import time

            self._now = 210866760000000 + int(time() * 1000)
        return self._now

    def random(self) -> int:
        """A random 64-bit signed integer."""
        from os import urandom

        return int.from_bytes(urandom(8), "little", signed=True)
