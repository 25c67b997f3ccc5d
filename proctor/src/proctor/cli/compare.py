"""``proctor compare RUN_A RUN_B``."""

from __future__ import annotations

from pathlib import Path

import click

from proctor.cli.failures import one_line
from proctor.grading.run_folder import RunFolder


@click.command("compare")
@click.argument("run_a", type=click.Path(path_type=Path))
@click.argument("run_b", type=click.Path(path_type=Path))
@click.option(
    "--most",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    help="how many cases to name of each kind",
)
def command(run_a: Path, run_b: Path, most: int) -> None:
    """Show what RUN_B gained and lost against RUN_A, and whether the difference is significant."""
    with one_line():
        from proctor.reporting.comparison import compare
        from proctor.reporting.terminal import console, print_comparison

        print_comparison(console(), compare(RunFolder(run_a), RunFolder(run_b)), most)
