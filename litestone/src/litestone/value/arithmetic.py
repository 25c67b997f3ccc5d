"""SQL's arithmetic, bit and concatenation operators (documentation: ``lang_expr.html`` section 2).

NULL with anything is NULL.  Text and blobs count as the number at their start.
Integers overflowing 64 bits give a REAL; a result that is no number gives NULL.
"""

from __future__ import annotations

from .cast import to_integer, to_numeric, to_real, to_text
from .numeric_text import MAX_INTEGER, MIN_INTEGER
from .text import UTF8, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .affinity import Value

    Number = int | float | None

_MASK = 0xFFFFFFFFFFFFFFFF


def _operands(a: Value, b: Value) -> tuple[Number, Number]:
    """Both operands as numbers; text beside a REAL counts as REAL, which matters for ``'-0'`` alone."""
    x, y = to_numeric(a), to_numeric(b)
    if x.__class__ is not y.__class__ and x is not None and y is not None:
        if x.__class__ is int:
            x = x or to_real(a)
        else:
            y = y or to_real(b)
    return x, y


def add(a: Value, b: Value) -> Number:
    """``a + b``."""
    if a.__class__ is not int or b.__class__ is not int:
        a, b = _operands(a, b)
        if a is None or b is None:
            return None
    total = a + b
    if total.__class__ is int:
        if MIN_INTEGER <= total <= MAX_INTEGER:
            return total
        return float(a) + float(b)
    return total if total == total else None


def subtract(a: Value, b: Value) -> Number:
    """``a - b``."""
    if a.__class__ is not int or b.__class__ is not int:
        a, b = _operands(a, b)
        if a is None or b is None:
            return None
    difference = a - b
    if difference.__class__ is int:
        if MIN_INTEGER <= difference <= MAX_INTEGER:
            return difference
        return float(a) - float(b)
    return difference if difference == difference else None


def multiply(a: Value, b: Value) -> Number:
    """``a * b``."""
    if a.__class__ is not int or b.__class__ is not int:
        a, b = _operands(a, b)
        if a is None or b is None:
            return None
    product = a * b
    if product.__class__ is int:
        if MIN_INTEGER <= product <= MAX_INTEGER:
            return product
        return float(a) * float(b)
    return product if product == product else None


def divide(a: Value, b: Value) -> Number:
    """``a / b``: integers cut towards zero; NULL for division by zero."""
    a, b = _operands(a, b)
    if a is None or b is None or b == 0:
        return None
    if a.__class__ is int and b.__class__ is int:
        quotient = abs(a) // abs(b)
        if (a < 0) != (b < 0):
            quotient = -quotient
        return quotient if quotient <= MAX_INTEGER else float(a) / float(b)
    try:
        result = a / b
    except OverflowError:
        result = float("inf") if (a < 0) == (b < 0) else float("-inf")
    return result if result == result else None


def remainder(a: Value, b: Value) -> Number:
    """``a % b`` of both cut to integers, with the sign of ``a``; a REAL if either was one."""
    x, y = to_numeric(a), to_numeric(b)
    if x is None or y is None:
        return None
    real = x.__class__ is float or y.__class__ is float
    m, n = to_integer(a), to_integer(b)
    if not n:
        return None
    rest = abs(m) % abs(n)
    if m < 0:
        rest = -rest
    return float(rest) if real else rest


def negate(a: Value) -> Number:
    """``-a``, which is ``0 - a``."""
    return subtract(0, a)


def concat(a: Value, b: Value, encoding: int = UTF8) -> str | None:
    """``a || b``: always text."""
    if a.__class__ is not str or b.__class__ is not str:
        a, b = to_text(a, encoding), to_text(b, encoding)
        if a is None or b is None:
            return None
    if b.isascii():
        return a + b
    return join(a, b)


def _signed(n: int) -> int:
    n &= _MASK
    return n - (1 << 64) if n > MAX_INTEGER else n


def bit_and(a: Value, b: Value) -> int | None:
    """``a & b``."""
    if a is None or b is None:
        return None
    return to_integer(a) & to_integer(b)


def bit_or(a: Value, b: Value) -> int | None:
    """``a | b``."""
    if a is None or b is None:
        return None
    return to_integer(a) | to_integer(b)


def bit_not(a: Value) -> int | None:
    """``~a``."""
    return None if a is None else ~to_integer(a)


def shift_left(a: Value, b: Value) -> int | None:
    """``a << b``; a negative count shifts the other way."""
    if a is None or b is None:
        return None
    return _shift(to_integer(a), to_integer(b))


def shift_right(a: Value, b: Value) -> int | None:
    """``a >> b``, filling with the sign; a negative count shifts the other way."""
    if a is None or b is None:
        return None
    return _shift(to_integer(a), -to_integer(b))


def _shift(n: int, left: int) -> int:
    if left >= 0:
        return _signed(n << left) if left < 64 else 0
    return n >> -left if left > -64 else (-1 if n < 0 else 0)
