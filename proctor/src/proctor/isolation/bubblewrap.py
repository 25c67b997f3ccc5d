"""The default backend: Linux namespaces by way of bubblewrap (bwrap(1)).

What the program sees:

    /usr (and /bin, /lib*, /sbin)  read-only, as on the host, less what is hidden
    /etc                           a few read-only files that programs need to start
    /proc /dev                     of its own, read-only
    /tmp /dev/shm                  private, small, gone with the program
    the readonly paths             read-only
    the writable folder            the only place on disk it can change

No network but an empty loopback, no other processes, no capabilities, no terminal.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from proctor.isolation.launch import PYTHON_OPTIONS, SOURCES, Launcher
from proctor.isolation.protocol import Command, Completed, IsolationUnavailable
from proctor.isolation.room import OUTSIDE, PRIVATE, SCRATCH_BYTES

HOW_TO_INSTALL = (
    "bubblewrap (bwrap) is needed to isolate submissions. Install it: `apt-get install bubblewrap` (Debian, "
    "Ubuntu), `dnf install bubblewrap` (Fedora), `pacman -S bubblewrap` (Arch); or choose "
    "`--isolation docker`, or `--isolation bare` for no isolation at all"
)

_NPROC = "-p" if Path("/bin/sh").resolve().name == "dash" else "-u"
_SYSTEM_LINKS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
# Each is a mount for every case: no more than programs need to start.
_SYSTEM_FILES = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/passwd")
# /proc too: to the kernel, root in the sandbox of a grader run by root still owns the files of /proc/sys.
_LAST_ARGUMENTS = ("--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/")


def system_links(root: Path = Path("/")) -> list[tuple[str, str]]:
    """Links at the root into /usr, each with its target."""
    links = (name for name in _SYSTEM_LINKS if (root / name).is_symlink())
    return [(f"/{name}", str((root / name).readlink())) for name in links]


def system_folders() -> list[str]:
    """The folders of the system that a program sees."""
    paths = [Path("/usr"), *(Path("/", name) for name in _SYSTEM_LINKS)]
    return [str(path) for path in paths if path.is_dir() and not path.is_symlink()]


def system_files() -> list[str]:
    """The files of the system, and small folders of them, that a program sees."""
    return [file for file in _SYSTEM_FILES if Path(file).exists()]


_ROOM_FOLDERS = ("usr", "etc")  # of a room's root, shown whole
_NAMESPACES = (
    "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
    "--unshare-cgroup-try", "--die-with-parent", "--new-session", "--hostname", "sandbox",
)  # fmt: skip


@functools.cache
def _system(root: Path | None = None) -> tuple[str, ...]:
    """The system's part of the root: this machine's, or that of a room."""
    arguments: list[str] = []
    for link, target in system_links(root or Path("/")):
        arguments += ["--symlink", target, link]
    if root is None:
        for path in (*system_folders(), *system_files()):
            arguments += ["--ro-bind", path, path]
    else:
        shown = [root / name for name in _ROOM_FOLDERS if (root / name).is_dir()]
        for place in (*shown, *sorted(root.glob("var/lib/*")), *sorted(root.glob("opt/*"))):
            arguments += ["--ro-bind", str(place), f"/{place.relative_to(root)}"]
    return (*arguments, "--proc", "/proc")


@functools.cache
def _fixed_arguments(root: Path | None = None) -> tuple[str, ...]:
    """What is the same for every program that gets a sandbox to itself."""
    scratch = str(SCRATCH_BYTES)
    return (
        *_NAMESPACES, "--cap-drop", "ALL", *_system(root), "--dev", "/dev",
        "--size", scratch, "--tmpfs", "/dev/shm", "--size", scratch, "--tmpfs", "/tmp",
    )  # fmt: skip


def _devices() -> list[str]:
    """A /dev without terminals: bwrap's own costs a user namespace more, in which we could not unmount."""
    arguments = ["--tmpfs", "/dev", "--tmpfs", "/dev/shm"]
    for name in ("null", "zero", "full", "random", "urandom"):
        arguments += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for name, target in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
        arguments += ["--symlink", f"/proc/self/fd{target}", f"/dev/{name}"]
    return [*arguments, "--remount-ro", "/dev"]


def _python(in_room: bool) -> tuple[list[str], list[str]]:
    """What to bind so that the launcher finds its Python in the sandbox, and how that Python is called there.

    A room may have no Python, nor the libraries that ours needs: there the launcher sees this system's too.
    """
    python = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
    bind: list[str] = []
    loader: list[str] = []
    if in_room:
        folders = ("lib64", "lib", f"lib/{sysconfig.get_config_var('MULTIARCH')}")
        libraries = ":".join(f"{PRIVATE}/usr/{folder}" for folder in folders)
        bind = ["--ro-bind", "/usr", f"{PRIVATE}/usr"]
        loader = [f"{PRIVATE}{_loader()}", "--library-path", libraries]
    if Path("/usr") in python.parents:
        return bind, [*loader, f"{PRIVATE}{python}" if in_room else str(python)]
    base = Path(sys.base_prefix).resolve()
    bind += ["--ro-bind", str(base), f"{PRIVATE}/python"]
    return bind, [*loader, f"{PRIVATE}/python/{python.relative_to(base)}"]


