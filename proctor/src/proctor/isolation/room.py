"""The inside of a warm sandbox: a root, a /tmp and a process tree for each program without a bwrap for each.

bwrap(1) starts the launcher once, in namespaces without network and with a root of an allow-list. In there
it makes a room: a second mount and PID namespace, with a root that is read-only and no longer shows what only
the launcher needs, and an idle first process. Each program is then spawned into the room, with

    its writable folder    bound in for it alone
    /tmp, /dev/shm         new and empty
    System V and POSIX IPC a namespace of its own

and these are taken away again when it ends. Programs in the room have no capabilities and can't see the
launcher.

Nothing of a program survives it. Orphans fall to the room's first process, so where that one has children
after the program's end, something was left behind: then, and whenever a program was ended by a limit, the
room is torn down, which kills every process in it (pid_namespaces(7)), and the next program gets a new one.

Sources: mount_namespaces(7), pid_namespaces(7), setns(2), capabilities(7), seccomp(2), keyrings(7).
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import resource
import signal
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PRIVATE = "/.proctor"  # what only the launcher sees: its own code, and the folder that holds writable ones
OUTSIDE = PRIVATE + "/outside"
SCRATCH = ("/tmp", "/dev/shm")
SCRATCH_BYTES = 64 << 20  # of each

_NEWNS, _NEWIPC, _NEWPID = 0x00020000, 0x08000000, 0x20000000  # <linux/sched.h>
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_REMOUNT, _MS_BIND = 1, 2, 4, 8, 32, 4096  # <linux/mount.h>
_MNT_DETACH = 2
_OPEN_TREE, _MOVE_MOUNT = 428, 429  # the same on every architecture
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_OPEN_TREE_CLONE, _MOVE_FROM_FD = 1, 4
_PR_CAPBSET_DROP, _PR_SET_SECUREBITS, _PR_SET_SECCOMP, _PR_CAP_AMBIENT = 24, 28, 22, 47  # <linux/prctl.h>
_AMBIENT_CLEAR_ALL = 4
_CAPABILITY_VERSION_3 = 0x20080522  # <linux/capability.h>
_NOROOT_LOCKED = 0b11  # root gets no capabilities by exec
_SECCOMP_FILTER = 2
_SLEEP = ("/usr/bin/sleep", "/bin/sleep")
_NOT_FOUND = 127

# The GIL stays held: nothing else runs in this process, and the state these calls change is the thread's.
_libc = ctypes.PyDLL(None, use_errno=True)


def _check(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def _mount(kind: str, target: str, flags: int, data: str = "") -> None:
    arguments = (kind.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), data.encode())
    _check(_libc.mount(*arguments), f"mount {target}")


def _make_readonly(target: str, flags: int) -> None:
    flags |= _MS_REMOUNT | _MS_BIND | _MS_RDONLY
    _check(_libc.mount(None, target.encode(), None, ctypes.c_ulong(flags), None), f"remount {target}")


def _clone_tree(path: str) -> int:
    """A detached copy of what is mounted at the path."""
    flags = _OPEN_TREE_CLONE | _AT_RECURSIVE | os.O_CLOEXEC
    return _check(_libc.syscall(_OPEN_TREE, _AT_FDCWD, os.fsencode(path), flags), f"open_tree {path}")


def _attach(tree: int, path: str) -> None:
    moved = _libc.syscall(_MOVE_MOUNT, tree, b"", _AT_FDCWD, os.fsencode(path), _MOVE_FROM_FD)
    _check(moved, f"mount {path}")


def _is_below(path: str, folders: Sequence[str]) -> bool:
    return any(path.startswith(folder + "/") for folder in folders)


# -- what the launcher gives up for its children


def shed_privileges() -> None:
    """Let programs start without capabilities and without the kernel's keyrings, which outlive processes.

    The launcher keeps its capabilities in the sandbox's own user namespace: it mounts there.
    """
    _check(_libc.prctl(_PR_SET_SECUREBITS, _NOROOT_LOCKED, 0, 0, 0), "securebits")
    _check(_libc.prctl(_PR_CAP_AMBIENT, _AMBIENT_CLEAR_ALL, 0, 0, 0), "ambient capabilities")
    held = ctypes.create_string_buffer(24)
    head = struct.pack("=Ii", _CAPABILITY_VERSION_3, 0)
    _check(_libc.capget(head, held), "capget")
    low, high = struct.unpack("=III", held.raw[:12]), struct.unpack("=III", held.raw[12:])
    _check(_libc.capset(head, struct.pack("=6I", *low[:2], 0, *high[:2], 0)), "capset")
    capability = 0
    while _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) == 0:
        capability += 1
    _deny_keyrings()


# Numbers of add_key, request_key and keyctl, which follow one another, by audit architecture.
_KEYRING_CALLS = {0xC000003E: 248, 0x40000003: 286, 0xC00000B7: 217}
_ARCHITECTURES = {"x86_64": (0xC000003E, 0x40000003), "aarch64": (0xC00000B7,)}


def _deny_keyrings() -> None:
    """A seccomp filter that answers ENOSYS to the calls on keyrings."""
    load, equal, at_least, answer = (
        0x20,
        0x15,
        0x35,
        0x06,
    )  # <linux/bpf_common.h>
    allow, refuse = 0x7FFF0000, 0x00050000 | errno.ENOSYS
    program = b""
    for architecture in _ARCHITECTURES.get(platform.machine(), ()):
        first = _KEYRING_CALLS[architecture]
        program += struct.pack("=HBBI", load, 0, 0, 4)
        program += struct.pack("=HBBI", equal, 0, 4, architecture)
        program += struct.pack("=HBBI", load, 0, 0, 0)
        program += struct.pack("=HBBI", at_least, 0, 2, first)
        program += struct.pack("=HBBI", at_least, 1, 0, first + 3)
        program += struct.pack("=HBBI", answer, 0, 0, refuse)
    program += struct.pack("=HBBI", answer, 0, 0, allow)
    buffer = ctypes.create_string_buffer(program, len(program))
    head = struct.pack("@HP", len(program) // 8, ctypes.addressof(buffer))
    _check(_libc.prctl(_PR_SET_SECCOMP, _SECCOMP_FILTER, head, 0, 0), "seccomp")


# -- the room


class Room:
    """A mount and a PID namespace in which one program runs at a time."""

    __slots__ = ("_base_mounts", "_base_pids", "_mounted", "_mounts", "_pids", "init")

    def __init__(self, base_mounts: int, base_pids: int) -> None:
        self._base_mounts = base_mounts
        self._base_pids = base_pids
        self._mounted: list[str] = []
        _check(_libc.unshare(_NEWNS | _NEWPID), "unshare")
        try:
            self.init = _first_process()
            self._mounts = os.open("/proc/1/ns/mnt", os.O_RDONLY | os.O_CLOEXEC)
            self._pids = os.open("/proc/1/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
        finally:
            self._go_home()

    def _go_home(self) -> None:
        _check(_libc.setns(self._base_mounts, _NEWNS), "setns")
        _check(_libc.setns(self._base_pids, _NEWPID), "setns")

    def spawn(
        self,
        argv: list[str],
        env: Mapping[str, str],
        cwd: str,
        writable: tuple[str, str],
        readonly: Sequence[str],
        streams: tuple[int, int, int],
        limits: Mapping[int, int],
    ) -> int:
        """Start a program in the room and return its number.

        writable: the folder as the launcher sees it, and where the program shall see it. readonly: what is
        shown. limits: soft limits by RLIMIT_ number. Raises OSError if the room can't be made ready, and
        NotRunnable if the program can't be run.
        """
        source, target = writable
        # What lies below /tmp is covered by the new one and has to be shown anew.
        again = [path for path in readonly if _is_below(path, SCRATCH)]
        trees = [(path, os.path.isdir(path), _clone_tree(path)) for path in again]
        trees.append((target, True, _clone_tree(source)))
        if not _is_below(target, SCRATCH):
            os.makedirs(target, exist_ok=True)  # the room's root is the same file system, read-only
        _check(_libc.unshare(_NEWIPC), "unshare")
        _check(_libc.setns(self._mounts, _NEWNS), "setns")
        _check(_libc.setns(self._pids, _NEWPID), "setns")
        try:
            for folder in SCRATCH:
                _mount("tmpfs", folder, _MS_NOSUID | _MS_NODEV, f"size={SCRATCH_BYTES},mode=1777")
                self._mounted.append(folder)
            for path, is_folder, tree in trees:
                _make_place(path, is_folder)
                _attach(tree, path)
                self._mounted.append(path)
            os.chdir(cwd)
            return _spawn_limited(argv, env, streams, limits)
        finally:
            for _, _, tree in trees:
                os.close(tree)
            self._go_home()

    def leave(self) -> None:
        """Take away what the last program had for itself."""
        _check(_libc.setns(self._mounts, _NEWNS), "setns")
        try:
            while self._mounted:
                _check(_libc.umount2(os.fsencode(self._mounted.pop()), _MNT_DETACH), "umount")
        finally:
            _check(_libc.setns(self._base_mounts, _NEWNS), "setns")

    def close(self) -> None:
        """Let go of the room, whose first process is dead and reaped."""
        os.close(self._mounts)
        os.close(self._pids)


SCRATCH_BYTES = 64 << 20


def _first_process() -> int:
    """Start the first process of the room, which makes its root ready, and then idles."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            # Here, because a /proc shows the PID namespace of whoever mounts it.
            _mount("proc", "/proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
            _make_readonly("/proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
            _check(_libc.umount2(PRIVATE.encode(), _MNT_DETACH), "umount")
            _make_readonly("/", _MS_NOSUID | _MS_NODEV)
            # Whose SIGCHLD is ignored leaves no zombies; that is passed on by exec.
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            os.setsid()
            for path in _SLEEP:
                if os.access(path, os.X_OK):
                    os.execve(path, [path, "infinity"], {})
            os.write(write, b"there is no sleep(1)")
        except OSError as error:
            os.write(write, str(error).encode())
        finally:
            os._exit(1)
    os.close(write)
    said = os.read(read, 1000)  # nothing: closed by exec
    os.close(read)
    if said:
        os.waitpid(child, 0)
        raise OSError(f"no room could be made: {said.decode()}")
    return child


class NotRunnable(Exception):
    """The program is not there, or is no program."""


def _make_place(path: str, is_folder: bool) -> None:
    if os.path.lexists(path):
        return
    if is_folder:
        os.makedirs(path)
    else:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o444))


