"""The functions ``printf`` and ``format`` (documentation: ``printf.html``).

A substitution is ``%[flags][width][.precision][length]type``.  Work is done on
UTF-8 bytes, because widths and precisions count bytes unless the flag ``!`` is
given.  An unknown type ends the output; a missing argument counts as NULL.
"""

from __future__ import annotations

from litestone.value import decimal_digits
from litestone.value.cast import to_integer, to_real, to_text
from litestone.value.numeric_text import INFINITY
from litestone.value.text import decode, encode

from .core import low_int
from .registry import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.value.affinity import Value

_MAX_LENGTH = 1_000_000_000
_MAX_REAL_PRECISION = 100_000_000
_NO_PRECISION = -1
_FLAGS = b"-+ #!0,"
_DIGITS = b"0123456789"
_BASES = {"d": 10, "i": 10, "u": 10, "r": 10, "x": 16, "X": 16, "p": 16, "o": 8}
_PREFIXES = {"x": "0x", "X": "0X", "p": "0x", "o": "0"}
_FORMATS = {8: "o", 10: "d", 16: "X"}
_ORDINALS = {1: "st", 2: "nd", 3: "rd"}
# Significant digits that a REAL is printed with, and with the flag "!".
_DIGIT_LIMIT = 16
_WIDE_DIGIT_LIMIT = 26


class TooLongError(Exception):
    """The result would be longer than 1,000,000,000 bytes."""


class Arguments:
    """The arguments left to be substituted."""

    __slots__ = ("_next", "_values")

    def __init__(self, values: tuple[Value, ...]) -> None:
        self._values = values
        self._next = 0

    def take(self) -> Value:
        """The next argument; NULL behind the last."""
        at = self._next
        self._next = at + 1
        return self._values[at] if at < len(self._values) else None

    def take_text(self) -> bytes | None:
        """The next argument as the bytes of its text up to a NUL; None for NULL."""
        text = to_text(self.take())
        return None if text is None else encode(text).partition(b"\0")[0]


class Substitution:
    """One ``%`` of a format: its flags, width (0 for none), precision (-1 for none) and type."""

    __slots__ = ("flags", "kind", "left", "precision", "width")

    def __init__(self) -> None:
        self.flags = set[str]()
        self.left = False
        self.width = 0
        self.precision = _NO_PRECISION
        self.kind = ""

    def sign(self) -> str:
        """What stands before a number that is not negative."""
        if "+" in self.flags or " " in self.flags:
            return "+" if "+" in self.flags else " "
        return ""

    def pad(self, text: bytes) -> bytes:
        """``text`` with spaces to its width."""
        if self.width > _MAX_LENGTH:
            raise TooLongError
        return text.ljust(self.width) if self.left else text.rjust(self.width)

    def pad_characters(self, text: bytes) -> bytes:
        """``text`` padded, by characters with the flag ``!``."""
        if "!" in self.flags and self.width > 0:
            self.width += _continuations(text)
        return self.pad(text)


def _continuations(text: bytes) -> int:
    return sum(1 for byte in text if byte & 0xC0 == 0x80)


def _read_number(source: bytes, at: int) -> tuple[int, int]:
    end = at
    while end < len(source) and source[end] in _DIGITS:
        end += 1
    # Counted in 32 bits, less the sign: digits before the last 32 can't matter.
    return int(source[at:end][-32:] or b"0") & 0x7FFFFFFF, end


