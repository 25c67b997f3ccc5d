"""Whole databases: backup, serialize, iterdump."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from two_modules import MODULES, assert_same, outcome

import litestone

SCRIPT = """
CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT, "b c" TEXT, d BLOB, e REAL);
CREATE TABLE "quo""te"('x' TEXT);
CREATE INDEX i ON t("b c");
CREATE VIEW v AS SELECT a FROM t;
CREATE TRIGGER tr AFTER INSERT ON t BEGIN SELECT 1; END;
INSERT INTO t("b c", d, e) VALUES ('it''s', x'00ff', 1.5), (NULL, NULL, 1e300), ('two
lines', x'', -0.0);
INSERT INTO "quo""te" VALUES ('a'), (char(0) || 'b');
"""


def filled(module: ModuleType, path: Any = ":memory:") -> Any:
    connection = module.connect(path)
    connection.executescript(SCRIPT)
    connection.commit()
    return connection


def test_dump() -> None:
    assert_same(lambda module: list(filled(module).iterdump()))


def test_dump_makes_the_same_database() -> None:
    connection = litestone.connect(":memory:")
    connection.executescript("".join(filled(litestone).iterdump()))
    assert list(connection.iterdump()) == list(filled(litestone).iterdump())


@pytest.mark.parametrize("pages", [-1, 0, 1, 2, 100])
def test_backup_in_steps(pages: int) -> None:
    def program(module: ModuleType) -> Any:
        source, target = filled(module), module.connect(":memory:")
        source.executemany("INSERT INTO t(d) VALUES (?)", [(bytes(3000),)] * 20)
        source.commit()
        target.execute("CREATE TABLE old(a)")
        steps: list[Any] = []
        source.backup(target, pages=pages, progress=lambda *step: steps.append(step))
        return steps, list(target.iterdump()), target.execute("PRAGMA integrity_check").fetchall()

    assert_same(program)


def test_backup_begins_anew_after_a_change() -> None:
    def program(module: ModuleType) -> Any:
        source, target = filled(module), module.connect(":memory:")
        steps: list[Any] = []

        def progress(status: int, remaining: int, total: int) -> None:
            steps.append((status, remaining, total))
            if len(steps) == 3:
                source.execute("INSERT INTO t(e) VALUES (7)")
                source.commit()

        source.backup(target, pages=1, progress=progress)
        return list(target.iterdump()) == list(source.iterdump()), steps[-1]

    assert_same(program)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_backup_into_a_file(module: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "copy.db"
    target = litestone.connect(path)
    filled(litestone).backup(target)
    target.close()
    reader = module.connect(path)
    assert list(reader.iterdump()) == list(filled(module).iterdump())
    assert reader.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    reader.close()


def test_backup_of_a_failing_target() -> None:
    def program(module: ModuleType) -> Any:
        source, target = filled(module), module.connect(":memory:")
        target.execute("BEGIN")
        target.execute("CREATE TABLE x(a)")
        found = [outcome(source.backup, target)]
        target.rollback()
        found.append(outcome(lambda: source.backup(target, progress=lambda *step: 1 / 0)))
        found.append(outcome(lambda: source.backup(target, progress="no")))
        return found

    assert_same(program)


def test_serialized_bytes_are_read_by_the_other() -> None:
    data = filled(litestone).serialize()
    other = sqlite3.connect(":memory:")
    other.deserialize(data)
    assert list(other.iterdump()) == list(filled(sqlite3).iterdump())
    assert other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    back = litestone.connect(":memory:")
    back.execute("CREATE TABLE gone(a)")
    back.deserialize(other.serialize())
    back.execute("INSERT INTO t(e) VALUES (9)")
    back.commit()
    assert back.execute("SELECT count(*), max(e) FROM t").fetchall() == [(4, 1e300)]
    assert back.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.parametrize("data", [b"short", b"x" * 5000, b"SQLite format 3\0" + bytes(200)])
def test_deserialize_of_anything(data: bytes) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        found = [outcome(connection.deserialize, data)]
        found.append(outcome(lambda: connection.execute("SELECT * FROM sqlite_schema").fetchall()))
        return found

    assert_same(program)


def test_attached_databases() -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.execute("ATTACH ':memory:' AS more")
        connection.execute("CREATE TABLE more.t(a)")
        target = module.connect(":memory:")
        connection.backup(target, name="more")
        return target.execute("SELECT sql FROM sqlite_schema").fetchall(), outcome(connection.serialize, name="none")

    assert_same(program)
