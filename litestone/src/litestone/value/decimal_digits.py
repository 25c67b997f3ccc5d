"""Decimal digits of a REAL as SQLite 3.40.1 generates them.

The value is scaled into 1 <= v < 10 by powers of ten, half a unit of the last
wanted digit is added, and digits are peeled off from the front, all in
``long double`` arithmetic (see `long_double`).  The result is now and then one
off from the correctly rounded one.  Documentation: ``printf.html``,
``floatingpoint.html``.
"""

from __future__ import annotations

from . import long_double as ld

_E100 = ld.from_float(1e100)
_E10 = ld.from_float(1e10)
_TEN = (10, 0)
_ONE = (1, 0)
_E8 = (10**8, 0)
_MINUS_E8 = ld.from_float(1e-8)
_TENTH = ld.from_float(0.1)
_HALVES = (5.0e-01, 5.0e-02, 5.0e-03, 5.0e-04, 5.0e-05, 5.0e-06, 5.0e-07, 5.0e-08, 5.0e-09, 5.0e-10)


def half_unit(places: int) -> float:
    """Half of ``10**-places`` as the double that SQLite adds for rounding; only twelve bits count."""
    places &= 0xFFF
    half = _HALVES[places % 10]
    for _ in range(places // 10):
        half *= 1.0e-10
    return half


def normalize(value: ld.Long) -> tuple[ld.Long, int]:
    """``value`` (above zero) as ``(v, exponent)`` with ``1 <= v < 10``."""
    exponent = 0
    scale = _ONE
    for step, size in ((_E100, 100), (_E10, 10), (_TEN, 1)):
        while exponent <= 350:
            next_scale = ld.multiply(step, scale)
            if not ld.at_least(value, next_scale):
                break
            scale = next_scale
            exponent += size
    value = ld.divide(value, scale)
    while not ld.at_least(value, _MINUS_E8):
        value = ld.multiply(value, _E8)
        exponent -= 8
    while not ld.at_least(value, _ONE):
        value = ld.multiply(value, _TEN)
        exponent -= 1
    return value, exponent


def peel(value: ld.Long, count: int) -> str:
    """The first ``count`` digits of ``value``, which is below 10."""
    m, e = value
    out = []
    for _ in range(count):
        digit = m >> -e if e < 0 else m << e
        out.append(chr(48 + digit))
        m -= digit << -e if e < 0 else digit >> e
        if not m:
            out.append("0" * (count - len(out)))
            break
        m, e = ld.rounded(m * 10, e)
    return "".join(out)


def scientific(x: float, places: int) -> tuple[ld.Long, int]:
    """A float not below zero rounded to ``places`` digits behind its first: ``(v, exponent)`` for `peel`."""
    if not x:
        return ld.from_float(half_unit(places)), 0
    value, exponent = normalize(ld.from_float(x))
    value = ld.add(value, ld.from_float(half_unit(places)))
    if ld.at_least(value, _TEN):
        value = ld.multiply(value, _TENTH)
        exponent += 1
    return value, exponent


def fixed(x: float, places: int) -> tuple[ld.Long, int]:
    """A float not below zero rounded to ``places`` digits behind the point: ``(v, exponent)`` for `peel`.

    Where the wanted digits are few enough, SQLite also adds three ten-quadrillionths of the value, so that
    decimal fractions such as 2.675 round as they are written.
    """
    value = ld.from_float(x)
    half = half_unit(places)
    binary_exponent = _binary_exponent(x)
    if places + _third(binary_exponent) < 15:
        # Added to a double variable: rounded to 53 bits.
        raised = ld.add(ld.from_float(half), ld.multiply(value, ld.from_float(3e-16)))
        half = ld.to_float(raised)
    value = ld.add(value, ld.from_float(half))
    if not value[0]:
        return value, 0
    return normalize(value)


def plain_text(value: ld.Long, exponent: int, places: int, limit: int) -> str:
    """``value * 10**exponent`` with ``places`` digits behind the point; digits beyond ``limit`` are zeros."""
    whole = exponent + 1 if exponent >= 0 else 0
    gap = -exponent - 1 if exponent < 0 else 0
    count = max(whole + places - gap, 0)
    significant = min(count, limit)
    digits = peel(value, significant) + "0" * (count - significant)
    fraction = "0" * gap + digits[whole:]
    return (digits[:whole] or "0") + ("." + fraction if fraction else "")


def exponent_text(exponent: int) -> str:
    """The suffix that tells a decimal exponent, less its letter: a sign and two or three digits."""
    return f"{'-' if exponent < 0 else '+'}{abs(exponent):02d}"


def fixed_text(x: float, places: int, limit: int) -> str:
    """A finite float not below zero with ``places`` digits behind the point, ``limit`` of all significant."""
    value, exponent = fixed(x, places)
    return plain_text(value, exponent, places, limit)


def scientific_text(x: float, places: int, limit: int) -> str:
    """A finite float above zero as ``d.ddde+xx`` without zeros at the end, at most ``limit`` digits."""
    value, exponent = scientific(x, places)
    digits = plain_text(value, 0, places, limit).rstrip("0")
    return (digits + "0" if digits[-1] == "." else digits) + "e" + exponent_text(exponent)


def _third(n: int) -> int:
    return n // 3 if n >= 0 else -(-n // 3)


def _binary_exponent(x: float) -> int:
    """The exponent field of ``x`` less its bias: -1023 for zero and subnormals."""
    if x < 2.2250738585072014e-308:
        return -1023
    m, e = ld.from_float(x)
    return m.bit_length() - 1 + e
