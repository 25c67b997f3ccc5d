"""Feeding collected values to accumulators, many at a time.

The generated loops append the arguments of the aggregates to one list a group.
What is exact in any order is then computed by Python's own ``sum``, ``min`` and ``max``; all else goes
through ``step``, value by value, as the closures do it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from litestone.run.grouping import Accumulation, Group

    Feed = Callable[[Any, Sequence[Any]], None]

MOST_COLLECTED = 100_000
_INTEGERS = {int}
_REALS = {float}
_NUMBERS = {int, float}
_MAX = 0x7FFFFFFFFFFFFFFF
# Up to here every integer is exact as a REAL.
_EXACT = 1 << 53


def without_null(values: Sequence[Any]) -> tuple[Sequence[Any], set[type]]:
    """The values that are not NULL, and their classes."""
    classes = set(map(type, values))
    if type(None) in classes:
        values = [value for value in values if value is not None]
        classes.discard(type(None))
    return values, classes


def feed_rows(accumulator: Any, values: Sequence[Any]) -> None:
    """``count(*)``."""
    accumulator.count += len(values)


def feed_count(accumulator: Any, values: Sequence[Any]) -> None:
    """``count(X)``."""
    accumulator.count += len(values) - values.count(None)


def feed_sum(accumulator: Any, values: Sequence[Any]) -> None:
    """``sum``, ``total`` and ``avg``: exact and REAL sum both come out as if taken one by one."""
    values, classes = without_null(values)
    if classes == _INTEGERS:
        least, most = min(values), max(values)
        reach = max(most, -least) * len(values)
        real = accumulator.real
        if real.is_integer() and abs(real) + reach <= _EXACT and abs(accumulator.exact) + reach <= _MAX:
            total = sum(values)
            accumulator.count += len(values)
            accumulator.real += total
            if not accumulator.approximate:
                accumulator.exact += total
            return
    elif classes == _REALS:
        real = accumulator.real
        for value in values:
            real += value
        accumulator.real = real
        accumulator.count += len(values)
        accumulator.approximate = True
        return
    for value in values:
        accumulator.step(value)


def feed_extreme(accumulator: Any, values: Sequence[Any]) -> None:
    """``min`` and ``max``: the first of equals stays."""
    values, classes = without_null(values)
    if classes and classes <= _NUMBERS:
        accumulator.step(max(values) if accumulator.sign > 0 else min(values))
        return
    for value in values:
        accumulator.step(value)


FEEDS: dict[str, Feed] = {
    "count": feed_count,
    "sum": feed_sum,
    "total": feed_sum,
    "avg": feed_sum,
    "min": feed_extreme,
    "max": feed_extreme,
}


class Collection:
    """The groups of one run, each with the list its arguments are collected in.

    ``feeds``: for each aggregate its feed and the place of its argument (-1: none). ``fields`` is how many
    values an entry has (with one it is no tuple); the last is the rows themselves where an extreme decides
    which of them bare columns read.
    """

    __slots__ = ("feeds", "fields", "find", "found", "frame", "groups", "state")

    def __init__(self, state: Accumulation, feeds: list[tuple[Feed, int]], fields: int, frame: Any) -> None:
        self.state = state
        self.feeds = feeds
        self.fields = fields
        self.frame = frame
        self.groups: dict[Any, Callable[[Any], None]] = {}
        self.find = self.groups.get
        self.found: list[tuple[Group, list[Any]]] = []

    def new(self, key: Any, values: tuple[Any, ...], rows: Any) -> Callable[[Any], None]:
        """Begin a group; gives what takes the arguments of a row."""
        group = self.state.new_group(self.frame)
        group.values = values
        group.rows = rows
        entries: list[Any] = []
        self.found.append((group, entries))
        append = self.groups[key] = entries.append
        return append

    def flush(self) -> None:
        """Feed all that has been collected."""
        for group, entries in self.found:
            if entries:
                self.feed(group, entries)
                entries.clear()

    def feed(self, group: Group, entries: list[Any]) -> None:
        """Feed the entries of one group."""
        columns = [entries] if self.fields <= 1 else list(zip(*entries, strict=True))
        decider = self.state.decider
        for number, (feed, place) in enumerate(self.feeds):
            accumulator = group.accumulators[number]
            values = columns[max(place, 0)]
            if number != decider:
                feed(accumulator, values)
                continue
            for value, rows in zip(values, columns[-1], strict=True):
                if accumulator.step(value) or accumulator.value() is None:
                    group.rows = rows