def _read(source: bytes, at: int, arguments: Arguments) -> tuple[Substitution, int]:
    """Read a substitution behind its ``%``; ``kind`` is empty at the end of the format."""
    spec = Substitution()
    while at < len(source):
        byte = source[at]
        if byte in _FLAGS:
            spec.flags.add(chr(byte))
            # The sign flag that comes last holds.
            if byte in b"+ ":
                spec.flags.discard(" " if byte == 0x2B else "+")
            at += 1
        elif byte in _DIGITS:
            spec.width, at = _read_number(source, at)
            if source[at : at + 1] not in (b".", b"l"):
                break
        elif byte == 0x2A:
            _take_width(spec, arguments)
            at += 1
            if source[at : at + 1] not in (b".", b"l"):
                break
        elif byte == 0x2E:
            at = _read_precision(spec, source, at + 1, arguments)
            if source[at : at + 1] != b"l":
                break
        else:
            break
    if source[at : at + 1] == b"l":
        at += 2 if source[at : at + 2] == b"ll" else 1
    spec.left = spec.left or "-" in spec.flags
    spec.kind = chr(source[at]) if at < len(source) else ""
    return spec, at + 1


def _take_width(spec: Substitution, arguments: Arguments) -> None:
    width = low_int(arguments.take())
    if width < 0:
        spec.left = True
        width = -width if width > -0x80000000 else 0
    spec.width = width


def _read_precision(spec: Substitution, source: bytes, at: int, arguments: Arguments) -> int:
    if source[at : at + 1] != b"*":
        spec.precision, at = _read_number(source, at)
        return at
    precision = low_int(arguments.take())
    if precision < 0:
        precision = -precision if precision > -0x80000000 else _NO_PRECISION
    spec.precision = precision
    return at + 1


def _integer(spec: Substitution, arguments: Arguments) -> bytes:
    value = to_integer(arguments.take())
    kind = spec.kind
    prefix = ""
    if kind in "dir":
        prefix = "-" if value < 0 else spec.sign()
        value = abs(value)
    else:
        value &= 0xFFFFFFFFFFFFFFFF
    base = _BASES[kind]
    digits = format(value, _FORMATS[base])
    if kind == "x":
        digits = digits.lower()
    if kind == "r":
        last = value % 10 if value // 10 % 10 != 1 else 0
        digits += _ORDINALS.get(last, "th")
    precision = spec.precision
    if "0" in spec.flags:
        precision = max(precision, spec.width - len(prefix))
    if precision > _MAX_LENGTH:
        raise TooLongError
    digits = digits.rjust(precision, "0")
    if "," in spec.flags and kind in "diu":
        digits = _with_commas(digits)
    if "#" in spec.flags and value:
        prefix = _PREFIXES.get(kind, "") + prefix
    return spec.pad((prefix + digits).encode())


def _with_commas(digits: str) -> str:
    first = (len(digits) - 1) % 3 + 1
    groups = [digits[:first], *(digits[i : i + 3] for i in range(first, len(digits), 3))]
    return ",".join(groups)


def _real(spec: Substitution, arguments: Arguments) -> bytes:
    value = to_real(arguments.take())
    prefix = "-" if value < 0 else spec.sign()
    value = abs(value)
    if value == INFINITY:
        return spec.pad(prefix.encode() + b"Inf")
    precision = 6 if spec.precision < 0 else min(spec.precision, _MAX_REAL_PRECISION)
    digits = _real_digits(spec, value, precision)
    if "0" in spec.flags and not spec.left:
        digits = digits.rjust(spec.width - len(prefix), "0")
    return spec.pad((prefix + digits).encode())


def _real_digits(spec: Substitution, value: float, precision: int) -> str:
    limit = _WIDE_DIGIT_LIMIT if "!" in spec.flags else _DIGIT_LIMIT
    general = spec.kind in "gG"
    if general and precision > 0:
        precision -= 1
    if spec.kind == "f":
        digits, exponent = decimal_digits.fixed(value, precision)
    else:
        digits, exponent = decimal_digits.scientific(value, precision)
    scientific = spec.kind in "eE"
    if general:
        scientific = exponent < -4 or exponent > precision
        if not scientific:
            precision -= exponent
    text = decimal_digits.plain_text(digits, 0 if scientific else exponent, precision, limit)
    text = _trimmed(spec, text, general)
    if scientific:
        mark = "E" if spec.kind in "EG" else "e"
        text += mark + decimal_digits.exponent_text(exponent)
    return text


