"""Numbers as text: how SQLite reads them and how it prints them.

Reading takes the longest numeric prefix (documentation: ``lang_expr.html``
section 3.1, ``datatype3.html`` section 3):

    spaces  [+-]  digits  [ . digits ]  [ (e|E) [+-] digits ]  spaces
"""

from __future__ import annotations

from . import decimal_digits as dd
from . import long_double as ld

MAX_INTEGER = 0x7FFFFFFFFFFFFFFF
MIN_INTEGER = -0x8000000000000000
SPACES = " \t\n\v\f\r"
DIGITS = "0123456789"
INFINITY = float("inf")

# What `scan` found: the whole text is an integer, or a real; a prefix is; or nothing is.
NOTHING = 0
PREFIX_INTEGER = 1
PREFIX_REAL = 2
INTEGER = 3
REAL = 4

# A significand stops growing once it reaches this, so that one more digit always fits into 63 bits.
_SIGNIFICAND_LIMIT = (MAX_INTEGER - 9) // 10


class Scanned:
    """One reading of a text as a number: its form and its parts."""

    __slots__ = ("exponent", "form", "fraction", "negative", "whole")

    def __init__(self, form: int, negative: bool, whole: str, fraction: str, exponent: int) -> None:
        self.form = form
        self.negative = negative
        self.whole = whole
        self.fraction = fraction
        self.exponent = exponent

    def integer(self) -> int:
        """The digits before point and exponent, kept within 64 bits."""
        return _clamped(self.whole, self.negative)

    def fits(self) -> bool:
        """Whether the digits before point and exponent are a 64-bit integer."""
        digits = self.whole.lstrip("0")
        if len(digits) < 19:
            return True
        limit = "9223372036854775808" if self.negative else "9223372036854775807"
        return len(digits) == 19 and digits <= limit

    def real(self) -> float:
        """The number as the double that SQLite makes of it."""
        return make_real(self.negative, self.whole, self.fraction, self.exponent)


def _clamped(digits: str, negative: bool) -> int:
    digits = digits.lstrip("0")
    if len(digits) > 19:
        return MIN_INTEGER if negative else MAX_INTEGER
    value = int(digits or "0")
    if negative:
        return -value if value <= MAX_INTEGER else MIN_INTEGER
    return value if value <= MAX_INTEGER else MAX_INTEGER


def scan(text: str) -> Scanned:
    """Read the longest numeric prefix of ``text``."""
    rest = text.lstrip(SPACES)
    negative = False
    if rest[:1] in ("-", "+") and rest:
        negative = rest[0] == "-"
        rest = rest[1:]
    after = rest.lstrip(DIGITS)
    whole = rest[: len(rest) - len(after)]
    fraction = ""
    point = marker = False
    exponent = 0
    valid_exponent = True
    rest = after
    if rest[:1] == ".":
        point = True
        rest = rest[1:]
        after = rest.lstrip(DIGITS)
        fraction = rest[: len(rest) - len(after)]
        rest = after
    if rest[:1] in ("e", "E") and rest:
        marker = True
        rest = rest[1:]
        downward = False
        if rest[:1] in ("-", "+") and rest:
            downward = rest[0] == "-"
            rest = rest[1:]
        after = rest.lstrip(DIGITS)
        digits = rest[: len(rest) - len(after)].lstrip("0")
        valid_exponent = len(rest) != len(after)
        # No larger exponent can matter.
        exponent = 10000 if len(digits) > 4 else int(digits or "0")
        if downward:
            exponent = -exponent
        rest = after
    if not whole and not fraction:
        form = NOTHING
    elif valid_exponent and not rest.lstrip(SPACES):
        form = REAL if point or marker else INTEGER
    elif point or (marker and valid_exponent):
        form = PREFIX_REAL
    else:
        form = PREFIX_INTEGER
    return Scanned(form, negative, whole, fraction, exponent)


