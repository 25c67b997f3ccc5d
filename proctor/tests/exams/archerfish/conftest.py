"""The bundled database on SQLite, DuckDB and a PostgreSQL cluster of the tests' own."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from proctor.exams.archerfish.bundle import database_statements
from proctor.exams.archerfish.databases import Allowance, QueryProcess

BINARIES = Path("/usr/lib/postgresql/15/bin")


def _as_postgres(*argv: object) -> None:
    """PostgreSQL refuses to run as root."""
    words = [str(word) for word in argv]
    if os.geteuid() == 0:
        words = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *words]
    done = subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        cwd="/",
    )
    assert done.returncode == 0, done.stdout.decode()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a superuser on a fresh cluster that holds the bundled tables."""
    folder = Path(tempfile.mkdtemp(prefix="proctor-pg-", dir="/tmp"))  # a socket's path must be short
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        _as_postgres(BINARIES / "initdb", "-D", folder / "data", "-A", "trust", "-U", "postgres", "--no-sync")
        options = f"-c listen_addresses='' -k {folder} -c fsync=off"
        _as_postgres(
            BINARIES / "pg_ctl", "-D", folder / "data", "-w", "-o", options, "-l", folder / "log", "start"
        )
        try:
            url = f"postgresql+psycopg://postgres@/postgres?host={folder}"
            _fill(url)
            yield url
        finally:
            _as_postgres(BINARIES / "pg_ctl", "-D", folder / "data", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


def _fill(url: str) -> None:
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as connection:
        for statement in database_statements():
            connection.exec_driver_sql(statement.replace("%", "%%"))
    engine.dispose()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    path = tmp_path / "harbour.sqlite"
    connection = sqlite3.connect(path)
    for statement in database_statements():
        connection.execute(statement)
    connection.commit()
    connection.close()
    return f"sqlite:///{path}"


@pytest.fixture
def duck(tmp_path: Path) -> str:
    import duckdb

    path = tmp_path / "harbour.duckdb"
    connection = duckdb.connect(str(path))
    for statement in database_statements():
        connection.execute(statement)
    connection.close()
    return f"duckdb:///{path}"


@pytest.fixture
def queries() -> Iterator[QueryProcess]:
    process = QueryProcess(Allowance(seconds=2.0, rows=1000, bytes=1 << 20))
    yield process
    process.close()


@pytest.fixture(params=["sqlite", "duck", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    found: str = request.getfixturevalue(request.param)
    return found
