"""The worker's side of the launcher: starts it, sends it programs, reads what became of them."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from proctor.isolation import launcher
from proctor.isolation.protocol import Command, Completed, IsolationError, LimitHit

NOT_FOUND = 127  # as a shell says that a program, or the interpreter it names, can't be run
_START = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    "from proctor.isolation.launcher import main; main(sys.argv[1:])"
)
PYTHON_OPTIONS = ("-I", "-S", "-c", _START)
SOURCES = str(Path(launcher.__file__).parents[2])
PATH = "/usr/local/bin:/usr/bin:/bin"


def environment_of(command: Command) -> dict[str, str]:
    """The environment a program gets, the same under every backend."""
    home = str(command.writable)
    return {"PATH": PATH, "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", "TZ": "UTC", **command.env}


class Launcher:
    """One launcher process, started when first needed and started anew should it die.

    sandbox: the argv of a sandbox for it to enter, which ends in how Python is called there.
    """

    def __init__(self, sandbox: Sequence[str] = ()) -> None:
        self._sandbox = tuple(sandbox)
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: socket.socket | None = None

    def run(self, argv: Sequence[str], cwd: Path | str, command: Command) -> Completed:
        """Run `argv` with the command's stdin, environment and limits, and wait for its end.

        Raises IsolationError if the launcher died or the sandbox could not be set up.
        """
        try:
            return self._exchange(argv, cwd, command)
        except OSError as error:
            self.close()
            raise IsolationError(f"the launcher of programs failed: {error}") from error

    def _exchange(self, argv: Sequence[str], cwd: Path | str, command: Command) -> Completed:
        connection = self._connection or self._start()
        stdin = command.stdin if isinstance(command.stdin, bytes) else command.stdin.read_bytes()
        limits = command.limits
        header: dict[str, Any] = {
            "argv": list(argv),
            "env": environment_of(command),
            "cwd": str(cwd),
            "stdin_bytes": len(stdin),
            "writable": str(command.writable),
            "readonly": [str(path) for path in (*command.readonly, *command.hidden)],
            "keep_output": command.keep_output,
            "wall_seconds": limits.wall_seconds,
            "cpu_seconds": limits.cpu_seconds,
            "memory_bytes": limits.memory_bytes,
            "processes": limits.processes,
            "output_bytes": limits.output_bytes,
            "file_bytes": limits.file_bytes,
            "disk_bytes": limits.disk_bytes,
            "files": limits.files,
            "open_files": limits.open_files,
        }
        launcher.write_frame(connection, header, stdin)
        report = launcher.read_header(connection)
        if report is None:
            self.close()
            raise IsolationError("the launcher of programs died")
        if "error" in report:
            if self._sandbox:
                self.close()
            raise IsolationError(f"the program could not be started: {report['error']}")
        if "not_runnable" in report:
            said = (report["not_runnable"] + "\n").encode()
            return Completed(NOT_FOUND, None, None, 0.0, 0.0, None, b"", said, 0, len(said))
        out = launcher.read_exactly(connection, report["stdout_kept"])
        err = launcher.read_exactly(connection, report["stderr_kept"])
        return Completed(
            exit_code=report["exit_code"],
            signal=report["signal"],
            limit=LimitHit(report["limit"]) if report["limit"] else None,
            wall_seconds=report["wall_seconds"],
            cpu_seconds=report["cpu_seconds"],
            peak_rss_bytes=report["peak_rss_bytes"],
            stdout=out,
            stderr=err,
            stdout_bytes=report["stdout_bytes"],
            stderr_bytes=report["stderr_bytes"],
        )

    def _start(self) -> socket.socket:
        mine, its = socket.socketpair()
        with its:
            how = ("enter" if self._sandbox else "serve", str(its.fileno()), *self._sandbox)
            self._process = subprocess.Popen(
                [sys.executable, *PYTHON_OPTIONS, SOURCES, *how],
                pass_fds=(its.fileno(),),
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._connection = mine
        return mine

    def kill(self) -> None:
        """Kill the launcher and whatever it still runs; for another thread than the one that waits in `run`,
        which then raises IsolationError.
        """
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the launcher and, with it, whatever it still runs."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            try:
                self._process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
