"""A small process that starts programs, watches over them, and leaves nothing of them alive.

It is a process of its own, one for each worker, for three reasons: forking from a process this small is
cheap; the peak memory that the kernel reports for a child includes what its parent held at the fork, so the
parent must be small; and as a child subreaper (prctl(2)), or as the first process of a sandbox, it inherits
every orphan of the program, so that none escapes it. When the worker dies, so does the launcher, and with it
everything it started.

Called as `serve FD` it starts programs as they are. Called as `enter FD ARGV…` it becomes ARGV, a sandbox in
which it is then called as `shut-in FD LIMIT_FD` and starts programs in rooms (`isolation.room`).

Protocol over the socket FD, both ways: a frame is a 4-byte little-endian length, a JSON header of that
length, and then the raw bytes that the header announces. See `_Request` and `_report` for the fields.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import select
import signal
import socket
import struct
import time

from proctor.isolation.room import OUTSIDE, NotRunnable, Room, shed_privileges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PR_SET_PDEATHSIG = 1  # <linux/prctl.h>
_PR_SET_CHILD_SUBREAPER = 36
_FIRST_LOOK_SECONDS = 0.02
_LOOK_EVERY_SECONDS = 0.05
_GRAVE_SECONDS = 20.0  # how long killed processes may take to vanish before we say that they did not
_FENCE_SLACK = 16  # for us and the sandbox, and so that one who takes too many is seen to
_CHUNK = 1 << 16
_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")

_libc = ctypes.CDLL(None, use_errno=True)


class _Request:
    """What the header of a request holds."""

    __slots__ = (
        "argv", "cpu_seconds", "cwd", "disk_bytes", "env", "file_bytes", "files", "keep_output",
        "memory_bytes", "open_files", "output_bytes", "processes", "readonly", "stdin",
        "wall_seconds", "writable",
    )  # fmt: skip

    def __init__(self, header: dict[str, Any], stdin: bytes) -> None:
        self.argv: list[str] = header["argv"]
        self.env: dict[str, str] = header["env"]
        self.cwd: str = header["cwd"]
        self.stdin = stdin
        self.writable: str = header["writable"]
        self.readonly: list[str] = header["readonly"]
        self.keep_output: int = header["keep_output"]
        self.wall_seconds: float = header["wall_seconds"]
        self.cpu_seconds: int = header["cpu_seconds"]
        self.memory_bytes: int = header["memory_bytes"]
        self.processes: int = header["processes"]
        self.output_bytes: int = header["output_bytes"]
        self.file_bytes: int = header["file_bytes"]
        self.disk_bytes: int = header["disk_bytes"]
        self.files: int = header["files"]
        self.open_files: int = header["open_files"]


class _Stream:
    """One output of the program: keeps its beginning, counts the rest."""

    __slots__ = ("fd", "keep", "kept", "total")

    def __init__(self, fd: int, keep: int) -> None:
        self.fd = fd
        self.keep = keep
        self.kept = bytearray()
        self.total = 0

    def read(self) -> bool:
        """Take what is there; False at the end of the stream."""
        try:
            data = os.read(self.fd, _CHUNK)
        except BlockingIOError:
            return True
        self.total += len(data)
        room = self.keep - len(self.kept)
        if room > 0:
            self.kept += data[:room]
        return bool(data)


# -- looking at a process tree and a folder


def _children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                found += map(int, file.read().split())
    except (FileNotFoundError, ProcessLookupError):
        pass  # it ended while we looked
    return found


def _tree(root: int, most: int) -> list[int]:
    """The process and its descendants, `most` of them at the most."""
    seen = [root]
    for pid in seen:
        if len(seen) >= most:
            break
        seen += _children(pid)
    return seen


def _spent(tree: list[int]) -> tuple[float, int]:
    """CPU seconds of the processes and of what they reaped, and the peak memory of the largest, in bytes."""
    ticks = peak = 0
    for pid in tree:
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                ticks += sum(map(int, file.read().rpartition(b")")[2].split()[11:15]))
            with open(f"/proc/{pid}/status", "rb") as file:
                for line in file:
                    if line.startswith(b"VmHWM:"):
                        peak = max(peak, int(line.split()[1]) * 1024)
        except (FileNotFoundError, ProcessLookupError):
            continue
    return ticks / _TICKS_PER_SECOND, peak


def _own_memory(pid: int) -> int:
    """Resident bytes that no file backs (proc(5), statm)."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            fields = file.read().split()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return (int(fields[1]) - int(fields[2])) * _PAGE


