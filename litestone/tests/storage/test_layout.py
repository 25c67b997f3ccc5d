"""Trees, page numbers and freelist are those real SQLite makes of the same changes."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from litestone.storage import record
from litestone.storage.index_tree import KeyOrder
from litestone.storage.row_reader import RowReader
from litestone.storage.store import Store

from .database_layout import layout

ORDER = KeyOrder(2, (False, False), (None, None), 1)
SINGLE = KeyOrder(1, (False,), (None,), 1)


class Pair:
    """The same database twice, one changed by real SQLite and one by ours."""

    def __init__(self, folder: Path, page_size: int, auto_vacuum: int) -> None:
        self.real_path = folder / "real.db"
        self.path = folder / "ours.db"
        self.auto_vacuum = auto_vacuum
        self.real = sqlite3.connect(self.real_path, isolation_level=None)
        self.real.execute(f"PRAGMA page_size = {page_size}")
        self.real.execute(f"PRAGMA auto_vacuum = {auto_vacuum}")
        self.real.execute("PRAGMA synchronous = OFF")
        self.real.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)")
        self.real.execute("CREATE TABLE w(a PRIMARY KEY, b) WITHOUT ROWID")
        shutil.copy(self.real_path, self.path)
        self.store = Store.open(str(self.path))
        self.store.synchronous = 0
        self.store.begin_read()
        self.table = self.store.table(3 if auto_vacuum else 2)
        self.keyed = self.store.index(4 if auto_vacuum else 3, SINGLE)

    def add_schema(self, rowid: int, *values: Any) -> None:
        """A row of sqlite_schema."""
        self.store.table(1).insert(rowid, record.encode(values))
        self.store.schema_cookie += 1

    def same(self) -> None:
        """Both files are alike."""
        assert layout(self.path) == layout(self.real_path)

    def close(self) -> None:
        self.store.close()
        self.real.close()


def replace_row(pair: Pair, key: int, value: bytes) -> None:
    pair.real.execute("REPLACE INTO t VALUES (?, ?)", (key, value))
    pair.table.insert(key, record.encode((None, value)))


def replace_entry(pair: Pair, key: int, value: bytes) -> None:
    pair.real.execute("REPLACE INTO w VALUES (?, ?)", (key, value))
    pair.keyed.delete((key,))
    pair.keyed.insert((key, value))


@pytest.mark.parametrize("auto_vacuum", [0, 1, 2])
@pytest.mark.parametrize(("page_size", "longest"), [(512, 60), (512, 700), (1024, 3000), (4096, 200)])
def test_random_changes(tmp_path: Path, page_size: int, longest: int, auto_vacuum: int) -> None:
    pair = Pair(tmp_path, page_size, auto_vacuum)
    random = Random(page_size + longest + auto_vacuum)
    for _ in range(12):
        pair.real.execute("BEGIN")
        pair.store.begin_write()
        for _ in range(50):
            key = random.randrange(600)
            value = b"x" * random.randrange(random.choice([3, 20, longest]))
            change = random.random()
            if change < 0.3:
                replace_row(pair, key, value)
            elif change < 0.6:
                replace_entry(pair, key, value)
            elif change < 0.8:
                pair.real.execute("DELETE FROM t WHERE a = ?", (key,))
                pair.table.delete(key)
            else:
                pair.real.execute("DELETE FROM w WHERE a = ?", (key,))
                pair.keyed.delete((key,))
        pair.real.execute("COMMIT")
        pair.store.commit()
        pair.same()
    pair.close()


@pytest.mark.parametrize("auto_vacuum", [0, 1, 2])
@pytest.mark.parametrize(("page_size", "count"), [(512, 500), (1024, 1500), (4096, 3000)])
def test_life_of_an_index(tmp_path: Path, page_size: int, count: int, auto_vacuum: int) -> None:
    pair = Pair(tmp_path, page_size, auto_vacuum)
    random = Random(count)
    store, real = pair.store, pair.real
    rows: dict[int, Any] = {
        key: random.choice([f"k{random.randrange(9999)}", random.random(), bytes(random.randrange(300))])
        for key in range(count)
    }
    store.begin_write()
    real.execute("BEGIN")
    for key, value in rows.items():
        real.execute("INSERT INTO t VALUES (?, ?)", (key, value))
        pair.table.insert(key, record.encode((None, value)))
    real.execute("COMMIT")
    store.commit()
    pair.same()

    real.execute("CREATE INDEX i ON t(b)")
    store.begin_write()
    root = store.create_tree(False)
    index = store.index(root, ORDER)
    for entry in sorted(pair.table.scan(RowReader((1,))), key=ORDER.of_values):
        index.insert(entry, bulk=True)
    pair.add_schema(4, "index", "i", "t", root, "CREATE INDEX i ON t(b)")
    store.commit()
    pair.same()

    real.execute("BEGIN")
    store.begin_write()
    for key in range(count, count * 2, 3):
        value = f"k{random.randrange(9999)}"
        rows[key] = value
        real.execute("INSERT INTO t VALUES (?, ?)", (key, value))
        index.insert((value, key))
        pair.table.insert(key, record.encode((None, value)))
    real.execute("COMMIT")
    store.commit()
    pair.same()

    real.execute("BEGIN")
    store.begin_write()
    for key in [key for key in rows if random.random() < 0.7]:
        real.execute("DELETE FROM t WHERE a = ?", (key,))
        assert index.delete((rows[key], key))
        assert pair.table.delete(key)
    real.execute("COMMIT")
    store.commit()
    pair.same()

    if auto_vacuum == 2:
        for pages in (5, 0):
            real.executescript(f"PRAGMA incremental_vacuum({pages})")
            store.begin_write()
            store.incremental_vacuum(pages)
            store.commit()
            pair.same()

    real.execute("DROP INDEX i")
    store.begin_write()
    pair.store.table(1).delete(4)
    store.schema_cookie += 1
    assert store.drop_tree(root) is None
    store.commit()
    pair.same()

    real.execute("DELETE FROM t")
    store.begin_write()
    store.clear_tree(pair.table.root)
    store.commit()
    pair.same()
    pair.close()


def test_roots_move_with_auto_vacuum(tmp_path: Path) -> None:
    pair = Pair(tmp_path, 512, 1)
    store, real = pair.store, pair.real
    real.execute("CREATE TABLE u(x)")
    real.execute("INSERT INTO u VALUES (zeroblob(2000))")
    store.begin_write()
    root = store.create_tree(True)
    pair.add_schema(4, "table", "u", "u", root, "CREATE TABLE u(x)")
    store.table(root).insert(1, record.encode((bytes(2000),)))
    store.commit()
    pair.same()
    real.execute("DROP TABLE w")
    store.begin_write()
    moved = store.drop_tree(4)
    assert moved == (5, 4)
    store.table(1).delete(2)
    store.table(1).delete(3)
    pair.add_schema(4, "table", "u", "u", 4, "CREATE TABLE u(x)")
    store.commit()
    assert [row[0] for row in store.table(4).scan(RowReader((0,)))] == [bytes(2000)]
    pair.close()
    connection = sqlite3.connect(pair.path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
