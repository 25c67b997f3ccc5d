"""Core functions on text (documentation: ``lang_corefunc.html``).

A character of valid UTF-8 is a code point.  In invalid UTF-8, SQLite takes a
byte from 0xC0 up with all continuation bytes behind it as one, and any other
byte alone; such text is cut into these units first.
"""

from __future__ import annotations

from litestone.value.cast import to_text
from litestone.value.collation import fold
from litestone.value.text import decode, encode, is_valid

from .core import low_int
from .registry import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.value.affinity import Value

_NO_LENGTH = 1_000_000_000
_RAISE = {lower: lower - 32 for lower in range(97, 123)}


def units(s: str) -> list[bytes]:
    """The characters of ``s`` as SQLite counts them, each as its bytes."""
    data = encode(s)
    out = []
    start = 0
    size = len(data)
    while start < size:
        end = start + 1
        if data[start] >= 0xC0:
            while end < size and data[end] & 0xC0 == 0x80:
                end += 1
        out.append(data[start:end])
        start = end
    return out


def _lower(x: Value) -> str | None:
    text = to_text(x)
    return None if text is None else fold(text)


def _upper(x: Value) -> str | None:
    text = to_text(x)
    if text is None:
        return None
    return text.upper() if text.isascii() else text.translate(_RAISE)


def _instr(haystack: Value, needle: Value) -> int | None:
    if haystack is None or needle is None:
        return None
    if isinstance(haystack, bytes) and isinstance(needle, bytes):
        return haystack.find(needle) + 1
    text, wanted = to_text(haystack) or "", to_text(needle) or ""
    if is_valid(text) and is_valid(wanted):
        return text.find(wanted) + 1
    if not wanted:
        return 1
    data, sought = encode(text), encode(wanted)
    position = 1
    for at in range(len(data)):
        if at and data[at] & 0xC0 != 0x80:
            position += 1
        elif at:
            continue
        if data.startswith(sought, at):
            return position
    return 0


def _replace(x: Value, old: Value, new: Value) -> Value:
    text, pattern = to_text(x), to_text(old)
    if text is None or pattern is None:
        return None
    if not pattern or pattern[0] == "\0":
        return text if isinstance(x, bytes) else x
    substitute = to_text(new)
    if substitute is None:
        return None
    if is_valid(text) and is_valid(pattern) and is_valid(substitute):
        return text.replace(pattern, substitute)
    return decode(encode(text).replace(encode(pattern), encode(substitute)))


def _substr(x: Value, start: Value, count: Value = _NO_LENGTH) -> str | bytes | None:
    if start is None or count is None:
        return None
    pieces: str | bytes | list[bytes]
    if isinstance(x, bytes):
        if not x:
            return None
        pieces = x
    else:
        text = to_text(x)
        if text is None:
            return None
        text = text.partition("\0")[0] if "\0" in text else text
        pieces = text if is_valid(text) else units(text)
    first, end = _bounds(low_int(start), low_int(count), len(pieces))
    part = pieces[first:end]
    return decode(b"".join(part)) if isinstance(part, list) else part


def _bounds(start: int, count: int, size: int) -> tuple[int, int]:
    """From a 1-based start and a count, either perhaps negative, to a slice."""
    backward = count < 0
    count = abs(count)
    if start < 0:
        start += size
        if start < 0:
            count = max(count + start, 0)
            start = 0
    elif start > 0:
        start -= 1
    elif count > 0:
        count -= 1
    if backward:
        start -= count
        if start < 0:
            count += start
            start = 0
    return start, max(start + count, start)


def _trim(x: Value, characters: Value, left: bool, right: bool) -> str | None:
    text, wanted = to_text(x), to_text(characters)
    if text is None or wanted is None:
        return None
    wanted = wanted.partition("\0")[0]
    if is_valid(text) and is_valid(wanted):
        if not wanted:
            return text
        if left:
            text = text.lstrip(wanted)
        return text.rstrip(wanted) if right else text
    data = encode(text)
    unwanted = [unit for unit in units(wanted) if unit]
    while left and (found := next((u for u in unwanted if data.startswith(u)), None)):
        data = data[len(found) :]
    while right and (found := next((u for u in unwanted if data.endswith(u)), None)):
        data = data[: -len(found)]
    return decode(data)


def _trim_both(x: Value, characters: Value = " ") -> str | None:
    return _trim(x, characters, True, True)


def _trim_left(x: Value, characters: Value = " ") -> str | None:
    return _trim(x, characters, True, False)


def _trim_right(x: Value, characters: Value = " ") -> str | None:
    return _trim(x, characters, False, True)


def read_points(s: str) -> str:
    """``s`` as SQLite reads its characters one by one.

    A lead byte takes up all continuation bytes behind it; overlong forms, surrogates, U+FFFE and U+FFFF read
    as U+FFFD; a lone continuation byte is read as its own value.
    """
    if is_valid(s):
        if "\ufffe" in s or "\uffff" in s:
            return s.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
        return s
    return "".join(map(_point, units(s)))


def _point(unit: bytes) -> str:
    code = unit[0]
    if code < 0xC0:
        return chr(code)
    # The payload bits of a lead byte; 0xF8 and up have fewer than their length says.
    if code < 0xE0:
        code &= 0x1F
    elif code < 0xF0:
        code &= 0x0F
    elif code < 0xF8:
        code &= 0x07
    elif code < 0xFC:
        code &= 0x03
    elif code < 0xFE:
        code &= 0x01
    else:
        code = 0
    for byte in unit[1:]:
        code = (code << 6 | byte & 0x3F) & 0xFFFFFFFF
    if code < 0x80 or 0xD800 <= code <= 0xDFFF or code & 0xFFFFFFFE == 0xFFFE:
        return "\ufffd"
    return chr(min(code, 0x10FFFF))


def _unicode(x: Value) -> int | None:
    text = to_text(x)
    if not text or text[0] == "\0":
        return None
    return ord(read_points(text)[0])


_CODES = {
    letter: str(code)
    for code, letters in enumerate(("BFPV", "CGJKQSXZ", "DT", "L", "MN", "R"), 1)
    for letter in letters
}


def _soundex(x: Value) -> str:
    data = encode(to_text(x) or "").partition(b"\0")[0]
    start = next((i for i, byte in enumerate(data) if byte < 128 and chr(byte).isalpha()), None)
    if start is None:
        return "?000"
    letters = [chr(byte & 0x7F).upper() for byte in data[start:]]
    out = letters[0]
    previous = _CODES.get(letters[0], "")
    for letter in letters:
        code = _CODES.get(letter, "")
        if code and code != previous:
            out += code
        previous = code
        if len(out) == 4:
            break
    return out.ljust(4, "0")


FUNCTIONS = (
    Scalar("instr", 2, _instr),
    Scalar("lower", 1, _lower),
    Scalar("ltrim", 1, _trim_left),
    Scalar("ltrim", 2, _trim_left),
    Scalar("replace", 3, _replace),
    Scalar("rtrim", 1, _trim_right),
    Scalar("rtrim", 2, _trim_right),
    Scalar("soundex", 1, _soundex),
    Scalar("substr", 2, _substr),
    Scalar("substr", 3, _substr),
    Scalar("substring", 2, _substr),
    Scalar("substring", 3, _substr),
    Scalar("trim", 1, _trim_both),
    Scalar("trim", 2, _trim_both),
    Scalar("unicode", 1, _unicode),
    Scalar("upper", 1, _upper),
)
