"""Trees against a dict, and files of every page size and encoding against real SQLite."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litestone.storage import record
from litestone.storage.index_tree import KeyOrder
from litestone.storage.row_reader import RowReader
from litestone.storage.store import Store

READER = RowReader((0,))
keys = st.one_of(st.integers(-5, 40), st.integers(-(2**63), 2**63 - 1))
sizes = st.one_of(st.integers(0, 60), st.integers(0, 6000))
values = st.one_of(
    st.none(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False), st.text(max_size=20), st.binary(max_size=20)
)


def fresh(page_size: int = 512) -> Store:
    store = Store.open(None)
    store.set_page_size(page_size)
    store.begin_write()
    return store


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["insert", "insert", "delete"]), keys, sizes), max_size=120))
def test_table_tree_is_a_sorted_dict(changes: list[tuple[str, int, int]]) -> None:
    store = fresh()
    table = store.table(store.create_tree(True))
    model: dict[int, bytes] = {}
    for change, key, size in changes:
        if change == "insert":
            model[key] = bytes(size)
            table.insert(key, record.encode((model[key],)))
        else:
            assert table.delete(key) == (model.pop(key, None) is not None)
    expected = [(value, key) for key, value in sorted(model.items())]
    assert list(table.scan(READER)) == expected
    assert list(table.scan(READER, reverse=True)) == expected[::-1]
    assert table.count() == len(model)
    assert table.last_rowid() == max(model, default=None)
    assert [row[1] for row in table.scan(READER, -3, 17)] == [key for key in sorted(model) if -3 <= key <= 17]
    assert [row[1] for row in table.scan(READER, 2, 30, True)] == [
        key for key in sorted(model, reverse=True) if 2 <= key <= 30
    ]
    for key in range(-5, 10):
        assert table.exists(key) == (key in model)
        assert table.get(key, READER) == ((model[key], key) if key in model else None)


def rank(value: Any) -> tuple[Any, ...]:
    if value is None:
        return (0,)
    if isinstance(value, str):
        return 2, value.encode("utf-8", "surrogatepass")
    return (3, value) if isinstance(value, bytes) else (1, value)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(values, st.integers(0, 50)), max_size=150, unique=True),
    st.tuples(st.booleans(), st.booleans()), st.data(),
)
def test_index_tree_is_a_sorted_set(
    entries: list[tuple[Any, int]], descending: tuple[bool, bool], data: st.DataObject
) -> None:
    store = fresh()
    order = KeyOrder(2, descending, (None, None), 1)
    index = store.index(store.create_tree(False), order)
    for entry in entries:
        index.insert(entry)
    gone = set(data.draw(st.lists(st.sampled_from(range(len(entries))), max_size=60)) if entries else [])
    for number in gone:
        assert index.delete(entries[number])
        assert not index.delete(entries[number])
    left = {(rank(a), b): (a, b) for number, (a, b) in enumerate(entries) if number not in gone}
    expected = [left[key] for key in sorted(left, key=lambda key: key[1], reverse=descending[1])]
    expected.sort(key=lambda entry: rank(entry[0]), reverse=descending[0])
    assert list(index.scan((0, 1))) == expected
    assert list(index.scan((1, 0), reverse=True)) == [(b, a) for a, b in reversed(expected)]
    assert index.count() == len(expected)
    if expected:
        at = data.draw(st.sampled_from(range(len(expected))))
        bound = expected[at][:1]
        before = [entry for entry in expected[:at] if rank(entry[0]) != rank(bound[0])]
        behind = [entry for entry in expected[at:] if rank(entry[0]) != rank(bound[0])]
        assert list(index.scan((0, 1), upper=bound, upper_open=True)) == before
        assert list(index.scan((0, 1), lower=bound, lower_open=True)) == behind
        assert list(index.scan((0, 1), lower=bound, upper=bound, reverse=True)) == [
            entry for entry in reversed(expected) if rank(entry[0]) == rank(bound[0])
        ]
        assert index.find(expected[at]) == expected[at]


@pytest.mark.parametrize("reverse", [False, True])
def test_a_scan_goes_on_while_the_table_changes(reverse: bool) -> None:
    store = fresh()
    table = store.table(store.create_tree(True))
    for key in range(500):
        table.insert(key, record.encode((b"x" * 20,)))
    seen = []
    for row in table.scan(READER, reverse=reverse):
        seen.append(row[1])
        table.delete(row[1])
        table.insert(row[1] + (-1000 if not reverse else 1000), record.encode((b"y" * 40,)))
    assert seen == sorted(range(500), reverse=reverse)


@pytest.mark.parametrize("reverse", [False, True])
def test_a_scan_goes_on_while_the_index_changes(reverse: bool) -> None:
    store = fresh()
    index = store.index(store.create_tree(False), KeyOrder(1, (False,), (None,), 1))
    for key in range(500):
        index.insert((key, b"x" * 20))
    seen = []
    for (key,) in index.scan((0,), reverse=reverse):
        seen.append(key)
        index.delete((key,))
        index.insert((key + (-1000 if not reverse else 1000), b"y" * 40))
    assert seen == sorted(range(500), reverse=reverse)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_levels_put_back_what_was(data: st.DataObject) -> None:
    store = fresh()
    root = store.create_tree(True)
    states: list[tuple[int, list[Any]]] = []
    for _ in range(data.draw(st.integers(1, 12))):
        step = data.draw(st.sampled_from(["open", "change", "change", "undo", "release"]))
        if step == "open":
            states.append((store.savepoint(), list(store.table(root).scan(READER))))
        elif step == "change":
            for key in data.draw(st.lists(st.integers(0, 200), max_size=40)):
                if not store.table(root).delete(key):
                    store.table(root).insert(key, record.encode((bytes(key * 5),)))
        elif states:
            place = data.draw(st.sampled_from(range(len(states))))
            level, before = states[place]
            if step == "undo":
                store.rollback_to(level)
                assert list(store.table(root).scan(READER)) == before
                del states[place + 1:]
            else:
                store.release(level)
                del states[place:]
    assert store.freelist_count < store.page_count


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16le", "UTF-16be"])
@pytest.mark.parametrize("page_size", [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536])
def test_files_of_real_sqlite(tmp_path: Path, page_size: int, encoding: str) -> None:
    path = tmp_path / "a.db"
    real = sqlite3.connect(path, isolation_level=None)
    real.execute(f"PRAGMA page_size = {page_size}")
    real.execute(f"PRAGMA encoding = '{encoding}'")
    real.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b, c)")
    real.execute("CREATE INDEX i ON t(b)")
    real.execute("BEGIN")
    samples = ["grün", "", "日本", 1.5, -7, None, b"\0\xff", 2**40, -(2**62), "long" * 5000, 0, 1]
    for number in range(300):
        real.execute("INSERT INTO t VALUES (?, ?, ?)", (number * 3, samples[number % len(samples)], "c" * number))
    real.execute("COMMIT")
    expected = real.execute("SELECT b, c, a FROM t").fetchall()
    by_index = real.execute("SELECT b, a FROM t ORDER BY b, a").fetchall()
    real.close()
    store = Store.open(str(path))
    store.begin_read()
    assert list(store.table(2).scan(RowReader((1, 2)))) == expected
    order = KeyOrder(2, (False, False), (None, None), store.encoding)
    if encoding == "UTF-8":
        assert list(store.index(3, order).scan((0, 1))) == by_index
    store.begin_write()
    for number in range(0, 300, 2):
        row = store.table(2).get(number * 3, RowReader((1, 2)))
        assert row is not None
        assert store.index(3, order).delete((row[0], row[2]))
        assert store.table(2).delete(number * 3)
    store.table(2).insert(5000, record.encode((None, "neu", 9), store.encoding))
    store.index(3, order).insert(("neu", 5000))
    store.commit()
    store.close()
    real = sqlite3.connect(path)
    assert real.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert real.execute("SELECT b, c FROM t WHERE a = 5000").fetchall() == [("neu", 9)]
    assert real.execute("SELECT count(*) FROM t").fetchone() == (151,)
    real.close()
