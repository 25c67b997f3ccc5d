"""Functions, aggregates, collations, authoriser, progress, trace, limits."""

from __future__ import annotations

import sys
import threading
import time
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from two_modules import SETTLED, assert_same, outcome

import litestone

RESULTS = st.one_of(
    st.none(), st.booleans(), st.integers(-(1 << 66), 1 << 66), st.floats(), st.text(max_size=4), st.binary(max_size=4),
    st.just([1]), st.just("\ud800"), st.just(memoryview(b"abcd")[::2]),
)  # fmt: skip


@SETTLED
@given(RESULTS)
def test_results_of_functions(result: Any) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.create_function("f", -1, lambda *arguments: result)
        return connection.execute("SELECT f(1, 2), typeof(f())").fetchone()

    assert_same(program)


@SETTLED
@given(st.lists(st.one_of(st.none(), st.integers(-100, 100), st.floats(allow_nan=False), st.text(), st.binary())))
def test_arguments_of_functions(values: list[Any]) -> None:
    def program(module: ModuleType) -> Any:
        seen: list[Any] = []
        connection = module.connect(":memory:")
        connection.create_function("f", -1, lambda *arguments: seen.append(arguments))
        connection.execute(f"SELECT f({', '.join('?' * len(values))})", values).fetchall()
        return seen

    assert_same(program)


@pytest.mark.parametrize("error", [ValueError, MemoryError, OverflowError, ZeroDivisionError, RecursionError])
def test_failing_functions(error: type[Exception]) -> None:
    def program(module: ModuleType) -> Any:
        def fail(*arguments: Any) -> None:
            raise error("no")

        connection = module.connect(":memory:")
        connection.create_function("f", 1, fail)
        return connection.execute("SELECT f(1)").fetchone()

    assert_same(program)


def test_functions_are_found_by_their_arguments() -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.create_function("F", 1, lambda a: "one")
        connection.create_function("f", -1, lambda *a: "any")
        connection.create_function("abs", 1, lambda a: "mine")
        return connection.execute("SELECT f(1), f(1, 2), F(), abs(-1)").fetchone()

    assert_same(program)


def test_none_takes_a_function_away() -> None:
    # As documented; the standard library of 3.11 calls the None instead.
    connection = litestone.connect(":memory:")
    connection.create_function("f", -1, lambda *a: "any")
    connection.create_function("abs", 1, lambda a: "mine")
    connection.create_function("abs", 1, None)
    connection.create_function("f", -1, None)
    assert connection.execute("SELECT abs(-1)").fetchall() == [(1,)]
    with pytest.raises(litestone.OperationalError, match="no such function: f"):
        connection.execute("SELECT f(1)")


class Total:
    def __init__(self) -> None:
        self.values: list[Any] = []

    def step(self, *values: Any) -> None:
        if values[0] == "fail":
            raise ValueError
        self.values.append(values)

    def inverse(self, *values: Any) -> None:
        self.values.remove(values)

    def value(self) -> str:
        return repr(self.values)

    def finalize(self) -> str:
        return "final " + repr(self.values)


QUERIES = [
    "SELECT total2(a) FROM t", "SELECT total2(a) FROM t WHERE 0", "SELECT a % 2, total2(a, b) FROM t GROUP BY 1",
    "SELECT total2(DISTINCT b) FROM t", "SELECT total2(a) FILTER (WHERE a > 1) FROM t", "SELECT total2('fail') FROM t",
    "SELECT total2(a) OVER (ORDER BY a) FROM t", "SELECT total2(a) OVER (ORDER BY a ROWS 1 PRECEDING) FROM t",
    "SELECT total2(a) OVER (PARTITION BY b ORDER BY a ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING) FROM t",
    "SELECT total2(a) OVER () FROM t", "SELECT nofunction(a) OVER () FROM t", "SELECT total2() FROM t",
]  # fmt: skip


