"""The form in which a column's value goes into a record (``datatype3`` section 2)."""

from __future__ import annotations

from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Value = int | float | str | bytes | None

COMPACT_LIMIT = 1 << 47


def compact_real(value: Value) -> Value:
    """A whole real number of at most 48 bits is written as an integer in a column of REAL affinity."""
    if value.__class__ is float:
        assert isinstance(value, float)
        if -COMPACT_LIMIT <= value < COMPACT_LIMIT and value == int(value):
            return int(value)
    return value


def real_form(value: Value) -> Value:
    """REAL affinity, then the compact form."""
    return compact_real(affinities.as_real(value))


def stored_form(affinity: int) -> Callable[[Value], Value] | None:
    """What turns a value into the form a column of ``affinity`` stores; None where nothing changes."""
    if affinity == affinities.REAL:
        return real_form
    return affinities.applier(affinity)
