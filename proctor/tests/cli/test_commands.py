"""Commands as a person types them: what they print, and one clear line when something is wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from proctor.exams.multilangbench.sources import BUNDLED

_MAIN = "from proctor.cli import main; main(prog_name='proctor')"
SLEEPER = "#!/bin/sh\nsleep 2\n"


def environment(folder: Path) -> dict[str, str]:
    import proctor

    return {
        **os.environ,
        "PROCTOR_CACHE": str(folder / "cache"),
        "PYTHONPATH": str(Path(proctor.__file__).parents[1]),
        "COLUMNS": "160",
    }


def proctor(folder: Path, *arguments: str, status: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _MAIN, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        env=environment(folder),
    )
    assert done.returncode == status, done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def submission(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.mkdir()
    (path / "run").write_text(text)
    (path / "run").chmod(0o755)
    return path


def test_grades_shows_compares_and_reports(tmp_path: Path) -> None:
    submission(tmp_path, "real", '#!/bin/sh\nexec sqlite3 "$1"\n')
    submission(tmp_path, "idle", "#!/bin/sh\nprintf '\\033[31mhello\\n' >&2\n")
    chosen = ("--cases", "bundled", "--feature", "returning", "--jobs", "1")
    graded = proctor(tmp_path, "grade", "multilangbench", "real", "--allow-sqlite", *chosen, "--run", "a")
    assert "= 100.0 %" in graded
    assert "feature returning" in graded
    assert "= 0.0 %" in proctor(tmp_path, "grade", "multilangbench", "idle", *chosen, "--run", "b")
    name = next(line for line in (tmp_path / "b" / "verdicts.jsonl").read_text().splitlines()).split('"')[3]
    shown = proctor(tmp_path, "show", "b", name[:20])
    assert "RETURNING" in shown
    assert "sqlite3 output.db < initial_database" in shown
    assert "\x1b[31m" not in shown
    assert "significant" in proctor(tmp_path, "compare", "a", "b")
    for ending in ("html", "json", "csv"):
        assert "written" in proctor(tmp_path, "report", "a", "b", "--output", f"r.{ending}")
    assert "written" in proctor(tmp_path, "report", "b", "--output", "r.xml")
    assert "RETURNING" in (tmp_path / "r.html").read_text()
    again = proctor(
        tmp_path, "grade", "multilangbench", "idle", "--cases", "bundled", "--failed-in", "b", "--run", "c"
    )
    assert "failed in b" in again


def test_reports_find_the_cases_of_a_run_again(tmp_path: Path) -> None:
    lines = [line for line in BUNDLED.read_text().splitlines(keepends=True) if '"returning"' in line]
    (tmp_path / "some.jsonl").write_text("".join(lines[:3]))
    submission(tmp_path, "idle", "#!/bin/sh\n")
    proctor(tmp_path, "grade", "multilangbench", "idle", "--cases", "some.jsonl", "--all", "--run", "r")
    name = (tmp_path / "r" / "cases.jsonl").read_text().split('"')[1]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert "RETURNING" in proctor(elsewhere, "show", "../r", name)
    proctor(elsewhere, "report", "../r", "--output", "r.html")
    page = (elsewhere / "r.html").read_text()
    assert "RETURNING" in page
    assert "damaged but passed" in page
    assert "damaged but passed" in proctor(elsewhere, "merge", "../r", "--into", "m")


@pytest.mark.parametrize(
    "arguments",
    [
        ("grade", "nothing-of-that-name", "x"),
        ("grade", "multilangbench", "x", "--cases", "nowhere"),
        ("grade", "multilangbench", "x", "--cases", "bundled", "--name", "zz"),
        ("grade", "multilangbench", "x", "--cases", "bundled", "--oracle-version", "3.1.0"),
        ("grade", "multilangbench", "x", "--cases", "bundled", "--shard", "zz"),
        ("grade", "multilangbench", "x", "--cases", "bundled", "--option", "speed=1"),
        ("show", "nowhere", "x"),
        ("compare", "nowhere", "x"),
        ("report", "nowhere"),
        ("merge", "nowhere", "--into", "x"),
        ("fetch", "nothing"),
        ("verify-cases", "multilangbench", "--cases", "nowhere"),
    ],
)
def test_errors_are_one_line(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    text = proctor(tmp_path, *arguments, status=1)
    assert text.startswith("Error: ")
    assert text.count("\n") == 1


def test_verify_cases_finds_the_bundled_ones_right(tmp_path: Path) -> None:
    text = proctor(tmp_path, "verify-cases", "multilangbench", "--cases", "bundled", "--feature", "strict")
    assert text.strip().endswith(" right")


def test_verify_cases_names_a_wrong_golden(tmp_path: Path) -> None:
    line = next(one for one in BUNDLED.read_text().splitlines() if '"strict"' in one)
    (tmp_path / "bad.jsonl").write_text(
        line.replace('"expected_output": "', '"expected_output": "x') + "\nnonsense\n"
    )
    text = proctor(tmp_path, "verify-cases", "multilangbench", "--cases", "bad.jsonl", "--all", status=1)
    assert "wrong" in text
    assert "malformed: bad.jsonl:2" in text


def test_interrupting_loses_nothing_and_says_how_to_go_on(tmp_path: Path) -> None:
    submission(tmp_path, "slow", SLEEPER)
    arguments = (
        "grade",
        "multilangbench",
        "slow",
        "--cases",
        "bundled",
        "--feature",
        "strict",
        "--jobs",
        "1",
        "--run",
        "r",
    )
    # Where the tests themselves run in the background, Ctrl-C is ignored, and children inherit that.
    heeding = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    process = subprocess.Popen(
        [sys.executable, "-c", heeding + _MAIN, *arguments], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment(tmp_path), start_new_session=True,
    )  # fmt: skip
    verdicts = tmp_path / "r" / "verdicts.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (verdicts.exists() and verdicts.read_text().count("\n") >= 2):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "nothing is lost" in said
    assert "--run r" in said
    kept = verdicts.read_text()
    assert kept.count("\n") >= 2
    rest = proctor(tmp_path, *arguments)
    assert "are graded already" in rest
    assert verdicts.read_text().startswith(kept)


def test_help_is_quick(tmp_path: Path) -> None:
    took = []
    for _ in range(3):
        began = time.monotonic()
        proctor(tmp_path, "--help")
        took.append(time.monotonic() - began)
    assert min(took) < 1.0
    loaded = subprocess.run(
        [sys.executable, "-c", "import proctor.cli, sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
    ).stdout.split()
    assert not {"rich", "jinja2", "sqlite3", "multiprocessing", "zstandard"} & set(loaded)
