"""The worker's end of the oracle: keeps one isolated process alive, and outlives whatever a script does to
it.
"""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from proctor.exams.multilangbench.oracle.find import Oracle, python_folders
from proctor.exams.multilangbench.oracle.script import names_of_shell, needs_shell
from proctor.isolation.protocol import Command

_MARGIN_SECONDS = 30.0
_DYING_SECONDS = 0.5  # between the end of a process's output and its own
_RENEW_AFTER = 500  # scripts: so that nothing can pile up in the process
_DATABASE = "output.db"
_START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from {0} import main; main(sys.argv[1:])"
# What these set holds for the whole process, and so for the scripts after it (documentation page `pragma`).
_PROCESS_WIDE = re.compile(rb"heap_limit|store_directory", re.IGNORECASE)
_SERVER = "proctor.exams.multilangbench.oracle.server"


def _spent(process: int) -> float:
    """CPU seconds of a process and its descendants (proc(5), stat)."""
    ticks = 0
    waiting = [process]
    while waiting:
        here = Path(f"/proc/{waiting.pop()}")
        try:
            fields = (here / "stat").read_bytes().rpartition(b")")[2].split()
            children = (here / "task" / here.name / "children").read_text()
        except OSError:
            continue  # it ended while we looked
        ticks += sum(map(int, fields[11:13]))
        waiting += map(int, children.split())
    return ticks / os.sysconf("SC_CLK_TCK")


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
    spool is made; if it lies on the file system of the databases, they are moved instead of copied. alone:
    run every script in a process of its own, which where the sandbox does not tell what was used (Docker) is
    the only way to know it.
    """

    def __init__(
        self,
        oracle: Oracle,
        wrap: Callable[[Command], list[str]],
        parent: Path | None = None,
        *,
        alone: bool = False,
    ) -> None:
        self._oracle = oracle
        self._wrap = wrap
        self._parent = parent
        self._process: subprocess.Popen[bytes] | None = None
        self._spool: Path | None = None
        self._alone = alone
        self._served = 0
        self._cpu_before = 0.0
        self._said = b""

    def run(
        self,
        database: Path | None,
        script: bytes,
        allowance: Allowance,
        *,
        check: bool = False,
        keep: Path | None = None,
        made_by: bytes = b"",
    ) -> Answer:
        """Run a script on a database file, which is taken away from where it was; None is a new, empty one.

        made_by: the SQL that made the file, whose views and triggers may need what only the shell has.
        check: run `PRAGMA integrity_check` afterwards, on a connection of its own.
        keep: where to put the database afterwards; otherwise it is removed.
        Raises OracleFault if the oracle's process can't be started, or can't run this script.
        """
        shell = needs_shell(script) and self._oracle.kind != "wheel"
        if not shell and self._oracle.kind != "wheel" and self._oracle.shell is not None:
            shell = names_of_shell(made_by)
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
        alone = self._alone or shell or _PROCESS_WIDE.search(script) is not None
        request = {
            "database": _DATABASE, "script": len(script), "shell": shell, "check": check,
            "alone": alone,
            "wall": allowance.wall_seconds, "cpu": allowance.cpu_seconds, "memory": allowance.memory_bytes,
            "output": allowance.output_bytes, "file": allowance.file_bytes,
        }  # fmt: skip
        try:
            message = json.dumps(request).encode() + b"\n" + script
            found = self._ask(process, message, allowance, alone, check)
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

    def _ask(
        self, process: subprocess.Popen[bytes], message: bytes, allowance: Allowance, alone: bool, check: bool
    ) -> dict[str, object]:
        assert process.stdin is not None
        try:
            process.stdin.write(message)
            process.stdin.flush()
        except BrokenPipeError:
            self._kill()
            raise OracleFault("the oracle's process is gone") from None
        self._served += 1
        # What is alone is ended by the process itself, which then answers.
        line = self._line(process, allowance.wall_seconds + alone * _MARGIN_SECONDS)
        if not line.endswith(b"\n"):
            return self._lost(process, allowance)
        answer: dict[str, object] = json.loads(line)
        self._cpu_before = float(str(answer["total_cpu"]))
        answer["integrity"] = None
        if check:
            line = self._line(process, _MARGIN_SECONDS)
            answer["integrity"] = json.loads(line) if line.endswith(b"\n") else "not finished"
            if not line.endswith(b"\n"):
                self._kill(keep_spool=True)
        return answer

    def _line(self, process: subprocess.Popen[bytes], seconds: float) -> bytes:
        """What the process says next; nothing if it has ended, or does not answer in time."""
        assert process.stdout is not None
        while b"\n" not in self._said:
            ready, _, _ = select.select([process.stdout], [], [], seconds)
            if not ready:
                return b""
            data = os.read(process.stdout.fileno(), 1 << 16)
            if not data:
                return b""
            self._said += data
        line, end, self._said = self._said.partition(b"\n")
        return line + end

    def _lost(self, process: subprocess.Popen[bytes], allowance: Allowance) -> dict[str, object]:
        """What became of a process that did not answer."""
        lost: dict[str, object] = {"errors": [], "failed": 0, "integrity": None, "rss": 0}
        try:
            code = process.wait(_DYING_SECONDS)
        except subprocess.TimeoutExpired:
            spent = _spent(process.pid) - self._cpu_before
            self._kill()
            return lost | {
                "status": "timed_out",
                "detail": f"not done after {allowance.wall_seconds} s",
                "cpu": spent,
            }
        self._kill()
        # The sandbox passes on a signal as a shell does.
        number = -code if code < 0 else code - 128
        if number == signal.SIGXCPU:
            detail = f"not done after {allowance.cpu_seconds} s of processor time"
            return lost | {"status": "timed_out", "detail": detail, "cpu": float(allowance.cpu_seconds)}
        return lost | {"status": "crashed", "detail": "the oracle's process was lost", "cpu": 0.0}

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None and self._served < _RENEW_AFTER:
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
        self._served, self._cpu_before, self._said = 0, 0.0, b""
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

    def _kill(self, *, keep_spool: bool = False) -> None:
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
        if self._spool is not None and not keep_spool:
            shutil.rmtree(self._spool, ignore_errors=True)
            self._spool = None

    def close(self) -> None:
        """End the oracle's process and remove its spool."""
        self._kill()
