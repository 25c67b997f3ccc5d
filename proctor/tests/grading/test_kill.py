"""kill -9 at random moments, then the same command again: no verdict is lost, none is doubled, nothing stays alive."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

COUNT = 60
SCRIPT = (
    """
import sys
from functools import partial
from pathlib import Path
from proctor.exams.registry import open_exam
from proctor.grading.loop import Plan, grade
from proctor.grading.processes import Processes
if __name__ == "__main__":
    card = grade(
        Plan(partial(open_exam, "toy_exam:ToyExam", {"count": %d}), Path(sys.argv[1]), Path(sys.argv[2])), Processes(2)
    )
    print(card.tally.passed, card.graded)
"""
    % COUNT
)


def whole_lines(folder: Path) -> list[bytes]:
    verdicts = folder / "verdicts.jsonl"
    data = verdicts.read_bytes() if verdicts.exists() else b""
    return [line for line in data.splitlines(keepends=True) if line.endswith(b"\n")]


def processes_of(folder: Path) -> list[int]:
    """Processes that still have to do with the run."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if os.fsencode(folder) in line:
                found.append(int(entry.name))
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_runs_end_complete(seed: int, squares: Path, tmp_path: Path) -> None:
    squares.write_text("sleep 0.02; echo $(( $1 * $1 ))\n")
    script = tmp_path / "grade.py"
    script.write_text(SCRIPT)
    folder = tmp_path / "run"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1] / "support")}
    chance = random.Random(seed)
    kept: list[bytes] = []
    for _ in range(5):
        process = subprocess.Popen(
            [sys.executable, str(script), str(squares), str(folder)],
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        # Long enough to grade some, short enough to leave some.
        until = len(kept) + chance.randrange(0, 12)
        deadline = time.monotonic() + 60
        while len(whole_lines(folder)) <= until and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.002)
        time.sleep(chance.random() * 0.03)
        process.send_signal(signal.SIGKILL)
        process.wait()
        now = whole_lines(folder)
        assert now[: len(kept)] == kept, "a verdict was lost or changed"
        kept = now
    done = subprocess.run(
        [sys.executable, str(script), str(squares), str(folder)],
        env=environment, stdout=subprocess.PIPE, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert done.stdout.split() == [str(COUNT), str(COUNT)]
    graded = Counter(json.loads(line)["case"] for line in whole_lines(folder))
    assert len(graded) == COUNT
    assert set(graded.values()) == {1}
    deadline = time.monotonic() + 10
    while processes_of(folder) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes_of(folder) == []
