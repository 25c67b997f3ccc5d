"""Grading on a real Dask cluster of two worker processes on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from proctor.grading.cluster import DaskCluster
from proctor.grading.loop import Plan, grade
from proctor.grading.manifest import RunError
from proctor.grading.run_folder import RunFolder

MakePlan = Callable[..., Plan]
SUPPORT = Path(__file__).parents[1] / "support"


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """A scheduler and two workers, each a process of its own."""
    file = tmp_path / "scheduler.json"
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
             "--no-dashboard", "--scheduler-file", str(file)],
            env={"PYTHONPATH": str(SUPPORT), "PATH": "/usr/bin:/bin"},  # it too reads what is submitted
            stderr=subprocess.DEVNULL,
        )
    ]  # fmt: skip
    processes += [
        subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(file), "--nthreads", "1",
             "--no-dashboard", "--no-nanny", "--local-directory", str(tmp_path / f"worker{n}"), "--name", f"worker{n}"],
            env={"PYTHONPATH": str(SUPPORT), "PATH": "/usr/bin:/bin"},
            stderr=subprocess.DEVNULL,
        )
        for n in range(2)
    ]  # fmt: skip
    try:
        deadline = time.monotonic() + 60
        while not file.exists() or not file.read_text():
            assert time.monotonic() < deadline, "the scheduler did not come up"
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"]
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.wait(timeout=30)


@pytest.mark.filterwarnings("ignore")
def test_two_workers_grade_every_case_once(scheduler: str, plan: MakePlan) -> None:
    from distributed import Client

    with Client(scheduler, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    card = grade(plan(count=40, isolation="bubblewrap"), DaskCluster(scheduler))
    assert (card.tally.passed, card.graded, card.not_final) == (40, 40, [])
    names = [verdict.case for verdict in RunFolder(plan().folder).verdicts()]
    assert len(names) == len(set(names)) == 40


@pytest.mark.filterwarnings("ignore")
def test_scheduler_that_is_not_there_is_one_clear_line(plan: MakePlan) -> None:
    with pytest.raises(RunError, match="no Dask scheduler"):
        grade(plan(), DaskCluster("tcp://127.0.0.1:1", connect_seconds=1.0))
