"""Sorting is stable and puts NULL where it belongs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from litestone.run.sorting import SortTerm, compare_key, first_items, sort_items
from litestone.value.compare import sort_key

values = st.one_of(st.none(), st.integers(-3, 3), st.floats(-2, 2), st.text("aB é", max_size=2), st.binary(max_size=1))


@given(st.lists(st.tuples(values, values), max_size=12), st.booleans(), st.booleans())
def test_two_terms_like_two_stable_sorts(rows: list[tuple[object, object]], down: bool, second: bool) -> None:
    items = [(row, number) for number, row in enumerate(rows)]
    sort_items(items, [SortTerm(0, down, down, None), SortTerm(1, second, second, None)])
    wanted = list(enumerate(rows))
    wanted.sort(key=lambda item: sort_key(item[1][1]), reverse=second)  # type: ignore[arg-type]
    wanted.sort(key=lambda item: sort_key(item[1][0]), reverse=down)  # type: ignore[arg-type]
    assert [number for _, number in items] == [number for number, _ in wanted]


@given(st.lists(values, max_size=12), st.booleans(), st.booleans())
def test_heap_key_orders_as_sorting_does(column: list[object], down: bool, last: bool) -> None:
    term = SortTerm(0, down, last, None)
    items = [((value,), number) for number, value in enumerate(column)]
    sort_items(items, [term])
    key = compare_key([term])
    by_key = sorted(range(len(column)), key=lambda number: (key((column[number],)), number))
    assert [number for _, number in items] == by_key


numbers = st.one_of(st.integers(-3, 3), st.floats(-2, 2))


@given(
    st.one_of(st.lists(st.tuples(values, values), max_size=20), st.lists(st.tuples(numbers, numbers), max_size=20)),
    st.booleans(), st.booleans(), st.integers(1, 8), st.integers(1, 5),
)  # fmt: skip
def test_first_items_are_those_of_the_whole_sort(
    rows: list[tuple[object, object]], down: bool, second: bool, count: int, chunk: int
) -> None:
    terms = [SortTerm(0, down, down, None), SortTerm(1, second, second, None)]
    items = [(row, number) for number, row in enumerate(rows)]
    whole = list(items)
    sort_items(whole, terms)
    assert first_items(iter(items), terms, count, chunk) == whole[:count]
