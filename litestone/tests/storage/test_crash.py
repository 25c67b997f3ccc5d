"""A crash at any write leaves the old state or the new: every write is logged, and every prefix of the log replayed."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from litestone.storage import record
from litestone.storage.multi_commit import commit_all
from litestone.storage.store import Store


class Log:
    """Writes, truncations and deletions below a folder, in order."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entries: list[tuple[Any, ...]] = []
        self.paths: dict[int, str] = {}

    def install(self, patch: pytest.MonkeyPatch) -> None:
        real = {name: getattr(os, name) for name in ("open", "pwrite", "ftruncate", "unlink", "close", "write")}

        def opened(path: str, flags: int, mode: int = 0o777, **more: Any) -> int:
            made = bool(flags & os.O_CREAT) and not Path(path).exists()
            descriptor: int = real["open"](path, flags, mode, **more)
            self.paths[descriptor] = str(path)
            if made:
                self.entries.append(("create", str(path)))
            return descriptor

        def pwrite(descriptor: int, data: bytes, at: int) -> int:
            self.entries.append(("write", self.paths[descriptor], data, at))
            return real["pwrite"](descriptor, data, at)  # type: ignore[no-any-return]

        def write(descriptor: int, data: bytes) -> int:
            self.entries.append(("write", self.paths[descriptor], data, 0))
            return real["write"](descriptor, data)  # type: ignore[no-any-return]

        def ftruncate(descriptor: int, size: int) -> None:
            self.entries.append(("cut", self.paths[descriptor], size))
            real["ftruncate"](descriptor, size)

        def unlink(path: str) -> None:
            real["unlink"](path)
            self.entries.append(("delete", str(path)))

        for name, fake in (
            ("open", opened), ("pwrite", pwrite), ("ftruncate", ftruncate), ("unlink", unlink), ("write", write),
        ):
            patch.setattr(os, name, fake)

    def replay(self, count: int, start: dict[str, bytes], torn: bool = False) -> dict[str, bytes]:
        """The files after ``count`` entries; ``torn``: only half of the last one arrived."""
        files = {name: bytearray(content) for name, content in start.items()}
        for number, entry in enumerate(self.entries[:count]):
            kind, path = entry[:2]
            if path.endswith("-shm"):
                continue
            if kind == "create":
                files.setdefault(path, bytearray())
            elif kind == "delete":
                files.pop(path, None)
            elif kind == "cut":
                content = files[path]
                files[path] = content[:entry[2]].ljust(entry[2], b"\0")
            else:
                data, at = entry[2], entry[3]
                if torn and number == count - 1:
                    data = data[:len(data) // 2]
                content = files[path]
                if len(content) < at:
                    content.extend(bytes(at - len(content)))
                content[at:at + len(data)] = data
        return {name: bytes(content) for name, content in files.items()}


def make(path: Path, auto_vacuum: int, mode: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA page_size = 1024")
    connection.execute(f"PRAGMA auto_vacuum = {auto_vacuum}")
    connection.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)")
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO t VALUES (?, ?)", [(i, "x" * (i * 7 % 300)) for i in range(60)])
    connection.execute("COMMIT")
    connection.close()
    if mode == "wal":
        store = Store.open(str(path))
        store.set_journal_mode("wal")
        store.close()


def rows(path: Path) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return connection.execute("SELECT * FROM t").fetchall()
    finally:
        connection.close()


def change(store: Store, root: int) -> None:
    table = store.table(root)
    for key in range(10, 40):
        table.delete(key)
    for key in range(100, 110):
        table.insert(key, record.encode((None, b"y" * (key * 37 % 3000))))


def restore(folder: Path, files: dict[str, bytes]) -> None:
    for old in folder.iterdir():
        old.unlink()
    for name, content in files.items():
        (folder / Path(name).name).write_bytes(content)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("auto_vacuum", [0, 1])
@pytest.mark.parametrize("mode", ["delete", "truncate", "persist", "wal"])
def test_every_prefix_is_old_or_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, auto_vacuum: int
) -> None:
    folder = tmp_path / "live"
    folder.mkdir()
    path = folder / "a.db"
    make(path, auto_vacuum, mode)
    start = contents(folder)
    old = rows(path)
    log = Log(folder)
    with monkeypatch.context() as patch:
        log.install(patch)
        store = Store.open(str(path))
        if mode != "wal":
            store.set_journal_mode(mode)
        store.begin_write()
        change(store, 3 if auto_vacuum else 2)
        store.commit()
        store.end_read()
        if mode == "wal":
            store.checkpoint("passive")
        store.close()
    new = rows(path)
    assert old != new
    other = tmp_path / "other"
    other.mkdir()
    seen = set()
    for count in range(len(log.entries) + 1):
        for torn in (False, True):
            restore(other, {str(other / Path(n).name): c for n, c in log.replay(count, start, torn).items()})
            found = rows(other / "a.db")
            assert found in (old, new), (count, torn)
            seen.add(found == new)
    assert seen == {False, True}


def test_several_files_change_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "live"
    folder.mkdir()
    for name in ("a.db", "b.db"):
        make(folder / name, 0, "delete")
    start = contents(folder)
    old = rows(folder / "a.db")
    log = Log(folder)
    with monkeypatch.context() as patch:
        log.install(patch)
        stores = [Store.open(str(folder / name)) for name in ("a.db", "b.db")]
        for store in stores:
            store.begin_write()
            change(store, 2)
        commit_all(stores)
        for store in stores:
            store.close()
    new = rows(folder / "a.db")
    assert rows(folder / "b.db") == new
    names = {Path(entry[1]).name for entry in log.entries}
    assert any("-mj" in name for name in names)
    # The journals name the super-journal by its full path, so the replay happens in the same place.
    for count in range(len(log.entries) + 1):
        restore(folder, log.replay(count, start))
        found = rows(folder / "a.db"), rows(folder / "b.db")
        assert found in ((old, old), (new, new)), count


def test_ours_undoes_what_was_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "live"
    folder.mkdir()
    path = folder / "a.db"
    make(path, 0, "delete")
    start = contents(folder)
    old = rows(path)
    log = Log(folder)
    with monkeypatch.context() as patch:
        log.install(patch)
        store = Store.open(str(path))
        store.begin_write()
        change(store, 2)
        store.commit()
        store.close()
    for count in range(len(log.entries) + 1):
        restore(folder, log.replay(count, start))
        store = Store.open(str(path))
        store.begin_read()
        store.end_read()
        store.close()
        if count < len(log.entries):
            assert rows(path) == old, count
        left = Path(f"{path}-journal")
        assert not left.exists() or left.stat().st_size == 0
