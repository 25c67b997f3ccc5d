"""Two instances of Multi-SWE-bench graded at once on two cores, against each alone.

    .venv/bin/python benchmarks/swe_parallel.py [--first NAME] [--second NAME] [--rounds 3] [--most 1.3]

Images are made beforehand and do not count. A time is that of the whole instance: the container is made, the
gold patch and the tests are applied, the tests run, the container goes. Of each the best of all rounds
counts, the rounds taking turns. Exits with 1 if both at once take more than `--most` times the longer of
them alone.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from proctor.core.selection import Selection
from proctor.exams.cache import cache_folder
from proctor.exams.multi_swe_bench.case import SweCase
from proctor.exams.multi_swe_bench.containers import Bounds, Room, connect
from proctor.exams.multi_swe_bench.dataset import find_recipe, recipe_sources
from proctor.exams.multi_swe_bench.exam import MultiSweBench
from proctor.exams.multi_swe_bench.images import Images
from proctor.exams.multi_swe_bench.judging import conclude, trace


def grader(name: str) -> Callable[[], float]:
    """A function that grades the instance's gold patch once and says how many seconds that took."""
    (case,) = MultiSweBench().load(Selection(names=(name,)))
    assert isinstance(case, SweCase) and case.record is not None
    record, recipe = case.record, find_recipe(case.record, recipe_sources(None))
    assert recipe is not None
    client = connect()
    ready = Images(client, cache_folder("multi-swe-bench")).ready(recipe)

    def grade() -> float:
        begun = time.perf_counter()
        with Room(client, ready.image, "benchmark", Bounds(wall_seconds=600)) as room:
            if ready.archive is not None:
                room.unpack(ready.archive)
            left = trace(record, recipe, record.fix_patch, room)
        spent = time.perf_counter() - begun
        ended = conclude(record, recipe, record.fix_patch, left)
        if ended.kind != "resolved":
            raise SystemExit(f"{name}: {ended.reason}")
        return spent

    return grade


def main() -> int:
    """Measure, print, and compare with the limit."""
    parser = argparse.ArgumentParser(description="two instances at once against each alone")
    parser.add_argument("--first", default="proctor__rust-spans-1")
    parser.add_argument("--second", default="proctor__go-stack-1")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--most", type=float, default=1.3)
    given = parser.parse_args()
    names = (given.first, given.second)
    graders = [grader(name) for name in names]
    alone: list[list[float]] = [[], []]
    both: list[float] = []
    for grade in graders:
        grade()  # warms the page cache
    with ThreadPoolExecutor(2) as pool:
        for _ in range(given.rounds):
            for times, grade in zip(alone, graders, strict=True):
                times.append(grade())
            begun = time.perf_counter()
            list(pool.map(lambda grade: grade(), graders))
            both.append(time.perf_counter() - begun)
    longer = max(min(times) for times in alone)
    ratio = min(both) / longer
    for name, times in zip(names, alone, strict=True):
        print(f"{name} alone: {min(times):.2f} s")
    print(f"both at once: {min(both):.2f} s")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"ratio: {ratio:.2f} (at most {given.most:g})")
    return 0 if ratio <= given.most else 1


if __name__ == "__main__":
    sys.exit(main())
