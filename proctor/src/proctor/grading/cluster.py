"""Cases run on a Dask cluster (extra `proctor[dask]`).

The run folder must lie on a file system that the workers share, at the same path.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

from proctor.core.case import Case
from proctor.core.verdict import Verdict
from proctor.grading.manifest import RunError
from proctor.grading.worker import Assignment, Worker, our_fault

if TYPE_CHECKING:
    from distributed import Client

_workers: dict[tuple[str, int], Worker] = {}
_lock = threading.Lock()


class DaskCluster:
    """An executor on the cluster whose scheduler listens at `scheduler` (`tcp://host:8786`).

    Raises RunError if the extra is not installed or the scheduler can't be reached.
    """

    def __init__(self, scheduler: str, connect_seconds: float = 20.0) -> None:
        self._scheduler = scheduler
        self._connect_seconds = connect_seconds

    def _connect(self) -> Client:
        try:
            from distributed import Client
        except ImportError:
            raise RunError("the dask executor needs an extra: pip install 'proctor[dask]'") from None
        try:
            return Client(self._scheduler, timeout=self._connect_seconds, set_as_default=False)
        except (OSError, TimeoutError) as error:
            raise RunError(f"no Dask scheduler answers at {self._scheduler}: {error}") from error

    def verdicts(self, assignment: Assignment, cases: Iterator[Case]) -> Generator[Verdict, None, None]:
        """See `Executor.verdicts`."""
        client = self._connect()
        run = uuid.uuid4().hex
        try:
            yield from _graded(client, assignment, cases, run)
        finally:
            client.run(_close_workers, run)
            client.close()


def _graded(
    client: Client, assignment: Assignment, cases: Iterator[Case], run: str
) -> Generator[Verdict, None, None]:
    from distributed import as_completed
    from distributed.client import FutureCancelledError
    from distributed.scheduler import KilledWorker

    threads = sum(client.nthreads().values())
    if not threads:
        raise RunError("the Dask cluster has no workers")
    waiting: dict[str, Case] = {}
    completed = as_completed(loop=client.loop)

    def give() -> None:
        case = next(cases, None)
        if case is not None:
            future = client.submit(_grade, assignment, case, run, pure=False)
            waiting[str(future.key)] = case
            completed.add(future)

    for _ in range(threads):
        give()
    for future in completed:
        case = waiting.pop(str(future.key))
        try:
            verdict = future.result()
        except (KilledWorker, FutureCancelledError) as error:
            verdict = our_fault(case, f"the Dask worker was lost: {error}")
        yield verdict
        give()


def _grade(assignment: Assignment, case: Case, run: str) -> Verdict:
    """On a Dask worker: grade with this thread's own exam and sandbox."""
    thread = threading.get_ident()
    worker = _workers.get((run, thread))
    if worker is None:
        worker = Worker(assignment, f"{uuid.uuid4().hex[:12]}")
        with _lock:
            _workers[run, thread] = worker
    return worker.grade(case)


def _close_workers(run: str, **_: Any) -> None:
    with _lock:
        ended = [_workers.pop(key) for key in list(_workers) if key[0] == run]
    for worker in ended:
        worker.close()
