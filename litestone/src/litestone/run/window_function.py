"""The window functions over one partition (``windowfunctions`` sections 3 and 4)."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.run.window_frame import Extent, Peers


def row_number(arguments: list[Any], peers: Peers) -> list[Any]:
    """1, 2, 3 …"""
    return list(range(1, len(arguments) + 1))


def rank(arguments: list[Any], peers: Peers) -> list[Any]:
    """The number of the first peer."""
    return [peers.start(place) + 1 for place in range(len(arguments))]


def dense_rank(arguments: list[Any], peers: Peers) -> list[Any]:
    """The number of the peer group."""
    return [group + 1 for group in peers.group_of]


def percent_rank(arguments: list[Any], peers: Peers) -> list[Any]:
    """(rank - 1) / (rows - 1), 0.0 in a partition of one row."""
    size = len(arguments)
    if size < 2:
        return [0.0] * size
    return [peers.start(place) / (size - 1) for place in range(size)]


def cume_dist(arguments: list[Any], peers: Peers) -> list[Any]:
    """The share of rows up to the last peer."""
    size = len(arguments)
    return [peers.end(place) / size for place in range(size)]


def ntile(arguments: list[Any], peers: Peers) -> list[Any]:
    """The number of the bucket, of as many as the argument of the first row says."""
    size = len(arguments)
    buckets = integer(arguments[0][0])
    if buckets is None or buckets <= 0:
        raise SqlError(errors.ERROR, "argument of ntile must be a positive integer")
    small, large = divmod(size, buckets)
    found = []
    for place in range(size):
        if place < large * (small + 1):
            found.append(place // (small + 1) + 1)
        else:
            found.append(large + (place - large * (small + 1)) // small + 1)
    return found


def integer(value: Any) -> int | None:
    """A value as the integer it is, None for another."""
    number = affinities.apply(value, affinities.NUMERIC)
    return number if number.__class__ is int else None


def shifted(arguments: list[Any], direction: int) -> list[Any]:
    """lag() and lead(): the first argument of the row so many rows away, else the third one's value."""
    size = len(arguments)
    found = []
    for place, given in enumerate(arguments):
        distance = integer(given[1]) if len(given) > 1 else 1
        other = -1 if distance is None else place + direction * distance
        if 0 <= other < size:
            found.append(arguments[other][0])
        else:
            found.append(given[2] if len(given) > 2 else None)
    return found


def lag(arguments: list[Any], peers: Peers) -> list[Any]:
    """A row before."""
    return shifted(arguments, -1)


def lead(arguments: list[Any], peers: Peers) -> list[Any]:
    """A row behind."""
    return shifted(arguments, 1)


RANKING: dict[str, Callable[[list[Any], Peers], list[Any]]] = {
    "row_number": row_number,
    "rank": rank,
    "dense_rank": dense_rank,
    "percent_rank": percent_rank,
    "cume_dist": cume_dist,
    "ntile": ntile,
    "lag": lag,
    "lead": lead,
}


# -- functions of the frame


def nth_place(arguments: tuple[Any, ...]) -> int:
    """Which row of the frame nth_value() asks for, counted from 0."""
    number = integer(arguments[1])
    if number is None or number <= 0:
        raise SqlError(errors.ERROR, "second argument to nth_value must be a positive integer")
    return number - 1


def framed_values(name: str, arguments: list[Any], extent: Extent, exclude: str) -> list[Any]:
    """first_value(), last_value(), nth_value()."""
    found = []
    for place, given in enumerate(arguments):
        if exclude in ("", "NO OTHERS"):
            first, last = extent.first(place), extent.last(place)
            rows: Any = range(first, max(first, last))
        else:
            rows = extent.members(place, exclude)
        wanted = 0
        if name == "nth_value":
            wanted = nth_place(given)
        elif name == "last_value":
            wanted = len(rows) - 1
        found.append(arguments[rows[wanted]][0] if 0 <= wanted < len(rows) else None)
    return found


FRAMED = ("first_value", "last_value", "nth_value")


def aggregate_values(
    make: Callable[[], Any], arguments: list[Any], extent: Extent, exclude: str
) -> list[Any]:
    """An aggregate over the frame of each row."""
    if exclude:
        # With the word EXCLUDE each frame is added up on its own, even where it excludes nothing.
        return [
            total(make, [arguments[row] for row in extent.members(place, exclude)])
            for place in range(len(arguments))
        ]
    accumulator = make()
    if extent.start_kind != "UNBOUNDED PRECEDING" and getattr(accumulator, "inverse", None) is None:
        return [
            total(make, arguments[extent.first(place) : extent.last(place)])
            for place in range(len(arguments))
        ]
    return moving(accumulator, arguments, extent)


def total(make: Callable[[], Any], arguments: list[Any]) -> Any:
    """An aggregate over some rows."""
    accumulator = make()
    for given in arguments:
        if given is not None:
            accumulator.step(*given)
    return accumulator.final()


def moving(accumulator: Any, arguments: list[Any], extent: Extent) -> list[Any]:
    """An aggregate whose frame moves forward.

    Rows that leave it do so before others enter, but where the frame starts behind its row, or is a RANGE
    that ends before it, they enter first: a sum of REALs shows the difference.
    """
    ahead = extent.start_kind == "FOLLOWING" or (extent.unit == "RANGE" and extent.end_kind == "PRECEDING")
    trailing = extent.start_kind == extent.end_kind == "FOLLOWING" and extent.unit != "RANGE"
    start = end = 0
    last = -1, -1
    found: list[Any] = []
    for place in range(len(arguments)):
        first, behind = extent.first(place), extent.last(place)
        if (first, behind) == last:
            found.append(found[-1])
            continue
        last = first, behind
        if not ahead:
            start = leave(accumulator, arguments, start, min(first, end))
        while end < behind:
            if trailing:
                start = leave(accumulator, arguments, start, min(extent.trail(end), end))
            given = arguments[end]
            if given is not None:
                accumulator.step(*given)
            end += 1
        start = leave(accumulator, arguments, start, min(first, end))
        found.append(accumulator.value())
    close = getattr(accumulator, "close", None)
    if close is not None:
        close()
    return found


def leave(accumulator: Any, arguments: list[Any], start: int, first: int) -> int:
    """Take the rows before ``first`` out; gives where the rows that are left begin."""
    for given in arguments[start:first]:
        if given is not None:
            accumulator.inverse(*given)
    return max(start, first)
