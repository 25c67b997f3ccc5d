"""``proctor sit EXAM --model M --language L``."""

from __future__ import annotations

import sys
from decimal import Decimal, InvalidOperation
from pathlib import Path

import click

from proctor.cli.failures import Failure, one_line
from proctor.core.selection import Selection
from proctor.core.usage import PriceList, Usage
from proctor.isolation.registry import DEFAULT, NAMES


def _money(_: click.Context, __: click.Parameter, value: str | None) -> Decimal | None:
    if value is None:
        return None
    try:
        money = Decimal(value)
    except InvalidOperation:
        raise click.BadParameter(f"{value!r} is no sum of money") from None
    if not money.is_finite() or money <= 0:
        raise click.BadParameter("a limit on money is above 0")
    return money


@click.command("sit")
@click.argument("exam")
@click.option("--model", required=True, help="as Inspect names it: provider/model")
@click.option("--language", "chosen", multiple=True, help="language or name; may be given again")
@click.option(
    "--out", type=click.Path(path_type=Path), help="where attempts are kept; given again, it goes on"
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="an option of the exam's sittings"
)
@click.option("--agent", help="react, single, or one of inspect-swe; default: the exam's")
@click.option("--room", help="bubblewrap, docker or none; default: the exam's")
@click.option("--image", help="the image of a docker room")
@click.option("--compose", type=click.Path(exists=True), help="a compose file for Inspect's own docker room")
@click.option("--isolation", type=click.Choice(NAMES), default=DEFAULT, show_default=True)
@click.option("--cases", "source", type=click.Path(path_type=Path), help="read the cases from here")
@click.option("--all", "everything", is_flag=True, help="all cases instead of the exam's default slice")
@click.option("--prefix", "prefixes", multiple=True, help="cases whose name begins so; may be given again")
@click.option("--epochs", type=click.IntRange(min=1), default=1, show_default=True, help="attempts at each")
@click.option("--jobs", type=click.IntRange(min=1), help="worker processes that grade; default: one a core")
@click.option("--money", callback=_money, metavar="USD", help="stop an attempt that has cost so much")
@click.option("--tokens", type=click.IntRange(min=1), help="stop an attempt that has used so many")
@click.option("--seconds", type=click.FloatRange(min=1), help="stop an attempt that has worked so long")
@click.option("--batch", is_flag=True, help="call the model through its provider's batch interface")
@click.option(
    "--prices", type=click.Path(path_type=Path, exists=True), help="a price list (TOML) that extends ours"
)
def command(
    exam: str,
    model: str,
    chosen: tuple[str, ...],
    out: Path | None,
    options: tuple[str, ...],
    agent: str | None,
    room: str | None,
    image: str | None,
    compose: str | None,
    isolation: str,
    source: Path | None,
    everything: bool,
    prefixes: tuple[str, ...],
    epochs: int,
    jobs: int | None,
    money: Decimal | None,
    tokens: int | None,
    seconds: float | None,
    batch: bool,
    prices: Path | None,
) -> None:
    """Have a model take EXAM: it works in a room, its submission is graded outside and priced.

    Ctrl-C, or a kill, loses no submission and no verdict; the same command with the same --out goes on.
    """
    with one_line():
        try:
            from proctor.adapters.inspect.hold import hold, kind_of
            from proctor.adapters.inspect.rules import Rules
        except ImportError as error:
            raise Failure(f"sittings need Inspect: pip install proctor[inspect] ({error})") from error
        from proctor.reporting.bill import load_prices

        listed = load_prices(prices)
        if model not in listed.tiers:
            if money is not None:
                raise Failure(f"the price list has no {model}, so --money can't be kept; give its --prices")
            click.echo(f"warning: the price list has no {model}: its cost will be unknown", err=True)
        kind = kind_of(exam, _options(options))
        selection = Selection(source, everything, prefixes)
        folder = (out or Path("sittings") / f"{exam}-{model.replace('/', '-')}").resolve()
        rules = Rules(
            out=folder, agent=agent, room=room, image=image, compose=compose,
            isolation=isolation, jobs=jobs, epochs=epochs, money=money, tokens=tokens, seconds=seconds,
            batch=batch, prices=listed, on_call=_Spending(listed, folder).on_call,
        )  # fmt: skip
        held = hold(kind, kind.questions(chosen, selection), rules, model)
        for line in held.lines:
            click.echo(line)
        click.echo(f"attempts: {folder}")
        if held.failed:
            click.echo("not all attempts are graded; the same command goes on", err=True)
            sys.exit(1)


def _options(given: tuple[str, ...]) -> dict[str, str]:
    pairs = [one.partition("=") for one in given]
    for name, equals, _ in pairs:
        if not equals:
            raise Failure(f"an option is NAME=VALUE, not {name!r}")
    return {name: value for name, _, value in pairs}


class _Spending:
    """Says after each call what the attempt and all attempts have cost so far, with what was spent before."""

    def __init__(self, prices: PriceList, folder: Path) -> None:
        from proctor.reporting.bill import CALLS, read_calls

        self._prices = prices
        self._all = _Sum()
        self._attempts: dict[tuple[str, int], _Sum] = {}
        for path in sorted(folder.glob(f"*/{CALLS}")):
            question, _, epoch = path.parent.name.rpartition("-")
            for call in read_calls(path.parent):
                self._add(question, int(epoch) if epoch.isdecimal() else 0, call)

    def _add(self, question: str, epoch: int, call: Usage) -> _Sum:
        attempt = self._attempts.setdefault((question, epoch), _Sum())
        cost = self._prices.cost(call)
        attempt.add(call, cost)
        self._all.add(call, cost)
        return attempt

    def on_call(self, question: str, epoch: int, call: Usage) -> None:
        """Print one line: calls, tokens and money so far."""
        attempt = self._add(question, epoch, call)
        click.echo(f"{question}, attempt {epoch}: {attempt}; all attempts: {self._all}", err=True)


class _Sum:
    """Calls, tokens and money."""

    def __init__(self) -> None:
        self._calls = 0
        self._tokens = 0
        self._cost: Decimal | None = Decimal(0)

    def add(self, call: Usage, cost: Decimal | None) -> None:
        """Count one call; an unknown cost makes the sum unknown."""
        self._calls += 1
        self._tokens += call.tokens
        self._cost = None if cost is None or self._cost is None else self._cost + cost

    def __str__(self) -> str:
        money = "cost unknown" if self._cost is None else f"{self._cost:.4f} USD"
        return f"{self._calls} calls, {self._tokens} tokens, {money}"
