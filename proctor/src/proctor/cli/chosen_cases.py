"""The options by which a command is told which cases of an exam to take."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from proctor.cli.failures import Failure, one_line
from proctor.core.selection import Selection
from proctor.grading.run_folder import RunFolder

_OPTIONS = [
    click.option(
        "--cases",
        "source",
        type=click.Path(path_type=Path),
        help="read the cases from here ('bundled': the built-in ones)",
    ),
    click.option("--all", "everything", is_flag=True, help="all cases instead of the exam's default slice"),
    click.option(
        "--prefix", "prefixes", multiple=True, help="cases whose name begins so; may be given again"
    ),
    click.option("--feature", "tags", multiple=True, help="cases with this feature; may be given again"),
    click.option(
        "--without", multiple=True, metavar="FEATURE", help="no cases with this feature; may be given again"
    ),
    click.option(
        "--name", "names", multiple=True, help="one case, by its name or its beginning; may be given again"
    ),
    click.option(
        "--failed-in",
        type=click.Path(path_type=Path),
        metavar="RUN",
        help="cases that this run did not pass",
    ),
]


def chosen_cases(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options, and what they say as its parameter `selection`."""

    @functools.wraps(command)
    def choosing(
        source: Path | None,
        everything: bool,
        prefixes: tuple[str, ...],
        tags: tuple[str, ...],
        without: tuple[str, ...],
        names: tuple[str, ...],
        failed_in: Path | None,
        **others: Any,
    ) -> None:
        origin = ""
        if failed_in is not None:
            with one_line():
                names = (*names, *_failed_in(failed_in))
            origin = f"failed in {failed_in.name}"
        command(selection=Selection(source, everything, prefixes, tags, names, origin, without), **others)

    for option in reversed(_OPTIONS):
        choosing = option(choosing)
    return choosing


def _failed_in(run: Path) -> tuple[str, ...]:
    names = tuple(verdict.case for verdict in RunFolder(run).verdicts() if verdict.outcome != "passed")
    if not names:
        raise Failure(f"no case failed in {run}")
    return names