def _loader() -> Path:
    """This system's dynamic loader (ld.so(8)). Raises IsolationUnavailable where it is not found."""
    for pattern in ("lib64/ld-linux*.so.*", "lib/ld-linux*.so.*"):
        for path in sorted(Path("/").glob(pattern)):
            return path.resolve()
    raise IsolationUnavailable("rooms need the dynamic loader of glibc, which this system has not")


@functools.cache
def _is_folder(path: Path) -> bool:
    return path.is_dir()


def _shown(readonly: tuple[Path, ...], hidden: tuple[Path, ...]) -> list[str]:
    argv: list[str] = []
    for path in readonly:
        argv += ["--ro-bind", str(path), str(path)]
    for path in hidden:
        if _is_folder(path):
            argv += ["--size", "4096", "--tmpfs", str(path), "--remount-ro", str(path)]
        else:
            argv += ["--ro-bind", "/dev/null", str(path)]
    return argv


def _is_no_system(path: Path) -> bool:
    return path.parts[1:2] != () and path.parts[1] not in (*_ROOM_FOLDERS, *_SYSTEM_LINKS)


class Bubblewrap:
    """Runs programs in a warm sandbox (`isolation.room`); `wrap` gives a program a sandbox to itself.

    root: the root of a room (`rooms`), whose /usr and /etc programs see instead of this machine's.
    Raises IsolationUnavailable, on construction, where bwrap is missing or may not make namespaces.
    """

    name = "bubblewrap"
    warning: str | None = None

    def __init__(self, root: Path | None = None) -> None:
        self._bwrap = find_bwrap()
        self._root = root
        self._launcher = Launcher()
        self._walls: tuple[Path, tuple[Path, ...], tuple[Path, ...]] | None = None

    def run(self, command: Command) -> Completed:
        """See `Isolation.run`."""
        walls = (command.writable.parent.parent, command.readonly, command.hidden)
        if walls != self._walls:
            self._launcher.close()
            self._launcher = Launcher(self._sandbox(*walls))
            self._walls = walls
        return self._launcher.run(command.argv, command.workdir or command.writable, command)

    def _sandbox(self, parent: Path, readonly: tuple[Path, ...], hidden: tuple[Path, ...]) -> list[str]:
        """The argv of the sandbox that the launcher enters; writable folders lie two below `parent`."""
        bind, python = _python(self._root is not None)
        return [
            self._bwrap, *_NAMESPACES, "--as-pid-1", "--cap-add", "ALL", *_system(self._root),
            *_devices(), "--tmpfs", "/tmp", *_shown(*self._beside(readonly, hidden)),
            "--tmpfs", PRIVATE, "--ro-bind", SOURCES, f"{PRIVATE}/source", *bind,
            "--bind", str(parent), OUTSIDE, "--chdir", "/",
            "--", *python, *PYTHON_OPTIONS, f"{PRIVATE}/source",
        ]  # fmt: skip

    def _beside(
        self, readonly: tuple[Path, ...], hidden: tuple[Path, ...]
    ) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
        """What has to be shown and hidden: in a room, what is the system's is there or shall not be."""
        if self._root is None:
            return readonly, hidden
        return tuple(filter(_is_no_system, readonly)), tuple(filter(_is_no_system, hidden))

    def wrap(self, command: Command) -> list[str]:
        """See `Isolation.wrap`."""
        argv = [self._bwrap, *_fixed_arguments(self._root)]
        argv += _shown(*self._beside(command.readonly, command.hidden))
        folder = str(command.writable)
        argv += ["--bind", folder, folder, *_LAST_ARGUMENTS]
        argv += ["--chdir", str(command.workdir or folder), "--"]
        if os.getuid() != 0:
            # The kernel counts processes by user and namespace (getrlimit(2), since Linux 5.14), but not
            # root's: those the launcher fences. Set inside: outside it would count all this user runs.
            argv += ["/bin/sh", "-c", f'ulimit {_NPROC} {command.limits.processes} && exec "$@"', "sh"]
        return [*argv, *command.argv]

    def kill(self) -> None:
        """End the program that another thread waits for in `run`, which then raises IsolationError."""
        self._launcher.kill()

    def close(self) -> None:
        """See `Isolation.close`."""
        self._launcher.close()


@functools.cache
def find_bwrap() -> str:
    """The path of a bwrap that works here. Raises IsolationUnavailable with what to do about it."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise IsolationUnavailable(HOW_TO_INSTALL)
    trial = subprocess.run(
        [bwrap, *_fixed_arguments(), "--", "/usr/bin/true"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=30,
        check=False,
    )
    if trial.returncode != 0:
        said = trial.stderr.decode("utf-8", "replace").strip()
        raise IsolationUnavailable(
            f"{bwrap} is installed but can't make a sandbox here ({said}). It needs unprivileged user "
            "namespaces: in a container, allow them (`docker run --security-opt seccomp=unconfined "
            "--security-opt apparmor=unconfined`); on Debian and Ubuntu see "
            "`sysctl kernel.unprivileged_userns_clone` and "
            "`sysctl kernel.apparmor_restrict_unprivileged_userns`"
        )
    return bwrap
