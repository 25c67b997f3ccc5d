"""What a shut-in program can't see, reach or change, under bubblewrap and under Docker."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from proctor.isolation.protocol import Command, Completed, Isolation, Limits

Python = Callable[..., Completed]


def test_runs_with_stdin_and_reports_the_end(python: Python) -> None:
    done = python(
        "import sys; print(sys.stdin.read().upper()); sys.stderr.write('e'); sys.exit(3)", stdin=b"text"
    )
    assert (done.exit_code, done.signal, done.limit) == (3, None, None)
    assert (done.stdout, done.stderr) == (b"TEXT\n", b"e")
    assert done.wall_seconds > 0


def test_stdin_from_a_file_outside(python: Python, tmp_path: Path) -> None:
    query = tmp_path / "query"
    query.write_bytes(b"from a file")
    assert python("print(input())", stdin=query).stdout == b"from a file\n"


def test_a_signal_is_told_from_an_exit(python: Python) -> None:
    done = python("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    assert (done.exit_code, done.signal) == (None, 11)


def test_can_write_its_folder_and_nothing_else(python: Python, folder: Path) -> None:
    done = python(
        "import os\n"
        "open('mine', 'w').write('x')\n"
        "for path in ('/evil', '/usr/evil', '/etc/evil', '/bin/evil', '/proc/sys/kernel/core_pattern'):\n"
        "    try:\n"
        "        open(path, 'w').write('x')\n"
        "    except OSError as error:\n"
        "        continue\n"
        "    print('wrote', path)\n"
    )
    assert (done.stdout, done.exit_code) == (b"", 0)
    assert (folder / "mine").read_text() == "x"


def test_does_not_see_what_lies_beside_its_folder(python: Python, tmp_path: Path) -> None:
    (tmp_path / "golden").write_text("the answer")
    done = python(f"import os; print(os.path.exists({str(tmp_path / 'golden')!r}), os.path.exists('/root'))")
    assert done.stdout == b"False False\n"


def test_readonly_paths_are_seen_and_stay_as_they_are(python: Python, tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    shown.mkdir()
    (shown / "program").write_text("original")
    code = (
        f"import os\nprint(open({str(shown / 'program')!r}).read())\n"
        f"for act in (lambda: open({str(shown / 'program')!r}, 'w'), lambda: os.unlink({str(shown / 'program')!r}),"
        f" lambda: os.chmod({str(shown / 'program')!r}, 0o777)):\n"
        "    try:\n        act()\n        print('changed')\n    except OSError:\n        pass\n"
    )
    assert python(code, readonly=(shown,)).stdout == b"original\n"
    assert (shown / "program").read_text() == "original"


def test_hidden_paths_are_empty(python: Python) -> None:
    hidden = (Path("/usr/bin/env"), Path("/usr/share/doc"))
    done = python(
        "import os; print(os.path.getsize('/usr/bin/env'), os.listdir('/usr/share/doc'))", hidden=hidden
    )
    assert done.stdout == b"0 []\n"


def test_has_no_network(python: Python) -> None:
    done = python(
        "import socket\n"
        "print([name for _, name in socket.if_nameindex() if name != 'lo'])\n"
        "s = socket.socket()\n"
        "s.settimeout(3)\n"
        "try:\n    s.connect(('192.0.2.1', 80))\nexcept OSError as error:\n    print('unreachable')\n"
    )
    assert done.stdout == b"[]\nunreachable\n"


def test_a_listener_on_the_host_is_out_of_reach(python: Python) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        done = python(
            f"import socket\ntry:\n    socket.create_connection(('127.0.0.1', {port}), 3)\n    print('reached')\n"
            "except OSError:\n    print('refused')\n"
        )
    assert done.stdout == b"refused\n"


def test_holds_no_descriptor_but_its_three(python: Python) -> None:
    # A program that held the launcher's socket could write its own verdict.
    done = python(
        "import os\nfor fd in range(3, 256):\n    try:\n        os.fstat(fd)\n        print(fd)\n"
        "    except OSError:\n        pass\n"
    )
    assert done.stdout == b""


def test_does_not_see_other_processes(python: Python) -> None:
    done = python("import os; print(len([name for name in os.listdir('/proc') if name.isdigit()]) < 6)")
    assert done.stdout == b"True\n"


def test_environment_is_ours(python: Python, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "s3cret")
    done = python(
        "import os; print(os.environ.get('SECRET_TOKEN'), os.environ['TZ'], os.environ['MINE'])",
        env={"MINE": "1"},
    )
    assert done.stdout == b"None UTC 1\n"


def test_wrapped_argv_has_the_same_walls(walled: Isolation, folder: Path) -> None:
    import subprocess

    argv = walled.wrap(Command(("/bin/sh", "-c", "pwd; ls -d /root /etc/shadow 2>/dev/null"), folder))
    done = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == f"{folder}\n"


def test_program_that_is_not_there(walled: Isolation, folder: Path) -> None:
    done = walled.run(Command((str(folder / "nothing"),), folder, limits=Limits(wall_seconds=10)))
    assert done.exit_code != 0
