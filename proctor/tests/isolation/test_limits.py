"""What ends a program that takes too much, and that nothing of it stays behind."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from proctor.isolation.bare import Bare
from proctor.isolation.protocol import Command, Completed, Isolation, LimitHit, Limits

Python = Callable[..., Completed]
SHORT = Limits(
    wall_seconds=15, processes=30, memory_bytes=256 << 20, disk_bytes=64 << 20, file_bytes=16 << 20
)


def test_wall_clock(python: Python) -> None:
    began = time.monotonic()
    done = python("import time; time.sleep(60)", replace(SHORT, wall_seconds=2.0))
    assert done.limit is LimitHit.WALL
    assert done.timed_out
    assert time.monotonic() - began < 12


def test_cpu_time(python: Python) -> None:
    done = python("while True: pass", replace(SHORT, cpu_seconds=1))
    assert done.limit is LimitHit.CPU


def test_sigterm_is_no_way_out(python: Python) -> None:
    code = "import signal, time\nfor n in range(1, 32):\n    try: signal.signal(n, signal.SIG_IGN)\n    except OSError: pass\ntime.sleep(60)"
    assert python(code, replace(SHORT, wall_seconds=2.0)).limit is LimitHit.WALL


def test_memory_of_one_process(python: Python) -> None:
    done = python("x = bytearray(2 << 30)\nprint('got it')", SHORT)
    assert b"got it" not in done.stdout
    assert done.exit_code != 0


def test_output_without_end(python: Python) -> None:
    done = python(
        "import sys\nwhile True: sys.stdout.write('x' * 65536)", replace(SHORT, output_bytes=1 << 20)
    )
    assert done.limit is LimitHit.OUTPUT
    assert len(done.stdout) <= 1 << 20


def test_only_the_beginning_of_output_is_kept(python: Python) -> None:
    done = python("print('x' * 100000)", keep_output=10)
    assert done.stdout == b"x" * 10
    assert done.stdout_bytes == 100001


def test_one_file_too_large(python: Python, folder: Path) -> None:
    done = python(
        "import signal\nsignal.signal(25, 0)\nf = open('big', 'wb')\nwhile True: f.write(bytes(1 << 20))",
        SHORT,
    )
    assert done.limit is LimitHit.FILE_SIZE
    assert (folder / "big").stat().st_size <= SHORT.file_bytes


def test_many_files_fill_the_disk(python: Python) -> None:
    code = (
        "import os\nfor n in range(100000):\n    with open(f'f{n}', 'wb') as f: f.write(os.urandom(1 << 20))"
    )
    assert python(code, SHORT).limit is LimitHit.DISK


def test_files_without_number(python: Python) -> None:
    code = "n = 0\nwhile True:\n    n += 1\n    open(f'f{n}', 'w').close()"
    assert python(code, replace(SHORT, files=500)).limit is LimitHit.DISK


def test_forks_without_end(python: Python) -> None:
    """Ended by the count of processes, or (Docker) held to it until the time is up."""
    done = python(
        "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",
        replace(SHORT, wall_seconds=4.0),
    )
    assert done.limit in (LimitHit.PROCESSES, LimitHit.WALL)
    assert done.wall_seconds < 15


def test_daemon_does_not_outlive_the_case(python: Python, folder: Path) -> None:
    done = python(
        "import os, time\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        open('started', 'w').close()\n"
        "        time.sleep(1)\n"
        "        open('alive', 'w').close()\n"
        "        os._exit(0)\n"
        "while not os.path.exists('started'): time.sleep(0.01)\n"
    )
    assert done.exit_code == 0
    time.sleep(1.5)
    assert sorted(path.name for path in folder.iterdir()) == ["started"]


def test_bare_kills_the_process_tree_too(folder: Path) -> None:
    bare = Bare()
    code = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(1)\n    open('alive', 'w').close()\n"
    bare.run(Command(("/usr/bin/python3", "-c", code), folder))
    time.sleep(1.5)
    assert list(folder.iterdir()) == []
    assert "no isolation" in bare.warning
    bare.close()


@pytest.mark.parametrize("megabytes", [16, 120])
def test_peak_memory_is_the_programs_own(megabytes: int, folder: Path) -> None:
    from proctor.isolation.bubblewrap import Bubblewrap

    ballast = bytearray(b"x") * (200 << 20)  # what the worker holds must not show
    isolation = Bubblewrap()
    code = f"x = bytearray(b'x') * ({megabytes} << 20)"
    done = isolation.run(Command(("/usr/bin/python3", "-I", "-S", "-c", code), folder))
    isolation.close()
    assert done.peak_rss_bytes is not None
    assert megabytes << 20 <= done.peak_rss_bytes <= (megabytes + 16) << 20
    assert len(ballast) == 200 << 20


def test_a_launcher_that_dies_is_an_error_and_is_replaced(folder: Path) -> None:
    from proctor.isolation.bubblewrap import Bubblewrap
    from proctor.isolation.protocol import IsolationError

    isolation: Isolation = Bubblewrap()
    command = Command(("/bin/echo", "hello"), folder)
    assert isolation.run(command).stdout == b"hello\n"
    process = isolation._launcher._process  # type: ignore[attr-defined]
    process.kill()
    process.wait()
    with pytest.raises(IsolationError):
        isolation.run(command)
    assert isolation.run(command).stdout == b"hello\n"
    isolation.close()
