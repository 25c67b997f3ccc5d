"""Logarithmic estimates."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from litestone.plan import log_estimate

counts = st.integers(min_value=0, max_value=2**62)
estimates = st.integers(min_value=0, max_value=600)


def test_known_estimates() -> None:
    assert [log_estimate.of(count) for count in (0, 1, 2, 3, 10, 25, 1000, 1048576)] == [
        0, 0, 10, 16, 33, 46, 99, 200,
    ]  # fmt: skip


@given(counts)
def test_an_estimate_is_ten_times_the_logarithm(count: int) -> None:
    exact = 10 * math.log2(count) if count else 0.0
    assert abs(log_estimate.of(count) - exact) <= 2


@given(counts, counts)
def test_more_rows_never_give_less(one: int, other: int) -> None:
    small, large = sorted((one, other))
    assert log_estimate.of(small) <= log_estimate.of(large)


@given(estimates, estimates)
def test_a_sum_is_between_the_larger_and_twice_the_larger(one: int, other: int) -> None:
    total = log_estimate.add(one, other)
    assert total == log_estimate.add(other, one)
    assert max(one, other) <= total <= max(one, other) + 10


@given(estimates)
def test_a_search_costs_less_than_a_scan(rows: int) -> None:
    assert 0 <= log_estimate.depth(rows) <= max(rows, 0)


def test_probabilities_are_not_positive() -> None:
    assert log_estimate.of_probability(0.0625) == -40
    assert log_estimate.of_probability(1.0) == 0
