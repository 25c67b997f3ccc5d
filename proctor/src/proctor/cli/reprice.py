"""``proctor reprice RUN…``."""

from __future__ import annotations

from pathlib import Path

import click

from proctor.cli.failures import one_line


@click.command("reprice")
@click.argument("runs", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option(
    "--prices", type=click.Path(path_type=Path, exists=True), help="a price list (TOML) that extends ours"
)
def command(runs: tuple[Path, ...], prices: Path | None) -> None:
    """Price the recorded calls of RUNS by today's list, or by one of your own."""
    with one_line():
        from proctor.reporting.bill import load_prices, write_bill

        listed = load_prices(prices)
        for run in runs:
            bill = write_bill(run, listed)
            cost = "unknown" if bill.usd is None else f"{bill.usd} USD"
            click.echo(
                f"{run}: {cost} for {bill.calls} calls, {bill.tokens} tokens (prices {bill.prices_dated})"
            )
            for model in bill.unpriced:
                click.echo(f"warning: the price list has no {model}; give its prices with --prices", err=True)
