"""The oracle's own process: started inside a sandbox, it runs scripts on hostile files under limits.

Scripts that judge are run in this process itself, since a fork costs more than most of them. What a file can
do to it is to end it, by running out of time or by crashing it; the session then starts another. Scripts that
ask to be alone are run in a forked child, for instance those whose pragmas would hold for the whole process.

Requests come on standard input, one JSON line each followed by the script's bytes; answers leave on standard
output as one JSON line each, and with "check" a second line, the integrity, as a JSON text. Output passes
through the file "out" in the spool, the one folder that this process can write to: the database to run on
lies there too. A child that is alone tells by the file "note" what it found.

    request   {"database": NAME, "script": BYTES, "shell": bool, "alone": bool, "check": bool,
               "wall": s, "cpu": s, "memory": B, "output": B, "file": B}\\n  and then the script
    answer    {"status": "done" | "too_long" | "timed_out" | "crashed" | "unopenable" | "unprintable" |
               "fault", "detail": TEXT, "errors": [TEXT], "failed": N, "cpu": s, "rss": B, "total_cpu": s}\\n
    integrity TEXT | null\\n
"""

# ruff: noqa: PTH104, PTH108, PTH116
# Plain os calls: this process forks for every script, and what it does not load it need not copy.

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from typing import Any, Protocol

from proctor.exams.multilangbench.oracle.library import Enough, Library

_KEPT_ERRORS = 20
_CHECK_SECONDS = 10
_SLACK_SECONDS = 5  # the session ends us before, having read what we used
_NO_SHELL = 127


class Engine(Protocol):
    """What runs scripts: the library of the standard library's module, or the wheel's."""

    def run(self, database: bytes, script: bytes, write: Callable[[bytes], None]) -> list[str]:
        """Run a script on a database and return the texts of its errors."""
        ...


def _cpu_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def _limit(request: dict[str, Any], wall: float) -> None:
    """Bound what this process may use from now on; it dies of time and CPU."""
    for which, soft in (
        (resource.RLIMIT_CPU, int(_cpu_seconds()) + 1 + int(request["cpu"])),
        (resource.RLIMIT_AS, request["memory"]),
        (resource.RLIMIT_FSIZE, request["file"]),
    ):
        resource.setrlimit(which, (soft, resource.getrlimit(which)[1]))
    # The default action of SIGALRM ends the process even while it is deep inside SQLite.
    signal.setitimer(signal.ITIMER_REAL, wall)


def _create(name: str) -> int:
    return os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)


