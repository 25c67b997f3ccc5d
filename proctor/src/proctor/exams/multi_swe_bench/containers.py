"""One container an instance, through the `docker` library: shut in, watched, and removed.

No network, limits on memory, processors, processes and open files, few capabilities. A container is named and
labelled after the run and the process that made it, so that what a killed run left is found and removed, and
nothing else; one that is never looked for again ends by itself, for its first process is a sleep. podman and
a remote daemon work by the same socket: DOCKER_HOST says where it is.
"""

from __future__ import annotations

import io
import os
import socket
import tarfile
import threading
import time
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from proctor.grading.exam import ExamError
from proctor.isolation.protocol import IsolationError, IsolationUnavailable

if TYPE_CHECKING:
    from docker import DockerClient
    from docker.models.containers import Container

LABEL = "proctor.exam"
RUN = "proctor.run"
OWNER = "proctor.owner"
EXAM = "multi-swe-bench"
INBOX = "/proctor-in"
_CALL_SECONDS = 120
_KILLED = 128 + 9  # a shell's status for what SIGKILL ended
_GRACE_SECONDS = 600
_CAPABILITIES = ("CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "SETGID", "SETUID")
_QUIET_GIT = {
    "GIT_CONFIG_COUNT": "2",
    "GIT_CONFIG_KEY_0": "safe.directory",
    "GIT_CONFIG_VALUE_0": "*",
    "GIT_CONFIG_KEY_1": "core.hooksPath",
    "GIT_CONFIG_VALUE_1": "/dev/null",
    "GIT_TERMINAL_PROMPT": "0",
}


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of one instance: seconds and bytes; `cpus` may be a fraction."""

    wall_seconds: float = 1800.0
    memory_bytes: int = 2 << 30
    cpus: float = 1.0
    processes: int = 512
    output_bytes: int = 64 << 20


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command in a container ended.

    exit_code is None if it did not end by itself: `ended` then says why (`timeout`, `output`, `memory`,
    `lost`); `memory` may also stand beside an exit code, when the command outlived the killed process.
    """

    exit_code: int | None
    ended: str
    output: bytes
    seconds: float


def connect() -> DockerClient:
    """A client of the daemon. Raises ExamError without the library, IsolationUnavailable without a daemon."""
    try:
        import docker
        from docker.errors import DockerException
    except ImportError:
        raise ExamError('Docker\'s library is missing: pip install "proctor[swe]"') from None
    try:
        client = docker.from_env(timeout=_CALL_SECONDS)
        client.ping()
    except DockerException as error:
        raise IsolationUnavailable(
            f"no Docker daemon answers ({error}); start one, or set DOCKER_HOST to its socket (podman's too)"
        ) from error
    return client


def owner() -> str:
    """This process, so that no other is taken for it: host, process id and its start (proc(5), stat)."""
    return f"{socket.gethostname()}:{os.getpid()}:{_started(os.getpid())}"


def _started(pid: int) -> str:
    try:
        told = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return "gone"
    return told.rpartition(")")[2].split()[19]


def _is_alive(told: str) -> bool:
    """Whether the owner lives; one on another host is taken to."""
    host, _, rest = told.partition(":")
    pid, _, started = rest.partition(":")
    return host != socket.gethostname() or (pid.isdigit() and _started(int(pid)) == started)


def leftovers(client: DockerClient, run: str | None = None) -> list[Container]:
    """The containers of this exam whose owner is gone, of one run or of all."""
    labels = [f"{LABEL}={EXAM}", *([f"{RUN}={run}"] if run else [])]
    found = client.containers.list(all=True, filters={"label": labels}, ignore_removed=True)
    return [one for one in found if not _is_alive(one.labels.get(OWNER, ""))]


def remove_leftovers(client: DockerClient, run: str | None = None) -> int:
    """Remove them; how many there were."""
    found = leftovers(client, run)
    for container in found:
        _remove(container)
    return len(found)


def _remove(container: Container) -> None:
    from docker.errors import APIError, NotFound

    try:
        container.remove(force=True, v=True)
    except NotFound:
        pass
    except APIError as error:
        if error.response.status_code != 409:  # 409: it is being removed already
            raise IsolationError(f"a container can't be removed: {error.explanation}") from error


class Room:
    """A running container of an image; a context manager that removes it.

    Raises IsolationError if the daemon can't make it.
    """

    def __init__(
        self, client: DockerClient, image: str, run: str, bounds: Bounds, env: Mapping[str, str] | None = None
    ) -> None:
        self._client = client
        self._bounds = bounds
        self._env = {**_QUIET_GIT, **(env or {})}
        self._container = self._start(image, run)
        self.workdir = "/"

    def _start(self, image: str, run: str) -> Container:
        from docker.errors import DockerException
        from docker.types import Ulimit

        bounds = self._bounds
        sleep = int(bounds.wall_seconds) + _GRACE_SECONDS
        try:
            container = self._client.containers.create(
                image,
                # A shell that waits takes in the orphans of what runs here.
                ["/bin/sh", "-c", f"sleep {sleep} & wait $!"],
                entrypoint=[],
                name=f"proctor-{run}-{uuid.uuid4().hex[:12]}",
                labels={LABEL: EXAM, RUN: run, OWNER: owner()},
                auto_remove=True,
                network_mode="none",
                mem_limit=bounds.memory_bytes,
                memswap_limit=bounds.memory_bytes,
                nano_cpus=int(bounds.cpus * 1_000_000_000),
                pids_limit=bounds.processes,
                cap_drop=["ALL"],
                cap_add=list(_CAPABILITIES),
                security_opt=["no-new-privileges"],
                ulimits=[Ulimit(name="core", soft=0, hard=0), Ulimit(name="nofile", soft=4096, hard=4096)],
                user="root",
                working_dir="/",
            )
        except DockerException as error:
            raise IsolationError(f"no container of {image} can be made: {error}") from error
        try:
            container.start()
        except DockerException as error:
            _remove(container)
            raise IsolationError(f"a container of {image} does not start: {error}") from error
        return container

    def __enter__(self) -> Room:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _remove(self._container)

    def put(self, name: str, content: bytes) -> str:
        """Write a file into the inbox; its path. Raises IsolationError."""
        self.unpack(archive_of({f"{INBOX.lstrip('/')}/{name}": content}))
        return f"{INBOX}/{name}"

    def unpack(self, archive: bytes) -> None:
        """Unpack a tar archive at the root. Raises IsolationError."""
        from docker.errors import DockerException

        try:
            self._container.put_archive("/", archive)
        except DockerException as error:
            raise IsolationError(f"a file can't be put into the container: {error}") from error

    def call(self, command: Sequence[str]) -> tuple[int, str]:
        """A command of ours, in the working folder. Raises IsolationError if it does not end by itself."""
        ran = self._run(command, _CALL_SECONDS, {})
        if ran.exit_code is None:
            raise IsolationError(f"{command[0]} in the container ended by {ran.ended}")
        if ran.exit_code == _KILLED:
            what = self._what_befell() or "by what is not known"
            raise IsolationError(f"{command[0]} in the container was killed ({what})")
        return ran.exit_code, ran.output.decode("utf-8", "replace")

    def run(
        self, command: Sequence[str], seconds: float | None = None, env: Mapping[str, str] | None = None
    ) -> Ran:
        """Run a command to its end or its limits; hitting one kills the whole container.

        Raises IsolationError if the daemon fails before it starts.
        """
        ran = self._run(command, seconds or self._bounds.wall_seconds, env or {})
        if ran.ended in ("", "lost") and (what := self._what_befell()):
            return replace(ran, ended=what, exit_code=None if what == "lost" else ran.exit_code)
        return ran

    def _run(self, command: Sequence[str], seconds: float, env: Mapping[str, str]) -> Ran:
        from docker.errors import DockerException

        api = self._client.api
        try:
            made = api.exec_create(
                self._container.id,
                list(command),
                workdir=self.workdir,
                environment={**self._env, **env},
            )
            stream = api.exec_start(made["Id"], socket=True)
        except DockerException as error:
            raise IsolationError(f"the container is lost: {error}") from error
        begun = time.monotonic()
        output = bytearray()
        try:
            ended = self._drain(stream, output, seconds)
        finally:
            _hang_up(stream)
        spent = time.monotonic() - begun
        code = None if ended else self._exit_code(made["Id"])
        if not ended and code is None:
            ended = "lost"
        return Ran(code, ended, bytes(output), spent)

    def _drain(self, stream: Any, output: bytearray, seconds: float) -> str:
        """Read what is printed until the end, or until a limit; which limit."""
        from docker.utils.socket import SocketError, frames_iter

        hit: list[str] = []
        timer = threading.Timer(seconds, self._kill, (hit, "timeout"))
        timer.daemon = True
        timer.start()
        try:
            for _, chunk in frames_iter(stream, tty=False):
                room = self._bounds.output_bytes - len(output)
                output += chunk[:room]
                if len(chunk) > room:
                    self._kill(hit, "output")
                    break
        except (SocketError, OSError):
            hit.append("lost")
        finally:
            timer.cancel()
        return hit[0] if hit else ""

    def _kill(self, hit: list[str], why: str) -> None:
        from docker.errors import DockerException

        hit.append(why)
        with suppress(DockerException):  # it is gone already
            self._container.kill()

    def _exit_code(self, execution: str) -> int | None:
        from docker.errors import DockerException

        try:
            told: Any = self._client.api.exec_inspect(execution)
        except DockerException:
            return None
        code = told.get("ExitCode")
        return code if isinstance(code, int) and not told.get("Running") else None

    def _what_befell(self) -> str:
        """`memory` if the kernel killed something for memory, `lost` if the container is gone, else nothing.

        cgroup v2 counts it in memory.events, v1 in memory.oom_control.
        """
        files = "/sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control"
        try:
            ran = self._run(["/bin/sh", "-c", f"cat {files} 2>/dev/null; echo alive"], _CALL_SECONDS, {})
        except IsolationError:
            return self._how_it_went()
        # A container that was killed a moment ago still takes commands, and ends them without an error.
        if ran.ended or not ran.output.endswith(b"alive\n"):
            return self._how_it_went()
        counts = [line.split() for line in ran.output.decode("ascii", "replace").splitlines()]
        killed = any(len(words) == 2 and words[0] == "oom_kill" and words[1] != "0" for words in counts)
        return "memory" if killed else ""

    def _how_it_went(self) -> str:
        """Why the container is gone, as far as the daemon still knows."""
        from docker.errors import DockerException

        try:
            self._container.reload()
        except DockerException:
            return "lost"
        return "memory" if self._container.attrs["State"].get("OOMKilled") else "lost"


def _hang_up(stream: Any) -> None:
    """Close what `exec_start(socket=True)` handed out: the response first, then what it read from.

    The library leaves all three open: a stream, the response that it keeps on it, the connection below.
    """
    connection = getattr(stream, "_sock", None)
    stream._response.close()
    stream.close()
    if connection is not None:
        connection.close()


def archive_of(files: Mapping[str, bytes], executable: Sequence[str] = ()) -> bytes:
    """A tar archive of files by path, owned by root; the same files give the same bytes."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for path, content in sorted(files.items()):
            entry = tarfile.TarInfo(path)
            entry.size = len(content)
            entry.mode = 0o755 if path in executable else 0o644
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()
