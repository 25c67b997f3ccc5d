"""Mathematical functions (documentation: ``lang_mathfunc.html``).

An argument that is not a number, nor text that is one, gives NULL; so does a
result that is not a number.
"""

from __future__ import annotations

import math

from litestone.value.cast import to_real
from litestone.value.numeric_text import parse_number

from .registry import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from litestone.value.affinity import Value

_INFINITY = math.inf
_LN10 = math.log(10)
_LN2 = math.log(2)


def _number(x: Value) -> int | float | None:
    if isinstance(x, str):
        return parse_number(x)
    return None if isinstance(x, bytes) else x


def _known(x: float) -> float | None:
    return x if x == x else None


def _real(function: Callable[[float], float]) -> Callable[[Value], float | None]:
    """A function of one REAL with C's results where Python raises."""

    def call(x: Value) -> float | None:
        number = _number(x)
        if number is None:
            return None
        real = float(number)
        try:
            return _known(function(real))
        except ValueError:
            return None
        except OverflowError:
            return _overflow(function, real)

    return call


def _overflow(function: Callable[[float], float], x: float) -> float:
    return -_INFINITY if x < 0 and function is math.sinh else _INFINITY


def _rounding(function: Callable[[float], int]) -> Callable[[Value], int | float | None]:
    """``ceil``, ``floor``, ``trunc``: an integer stays one, a REAL gives a REAL."""

    def call(x: Value) -> int | float | None:
        number = _number(x)
        if not isinstance(number, float):
            return number
        if number - number != 0.0:
            return number
        return math.copysign(float(function(number)), number)

    return call


def _logarithm(function: Callable[[float], float]) -> Callable[[Value], float | None]:
    """A logarithm: NULL unless its argument is above zero."""

    def call(x: Value) -> float | None:
        number = _number(x)
        return None if number is None or number <= 0 else function(float(number))

    return call


# SQLite divides natural logarithms, which differs from log10() and log2() in the last digit.
_log10 = _logarithm(lambda x: math.log(x) / _LN10)
_log2 = _logarithm(lambda x: math.log(x) / _LN2)


def _log_of_base(base: Value, x: Value) -> float | None:
    """``log(B, X)``: here alone X may be text or a blob that merely begins with a number."""
    root, number = _number(base), to_real(x)
    if root is None or root <= 0 or number <= 0:
        return None
    divisor = math.log(float(root))
    return _known(math.log(number) / divisor) if divisor > 0.0 else None


def _atanh(x: float) -> float:
    if x in (1.0, -1.0):
        return math.copysign(_INFINITY, x)
    return math.atanh(x)


def _power(x: Value, y: Value) -> float | None:
    base, exponent = _number(x), _number(y)
    if base is None or exponent is None:
        return None
    base, exponent = float(base), float(exponent)
    odd = exponent == exponent // 1 and exponent % 2 == 1
    try:
        return _known(math.pow(base, exponent))
    except OverflowError:
        return -_INFINITY if base < 0 and odd else _INFINITY
    except ValueError:
        # A zero to a negative power is infinite; any other is a root of a negative number.
        if base:
            return None
        return math.copysign(_INFINITY, base) if odd else _INFINITY


def _mod(x: Value, y: Value) -> float | None:
    dividend, divisor = _number(x), _number(y)
    if dividend is None or divisor is None:
        return None
    try:
        return math.fmod(float(dividend), float(divisor))
    except ValueError:
        return None


def _atan2(y: Value, x: Value) -> float | None:
    opposite, adjacent = _number(y), _number(x)
    if opposite is None or adjacent is None:
        return None
    return math.atan2(float(opposite), float(adjacent))


FUNCTIONS = (
    Scalar("acos", 1, _real(math.acos)),
    Scalar("acosh", 1, _real(math.acosh)),
    Scalar("asin", 1, _real(math.asin)),
    Scalar("asinh", 1, _real(math.asinh)),
    Scalar("atan", 1, _real(math.atan)),
    Scalar("atan2", 2, _atan2),
    Scalar("atanh", 1, _real(_atanh)),
    Scalar("ceil", 1, _rounding(math.ceil)),
    Scalar("ceiling", 1, _rounding(math.ceil)),
    Scalar("cos", 1, _real(math.cos)),
    Scalar("cosh", 1, _real(math.cosh)),
    Scalar("degrees", 1, _real(lambda x: x * (180.0 / math.pi))),
    Scalar("exp", 1, _real(math.exp)),
    Scalar("floor", 1, _rounding(math.floor)),
    Scalar("ln", 1, _logarithm(math.log)),
    Scalar("log", 1, _log10),
    Scalar("log", 2, _log_of_base),
    Scalar("log10", 1, _log10),
    Scalar("log2", 1, _log2),
    Scalar("mod", 2, _mod),
    Scalar("pi", 0, lambda: math.pi),
    Scalar("pow", 2, _power),
    Scalar("power", 2, _power),
    Scalar("radians", 1, _real(lambda x: x * (math.pi / 180.0))),
    Scalar("sin", 1, _real(math.sin)),
    Scalar("sinh", 1, _real(math.sinh)),
    Scalar("sqrt", 1, _real(math.sqrt)),
    Scalar("tan", 1, _real(math.tan)),
    Scalar("tanh", 1, _real(math.tanh)),
    Scalar("trunc", 1, _rounding(math.trunc)),
)