def _on_disk(folder: str, most_files: int) -> tuple[int, int]:
    """Bytes allocated to, and number of, the files below the folder; stops counting past `most_files`."""
    size = count = 0
    waiting = [folder]
    while waiting and count <= most_files:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    count += 1
                    size += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    if count > most_files:
                        break
        except OSError:
            continue  # removed, or shut, or too deep to be named, while we looked
    return size, count


# -- one program


class _Run:
    """One program from start to grave; in a room, if one is given."""

    __slots__ = (
        "_began", "_err", "_limit", "_main", "_main_fd", "_out", "_poll", "_request", "_room", "_worker_fd",
    )  # fmt: skip

    def __init__(self, request: _Request, worker_fd: int, room: Room | None) -> None:
        self._request = request
        self._worker_fd = worker_fd
        self._room = room
        self._limit: str | None = None
        out, out_write = os.pipe()
        err, err_write = os.pipe()
        stdin = _stdin_of(request)
        self._began = time.monotonic()
        try:
            self._main = self._start((stdin, out_write, err_write))
        except BaseException:  # descriptors must not leak whatever ends this; it goes on
            os.close(out)
            os.close(err)
            raise
        finally:
            for fd in (out_write, err_write, stdin):
                os.close(fd)
        self._main_fd = os.pidfd_open(self._main)
        self._out = _Stream(out, request.keep_output)
        self._err = _Stream(err, request.keep_output)
        self._poll = select.poll()
        for fd in (out, err):
            os.set_blocking(fd, False)
            self._poll.register(fd, select.POLLIN)
        self._poll.register(self._main_fd, select.POLLIN)
        self._poll.register(worker_fd, select.POLLRDHUP)

    def _start(self, streams: tuple[int, int, int]) -> int:
        request = self._request
        if self._room is None:
            child = os.fork()
            if child == 0:
                _become(request, *streams)
            return child
        soft = dict(_limits_of(request))
        if os.getuid() != 0:
            # The kernel counts by user and namespace (getrlimit(2), since Linux 5.14), but not root's
            # processes: those the fence holds. The launcher and the room's first process are two.
            soft[resource.RLIMIT_NPROC] = request.processes + 2
        where = (self._seen(request.writable), request.writable)
        return self._room.spawn(
            request.argv, request.env, request.cwd, where, request.readonly, streams, soft
        )

    def _seen(self, path: str) -> str:
        """Where this process finds a folder of the worker's."""
        return path if self._room is None else _outside(path)

    def _processes(self, most: int) -> list[int]:
        """The processes of the program; orphans among them have gone to the room's first process."""
        found = _tree(self._main, most)
        if self._room is not None:
            found += [pid for pid in _tree(self._room.init, most)[1:] if pid not in found]
        return found

    def watch(self) -> None:
        """Return when the program has ended or has hit a limit."""
        deadline = self._began + self._request.wall_seconds
        look = self._began + _FIRST_LOOK_SECONDS
        while self._limit is None:
            now = time.monotonic()
            if now >= deadline:
                self._limit = "wall"
                return
            if now >= look:
                self._look()
                cost = time.monotonic() - now
                look = time.monotonic() + max(_LOOK_EVERY_SECONDS, 10 * cost)
                continue
            for fd, _ in self._poll.poll(max(min(deadline, look) - now, 0) * 1000 + 0.5):
                if fd == self._main_fd:
                    return
                if fd == self._worker_fd:
                    self._limit = "wall"  # nobody is left to hear of it
                    return
                self._take(fd)

    def _take(self, fd: int) -> None:
        stream = self._out if fd == self._out.fd else self._err
        if not stream.read():
            self._poll.unregister(fd)
        if self._out.total + self._err.total > self._request.output_bytes:
            self._limit = "output"

    def _look(self) -> None:
        request = self._request
        tree = self._processes(request.processes + 2)
        if len(tree) > request.processes:
            self._limit = "processes"
        elif sum(map(_own_memory, tree)) > request.memory_bytes:
            self._limit = "memory"
        else:
            size, count = _on_disk(self._seen(request.writable), request.files)
            if size > request.disk_bytes or count > request.files:
                self._limit = "disk"

    def bury(self) -> tuple[dict[str, Any], bytes, bytes, bool]:
        """Kill what is left, wait until all of it is gone, and report; whether the room is still good too."""
        spent = (0.0, 0)
        if self._limit is not None:
            # Of processes killed with their namespace the kernel reports no usage: read it first.
            if self._limit != "processes":
                spent = _spent(self._processes(self._request.processes + 2))
            self._kill()
        _, status, usage = os.wait4(self._main, 0)
        wall = time.monotonic() - self._began
        is_clean = True
        if self._room is None:
            _bury_orphans()
        else:
            is_clean = self._limit is None and not _children(self._room.init)
            if not is_clean:
                _bury_room(self._room)
        self._drain()
        for fd in (self._out.fd, self._err.fd, self._main_fd):
            os.close(fd)
        cpu = max(usage.ru_utime + usage.ru_stime, spent[0])
        peak = max(usage.ru_maxrss * 1024, spent[1])
        report = self._report(status, cpu, peak, wall)
        return report, bytes(self._out.kept), bytes(self._err.kept), is_clean

    def _kill(self) -> None:
        if self._room is not None:
            os.kill(self._room.init, signal.SIGKILL)  # takes all of its namespace with it
            return
        # The whole process group in one call: a tree that forks on can't outrun it (fork(2) restarts on a
        # signal).
        try:
            os.killpg(self._main, signal.SIGKILL)
        except ProcessLookupError:
            os.kill(self._main, signal.SIGKILL)

    def _drain(self) -> None:
        """Nobody can write any more: take what was written before."""
        for stream in (self._out, self._err):
            while stream.total <= self._request.output_bytes + _CHUNK and stream.read():
                ready = select.poll()
                ready.register(stream.fd, select.POLLIN)
                if not ready.poll(0):
                    break
        if self._limit is None and self._out.total + self._err.total > self._request.output_bytes:
            self._limit = "output"

    def _report(self, status: int, cpu: float, peak: int, wall: float) -> dict[str, Any]:
        code = os.waitstatus_to_exitcode(status)
        number = -code if code < 0 else None
        limit = self._limit
        if limit is None and number is not None:
            if number in (signal.SIGXCPU, signal.SIGKILL) and cpu >= self._request.cpu_seconds - 0.1:
                limit = "cpu"
            elif number == signal.SIGXFSZ:
                limit = "file_size"
        return {
            "exit_code": None if number is not None else code,
            "signal": number,
            "limit": limit,
            "wall_seconds": wall,
            "cpu_seconds": cpu,
            "peak_rss_bytes": peak,
            "stdout_bytes": self._out.total,
            "stderr_bytes": self._err.total,
            "stdout_kept": len(self._out.kept),
            "stderr_kept": len(self._err.kept),
        }


