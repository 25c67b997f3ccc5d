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
from pathlib import Path

from proctor.isolation.launch import Launcher
from proctor.isolation.launcher import STATUS_FD
from proctor.isolation.protocol import Command, Completed, IsolationUnavailable

HOW_TO_INSTALL = (
    "bubblewrap (bwrap) is needed to isolate submissions. Install it: `apt-get install bubblewrap` (Debian, "
    "Ubuntu), `dnf install bubblewrap` (Fedora), `pacman -S bubblewrap` (Arch); or choose "
    "`--isolation docker`, or `--isolation bare` for no isolation at all"
)

SCRATCH_BYTES = 64 << 20
_NPROC = "-p" if Path("/bin/sh").resolve().name == "dash" else "-u"
_SYSTEM_LINKS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
# Each is a mount for every case: no more than programs need to start.
_SYSTEM_FILES = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/passwd")
# /proc too: to the kernel, root in the sandbox of a grader run by root still owns the files of /proc/sys.
_LAST_ARGUMENTS = ("--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/")


def system_links() -> list[tuple[str, str]]:
    """Links at the root into /usr, each with its target."""
    paths = (Path("/", name) for name in _SYSTEM_LINKS)
    return [(str(path), str(path.readlink())) for path in paths if path.is_symlink()]


def system_folders() -> list[str]:
    """The folders of the system that a program sees."""
    paths = [Path("/usr"), *(Path("/", name) for name in _SYSTEM_LINKS)]
    return [str(path) for path in paths if path.is_dir() and not path.is_symlink()]


def system_files() -> list[str]:
    """The files of the system, and small folders of them, that a program sees."""
    return [file for file in _SYSTEM_FILES if Path(file).exists()]


@functools.cache
def _fixed_arguments() -> tuple[str, ...]:
    """What is the same for every program: namespaces and the system's part of the root."""
    arguments = [
        "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
        "--unshare-cgroup-try", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname",
        "sandbox",
    ]  # fmt: skip
    for link, target in system_links():
        arguments += ["--symlink", target, link]
    for path in (*system_folders(), *system_files()):
        arguments += ["--ro-bind", path, path]
    scratch = str(SCRATCH_BYTES)
    arguments += ["--proc", "/proc", "--dev", "/dev"]
    arguments += ["--size", scratch, "--tmpfs", "/dev/shm", "--size", scratch, "--tmpfs", "/tmp"]
    return tuple(arguments)


@functools.cache
def _is_folder(path: Path) -> bool:
    return path.is_dir()


class Bubblewrap:
    """Runs each program in namespaces of its own.

    Raises IsolationUnavailable, on construction, where bwrap is missing or may not make namespaces.
    """

    name = "bubblewrap"
    warning: str | None = None

    def __init__(self) -> None:
        self._bwrap = find_bwrap()
        self._launcher = Launcher()

    def run(self, command: Command) -> Completed:
        """See `Isolation.run`."""
        argv = self.wrap(command)
        argv[1:1] = ["--json-status-fd", str(STATUS_FD)]
        return self._launcher.run(argv, "/", command, sandboxed=True)

    def wrap(self, command: Command) -> list[str]:
        """See `Isolation.wrap`."""
        argv = [self._bwrap, *_fixed_arguments()]
        for path in command.readonly:
            argv += ["--ro-bind", str(path), str(path)]
        for path in command.hidden:
            if _is_folder(path):
                argv += ["--size", "4096", "--tmpfs", str(path), "--remount-ro", str(path)]
            else:
                argv += ["--ro-bind", "/dev/null", str(path)]
        folder = str(command.writable)
        argv += ["--bind", folder, folder, *_LAST_ARGUMENTS]
        argv += ["--chdir", str(command.workdir or folder), "--"]
        if os.getuid() != 0:
            # The kernel counts processes by user and namespace (getrlimit(2), since Linux 5.14), but not
            # root's: those the launcher fences. Set inside: outside it would count all this user runs.
            argv += ["/bin/sh", "-c", f'ulimit {_NPROC} {command.limits.processes} && exec "$@"', "sh"]
        return [*argv, *command.argv]

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
