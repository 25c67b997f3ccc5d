"""The passes in which window functions are computed, and the order each sorts its rows by
(``windowfunctions``).

Functions of equal windows share a pass. The pass of the first function written
comes last, so that the rows leave in its order.
"""

from __future__ import annotations

from litestone.schema import expression as trees
from litestone.schema.query import Ordering

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import SelectQuery, WindowRef

# Functions that bring a frame of their own, whatever the window says.
_OWN_FRAMES = {
    "row_number": "ROWS to here",
    "lag": "ROWS to here",
    "rank": "RANGE to here",
    "dense_rank": "RANGE to here",
    "percent_rank": "GROUPS from here",
    "cume_dist": "GROUPS behind",
    "ntile": "ROWS from here",
    "lead": "ROWS all",
}


def window_passes(query: SelectQuery) -> list[list[WindowRef]]:
    """The window functions of each pass, that of the first function first (which is run last)."""
    passes: list[list[WindowRef]] = []
    for call in query.windows:
        for members in passes:
            # What ORDER BY repeats is computed apart from the outermost pass.
            apart = call.repeated and members is passes[0] and not members[0].repeated
            if not apart and same_window(members[0], call):
                members.append(call)
                break
        else:
            passes.append([call])
    return passes


def same_window(one: WindowRef, other: WindowRef) -> bool:
    """Whether two calls have the same partition, order and frame."""
    if len(one.partition) != len(other.partition) or len(one.order) != len(other.order):
        return False
    if not all(trees.equal(a, b) for a, b in zip(one.partition, other.partition, strict=True)):
        return False
    for a, b in zip(one.order, other.order, strict=True):
        if (
            a.descending != b.descending
            or a.nulls_last != b.nulls_last
            or not trees.equal(a.expression, b.expression)
        ):
            return False
    if one.name.lower() in _OWN_FRAMES or other.name.lower() in _OWN_FRAMES:
        return _OWN_FRAMES.get(one.name.lower()) == _OWN_FRAMES.get(other.name.lower())
    if one.frame is None or other.frame is None:
        return one.frame is other.frame
    return (
        one.frame.unit == other.frame.unit
        and one.frame.exclude == other.frame.exclude
        and one.frame.start.kind == other.frame.start.kind
        and one.frame.end.kind == other.frame.end.kind
        and trees.equal(one.frame.start.offset, other.frame.start.offset)
        and trees.equal(one.frame.end.offset, other.frame.end.offset)
    )


def pass_order(call: WindowRef) -> list[Ordering]:
    """What the rows of a pass are sorted by: the partition, then the order."""
    partition = [Ordering(e, False, False, trees.collation(e)) for e in call.partition]
    return partition + call.order


def is_prefix(order: list[Ordering], longer: list[Ordering]) -> bool:
    """Whether rows sorted by ``longer`` are sorted by ``order``."""
    return len(order) <= len(longer) and all(
        a.descending == b.descending
        and a.nulls_last == b.nulls_last
        and (a.collation or "BINARY").upper() == (b.collation or "BINARY").upper()
        and trees.equal(a.expression, b.expression)
        for a, b in zip(order, longer, strict=False)
    )
