"""Cost: exact, by tier, and unknown rather than 0."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


def test_a_batched_call_pays_the_models_fraction_and_nothing_is_guessed() -> None:
    entry = {"from_prompt_tokens": 0, "input": "2", "output": "8"}
    prices = PriceList.from_json(
        {
            "dated": "d",
            "source": "s",
            "models": {"m": {"tiers": [entry], "batch": "0.5", "aliases": ["m-1"]}, "n": [entry]},
        }
    )
    assert prices.cost(Usage("m-1", 1_000_000, 500_000, batch=True)) == 3
    assert prices.cost(Usage("m", 1_000_000, 500_000)) == 6
    assert prices.cost(Usage("n", 1, batch=True)) is None


def test_ones_own_prices_hold_and_the_date_says_so() -> None:
    own = PriceList.from_json(
        {
            "dated": "mine",
            "source": "me",
            "models": {"m": [{"from_prompt_tokens": 0, "input": 1, "output": 1}]},
        }
    )
    both = PRICES.extended(own)
    assert both.cost(Usage("m", 1_000_000)) == 1
    assert both.dated == "2026-11-01 + mine"


@pytest.mark.parametrize("bad", ["dear", 1.25, True, "-1", "NaN"])
def test_what_is_no_price_is_refused(bad: object) -> None:
    with pytest.raises(ValueError, match="price"):
        PriceList.from_json(
            {
                "dated": "",
                "source": "",
                "models": {"m": [{"from_prompt_tokens": 0, "input": bad, "output": 1}]},
            }
        )


@given(st.builds(Usage, st.text(), *[st.integers(0, 10**9)] * 4, st.booleans()))
def test_a_call_is_read_back_as_it_was_written(usage: Usage) -> None:
    assert Usage.from_json(usage.to_json()) == usage
