"""Cells made comparable: each value becomes a key, and two cells are equal when their keys are.

Each profile has its own keys. They are equivalence classes by construction, so rows can be compared by
counting; `archerfish-code`, whose cell rule is none, does not use them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from decimal import Decimal
from itertools import pairwise

RELATIVE_TOLERANCE = 1e-7
ABSOLUTE_TOLERANCE = 1e-9
LONG_SCALE = 10
"""Decimals with at least so many decimal places are quotients cut off by the engine, not amounts."""

_NAN = ("nan",)
_NUMBERS_BEGIN = frozenset("-0123456789")
Key = Callable[[object], Hashable]


def plain(value: object) -> Hashable:
    """The value itself where it can be hashed, its content as nested tuples where not, else its text."""
    if value is None or isinstance(value, str | int | float | Decimal):
        return value
    if isinstance(value, bytes | bytearray | memoryview):
        return ("bytes", bytes(value))
    if isinstance(value, list | tuple):
        return ("list", tuple(plain(each) for each in value))
    if isinstance(value, dict):
        return ("map", tuple(sorted((str(key), repr(plain(each))) for key, each in value.items())))
    return str(value)


def readme_key(value: object) -> Hashable:
    """The cell as the README's rules see it, and as the program does where the README is silent.

    README, "Benchmark Result Comparison": results are compared case-insensitively, floats rounded to 0
    decimals. From the program: NULL equals 0, a leading or trailing double quote is dropped, a text that
    reads as a number equals it.
    """
    if type(value) is float and math.isfinite(value):
        return round(value)
    value = plain(value)
    if isinstance(value, str):
        value = value.strip('"')
        number = _number_of(value)
        if number is None:
            return value.casefold()
        value = number
    if value is None:
        return 0
    if isinstance(value, float | Decimal):
        if not math.isfinite(value):
            return _NAN if math.isnan(value) else value
        return round(value)
    return value


def _number_of(text: str) -> int | float | None:
    """The number that is written exactly so, or None: "007" and "1e3" are texts."""
    if text[:1] not in _NUMBERS_BEGIN:
        return None
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        if str(number) == text and math.isfinite(number):
            return number
    return None


class StrictKeys:
    """Keys for `strict`: numbers by value within a tolerance by type, NULL unlike 0, types apart.

    Integers and short decimals are exact. A float, or a decimal of ten or more places (an engine's quotient),
    equals what is within 1e-7 of it. Made from all values of both results, because nearness is no equivalence
    in itself: inexact numbers join the nearest exact one, else their neighbours.
    """

    def __init__(self, values: Iterable[object]) -> None:
        exact: set[int | Decimal] = set()
        floats: set[float] = set()
        decimals: set[Decimal] = set()
        for value in values:
            if isinstance(value, float):
                floats.add(value)
            elif isinstance(value, int):
                exact.add(value)
            elif isinstance(value, Decimal) and value.is_finite():
                decimals.add(value)
        inexact: set[float | Decimal] = {value for value in floats if math.isfinite(value)}
        for decimal in decimals:
            (inexact if _is_long(decimal) else exact).add(decimal)
        self._nearest = _join(exact, inexact) if inexact else {}

    def __call__(self, value: object) -> Hashable:
        if value is None or type(value) is str:
            return value
        value = plain(value)
        if isinstance(value, int | float | Decimal):
            if not _is_finite(value):
                return _NAN if math.isnan(value) else ("number", value)
            return ("number", self._nearest.get(value, value))
        return value


def _is_finite(value: int | float | Decimal) -> bool:
    return value.is_finite() if isinstance(value, Decimal) else isinstance(value, int) or math.isfinite(value)


def _is_long(value: Decimal) -> bool:
    exponent = value.as_tuple().exponent
    return isinstance(exponent, int) and -exponent >= LONG_SCALE


def _join(
    exact: set[int | Decimal], inexact: set[float | Decimal]
) -> dict[int | float | Decimal, int | float | Decimal]:
    """For each inexact number, the number that stands for it."""
    loose = sorted(inexact - exact)
    fixed = sorted(exact)
    joined: dict[int | float | Decimal, int | float | Decimal] = {}
    left: list[float | Decimal] = []
    place = 0
    for value in loose:
        while place < len(fixed) and fixed[place] < value:
            place += 1
        near = [each for each in fixed[max(0, place - 1) : place + 1] if _close(each, value)]
        if near:
            joined[value] = min(near, key=lambda each: abs(float(each) - float(value)))
        else:
            left.append(value)
    for before, value in pairwise(left):
        if _close(before, value):
            joined[value] = joined.get(before, before)
    return joined


def _close(left: int | float | Decimal, right: int | float | Decimal) -> bool:
    try:
        return math.isclose(float(left), float(right), rel_tol=RELATIVE_TOLERANCE, abs_tol=ABSOLUTE_TOLERANCE)
    except OverflowError:
        return False
