"""How long Archerfish's comparison takes on large results, and how much memory.

    python benchmarks/archerfish.py [--rows 100000] [--columns 20]

For each profile and each pair, a process of its own: the answer holds the golden's rows shuffled (under the
same names, or with its columns permuted and renamed), or one cell of them is wrong. Printed: seconds of the
comparison alone, and the process's peak memory before and after it. `archerfish-code` is not run on renamed
columns: there any cell may serve any column, and the original program's rule asks for every pair of rows.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import resource
import time
from decimal import Decimal

from proctor.exams.archerfish.comparison import compare
from proctor.exams.archerfish.model import PROFILES, ResultSet

KINDS = ("shuffled", "permuted", "one cell wrong")


def make(rows: int, columns: int) -> ResultSet:
    """A golden result: whole numbers, texts, floats, decimals and NULLs, some columns of few values."""
    drawn = random.Random(1)
    makers = (
        lambda: drawn.randrange(1_000_000),
        lambda: f"name {drawn.randrange(50_000)}",
        lambda: drawn.random() * 1000,
        lambda: Decimal(drawn.randrange(100_000)) / 100,
        lambda: drawn.choice(("red", "green", "blue", None)),
        lambda: drawn.randrange(3),
    )
    names = tuple(f"column_{at}" for at in range(columns))
    return ResultSet(names, [tuple(makers[at % len(makers)]() for at in range(columns)) for _ in range(rows)])


def answer_to(golden: ResultSet, kind: str) -> ResultSet:
    """The answer of that kind."""
    drawn = random.Random(2)
    order = list(range(len(golden.columns)))
    names = golden.columns
    if kind == "permuted":
        drawn.shuffle(order)
        names = tuple(f"answer_{at}" for at in order)
    rows = [tuple(row[at] for at in order) for row in golden.rows]
    drawn.shuffle(rows)
    if kind == "one cell wrong":
        rows[-1] = ("wrong", *rows[-1][1:])
    return ResultSet(names, rows)


def measure(profile: str, kind: str, rows: int, columns: int) -> tuple[bool, float, int, int]:
    """The verdict, the seconds, and the peak memory in MiB before and after."""
    golden = make(rows, columns)
    answer = answer_to(golden, kind)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    start = time.perf_counter()
    found = compare(golden, answer, None, profile)
    seconds = time.perf_counter() - start
    return found.equal, seconds, before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    """Print one line a profile and pair."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--columns", type=int, default=20)
    parser.add_argument("--profile", choices=PROFILES, action="append")
    options = parser.parse_args()
    print(f"{options.rows} rows x {options.columns} columns")
    print(f"{'profile':18} {'answer':15} {'equal':6} {'seconds':>8} {'MiB before':>11} {'MiB peak':>9}")
    for profile in options.profile or PROFILES:
        for kind in KINDS:
            if (profile, kind) == ("archerfish-code", "permuted"):
                continue
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                equal, seconds, before, after = pool.apply(
                    measure, (profile, kind, options.rows, options.columns)
                )
            print(f"{profile:18} {kind:15} {equal!s:6} {seconds:8.2f} {before:11} {after:9}", flush=True)


if __name__ == "__main__":
    main()