def _stdin_of(request: _Request) -> int:
    fd = os.memfd_create("stdin")
    view = memoryview(request.stdin)
    while view:
        view = view[os.write(fd, view) :]
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _become(request: _Request, stdin: int, out: int, err: int) -> None:
    """In the child: turn into the program. Never returns."""
    try:
        os.setsid()
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        # Above the low numbers first, so that no dup2 closes what a later one needs.
        stdin, out, err = (os.dup(fd) for fd in (stdin, out, err))
        for fd, place in ((stdin, 0), (out, 1), (err, 2)):
            os.dup2(fd, place)
        _set_limits(request)
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGXCPU):
            signal.signal(number, signal.SIG_DFL)
        os.chdir(request.cwd)
        os.execve(request.argv[0], request.argv, request.env)
    except OSError as error:
        os.write(2, f"{request.argv[0]}: {error.strerror}\n".encode())
    finally:
        os._exit(127)


def _limits_of(request: _Request) -> tuple[tuple[int, int], ...]:
    """The soft limits of a program, by RLIMIT_ number."""
    return (
        (resource.RLIMIT_CPU, request.cpu_seconds),
        (resource.RLIMIT_DATA, request.memory_bytes),
        (resource.RLIMIT_FSIZE, request.file_bytes),
        (resource.RLIMIT_NOFILE, request.open_files),
        (resource.RLIMIT_CORE, 0),
    )


