"""The oracle prints what the sqlite3 shell prints, for any script."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.exams.multilangbench.oracle.find import find_oracle
from proctor.exams.multilangbench.oracle.library import Library
from proctor.exams.multilangbench.oracle.script import groups, needs_shell
from proctor.exams.multilangbench.oracle.wheel import Wheel

_ORACLE = find_oracle("library")
_LIBRARY = Library(_ORACLE.path or None)


def by_shell(script: bytes) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        shell = _ORACLE.shell
        assert shell is not None
        done = subprocess.run(
            [shell, "x.db"], input=script, capture_output=True, cwd=folder, timeout=30, env={"TZ": "UTC"}
        )
    return done.stdout


def by_library(script: bytes) -> bytes:
    pieces: list[bytes] = []
    with tempfile.TemporaryDirectory() as folder:
        _LIBRARY.run(str(Path(folder, "x.db")).encode(), script, pieces.append)
    return b"".join(pieces)


@pytest.mark.parametrize(
    "script",
    [
        b"SELECT 1; SELECT nothing; SELECT 2;\nSELECT 3;\n",
        b"SELECT 1.0, 1e100, 0.1+0.2, 1e15, -0.0, 9e999, 123456789012345680.0, 1/3.0;\n",
        b"SELECT 'a'||char(0)||'b', x'410042', x'', NULL, '';\n",
        b"PRAGMA encoding='UTF-16le';\nCREATE TABLE t(b);\nINSERT INTO t VALUES(x'41004200'),(x'41');\nSELECT b FROM t;\n",
        b"SELECT CAST(x'ff41' AS TEXT);\n",
        b"SELECT value FROM (SELECT 1 AS value UNION ALL SELECT abs(-9223372036854775808));\n",
        b"CREATE TABLE t(a);\nINSERT INTO t VALUES(1),(2),('x');\nSELECT CASE a WHEN 'x' THEN abs(-9223372036854775808) ELSE a END FROM t;\nSELECT 9;\n",
        b"CREATE TABLE t(a);\nCREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; SELECT 2; END; INSERT INTO t VALUES(1);\nSELECT * FROM t;\n",
        b"SELECT 'two\r\nlines';\r\nSELECT 2\r\n;\r\n",
        b"-- only a comment\n/* another\n one */ SELECT 5;\n",
        b"SELECT 1\ngo\nSELECT 2\n/\nSELECT 3",
        b"# no statement\nSELECT 7;\nSELECT '\n# text';\n",
        b"SELECT 1 /* never closed ;\nSELECT 2;\n",
        b"SELECT 'never closed;\nSELECT 2;\n",
        b"SELECT ?1, :a;\n",
        b"BEGIN;\nCREATE TABLE t(a);\nSELECT count(*) FROM sqlite_schema;\n",
        b"SELECT 1;;; ;\n;\nSELECT 2;  -- end\n",
        b"SELECT 1; -- x ; y\n, 2;\n",
        b'SELECT "no such column";\nSELECT [a;b] FROM (SELECT 1 AS "a;b");\n',
    ],
)
def test_prints_what_the_shell_prints(script: bytes) -> None:
    assert not needs_shell(script)
    assert by_library(script) == by_shell(script)


_PIECES = st.sampled_from(
    [
        "SELECT 1", "SELECT 'a;b'", ";", ";\n", "\n", " ", "--c\n", "/*x*/", "/*", "*/", "'", '"', "`", "[", "]", "go\n", "\n/\n",
        "SELECT 2.5,\n3", "CREATE TABLE t(a)", "INSERT INTO t VALUES(1)", "SELECT * FROM t", "CREATE TRIGGER g AFTER INSERT ON t BEGIN",
        " SELECT 3; END", "x", "\r\n", "#c\n", "SELECT nope", "EXPLAI", "\t", "SELECT 'it''s'", "END", "-",
    ]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(_PIECES, max_size=14).map("".join))
def test_reads_any_text_as_the_shell_does(text: str) -> None:
    script = text.encode()
    assert by_library(script) == by_shell(script)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.floats() | st.integers(-(2**63), 2**63 - 1) | st.text() | st.binary(max_size=20),
        min_size=1,
        max_size=8,
    )
)
def test_prints_any_value_as_the_shell_does(values: list[float | int | str | bytes]) -> None:
    def literal(value: float | int | str | bytes) -> str:
        if isinstance(value, bytes):
            return f"x'{value.hex()}'"
        if isinstance(value, str):
            return f"CAST(x'{value.encode('utf-8', 'surrogatepass').hex()}' AS TEXT)"
        if isinstance(value, float):
            return (
                "9e999"
                if value == float("inf")
                else "-9e999"
                if value == float("-inf")
                else "NULL"
                if value != value
                else repr(value)
            )
        return str(value)

    script = f"SELECT {', '.join(map(literal, values))};\n".encode()
    assert by_library(script) == by_shell(script)


def test_groups_end_at_line_ends_alone() -> None:
    assert list(groups(b"a; b;\nc;\n", _LIBRARY.is_complete)) == [b"a; b;", b"c;"]


@pytest.mark.parametrize(
    "script", [b".mode csv\n", b"EXPLAIN SELECT 1;", b"SELECT * FROM generate_series(1,2);", b"a\0b"]
)
def test_leaves_to_the_shell_what_only_it_can_do(script: bytes) -> None:
    assert needs_shell(script)


def test_the_wheel_prints_the_same() -> None:
    pytest.importorskip("apsw", reason="the wheel is an extra")
    wheel = Wheel()
    script = b"SELECT 0.1, 1e100, x'4142', NULL, 'a'||char(0)||'b'; SELECT nope;\nSELECT abs(1.0);\n"
    pieces: list[bytes] = []
    with tempfile.TemporaryDirectory() as folder:
        errors = wheel.run(str(Path(folder, "x.db")).encode(), script, pieces.append)
    assert b"".join(pieces) == by_shell(script)
    assert errors == ["no such column: nope"]
