"""Type affinity: what a column wants of its values (documentation: ``datatype3.html`` section 3)."""

from __future__ import annotations

from .numeric_text import INTEGER as _INTEGER_TEXT
from .numeric_text import MAX_INTEGER, MIN_INTEGER, real_text, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Value = int | float | str | bytes | None

NONE = 0x40
BLOB = 0x41
TEXT = 0x42
NUMERIC = 0x43
INTEGER = 0x44
REAL = 0x45


def type_affinity(declared: str | None) -> int:
    """The affinity of a declared type, by the rules of ``datatype3.html`` section 3.1.

    The rules look for substrings; of TEXT, CHAR, CLOB and then BLOB, then REAL, FLOA, DOUB the earlier in
    this list wins, INT over all.
    """
    if not declared:
        return BLOB
    name = declared.upper() if declared.isascii() else _upper_ascii(declared)
    if "INT" in name:
        return INTEGER
    if "CHAR" in name or "CLOB" in name or "TEXT" in name:
        return TEXT
    if "BLOB" in name:
        return BLOB
    if "REAL" in name or "FLOA" in name or "DOUB" in name:
        return REAL
    return NUMERIC


def _upper_ascii(s: str) -> str:
    return "".join(chr(ord(c) - 32) if "a" <= c <= "z" else c for c in s)


def apply(value: Value, affinity: int) -> Value:
    """``value`` as a column of ``affinity`` stores it, and as a comparison under it sees it."""
    kind = value.__class__
    if affinity < TEXT or value is None or kind is bytes:
        return value
    if affinity == TEXT:
        return as_text(value)
    return as_real(value) if affinity == REAL else as_numeric(value)


def as_text(value: Value) -> Value:
    """TEXT affinity: numbers become text."""
    kind = value.__class__
    if kind is int:
        return str(value)
    if kind is float:
        return real_text(value)  # type: ignore[arg-type]
    return value


def as_numeric(value: Value) -> Value:
    """NUMERIC and INTEGER affinity: text that is a number becomes one; an integral real an integer."""
    if isinstance(value, str):
        value = number_of_text(value)
    if (
        isinstance(value, float)
        and value == value // 1
        and -9.2233720368547758e18 < value < 9.2233720368547758e18
    ):
        return int(value)
    return value


def as_real(value: Value) -> Value:
    """REAL affinity: as NUMERIC, then integers become reals."""
    if isinstance(value, str):
        value = number_of_text(value)
    return float(value) if isinstance(value, int) else value


def number_of_text(text: str) -> int | float | str:
    """``text`` as a number where all of it is one, else itself."""
    if not text or text[-1] > "9" or text[0] > "9":
        # No number ends so, nor begins: the common case of words.
        return text
    found = scan(text)
    if found.form < _INTEGER_TEXT:
        return text
    if found.form == _INTEGER_TEXT and found.fits():
        return found.integer()
    return found.real()


_APPLIERS: dict[int, Callable[[Value], Value]] = {
    TEXT: as_text,
    NUMERIC: as_numeric,
    INTEGER: as_numeric,
    REAL: as_real,
}


def applier(affinity: int) -> Callable[[Value], Value] | None:
    """The function of one value that applies ``affinity``; None where there is nothing to do."""
    return _APPLIERS.get(affinity)


def integral(x: float) -> bool:
    """Whether a REAL is a 64-bit integer that may be kept as one."""
    return x == x // 1 and MIN_INTEGER < x < MAX_INTEGER
