"""``proctor grade EXAM SUBMISSION``."""

from __future__ import annotations

import functools
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from proctor.cli.chosen_cases import chosen_cases
from proctor.cli.failures import Failure, one_line
from proctor.core.json_types import Json
from proctor.core.selection import Selection, Shard
from proctor.exams.registry import open_exam
from proctor.grading.executor import Executor
from proctor.grading.loop import Plan, grade
from proctor.grading.run_folder import RunFolder
from proctor.isolation.registry import DEFAULT, NAMES


def _executor(kind: str, jobs: int | None, scheduler: str | None) -> Executor:
    if kind == "dask":
        from proctor.grading.cluster import DaskCluster

        if scheduler is None:
            raise Failure("--executor dask needs --scheduler ADDRESS")
        return DaskCluster(scheduler)
    from proctor.grading.processes import Processes

    return Processes(jobs)


def _named(assignments: tuple[str, ...]) -> dict[str, Json]:
    """Read NAME=VALUE pairs; a value is JSON where it can be read as such."""
    import json

    found: dict[str, Json] = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if not equals:
            raise Failure(f"--option takes NAME=VALUE, not {assignment!r}")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


@click.command("grade")
@click.argument("exam")
@click.argument("submission", type=click.Path(path_type=Path), required=False)
@chosen_cases
@click.option(
    "--run",
    "folder",
    type=click.Path(path_type=Path),
    help="the run folder; an unfinished run in it is resumed",
)
@click.option("--shard", metavar="00-0f", help="only the cases whose key lies in this range")
@click.option("--jobs", type=click.IntRange(min=1), help="worker processes; default: one a core")
@click.option("--isolation", type=click.Choice(NAMES), default=DEFAULT, show_default=True)
@click.option("--executor", type=click.Choice(["processes", "dask"]), default="processes", show_default=True)
@click.option("--scheduler", metavar="ADDRESS", help="the Dask scheduler")
@click.option("--seconds", type=click.FloatRange(min=0.1), help="time limit a case; default: the exam's")
@click.option("--allow-sqlite", is_flag=True, help="leave this machine's SQLite in the submission's sight")
@click.option(
    "--oracle",
    type=click.Choice(["library", "shell", "wheel"]),
    help="which SQLite judges; default: the first found",
)
@click.option("--oracle-version", metavar="VERSION", help="judge with another SQLite than 3.40.1")
@click.option("--gold", is_flag=True, help="grade the dataset's own solutions: a self-check, no SUBMISSION")
@click.option("--repeat", type=click.IntRange(min=1), help="run each case so often; marks flaky ones")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="an option of the exam; may be given again",
)
def command(
    exam: str,
    submission: Path | None,
    selection: Selection,
    folder: Path | None,
    shard: str | None,
    jobs: int | None,
    isolation: str,
    executor: str,
    scheduler: str | None,
    seconds: float | None,
    allow_sqlite: bool,
    oracle: str | None,
    oracle_version: str | None,
    gold: bool,
    repeat: int | None,
    options: tuple[str, ...],
) -> None:
    """Grade SUBMISSION (an executable, or a folder) on the cases of EXAM.

    Ctrl-C stops it without loss; the same command with the same --run goes on.
    """
    with one_line():
        given: dict[str, Json] = {
            "wall_seconds": seconds,
            "allow_sqlite": allow_sqlite or None,
            "oracle": oracle,
            "oracle_version": oracle_version,
            "gold": gold or None,
            "repeat": repeat,
        }
        chosen = {name: value for name, value in given.items() if value is not None} | _named(options)
        if submission is None:
            submission = Path(next((name for name in ("gold", "empty") if chosen.get(name) is True), ""))
            if not submission.name:
                raise Failure("SUBMISSION is missing: what shall be graded?")
        if folder is None:
            stamp = datetime.now(UTC).astimezone().strftime("%Y%m%d-%H%M%S")
            folder = Path("runs") / f"{exam.rpartition(':')[2]}-{submission.name}-{stamp}"
        plan = Plan(
            exam=functools.partial(open_exam, exam, chosen),
            submission=submission.resolve(),
            folder=folder.resolve(),
            selection=selection,
            isolation=isolation,
            shard=Shard.parse(shard) if shard else None,
        )
        _grade(plan, _executor(executor, jobs, scheduler), folder)


def _grade(plan: Plan, executor: Executor, folder: Path) -> None:
    from proctor.reporting.progress import LiveProgress
    from proctor.reporting.terminal import console, print_scorecard

    if plan.isolation == "bare":
        console().print("[yellow]warning:[/] no isolation: the submission can do all that you can")
    try:
        card = grade(plan, executor, LiveProgress(console()))
    except KeyboardInterrupt:
        arguments = [argument for argument in sys.argv[1:] if argument]
        if "--run" not in arguments and not any(argument.startswith("--run=") for argument in arguments):
            arguments += ["--run", str(folder)]
        click.echo(f"stopped; nothing is lost. To go on:\n  proctor {shlex.join(arguments)}", err=True)
        sys.exit(130)
    print_scorecard(card, RunFolder(plan.folder), folder)