@pytest.mark.parametrize("window", [True, False])
@pytest.mark.parametrize("sql", QUERIES)
def test_aggregates(sql: str, window: bool) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.execute("CREATE TABLE t(a, b)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", [(i, i // 2) for i in range(5)])
        create = connection.create_window_function if window else connection.create_aggregate
        create("total2", -1, Total)
        return connection.execute(sql).fetchall()

    assert_same(program)


@SETTLED
@given(st.lists(st.text(max_size=4), max_size=8))
def test_collations(words: list[str]) -> None:
    def compare(one: str, other: str) -> int:
        return (len(one) > len(other)) - (len(one) < len(other)) or (one < other) - (one > other)

    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.create_collation("length", compare)
        connection.execute("CREATE TABLE t(a TEXT COLLATE length)")
        connection.execute("CREATE INDEX i ON t(a)")
        connection.executemany("INSERT INTO t VALUES (?)", [(word,) for word in words])
        return connection.execute("SELECT a FROM t ORDER BY a").fetchall(), connection.execute("SELECT max(a) FROM t").fetchall()

    assert_same(program)


AUTHORISED = [
    "SELECT * FROM t", "SELECT a FROM t WHERE b = 1", "SELECT count(*) FROM t", "SELECT abs(a) FROM t", "SELECT t.a, u.c FROM t, u",
    "SELECT 1 FROM t", "INSERT INTO t VALUES (1, 2)", "UPDATE t SET a = 1", "UPDATE t SET a = b WHERE a = 3", "DELETE FROM t",
    "DELETE FROM t WHERE a = 1", "INSERT INTO t SELECT c, c FROM u", "SELECT (SELECT max(c) FROM u)", "BEGIN", "PRAGMA user_version",
    "PRAGMA user_version = 1", "SAVEPOINT x", "ATTACH ':memory:' AS more", "SELECT upper('x') || 1", "SELECT a FROM t UNION SELECT c FROM u",
]  # fmt: skip


@pytest.mark.parametrize("sql", AUTHORISED)
def test_authorizer_is_asked_the_same(sql: str) -> None:
    def program(module: ModuleType) -> Any:
        questions: set[Any] = set()
        connection = module.connect(":memory:", isolation_level=None)
        connection.executescript("CREATE TABLE t(a, b); CREATE TABLE u(c);")
        connection.set_authorizer(lambda *question: questions.add(question) or module.SQLITE_OK)
        connection.execute(sql).fetchall()
        return sorted(questions, key=repr)

    assert_same(program)


@pytest.mark.parametrize("answer", [1, 2, 7, None, 2**40])
@pytest.mark.parametrize("action", ["READ", "SELECT", "FUNCTION", "INSERT", "UPDATE", "DELETE", "PRAGMA", "TRANSACTION", "CREATE_TABLE", "DROP_TABLE"])
def test_authorizer_is_obeyed(action: str, answer: Any) -> None:
    statements = {
        "READ": "SELECT a, b FROM t", "SELECT": "SELECT a FROM t", "FUNCTION": "SELECT abs(a), b FROM t", "INSERT": "INSERT INTO t VALUES (5, 6)",
        "UPDATE": "UPDATE t SET a = 9", "DELETE": "DELETE FROM t", "PRAGMA": "PRAGMA user_version = 8", "TRANSACTION": "BEGIN",
        "CREATE_TABLE": "CREATE TABLE x(a)", "DROP_TABLE": "DROP TABLE t",
    }  # fmt: skip
    if answer == 2 and action not in ("READ", "FUNCTION"):
        # What it means to ignore the rest is each statement's own story; here it is to leave it undone.
        return

    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:", isolation_level=None)
        connection.executescript("CREATE TABLE t(a, b); INSERT INTO t VALUES (-1, 2);")
        wanted = getattr(module, "SQLITE_" + action)
        connection.set_authorizer(lambda kind, *rest: answer if kind == wanted else module.SQLITE_OK)
        found = outcome(lambda: connection.execute(statements[action]).fetchall())
        connection.set_authorizer(None)
        return found, connection.execute("SELECT * FROM t").fetchall()

    assert_same(program)


def test_trace_shows_values() -> None:
    def program(module: ModuleType) -> Any:
        trace: list[str] = []
        connection = module.connect(":memory:")
        connection.set_trace_callback(trace.append)
        connection.execute("SELECT ?, :b, @c, $d, ?1, '?', ?9 -- ?\n", (1, "it's", None, b"\0\xff", 1.5, 2, 3, -4, 1e300))
        connection.executescript("CREATE TABLE t(a);  INSERT INTO t VALUES (1) ; SELECT 1")
        connection.executemany("INSERT INTO t VALUES (?)", [(1,), ("é",)])
        connection.commit()
        return trace

    assert_same(program)


LONG = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 3000000) SELECT count(*) FROM c"


@pytest.mark.parametrize("sql", [LONG, LONG.replace("count(*)", "x") + " ORDER BY 1"])
def test_progress_stops_a_long_query(sql: str) -> None:
    def program(module: ModuleType) -> Any:
        calls: list[None] = []
        connection = module.connect(":memory:")
        connection.set_progress_handler(lambda: calls.append(None) or len(calls) > 20, 200)
        found = outcome(lambda: connection.execute(sql).fetchall())
        connection.set_progress_handler(None, 0)
        return found, len(calls), connection.execute("SELECT 1").fetchone()

    assert_same(program)


def test_progress_is_called_about_as_often() -> None:
    def program(module: ModuleType) -> int:
        calls: list[None] = []
        connection = module.connect(":memory:")
        connection.execute("CREATE TABLE t(a)")
        connection.executemany("INSERT INTO t VALUES (?)", [(i,) for i in range(1000)])
        connection.set_progress_handler(lambda: calls.append(None), 100)
        connection.execute("SELECT count(*) FROM t WHERE a > 3 AND a < 900").fetchall()
        return len(calls)

    import sqlite3

    assert program(sqlite3) / 3 < program(litestone) < program(sqlite3) * 3


def test_interrupt_from_another_thread() -> None:
    connection = litestone.connect(":memory:")
    begun = threading.Event()
    connection.create_function("begin", 0, begun.set)

    def stop() -> None:
        begun.wait(20)
        time.sleep(0.05)
        connection.interrupt()

    thread = threading.Thread(target=stop)
    thread.start()
    with pytest.raises(litestone.OperationalError, match="interrupted") as caught:
        connection.execute(LONG.replace("SELECT 1", "SELECT 1 + (begin() IS NOT NULL)")).fetchall()
    thread.join()
    assert caught.value.sqlite_errorname == "SQLITE_INTERRUPT"
    assert connection.execute("SELECT 1").fetchall() == [(1,)]


@pytest.mark.parametrize("own_hook", [True, False])
def test_tracebacks_are_shown_when_wanted(
    own_hook: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise KeyError("shown")

    seen: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", seen.append if own_hook else sys.__unraisablehook__)
    connection = litestone.connect(":memory:")
    connection.create_function("f", 0, fail)
    for wanted in (False, True):
        litestone.enable_callback_tracebacks(wanted)
        with pytest.raises(litestone.OperationalError):
            connection.execute("SELECT f()")
        litestone.enable_callback_tracebacks(False)
        shown = capsys.readouterr().err
        if own_hook:
            assert [(one.exc_type, one.object) for one in seen] == ([(KeyError, fail)] if wanted else [])
        else:
            assert ("KeyError: 'shown'" in shown) == wanted


@SETTLED
@given(st.integers(0, 11), st.integers(-5, 2_000_000_000))
def test_limits(category: int, limit: int) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        old = connection.setlimit(category, limit)
        return old, connection.getlimit(category)

    if category not in (0, 11):
        assert_same(program)


def test_extensions_are_refused() -> None:
    connection = litestone.connect(":memory:")
    connection.enable_load_extension(False)
    with pytest.raises(litestone.NotSupportedError):
        connection.enable_load_extension(True)
    with pytest.raises(litestone.OperationalError, match="not authorized"):
        connection.load_extension("some.so")
