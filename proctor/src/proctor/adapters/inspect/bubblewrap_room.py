"""An Inspect sandbox made of Proctor's own bubblewrap isolation: no daemon, no network, one work folder.

Each command is a program run to its end under the core's limits; nothing it starts outlives it. So agents
that need
a service in the room (those of inspect-swe) take the Docker room instead.
"""

from __future__ import annotations

import asyncio
import functools
import os
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, overload

from inspect_ai.util import (
    ExecResult,
    OutputLimitExceededError,
    SandboxEnvironment,
    SandboxEnvironmentConfigType,
    SandboxEnvironmentLimits,
    sandboxenv,
)
from pydantic import BaseModel, Field

from proctor.isolation.bubblewrap import Bubblewrap
from proctor.isolation.protocol import Command, Completed, Limits

NAME = "proctor-bubblewrap"
_OUTPUT = 10 << 20
_LIMITS = Limits(wall_seconds=600.0, cpu_seconds=600, processes=256, output_bytes=_OUTPUT)


class RoomConfig(BaseModel, frozen=True):
    """What a room shows and hides: paths of this machine, and the environment of its commands.

    root: the folder shown as the system, in place of this machine's own. make: gives that folder when the
    first room needs it; what it raises is a fault of ours.
    """

    root: str | None = None
    make: Callable[[], Path] | None = Field(default=None, exclude=True)
    readonly: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    env: tuple[tuple[str, str], ...] = ()


@sandboxenv(name=NAME)
class BubblewrapRoom(SandboxEnvironment):
    """One room: a work folder of its own, removed at the end."""

    def __init__(self, config: RoomConfig) -> None:
        super().__init__()
        self._config = config
        self._base = Path(tempfile.mkdtemp(prefix="proctor-room-"))
        self.folder = self._base / "room" / "work"
        self.folder.mkdir(parents=True)
        # The isolation belongs to one thread: its sandbox dies with the thread that made it.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="proctor-room")
        self._isolation: Bubblewrap | None = None
        self._is_killed = False

    @classmethod
    async def sample_init(
        cls, task_name: str, config: SandboxEnvironmentConfigType | None, metadata: dict[str, str]
    ) -> dict[str, SandboxEnvironment]:
        """Make the room. Raises what `make` raises."""
        wanted = config if isinstance(config, RoomConfig) else RoomConfig()
        if wanted.make is not None:
            root = await asyncio.to_thread(wanted.make)
            wanted = wanted.model_copy(update={"root": str(root), "make": None})
        return {"default": cls(wanted)}

    @classmethod
    async def sample_cleanup(
        cls,
        task_name: str,
        config: SandboxEnvironmentConfigType | None,
        environments: dict[str, SandboxEnvironment],
        interrupted: bool,
    ) -> None:
        """Remove the room."""
        for environment in environments.values():
            environment.as_type(cls).close()

    @classmethod
    def config_deserialize(cls, config: dict[str, Any]) -> BaseModel:
        """Read a room's configuration back from a log."""
        return RoomConfig(**config)

    def close(self) -> None:
        """End the room's sandbox and remove its folder."""
        self._thread.submit(self._close).result()
        self._thread.shutdown()

    def _close(self) -> None:
        if self._isolation is not None:
            self._isolation.close()
        shutil.rmtree(self._base, ignore_errors=True)

    async def exec(
        self,
        cmd: list[str],
        input: str | bytes | None = None,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        user: str | None = None,
        timeout: int | None = None,
        timeout_retry: bool = True,
        concurrency: bool = True,
    ) -> ExecResult[str]:
        """Run a command to its end. Raises TimeoutError, and IsolationError if the room itself failed."""
        stdin = input.encode() if isinstance(input, str) else input or b""
        seconds = _LIMITS.wall_seconds if timeout is None else float(timeout)
        command = Command(
            argv=tuple(cmd),
            writable=self.folder,
            workdir=self.folder / cwd if cwd else None,
            stdin=stdin,
            readonly=tuple(Path(path) for path in self._config.readonly),
            hidden=tuple(Path(path) for path in self._config.hidden),
            env=dict(self._config.env) | (env or {}),
            limits=replace(_LIMITS, wall_seconds=seconds, cpu_seconds=max(1, round(seconds))),
            keep_output=_OUTPUT,
        )
        loop = asyncio.get_running_loop()
        try:
            completed = await loop.run_in_executor(self._thread, functools.partial(self._run, command))
        except asyncio.CancelledError:
            self._is_killed = True
            if self._isolation is not None:
                self._isolation.kill()
            raise
        if completed.timed_out:
            raise TimeoutError(f"the command took more than {seconds:g} s")
        code = completed.exit_code if completed.exit_code is not None else 128 + (completed.signal or 0)
        stderr = completed.stderr.decode("utf-8", "replace")
        if completed.limit is not None:
            stderr += f"\nended by the {completed.limit.value} limit"
            code = code or 1
        return ExecResult(code == 0, code, completed.stdout.decode("utf-8", "replace"), stderr)

    def _run(self, command: Command) -> Completed:
        if self._is_killed and self._isolation is not None:
            # It may have been idle when it was killed, and nobody noticed yet.
            self._isolation.close()
            self._isolation = None
        self._is_killed = False
        if self._isolation is None:
            self._isolation = Bubblewrap(Path(self._config.root) if self._config.root else None)
        return self._isolation.run(command)

    async def write_file(self, file: str, contents: str | bytes) -> None:
        """Write a file of the work folder. Raises PermissionError for a path outside it."""
        path = self._inside(file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents.encode() if isinstance(contents, str) else contents)

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...

    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...

    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """Read a file of the work folder.

        Raises PermissionError for a path, or a link, that leads outside, and OutputLimitExceededError.
        """
        path = self._inside(file)
        if path.stat().st_size > SandboxEnvironmentLimits.MAX_READ_FILE_SIZE:
            raise OutputLimitExceededError(SandboxEnvironmentLimits.MAX_READ_FILE_SIZE_STR, None)
        content = path.read_bytes()
        return content.decode() if text else content

    def _inside(self, file: str) -> Path:
        # Nothing of the room runs between two commands, so what is checked here still holds when it is
        # opened.
        path = Path(os.path.realpath(self.folder / file))
        if not path.is_relative_to(os.path.realpath(self.folder)):
            raise PermissionError(f"{file} is not in the room's work folder")
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise PermissionError(f"{file} is no regular file")
        return path
