"""Functions on the bits of a REAL, which the command-line shell has (``floatingpoint`` section 2.4)."""

from __future__ import annotations

from struct import pack, unpack

from litestone.value.cast import to_integer, to_real

from .registry import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.value.affinity import Value

_FRACTION = (1 << 52) - 1
_BIAS = 1075
_MOST_EXPONENT = 10000


def _parts(x: Value) -> tuple[int, int]:
    """Mantissa and exponent of ``mantissa * 2**exponent``, the mantissa odd or the exponent 0 and more."""
    real = unpack(">d", x)[0] if isinstance(x, bytes) and len(x) == 8 else to_real(x)
    negative = real < 0
    (bits,) = unpack(">q", pack(">d", -real if negative else real))
    if not bits:
        return 0, -_BIAS
    exponent = bits >> 52
    mantissa = bits & _FRACTION
    mantissa = mantissa | 1 << 52 if exponent else mantissa << 1
    while exponent < _BIAS and mantissa > 0 and not mantissa & 1:
        mantissa >>= 1
        exponent += 1
    return -mantissa if negative else mantissa, exponent - _BIAS


def _show(x: Value) -> str:
    mantissa, exponent = _parts(x)
    return f"ieee754({mantissa},{exponent})"


def _compose(m: Value, e: Value) -> float | None:
    """The REAL ``m * 2**e``, cut to what a double holds; NULL if its bits are no number."""
    mantissa = to_integer(m)
    exponent = min(max(to_integer(e), -_MOST_EXPONENT), _MOST_EXPONENT)
    negative = mantissa < 0
    mantissa = abs(mantissa)
    if mantissa > 0x7FFFFFFFFFFFFFFF:
        return None
    if not mantissa and -1000 < exponent < 1000:
        return 0.0
    shift = mantissa.bit_length() - 53 if mantissa else 0
    mantissa = mantissa >> shift if shift > 0 else mantissa << -shift
    exponent += shift + _BIAS
    if exponent <= 0:
        mantissa >>= 1 - exponent
        exponent = 0
    bits = min(exponent, 0x7FF) << 52 | mantissa & _FRACTION
    real: float = unpack(">d", pack(">Q", bits | (1 << 63 if negative else 0)))[0]
    return real if real == real else None


def _from_blob(x: Value) -> float | None:
    if not isinstance(x, bytes) or len(x) != 8:
        return None
    real: float = unpack(">d", x)[0]
    return real if real == real else None


def _to_blob(x: Value) -> bytes | None:
    return pack(">d", float(x)) if isinstance(x, (int, float)) else None


FUNCTIONS = (
    Scalar("ieee754", 1, _show),
    Scalar("ieee754", 2, _compose),
    Scalar("ieee754_exponent", 1, lambda x: _parts(x)[1]),
    Scalar("ieee754_from_blob", 1, _from_blob),
    Scalar("ieee754_mantissa", 1, lambda x: _parts(x)[0]),
    Scalar("ieee754_to_blob", 1, _to_blob),
)
