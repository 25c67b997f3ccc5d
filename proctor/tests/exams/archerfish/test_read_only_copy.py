"""Queries are tried on a copy, under the guard and the limits of answers."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from proctor.exams.archerfish.databases import Allowance
from proctor.exams.archerfish.read_only_copy import ReadOnlyCopy, copied


def test_what_is_tried_is_tried_elsewhere_and_under_the_limits(tmp_path: Path) -> None:
    source = tmp_path / "source.db"
    connection = sqlite3.connect(source)
    connection.executescript("CREATE TABLE t (a); INSERT INTO t VALUES (1), (NULL);")
    connection.commit()
    connection.close()
    copy = ReadOnlyCopy(f"sqlite:///{source}", Allowance(seconds=1.0, rows=100))
    assert copy.run("SELECT a FROM t") == "a\n1\nNULL\n(2 rows)"
    source.unlink()
    assert copy.run("SELECT count(*) AS n FROM t") == "n\n2\n(1 row)"
    assert copy.run("DELETE FROM t").startswith("refused")
    many = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r{}) SELECT n FROM r"
    assert copy.run(many.format(" WHERE n < 200")).startswith("too_large")
    assert copy.run(many.format("").replace("SELECT n FROM", "SELECT max(n) FROM")).startswith("timeout")
    copy.close()


def test_duckdb_is_copied_and_a_server_is_not(duck: str, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    copy = copied(duck, tmp_path / "copy")
    assert copy == f"duckdb:///{tmp_path}/copy/harbour.duckdb"
    assert ReadOnlyCopy(copy, Allowance(seconds=10.0)).run("SELECT 1 AS a") == "a\n1\n(1 row)"
    assert copied("postgresql://reader:secret@host/db", tmp_path) == "postgresql://reader:secret@host/db"
