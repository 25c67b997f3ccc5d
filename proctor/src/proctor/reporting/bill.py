"""What the model's calls of a run cost: kept beside the run's verdicts, priced anew whenever one likes.

calls.jsonl   one call's usage a line, appended as the call ends
cost.json     {"usd", "prices_dated", "prices_source", "calls", "unpriced"}: the calls by one price list
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from proctor.core.usage import PriceList, Usage, total_cost
from proctor.grading.manifest import RunError
from proctor.grading.run_folder import write_whole

SHIPPED = Path(__file__).parent / "prices.toml"
CALLS = "calls.jsonl"
COST = "cost.json"


@dataclass(frozen=True, slots=True)
class Bill:
    """What calls cost by one price list.

    usd: US dollars as a decimal text; None where a price is unknown. unpriced: the models it is unknown for.
    """

    usd: str | None
    prices_dated: str
    prices_source: str
    calls: int
    tokens: int
    unpriced: tuple[str, ...] = ()


def load_prices(own: Path | None = None) -> PriceList:
    """The shipped price list, extended by a file of one's own (TOML, same format).

    Raises RunError, for a person, if that file is no price list.
    """
    shipped = _read(SHIPPED)
    return shipped if own is None else shipped.extended(_read(own))


def _read(path: Path) -> PriceList:
    try:
        return PriceList.from_json(tomllib.loads(path.read_text("utf-8")))
    except KeyError as error:
        raise RunError(f"{path} is no price list: it lacks {error}") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise RunError(f"{path} is no price list: {error}") from error


def bill_of(calls: Iterable[Usage], prices: PriceList) -> Bill:
    """Price the calls; nothing is guessed for a model that the list does not hold."""
    known = list(calls)
    total = total_cost(known, prices)
    unpriced = sorted({_unpriced_name(call) for call in known if prices.cost(call) is None})
    return Bill(
        usd=None if total is None else format(total.normalize(), "f"),
        prices_dated=prices.dated,
        prices_source=prices.source,
        calls=len(known),
        tokens=sum(call.tokens for call in known),
        unpriced=tuple(unpriced),
    )


def _unpriced_name(call: Usage) -> str:
    return f"{call.model} (batch)" if call.batch else call.model


def append_call(folder: Path, call: Usage) -> None:
    """Keep one call's usage: a whole line, or nothing. Raises OSError if it can't be written."""
    with (folder / CALLS).open("ab") as file:
        file.write(json.dumps(call.to_json()).encode("ascii") + b"\n")


def read_calls(folder: Path) -> Iterator[Usage]:
    """The calls recorded in a folder. Raises RunError for a damaged line, and if there is no record."""
    path = folder / CALLS
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        raise RunError(f"{folder} has no record of a model's calls ({CALLS})") from None
    for number, line in enumerate(lines, 1):
        if not line.endswith(b"\n"):
            return  # cut off when the sitting was killed
        try:
            yield Usage.from_json(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise RunError(f"{path}, line {number} is damaged: {error}") from error


def write_bill(folder: Path, prices: PriceList) -> Bill:
    """Price a folder's recorded calls and keep the result. Raises RunError if there is no record."""
    bill = bill_of(read_calls(folder), prices)
    record = {
        "usd": bill.usd,
        "prices_dated": bill.prices_dated,
        "prices_source": bill.prices_source,
        "calls": bill.calls,
        "tokens": bill.tokens,
        "unpriced": list(bill.unpriced),
    }
    write_whole(folder / COST, json.dumps(record, indent=2) + "\n")
    return bill


def read_bill(folder: Path) -> Bill | None:
    """The bill kept in a folder; None where no model's calls were priced. Raises RunError if damaged."""
    try:
        record = json.loads((folder / COST).read_text("utf-8"))
        record["unpriced"] = tuple(record["unpriced"])
        return Bill(**record)
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise RunError(f"{folder / COST} is damaged: {error}") from error
