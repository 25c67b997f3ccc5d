"""Cost: exact, by tier, and unknown rather than 0."""

from decimal import Decimal

import pytest

from proctor.core.usage import PriceList, Usage, total_cost

PRICES = PriceList.from_json(
    {
        "dated": "2026-11-01",
        "source": "a test",
        "models": {
            "m": [
                {"from_prompt_tokens": 0, "input": "1.25", "output": "10", "cache_read": "0.125"},
                {"from_prompt_tokens": 200000, "input": "2.50", "output": "15", "cache_read": "0.25"},
            ]
        },
    }
)


def test_small_prompt_pays_the_first_tier() -> None:
    assert PRICES.cost(Usage("m", 1000, 100, 8000)) == Decimal("0.00325")


def test_prompt_is_measured_with_what_was_cached() -> None:
    assert PRICES.cost(Usage("m", 1000, 0, 199_000)) == Decimal("0.05225")


def test_one_unknown_price_makes_the_total_unknown() -> None:
    assert total_cost([Usage("m", 1), Usage("other", 1)], PRICES) is None
    assert total_cost([], PRICES) == 0


def test_tiers_must_ascend() -> None:
    entry = {"from_prompt_tokens": 5, "input": "1", "output": "1"}
    with pytest.raises(ValueError, match="ascend from 0"):
        PriceList.from_json({"dated": "", "source": "", "models": {"m": [entry]}})
