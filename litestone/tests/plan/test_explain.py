"""EXPLAIN QUERY PLAN of Litestone and of the real SQLite, on the same schemas."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from litestone.connection import Connection

PLANS = Path(__file__).with_name("plans.sql")


def blocks() -> list[tuple[str, list[str]]]:
    """The schemas of the data file, each with its queries."""
    found = []
    for block in PLANS.read_text(encoding="utf-8").split("-- schema\n")[1:]:
        schema, queries = block.split("-- queries\n")
        found.append((schema, queries.splitlines()))
    return found


def tree(rows: list[tuple[int, int, str]]) -> list[str]:
    """The lines of a plan, indented by depth: ids differ between the two."""
    depth = {0: 0}
    lines = []
    for number, parent, text in rows:
        depth[number] = depth[parent] + 1
        lines.append("  " * depth[parent] + text)
    return lines


@pytest.fixture(scope="module", params=range(len(blocks())))
def both(request: pytest.FixtureRequest) -> tuple[sqlite3.Connection, Connection, list[str]]:
    """A schema in both engines, and its queries."""
    schema, queries = blocks()[request.param]
    real = sqlite3.connect(":memory:")
    real.executescript(schema)
    own = Connection(":memory:")
    own.execute(schema)
    return real, own, queries


def test_plans_read_as_those_of_sqlite(both: tuple[sqlite3.Connection, Connection, list[str]]) -> None:
    real, own, queries = both
    different = []
    for query in queries:
        asked = f"EXPLAIN QUERY PLAN {query}"
        wanted = tree([(row[0], row[1], row[3]) for row in real.execute(asked)])
        found = tree([(row[0], row[1], row[3]) for row in own.execute(asked)])  # type: ignore[misc]
        if wanted != found:
            different.append((query, wanted, found))
    assert different == []


def test_rows_come_in_the_order_of_sqlite(both: tuple[sqlite3.Connection, Connection, list[str]]) -> None:
    real, own, queries = both
    for connection in (real, own):
        connection.execute("SAVEPOINT filled")
        for number, table in enumerate(tables(real)):
            width = len(real.execute(f"SELECT * FROM {table} LIMIT 0").description)
            for row in range(12):
                values = ", ".join(
                    str((row * (7 + column) + number) % 5 + column * 0) for column in range(width)
                )
                connection.execute(f"INSERT OR IGNORE INTO {table} VALUES ({values})")
    different = []
    for query in queries:
        wanted = real.execute(query).fetchall()
        found = own.execute(query)
        if wanted != found:
            different.append((query, wanted[:5], found[:5]))
    for connection in (real, own):
        connection.execute("ROLLBACK TO filled")
        connection.execute("RELEASE filled")
    assert different == []


def tables(real: sqlite3.Connection) -> list[str]:
    """The tables of the schema."""
    rows = real.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    return [row[0] for row in rows]
