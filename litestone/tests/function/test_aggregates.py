"""Aggregate functions over a group and over a moving window."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from real_sqlite import (
    THOROUGH,
    exactly,
    integers,
    our_aggregate,
    plain,
    query,
    real_aggregate,
    reals,
    values,
)

from litestone.function import registry
from litestone.function.context import Context

AGGREGATES = [
    ("avg", 1), ("count", 1), ("group_concat", 1), ("group_concat", 2), ("max", 1), ("min", 1), ("sum", 1),
    ("total", 1), ("json_group_array", 1), ("json_group_object", 2),
]  # fmt: skip


@pytest.mark.parametrize(("name", "nargs"), AGGREGATES)
@THOROUGH
@given(data=st.data())
def test_group(name: str, nargs: int, data: st.DataObject) -> None:
    """All rows of a group."""
    kind = data.draw(st.sampled_from([values, integers, reals]))
    rows = data.draw(st.lists(st.tuples(*[kind] * nargs), min_size=1, max_size=6))
    assert exactly(our_aggregate(name, rows)) == exactly(real_aggregate(name, rows))


@pytest.mark.parametrize("name", ["avg", "count", "group_concat", "sum", "total", "json_group_array"])
@THOROUGH
@given(numbers=st.lists(st.one_of(st.none(), st.integers(-99, 99), reals), min_size=1, max_size=8))
def test_window(name: str, numbers: list[object]) -> None:
    """Rows leave a window in the order they came in."""
    function = registry.find(name, 1)
    assert isinstance(function, registry.Aggregate)
    assert function.make is not None
    union = " UNION ALL ".join(f"SELECT {i} AS i, {{}} AS x" for i in range(len(numbers)))
    frame = "(ORDER BY i ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)"
    wanted = query(f"SELECT {name}(x) OVER {frame} FROM ({union})", *numbers)
    accumulator = function.make(Context())
    found = []
    for i, x in enumerate(numbers):
        if i > 1:
            accumulator.inverse(numbers[i - 2])
        accumulator.step(x)
        found.append((exactly(plain(accumulator.value())),))
    assert isinstance(wanted, list)
    assert found == [(exactly(row[0]),) for row in wanted]


@pytest.mark.parametrize(("name", "nargs"), AGGREGATES)
def test_empty_group(name: str, nargs: int) -> None:
    """No rows at all."""
    function = registry.find(name, nargs)
    assert isinstance(function, registry.Aggregate)
    assert function.make is not None
    args = ",".join("1" * nargs)
    wanted = query(f"SELECT {name}({args}) WHERE 0")
    assert isinstance(wanted, list)
    assert exactly(plain(function.make(Context()).final())) == exactly(wanted[0][0])
