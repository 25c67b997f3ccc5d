"""What a model's calls used, and what that cost by a dated price list.

A price list is data: for each model the date it was read, and tiers by the size of a call's prompt. A model
that is not on the list has no cost: `None`, never 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

_PER = Decimal(1_000_000)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call. cache_read and cache_write tokens are not among input_tokens."""

    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0

    @property
    def prompt_tokens(self) -> int:
        """All that the model read: what a price tier is chosen by."""
        return self.input_tokens + self.cache_read_tokens + self.cache_write_tokens


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
    """Prices as they stood on a date. tiers: per model, ascending, the first from 0."""

    dated: str
    source: str
    tiers: Mapping[str, Sequence[Tier]]

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> PriceList:
        """Read `{"dated", "source", "models": {name: [{"from_prompt_tokens", "input", "output", ...}]}}`.

        Prices are strings or whole numbers, so that none is rounded. Raises KeyError for a missing field and
        ValueError for a model whose tiers do not ascend from 0.
        """
        tiers: dict[str, tuple[Tier, ...]] = {}
        for model, entries in record["models"].items():
            read = tuple(
                Tier(
                    from_prompt_tokens=entry["from_prompt_tokens"],
                    input=Decimal(entry["input"]),
                    output=Decimal(entry["output"]),
                    cache_read=Decimal(entry.get("cache_read", entry["input"])),
                    cache_write=Decimal(entry.get("cache_write", entry["input"])),
                )
                for entry in entries
            )
            starts = [tier.from_prompt_tokens for tier in read]
            if not starts or starts[0] != 0 or starts != sorted(set(starts)):
                raise ValueError(f"the tiers of {model} must ascend from 0")
            tiers[model] = read
        return cls(dated=record["dated"], source=record["source"], tiers=tiers)

    def cost(self, usage: Usage) -> Decimal | None:
        """US dollars of one call; None for a model that is not on the list."""
        tiers = self.tiers.get(usage.model)
        if tiers is None:
            return None
        tier = [tier for tier in tiers if tier.from_prompt_tokens <= usage.prompt_tokens][-1]
        dollars = (
            tier.input * usage.input_tokens
            + tier.output * usage.output_tokens
            + tier.cache_read * usage.cache_read_tokens
            + tier.cache_write * usage.cache_write_tokens
        )
        return dollars / _PER


def total_cost(calls: Iterable[Usage], prices: PriceList) -> Decimal | None:
    """US dollars of all calls together; None as soon as the price of one is unknown."""
    total = Decimal(0)
    for call in calls:
        cost = prices.cost(call)
        if cost is None:
            return None
        total += cost
    return total
