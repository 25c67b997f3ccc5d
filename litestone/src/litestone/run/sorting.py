"""Sorting rows as SQLite's sorter does: stable, NULLs where the terms put them (``lang_select``)."""

from __future__ import annotations

from itertools import islice
from operator import itemgetter

from litestone.value.collation import byte_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    Key = Callable[[str], Any] | None

FIRST = (0, 0)
LAST = (9, 0)
_NUMBERS = {int, float}


class SortTerm:
    """One sort term: its place among the sort values, its direction, and how its text compares."""

    __slots__ = ("descending", "key", "nulls_last", "place")

    def __init__(self, place: int, descending: bool, nulls_last: bool, key: Key) -> None:
        self.place = place
        self.descending = descending
        self.nulls_last = nulls_last
        self.key = key


def value_key(value: Any, key: Key, null_key: tuple[int, int]) -> tuple[int, Any]:
    """A tuple whose order is that of values, NULL where ``null_key`` says."""
    kind = value.__class__
    if kind is int or kind is float:
        return (1, value)
    if value is None:
        return null_key
    if kind is bytes:
        return (3, value)
    if key is not None:
        return (2, key(value))
    return (2, value if value.isascii() else byte_order(value))


def runs_of(terms: Sequence[SortTerm]) -> list[tuple[bool, list[SortTerm]]]:
    """The terms in runs of one direction each."""
    runs: list[tuple[bool, list[SortTerm]]] = []
    for term in terms:
        if not runs or runs[-1][0] != term.descending:
            runs.append((term.descending, []))
        runs[-1][1].append(term)
    return runs


def run_key(terms: list[SortTerm]) -> Callable[[Any], Any]:
    """The sort key of an item ``(sort values, …)`` for terms of one direction."""
    parts = []
    for term in terms:
        # In a descending run the order is turned round as a whole, the place of NULL with it.
        parts.append((term.place, term.key, LAST if term.nulls_last is not term.descending else FIRST))
    if len(parts) == 1:
        place, key, null_key = parts[0]
        return lambda item: value_key(item[0][place], key, null_key)

    def whole(item: Any) -> Any:
        values = item[0]
        return [value_key(values[place], key, null_key) for place, key, null_key in parts]

    return whole


def numeric_key(items: list[Any], terms: list[SortTerm]) -> Callable[[Any], Any] | None:
    """As ``run_key`` where all values are numbers, which compare as they are; None elsewhere."""
    places = [term.place for term in terms]
    for place in places:
        if not {item[0][place].__class__ for item in items} <= _NUMBERS:
            return None
    pick = itemgetter(*places)
    return lambda item: pick(item[0])


def sort_items(items: list[Any], terms: Sequence[SortTerm]) -> None:
    """Sort items whose first element holds their sort values; equal ones keep their order."""
    for descending, run in reversed(runs_of(terms)):
        items.sort(key=numeric_key(items, run) or run_key(run), reverse=descending)


def first_items(
    items: Iterable[Any], terms: Sequence[SortTerm], count: int, chunk_size: int = 4096
) -> list[Any]:
    """The first ``count`` of all items in order; the others are given up, ``chunk_size`` at a time."""
    kept: list[Any] = []
    source = iter(items)
    more = max(count, chunk_size)
    while True:
        chunk = list(islice(source, more))
        if not chunk:
            return kept
        if len(kept) == count:
            chunk = below(chunk, kept[-1], terms)
        kept += chunk
        sort_items(kept, terms)
        del kept[count:]


def below(items: list[Any], last: Any, terms: Sequence[SortTerm]) -> list[Any]:
    """Those items that may sort before ``last``: all, unless the first term is a number in all of them."""
    place, descending = terms[0].place, terms[0].descending
    bound = last[0][place]
    if bound.__class__ not in _NUMBERS or not {item[0][place].__class__ for item in items} <= _NUMBERS:
        return items
    if descending:
        return [item for item in items if item[0][place] >= bound]
    return [item for item in items if item[0][place] <= bound]


def compare_key(terms: Sequence[SortTerm]) -> Callable[[Sequence[Any]], Any]:
    """A key of sort values for use in a heap."""
    parts = [(t.place, t.key, LAST if t.nulls_last else FIRST, t.descending) for t in terms]

    def whole(values: Sequence[Any]) -> Any:
        found: list[Any] = []
        for place, key, null_key, descending in parts:
            value = value_key(values[place], key, null_key)
            if descending and values[place] is not None:
                found.append(Descending(value))
            else:
                found.append(Ascending(value, null_key) if descending else value)
        return found

    return whole


class Descending:
    """A key that sorts the other way round."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: Any) -> bool:
        if other.__class__ is Ascending:
            return bool(other.null_key is LAST)
        return bool(other.value < self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Descending) and bool(other.value == self.value)

    __hash__ = None  # type: ignore[assignment]


class Ascending:
    """NULL among descending keys."""

    __slots__ = ("null_key", "value")

    def __init__(self, value: Any, null_key: tuple[int, int]) -> None:
        self.value = value
        self.null_key = null_key

    def __lt__(self, other: Any) -> bool:
        return other.__class__ is Descending and self.null_key is FIRST

    def __eq__(self, other: object) -> bool:
        return other.__class__ is Ascending

    __hash__ = None  # type: ignore[assignment]
