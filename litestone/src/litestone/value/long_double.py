"""Arithmetic of 64-bit significands: what x86-64's ``long double`` computes.

SQLite 3.40.1 turns text into REAL and REAL into text with ``long double``
steps, each rounded to 64 bits, half to even.  Observing its results shows that
they differ from correctly rounded conversion in the last digit now and then,
so the steps are done here with integers.

A number is a pair ``(m, e)`` standing for ``m * 2**e`` with ``0 <= m < 2**64``.
The exponent is unbounded: no value met here leaves the range of the hardware's.
"""

from __future__ import annotations

Long = tuple[int, int]


def rounded(m: int, e: int, bits: int = 64) -> Long:
    """``m * 2**e`` (m not negative) rounded to ``bits`` bits, half to even."""
    extra = m.bit_length() - bits
    if extra <= 0:
        return m, e
    kept = m >> extra
    rest = m & ((1 << extra) - 1)
    half = 1 << (extra - 1)
    if rest > half or (rest == half and kept & 1):
        kept += 1
    return kept, e + extra


def from_float(x: float) -> Long:
    """The exact value of a finite float that is not negative."""
    numerator, denominator = x.as_integer_ratio()
    if denominator == 1:
        return rounded(numerator, 0)
    return numerator, 1 - denominator.bit_length()


def to_float(a: Long) -> float:
    """``a`` rounded to a double, half to even; infinity when too large."""
    m, e = a
    if e >= 0:
        try:
            return float(m << e) if e < 2000 else (float("inf") if m else 0.0)
        except OverflowError:
            return float("inf")
    if e < -1200:
        return 0.0 if m.bit_length() + e < -1080 else (m >> 64) / (1 << (-e - 64))
    return m / (1 << -e)


def multiply(a: Long, b: Long) -> Long:
    """``a * b``, rounded once."""
    return rounded(a[0] * b[0], a[1] + b[1])


def divide(a: Long, b: Long) -> Long:
    """``a / b`` (b not zero), rounded once."""
    shift = 130 + b[0].bit_length() - a[0].bit_length()
    if shift < 0:
        shift = 0
    quotient, rest = divmod(a[0] << shift, b[0])
    return rounded(quotient << 1 | (rest != 0), a[1] - b[1] - shift - 1)


def add(a: Long, b: Long) -> Long:
    """``a + b``, rounded once."""
    (m, e), (n, f) = a, b
    if e > f:
        return rounded((m << (e - f)) + n, f)
    return rounded(m + (n << (f - e)), e)


def at_least(a: Long, b: Long) -> bool:
    """Whether ``a >= b``."""
    (m, e), (n, f) = a, b
    if e > f:
        return m << (e - f) >= n
    return m >= n << (f - e)


_TEN: Long = (10, 0)
_powers: dict[int, Long] = {}


def power_of_ten(n: int) -> Long:
    """``10**n`` (n not negative) by repeated squaring, rounding each product."""
    known = _powers.get(n)
    if known is not None:
        return known
    square, result, rest = _TEN, (1, 0), n
    while True:
        if rest & 1:
            result = multiply(result, square)
        rest >>= 1
        if not rest:
            break
        square = multiply(square, square)
    _powers[n] = result
    return result
