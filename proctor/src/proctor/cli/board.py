"""``proctor board RUN…``."""

from __future__ import annotations

from pathlib import Path

import click

from proctor.cli.failures import one_line


@click.command("board")
@click.argument("runs", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--output", type=click.Path(path_type=Path), default=Path("board.html"), show_default=True)
def command(runs: tuple[Path, ...], output: Path) -> None:
    """Write RUNS as a leaderboard: model by language with intervals and cost, on one self-contained page.

    Each is the folder of a run, or of a sitting with all its attempts (--out of `proctor sit`).
    Runs are compared only with runs on the same cases of the same exam, costs only by the same price list.
    """
    with one_line():
        from proctor.reporting.board import write_board

        write_board(runs, output)
        click.echo(f"written: {output}")
