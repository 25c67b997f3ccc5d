"""Implicit and explicit transactions: the same state after every step of any program."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from two_modules import SETTLED, assert_same, outcome

STEPS = st.sampled_from(
    [
        "BEGIN", "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK", "SAVEPOINT p", "RELEASE p", "ROLLBACK TO p",
        "INSERT INTO t(a) VALUES (NULL)", "INSERT INTO t VALUES (1)", "INSERT OR ROLLBACK INTO t VALUES (1)",
        "INSERT OR FAIL INTO t VALUES (1)", "/* x */ DELETE FROM t WHERE a = 2", "UPDATE t SET a = a + 10",
        "REPLACE INTO t VALUES (1)", "SELECT count(*) FROM t", "WITH x AS (SELECT 50) INSERT INTO t SELECT * FROM x",
        "CREATE TABLE u(a)", "DROP TABLE u", "PRAGMA user_version = 3", ".commit", ".rollback", ".level", ".level DEFERRED",
        ".level IMMEDIATE", ".level None", ".script INSERT INTO t VALUES (70); BEGIN", ".with", ".with fail", ".many",
    ]
)  # fmt: skip


def fail_inside(connection: Any) -> None:
    with connection:
        connection.execute("INSERT INTO t(a) VALUES (NULL)")
        raise KeyError("inside")


def do(connection: Any, step: str) -> Any:
    """One step of a program."""
    if step == ".commit":
        return connection.commit()
    if step == ".rollback":
        return connection.rollback()
    if step.startswith(".level"):
        word = step[7:]
        connection.isolation_level = None if word == "None" else word
        return connection.isolation_level
    if step.startswith(".script"):
        return connection.executescript(step[8:]).rowcount
    if step == ".with":
        with connection:
            return connection.execute("INSERT INTO t(a) VALUES (NULL)").lastrowid
    if step == ".with fail":
        return fail_inside(connection)
    if step == ".many":
        return connection.executemany("INSERT INTO t VALUES (?)", [(7,), (8,), (7,)]).rowcount
    cursor = connection.execute(step)
    return cursor.fetchall(), cursor.rowcount, cursor.lastrowid


@SETTLED
@given(st.lists(STEPS, max_size=14))
def test_state_after_each_step(steps: list[str]) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.execute("CREATE TABLE t(a INTEGER PRIMARY KEY)")
        trace: list[str] = []
        connection.set_trace_callback(trace.append)
        found = []
        for step in steps:
            found.append(outcome(do, connection, step))
            found.append((connection.in_transaction, connection.total_changes, connection.isolation_level))
        # Whether a CREATE or DROP that fails is seen depends on when SQLite prepares it anew.
        trace = [sql for sql in trace if not sql.startswith(("CREATE", "DROP"))]
        return found, trace, connection.execute("SELECT * FROM t").fetchall()

    assert_same(program)


def test_others_see_commits_alone(tmp_path: Path) -> None:
    def program(module: ModuleType) -> Any:
        path = tmp_path / f"{module.__name__}.db"
        one, other = module.connect(path, timeout=0), module.connect(path, timeout=0)
        found = []
        one.execute("CREATE TABLE t(a)")
        one.execute("INSERT INTO t VALUES (1)")
        found.append(other.execute("SELECT * FROM t").fetchall())
        found.append(outcome(other.execute, "INSERT INTO t VALUES (2)"))
        one.commit()
        found.append(other.execute("SELECT * FROM t").fetchall())
        other.rollback()
        other.execute("INSERT INTO t VALUES (3)")
        other.close()
        found.append(one.execute("SELECT * FROM t").fetchall())
        one.close()
        return found

    assert_same(program)


def test_each_reads_what_the_other_wrote(tmp_path: Path) -> None:
    import sqlite3

    import litestone

    path = tmp_path / "both.db"
    for number in range(3):
        for module in (sqlite3, litestone):
            connection = module.connect(path)
            with connection:
                connection.execute("CREATE TABLE IF NOT EXISTS t(a, by)")
                connection.execute("INSERT INTO t VALUES (?, ?)", (number, module.__name__))
            assert connection.execute("SELECT count(*), max(a) FROM t").fetchone()[1] == number
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            connection.close()


@pytest.mark.parametrize("commit", [True, False])
def test_a_query_goes_on_behind_the_end_of_a_transaction(commit: bool) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.execute("CREATE TABLE t(a)")
        connection.executemany("INSERT INTO t VALUES (?)", [(i,) for i in range(6)])
        connection.commit()
        connection.execute("UPDATE t SET a = a WHERE a = 9")
        cursor = connection.execute("SELECT a FROM t")
        found = [cursor.fetchone(), cursor.fetchone()]
        connection.commit() if commit else connection.rollback()
        return found + cursor.fetchall()

    assert_same(program)


def test_nothing_is_dropped_while_it_is_read() -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:", isolation_level=None)
        connection.execute("CREATE TABLE t(a)")
        connection.executemany("INSERT INTO t VALUES (?)", [(1,), (2,), (3,)])
        cursor = connection.execute("SELECT a FROM t")
        found = [outcome(lambda: connection.execute("DROP TABLE t").rowcount), cursor.fetchall()]
        connection.execute("DROP TABLE t")
        return found

    assert_same(program)
