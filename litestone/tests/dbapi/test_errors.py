"""Errors: the same class, text and code as the standard library's module gives."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from two_modules import assert_same

SETUP = """
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT UNIQUE, c NOT NULL DEFAULT 1, d CHECK (d > 0));
CREATE TABLE s(x INT) STRICT;
CREATE TABLE child(t REFERENCES t(a));
CREATE VIEW v AS SELECT a FROM t;
CREATE TRIGGER tr BEFORE DELETE ON t BEGIN SELECT RAISE(ABORT, 'not to be deleted'); END;
INSERT INTO t(a, b, d) VALUES (1, 'one', 1);
"""

STATEMENTS = [
    "SELECT", "SELEC 1", "SELECT * FROM nothing", "SELECT nothing", "SELECT 'open", "SELECT 1; SELECT 2",
    "SELECT 1; -- more", "SELECT 1; /* more", ";;; SELECT 1", "SELECT 1;;", "SELECT \0", "",  "  -- nothing",
    "INSERT INTO t(a) VALUES (1)", "INSERT INTO t(b) VALUES ('one')", "INSERT INTO t(c) VALUES (NULL)",
    "INSERT INTO t(d) VALUES (-1)", "INSERT INTO s VALUES ('x')", "INSERT INTO t(a) VALUES ('x')",
    "INSERT INTO child VALUES (9)", "DELETE FROM t", "INSERT INTO v VALUES (1)", "COMMIT", "ROLLBACK", "RELEASE x",
    "BEGIN; COMMIT", "ATTACH ':memory:' AS main", "DETACH main", "SELECT nofunction(1)", "SELECT abs()",
    "SELECT abs(-9223372036854775808)", "SELECT sum(9223372036854775807) FROM (SELECT 1 UNION ALL SELECT 2)",
    "PRAGMA nothing", "CREATE TABLE t(a)", "DROP TABLE nothing", "DROP VIEW t", "ALTER TABLE t DROP COLUMN a",
    "SELECT zeroblob(2000000000)", "SELECT a FROM t ORDER BY 7", "SELECT 1 COLLATE nothing", "SELECT json('{')",
    "INSERT INTO t(a, b) VALUES (2, 'two'), (3, 'one')", "INSERT OR REPLACE INTO t(a, d) VALUES (1, 5)",
    "UPDATE t SET b = NULL WHERE a = 1", "INSERT INTO t DEFAULT VALUES", "REPLACE INTO t(b, d) VALUES ('one', 2)",
    "WITH x AS (SELECT 5 AS y) INSERT INTO t(a, d) SELECT y, y FROM x", "EXPLAIN QUERY PLAN SELECT 1",
    "INSERT INTO t(b) VALUES ('r') RETURNING a, b", "UPDATE t SET b = 'u' RETURNING b", "SAVEPOINT x",
    "CREATE TEMP TABLE q AS SELECT * FROM t", "ANALYZE", "REINDEX", "SELECT * FROM v WHERE a = 'x'",
]  # fmt: skip


@pytest.mark.parametrize("foreign_keys", [False, True])
@pytest.mark.parametrize("sql", STATEMENTS)
def test_statements(sql: str, foreign_keys: bool) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.executescript(SETUP)
        if foreign_keys:
            connection.execute("PRAGMA foreign_keys = ON")
        try:
            cursor = connection.execute(sql)
            rows = cursor.fetchall()
        finally:
            # Also after an error: whether the implicit transaction is open.
            seen.append((connection.in_transaction, connection.total_changes))
        return cursor.description, rows, cursor.rowcount, cursor.lastrowid

    seen: list[Any] = []
    assert_same(program)
    assert seen[0] == seen[1]


CALLS = {
    "bytes": lambda c, m: c.execute(b"SELECT 1"),
    "call with bytes": lambda c, m: c(b"SELECT 1"),
    "executemany number": lambda c, m: c.executemany(4, []),
    "executemany query": lambda c, m: c.executemany("SELECT ?", [(1,)]),
    "executemany number for parameters": lambda c, m: c.executemany("INSERT INTO t(a) VALUES (?)", 4),
    "executemany nothing": lambda c, m: c.executemany("INSERT INTO t(a) VALUES (?)", []).rowcount,
    "executemany returning": lambda c, m: c.executemany("INSERT INTO t(a) VALUES (?) RETURNING a", [(5,), (6,)]).fetchall(),
    "executemany failing": lambda c, m: c.executemany("INSERT INTO t(a) VALUES (?)", [(5,), (5,)]),
    "executescript bytes": lambda c, m: c.executescript(b"SELECT 1"),
    "executescript nul": lambda c, m: c.executescript("SELECT 1;\0"),
    "executescript parameters": lambda c, m: c.executescript("INSERT INTO t(d) VALUES (?)").connection is c,
    "executescript failing": lambda c, m: c.executescript("CREATE TABLE x(a); SELECT nothing; CREATE TABLE y(a)"),
    "executescript unfinished": lambda c, m: c.executescript("CREATE TABLE x(a"),
    "surrogate": lambda c, m: c.execute("SELECT '\ud800'"),
    "function name": lambda c, m: c.create_function("f", -2, len),
    "function arguments": lambda c, m: c.create_function("f", 128, len),
    "aggregate arguments": lambda c, m: c.create_aggregate("f", -2, len),
    "window arguments": lambda c, m: c.create_window_function("f", -2, len),
    "collation number": lambda c, m: c.create_collation("x", 4),
    "collation surrogate": lambda c, m: c.create_collation("\udc80", min),
    "cursor number": lambda c, m: c.cursor(4),
    "cursor none": lambda c, m: c.cursor(lambda connection: None),
    "row of numbers": lambda c, m: m.Row(1, 2),
    "row of list": lambda c, m: m.Row(c.cursor(), [1]),
    "cursor of number": lambda c, m: m.Cursor(1),
    "level number": lambda c, m: setattr(c, "isolation_level", 3),
    "level word": lambda c, m: setattr(c, "isolation_level", "SOON"),
    "level nul": lambda c, m: setattr(c, "isolation_level", "IMMEDIATE\0"),
    "limit": lambda c, m: c.getlimit(99),
    "limit length": lambda c, m: (c.setlimit(m.SQLITE_LIMIT_LENGTH, 10), c.execute("SELECT ?", ("x" * 11,))),
    "limit sql": lambda c, m: (c.setlimit(m.SQLITE_LIMIT_SQL_LENGTH, 10), c.execute("SELECT 12345")),
    "limit variables": lambda c, m: (c.setlimit(m.SQLITE_LIMIT_VARIABLE_NUMBER, 2), c.execute("SELECT ?3", (1, 2, 3))),
    "limit arguments": lambda c, m: (c.setlimit(m.SQLITE_LIMIT_FUNCTION_ARG, 2), c.execute("SELECT max(1, 2, 3)")),
    "backup to nothing": lambda c, m: c.backup(None),
    "backup to itself": lambda c, m: c.backup(c),
    "backup of unknown": lambda c, m: c.backup(m.connect(":memory:"), name="nothing"),
    "deserialize text": lambda c, m: (m.connect(":memory:").deserialize(b"x" * 200),),
    "missing directory": lambda c, m: m.connect("/nothing/at/all"),
    "directory": lambda c, m: m.connect("/"),
    "path number": lambda c, m: m.connect(4),
    "adapt": lambda c, m: m.adapt(1.5),
    "unhashable adapter": lambda c, m: m.register_adapter({}, None),
    "closed": lambda c, m: (c.close(), c.execute("SELECT 1")),
    "closed twice": lambda c, m: (c.close(), c.close()),
    "closed attribute": lambda c, m: (c.close(), c.total_changes),
    "closed context": lambda c, m: (c.close(), c.__enter__()),
    "closed cursor": lambda c, m: close_cursor(c),
    "fetch without query": lambda c, m: (c.cursor().fetchone(), c.cursor().fetchall(), c.cursor().fetchmany(2)),
    "fetchmany word": lambda c, m: c.execute("SELECT 1").fetchmany("x"),
    "blob of nothing": lambda c, m: c.blobopen("nothing", "a", 1),
    "blob of no column": lambda c, m: c.blobopen("t", "nothing", 1),
    "blob of no row": lambda c, m: c.blobopen("t", "b", 7, readonly=True),
    "blob of integer": lambda c, m: c.blobopen("t", "a", 1),
    "blob of view": lambda c, m: c.blobopen("v", "a", 1),
    "blob of indexed": lambda c, m: c.blobopen("t", "b", 1),
    "statement call": lambda c, m: type(c("SELECT 1")).__name__,
}


def close_cursor(connection: Any) -> Any:
    cursor = connection.cursor()
    cursor.close()
    return cursor.execute("SELECT 1")


@pytest.mark.parametrize("name", list(CALLS))
def test_calls(name: str) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.executescript(SETUP)
        return CALLS[name](connection, module)

    assert_same(program)


def test_errors_of_the_interface_have_no_code() -> None:
    def program(module: ModuleType) -> Any:
        with pytest.raises(module.ProgrammingError) as caught:
            module.connect(":memory:").execute("SELECT ?")
        return hasattr(caught.value, "sqlite_errorcode"), caught.value.args

    assert_same(program)


def test_deep_nesting_is_an_error_of_sql() -> None:
    def program(module: ModuleType) -> Any:
        with pytest.raises(module.OperationalError) as caught:
            module.connect(":memory:").execute("SELECT " + "(" * 5000 + "1" + ")" * 5000)
        return type(caught.value).__name__

    assert_same(program)
