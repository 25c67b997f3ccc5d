"""The oracle outlives what a hostile file or script does to it."""

from __future__ import annotations

import os
import signal
import sqlite3
from pathlib import Path

import pytest

from proctor.exams.multilangbench.oracle.session import Allowance, OracleFault, Session

_SHORT = Allowance(wall_seconds=2, cpu_seconds=2, output_bytes=1 << 16)


def made(path: Path, *statements: str) -> Path:
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return path


def still_works(session: Session) -> bool:
    return session.run(None, b"SELECT 1+1;\n", _SHORT).output == b"2\n"


def test_runs_goes_on_after_errors_and_checks(session: Session, database: Path) -> None:
    script = b"CREATE TABLE t(a);\nSELECT nope;\nINSERT INTO t VALUES(1.5);\nSELECT a FROM t;\n"
    answer = session.run(database, script, _SHORT, check=True)
    assert (answer.status, answer.output, answer.failed, answer.integrity) == ("done", b"1.5\n", 1, "ok")
    assert answer.errors == ("no such column: nope",)
    assert not database.exists()


def test_keeps_the_database(session: Session, tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    session.run(None, b"CREATE TABLE t(a);\n", _SHORT, keep=kept)
    assert session.run(kept, b"SELECT name FROM sqlite_schema;\n", _SHORT).output == b"t\n"


@pytest.mark.parametrize(
    "body", ["SELECT value FROM generate_series(1,3)", "SELECT decimal('1.0') || regexp('a', 'a')"]
)
def test_views_may_need_what_only_the_shell_has(session: Session, tmp_path: Path, body: str) -> None:
    kept = tmp_path / "kept.db"
    made_by = f"CREATE VIEW v AS {body};\n".encode()
    session.run(None, made_by, _SHORT, keep=kept)
    answer = session.run(kept, b"SELECT * FROM v;\n", _SHORT, made_by=made_by, check=True)
    assert (answer.errors, answer.integrity) == ((), "ok")
    assert answer.output


def test_ends_an_endless_view(session: Session, tmp_path: Path) -> None:
    endless = (
        "CREATE VIEW t AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT max(i) FROM n"
    )
    answer = session.run(made(tmp_path / "loop.db", endless), b"SELECT * FROM t;\n", _SHORT, check=True)
    assert answer.status == "timed_out"
    assert still_works(session)


def test_ends_an_endless_trigger(session: Session, tmp_path: Path) -> None:
    path = made(
        tmp_path / "trigger.db",
        "CREATE TABLE t(a)",
        "CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO t WITH RECURSIVE n(i) AS "
        "(SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT max(i) FROM n; END",
    )
    assert session.run(path, b"INSERT INTO t VALUES(1);\n", _SHORT).status == "timed_out"
    assert still_works(session)


def test_cuts_endless_output(session: Session, tmp_path: Path) -> None:
    endless = "CREATE VIEW t AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i FROM n"
    answer = session.run(made(tmp_path / "out.db", endless), b"SELECT * FROM t;\n", _SHORT)
    assert answer.status == "too_long"
    assert len(answer.output) == _SHORT.output_bytes


@pytest.mark.parametrize(
    "content", [b"not a database at all", b"SQLite format 3\0" + b"\xff" * 4096, b"\0" * 100]
)
def test_survives_what_is_no_database(session: Session, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.db"
    path.write_bytes(content)
    answer = session.run(path, b"SELECT * FROM sqlite_schema;\n", _SHORT, check=True)
    assert answer.output == b""
    assert answer.integrity != "ok"
    assert still_works(session)


def test_a_large_hole_costs_nothing(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "hole.db"
    with path.open("wb") as stream:
        stream.truncate(10 << 30)
    assert session.run(path, b"SELECT 1 FROM sqlite_schema;\n", _SHORT).output == b""


def test_comes_back_after_its_process_was_killed(session: Session, database: Path) -> None:
    assert still_works(session)
    process = session._process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert session.run(database, b"SELECT 3;\n", _SHORT).output == b"3\n"


def test_loads_no_extension(session: Session) -> None:
    answer = session.run(None, b"SELECT hex(1);\nPRAGMA compile_options;\n", Allowance())
    assert answer.done
    asked = b"CREATE VIEW v AS SELECT load_ext" + b"ension('x');\nSELECT * FROM v;\n"
    assert session.run(None, asked, _SHORT).output == b""


def test_the_shell_answers_for_its_own_functions(session: Session) -> None:
    answer = session.run(None, b"SELECT value FROM generate_series(1,3);\nSELECT nope;\n", _SHORT, check=True)
    assert (answer.output, answer.integrity) == (b"1\n2\n3\n", "ok")
    assert answer.failed >= 1


def test_says_when_there_is_no_shell(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    without = Session(replace(session._oracle, shell=None), session._wrap)
    with pytest.raises(OracleFault, match="no shell"):
        without.run(None, b"SELECT value FROM generate_series(1,3);\n", _SHORT)
    without.close()