def _note(found: dict[str, Any]) -> None:
    descriptor = os.open("note", os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    os.write(descriptor, json.dumps(found).encode())
    os.close(descriptor)


def _check(engine: Engine, database: bytes) -> str:
    """The first words of ``PRAGMA integrity_check``, or why it could not be run."""
    pieces: list[bytes] = []
    try:
        errors = engine.run(database, b"PRAGMA integrity_check(1);\n", pieces.append)
    except OSError as error:
        return f"does not open: {error}"
    if errors:
        return f"error: {errors[0]}"
    return b"".join(pieces)[:400].decode("utf-8", "replace").rstrip("\n")


def _run(engine: Engine, request: dict[str, Any], script: bytes) -> dict[str, Any]:
    """Run the script here and say what became of it."""
    _limit(request, request["wall"] + (not request["alone"]) * _SLACK_SECONDS)
    room = request["output"]
    out = _create("out")

    def write(piece: bytes) -> None:
        nonlocal room
        os.write(out, piece[:room])
        room -= len(piece)
        if room < 0:
            raise Enough

    found: dict[str, Any] = {"status": "done"}
    try:
        errors = engine.run(request["database"].encode(), script, write)
        found["errors"] = [error[:400] for error in errors[:_KEPT_ERRORS]]
        found["failed"] = len(errors)
    except Enough:
        found["status"] = "too_long"
    except OSError as error:
        found.update(status="unopenable", detail=str(error))
    except MemoryError:
        found.update(status="crashed", detail="out of memory")
    except Exception as error:  # noqa: BLE001 - this is the process's edge: the name of what happened is the answer
        found.update(status="unprintable", detail=f"{type(error).__name__}: {error}"[:400])
    finally:
        os.close(out)
    return found


def _check_here(engine: Engine, request: dict[str, Any]) -> str:
    signal.setitimer(signal.ITIMER_REAL, _CHECK_SECONDS)
    return _check(engine, request["database"].encode())


def _run_alone(engine: Engine, request: dict[str, Any], script: bytes) -> None:
    """Run the script in this process, which ends afterwards."""
    found = _run(engine, request, script)
    if request["check"]:
        _note(found | {"integrity": "not finished"})
        found["integrity"] = _check_here(engine, request)
    _note(found)


def _exec_shell(shell: str, request: dict[str, Any], script: bytes) -> None:
    """Become the sqlite3 shell, with the script on standard input."""
    _limit(request, request["wall"])
    source = os.memfd_create("script")
    view = memoryview(script)
    while view:
        view = view[os.write(source, view) :]
    os.lseek(source, 0, os.SEEK_SET)
    os.dup2(source, 0)
    os.dup2(_create("out"), 1)
    os.dup2(_create("errors"), 2)
    os.execv(shell, [shell, request["database"]])


def _fork(work: Callable[[], None]) -> tuple[int, Any]:
    """Run work in a child and wait for it: its wait status and its resource usage."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    _, status, usage = os.wait4(child, 0)
    return status, usage


def _read_file(name: str, most: int) -> bytes:
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return b""
    try:
        return os.read(descriptor, most)
    finally:
        os.close(descriptor)


def _remove(*names: str) -> None:
    for name in names:
        try:
            os.unlink(name)
        except FileNotFoundError:
            continue


def _ended(status: int) -> dict[str, Any]:
    """What a wait status says of a child that left no note."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number in (signal.SIGALRM, signal.SIGXCPU, signal.SIGKILL):
            return {"status": "timed_out", "detail": f"ended by {signal.Signals(number).name}"}
        return {"status": "crashed", "detail": f"ended by {signal.Signals(number).name}"}
    return {"status": "crashed", "detail": f"ended with exit status {os.WEXITSTATUS(status)}"}


def _by_engine(engine: Engine, request: dict[str, Any], script: bytes) -> tuple[dict[str, Any], Any]:
    status, usage = _fork(lambda: _run_alone(engine, request, script))
    note = _read_file("note", 1 << 20)
    if status != 0 and not note:
        return _ended(status), usage
    return json.loads(note), usage


def _by_shell(shell: str, request: dict[str, Any], script: bytes) -> tuple[dict[str, Any], Any]:
    status, usage = _fork(lambda: _exec_shell(shell, request, script))
    errors = _read_file("errors", 1 << 16).decode("utf-8", "replace").splitlines()
    found: dict[str, Any] = {"status": "done", "detail": ""}
    if os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == _NO_SHELL:
        found = _ended(status)
    elif os.stat("out").st_size > request["output"]:
        found["status"] = "too_long"
    found.update(errors=errors[:_KEPT_ERRORS], failed=len(errors), integrity=None)
    if request["check"]:
        os.rename("out", "kept")
        quick = {**request, "wall": _CHECK_SECONDS, "check": False}
        _remove("errors")
        ended, _ = _fork(lambda: _exec_shell(shell, quick, b"PRAGMA integrity_check(1);\n"))
        text = _read_file("out", 400).rstrip(b"\n") or _read_file("errors", 400)
        found["integrity"] = text.decode("utf-8", "replace") if not os.WIFSIGNALED(ended) else "not finished"
        os.rename("kept", "out")
    return found, usage


def serve(engine: Engine | None, shell: str | None) -> None:
    """Answer requests until standard input ends."""
    requests = sys.stdin.buffer
    if engine is not None:
        # What SQLite sets up on its first use is then there already in every child.
        engine.run(
            b":memory:", b"CREATE TABLE t(a); SELECT * FROM t; PRAGMA integrity_check;\n", lambda piece: None
        )
    gc.freeze()
    while line := requests.readline():
        request = json.loads(line)
        script = requests.read(request["script"])
        _remove("out", "note", "errors")
        warm = engine if not request["shell"] and not request["alone"] else None
        before = _cpu_seconds()
        try:
            found, integrity = _answer(engine, shell, warm, request, script)
        except OSError as error:
            # No process, no memory, no room: the machine's trouble, which says nothing of the database.
            found, integrity = {"status": "fault", "detail": f"the oracle's process: {error}"}, None
        own = {"cpu": _cpu_seconds() - before, "rss": 0, "total_cpu": _cpu_seconds()}
        _say({"detail": "", "errors": [], "failed": 0} | own | found)
        if request["check"]:
            _say(_check_here(warm, request) if warm is not None else integrity)
        signal.setitimer(signal.ITIMER_REAL, 0)


def _answer(
    engine: Engine | None, shell: str | None, warm: Engine | None, request: dict[str, Any], script: bytes
) -> tuple[dict[str, Any], str | None]:
    """What became of the script, and the integrity as far as it is known by then."""
    if warm is not None:
        return _run(warm, request, script), None
    if engine is not None and not request["shell"]:
        found, usage = _by_engine(engine, request, script)
    elif shell is not None:
        found, usage = _by_shell(shell, request, script)
    else:
        raise OSError("asked for the shell, and there is none")
    integrity = found.pop("integrity", None)
    spent = {"cpu": usage.ru_utime + usage.ru_stime, "rss": usage.ru_maxrss * 1024}
    return found | spent, integrity


def _say(answer: object) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> None:
    """Serve with the engine named first, its file second and the shell (or ``-``) third."""
    kind, path, shell = arguments
    engine: Engine | None = None
    if kind == "wheel":
        sys.path.append(path)
        from proctor.exams.multilangbench.oracle.wheel import Wheel

        engine = Wheel()
    elif kind == "library":
        engine = Library(path or None)
    serve(engine, None if shell == "-" else shell)
