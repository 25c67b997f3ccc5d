"""``proctor merge``."""

from __future__ import annotations

from pathlib import Path

import click

from proctor.cli.failures import one_line


@click.command("merge")
@click.argument("shards", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--into", type=click.Path(path_type=Path), required=True, help="the run folder to make")
def command(shards: tuple[Path, ...], into: Path) -> None:
    """Make one run of SHARDS; gaps, duplicates and mixed graders are refused."""
    with one_line():
        from proctor.grading.merge import merge
        from proctor.reporting.card import full_scorecard
        from proctor.reporting.terminal import print_scorecard

        folder = merge(shards, into)
        print_scorecard(full_scorecard(folder), folder, into)
