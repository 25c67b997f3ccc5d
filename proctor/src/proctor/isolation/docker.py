"""Isolation by Docker containers, through the `docker` command.

The container's root is an empty image of our own making, with the same system folders of the host bound
read-only into it that the bubblewrap backend shows: nothing is downloaded, and a program sees the same under
both. One container a program; much slower than bubblewrap (docs/performance.md).
"""

from __future__ import annotations

import dataclasses
import functools
import io
import os
import shutil
import subprocess
import tarfile
import uuid

from proctor.isolation.bubblewrap import system_files, system_folders, system_links
from proctor.isolation.launch import Launcher, environment_of
from proctor.isolation.protocol import (
    Command,
    Completed,
    IsolationError,
    IsolationUnavailable,
    LimitHit,
)
from proctor.isolation.room import SCRATCH_BYTES

HOW_TO_INSTALL = (
    "Docker is needed for `--isolation docker`. Install it: `apt-get install docker.io` (Debian, Ubuntu), "
    "start the daemon, and make sure that `docker info` works for this account"
)
_IMAGE = "proctor-empty-root"
# The first process of a container ignores signals unless it asks for them: let that be a shell.
_FIRST = ("/bin/sh", "-c", '"$@"; exit $?', "sh")
_FAILED = 125  # docker-run(1): the error is with Docker itself
_KILLED = 9
_START_SECONDS = 30.0


class Docker:
    """Runs each program in a container of its own.

    Raises IsolationUnavailable, on construction, where no Docker daemon answers.
    """

    name = "docker"
    warning: str | None = None

    def __init__(self) -> None:
        self._docker = find_docker()
        self._launcher = Launcher()

    def run(self, command: Command) -> Completed:
        """See `Isolation.run`; CPU time and peak memory are not known here."""
        container = f"proctor-{uuid.uuid4().hex}"
        argv = [self._docker, "run", "--name", container, *self._arguments(command)]
        outside = dataclasses.replace(
            command,
            env=_client_environment(),
            limits=dataclasses.replace(
                command.limits,
                # The client must live longer than what it starts.
                wall_seconds=command.limits.wall_seconds,
                cpu_seconds=command.limits.cpu_seconds + int(_START_SECONDS),
                memory_bytes=max(command.limits.memory_bytes, 4 << 30),
                processes=max(command.limits.processes, 64),
                open_files=max(command.limits.open_files, 1024),
            ),
        )
        try:
            completed = self._launcher.run(argv, "/", outside)
            return self._inside(completed, container, command)
        finally:
            self._call("rm", "--force", "--volumes", container)

    def _inside(self, completed: Completed, container: str, command: Command) -> Completed:
        """What the client's end says about the program's."""
        code, number, limit = completed.exit_code, completed.signal, completed.limit
        if code == _FAILED:
            said = completed.stderr[-500:].decode("utf-8", "replace").strip()
            raise IsolationError(f"Docker could not run the program: {said}")
        if code is not None and code > 128:
            number = code - 128
            code = None
        if limit is None and number == _KILLED:
            if self._call("inspect", "--format", "{{.State.OOMKilled}}", container) == "true":
                limit = LimitHit.MEMORY
            elif completed.wall_seconds >= command.limits.cpu_seconds:
                limit = LimitHit.CPU
        elif limit is None and number == 24:  # SIGXCPU
            limit = LimitHit.CPU
        elif limit is None and number == 25:  # SIGXFSZ
            limit = LimitHit.FILE_SIZE
        return dataclasses.replace(
            completed, exit_code=code, signal=number, limit=limit, cpu_seconds=None, peak_rss_bytes=None
        )

    def _arguments(self, command: Command) -> list[str]:
        limits = command.limits
        folder = str(command.writable)
        arguments = [
            "--interactive", "--network", "none", "--read-only", "--cap-drop", "ALL",
            "--security-opt", "no-new-privileges", "--ipc", "private",
            "--hostname", "sandbox", "--log-driver", "none",
            "--user", f"{os.getuid()}:{os.getgid()}",
            "--pids-limit", str(limits.processes + 1),
            "--memory", str(limits.memory_bytes), "--memory-swap", str(limits.memory_bytes),
            "--ulimit", f"cpu={limits.cpu_seconds}:{limits.cpu_seconds + 1}",
            "--ulimit", f"fsize={limits.file_bytes}:{limits.file_bytes}",
            "--ulimit", f"nofile={limits.open_files}:{limits.open_files}",
            "--ulimit", "core=0:0",
            "--shm-size", str(SCRATCH_BYTES), "--tmpfs", f"/tmp:rw,exec,size={SCRATCH_BYTES}",
            "--workdir", str(command.workdir or folder),
        ]  # fmt: skip
        for path in (*system_folders(), *system_files(), *map(str, command.readonly)):
            arguments += ["--volume", f"{path}:{path}:ro"]
        for hidden in command.hidden:
            if hidden.is_dir():
                arguments += ["--tmpfs", f"{hidden}:ro,size=4096"]
            else:
                arguments += ["--volume", f"/dev/null:{hidden}:ro"]
        arguments += ["--volume", f"{folder}:{folder}:rw"]
        for name, value in environment_of(command).items():
            arguments += ["--env", f"{name}={value}"]
        return [*arguments, _IMAGE, *_FIRST, *command.argv]

    def wrap(self, command: Command) -> list[str]:
        """See `Isolation.wrap`; the container ends when its standard input does or the program ends."""
        return [self._docker, "run", "--rm", *self._arguments(command)]

    def _call(self, *arguments: str) -> str:
        done = subprocess.run(
            [self._docker, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return done.stdout.strip()

    def close(self) -> None:
        """See `Isolation.close`."""
        self._launcher.close()


def _client_environment() -> dict[str, str]:
    """What the docker client needs to find its daemon."""
    names = (
        "HOME",
        "DOCKER_HOST",
        "DOCKER_CONTEXT",
        "DOCKER_CONFIG",
        "DOCKER_TLS_VERIFY",
        "DOCKER_CERT_PATH",
    )
    return {name: os.environ[name] for name in names if name in os.environ}


@functools.cache
def find_docker() -> str:
    """The path of a docker client whose daemon answers and has our image.

    Raises IsolationUnavailable with what to do about it.
    """
    docker = shutil.which("docker")
    if docker is None:
        raise IsolationUnavailable(HOW_TO_INSTALL)
    info = subprocess.run([docker, "info"], capture_output=True, text=True, timeout=60, check=False)
    if info.returncode != 0:
        said = info.stderr.strip().splitlines()
        raise IsolationUnavailable(f"{HOW_TO_INSTALL} (it says: {said[-1] if said else 'nothing'})")
    made = subprocess.run(
        [docker, "import", "-", _IMAGE], input=_empty_root(), capture_output=True, timeout=60, check=False
    )
    if made.returncode != 0:
        raise IsolationUnavailable(
            f"Docker can't make an image: {made.stderr.decode('utf-8', 'replace').strip()}"
        )
    return docker


def _empty_root() -> bytes:
    """A tar archive of a root with the system's symbolic links and empty folders: always the same bytes."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name in ("dev", "etc", "proc", "sys", "tmp", "usr"):
            folder = tarfile.TarInfo(name)
            folder.type, folder.mode = tarfile.DIRTYPE, 0o755
            archive.addfile(folder)
        for path, target in system_links():
            link = tarfile.TarInfo(path.lstrip("/"))
            link.type, link.linkname = tarfile.SYMTYPE, target
            archive.addfile(link)
    return buffer.getvalue()