def _set_limits(request: _Request) -> None:
    for which, soft in _limits_of(request):
        hard = soft + (which == resource.RLIMIT_CPU)  # so that it is SIGXCPU that ends it
        ceiling = resource.getrlimit(which)[1]
        if ceiling != resource.RLIM_INFINITY:
            soft, hard = min(soft, ceiling), min(hard, ceiling)
        resource.setrlimit(which, (soft, hard))


def _bury_room(room: Room) -> None:
    """Kill a room's first process, and with it all others; returns when they are gone."""
    os.kill(room.init, signal.SIGKILL)
    deadline = time.monotonic() + _GRAVE_SECONDS
    while os.waitpid(room.init, os.WNOHANG)[0] == 0:
        if time.monotonic() > deadline:
            raise SystemExit("a room did not die")
        time.sleep(0.0005)
    room.close()


def _bury_orphans() -> None:
    """As a subreaper we are the parent of whatever lost its own: kill and reap until there is none."""
    myself = os.getpid()
    deadline = time.monotonic() + _GRAVE_SECONDS
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid:
            continue
        for orphan in _tree(myself, 1 << 20)[1:]:
            try:
                os.kill(orphan, signal.SIGKILL)
            except ProcessLookupError:
                continue
        if time.monotonic() > deadline:
            raise SystemExit("orphans of the program did not die")
        time.sleep(0.001)


# -- frames


def read_exactly(connection: socket.socket, count: int) -> bytes:
    """`count` bytes, or fewer where the other side closed the connection."""
    parts = bytearray()
    while len(parts) < count:
        data = connection.recv(count - len(parts))
        if not data:
            break
        parts += data
    return bytes(parts)


def read_header(connection: socket.socket) -> dict[str, Any] | None:
    """The header of the next frame; None at the end."""
    length = read_exactly(connection, 4)
    if len(length) < 4:
        return None
    text = read_exactly(connection, struct.unpack("<I", length)[0])
    header: dict[str, Any] = json.loads(text)
    return header


def write_frame(connection: socket.socket, header: dict[str, Any], *payload: bytes) -> None:
    """Send one frame."""
    text = json.dumps(header).encode("ascii")
    connection.sendall(b"".join((struct.pack("<I", len(text)), text, *payload)))


def _go_first(flags: int) -> None:
    """Be scheduled before what we watch, if we may: a thousand forking processes would leave us no turn."""
    try:
        os.sched_setscheduler(0, os.SCHED_RR | flags, os.sched_param(1))
    except PermissionError:
        return  # not root: RLIMIT_NPROC holds its processes


