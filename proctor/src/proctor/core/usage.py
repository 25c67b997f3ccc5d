"""What a model's calls used, and what that cost by a dated price list.

A price list is data: for each model tiers by the size of a call's prompt, and what part of them a
batched call pays. A model that is not on the list has no cost: `None`, never 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

_PER = Decimal(1_000_000)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call. cache_read and cache_write tokens are not among input_tokens.

    model is named as the price list names it (`provider/model`); batch says whether the call went through the
    provider's batch interface.
    """

    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    batch: bool = False

    @property
    def prompt_tokens(self) -> int:
        """All that the model read: what a price tier is chosen by."""
        return self.input_tokens + self.cache_read_tokens + self.cache_write_tokens

    @property
    def tokens(self) -> int:
        """All tokens, read and written."""
        return self.prompt_tokens + self.output_tokens

    def to_json(self) -> dict[str, Any]:
        """The call as a JSON object; `from_json` reads it back equal."""
        return asdict(self)

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Usage:
        """Read what `to_json` wrote. Raises KeyError without a model, ValueError for a count below 0."""
        counts = {name: int(record.get(name, 0)) for name in _COUNTS}
        if any(count < 0 for count in counts.values()):
            raise ValueError(f"a call of {record['model']} has fewer than 0 tokens")
        return cls(model=record["model"], batch=bool(record.get("batch", False)), **counts)


_COUNTS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")


@dataclass(frozen=True, slots=True)
class Tier:
    """Prices in US dollars per million tokens, for calls whose prompt has at least `from_prompt_tokens`."""

    from_prompt_tokens: int
    input: Decimal
    output: Decimal
    cache_read: Decimal
    cache_write: Decimal


@dataclass(frozen=True, slots=True)
class PriceList:
    """Prices as they stood on a date.

    dated names the list on scorecards: two costs are comparable if their `dated` is the same. tiers: per
    model, ascending, the first from 0. batch: what fraction of its prices a model's batched calls pay; a
    model that is not there has no batch price.
    """

    dated: str
    source: str
    tiers: Mapping[str, Sequence[Tier]]
    batch: Mapping[str, Decimal] = field(default_factory=dict)

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> PriceList:
        """Read `{"dated", "source", "models": {name: [{"from_prompt_tokens", "input", "output", ...}]}}`.

        A model may also be `{"tiers": [...], "batch": "0.5", "aliases": [other names]}`. Prices are strings
        or whole numbers, so that none is rounded. Raises KeyError for a missing field and ValueError for
        a price that is none, and for a model whose tiers do not ascend from 0.
        """
        tiers: dict[str, tuple[Tier, ...]] = {}
        batch: dict[str, Decimal] = {}
        for model, described in record["models"].items():
            whole = described if isinstance(described, Mapping) else {"tiers": described}
            entries = whole["tiers"]
            read = tuple(
                Tier(
                    from_prompt_tokens=entry["from_prompt_tokens"],
                    input=_price(entry["input"]),
                    output=_price(entry["output"]),
                    cache_read=_price(entry.get("cache_read", entry["input"])),
                    cache_write=_price(entry.get("cache_write", entry["input"])),
                )
                for entry in entries
            )
            starts = [tier.from_prompt_tokens for tier in read]
            if not starts or starts[0] != 0 or starts != sorted(set(starts)):
                raise ValueError(f"the tiers of {model} must ascend from 0")
            for name in (model, *whole.get("aliases", ())):
                tiers[name] = read
                if "batch" in whole:
                    batch[name] = _price(whole["batch"])
        return cls(dated=record["dated"], source=record["source"], tiers=tiers, batch=batch)

    def extended(self, own: PriceList) -> PriceList:
        """This list with another's models added; where both have a model, the other's prices hold."""
        kept = {name: factor for name, factor in self.batch.items() if name not in own.tiers}
        return PriceList(
            dated=f"{self.dated} + {own.dated}",
            source=f"{self.source}; {own.source}",
            tiers={**self.tiers, **own.tiers},
            batch={**kept, **own.batch},
        )

    def cost(self, usage: Usage) -> Decimal | None:
        """US dollars of one call; None for a model, or a way of calling it, that is not on the list."""
        tiers = self.tiers.get(usage.model)
        factor = self.batch.get(usage.model) if usage.batch else Decimal(1)
        if tiers is None or factor is None:
            return None
        tier = [tier for tier in tiers if tier.from_prompt_tokens <= usage.prompt_tokens][-1]
        dollars = (
            tier.input * usage.input_tokens
            + tier.output * usage.output_tokens
            + tier.cache_read * usage.cache_read_tokens
            + tier.cache_write * usage.cache_write_tokens
        )
        return dollars * factor / _PER


def _price(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError(f"a price is a string or a whole number, not {value!r}")
    try:
        price = Decimal(value)
    except InvalidOperation:
        raise ValueError(f"{value!r} is not a price") from None
    if not price.is_finite() or price < 0:
        raise ValueError(f"{value!r} is not a price")
    return price


def total_cost(calls: Iterable[Usage], prices: PriceList) -> Decimal | None:
    """US dollars of all calls together; None as soon as the price of one is unknown."""
    total = Decimal(0)
    for call in calls:
        cost = prices.cost(call)
        if cost is None:
            return None
        total += cost
    return total
