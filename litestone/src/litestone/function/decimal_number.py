"""Arithmetic on decimal numbers written as text, for the command-line shell (``floatingpoint`` section 2.3).

A number is its digits, without zeros before the first, and how many of them
stand behind the point; zeros at the end are kept, and count in comparisons.
"""

from __future__ import annotations

from litestone.value.cast import to_text

from .registry import Aggregate, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.value.affinity import Value

    from .context import Context

_SPACES = " \t\n\v\f\r"
_DIGITS = frozenset("0123456789")
_MOST_EXPONENT = 1_000_000


class Decimal:
    """A decimal number: its sign, all its digits, and how many are behind the point."""

    __slots__ = ("digits", "negative", "places")

    def __init__(self, negative: bool, digits: str, places: int) -> None:
        self.negative = negative
        self.digits = digits
        self.places = places

    def text(self) -> str:
        """As it is shown."""
        if not self.digits:
            return "0"
        digits = self.digits.rjust(self.places + 1, "0")
        whole = digits[: len(digits) - self.places].lstrip("0") or "0"
        fraction = "." + digits[len(digits) - self.places :] if self.places else ""
        return ("-" if self.negative else "") + whole + fraction

    def scaled(self, places: int) -> int:
        """Its size, less the sign, in units of ``10**-places``."""
        return int((self.digits or "0") + "0" * (places - self.places))


def _read(x: Value) -> Decimal | None:
    """The number at the start of a text; characters that mean nothing are passed over. None for NULL."""
    text = to_text(x)
    if text is None:
        return None
    text = text.partition("\0")[0].lstrip(_SPACES)
    negative = text[:1] == "-"
    text = text[1:].lstrip("0") if text[:1] in ("-", "+") else text.lstrip("0")
    digits: list[str] = []
    point = -1
    exponent = 0
    for at, c in enumerate(text):
        if c in _DIGITS:
            digits.append(c)
        elif c == ".":
            point = len(digits)
        elif c in "eE":
            exponent = _exponent(text[at + 1 :])
            break
    places = len(digits) - point if point >= 0 else 0
    return _shifted(negative, "".join(digits), places, exponent)


def _exponent(text: str) -> int:
    sign = -1 if text[:1] == "-" else 1
    if text[:1] in ("-", "+"):
        text = text[1:]
    value = 0
    for c in text:
        if c in _DIGITS and value < _MOST_EXPONENT:
            value = value * 10 + int(c)
    return sign * value


def _shifted(negative: bool, digits: str, places: int, exponent: int) -> Decimal:
    if exponent > 0:
        digits += "0" * max(exponent - places, 0)
        places = max(places - exponent, 0)
    elif exponent < 0:
        places -= exponent
        digits = digits.rjust(places + 1, "0")
    return Decimal(negative, digits, places)


def _sum(a: Decimal, b: Decimal) -> Decimal:
    places = max(a.places, b.places)
    x, y = a.scaled(places), b.scaled(places)
    if a.negative == b.negative:
        return Decimal(a.negative, str(x + y), places)
    return Decimal(a.negative if x >= y else not a.negative, str(abs(x - y)), places)


def _negated(a: Decimal) -> Decimal:
    return Decimal(not a.negative, a.digits, a.places)


def _decimal(x: Value) -> str | None:
    number = _read(x)
    return None if number is None else number.text()


def _add(x: Value, y: Value) -> str | None:
    a, b = _read(x), _read(y)
    return None if a is None or b is None else _sum(a, b).text()


def _subtract(x: Value, y: Value) -> str | None:
    a, b = _read(x), _read(y)
    return None if a is None or b is None else _sum(a, _negated(b)).text()


def _multiply(x: Value, y: Value) -> str | None:
    """The product, with no more zeros at its end than the operand with fewer places asks for."""
    a, b = _read(x), _read(y)
    if a is None or b is None:
        return None
    places = a.places + b.places
    product = str(int(a.digits or "0") * int(b.digits or "0")).rjust(places + 1, "0")
    while places > min(a.places, b.places) and product[-1] == "0":
        product = product[:-1]
        places -= 1
    return Decimal(a.negative != b.negative, product, places).text()


def _compare(x: Value, y: Value) -> int | None:
    a, b = _read(x), _read(y)
    if a is None or b is None:
        return None
    if a.negative != b.negative:
        return -1 if a.negative else 1
    if a.negative:
        a, b = b, a
    left = (len(a.digits) - a.places, a.digits)
    right = (len(b.digits) - b.places, b.digits)
    return (left > right) - (left < right)


class Total:
    """``decimal_sum(X)``."""

    __slots__ = ("total",)

    def __init__(self, context: Context | None = None) -> None:
        self.total: Decimal | None = None

    def step(self, x: Value) -> None:
        """Add a number; NULL does not count."""
        number = _read(x)
        self.total = self.total or Decimal(False, "0", 0)
        if number is not None:
            self.total = _sum(self.total, number)

    def inverse(self, x: Value) -> None:
        """Take a number out."""
        number = _read(x)
        if number is not None and self.total is not None:
            self.total = _sum(self.total, _negated(number))

    def value(self) -> str | None:
        """The sum; NULL for no rows."""
        return None if self.total is None else self.total.text()

    final = value


FUNCTIONS = (
    Scalar("decimal", 1, _decimal),
    Scalar("decimal_add", 2, _add),
    Scalar("decimal_cmp", 2, _compare),
    Scalar("decimal_mul", 2, _multiply),
    Scalar("decimal_sub", 2, _subtract),
    Aggregate("decimal_sum", 1, Total),
)
