"""An Inspect sandbox of our own in a Docker container, through the `docker` command alone.

No network, few capabilities, limits on memory, processors and processes. What runs in it goes on between two
commands, so the agents of inspect-swe work in it. A container is labelled with the process that made it;
those whose maker is gone are removed when the next sitting begins.
"""

from __future__ import annotations

import io
import os
import tarfile
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Literal, overload

import anyio
from inspect_ai.util import (
    ExecResult,
    OutputLimitExceededError,
    SandboxConnection,
    SandboxEnvironment,
    SandboxEnvironmentConfigType,
    SandboxEnvironmentLimits,
    sandboxenv,
    subprocess,
)
from pydantic import BaseModel, Field

from proctor.grading.exam import Infrastructure, Refused
from proctor.isolation.process_owner import is_alive, owner
from proctor.isolation.protocol import IsolationError

NAME = "proctor-docker"
LABEL = "proctor.room"
_OWNER = "proctor.owner"
_CALL_SECONDS = 120
_GRACE_SECONDS = 15
_CHUNK = 1 << 16
_CAPABILITIES = ("CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "SETGID", "SETUID")
_MISSING = ("could not find the file", "no such file", "not a directory")


@dataclass(frozen=True, slots=True)
class Made:
    """An image, and a tar archive that is unpacked at a container's root (None if the image holds all)."""

    image: str
    archive: bytes | None = None


class ContainerConfig(BaseModel, frozen=True):
    """What a room is made of. Sizes in bytes; `cpus` may be a fraction.

    make: gives the image when the first room needs it, in place of `image`; it may raise ExamError and
    IsolationError. workdir: the work folder, made if it is not there.
    """

    image: str = ""
    workdir: str = "/work"
    env: tuple[tuple[str, str], ...] = ()
    memory_bytes: int = 4 << 30
    cpus: float = 2.0
    processes: int = 1024
    make: Callable[[], Made] | None = Field(default=None, exclude=True)


class RoomSpoilt(Refused):
    """The container is gone by what ran in it (it took all memory): the model's doing."""


@sandboxenv(name=NAME)
class DockerRoom(SandboxEnvironment):
    """One room: a container of its own, removed at the end."""

    def __init__(self, container: str, config: ContainerConfig) -> None:
        super().__init__()
        self.container = container
        self._config = config

    @classmethod
    async def task_init(cls, task_name: str, config: SandboxEnvironmentConfigType | None) -> None:
        """Remove the containers that killed sittings left."""
        await remove_leftovers()

    @classmethod
    async def sample_init(
        cls, task_name: str, config: SandboxEnvironmentConfigType | None, metadata: dict[str, str]
    ) -> dict[str, SandboxEnvironment]:
        """Make the container and start it. Raises IsolationError, and what `make` raises."""
        wanted = config if isinstance(config, ContainerConfig) else ContainerConfig()
        made = Made(wanted.image) if wanted.make is None else await anyio.to_thread.run_sync(wanted.make)
        if not made.image:
            raise IsolationError("the Docker room has no image")
        name = f"proctor-room-{uuid.uuid4().hex[:16]}"
        try:
            await _docker("create", "--name", name, *_arguments(wanted), made.image, "sleep", "infinity")
            if made.archive is not None:
                await _docker("cp", "-", f"{name}:/", stdin=made.archive)
            await _docker("start", name)
        except BaseException:
            with anyio.CancelScope(shield=True):
                await _remove(name)
            raise
        return {"default": cls(name, wanted)}

    @classmethod
    async def sample_cleanup(
        cls,
        task_name: str,
        config: SandboxEnvironmentConfigType | None,
        environments: dict[str, SandboxEnvironment],
        interrupted: bool,
    ) -> None:
        """Remove the container."""
        with anyio.CancelScope(shield=True):
            for environment in environments.values():
                await _remove(environment.as_type(cls).container)

    @classmethod
    def config_deserialize(cls, config: dict[str, Any]) -> BaseModel:
        """Read a room's configuration back from a log."""
        return ContainerConfig(**config)

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
        """Run a command; what it leaves running goes on.

        Raises TimeoutError, IsolationError if the container is lost, RoomSpoilt if it died for memory.
        """
        arguments = ["exec", "--interactive", "--workdir", self._inside(cwd or ".")]
        if user is not None:
            arguments += ["--user", user]
        for name, value in {**dict(self._config.env), **(env or {})}.items():
            arguments += ["--env", f"{name}={value}"]
        arguments.append(self.container)
        if timeout is not None:
            # In the container, for a client that goes away leaves the program behind.
            arguments += ["/usr/bin/timeout", "-k", "5", str(timeout)]
        begun = anyio.current_time()
        try:
            done = await subprocess(
                ["docker", *arguments, *cmd],
                input=input,
                timeout=None if timeout is None else timeout + _GRACE_SECONDS,
                output_limit=SandboxEnvironmentLimits.MAX_EXEC_OUTPUT_SIZE,
                concurrency=concurrency,
            )
        except TimeoutError:
            await self._still_there()
            raise
        if done.returncode:
            await self._still_there()
        if timeout is not None and done.returncode in (124, 137) and anyio.current_time() - begun >= timeout:
            raise TimeoutError(f"the command took more than {timeout} s")
        return done

    async def _still_there(self) -> None:
        state = await subprocess(
            ["docker", "inspect", "--format", "{{.State.Running}} {{.State.OOMKilled}}", self.container],
            timeout=_CALL_SECONDS,
        )
        if not state.success:
            raise IsolationError(f"the container is gone: {_last_line(state.stderr)}")
        running, killed = state.stdout.split()
        if running == "true":
            return
        if killed == "true":
            raise RoomSpoilt("what ran in the room took all its memory, and the room died of it")
        raise IsolationError("the container ended")

    async def settle(self) -> None:
        """End all that runs in the room; its files stay. Raises IsolationError, RoomSpoilt."""
        await self._still_there()
        await _docker("restart", "--time", "0", self.container)

    async def archive_of(self, folder: str, most: int) -> bytes:
        """A tar archive of a folder's content, packed outside the room.

        Raises Refused if it is not there, larger than `most` bytes, or takes too long, and IsolationError.
        """
        try:
            return await self._copy_out(f"{self._inside(folder)}/.", most)
        except FileNotFoundError:
            raise Refused(f"there is no {folder}") from None
        except OutputLimitExceededError:
            raise Refused(f"the submission is larger than {most >> 20} MiB") from None
        except TimeoutError:
            raise Refused(f"the submission can't be packed within {_CALL_SECONDS} s") from None

    async def write_file(self, file: str, contents: str | bytes) -> None:
        """Write a file, with the folders above it. Raises IsolationError."""
        path = PurePosixPath(self._inside(file))
        content = contents.encode() if isinstance(contents, str) else contents
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w") as archive:
            entry = tarfile.TarInfo(str(path).lstrip("/"))
            entry.size, entry.mode = len(content), 0o644
            archive.addfile(entry, io.BytesIO(content))
        await _docker("cp", "-", f"{self.container}:/", stdin=buffer.getvalue())

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...

    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...

    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """Read a file. Raises FileNotFoundError, IsADirectoryError, OutputLimitExceededError."""
        most = SandboxEnvironmentLimits.MAX_READ_FILE_SIZE
        archive = await self._copy_out(self._inside(file), most + 10_240)
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as tar:
            member = tar.next()
            if member is None or member.isdir():
                raise IsADirectoryError(f"{file} is a folder")
            source = tar.extractfile(member)
            if source is None:
                raise PermissionError(f"{file} is no regular file")
            content = source.read()
        return content.decode() if text else content

    async def connection(self, *, user: str | None = None) -> SandboxConnection:
        """How a person gets a shell in the room."""
        return SandboxConnection(
            type=NAME, command=f"docker exec -it {self.container} sh", container=self.container
        )

    def _inside(self, path: str) -> str:
        return os.path.normpath(PurePosixPath(self._config.workdir) / path)

    async def _copy_out(self, path: str, most: int) -> bytes:
        code, archive, said = await _bounded(
            ["docker", "cp", "--follow-link", f"{self.container}:{path}", "-"], most
        )
        if code == 0:
            return archive
        if any(word in said.lower() for word in _MISSING):
            raise FileNotFoundError(f"there is no {path} in the room")
        raise IsolationError(f"{path} can't be copied out of the container: {_last_line(said)}")


def _arguments(config: ContainerConfig) -> list[str]:
    arguments = [
        "--label", f"{LABEL}=1", "--label", f"{_OWNER}={owner()}", "--network", "none",
        "--entrypoint", "", "--user", "root", "--workdir", config.workdir,
        "--memory", str(config.memory_bytes), "--memory-swap", str(config.memory_bytes),
        "--cpus", str(min(config.cpus, float(os.cpu_count() or 1))),
        "--pids-limit", str(config.processes), "--cap-drop", "ALL",
        "--security-opt", "no-new-privileges", "--ulimit", "core=0:0", "--log-driver", "none",
    ]  # fmt: skip
    for capability in _CAPABILITIES:
        arguments += ["--cap-add", capability]
    return arguments


async def _docker(*arguments: str, stdin: bytes | None = None) -> str:
    """A call of the client. Raises IsolationError with what it says."""
    try:
        done = await subprocess(["docker", *arguments], input=stdin, timeout=_CALL_SECONDS)
    except (FileNotFoundError, TimeoutError) as error:
        raise IsolationError(f"docker {arguments[0]}: {error}") from error
    if not done.success:
        raise IsolationError(f"docker {arguments[0]}: {_last_line(done.stderr)}")
    return done.stdout


async def _bounded(command: list[str], most: int) -> tuple[int, bytes, str]:
    """Exit status, output and messages of a command. Raises OutputLimitExceededError and TimeoutError."""
    output = bytearray()
    said = bytearray()
    with anyio.fail_after(_CALL_SECONDS):
        async with await anyio.open_process(command) as process:
            assert process.stdout is not None and process.stderr is not None
            try:
                async for chunk in process.stdout:
                    output += chunk
                    if len(output) > most:
                        raise OutputLimitExceededError(f"{most} bytes", None)
                async for chunk in process.stderr:
                    said += chunk[: max(0, _CHUNK - len(said))]
                code = await process.wait()
            except BaseException:
                process.kill()
                raise
    return code, bytes(output), said.decode("utf-8", "replace")


async def _remove(container: str) -> None:
    done = await subprocess(["docker", "rm", "--force", "--volumes", container], timeout=_CALL_SECONDS)
    gone = any(word in done.stderr for word in ("No such container", "already in progress"))
    if not done.success and not gone:
        raise Infrastructure(f"a container can't be removed: {_last_line(done.stderr)}")


async def remove_leftovers() -> int:
    """Remove the rooms whose maker is gone; how many there were. Raises IsolationError."""
    told = await _docker(
        "ps", "--all", "--filter", f"label={LABEL}", "--format", '{{.Names}} {{.Label "' + _OWNER + '"}}'
    )
    found = [line.partition(" ") for line in told.splitlines()]
    gone = [name for name, _, made_by in found if not is_alive(made_by)]
    for name in gone:
        await _remove(name)
    return len(gone)


def _last_line(said: str) -> str:
    lines = said.strip().splitlines()
    return lines[-1][-300:] if lines else "it does not say why"
