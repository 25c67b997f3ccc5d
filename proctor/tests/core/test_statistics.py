"""The interval and the test of a difference, against published values and exact enumeration."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.core.statistics import mcnemar, wilson


def test_wilson_agrees_with_a_published_value() -> None:
    # R. G. Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263, method 3.
    interval = wilson(81, 263)
    assert interval.low == pytest.approx(0.2553, abs=5e-5)
    assert interval.high == pytest.approx(0.3662, abs=5e-5)


def test_nothing_counted_says_nothing() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


@given(st.integers(0, 3000).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_interval_holds_the_rate_and_mirrors(counts: tuple[int, int]) -> None:
    passed, total = counts
    interval = wilson(passed, total)
    assert 0 <= interval.low <= interval.high <= 1
    if total:
        assert interval.low <= passed / total <= interval.high
    assert interval.low == pytest.approx(1 - wilson(total - passed, total).high)


def test_refuses_what_is_no_rate() -> None:
    with pytest.raises(ValueError, match="no rate"):
        wilson(3, 2)


@given(st.integers(0, 12), st.integers(0, 12))
def test_mcnemar_is_the_binomial_test(gained: int, lost: int) -> None:
    total = gained + lost
    as_far = [k for k in range(total + 1) if abs(2 * k - total) >= abs(gained - lost)]
    exact = sum(math.comb(total, k) for k in as_far) / 2**total
    assert mcnemar(gained, lost) == pytest.approx(exact)


def test_mcnemar_of_many_cases_is_a_number() -> None:
    assert mcnemar(6000, 6000) == 1.0
    assert mcnemar(4000, 100) < 1e-9
