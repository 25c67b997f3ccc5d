"""Litestone and the real SQLite, in a process of its own, change one file in turn, statement by statement."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from real_process import RealError, RealProcess

from litestone.connection import Connection
from litestone.errors import SqlError


@pytest.fixture(params=["delete", "wal"])
def both(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Connection, RealProcess]]:
    """A connection of each kind to a file in a rollback or WAL mode, with a table ``t(a)``."""
    path = str(tmp_path / "shared.db")
    real = RealProcess(path)
    real.execute(f"PRAGMA journal_mode = {request.param}")
    real.execute("CREATE TABLE t(a)")
    ours = Connection(path)
    yield ours, real
    ours.close()
    real.close()


def test_each_sees_what_the_other_wrote(both: tuple[Connection, RealProcess]) -> None:
    """Rows and tables of one are there for the next statement of the other."""
    ours, real = both
    for number in range(5):
        ours.execute(f"INSERT INTO t VALUES({number})")
        real.execute(f"INSERT INTO t VALUES({number} + 100)")
    ours.execute("CREATE TABLE u(x)")
    real.execute("INSERT INTO u VALUES(1)")
    real.execute("CREATE TABLE w(y)")
    ours.execute("INSERT INTO w VALUES(2)")
    assert ours.execute("SELECT count(*) FROM t") == [(10,)]
    assert real.execute("SELECT a FROM t") == ours.execute("SELECT a FROM t")
    assert real.execute("SELECT y FROM w") == [(2,)]
    assert real.execute("PRAGMA integrity_check") == [("ok",)]


def test_a_writer_shuts_the_other_out(both: tuple[Connection, RealProcess]) -> None:
    """While one has written in a transaction the other's write is SQLITE_BUSY, whichever it is."""
    ours, real = both
    ours.execute("BEGIN")
    ours.execute("INSERT INTO t VALUES(1)")
    with pytest.raises(RealError, match="database is locked"):
        real.execute("INSERT INTO t VALUES(2)")
    ours.execute("COMMIT")
    real.execute("BEGIN IMMEDIATE")
    with pytest.raises(SqlError, match="database is locked"):
        ours.execute("INSERT INTO t VALUES(3)")
    real.execute("ROLLBACK")
    ours.execute("INSERT INTO t VALUES(4)")
    assert real.execute("SELECT a FROM t") == [(1,), (4,)]


def test_a_transaction_that_begins_with_a_write_takes_the_newest_state(
    both: tuple[Connection, RealProcess],
) -> None:
    """Compiling a statement fixes no snapshot: the other may write between BEGIN and the first change."""
    ours, real = both
    ours.execute("BEGIN")
    real.execute("INSERT INTO t VALUES(1)")
    ours.execute("INSERT INTO t SELECT a + 1 FROM t")
    ours.execute("COMMIT")
    assert real.execute("SELECT a FROM t") == [(1,), (2,)]
