"""Random queries on Litestone and on the real SQLite: the same rows in the same order."""

from __future__ import annotations

import importlib.util
import sqlite3
from pathlib import Path
from types import ModuleType

import pytest

from litestone.connection import Connection
from litestone.errors import SqlError

QUERIES = 60


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


random_queries = load("random_queries")


def outcome(run: object, sql: str) -> object:
    try:
        return [tuple(row) for row in run(sql)]  # type: ignore[operator]
    except (sqlite3.Error, SqlError) as error:
        return str(error)


@pytest.mark.parametrize("kind", ["selection", "join", "group", "window", "compound"])
@pytest.mark.parametrize("seed", range(3))
def test_equals_sqlite(kind: str, seed: int) -> None:
    generator = random_queries.Generator(seed)
    there = sqlite3.connect(":memory:", isolation_level=None)
    here = Connection(":memory:")
    for sql in generator.schema():
        there.execute(sql)
        here.execute(sql)
    different = []
    for _ in range(QUERIES):
        sql = getattr(generator, kind)()
        wanted, given = outcome(there.execute, sql), outcome(here.execute, sql)
        if repr(wanted) != repr(given):
            different.append((sql, wanted, given))
    assert different == []
