"""Costs and row counts as small integers: ten times the base-2 logarithm.

The planner multiplies by adding such numbers and adds with ``add``. One row is
0, two rows 10, a million rows about 200.
"""

from __future__ import annotations

# What adding the smaller of two numbers adds to the larger, by their difference.
_SUM = (10, 10, 9, 9, 8, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2)
# Ten times the logarithm of 8/8, 9/8, … 15/8, rounded.
_EIGHTHS = (0, 2, 3, 5, 6, 7, 8, 9)


def of(count: int) -> int:
    """The estimate that stands for ``count`` (0 for 0 and 1), to three significant bits."""
    if count < 2:
        return 0
    bits = count.bit_length()
    eighths = count >> (bits - 4) if bits > 4 else count << (4 - bits)
    return _EIGHTHS[eighths & 7] + 10 * (bits - 1)


def add(a: int, b: int) -> int:
    """The estimate of the sum of what ``a`` and ``b`` stand for."""
    if a < b:
        a, b = b, a
    gap = a - b
    if gap > 49:
        return a
    return a + 1 if gap > 31 else a + _SUM[gap]


def depth(count: int) -> int:
    """The cost of one search among so many rows (both logarithmic): proportional to their logarithm."""
    return 0 if count <= 10 else of(count) - 33


def of_probability(probability: float) -> int:
    """The (negative or zero) estimate that stands for a probability."""
    return of(int(probability * 134217728)) - 270
