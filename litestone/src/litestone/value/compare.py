"""The order of any two values (documentation: ``datatype3.html`` section 4.1).

NULL, then numbers by value, then text by collation, then blobs by bytes.
"""

from __future__ import annotations

from .collation import byte_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .affinity import Value

_NULL_KEY = (0,)
_RANK = {int: 1, float: 1, str: 2, bytes: 3}


def _rank(v: Value) -> int:
    if v is None:
        return 0
    rank = _RANK.get(v.__class__)
    return 2 if rank is None else rank


def compare(a: Value, b: Value, key: Callable[[str], object] | None = None) -> int:
    """-1, 0 or 1 as ``a`` is before, equal to or behind ``b``; ``key`` orders text (None: by UTF-8 bytes)."""
    rank = _rank(a)
    other = _rank(b)
    if rank != other:
        return -1 if rank < other else 1
    if rank == 2:
        if key is not None:
            a, b = key(a), key(b)  # type: ignore[arg-type,assignment]
        elif not (a.isascii() or b.isascii()):  # type: ignore[union-attr]
            a, b = byte_order(a), byte_order(b)  # type: ignore[arg-type]
    elif not rank:
        return 0
    return -1 if a < b else a > b  # type: ignore[operator]


def sort_key(v: Value, key: Callable[[str], object] | None = None) -> tuple[object, ...]:
    """A tuple whose Python order is the order of values."""
    kind = v.__class__
    if kind is int or kind is float:
        return (1, v)
    if v is None:
        return _NULL_KEY
    if kind is bytes:
        return (3, v)
    if key is not None:
        return (2, key(v))  # type: ignore[arg-type]
    return (2, byte_order(v))  # type: ignore[arg-type]
