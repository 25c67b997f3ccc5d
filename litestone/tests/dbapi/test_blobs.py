"""Blobs: any sequence of operations does what the real one does."""

from __future__ import annotations

import sqlite3
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from two_modules import SETTLED, assert_same, outcome

NUMBERS = st.one_of(st.integers(-12, 12), st.sampled_from([2**31 - 1, -(2**31), 2**40, 2**70]))
SLICES = st.builds(slice, st.none() | st.integers(-12, 12), st.none() | st.integers(-12, 12), st.none() | st.integers(-3, 3))
BYTES = st.binary(max_size=11)
OPERATIONS = st.one_of(
    st.tuples(st.just("read"), st.integers(-2, 12)),
    st.tuples(st.just("write"), st.one_of(BYTES, BYTES.map(bytearray), st.just("text"), st.just(memoryview(b"abcd")[::2]))),
    st.tuples(st.just("seek"), st.one_of(st.integers(-12, 12), st.just(2**31 - 1)), st.integers(-1, 3)),
    st.tuples(st.just("tell")),
    st.tuples(st.just("len")),
    st.tuples(st.just("get"), st.one_of(NUMBERS, SLICES, st.just("x"), st.just(1.5))),
    st.tuples(st.just("set"), st.one_of(NUMBERS, SLICES), st.one_of(st.integers(-2, 300), BYTES)),
    st.tuples(st.just("delete"), st.one_of(st.integers(0, 3), SLICES)),
    st.tuples(st.just("sql"), st.sampled_from(["UPDATE t SET c = 5", "UPDATE t SET b = x'0102030405060708090a'", "DELETE FROM t", "INSERT INTO t VALUES (2, 'x', 3)"])),
    st.tuples(st.just("other"), BYTES),
    st.tuples(st.just("close")),
)  # fmt: skip


def do(connection: Any, blob: Any, operation: tuple[Any, ...]) -> Any:
    """One operation."""
    name, *arguments = operation
    if name == "len":
        return len(blob)
    if name == "get":
        return blob[arguments[0]]
    if name == "set":
        blob[arguments[0]] = arguments[1]
        return None
    if name == "delete":
        del blob[arguments[0]]
        return None
    if name == "sql":
        return connection.execute(arguments[0]).rowcount
    if name == "other":
        return connection.blobopen("t", "b", 1).write(arguments[0])
    return getattr(blob, name)(*arguments)


@SETTLED
@given(st.sampled_from(["x'00010203040506070809'", "'text text '", "zeroblob(10)"]), st.booleans(), st.lists(OPERATIONS, max_size=10))
def test_operations(value: str, readonly: bool, operations: list[tuple[Any, ...]]) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.text_factory = bytes
        connection.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b, c)")
        connection.execute(f"INSERT INTO t VALUES (1, {value}, 1.0)")
        blob = connection.blobopen("t", "b", 1, readonly=readonly)
        found = [outcome(do, connection, blob, operation) for operation in operations]
        return found, connection.execute("SELECT *, typeof(b) FROM t").fetchall()

    # The real one fails by accident where it would read a negative number of bytes.
    accidents = [place for place, found in enumerate(program(sqlite3)[0]) if found[1] == "SystemError"]
    del operations[min(accidents, default=len(operations)) :]
    assert_same(program)


def test_large_values_in_a_file(tmp_path: Any) -> None:
    def program(module: ModuleType) -> Any:
        path = tmp_path / f"{module.__name__}.db"
        connection = module.connect(path)
        connection.execute("CREATE TABLE t(a)")
        connection.execute("INSERT INTO t VALUES (zeroblob(20000))")
        connection.commit()
        with connection.blobopen("t", "a", 1) as blob:
            blob[10000:10004] = b"abcd"
            blob.seek(-3, 2)
            blob.write(b"end")
        connection.commit()
        connection.close()
        connection = module.connect(path)
        found = connection.execute("SELECT a FROM t").fetchall(), connection.execute("PRAGMA integrity_check").fetchall()
        connection.close()
        return found

    assert_same(program)


@pytest.mark.parametrize("arguments", [("b", "t", 1), ("t", "c", 1), ("t", "b", 2), ("t", "B", 1), ("T", "b", 1), ("w", "b", 1), ("t", "a", 1)])
@pytest.mark.parametrize("name", ["main", "temp", "none"])
def test_opening(arguments: tuple[Any, ...], name: str) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.executescript("CREATE TABLE t(a INTEGER PRIMARY KEY, b, c UNIQUE); CREATE TABLE w(b PRIMARY KEY) WITHOUT ROWID; INSERT INTO t VALUES (1, x'01', 'c')")
        return connection.blobopen(*arguments, name=name).read()

    assert_same(program)


def test_values_of_an_attached_database() -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.executescript("ATTACH ':memory:' AS more; CREATE TABLE more.t(a); INSERT INTO more.t VALUES ('abc')")
        with connection.blobopen("t", "a", 1, name="more") as blob:
            blob.write(b"xyz")
        return connection.execute("SELECT a, typeof(a) FROM more.t").fetchall()

    assert_same(program)