def _found(program: str, path: str) -> str:
    if "/" in program:
        return program
    for folder in path.split(":"):
        if os.access(candidate := f"{folder}/{program}", os.X_OK):
            return candidate
    raise NotRunnable(f"{program}: not found")


def _spawn_limited(
    argv: list[str], env: Mapping[str, str], streams: tuple[int, int, int], limits: Mapping[int, int]
) -> int:
    """Spawn with limits.

    posix_spawn(3), because a fork of this process costs as much as the rest together. It sets no limits, so
    the program inherits soft ones from us, and has them made hard at once after.
    """
    before = {which: resource.getrlimit(which) for which in limits}
    wanted = {which: min(soft, _ceiling(before[which][1])) for which, soft in limits.items()}
    for which, soft in wanted.items():
        resource.setrlimit(which, (soft, before[which][1]))
    try:
        program = _found(argv[0], env.get("PATH", os.defpath))
        pid = _posix_spawn(program, argv, env, streams)
    except OSError as error:
        raise NotRunnable(f"{argv[0]}: {error.strerror}") from error
    finally:
        for which, both in before.items():
            resource.setrlimit(which, both)
    for which, soft in wanted.items():
        # One second more, so that it is SIGXCPU that ends it.
        hard = min(soft + (which == resource.RLIMIT_CPU), _ceiling(before[which][1]))
        resource.prlimit(pid, which, (soft, hard))
    return pid


def _ceiling(hard: int) -> int:
    return (1 << 62) if hard == resource.RLIM_INFINITY else hard


def _posix_spawn(program: str, argv: list[str], env: Mapping[str, str], streams: tuple[int, int, int]) -> int:
    actions = [(os.POSIX_SPAWN_DUP2, fd, place) for place, fd in enumerate(streams)]
    ours = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGXCPU)
    try:
        return os.posix_spawn(program, argv, env, file_actions=actions, setsid=True, setsigdef=ours)
    except OSError as error:
        if error.errno != errno.ENOEXEC:
            raise
        # execvp(3): what is executable but has no format is a script of the shell.
        script = ["/bin/sh", program, *argv[1:]]
        return os.posix_spawn("/bin/sh", script, env, file_actions=actions, setsid=True, setsigdef=ours)
