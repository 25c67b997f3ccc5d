"""Opening databases: paths, URIs, timeouts, threads."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from two_modules import assert_same, outcome

import litestone

URIS = [
    "file:{path}", "file:{path}?mode=ro", "file:{path}?mode=rw", "file:{path}?mode=rwc", "file:{path}?mode=memory",
    "file:{path}?mode=x", "file://{path}", "file://localhost{path}", "file://elsewhere{path}", "file:{path}?cache=private",
    "file:{path}?cache=x", "file:{path}#part", "file:{path}%3Fx", "file:{path}?immutable=1", "file:?mode=memory",
    "file::memory:", "file:{path}?vfs=none", "file:{path}.new?mode=rw", "file:{path}.new?mode=ro", "file:{path}?a&=b&mode=ro",
]  # fmt: skip


@pytest.mark.parametrize("uri", URIS)
def test_uris(uri: str, tmp_path: Path) -> None:
    def program(module: ModuleType) -> Any:
        folder = tmp_path / module.__name__
        folder.mkdir()
        path = folder / "a b"
        setup = module.connect(path)
        setup.executescript("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
        setup.close()
        connection = module.connect(uri.format(path=path), uri=True)
        found = [outcome(lambda: connection.execute("SELECT * FROM t").fetchall())]
        found.append(outcome(lambda: connection.execute("CREATE TABLE u(a)").rowcount))
        connection.close()
        return found, sorted(one.name for one in folder.iterdir())

    assert_same(program)


@pytest.mark.parametrize("kind", ["str", "bytes", "Path"])
def test_kinds_of_paths(kind: str, tmp_path: Path) -> None:
    def program(module: ModuleType) -> Any:
        path = tmp_path / f"{module.__name__}é.db"
        given = {"str": str(path), "bytes": os.fsencode(path), "Path": path}[kind]
        connection = module.connect(given)
        connection.execute("CREATE TABLE t(a)")
        connection.close()
        return path.exists()

    assert_same(program)


@pytest.mark.parametrize(
    "keywords",
    [
        {"timeout": "x"}, {"detect_types": "x"}, {"isolation_level": 5}, {"isolation_level": "x"}, {"cached_statements": "x"},
        {"nothing": 1}, {"isolation_level": None}, {"isolation_level": "immediate"}, {"timeout": 0, "cached_statements": 0},
    ],
    ids=repr,
)  # fmt: skip
def test_parameters(keywords: dict[str, Any]) -> None:
    def program(module: ModuleType) -> Any:
        found = outcome(lambda: module.connect(":memory:", **keywords).isolation_level)
        return found if found[0] == "value" else found[:2]

    assert_same(program)


def test_uninitialised_objects() -> None:
    def program(module: ModuleType) -> Any:
        class Connection(module.Connection):  # type: ignore[name-defined]
            def __init__(self, name: str) -> None:
                pass

        class Cursor(module.Cursor):  # type: ignore[name-defined]
            def __init__(self, connection: Any) -> None:
                pass

        connection, cursor = Connection("x"), Cursor(module.connect(":memory:"))
        return [
            outcome(connection.cursor), outcome(lambda: connection.total_changes), outcome(connection.close),
            outcome(cursor.execute, "SELECT 1"), outcome(cursor.close), outcome(cursor.fetchall),
        ]  # fmt: skip

    assert_same(program)


@pytest.mark.parametrize("name", ["cursor", "commit", "rollback", "close", "iterdump", "interrupt"])
def test_other_threads_are_refused(name: str) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        found: list[Any] = []
        thread = threading.Thread(target=lambda: found.append(outcome(lambda: bool(getattr(connection, name)()))[:2]))
        thread.start()
        thread.join()
        return found

    assert_same(program)


def test_threads_that_share_a_connection() -> None:
    connection = litestone.connect(":memory:", check_same_thread=False)
    connection.execute("CREATE TABLE t(a, b)")
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for count in range(40):
                connection.execute("INSERT INTO t VALUES (?, ?)", (number, count))
                assert connection.execute("SELECT count(*) FROM t WHERE a = ?", (number,)).fetchone() == (count + 1,)
        except (litestone.Error, AssertionError) as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert connection.execute("SELECT count(*) FROM t").fetchone() == (160,)


def test_the_timeout_is_waited_for(tmp_path: Path) -> None:
    one = litestone.connect(tmp_path / "a.db", isolation_level=None)
    other = litestone.connect(tmp_path / "a.db", timeout=0.3, isolation_level=None)
    one.execute("CREATE TABLE t(a)")
    one.execute("BEGIN IMMEDIATE")
    begun = time.monotonic()
    with pytest.raises(litestone.OperationalError, match="database is locked") as caught:
        other.execute("INSERT INTO t VALUES (1)")
    assert caught.value.sqlite_errorname == "SQLITE_BUSY"
    assert time.monotonic() - begun >= 0.25
    one.close()
    other.close()


def test_databases_in_memory_are_not_shared() -> None:
    one = litestone.connect("file:shared?mode=memory&cache=shared", uri=True)
    with pytest.raises(litestone.OperationalError, match="cannot be shared"):
        litestone.connect("file:shared?mode=memory&cache=shared", uri=True)
    one.close()
    litestone.connect("file:shared?mode=memory&cache=shared", uri=True).close()


def test_a_forgotten_connection_lets_go_of_its_file(tmp_path: Path) -> None:
    connection = litestone.connect(tmp_path / "a.db")
    connection.execute("CREATE TABLE t(a)")
    connection.execute("INSERT INTO t VALUES (1)")
    del connection
    other = litestone.connect(tmp_path / "a.db", timeout=0)
    with other:
        other.execute("INSERT INTO t VALUES (2)")
    assert other.execute("SELECT * FROM t").fetchall() == [(2,)]
    other.close()
