"""As many containers at once as the memory holds."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from proctor.exams.multi_swe_bench.memory_gate import TOKEN_BYTES, MemoryGate, usable_memory

HOLD = """
import sys, time
from pathlib import Path
from proctor.exams.multi_swe_bench.memory_gate import TOKEN_BYTES, MemoryGate
with MemoryGate(Path(sys.argv[1]), 4 * TOKEN_BYTES).hold(int(sys.argv[2]) * TOKEN_BYTES):
    print("in", flush=True)
    sys.stdin.read()
"""


def holder(path: Path, tokens: int) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-c", HOLD, str(path), str(tokens)]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_what_does_not_fit_waits_until_another_ends(tmp_path: Path) -> None:
    first = holder(tmp_path / "lock", 3)
    assert first.stdout is not None and first.stdout.readline() == b"in\n"
    second = holder(tmp_path / "lock", 2)
    time.sleep(0.6)
    assert second.poll() is None
    first.kill()  # however it ends, its memory is free
    first.communicate()
    assert second.stdout is not None and second.stdout.readline() == b"in\n"
    second.communicate()
    assert second.returncode == 0


def test_more_than_there_is_counts_as_all_there_is(tmp_path: Path) -> None:
    with MemoryGate(tmp_path / "lock", TOKEN_BYTES).hold(100 * TOKEN_BYTES):
        pass


def test_this_machine_has_memory() -> None:
    assert usable_memory() > TOKEN_BYTES
