"""Submissions that cheat, escape, or do harm: each gets what it deserves, and the next case is graded as if
nothing was.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from proctor.core.outcome import Outcome
from proctor.core.selection import Selection
from proctor.core.verdict import Verdict
from proctor.exams.registry import open_exam
from proctor.grading.loop import Plan, grade
from proctor.grading.processes import Processes
from proctor.grading.run_folder import RunFolder

Judge = Callable[..., Verdict]

GOLDEN_MARK = "only-the-golden-says-this"
CASE = (
    "CREATE TABLE t(a);\nINSERT INTO t VALUES(1);\n",
    "INSERT INTO t VALUES(2);\n",
    f"SELECT a, '{GOLDEN_MARK}' FROM t;\n",
    f"1|{GOLDEN_MARK}\n2|{GOLDEN_MARK}\n",
)
# An honest answer, so that a hostile submission fails for what it did and not for being wrong.
HEAD = "#!/usr/bin/python3 -IS\nimport os, sys, time\ndatabase = sys.argv[1]\nquery = sys.stdin.read()\n"


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """Grades one Python program on the one case."""
    cases = tmp_path / "cases.jsonl"
    name = hashlib.sha256("\0".join(CASE[:3]).encode()).hexdigest()
    fields = ("initial_database", "user_query", "validation_query", "expected_output")
    cases.write_text(
        json.dumps({"name": name, **dict(zip(fields, CASE, strict=True)), "features": ["insert"]}) + "\n"
    )

    def run(code: str, seconds: float = 8.0, isolation: str = "bubblewrap") -> Verdict:
        submission = tmp_path / "submission"
        submission.mkdir(exist_ok=True)
        program = submission / "run"
        program.write_text(HEAD + code)
        program.chmod(0o755)
        options = {"wall_seconds": seconds, "cache": str(tmp_path / "cache")}
        folder = tmp_path / f"run-{hashlib.sha256(code.encode()).hexdigest()[:8]}"
        plan = Plan(
            partial(open_exam, "multilangbench", options),
            submission,
            folder,
            Selection(source=cases, everything=True),
            isolation,
        )
        card = grade(plan, Processes(1))
        assert card.graded == 1
        return next(RunFolder(folder).verdicts())

    return run


def test_honest_program_is_judged_by_its_file(judge: Judge) -> None:
    assert judge("").outcome is Outcome.WRONG


def test_golden_and_validation_query_are_not_in_sight(judge: Judge, tmp_path: Path) -> None:
    verdict = judge(
        f"for root in ('/', {str(tmp_path)!r}):\n"
        "    for folder, folders, files in os.walk(root):\n"
        "        folders[:] = [f for f in folders if f not in ('usr', 'sys', 'proc', 'dev')]\n"
        "        for name in files:\n"
        "            try:\n"
        "                with open(os.path.join(folder, name), 'rb') as file:\n"
        f"                    if b'{GOLDEN_MARK[:5]}' + b'{GOLDEN_MARK[5:]}' in file.read(1 << 20):\n"
        "                        sys.stderr.write('SEEN ' + os.path.join(folder, name))\n"
        "            except OSError:\n                pass\n"
    )
    assert verdict.outcome is Outcome.WRONG
    assert verdict.evidence["stderr"] == ""


def test_sqlite_of_the_machine_is_out_of_reach(judge: Judge) -> None:
    verdict = judge(
        "import subprocess\n"
        "try:\n    import sqlite3\n    sqlite3.connect(database)\n    sys.stderr.write('module ')\nexcept (ImportError, AttributeError):\n    pass\n"
        "try:\n    subprocess.run(['/usr/bin/sqlite3', database], input=query.encode(), check=True)\n"
        "    sys.stderr.write('shell')\nexcept (OSError, subprocess.CalledProcessError):\n    pass\n"
    )
    assert verdict.outcome is Outcome.WRONG
    assert verdict.evidence["stderr"] == ""


def test_write_outside_its_folder_leaves_no_trace(judge: Judge, tmp_path: Path) -> None:
    judge(
        f"for path in ({str(tmp_path / 'escaped')!r}, '/tmp/proctor-escaped', '/usr/escaped', sys.argv[0]):\n"
        "    try:\n        open(path, 'w').write('x')\n    except OSError:\n        pass\n"
    )
    assert not (tmp_path / "escaped").exists()
    assert not Path("/tmp/proctor-escaped").exists()


def test_prints_without_end_is_refused(judge: Judge) -> None:
    verdict = judge("while True: sys.stdout.write('x' * 65536)")
    assert verdict.outcome is Outcome.REFUSED
    assert verdict.evidence["limit"] == "output"


def test_forks_without_end_is_stopped(judge: Judge) -> None:
    verdict = judge("while True:\n    try: os.fork()\n    except OSError: pass")
    assert verdict.outcome is Outcome.REFUSED
    assert verdict.evidence["limit"] == "processes"


def test_ignoring_sigterm_is_no_way_out(judge: Judge) -> None:
    began = time.monotonic()
    verdict = judge(
        "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)", seconds=1.0
    )
    assert verdict.outcome is Outcome.TIMED_OUT
    assert time.monotonic() - began < 30


REPLACE = "os.unlink(database)\n"


@pytest.mark.parametrize(
    ("code", "outcome"),
    [
        (REPLACE + "os.symlink('/etc/passwd', database)", Outcome.REFUSED),
        (REPLACE + "os.mkfifo(database)", Outcome.REFUSED),
        (REPLACE + "os.mkdir(database)", Outcome.REFUSED),
        (REPLACE, Outcome.WRONG),
        ("os.chmod(database, 0)", Outcome.WRONG),
        (REPLACE + "open(database, 'wb').write(os.urandom(100000))", Outcome.WRONG),
    ],
    ids=["symlink", "fifo", "directory", "gone", "shut", "noise"],
)
def test_database_replaced_by_something_else(code: str, outcome: Outcome, judge: Judge) -> None:
    assert judge(code).outcome is outcome


def test_sparse_file_of_ten_gigabytes(judge: Judge) -> None:
    began = time.monotonic()
    verdict = judge("import signal\nsignal.signal(25, 0)\nos.truncate(database, 10 << 30)")
    assert verdict.outcome is Outcome.REFUSED
    assert time.monotonic() - began < 20


def test_file_that_makes_the_oracle_loop_does_not_hang_it(judge: Judge, tmp_path: Path) -> None:
    import sqlite3

    hostile = tmp_path / "loop.db"
    base = sqlite3.connect(hostile)
    base.executescript(
        "CREATE VIEW t(a) AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c"
        " WHERE x < 0;"
    )
    base.close()
    data = hostile.read_bytes()
    began = time.monotonic()
    verdict = judge(f"import zlib\nopen(database, 'wb').write(zlib.decompress({_packed(data)!r}))")
    assert verdict.outcome in (Outcome.WRONG, Outcome.REFUSED)
    assert time.monotonic() - began < 120


def _packed(data: bytes) -> bytes:
    import zlib

    return zlib.compress(data)


def test_daemon_left_behind_is_gone(judge: Judge, tmp_path: Path) -> None:
    marker = f"proctor-daemon-{os.getpid()}-{tmp_path.name}"
    judge(
        "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
        f"        os.execv('/usr/bin/python3', ['/usr/bin/python3', '-c', 'import time; time.sleep(60)', {marker!r}])\n"
    )
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                assert marker.encode() not in (entry / "cmdline").read_bytes()
            except OSError:
                continue


def test_escape_codes_are_kept_as_evidence_and_shown_as_text(judge: Judge) -> None:
    from proctor.core.printable import printable

    verdict = judge("sys.stderr.write('\\x1b]0;owned\\x07\\x1b[2J')")
    shown = printable(str(verdict.evidence["stderr"]))
    assert "owned" in shown
    assert "\x1b" not in shown


def test_nothing_stays_in_the_run_folder_or_is_left_unreadable(judge: Judge, tmp_path: Path) -> None:
    judge("os.mkdir('shut'); open('shut/file', 'w').close(); os.chmod('shut', 0)")
    left = [path for path in tmp_path.glob("run-*/**/*") if not stat.S_ISREG(path.lstat().st_mode)]
    assert left == []
