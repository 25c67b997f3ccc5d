"""Bills: nothing guessed, nothing lost, damaged records told apart from cut ones."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.core.usage import Usage
from proctor.grading.manifest import RunError
from proctor.reporting.bill import (
    CALLS,
    COST,
    append_call,
    bill_of,
    load_prices,
    read_bill,
    read_calls,
    write_bill,
)

OWN = """dated = "2026-01-15"
source = "a contract"
[models."a/tiered"]
batch = "0.5"
tiers = [
  { from_prompt_tokens = 0, input = "1", output = "10", cache_read = "0.1", cache_write = "2" },
  { from_prompt_tokens = 1000, input = "3", output = "30" },
]
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(OWN)
    return path


def test_a_call_is_priced_by_its_own_tier_cache_and_batch(own: Path) -> None:
    prices = load_prices(own)
    small = Usage("a/tiered", 100, 10, cache_read_tokens=400, cache_write_tokens=300)
    assert bill_of([small], prices).usd == "0.00084"
    # What is read from the cache counts for the tier; each call is in a tier of its own.
    large = Usage("a/tiered", 600, 10, cache_read_tokens=400)
    assert bill_of([large], prices).usd == "0.0033"
    assert bill_of([small, large], prices).usd == "0.00414"
    assert bill_of([Usage("a/tiered", 100, 10, batch=True)], prices).usd == "0.0001"


def test_an_unknown_price_is_no_price_and_is_named(own: Path) -> None:
    prices = load_prices(own)
    bill = bill_of(
        [Usage("a/tiered", 1, 1), Usage("nobody/knows", 5, 5), Usage("nobody/knows", 1, 1, batch=True)],
        prices,
    )
    assert bill.usd is None
    assert bill.unpriced == ("nobody/knows", "nobody/knows (batch)")
    assert (bill.calls, bill.tokens) == (3, 14)
    assert bill_of([], prices).usd == "0", "no call costs nothing"


def test_the_list_of_ones_own_is_named_beside_ours(own: Path) -> None:
    assert load_prices(own).dated == f"{load_prices().dated} + 2026-01-15"


@pytest.mark.parametrize(
    "text",
    [
        "dated = 1",
        "this is no TOML",
        'dated = "x"\nsource = "y"\nmodels = 3',
        OWN.replace('input = "1"', 'input = "-1"'),
        OWN.replace('input = "1"', "input = 1.5"),
        OWN.replace("from_prompt_tokens = 0", "from_prompt_tokens = 5"),
    ],
)
def test_what_is_no_price_list_is_told_in_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(RunError, match="is no price list") as told:
        load_prices(path)
    assert "\n" not in str(told.value).rstrip()


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6)), max_size=8))
def test_a_bill_is_the_sum_of_its_calls_whatever_their_order(counts: list[tuple[int, int, int]]) -> None:
    prices = load_prices()
    model = min(prices.tiers)
    calls = [Usage(model, one, two, cache_read_tokens=three) for one, two, three in counts]
    whole = bill_of(calls, prices)
    assert whole.usd == bill_of(calls[::-1], prices).usd
    parts = sum((Decimal(bill_of([call], prices).usd or "nan") for call in calls), Decimal(0))
    assert Decimal(whole.usd or "nan") == parts


def test_a_call_cut_by_a_kill_is_as_if_not_made_and_a_damaged_one_is_an_error(
    tmp_path: Path, own: Path
) -> None:
    call = Usage("a/tiered", 100, 10)
    append_call(tmp_path, call)
    append_call(tmp_path, call)
    with (tmp_path / CALLS).open("ab") as file:
        file.write(b'{"model": "a/tie')
    assert list(read_calls(tmp_path)) == [call, call]
    bill = write_bill(tmp_path, load_prices(own))
    assert read_bill(tmp_path) == bill
    with (tmp_path / CALLS).open("ab") as file:
        file.write(b"\n")
    with pytest.raises(RunError, match="line 3 is damaged"):
        list(read_calls(tmp_path))
    (tmp_path / COST).write_text("{}")
    with pytest.raises(RunError, match="damaged"):
        read_bill(tmp_path)


def test_no_record_of_calls_is_no_bill_of_nothing(tmp_path: Path) -> None:
    assert read_bill(tmp_path) is None
    with pytest.raises(RunError, match="no record"):
        write_bill(tmp_path, load_prices())
