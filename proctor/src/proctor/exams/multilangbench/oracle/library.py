"""The SQLite library inside the standard library's ``sqlite3`` module, driven as the shell drives it.

The ``sqlite3`` module itself cannot print what the shell prints: it hands out floats instead of SQLite's own
text for them, loses the row before an error, and refuses several statements at once. So its shared library is
called through ctypes: ``sqlite3_column_text`` read as a C string up to the first NUL is exactly what the
shell's list mode prints for every storage class (documentation page ``cli``, section "Changing Output
Formats"; ``c3ref/column_blob``).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import POINTER, byref, c_char_p, c_int, c_void_p

from proctor.exams.multilangbench.oracle.script import groups

OK = 0
ROW = 100
DONE = 101
_OPEN_FLAGS = 0x02 | 0x04 | 0x40  # READWRITE, CREATE, URI: as the shell opens its database
_SIGNATURES: dict[str, tuple[object, list[object]]] = {
    "sqlite3_libversion": (c_char_p, []),
    "sqlite3_sourceid": (c_char_p, []),
    "sqlite3_compileoption_get": (c_char_p, [c_int]),
    "sqlite3_complete": (c_int, [c_char_p]),
    "sqlite3_open_v2": (c_int, [c_char_p, POINTER(c_void_p), c_int, c_char_p]),
    "sqlite3_prepare_v2": (c_int, [c_void_p, c_void_p, c_int, POINTER(c_void_p), POINTER(c_void_p)]),
    "sqlite3_step": (c_int, [c_void_p]),
    "sqlite3_column_count": (c_int, [c_void_p]),
    "sqlite3_column_text": (c_char_p, [c_void_p, c_int]),
    "sqlite3_finalize": (c_int, [c_void_p]),
    "sqlite3_errmsg": (c_char_p, [c_void_p]),
    "sqlite3_close": (c_int, [c_void_p]),
}


class Enough(Exception):
    """The output has grown past what was asked for; the rest is of no interest."""


class Library:
    """One loaded SQLite library.

    Raises ``OSError`` if the file cannot be loaded and ``AttributeError`` if it does not export SQLite's
    functions.
    """

    def __init__(self, path: str | None) -> None:
        handle = ctypes.CDLL(path)
        for name, (result, arguments) in _SIGNATURES.items():
            function = getattr(handle, name)
            function.restype = result
            function.argtypes = arguments
        self._c = handle

    @property
    def version(self) -> str:
        """The library's version, such as ``3.40.1``."""
        text: bytes = self._c.sqlite3_libversion()
        return text.decode()

    @property
    def source_id(self) -> str:
        """The check-in that the library was built from."""
        text: bytes = self._c.sqlite3_sourceid()
        return text.decode()

    @property
    def options(self) -> list[str]:
        """The compile options, as ``PRAGMA compile_options`` lists them."""
        found: list[str] = []
        while (option := self._c.sqlite3_compileoption_get(len(found))) is not None:
            found.append(option.decode())
        return sorted(found)

    def is_complete(self, sql: bytes) -> bool:
        """Whether SQL text ends in a complete statement (``sqlite3_complete``)."""
        return bool(self._c.sqlite3_complete(sql))

    def run(self, database: bytes, script: bytes, write: Callable[[bytes], None]) -> list[str]:
        """Run a script on a database file as ``sqlite3 DATABASE < SCRIPT`` would, and return the errors'
        texts.

        ``write`` receives what the shell would print, in pieces; it may raise ``Enough`` to end the run.
        Raises ``OSError`` if the database cannot even be opened.
        """
        connection = c_void_p()
        if self._c.sqlite3_open_v2(database, byref(connection), _OPEN_FLAGS, None) != OK:
            message = self._message(connection)
            self._c.sqlite3_close(connection)
            raise OSError(message)
        errors: list[str] = []
        try:
            for group in groups(script, self.is_complete):
                failure = self._run_group(connection, group, write)
                if failure is not None:
                    errors.append(failure)
        finally:
            self._c.sqlite3_close(connection)
        return errors

    def _message(self, connection: c_void_p) -> str:
        text: bytes = self._c.sqlite3_errmsg(connection) or b"out of memory"
        return text.decode("utf-8", "replace")

    def _run_group(self, connection: c_void_p, group: bytes, write: Callable[[bytes], None]) -> str | None:
        buffer = ctypes.create_string_buffer(group)
        position = ctypes.addressof(buffer)
        end = position + len(group)
        statement = c_void_p()
        tail = c_void_p()
        while position < end:
            code = self._c.sqlite3_prepare_v2(connection, position, -1, byref(statement), byref(tail))
            if code != OK:
                return self._message(connection)
            position = tail.value or end
            if statement.value is None:
                continue
            try:
                code = self._step_all(statement, write)
            except Enough:
                self._c.sqlite3_finalize(statement)
                raise
            if self._c.sqlite3_finalize(statement) != OK:
                return self._message(connection)
        return None

    def _step_all(self, statement: c_void_p, write: Callable[[bytes], None]) -> int:
        step = self._c.sqlite3_step
        text = self._c.sqlite3_column_text
        code: int = step(statement)
        if code != ROW:
            return code
        columns = range(self._c.sqlite3_column_count(statement))
        pending: list[bytes] = []
        size = 0
        while code == ROW:
            row = b"|".join([text(statement, column) or b"" for column in columns])
            pending.append(row)
            size += len(row)
            if size > 65536:
                write(b"\n".join(pending) + b"\n")
                pending, size = [], 0
            code = step(statement)
        if pending:
            write(b"\n".join(pending) + b"\n")
        return code
