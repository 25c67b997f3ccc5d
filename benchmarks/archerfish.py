"""How long Archerfish takes: to compare large results, and to grade many questions.

    python benchmarks/archerfish.py compare [--rows 100000] [--columns 20] [--profile NAME]
    python benchmarks/archerfish.py grade [--questions 1000] [--jobs 2]

compare: for each profile and each pair, a process of its own. The answer holds the golden's rows shuffled
(under the same names, or with its columns permuted and renamed), or one cell of them is wrong. Printed: the
seconds of the comparison alone, by the wall and of CPU, and the process's peak memory before and after it.

grade: the bundled questions and their answers, repeated under new names to so many, are graded on the bundled
SQLite database: seconds by the wall and of CPU, of all processes together.

On a busy machine seconds say little, so each line also gives the CPU in units of a loop timed beside it, one
unit being a million insertions into a dictionary.
"""

from __future__ import annotations

import argparse
import functools
import json
import multiprocessing
import random
import resource
import tempfile
import time
from decimal import Decimal
from pathlib import Path

from proctor.exams.archerfish.bundle import WORKLOAD_PATH, bundled_predictions
from proctor.exams.archerfish.comparison import compare
from proctor.exams.archerfish.model import PROFILES, ResultSet
from proctor.exams.archerfish.settings import bundled_database
from proctor.exams.registry import open_exam
from proctor.grading.loop import Plan, grade
from proctor.grading.processes import Processes

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


def unit() -> float:
    """CPU seconds of a million insertions into a dictionary."""
    start = time.process_time()
    filled: dict[int, int] = {}
    for number in range(1_000_000):
        filled[number] = number
    return time.process_time() - start


def peak() -> int:
    """The process's peak memory in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def measure(profile: str, kind: str, rows: int, columns: int) -> tuple[bool, float, float, float, int, int]:
    """The verdict, seconds by the wall and of CPU, CPU in units, and the peak memory before and after."""
    golden = make(rows, columns)
    answer = answer_to(golden, kind)
    reference, before = unit(), peak()
    wall, cpu = time.perf_counter(), time.process_time()
    found = compare(golden, answer, None, profile)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return found.equal, wall, cpu, cpu / min(reference, unit()), before, peak()


def compare_all(rows: int, columns: int, profiles: list[str]) -> None:
    """Print one line a profile and pair."""
    print(f"{rows} rows x {columns} columns")
    heads = ("wall s", "CPU s", "units", "MiB", "peak")
    print(f"{'profile':18} {'answer':15} {'equal':6}", *(f"{head:>8}" for head in heads))
    for profile in profiles:
        for kind in KINDS:
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                equal, *figures = pool.apply(measure, (profile, kind, rows, columns))
            shown = (f"{each:8.2f}" if isinstance(each, float) else f"{each:8}" for each in figures)
            print(f"{profile:18} {kind:15} {equal!s:6}", *shown, flush=True)


def repeated(count: int, folder: Path) -> tuple[Path, Path]:
    """A workload of so many questions, and the file of their answers."""
    from ruamel.yaml import YAML

    yaml = YAML(typ="safe", pure=True)
    entries = list(yaml.load(WORKLOAD_PATH.read_text("utf-8")).values())
    answers = {each.query_name: each.sql for each in bundled_predictions()}
    workload, given = {}, {}
    for number in range(count):
        entry = entries[number % len(entries)]
        name = f"question_{number}"
        workload[name] = {**entry, "query_name": name}
        given[name] = answers[entry["query_name"]]
    paths = folder / "workload.yaml", folder / "answers.json"
    with paths[0].open("w", encoding="utf-8") as file:
        yaml.dump(workload, file)
    paths[1].write_text(json.dumps(given), "utf-8")
    return paths


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def grade_many(count: int, jobs: int) -> None:
    """Print what became of the questions and how long it took."""
    with tempfile.TemporaryDirectory(prefix="proctor-archerfish-") as name:
        folder = Path(name)
        workload, answers = repeated(count, folder)
        options = {"workload": str(workload), "source": f"sqlite:///{bundled_database()}"}
        plan = Plan(functools.partial(open_exam, "archerfish", options), answers, folder / "run")
        reference, wall, cpu = unit(), time.perf_counter(), _cpu()
        card = grade(plan, Processes(jobs))
        wall, cpu = time.perf_counter() - wall, _cpu() - cpu
    print(f"{card.graded} questions graded, {card.tally.passed} passed, {jobs} workers")
    print(f"{wall:.1f} s by the wall, {cpu:.1f} s of CPU, {cpu / min(reference, unit()):.0f} units;")
    print(f"per question {1000 * wall / count:.1f} ms by the wall, {1000 * cpu / count:.1f} ms of CPU")


def main() -> None:
    """Run one of the two."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    comparing = commands.add_parser("compare")
    comparing.add_argument("--rows", type=int, default=100_000)
    comparing.add_argument("--columns", type=int, default=20)
    comparing.add_argument("--profile", choices=PROFILES, action="append")
    grading = commands.add_parser("grade")
    grading.add_argument("--questions", type=int, default=1000)
    grading.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if options.command == "compare":
        compare_all(options.rows, options.columns, options.profile or list(PROFILES))
    else:
        grade_many(options.questions, options.jobs)


if __name__ == "__main__":
    main()
