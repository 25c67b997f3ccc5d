"""Ours and real SQLite have one file open and write in turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from real_process import RealError, RealProcess

from litestone import errors
from litestone.errors import SqlError
from litestone.storage import record
from litestone.storage.row_reader import RowReader
from litestone.storage.store import Store

READER = RowReader((1,))


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "a.db")


@pytest.fixture
def real(path: str) -> Iterator[RealProcess]:
    process = RealProcess(path)
    yield process
    process.close()


def rows(store: Store) -> list[tuple[object, ...]]:
    store.begin_read()
    found = [(row[1], row[0]) for row in store.table(2).scan(READER)]
    store.end_read()
    return found


def insert(store: Store, key: int, value: str) -> None:
    store.begin_write()
    store.table(2).insert(key, record.encode((None, value)))
    store.commit()
    store.end_read()


@pytest.mark.parametrize("mode", ["wal", "delete", "truncate", "persist", "memory", "off"])
def test_writing_in_turn(path: str, real: RealProcess, mode: str) -> None:
    real.execute(f"PRAGMA journal_mode = {mode}")
    real.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)")
    store = Store.open(path)
    if mode != "wal":
        assert store.set_journal_mode(mode) == mode
    for key in range(24):
        if key % 3:
            insert(store, key, "ours" * key * 20)
        else:
            real.execute(f"INSERT INTO t VALUES ({key}, '{'real' * key * 20}')")
        if key % 4 == 0:
            assert rows(store) == real.execute("SELECT * FROM t")
        if key % 10 == 9:
            store.checkpoint("passive")
    assert store.is_wal == (mode == "wal")
    assert rows(store) == real.execute("SELECT * FROM t")
    assert real.execute("PRAGMA integrity_check") == [("ok",)]
    store.close()


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_one_writer_at_a_time(path: str, real: RealProcess, mode: str) -> None:
    real.execute(f"PRAGMA journal_mode = {mode}")
    real.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)")
    store = Store.open(path)
    real.execute("BEGIN IMMEDIATE")
    with pytest.raises(SqlError, match="database is locked") as caught:
        store.begin_write()
    assert caught.value.code == errors.BUSY
    real.execute("COMMIT")
    store.begin_write()
    with pytest.raises(RealError, match="locked"):
        real.execute("BEGIN IMMEDIATE")
    store.rollback()
    store.end_read()
    real.execute("BEGIN IMMEDIATE")
    real.execute("COMMIT")
    store.close()


def test_busy_handler_decides_how_long(path: str, real: RealProcess) -> None:
    real.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)")
    real.execute("BEGIN EXCLUSIVE")
    store = Store.open(path)
    asked = []

    def wait(count: int) -> bool:
        asked.append(count)
        if count == 3:
            real.execute("COMMIT")
        return True

    store.busy = wait
    store.begin_write()
    assert asked == [0, 1, 2, 3]
    store.rollback()
    store.close()


def test_readers_hold_a_commit_up(path: str, real: RealProcess) -> None:
    real.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)")
    real.execute("INSERT INTO t VALUES (1, 'x'), (2, 'y')")
    store = Store.open(path)
    real.call("step", "SELECT * FROM t")
    store.begin_write()
    store.table(2).insert(3, record.encode((None, "z")))
    with pytest.raises(SqlError, match="database is locked"):
        store.commit()
    real.call("drain")
    store.commit()
    store.end_read()
    assert len(real.execute("SELECT * FROM t")) == 3
    store.begin_read()
    real.execute("BEGIN")
    real.execute("DELETE FROM t")
    with pytest.raises(RealError, match="locked"):
        real.execute("COMMIT")
    store.end_read()
    real.execute("COMMIT")
    assert rows(store) == []
    store.close()


def test_snapshots_of_a_wal_stand_still(path: str, real: RealProcess) -> None:
    real.execute("PRAGMA journal_mode = wal")
    real.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)")
    store = Store.open(path)
    store.begin_read()
    real.execute("INSERT INTO t VALUES (1, 'x')")
    assert list(store.table(2).scan(READER)) == []
    with pytest.raises(SqlError) as caught:
        store.begin_write()
    assert caught.value.code == errors.BUSY_SNAPSHOT
    store.end_read()
    assert rows(store) == [(1, "x")]
    for mode in ("full", "restart"):
        busy, frames, copied = store.checkpoint(mode)
        assert busy == 0
        assert frames == copied > 0
    assert store.checkpoint("truncate") == (0, 0, 0)
    insert(store, 2, "y")
    assert real.execute("SELECT * FROM t") == [(1, "x"), (2, "y")]
    assert real.execute("PRAGMA wal_checkpoint(truncate)") == [(0, 0, 0)]
    insert(store, 3, "z")
    assert rows(store) == real.execute("SELECT * FROM t")
    store.close()


def test_two_of_ours_in_one_process(path: str) -> None:
    first, second = Store.open(path), Store.open(path)
    first.begin_write()
    root = first.create_tree(True)
    first.commit()
    first.end_read()
    assert root == 2
    second.begin_read()
    first.begin_write()
    first.table(2).insert(1, record.encode((None, "x")))
    with pytest.raises(SqlError, match="database is locked"):
        first.commit()
    second.end_read()
    first.commit()
    first.end_read()
    first.close()
    second.begin_write()
    third = Store.open(path)
    with pytest.raises(SqlError, match="database is locked"):
        third.begin_write()
    third.close()
    second.rollback()
    second.end_read()
    assert rows(second) == [(1, "x")]
    second.close()


def test_the_last_one_deletes_the_wal(path: str) -> None:
    first = Store.open(path)
    assert first.set_journal_mode("wal") == "wal"
    first.begin_write()
    first.create_tree(True)
    first.commit()
    first.end_read()
    second = Store.open(path)
    assert rows(second) == []
    first.close()
    assert Path(f"{path}-wal").exists()
    insert(second, 1, "x")
    second.close()
    assert sorted(file.name for file in Path(path).parent.iterdir()) == ["a.db"]
    third = Store.open(path)
    assert rows(third) == [(1, "x")]
    assert third.set_journal_mode("delete") == "delete"
    assert rows(third) == [(1, "x")]
    third.close()
    assert Path(path).read_bytes()[18:20] == b"\1\1"
