"""SQLite as the ``apsw`` wheel carries it, made to print what the shell prints.

apsw hands out Python values, so their text is made again: floats by SQLite itself, blobs by the rule that
reading a blob as text takes its bytes as text in the database's encoding (documentation page
``c3ref/column_blob``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proctor.exams.multilangbench.oracle.script import groups


class UnprintableRow(Exception):
    """Text that is not UTF-8: apsw cannot hand it out, so what the shell would print cannot be known."""


class Wheel:
    """The SQLite inside an importable ``apsw``. Raises ``ImportError`` where there is none."""

    def __init__(self) -> None:
        import apsw  # type: ignore[import-not-found, import-untyped, unused-ignore]

        self._apsw: Any = apsw
        self._floats: Any = None

    @property
    def version(self) -> str:
        """The version of the SQLite inside, such as ``3.40.1``."""
        return str(self._apsw.sqlitelibversion())

    @property
    def source_id(self) -> str:
        """The check-in that the SQLite inside was built from."""
        return str(self._apsw.sqlite3_sourceid())

    @property
    def options(self) -> list[str]:
        """The compile options, as ``PRAGMA compile_options`` lists them."""
        return sorted(self._apsw.compile_options)

    def is_complete(self, sql: bytes) -> bool:
        """Whether SQL text ends in a complete statement (``sqlite3_complete``)."""
        return bool(self._apsw.complete(sql.decode("utf-8", "replace")))

    def run(self, database: bytes, script: bytes, write: Callable[[bytes], None]) -> list[str]:
        """As ``Library.run``. Raises ``UnprintableRow`` where apsw cannot hand out a text."""
        try:
            connection = self._apsw.Connection(database.decode(), flags=0x02 | 0x04 | 0x40)
        except self._apsw.Error as error:
            raise OSError(str(error)) from error
        errors: list[str] = []
        try:
            for group in groups(script, self.is_complete):
                failure = self._run_group(connection, group, write)
                if failure is not None:
                    errors.append(failure)
        finally:
            connection.close(True)
        return errors

    def _run_group(self, connection: Any, group: bytes, write: Callable[[bytes], None]) -> str | None:
        cursor = connection.cursor()
        try:
            for row in cursor.execute(group.decode("utf-8"), can_cache=False):
                write(b"|".join([self._text(connection, value) for value in row]) + b"\n")
        except self._apsw.Error as error:
            return str(error).partition(": ")[2] or str(error)
        except UnicodeDecodeError as error:
            raise UnprintableRow("a text that is not UTF-8, which apsw cannot hand out") from error
        finally:
            cursor.close(True)
        return None

    def _text(self, connection: Any, value: object) -> bytes:
        if value is None:
            return b""
        if isinstance(value, bytes):
            encoding = connection.cursor().execute("PRAGMA encoding").fetchall()[0][0]
            if encoding != "UTF-8":
                even = value[: len(value) // 2 * 2]
                value = even.decode(encoding.lower().replace("utf-16", "utf-16-"), "replace").encode()
        elif isinstance(value, float):
            if self._floats is None:
                self._floats = self._apsw.Connection(":memory:")
            value = (
                self._floats.cursor().execute("SELECT CAST(? AS TEXT)", (value,)).fetchall()[0][0].encode()
            )
        else:
            value = str(value).encode()
        assert isinstance(value, bytes)
        return value.partition(b"\0")[0]
