"""The interval that stands beside a rate, and the test that stands beside a difference."""

from __future__ import annotations

import math
from dataclasses import dataclass

_Z_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Interval:
    """Both ends of an interval, as fractions of 1."""

    low: float
    high: float


def wilson(passed: int, total: int, z: float = _Z_95) -> Interval:
    """The Wilson score interval of a rate, 95 % unless another z is given.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22
    (1927).
    With nothing counted it is all of 0 to 1. Raises ValueError unless 0 <= passed <= total.
    """
    if not 0 <= passed <= total:
        raise ValueError(f"{passed} of {total} is no rate")
    if total == 0:
        return Interval(0.0, 1.0)
    rate = passed / total
    spread = z * math.sqrt(rate * (1 - rate) / total + z * z / (4 * total * total))
    middle = rate + z * z / (2 * total)
    scale = 1 + z * z / total
    low = 0.0 if passed == 0 else (middle - spread) / scale
    high = 1.0 if passed == total else (middle + spread) / scale
    return Interval(low, high)


def mcnemar(gained: int, lost: int) -> float:
    """The exact two-sided p-value that two runs on the same cases differ as they do by chance.

    gained and lost are the cases that only the second or only the first passed; cases where both agree say
    nothing.
    Source: Q. McNemar, Psychometrika 12 (1947); exact form: binomial test with probability one half.
    """
    if gained < 0 or lost < 0:
        raise ValueError("counts can't be negative")
    total = gained + lost
    tail = ways = 1
    for k in range(min(gained, lost)):
        ways = ways * (total - k) // (k + 1)
        tail += ways
    # The quotient of two integers is rounded once, and 2**total may pass the range of a float.
    return min(1.0, 2 * (tail / (1 << total)))
