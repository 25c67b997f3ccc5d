"""Damaged files give SQLite's errors and nothing else, and integrity_check's texts are SQLite's."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from litestone.errors import SqlError
from litestone.storage import record
from litestone.storage.index_tree import KeyOrder
from litestone.storage.integrity import tree_faults
from litestone.storage.row_reader import RowReader
from litestone.storage.store import Store

ERRORS = {
    "database disk image is malformed", "file is not a database", "attempt to write a readonly database",
    "database or disk is full",
}
READER = RowReader((0, 1, 2, 3, 4))


def make(path: Path, page_size: int, auto_vacuum: int, encoding: str = "UTF-8") -> tuple[bytes, dict[str, int]]:
    real = sqlite3.connect(path, isolation_level=None)
    real.execute(f"PRAGMA page_size = {page_size}")
    real.execute(f"PRAGMA auto_vacuum = {auto_vacuum}")
    real.execute(f"PRAGMA encoding = '{encoding}'")
    real.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)")
    real.execute("CREATE INDEX i ON t(b)")
    real.execute("CREATE TABLE w(a PRIMARY KEY, b) WITHOUT ROWID")
    real.execute("BEGIN")
    for number in range(150):
        real.execute("INSERT INTO t VALUES (?, ?)", (number, f"x{number}" * (1 + number % 9)))
        real.execute("INSERT INTO w VALUES (?, ?)", (number * 1.5, f"x{number}" * (1 + number % 9)))
    real.execute("INSERT INTO t VALUES (1000, zeroblob(3000))")
    real.execute("CREATE TABLE d(a)")
    real.execute("INSERT INTO d VALUES (zeroblob(9000))")
    real.execute("DROP TABLE d")
    real.execute("COMMIT")
    roots = dict(real.execute("SELECT name, rootpage FROM sqlite_schema").fetchall())
    real.close()
    return path.read_bytes(), roots


def damage(data: bytes, page_size: int, random: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 5])):
        page = random.randrange(len(data) // page_size)
        offset = random.choice([random.randrange(16), random.randrange(60), random.randrange(page_size)])
        place = page * page_size + offset + (100 if page == 0 and random.random() < 0.8 else 0)
        changed[place % len(changed)] = random.choice([0, 1, 2, 5, 10, 13, 127, 128, 255, random.randrange(256)])
    return bytes(changed[:random.randrange(len(changed))] if random.random() < 0.05 else changed)


def operations(store: Store, roots: dict[str, int], random: Random) -> Iterator[Callable[[], Any]]:
    single = KeyOrder(1, (False,), (None,), store.encoding)
    double = KeyOrder(2, (False, False), (None, None), store.encoding)
    yield lambda: list(store.table(1).scan(READER))
    yield lambda: list(store.table(roots["t"]).scan(READER))
    yield lambda: list(store.table(roots["t"]).scan(READER, reverse=True))
    yield lambda: list(store.index(roots["i"], double).scan((0, 1)))
    yield lambda: list(store.index(roots["w"], single).scan((0, 1), (20,), False, (40.5,), False, True))
    yield lambda: store.table(roots["t"]).count()
    yield lambda: tree_faults(store, [*roots.values(), 1])

    def rows() -> None:
        for _ in range(30):
            payload = record.encode((None, b"q" * random.choice([3, 100, 1000])))
            store.table(roots["t"]).insert(random.randrange(300), payload)
            store.table(roots["t"]).delete(random.randrange(150))

    def entries() -> None:
        for _ in range(30):
            store.index(roots["w"], single).insert((random.randrange(300), b"q" * random.choice([3, 100, 1000])))
            store.index(roots["w"], single).delete((random.randrange(150) * 1.5,))

    for change in (
        rows, entries, lambda: [store.create_tree(True) for _ in range(3)], lambda: store.incremental_vacuum(3),
        lambda: store.clear_tree(roots["i"]), lambda: store.drop_tree(roots["t"]),
        lambda: store.drop_tree(roots["w"]),
    ):
        yield lambda change=change: written(store, change)  # type: ignore[misc]


def written(store: Store, change: Callable[[], Any]) -> None:
    store.begin_write()
    try:
        change()
        store.commit()
    except SqlError:
        store.rollback()
        raise


@pytest.mark.parametrize(("page_size", "auto_vacuum"), [(512, 0), (512, 1), (1024, 2), (4096, 0)])
def test_damage_gives_only_sqlites_errors(tmp_path: Path, page_size: int, auto_vacuum: int) -> None:
    path = tmp_path / "a.db"
    data, roots = make(path, page_size, auto_vacuum, "UTF-16le" if page_size == 1024 else "UTF-8")
    for seed in range(60):
        random = Random(seed * 10 + auto_vacuum)
        path.write_bytes(damage(data, page_size, random))
        store = Store.open(str(path))
        store.synchronous = 0
        seen: set[str] = set()
        try:
            store.begin_read()
            for operation in operations(store, roots, random):
                try:
                    operation()
                except SqlError as error:
                    seen.add(error.message)
        except SqlError as error:
            seen.add(error.message)
        store.close()
        assert seen <= ERRORS
        for left in tmp_path.glob("a.db-*"):
            left.unlink()


def real_faults(path: Path) -> list[str] | None:
    real = sqlite3.connect(path)
    try:
        answers = [row[0] for row in real.execute("PRAGMA integrity_check(1000)")]
    except sqlite3.DatabaseError:
        return None
    finally:
        real.close()
    lines = [line for answer in answers for line in answer.split("\n")]
    above = ("***", "row ", "wrong #", "ok", "non-unique", "database disk", "rowid", "NULL", "TEXT", "NUMERIC")
    return [line for line in lines if not line.startswith(above)]


@pytest.mark.parametrize("auto_vacuum", [0, 2])
def test_integrity_check_says_what_sqlite_says(tmp_path: Path, auto_vacuum: int) -> None:
    path = tmp_path / "a.db"
    data, roots = make(path, 512, auto_vacuum)
    # SQLite looks at the newest table first, each before its indexes, and at the schema last.
    order = [roots["w"], roots["t"], roots["i"], 1]
    compared = 0
    for seed in range(250):
        random = Random(seed)
        page = random.randrange(1, len(data) // 512)
        changed = bytearray(data)
        offset = random.choice([random.randrange(14), random.randrange(40), random.randrange(512)])
        changed[page * 512 + offset] = random.choice([0, 1, 2, 5, 10, 13, 255, random.randrange(256)])
        path.write_bytes(changed)
        expected = real_faults(path)
        if expected is None:
            continue
        store = Store.open(str(path))
        store.begin_read()
        assert tree_faults(store, order, 1000) == expected, (page, offset)
        store.close()
        compared += 1
    assert compared > 200


def test_what_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    for content in (b"hello", b"SQLite format 3\0" + bytes(84), b"x" * 5000):
        path.write_bytes(content)
        store = Store.open(str(path))
        with pytest.raises(SqlError, match="file is not a database"):
            store.begin_read()
        store.close()
    missing = Store.open(str(tmp_path / "none" / "a.db"))
    with pytest.raises(SqlError, match="unable to open database file"):
        missing.begin_read()
