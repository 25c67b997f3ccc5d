"""Cursors and rows."""

from __future__ import annotations

import gc
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from two_modules import SETTLED, assert_same, outcome

FETCHES = st.sampled_from(["one", "many", "many 0", "many 2", "many -1", "next", "all", "size 3", "iterate"])


def fetch(cursor: Any, how: str) -> Any:
    if how == "one":
        return cursor.fetchone()
    if how == "many":
        return cursor.fetchmany()
    if how.startswith("many"):
        return cursor.fetchmany(int(how[5:]))
    if how == "all":
        return cursor.fetchall()
    if how == "size 3":
        cursor.arraysize = 3
        return None
    if how == "iterate":
        return [row for row, _ in zip(cursor, range(2))]  # noqa: B905 - it shall end early
    return next(cursor)


@SETTLED
@given(st.lists(FETCHES, max_size=8))
def test_fetching(calls: list[str]) -> None:
    def program(module: ModuleType) -> Any:
        cursor = module.connect(":memory:").execute("SELECT column1 FROM (VALUES (1), (2), (3), (4), (5), (6), (7))")
        return [outcome(fetch, cursor, call) for call in calls]

    assert_same(program)


ROWS = st.sampled_from(["SELECT 1 AS a, 2 AS B", "SELECT 1 AS a, 2 AS a", "SELECT 'x' AS é", "SELECT 1 AS b, 2 AS a", "SELECT 1 AS a, 2 AS b"])
KEYS = st.sampled_from([0, 1, -1, -2, 2, True, slice(1), slice(None, None, -1), "a", "A", "b", "é", "É", "", 1.0, None, 2**80, b"a"])


@SETTLED
@given(ROWS, ROWS, KEYS)
def test_rows(sql: str, other_sql: str, key: Any) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.row_factory = module.Row
        row, other = connection.execute(sql).fetchone(), connection.execute(other_sql).fetchone()
        return (
            outcome(lambda: row[key]), tuple(row), len(row), row.keys(), row == other, row != other, row == tuple(row),
            hash(row) == hash(other), list(reversed(row)), outcome(lambda: dict(row)), outcome(lambda: row < other) [:2],
        )  # fmt: skip

    assert_same(program)


def test_factories() -> None:
    def program(module: ModuleType) -> Any:
        class Cursor(module.Cursor):  # type: ignore[name-defined]
            pass

        class Connection(module.Connection):  # type: ignore[name-defined]
            def cursor(self, factory: Any = Cursor) -> Any:
                return super().cursor(factory)

        connection = module.connect(":memory:", factory=Connection)
        connection.row_factory = lambda cursor, row: (type(cursor).__name__, cursor.description[0][0], row)
        cursor = connection.execute("SELECT 1 AS a")
        plain = module.Cursor(connection)
        return type(connection).__name__, cursor.fetchone(), plain.row_factory, plain.execute("SELECT 2").fetchone()

    assert_same(program)


def test_attributes_follow_the_statement() -> None:
    def program(module: ModuleType) -> Any:
        cursor = module.connect(":memory:").cursor()
        found = []
        for sql in (
            "CREATE TABLE t(a INTEGER PRIMARY KEY, b)", "INSERT INTO t(b) VALUES (1), (2)", "SELECT * FROM t",
            "SELECT b AS \"x [y]\" FROM t WHERE 0", "UPDATE t SET b = 3", "DELETE FROM t WHERE a > 5", "PRAGMA user_version",
            "ALTER TABLE t ADD COLUMN c", "SELECT * FROM t", "INSERT INTO t(b) SELECT b FROM t RETURNING a", "DELETE FROM t",
        ):  # fmt: skip
            cursor.execute(sql)
            found.append((cursor.description, cursor.rowcount, cursor.lastrowid, cursor.fetchall(), cursor.rowcount))
        return found

    assert_same(program)


@pytest.mark.parametrize("name", ["description", "lastrowid", "rowcount", "connection"])
def test_attributes_cannot_be_set(name: str) -> None:
    def program(module: ModuleType) -> Any:
        return outcome(setattr, module.connect(":memory:").cursor(), name, 1)[:2]

    assert_same(program)


def test_one_statement_in_several_cursors() -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.execute("CREATE TABLE t(a)")
        connection.executemany("INSERT INTO t VALUES (?)", [(i,) for i in range(4)])
        cursors = [connection.execute("SELECT a FROM t WHERE a >= ?", (i,)) for i in range(3)]
        found = []
        while any(rows := [cursor.fetchone() for cursor in cursors]):
            found.append(rows)
        return found

    assert_same(program)


def test_a_forgotten_cursor_ends_its_statement() -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:", isolation_level=None)
        connection.execute("CREATE TABLE t(a)")
        connection.executemany("INSERT INTO t VALUES (?)", [(1,), (2,)])
        cursor = connection.execute("SELECT * FROM t")
        del cursor
        gc.collect()
        return connection.execute("DROP TABLE t").rowcount

    assert_same(program)


def test_a_small_cache_serves_all_statements() -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:", cached_statements=2)
        return [connection.execute(f"SELECT {n % 5}").fetchone() for n in range(20)]

    assert_same(program)
