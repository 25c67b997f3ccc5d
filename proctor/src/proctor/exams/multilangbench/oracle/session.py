"""The worker's end of the oracle: keeps one isolated process alive, and outlives whatever a script does to
it.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from proctor.exams.multilangbench.oracle.find import Oracle, python_folders
from proctor.exams.multilangbench.oracle.script import needs_shell
from proctor.isolation.protocol import Command

_MARGIN_SECONDS = 30.0
_DATABASE = "output.db"
_START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from {0} import main; main(sys.argv[1:])"
_SERVER = "proctor.exams.multilangbench.oracle.server"


class OracleFault(Exception):
    """The oracle could not do its work, and the file it was given is not to blame."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one script may use; seconds and bytes."""

    wall_seconds: float = 60.0
    cpu_seconds: int = 60
    memory_bytes: int = 2 << 30
    output_bytes: int = 64 << 20
    file_bytes: int = 4 << 30


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a script.

    status: `done`, or `too_long`, `timed_out`, `crashed`, `unopenable`: the database or the script is to
    blame. errors: the first error texts; failed: how many statements failed. integrity: the first line of
    `PRAGMA integrity_check`, if it was asked for.
    """

    status: str
    detail: str
    output: bytes
    errors: tuple[str, ...]
    failed: int
    integrity: str | None
    cpu_seconds: float
    peak_rss_bytes: int

    @property
    def done(self) -> bool:
        """Whether the script was run to its end."""
        return self.status == "done"


class Session:
    """One isolated oracle process, started when first needed and again whenever it had to be killed.

    wrap: turns a command into the argv that runs it inside a sandbox (`Isolation.wrap`). parent: where the
    spool is made; if it lies on the file system of the databases, they are moved instead of copied.
    """

    def __init__(
        self, oracle: Oracle, wrap: Callable[[Command], list[str]], parent: Path | None = None
    ) -> None:
        self._oracle = oracle
        self._wrap = wrap
        self._parent = parent
        self._process: subprocess.Popen[bytes] | None = None
        self._spool: Path | None = None

    def run(
        self,
        database: Path | None,
        script: bytes,
        allowance: Allowance,
        *,
        check: bool = False,
        keep: Path | None = None,
    ) -> Answer:
        """Run a script on a database file, which is taken away from where it was; None is a new, empty one.

        check: run `PRAGMA integrity_check` afterwards, on a connection of its own.
        keep: where to put the database afterwards; otherwise it is removed.
        Raises OracleFault if the oracle's process can't be started, or can't run this script.
        """
        shell = needs_shell(script) and self._oracle.kind != "wheel"
        if shell and self._oracle.shell is None:
            raise OracleFault(
                "this script may need functions that only the sqlite3 shell has, and there is no shell"
            )
        process = self._started()
        assert self._spool is not None
        target = self._spool / _DATABASE
        if database is None:
            target.touch()
        else:
            shutil.move(database, target)
        request = {
            "database": _DATABASE, "script": len(script), "shell": shell, "check": check,
            "wall": allowance.wall_seconds, "cpu": allowance.cpu_seconds, "memory": allowance.memory_bytes,
            "output": allowance.output_bytes, "file": allowance.file_bytes,
        }  # fmt: skip
        try:
            found = self._ask(process, json.dumps(request).encode() + b"\n" + script, allowance.wall_seconds)
            if found["status"] in ("unprintable", "fault"):
                raise OracleFault(str(found["detail"]))
            answer = self._answer(found, allowance)
            if keep is not None and self._spool is not None:
                shutil.move(target, keep)
        finally:
            self._sweep()
        return answer

    def _output(self, most: int) -> bytes:
        if self._spool is None:
            return b""
        try:
            descriptor = os.open(self._spool / "out", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except FileNotFoundError:
            return b""
        with os.fdopen(descriptor, "rb") as stream:
            return stream.read(most)

    def _answer(self, found: dict[str, object], allowance: Allowance) -> Answer:
        errors = found["errors"]
        integrity = found["integrity"]
        assert isinstance(errors, list)
        return Answer(
            status=str(found["status"]),
            detail=str(found["detail"]),
            output=self._output(allowance.output_bytes),
            errors=tuple(str(error) for error in errors),
            failed=int(str(found["failed"])),
            integrity=None if integrity is None else str(integrity),
            cpu_seconds=float(str(found["cpu"])),
            peak_rss_bytes=int(str(found["rss"])),
        )

    def _ask(self, process: subprocess.Popen[bytes], message: bytes, wall: float) -> dict[str, object]:
        assert process.stdin is not None
        assert process.stdout is not None
        lost = {"status": "crashed", "errors": [], "failed": 0, "integrity": None, "cpu": 0.0, "rss": 0}
        try:
            process.stdin.write(message)
            process.stdin.flush()
        except BrokenPipeError:
            self._kill()
            raise OracleFault("the oracle's process is gone") from None
        ready, _, _ = select.select([process.stdout], [], [], wall + _MARGIN_SECONDS)
        line = process.stdout.readline() if ready else b""
        if line.endswith(b"\n"):
            answer: dict[str, object] = json.loads(line)
            return answer
        self._kill()
        if not ready:
            return lost | {
                "status": "timed_out",
                "detail": "the oracle's process did not come back and was killed",
            }
        return lost | {"detail": "the oracle's process was lost"}

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._kill()
        if self._parent is not None:
            self._parent.mkdir(parents=True, exist_ok=True)
        self._spool = Path(tempfile.mkdtemp(prefix="proctor-oracle-", dir=self._parent))
        oracle = self._oracle
        source = str(Path(__file__).parents[4])
        arguments = (oracle.kind, oracle.path, oracle.shell or "-")
        extra = tuple(Path(path) for path in (oracle.path, oracle.shell) if path)
        command = Command(
            argv=(sys.executable, "-I", "-S", "-c", _START.format(_SERVER), source, *arguments),
            writable=self._spool,
            readonly=(*python_folders(), *extra),
            env={"TZ": "UTC", "HOME": "/nonexistent"},
        )
        environment = {"PATH": os.defpath, **command.env}
        self._process = subprocess.Popen(
            self._wrap(command),
            env=environment,
            cwd=self._spool,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=-1,
        )
        return self._process

    def _sweep(self) -> None:
        """Empty the spool: journals and whatever else a script left beside the database."""
        if self._spool is None:
            return
        with os.scandir(self._spool) as entries:
            for entry in list(entries):
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    Path(entry.path).unlink(missing_ok=True)

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    try:
                        stream.close()
                    except BrokenPipeError:
                        continue
            self._process = None
        if self._spool is not None:
            shutil.rmtree(self._spool, ignore_errors=True)
            self._spool = None

    def close(self) -> None:
        """End the oracle's process and remove its spool."""
        self._kill()
