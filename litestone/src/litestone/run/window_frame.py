"""Which rows of a partition a window's frame holds (``windowfunctions`` section 2.2)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from litestone import errors
from litestone.errors import SqlError
from litestone.value import affinity as affinities
from litestone.value.arithmetic import add, subtract

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from litestone.schema.query import Ordering

_CLASS = {int: 1, float: 1, str: 2, bytes: 3}
_NULL_LAST = 9


def checked_offset(value: Any, unit: str, which: str) -> Any:
    """A frame's offset; raises SqlError "frame … offset must be a non-negative …"."""
    number = affinities.apply(value, affinities.NUMERIC)
    if unit == "RANGE":
        if number.__class__ not in (int, float) or number < 0:
            raise SqlError(errors.ERROR, f"frame {which} offset must be a non-negative number")
    elif number.__class__ is not int or number < 0:
        raise SqlError(errors.ERROR, f"frame {which} offset must be a non-negative integer")
    return number


class Peers:
    """The peer groups of a partition: the group of each row, and where each group begins and ends."""

    __slots__ = ("ends", "group_of", "starts")

    def __init__(self, marks: Sequence[Any]) -> None:
        self.group_of: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        last: Any = None
        for place, mark in enumerate(marks):
            if not self.starts or mark != last:
                if self.starts:
                    self.ends.append(place)
                self.starts.append(place)
                last = mark
            self.group_of.append(len(self.starts) - 1)
        if self.starts:
            self.ends.append(len(marks))

    def start(self, place: int) -> int:
        """Where the group of a row begins."""
        return self.starts[self.group_of[place]]

    def end(self, place: int) -> int:
        """Where the group of a row ends."""
        return self.ends[self.group_of[place]]


class Extent:
    """The frame of each row of one partition of ``size`` rows.

    ``start_kind``, ``end_kind`` are the bounds' kinds, the offsets their values
    (None without). ``values`` and ``order``: the ORDER BY value of each row and
    its term, for RANGE with offsets.
    """

    __slots__ = (
        "end_kind",
        "end_offset",
        "keys",
        "peers",
        "size",
        "start_kind",
        "start_offset",
        "turned",
        "unit",
        "values",
    )

    def __init__(
        self,
        unit: str,
        start: tuple[str, Any],
        end: tuple[str, Any],
        peers: Peers,
        values: list[Any],
        order: Ordering | None,
    ) -> None:
        self.unit = unit
        self.start_kind, self.start_offset = start
        self.end_kind, self.end_offset = end
        self.peers = peers
        self.size = len(peers.group_of)
        self.values = values
        self.turned = order is not None and order.descending
        self.keys: list[tuple[int, Any]] = []
        if unit == "RANGE" and order is not None and (start[1] is not None or end[1] is not None):
            self.keys = [self.key(value, order.nulls_last) for value in values]

    def key(self, value: Any, nulls_last: bool) -> tuple[int, Any]:
        """A value's place in the partition's order, exact for numbers."""
        if value is None:
            return (_NULL_LAST if nulls_last else -_NULL_LAST, 0)
        kind = _CLASS[value.__class__]
        if kind != 1:
            return (-kind if self.turned else kind, 0)
        return (-1, -value) if self.turned else (1, value)

    def first(self, place: int) -> int:
        """Where the frame of a row begins."""
        kind, offset = self.start_kind, self.start_offset
        if kind == "UNBOUNDED PRECEDING":
            return 0
        if kind == "UNBOUNDED FOLLOWING":
            return self.size
        if kind == "CURRENT ROW":
            return place if self.unit == "ROWS" else self.peers.start(place)
        if kind == "PRECEDING":
            offset = -offset
        if self.unit == "ROWS":
            return int(min(max(place + offset, 0), self.size))
        if self.unit == "GROUPS":
            group = self.peers.group_of[place] + int(offset)
            if group >= len(self.peers.starts):
                return self.size
            return self.peers.starts[max(group, 0)]
        return self.range_place(place, offset, True)

    def last(self, place: int) -> int:
        """Behind which row the frame of a row ends."""
        kind, offset = self.end_kind, self.end_offset
        if kind == "UNBOUNDED FOLLOWING":
            return self.size
        if kind == "UNBOUNDED PRECEDING":
            return 0
        if kind == "CURRENT ROW":
            return place + 1 if self.unit == "ROWS" else self.peers.end(place)
        if kind == "PRECEDING":
            offset = -offset
        if self.unit == "ROWS":
            return int(min(max(place + offset + 1, 0), self.size))
        if self.unit == "GROUPS":
            group = self.peers.group_of[place] + int(offset)
            if group < 0:
                return 0
            return self.peers.ends[min(group, len(self.peers.ends) - 1)]
        return self.range_place(place, offset, False)

    def trail(self, place: int) -> int:
        """Where a frame that is to end with a row begins, for a frame between two offsets behind its row."""
        width = int(self.end_offset) - int(self.start_offset)
        if self.unit == "ROWS":
            return max(place - width, 0)
        group = self.peers.group_of[place] - width
        return self.peers.starts[group] if 0 <= group < len(self.peers.starts) else 0

    def range_place(self, place: int, offset: Any, starting: bool) -> int:
        """A bound that lies ``offset`` from the row's own value; that of its peers where it is no number."""
        value = self.values[place]
        if value.__class__ is not int and value.__class__ is not float:
            return self.peers.start(place) if starting else self.peers.end(place)
        find = bisect_left if starting else bisect_right
        if offset < 0:
            # It is the row before to which the distance is added, which shows where integers end.
            return find(self.keys, self.key(value, False), key=lambda key: self.moved(key, -offset))
        limit = self.moved(self.key(value, False), offset)
        return find(self.keys, limit)

    def moved(self, key: tuple[int, Any], offset: Any) -> tuple[int, Any]:
        """The key of a number that lies ``offset`` further on in the partition's order."""
        if key[0] not in (1, -1):
            return key
        number = subtract(-key[1], offset) if self.turned else add(key[1], offset)
        if number is None:
            return key
        return (-1, -number) if self.turned else (1, number)

    def members(self, place: int, exclude: str) -> list[int]:
        """The rows of the frame of a row without those that EXCLUDE takes out."""
        rows = range(self.first(place), self.last(place))
        if exclude == "NO OTHERS":
            return list(rows)
        if exclude == "CURRENT ROW":
            return [row for row in rows if row != place]
        start, end = self.peers.start(place), self.peers.end(place)
        if exclude == "GROUP":
            return [row for row in rows if not start <= row < end]
        return [row for row in rows if row == place or not start <= row < end]
