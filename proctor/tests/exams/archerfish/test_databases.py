"""Generated SQL can't harm: with the guard, and by the engine alone."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from proctor.exams.archerfish.databases import (
    ERROR,
    OK,
    REFUSED,
    TIMEOUT,
    TOO_LARGE,
    UNUSABLE,
    QueryProcess,
    dialect_of,
)
from proctor.exams.archerfish.guard import refusal

WRITES = (
    "DROP TABLE ship",
    "DELETE FROM ship",
    "UPDATE ship SET name = 'x'",
    "INSERT INTO port SELECT * FROM port",
    "CREATE TABLE pwned AS SELECT 1 AS a",
    "SELECT 1; DROP TABLE ship",
    "SELECT 1; COMMIT; DROP TABLE ship",
    "WITH d AS (DELETE FROM ship RETURNING *) SELECT * FROM d",
    "SELECT * INTO pwned FROM ship",
    "ATTACH '/tmp/proctor-pwned.db' AS pwned",
    "COPY ship TO '/tmp/proctor-pwned.csv'",
    "COPY (SELECT 1) TO PROGRAM 'touch /tmp/proctor-pwned'",
    "VACUUM",
    "PRAGMA user_version = 7",
    "SET search_path TO nowhere",
    "BEGIN",
)


@pytest.mark.parametrize("sql", WRITES)
def test_the_guard_refuses_whatever_does_not_read(sql: str) -> None:
    for dialect in ("sqlite", "duckdb", "postgresql", "mysql", "snowflake"):
        unknown_there = sql.startswith("ATTACH") and dialect in (
            "postgresql",
            "mysql",
        )  # a syntax error there
        assert refusal(sql, dialect) or unknown_there, dialect


def test_the_guard_lets_queries_through() -> None:
    for sql in (
        "SELECT 1",
        "WITH a AS (SELECT 1 AS x) SELECT x FROM a UNION ALL SELECT 2;",
        "VALUES (1), (2)",
        "(SELECT 1) EXCEPT (SELECT 2)",
        "SELECT replace(name, 'a', 'b'), count(*) OVER () FROM ship -- drop table ship",
        "SELECT 'DROP TABLE ship; --'",
    ):
        assert refusal(sql, "sqlite") is None, sql


def test_unreadable_text_is_left_to_an_engine_that_keeps_itself_from_writing() -> None:
    assert refusal("SELEC name FRM ship grup by", "postgresql") is None
    assert refusal("SELEC name FRM ship grup by", "snowflake")


def test_no_engine_writes_even_without_the_guard(url: str, queries: QueryProcess) -> None:
    before = queries.run(url, "SELECT ship_id, name FROM ship ORDER BY 1").result
    for sql in WRITES:
        answer = queries.run(url, sql, trusted=True)
        harmless = sql in ("BEGIN", "VACUUM", "SET search_path TO nowhere")
        assert harmless or answer.status in (ERROR, REFUSED), (sql, answer)
    assert queries.run(url, "SELECT ship_id, name FROM ship ORDER BY 1").result == before
    assert queries.run(url, "SELECT * FROM pwned").status == ERROR
    assert not list(Path("/tmp").glob("proctor-pwned*"))


@pytest.mark.parametrize(
    "sql", ["SELECT pg_sleep(20)", "SELECT pg_read_file('/etc/passwd')", "SELECT lo_import('/etc/passwd')",
            "SELECT set_config('transaction_read_only', 'off', false)"]
)  # fmt: skip
def test_postgres_functions_that_reach_outside(postgres: str, queries: QueryProcess, sql: str) -> None:
    assert queries.run(postgres, sql).status == REFUSED
    started = time.monotonic()
    assert queries.run(postgres, sql, trusted=True).status in (TIMEOUT, REFUSED, ERROR)
    assert time.monotonic() - started < 10 + 20


def test_a_cross_join_of_millions_is_stopped_and_the_process_goes_on(url: str, queries: QueryProcess) -> None:
    long = (
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3000) "
        "SELECT count(*) FROM r AS a, r AS b, r AS c WHERE a.n + b.n + c.n = 7"
    )
    assert queries.run(url, long).status == TIMEOUT
    assert queries.run(url, "SELECT 1").status == OK


def test_results_are_capped_by_rows_and_bytes(url: str, queries: QueryProcess) -> None:
    many = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3000) SELECT n FROM r"
    assert queries.run(url, many).status == TOO_LARGE
    wide = "SELECT a.name || a.name || a.name FROM ship a, ship b"
    queries.allowance = type(queries.allowance)(seconds=5.0, rows=10_000, bytes=1000)
    assert queries.run(url, wide).status == TOO_LARGE


def test_foreign_sql_is_left_as_it_is(url: str, queries: QueryProcess) -> None:
    answer = queries.run(url, "SELECT ':x %s %(a)s 50%' AS a, 7 % 4 AS b, 'y' AS a;")
    assert answer.result is not None
    assert answer.result.columns == ("a", "b", "a")
    assert answer.result.rows == [(":x %s %(a)s 50%", 3, "y")]


def test_errors_are_told_apart(url: str, queries: QueryProcess) -> None:
    assert queries.run(url, "SELECT nothing FROM ship").status == ERROR
    assert queries.run(url, "SELEC 1").status == ERROR
    assert "CREATE TABLE ship" in queries.schema_text(url)
    assert dialect_of(url) in ("sqlite", "duckdb", "postgresql")


def test_a_database_that_is_not_there(queries: QueryProcess, tmp_path: Path) -> None:
    assert queries.run(f"sqlite:///{tmp_path}/none.db", "SELECT 1").status == UNUSABLE
    assert queries.run("nosuch://x", "SELECT 1", trusted=True).status == UNUSABLE
    answer = queries.run("postgresql://u:secret@127.0.0.1:1/x", "SELECT 1")
    assert answer.status == UNUSABLE
    assert "secret" not in answer.message
