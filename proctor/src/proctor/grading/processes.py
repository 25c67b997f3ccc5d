"""Cases run in worker processes on this machine."""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
from collections.abc import Generator, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from proctor.core.case import Case
from proctor.core.verdict import Verdict
from proctor.grading.manifest import RunError
from proctor.grading.worker import Assignment, Worker, our_fault

_PR_SET_PDEATHSIG = 1  # <linux/prctl.h>
_context = multiprocessing.get_context("spawn")


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0))


class Processes:
    """An executor of `jobs` worker processes; one for each usable core unless told otherwise."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = jobs if jobs is not None else usable_cores()
        if self.jobs < 1:
            raise ValueError("at least one job is needed")

    def verdicts(self, assignment: Assignment, cases: Iterator[Case]) -> Generator[Verdict, None, None]:
        """See `Executor.verdicts`."""
        workers: dict[Connection, _Handle] = {}
        serial = 0
        try:
            while True:
                while len(workers) < self.jobs and (case := next(cases, None)) is not None:
                    serial += 1
                    handle = _Handle(assignment, f"w{serial}")
                    workers[handle.connection] = handle
                    handle.give(case)
                if not workers:
                    return
                for connection in wait(list(workers)):
                    assert isinstance(connection, Connection)
                    handle = workers[connection]
                    verdict = handle.take()
                    yield verdict
                    case = next(cases, None) if handle.alive else None
                    if case is None:
                        workers.pop(connection).end()
                    else:
                        handle.give(case)
        finally:
            for handle in workers.values():
                handle.kill()


class _Handle:
    """One worker process, seen from the parent."""

    def __init__(self, assignment: Assignment, name: str) -> None:
        self.connection, its = _context.Pipe()
        self._process: BaseProcess = _context.Process(
            target=_serve, args=(its, assignment, name, os.getpid()), name=f"proctor-{name}", daemon=False
        )
        self._process.start()
        its.close()
        self._case: Case | None = None
        self.alive = True

    def give(self, case: Case) -> None:
        self._case = case
        with contextlib.suppress(BrokenPipeError):  # it died: `take` finds out and says so
            self.connection.send(case)

    def take(self) -> Verdict:
        assert self._case is not None
        case, self._case = self._case, None
        try:
            answer = self.connection.recv()
        except (EOFError, ConnectionResetError):
            self.alive = False
            self._process.join()
            return our_fault(case, f"the worker process died (exit code {self._process.exitcode})")
        if isinstance(answer, str):
            raise RunError(f"a worker could not start: {answer}")
        assert isinstance(answer, Verdict)
        return answer

    def end(self) -> None:
        self.connection.close()
        self._process.join()

    def kill(self) -> None:
        self._process.kill()
        self.end()


def _serve(connection: Connection, assignment: Assignment, name: str, parent: int) -> None:
    """The life of a worker process: until the parent closes its end, or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        return
    try:
        worker = Worker(assignment, name)
    except Exception as error:  # noqa: BLE001 - the edge of the process: the parent says why
        connection.recv()
        connection.send(f"{type(error).__name__}: {error}")
        return
    try:
        while True:
            connection.send(worker.grade(connection.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    finally:
        worker.close()
