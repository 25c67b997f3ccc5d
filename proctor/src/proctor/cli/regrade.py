"""``proctor regrade FOLDER``."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from proctor.cli.failures import Failure, one_line
from proctor.isolation.registry import DEFAULT, NAMES


@click.command("regrade")
@click.argument("attempts", type=click.Path(path_type=Path, exists=True), nargs=-1, required=True)
@click.option("--isolation", type=click.Choice(NAMES), default=DEFAULT, show_default=True)
@click.option("--jobs", type=click.IntRange(min=1), help="worker processes; default: one a core")
@click.option("--prices", type=click.Path(path_type=Path, exists=True), help="a price list (TOML)")
def command(attempts: tuple[Path, ...], isolation: str, jobs: int | None, prices: Path | None) -> None:
    """Grade the stored submissions of ATTEMPTS (folders of a sitting) again, without a model.

    Each gets a new run folder beside the old one; the old one stays as it is.
    """
    with one_line():
        from proctor.adapters.inspect.regrading import regrade
        from proctor.reporting.bill import load_prices

        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        for attempt in attempts:
            if not (attempt / "submission").is_dir():
                raise Failure(f"{attempt} holds no stored submission")
            card, run = regrade(attempt, f"run-{stamp}", load_prices(prices), isolation, jobs)
            click.echo(f"{run}: {card.tally.passed} of {card.tally.counted} passed")
