"""Databases that are not at hand: what is said without their driver, and how a transaction of theirs is opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy.engine import Engine
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.sql.compiler import IdentifierPreparer

from proctor.exams.archerfish.engines import DatabaseUnusable, open_engine, reading
from proctor.exams.archerfish.guard import has_own_wall, refusal


@pytest.mark.parametrize(
    ("url", "extra"),
    [
        ("mysql://u:secret@h/d", "mysql"),
        ("mariadb://u:secret@h/d", "mysql"),
        ("snowflake://u:secret@account/d", "snowflake"),
        ("oracle://u:secret@h/d", "oracle"),
        ("mssql://u:secret@h/d", "odbc"),
        ("mssql+pyodbc://u:secret@dsn", "odbc"),
    ],
)
def test_the_extra_that_is_missing_is_named(url: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("pymysql", "oracledb", "pyodbc", "snowflake", "snowflake.sqlalchemy"):
        monkeypatch.setitem(__import__("sys").modules, module, None)
    with pytest.raises(DatabaseUnusable, match=rf"proctor\[{extra}\]") as told:
        open_engine(url, 1.0, 1 << 20)
    assert "secret" not in str(told.value)


class _Recorded:
    """Stands in for an engine: keeps the statements that its one connection is given."""

    def __init__(self, name: str) -> None:
        self.said: list[str] = []
        self.dialect = SimpleNamespace(name=name, identifier_preparer=IdentifierPreparer(DefaultDialect()))
        self.connection = SimpleNamespace(dbapi_connection=None)

    @contextmanager
    def connect(self) -> Iterator[_Recorded]:
        yield self

    def exec_driver_sql(self, sql: str) -> list[tuple[str]]:
        self.said.append(sql)
        return [("sales",)]

    def rollback(self) -> None:
        self.said.append("ROLLBACK")


@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("mysql", ["SET SESSION TRANSACTION READ ONLY", "START TRANSACTION READ ONLY", 'USE "sales"']),
        ("oracle", ["SET TRANSACTION READ ONLY"]),
        ("snowflake", ["ALTER SESSION SET STATEMENT_TIMEOUT_IN_SECONDS = 2", 'USE SCHEMA "sales"']),
        ("mssql", []),
    ],
)
def test_what_a_query_is_run_in(name: str, before: list[str]) -> None:
    engine = _Recorded(name)
    with reading(cast(Engine, engine), "sales", 2.0) as connection:
        cast(Any, connection).exec_driver_sql("SELECT 1")
    at = engine.said.index("SELECT 1")
    assert [each for each in before if each in engine.said[:at]] == before
    assert engine.said[at + 1 :] == ["ROLLBACK"]


@pytest.mark.parametrize("name", ["snowflake", "mssql", "redshift"])
def test_without_walls_of_its_own_only_what_is_understood_is_run(name: str) -> None:
    assert not has_own_wall(name)
    assert refusal("SELECT 1 AS a", name) is None
    assert refusal("SELEC 1", name)
    assert refusal("CALL harm()", name)
