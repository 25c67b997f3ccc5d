"""The shell against what the sqlite3 shell 3.40.1 printed for the same scripts (``*.out`` and ``*.err``)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from litestone.shell import excerpt_at

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
SCRIPTS = sorted(path.stem for path in HERE.glob("*.sql"))


def shell(script: bytes, *arguments: str, folder: Path | None = None) -> tuple[int, bytes, bytes]:
    """Exit status, output and error output of one run."""
    command = [sys.executable, "-m", "litestone", *arguments]
    path = {"PYTHONPATH": str(ROOT / "litestone" / "src")}
    done = subprocess.run(command, input=script, capture_output=True, cwd=folder, env=path, timeout=60)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", SCRIPTS)
def test_prints_what_sqlite3_prints(name: str) -> None:
    _, out, err = shell((HERE / f"{name}.sql").read_bytes(), ":memory:")
    assert out == (HERE / f"{name}.out").read_bytes()
    assert err == (HERE / f"{name}.err").read_bytes()


@pytest.mark.parametrize(
    ("script", "arguments", "status", "out", "err"),
    [
        (b"select 1;\n.quit\nselect 2;", [":memory:"], 0, b"1\n", b""),
        (b".exit 3\nselect 2;", [":memory:"], 3, b"", b""),
        (b"select 1", [":memory:"], 0, b"1\n", b""),
        (b"select 1 +", [":memory:"], 1, b"", b"Parse error near line 1: incomplete input\n"),
        (b"select 1;\0select 2;\nselect 3;\n", [":memory:"], 0, b"1\n3\n", b""),
        (b"select 1;\r\nselect 2,\r\n3;\r\n", [":memory:"], 0, b"1\n2|3\n", b""),
        (b"\xef\xbb\xbfselect 1;\n", [":memory:"], 0, b"1\n", b""),
        (b'select "\xff\xfe";', [":memory:"], 0, b"\xff\xfe\n", b""),
        (b"select 1;", [], 0, b"1\n", b""),
        (b"", [":memory:", "select 5", ".print x", "select 6"], 0, b"5\nx\n6\n", b""),
        (
            b"select 1 a, null;",
            ["-header", "-separator", ",", "-nullvalue", "N", "x.db"],
            0,
            b"a,null\n1,N\n",
            b"",
        ),
        (b"select 1 a, 2;", ["-csv", "-header", ":memory:"], 0, b"a,2\n1,2\n", b""),
        (
            b"select 1;",
            ["missing/x.db"],
            1,
            b"",
            b'Error: unable to open database "missing/x.db": unable to open database file\n',
        ),
    ],
)
def test_arguments_and_ends(
    script: bytes, arguments: list[str], status: int, out: bytes, err: bytes, tmp_path: Path
) -> None:
    assert shell(script, *arguments, folder=tmp_path) == (status, out, err)


def test_a_failed_statement_does_not_end_the_script(tmp_path: Path) -> None:
    script = (
        b"create table t(a unique);\ninsert into t values(1);\ninsert into t values(1);\nselect * from t;\n"
    )
    status, out, err = shell(script, str(tmp_path / "x.db"))
    assert (status, out) == (1, b"1\n")
    assert err == b"Runtime error near line 3: UNIQUE constraint failed: t.a (19)\n"
    assert shell(b"select * from t;", str(tmp_path / "x.db")) == (0, b"1\n", b"")


def test_nesting_as_deep_as_allowed_runs() -> None:
    chain = "select 1" + "+1" * 999 + ";\n"
    conditions = "select 1 where 1" + " and 1" * 998 + ";\n"
    assert shell((chain + conditions).encode(), ":memory:") == (0, b"1000\n1\n", b"")


@pytest.mark.parametrize(
    ("sql", "offset", "expected"),
    [
        ("select nope;", 7, "\n  select nope;\n         ^--- error here"),
        (
            "select 12345678901234567890,\nnope;",
            29,
            "\n  select 12345678901234567890, nope;\n                 error here ---^",
        ),
        ("x", -1, ""),
        ("é" * 40 + "nope", 40, "\n  " + "é" * 25 + "nope\n  " + " " * 36 + "error here ---^"),
    ],
)
def test_excerpts(sql: str, offset: int, expected: str) -> None:
    assert excerpt_at(sql, offset) == expected


def test_the_exam_folder_runs_without_its_sources(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "litestone" / "src", tmp_path / "litestone" / "src")
    folder = tmp_path / "submissions" / "litestone"
    folder.mkdir(parents=True)
    for name in ("run", "build.py"):
        shutil.copy2(ROOT / "submissions" / "litestone" / name, folder / name)
    subprocess.run([sys.executable, folder / "build.py"], check=True, timeout=120)
    shutil.rmtree(tmp_path / "litestone")
    shutil.rmtree(folder / "litestone")
    command = [sys.executable, "-IS", str(folder / "run"), str(tmp_path / "x.db")]
    script = b"create table t(a);\ninsert into t values(1.5);\nselect * from t;"
    done = subprocess.run(command, input=script, capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"1.5\n", b"")
