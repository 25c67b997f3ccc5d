"""Frames of rows, ranges and groups."""

from __future__ import annotations

import pytest

from litestone.errors import SqlError
from litestone.run.window_frame import Extent, Peers, checked_offset
from litestone.schema.query import Ordering
from litestone.text.tree import Literal

VALUES = [None, 1, 1, 3, 4.5, "x"]
PEERS = Peers(VALUES)


def extent(unit: str, start: tuple[str, object], end: tuple[str, object]) -> Extent:
    return Extent(unit, start, end, PEERS, list(VALUES), Ordering(Literal(1, "1"), False, False, None))


def frames(made: Extent) -> list[tuple[int, int]]:
    return [(made.first(place), made.last(place)) for place in range(len(VALUES))]


def test_peers() -> None:
    assert PEERS.group_of == [0, 1, 1, 2, 3, 4]
    assert (PEERS.start(2), PEERS.end(1)) == (1, 3)
    assert Peers([]).ends == []


def test_rows() -> None:
    assert frames(extent("ROWS", ("PRECEDING", 1), ("FOLLOWING", 1))) == [
        (0, 2), (0, 3), (1, 4), (2, 5), (3, 6), (4, 6),
    ]  # fmt: skip


def test_range_by_value_leaves_null_and_text_to_their_peers() -> None:
    assert frames(extent("RANGE", ("PRECEDING", 2), ("FOLLOWING", 1.5))) == [
        (0, 1), (1, 3), (1, 3), (1, 5), (3, 5), (5, 6),
    ]  # fmt: skip


def test_groups() -> None:
    assert frames(extent("GROUPS", ("PRECEDING", 1), ("CURRENT ROW", None))) == [
        (0, 1), (0, 3), (0, 3), (1, 4), (3, 5), (4, 6),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("exclude", "members"),
    [("NO OTHERS", [0, 1, 2, 3]), ("CURRENT ROW", [0, 2, 3]), ("GROUP", [0, 3]), ("TIES", [0, 1, 3])],
)
def test_exclude(exclude: str, members: list[int]) -> None:
    made = extent("ROWS", ("PRECEDING", 2), ("FOLLOWING", 2))
    assert made.members(1, exclude) == members


@pytest.mark.parametrize(("value", "unit"), [(-1, "ROWS"), (1.5, "GROUPS"), (None, "RANGE"), ("x", "RANGE")])
def test_bad_offsets(value: object, unit: str) -> None:
    with pytest.raises(SqlError, match="frame starting offset must be a non-negative"):
        checked_offset(value, unit, "starting")
