"""Statements in files, one a line, on Litestone and on the real SQLite: columns, rows in order, error texts."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from litestone.connection import Connection
from litestone.errors import SqlError

FILES = sorted((Path(__file__).parent / "statements").glob("*.sql"))


def real(connection: sqlite3.Connection, sql: str) -> object:
    try:
        cursor = connection.execute(sql)
        names = [column[0] for column in cursor.description or ()]
        return names, cursor.fetchall()
    except sqlite3.Error as error:
        return str(error)


def ours(connection: Connection, sql: str) -> object:
    try:
        statement, _ = connection.prepare(sql)
        assert statement is not None
        rows = [tuple(row) for row in statement.execute()]
        return list(statement.columns), rows
    except SqlError as error:
        return error.message


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_equals_sqlite(path: Path) -> None:
    there = sqlite3.connect(":memory:", isolation_level=None)
    here = Connection(":memory:")
    different = []
    for line in path.read_text().splitlines():
        wanted, given = real(there, line), ours(here, line)
        if repr(wanted) != repr(given):
            different.append((line, wanted, given))
    assert different == []
