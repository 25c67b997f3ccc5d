"""Conversions between storage classes (documentation: ``lang_expr.html`` section 3, CAST)."""

from __future__ import annotations

from . import affinity as _affinity
from .numeric_text import INTEGER as _WHOLE_INTEGER
from .numeric_text import MAX_INTEGER, MIN_INTEGER, NOTHING, PREFIX_INTEGER, real_text, scan
from .text import UTF8, decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .affinity import Value


_SMALL_INTEGER = 1 << 51


def cast(value: Value, affinity: int, encoding: int = UTF8) -> Value:
    """``CAST(value AS type)`` for a type of ``affinity``; a blob's bytes are text in ``encoding``."""
    if value is None:
        return None
    if affinity == _affinity.TEXT:
        return to_text(value, encoding)
    if affinity == _affinity.INTEGER:
        return to_integer(value, encoding)
    if affinity == _affinity.REAL:
        return to_real(value, encoding)
    if affinity == _affinity.NUMERIC:
        return _cast_numeric(value, encoding)
    return to_blob(value, encoding)


def _cast_numeric(value: Value, encoding: int) -> Value:
    if isinstance(value, bytes):
        value = decode(value, encoding)
    if not isinstance(value, str):
        return value
    found = scan(value)
    if found.form in (NOTHING, PREFIX_INTEGER, _WHOLE_INTEGER) and found.fits():
        return found.integer()
    real = found.real()
    # A narrower range than column affinity has.
    if -_SMALL_INTEGER <= real < _SMALL_INTEGER and real == real // 1:
        return int(real)
    return real


def real_to_integer(x: float) -> int:
    """A REAL cut to an integer, kept within 64 bits."""
    if -9.2233720368547758e18 < x < 9.2233720368547758e18:
        return int(x)
    return MIN_INTEGER if x < 0 else MAX_INTEGER


def to_integer(v: Value, encoding: int = UTF8) -> int:
    """``v`` as a 64-bit integer: reals cut, text by its prefix of digits, NULL as 0."""
    if v.__class__ is int:
        return v
    if v is None:
        return 0
    if isinstance(v, float):
        return real_to_integer(v)
    if isinstance(v, bytes):
        v = decode(v, encoding)
    return scan(v).integer()  # type: ignore[arg-type]


def to_real(v: Value, encoding: int = UTF8) -> float:
    """``v`` as a REAL: text by its numeric prefix, NULL as 0.0."""
    if v.__class__ is float:
        return v
    if isinstance(v, int):
        return float(v)
    if v is None:
        return 0.0
    if isinstance(v, bytes):
        v = decode(v, encoding)
    return scan(v).real()  # type: ignore[arg-type]


def to_numeric(v: Value, encoding: int = UTF8) -> int | float | None:
    """``v`` as an arithmetic operator sees it: text by its numeric prefix, NULL as None."""
    kind = v.__class__
    if kind is int or kind is float or v is None:
        return v  # type: ignore[return-value]
    if kind is bytes:
        v = decode(v, encoding)  # type: ignore[arg-type]
    found = scan(v)  # type: ignore[arg-type]
    if found.form in (NOTHING, PREFIX_INTEGER, _WHOLE_INTEGER):
        return found.integer() if found.fits() else found.real()
    return found.real()


def to_text(v: Value, encoding: int = UTF8) -> str | None:
    """``v`` as text; NULL as None."""
    if v is None or v.__class__ is str:
        return v
    if isinstance(v, float):
        return real_text(v)
    if isinstance(v, bytes):
        return decode(v, encoding)
    return str(v)


def to_blob(v: Value, encoding: int = UTF8) -> bytes | None:
    """``v`` as the bytes of its text in ``encoding``; NULL as None."""
    if v is None or v.__class__ is bytes:
        return v
    return encode(to_text(v, encoding), encoding)  # type: ignore[arg-type]


def truth(v: Value, encoding: int = UTF8) -> bool | None:
    """``v`` in a boolean context: None for NULL, else whether its number is not zero."""
    if v.__class__ is int:
        return v != 0
    if v is None:
        return None
    return to_real(v, encoding) != 0.0
