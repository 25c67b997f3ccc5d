"""What a backend promises: one program, run once, shut in, and its whole process tree gone afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol


class IsolationError(Exception):
    """The sandbox itself failed: nothing was learned about the program."""


class IsolationUnavailable(IsolationError):
    """The backend can't run on this machine; the message says how to install what is missing."""


class LimitHit(StrEnum):
    """Which limit ended a program."""

    WALL = "wall"
    CPU = "cpu"
    MEMORY = "memory"
    PROCESSES = "processes"
    OUTPUT = "output"
    FILE_SIZE = "file_size"
    DISK = "disk"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one run; seconds and bytes.

    cpu_seconds holds for each process, file_bytes for each file, output_bytes for standard output and
    standard error together, disk_bytes and files for all that lies in the writable folder, and memory_bytes
    and processes for the whole process tree.
    """

    wall_seconds: float = 60.0
    cpu_seconds: int = 60
    memory_bytes: int = 2 << 30
    processes: int = 128
    output_bytes: int = 16 << 20
    file_bytes: int = 1 << 30
    disk_bytes: int = 2 << 30
    files: int = 20_000
    open_files: int = 1024


@dataclass(frozen=True, slots=True)
class Command:
    """A program to run.

    argv: program and arguments; argv[0] is a path inside the sandbox or a name found on its PATH.
    writable: the one folder the program may write to; it appears at the same path inside and is the working
    folder
        unless `workdir` (a folder inside the sandbox) is given.
    stdin: the bytes on standard input, or a file to read them from (opened outside, so it need not be
    visible).
    readonly: files and folders shown read-only at the same path, beside the system folders of the allow-list.
    hidden: files and folders that must not be seen although they lie inside a shown folder (for instance a
    system
        library that would give the answer away).
    env: the whole environment, on top of a PATH, HOME, LANG and TZ that the backend sets.
    """

    argv: tuple[str, ...]
    writable: Path
    workdir: Path | None = None
    stdin: bytes | Path = b""
    readonly: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    keep_output: int = 1 << 20


@dataclass(frozen=True, slots=True)
class Completed:
    """How a program ended.

    Exactly one of exit_code and signal is set. limit says which limit ended it, if one did. stdout and
    stderr are the first `keep_output` bytes of each, and the bytes printed in all are counted beside them.
    cpu_seconds and peak_rss_bytes are of the whole process tree as far as the backend can see it (peak: of
    the largest process), and None where it can't.
    """

    exit_code: int | None
    signal: int | None
    limit: LimitHit | None
    wall_seconds: float
    cpu_seconds: float | None
    peak_rss_bytes: int | None
    stdout: bytes
    stderr: bytes
    stdout_bytes: int
    stderr_bytes: int

    @property
    def timed_out(self) -> bool:
        """Whether time, on the wall or of the CPU, ended it."""
        return self.limit in (LimitHit.WALL, LimitHit.CPU)

    @property
    def ok(self) -> bool:
        """Whether it ended by itself with exit status 0."""
        return self.exit_code == 0 and self.limit is None


class Isolation(Protocol):
    """One way to run programs shut in. An object belongs to one process and one thread; `close` it when
    done.
    """

    @property
    def name(self) -> str:
        """`bubblewrap`, `docker` or `bare`: stands on the scorecard."""
        ...

    @property
    def warning(self) -> str | None:
        """What the scorecard must say about this backend, or None if it keeps every promise."""
        ...

    def run(self, command: Command) -> Completed:
        """Run the program to its end or to its limits; its whole process tree is gone when this returns.

        Raises IsolationError if the sandbox itself failed.
        """
        ...

    def wrap(self, command: Command) -> list[str]:
        """The argv that, run outside, runs the command inside this sandbox: for a helper process that stays
        up.

        The caller starts it, and is then the one who must bound it: only the sandbox's walls (network, file
        system, process tree) come with the argv, not time, output or resource limits. `command.stdin` is not
        used.
        """
        ...

    def close(self) -> None:
        """Let go of what the backend holds."""
        ...
