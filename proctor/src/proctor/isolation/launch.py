"""The worker's side of the launcher: starts it, sends it programs, reads what became of them."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from proctor.isolation import launcher
from proctor.isolation.protocol import Command, Completed, IsolationError, LimitHit

NOT_FOUND = 127  # as a shell says that a program, or the interpreter it names, can't be run
_NOT_RUN = b"bwrap: execvp "
PATH = "/usr/local/bin:/usr/bin:/bin"


def environment_of(command: Command) -> dict[str, str]:
    """The environment a program gets, the same under every backend."""
    home = str(command.writable)
    return {"PATH": PATH, "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", "TZ": "UTC", **command.env}


class Launcher:
    """One launcher process, started when first needed and started anew should it die."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: socket.socket | None = None

    def run(self, argv: Sequence[str], cwd: Path | str, command: Command, *, sandboxed: bool) -> Completed:
        """Run `argv` with the command's stdin, environment and limits, and wait for its end.

        sandboxed: argv is a sandbox that writes bubblewrap's status lines to `launcher.STATUS_FD`.
        Raises IsolationError if the launcher died or the sandbox could not be set up.
        """
        try:
            return self._exchange(argv, cwd, command, sandboxed)
        except OSError as error:
            self.close()
            raise IsolationError(f"the launcher of programs failed: {error}") from error

    def _exchange(self, argv: Sequence[str], cwd: Path | str, command: Command, sandboxed: bool) -> Completed:
        connection = self._connection or self._start()
        stdin = command.stdin if isinstance(command.stdin, bytes) else b""
        limits = command.limits
        header: dict[str, Any] = {
            "argv": list(argv),
            "env": environment_of(command),
            "cwd": str(cwd),
            "stdin_path": None if isinstance(command.stdin, bytes) else str(command.stdin),
            "stdin_bytes": len(stdin),
            "writable": str(command.writable),
            "sandboxed": sandboxed,
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
            raise IsolationError(f"the program could not be started: {report['error']}")
        out = launcher.read_exactly(connection, report["stdout_kept"])
        err = launcher.read_exactly(connection, report["stderr_kept"])
        if err.startswith(_NOT_RUN) and not report["started"]:
            report["exit_code"] = NOT_FOUND
        elif not report["started"]:
            raise IsolationError(
                f"the sandbox could not be set up: {err[-500:].decode('utf-8', 'replace').strip()}"
            )
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
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", os.fspath(launcher.__file__), str(its.fileno())],
                pass_fds=(its.fileno(),),
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._connection = mine
        return mine

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