def _trimmed(spec: Substitution, text: str, general: bool) -> str:
    """Zeros at the end cut off, and the point kept, as flags and type ask."""
    wide = "!" in spec.flags
    if "." not in text and ("#" in spec.flags or wide):
        text += "."
    trim = "#" not in spec.flags if general else wide
    if trim and "." in text:
        text = text.rstrip("0")
        if text[-1] == ".":
            text = text + "0" if wide else text[:-1]
    return text


def _string(spec: Substitution, arguments: Arguments) -> bytes:
    text = arguments.take_text() or b""
    if spec.precision >= 0:
        text = text[: _prefix_size(text, spec)]
    return spec.pad_characters(text)


def _prefix_size(text: bytes, spec: Substitution) -> int:
    """How many bytes the precision takes from a string: that many bytes, or characters."""
    if "!" not in spec.flags:
        return spec.precision
    at = 0
    for _ in range(spec.precision):
        if at >= len(text):
            break
        lead = text[at]
        at += 1
        if lead >= 0xC0:
            while at < len(text) and text[at] & 0xC0 == 0x80:
                at += 1
    return at


def _character(spec: Substitution, arguments: Arguments) -> bytes:
    text = arguments.take_text()
    size = 1
    if not text:
        text = b"\0"
    elif text[0] >= 0xC0:
        while size < 4 and size < len(text) and text[size] & 0xC0 == 0x80:
            size += 1
    character = text[:size]
    count = max(spec.precision, 1)
    if count > _MAX_LENGTH:
        raise TooLongError
    width = spec.width - count + 1
    # A lone continuation byte has no width of its own, unless the character is repeated on the right.
    wide = 1 if count > 1 and not spec.left else size - _continuations(character)
    padding = b" " * (width - wide) if width > 0 else b""
    return character * count + padding if spec.left else padding + character * count


def _escaped(spec: Substitution, arguments: Arguments) -> bytes:
    quote = b'"' if spec.kind == "w" else b"'"
    text = arguments.take_text()
    wrap = spec.kind == "Q" and text is not None
    if text is None:
        text = b"NULL" if spec.kind == "Q" else b"(NULL)"
    if spec.precision >= 0:
        text = text[: _prefix_size(text, spec)]
    text = text.replace(quote, quote + quote)
    return spec.pad_characters(quote + text + quote if wrap else text)


def _percent(spec: Substitution, arguments: Arguments) -> bytes:
    return spec.pad(b"%")


def _nothing(spec: Substitution, arguments: Arguments) -> bytes:
    return b""


_WRITERS = {
    **dict.fromkeys("diurxXpo", _integer),
    **dict.fromkeys("feEgG", _real),
    **dict.fromkeys("sz", _string),
    **dict.fromkeys("qQw", _escaped),
    "c": _character,
    "%": _percent,
    "n": _nothing,
}


def printf(template: Value = None, *values: Value) -> str | None:
    """``template`` with its substitutions made.

    NULL for a NULL template, if nothing is ever written, or if the result would be too long.
    """
    text = to_text(template)
    if text is None:
        return None
    try:
        pieces = _pieces(encode(text).partition(b"\0")[0], Arguments(values))
    except TooLongError:
        return None
    result = b"".join(pieces)
    return decode(result) if pieces and len(result) <= _MAX_LENGTH else None


def _pieces(source: bytes, arguments: Arguments) -> list[bytes]:
    """All that is written, in order."""
    out = []
    at = 0
    while True:
        mark = source.find(b"%", at)
        if mark < 0:
            if at < len(source):
                out.append(source[at:])
            return out
        if mark > at:
            out.append(source[at:mark])
        if mark + 1 == len(source):
            out.append(b"%")
            return out
        spec, at = _read(source, mark + 1, arguments)
        write = _WRITERS.get(spec.kind)
        if write is None:
            return out
        out.append(write(spec, arguments))


FUNCTIONS = (Scalar("format", -1, printf), Scalar("printf", -1, printf))