def _fence() -> str | None:
    """A control group that bounds the number of processes (pids.max), with us in it; None where we may not.

    Root's processes are not held by RLIMIT_NPROC, and doubling every millisecond they outrun any watching.
    Sources: the kernel's admin-guide, cgroup-v1/pids and cgroup-v2.
    """
    for base in ("/sys/fs/cgroup/pids", "/sys/fs/cgroup"):
        if not os.path.exists(base + "/cgroup.procs") or not os.access(base, os.W_OK):
            continue
        for name in os.listdir(base):
            if name.startswith("proctor-"):
                try:
                    os.rmdir(f"{base}/{name}")  # of a launcher that was killed; refused while one lives
                except OSError:
                    continue
        group = f"{base}/proctor-{os.getpid()}"
        try:
            os.mkdir(group)
            with open(group + "/cgroup.procs", "w") as file:
                file.write("0")
        except OSError:
            continue
        if os.path.exists(group + "/pids.max"):
            return group
    return None


def _fence_fd() -> int:
    """The limit of the fence, open for writing; -1 where there is none."""
    group = _fence()
    return -1 if group is None else os.open(group + "/pids.max", os.O_WRONLY | os.O_CLOEXEC)


def _outside(path: str) -> str:
    """Where a shut-in launcher finds the folder that its worker knows as `path` (bubblewrap.py binds it)."""
    parent, name = os.path.split(path)
    return f"{OUTSIDE}/{os.path.basename(parent)}/{name}"


class _Rooms:
    """The room for the next program: the last one's, if it was left clean."""

    def __init__(self) -> None:
        self._mounts = os.open("/proc/self/ns/mnt", os.O_RDONLY | os.O_CLOEXEC)
        self._pids = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
        self._room: Room | None = None
        os.stat(f"/proc/self/task/{os.getpid()}/children")  # without it we could not tell who is left
        shed_privileges()

    def take(self) -> Room:
        """A room without anybody in it."""
        if self._room is None:
            self._room = Room(self._mounts, self._pids)
        return self._room

    def give_back(self, is_clean: bool) -> None:
        """After the program's end."""
        if is_clean and self._room is not None:
            self._room.leave()
        else:
            self._room = None


def _serve(connection: socket.socket, fence_fd: int, rooms: _Rooms | None) -> None:
    """Answer requests until the worker goes away."""
    fenced = 0
    while (header := read_header(connection)) is not None:
        request = _Request(header, read_exactly(connection, header["stdin_bytes"]))
        if fence_fd >= 0 and fenced != request.processes:
            fenced = request.processes
            os.pwrite(fence_fd, str(fenced + _FENCE_SLACK).encode(), 0)
        try:
            run = _Run(request, connection.fileno(), rooms.take() if rooms else None)
        except OSError as error:
            write_frame(connection, {"error": str(error)})
            if rooms is not None:
                return  # with a half-made room: the worker starts another launcher
            continue
        except NotRunnable as error:
            write_frame(connection, {"not_runnable": str(error)})
            if rooms is not None:
                rooms.give_back(True)
            continue
        run.watch()
        report, out, err, is_clean = run.bury()
        if rooms is not None:
            rooms.give_back(is_clean)
        write_frame(connection, report, out, err)


def main(arguments: list[str]) -> None:
    """See the head of this module."""
    how, fd, *rest = arguments
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if how == "enter":
        _go_first(0)
        fence_fd = _fence_fd()
        if fence_fd >= 0:
            os.set_inheritable(fence_fd, True)
        os.execv(rest[0], [*rest, "shut-in", fd, str(fence_fd)])
    for number in (signal.SIGINT, signal.SIGXCPU):
        signal.signal(number, signal.SIG_IGN)
    # What we start does not inherit our turn (sched(7)), nor the socket: who held it could write verdicts.
    _go_first(os.SCHED_RESET_ON_FORK)
    os.set_inheritable(int(fd), False)
    with socket.socket(fileno=int(fd)) as connection:
        if how == "shut-in":
            fence_fd = int(rest[0])
            if fence_fd >= 0:
                os.set_inheritable(fence_fd, False)
            _serve(connection, fence_fd, _Rooms())
        else:
            _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1)
            _serve(connection, _fence_fd(), None)