def make_real(negative: bool, whole: str, fraction: str, exponent: int) -> float:
    """The double for ``[-]whole.fraction * 10**exponent``, with SQLite's rounding.

    At most 19 significant digits count.  The significand is multiplied or
    divided once by a power of ten in ``long double`` arithmetic and the result
    rounded to a double; above 10**307 the power is split in two.
    """
    significand, exponent = _significand(whole, fraction, exponent)
    if not significand:
        return -0.0 if negative else 0.0
    while exponent > 0 and significand < MAX_INTEGER // 10:
        significand *= 10
        exponent -= 1
    while exponent < 0 and significand % 10 == 0:
        significand //= 10
        exponent += 1
    if not exponent:
        result = float(significand)
    elif exponent > 0:
        result = _scaled_up(significand, exponent)
    else:
        result = _scaled_down(significand, -exponent)
    return -result if negative else result


def _significand(whole: str, fraction: str, exponent: int) -> tuple[int, int]:
    """The digits that count as an integer, and the power of ten that goes with it."""
    digits = (whole + fraction).lstrip("0")
    taken = 18
    value = int(digits[:18] or "0")
    if value < _SIGNIFICAND_LIMIT and len(digits) > 18:
        value = value * 10 + int(digits[18])
        taken = 19
    elif len(digits) < 18:
        taken = len(digits)
    return value, exponent - len(fraction) + len(digits) - taken


def _scaled_up(significand: int, exponent: int) -> float:
    if exponent > 307:
        if exponent >= 342:
            return INFINITY
        part = ld.to_float(ld.multiply((significand, 0), ld.power_of_ten(exponent - 308)))
        return part * 1.0e308
    return ld.to_float(ld.multiply((significand, 0), ld.power_of_ten(exponent)))


def _scaled_down(significand: int, exponent: int) -> float:
    if exponent > 307:
        if exponent >= 342:
            return 0.0
        part = ld.to_float(ld.divide((significand, 0), ld.power_of_ten(exponent - 308)))
        return part / 1.0e308
    return ld.to_float(ld.divide((significand, 0), ld.power_of_ten(exponent)))


def parse_number(text: str) -> int | float | None:
    """``text`` as a number if all of it is one (spaces around allowed), else None.

    Digits alone that fit into 64 bits give an integer, all else a real.
    """
    found = scan(text)
    if found.form == INTEGER and found.fits():
        return found.integer()
    return found.real() if found.form >= INTEGER else None


def parse_literal(text: str) -> int | float | None:
    """A numeric literal of SQL: decimal, or ``0x`` and up to 16 significant hex digits.

    A decimal integer beyond 64 bits is a real.  None if a hex literal is too big or nothing is a number.
    """
    if text[:2] in ("0x", "0X"):
        digits = text[2:].lstrip("0")
        if len(digits) > 16:
            return None
        value = int(digits or "0", 16)
        return value - (1 << 64) if value > MAX_INTEGER else value
    if len(text) < 19 and text.isascii() and text.isdigit():
        return int(text)
    return parse_number(text)


def real_text(x: float) -> str:
    """``x`` as SQLite prints a REAL: 15 significant digits and always a point (``%!.15g``)."""
    text = repr(x)
    if len(text) < 17 and "e" not in text and "n" not in text:
        # At most 15 digits: rounding to 15 changes nothing, and no tie is near.
        return text if x else "0.0"
    if x != x:
        return "NaN"
    if x in (INFINITY, -INFINITY):
        return "Inf" if x > 0 else "-Inf"
    digits, exponent = fifteen_digits(-x if x < 0 else x)
    return ("-" if x < 0 else "") + _general(digits, exponent)


def fifteen_digits(x: float) -> tuple[str, int]:
    """The 15 digits of a finite float above zero, and the decimal exponent of the first."""
    text = f"{x:.17e}"
    # SQLite's steps are good to a few units of the 18th digit (above 1e100, where its power of ten is an
    # inexact double, to some fifty): only near a tie can they matter.
    if abs(int(text[16:19]) - 500) > (20 if x < 1e100 else 70):
        text = f"{x:.14e}"
        return text[0] + text[2:16], int(text[17:])
    value, exponent = dd.scientific(x, 14)
    return dd.peel(value, 15), exponent


def _general(digits: str, exponent: int) -> str:
    if exponent < -4 or exponent > 14:
        sign = "-" if exponent < 0 else "+"
        return f"{digits[0]}.{digits[1:].rstrip('0') or '0'}e{sign}{abs(exponent):02d}"
    if exponent < 0:
        return "0." + "0" * (-exponent - 1) + digits.rstrip("0")
    return digits[: exponent + 1] + "." + (digits[exponent + 1 :].rstrip("0") or "0")
