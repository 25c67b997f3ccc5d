"""The same script on Litestone and on the real SQLite: what each statement did, and what is left.

The real library is the standard library's ``sqlite3`` module.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from litestone.connection import Connection
from litestone.errors import SqlError
from litestone.text.split import complete

Outcome = tuple[str, object]


def statements(script: str) -> list[str]:
    """The statements of a script, by SQLite's own rule for where one ends."""
    found: list[str] = []
    gathered = ""
    for line in script.splitlines(keepends=True):
        gathered += line
        if complete(gathered):
            found.append(gathered.strip())
            gathered = ""
    assert not gathered.strip(), f"a statement without an end: {gathered!r}"
    return [text for text in found if text.strip()]


def run_real(path: Path, script: list[str]) -> list[Outcome]:
    """Rows or error of each statement on the real SQLite."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    outcomes: list[Outcome] = []
    for sql in script:
        try:
            outcomes.append(("rows", connection.execute(sql).fetchall()))
        except sqlite3.Error as error:
            outcomes.append(("error", str(error)))
    connection.close()
    return outcomes


def run_litestone(path: Path, script: list[str]) -> list[Outcome]:
    """Rows or error of each statement on Litestone."""
    connection = Connection(str(path))
    outcomes: list[Outcome] = []
    for sql in script:
        try:
            outcomes.append(("rows", connection.execute(sql)))
        except SqlError as error:
            outcomes.append(("error", error.message))
    connection.close()
    return outcomes


def picture(path: Path) -> list[object]:
    """What real SQLite finds in a file: its check, its schema and rows, its pages."""
    connection = sqlite3.connect(path)
    connection.text_factory = bytes
    parts: list[object] = [connection.execute("PRAGMA integrity_check").fetchall()]
    schema = connection.execute("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema").fetchall()
    parts.append(schema)
    for kind, name, *_ in schema:
        if kind == b"table" and b"VIRTUAL" not in _[2][:20]:
            quoted = name.decode().replace('"', '""')
            parts.append((name, connection.execute(f'SELECT * FROM "{quoted}"').fetchall()))
    for pragma in ("page_count", "freelist_count", "page_size", "encoding", "auto_vacuum", "user_version"):
        parts.append((pragma, connection.execute(f"PRAGMA {pragma}").fetchall()))
    connection.close()
    return parts
