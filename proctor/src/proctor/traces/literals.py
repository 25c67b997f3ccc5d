"""Decodes what source text carries in literals: base64, base85, hexadecimal, escapes and lists of numbers.

Pieces of one encoding that stand near each other are joined first, so that a table cut into lines and
literals is whole again. What is decoded is only ever looked at: a run of text that is no encoding costs a
little time and nothing else. Runs are found by translating characters to classes, which is many times quicker
than regular expressions on the text.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator

SQUEEZED = "joined literals"
LONGEST_TEXT = 64 << 20  # bytes of text that literals are looked for in

# Characters of one encoding in a row, to be thought of as encoded, and of all pieces together: the smaller of
# the tables looked for is longer. The alphabets of 85 characters need more, for code and markup fit them too.
_PIECE, _SHORTEST = 32, 200
_PIECE_85, _SHORTEST_85 = 64, 800
_GAP = 96  # characters between two pieces of one literal: quotes, operators, indentation, a continuation
_FEWEST_NUMBERS = 64
_NUMBERS_PIECE = 128

_ALNUM = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _class_of(characters: Iterable[int]) -> bytes:
    """A table for bytes.translate: x for the characters, a space for all others."""
    belonging = frozenset(characters)
    return bytes(ord("x") if code in belonging else ord(" ") for code in range(256))


_UNBROKEN = _class_of(range(33, 127))
_BASE64 = _class_of(_ALNUM + b"+/_-=")
_BASE85 = _class_of(_ALNUM + b"!#$%&()*+-;<=>?@^_`{|}~")
_ASCII85 = _class_of((*range(33, 118), ord("z")))
_NUMBERS = _class_of(b"0123456789abcdefABCDEFxXhHuUlLyw#$&,;| \t\r\n-")
_JOINING = b"\"'`,;+& \t\r\n\\"

_DIGITS = frozenset(b"0123456789")
_HEXADECIMAL = frozenset(b"0123456789abcdefABCDEF")
_STANDARD = bytes.maketrans(b"-_", b"+/")

_ESCAPE = re.compile(
    rb"\\(?:x([0-9A-Fa-f]{2})|u00([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]{2})\}|([0-9]{3})|([0abfnrtv\\]))"
)
_SHORT = {b"0": 0, b"a": 7, b"b": 8, b"f": 12, b"n": 10, b"r": 13, b"t": 9, b"v": 11, b"\\": 92}
_ESCAPED = (b"\\x", b"\\u", b"\\0", b"\\1", b"\\2")
_NUMBER = re.compile(rb"(-?)(0[xX]|[&#$][hHxX]?|16#)?([0-9a-fA-F]+)#?(?:u8|[uUlLyw])*")


def decoded(text: bytes) -> Iterator[tuple[str, bytes]]:
    """What the text's literals may stand for: the name of the encoding and the bytes."""
    yield SQUEEZED, text.translate(None, _JOINING)
    if _has_run(text, _UNBROKEN, _PIECE):
        yield from _bases(text)
    if _has_run(text, _NUMBERS, _NUMBERS_PIECE):
        yield from _numbers(text)
    if sum(map(text.count, _ESCAPED)) >= _FEWEST_NUMBERS:
        for base in (8, 10):  # numbers of three digits are octal in some languages and decimal in others
            yield "escapes", _unescaped(text, base)


def _has_run(text: bytes, table: bytes, shortest: int) -> bool:
    return b"x" * shortest in text.translate(table)


def _runs(text: bytes, table: bytes, shortest: int) -> Iterator[tuple[int, int]]:
    """Where the text has at least so many characters of a class in a row."""
    classes = text.translate(table)
    wanted = b"x" * shortest
    start = classes.find(wanted)
    while start >= 0:
        end = classes.find(b" ", start + shortest)
        end = len(text) if end < 0 else end
        yield start, end
        start = classes.find(wanted, end)


def _groups(text: bytes, table: bytes, piece: int, shortest: int) -> Iterator[tuple[list[bytes], bytes]]:
    """Pieces of one class, those that stand near each other together, where they are long enough together.

    With each group what may be its last line, which is shorter than a piece has to be.
    """
    group: list[bytes] = []
    last = length = 0
    for start, end in _runs(text, table, piece):
        if start - last > _GAP:
            if length >= shortest:
                yield group, _short_after(text, table, last)
            group, length = [], 0
        group.append(text[start:end])
        length += end - start
        last = end
    if length >= shortest:
        yield group, _short_after(text, table, last)


def _short_after(text: bytes, table: bytes, end: int) -> bytes:
    """The next run of a class, if it stands near enough to be the last line of what ended there."""
    rest = text[end : end + 2 * _GAP]
    classes = rest.translate(table)
    start = classes.find(b"xxxx")  # an operator between two literals may be shorter
    if not 0 <= start <= _GAP:
        return b""
    stop = classes.find(b" ", start)
    return rest[start:] if stop < 0 else rest[start:stop]


def _bases(text: bytes) -> Iterator[tuple[str, bytes]]:
    for group, last in _groups(text, _BASE64, _PIECE, _SHORTEST):
        yield from _base64(b"".join(group), last)
    if _has_run(text, _UNBROKEN, _PIECE_85):
        for group, last in _groups(text, _BASE85, _PIECE_85, _SHORTEST_85):
            yield from _base85([*group, last])
        for group, last in _groups(text, _ASCII85, _PIECE_85, _SHORTEST_85):
            yield from _ascii85([*group, last])


def _base64(run: bytes, last: bytes) -> Iterator[tuple[str, bytes]]:
    if _HEXADECIMAL.issuperset(run):
        run += last if _HEXADECIMAL.issuperset(last) else b""
        yield "hexadecimal", binascii.unhexlify(run[: len(run) & ~1])
        return
    run += b"" if run.endswith(b"=") else last
    # Two hundred characters of it have all three, unlike rules of dashes, names and words run together.
    if run.isupper() or run.islower() or _DIGITS.isdisjoint(run):
        return
    whole = run.translate(_STANDARD, b"=")
    # A run may begin with characters that belong to what stands before it, a name for instance.
    for skipped in range(4):
        part = whole[skipped:]
        part = part[:-1] if len(part) % 4 == 1 else part
        yield "base64", binascii.a2b_base64(part + b"=" * (-len(part) % 4))


def _base85(group: list[bytes]) -> Iterator[tuple[str, bytes]]:
    # With what may be the last line and without it, which may be something else.
    for run in (b"".join(group), b"".join(group[:-1])):
        try:
            yield "base85", base64.b85decode(run)
            return
        except ValueError:
            continue


def _ascii85(group: list[bytes]) -> Iterator[tuple[str, bytes]]:
    # Its alphabet holds the quotes themselves; a literal's own are at the ends of its pieces.
    pieces = [piece.strip(b"\"'`,;()").removeprefix(b"<~") for piece in group]
    for run in (b"".join(pieces), b"".join(pieces[:-1])):
        try:
            yield "ascii85", base64.a85decode(run.partition(b"~>")[0])
            return
        except ValueError:
            continue


def _unescaped(text: bytes, base: int) -> bytes:
    def byte(found: re.Match[bytes]) -> bytes:
        hexadecimal, digits, letter = found[1] or found[2] or found[3], found[4], found[5]
        if letter is not None:
            return bytes((_SHORT[letter],))
        if hexadecimal is not None:
            return bytes((int(hexadecimal, 16),))
        if base == 8 and max(digits) > ord("7"):
            return found[0]
        return bytes((int(digits, base) & 0xFF,))

    return _ESCAPE.sub(byte, text)


def _numbers(text: bytes) -> Iterator[tuple[str, bytes]]:
    for start, end in _runs(text, _NUMBERS, _NUMBERS_PIECE):
        found = [_value(*one) for one in _NUMBER.findall(text, start, end)]
        numbers = [value for value in found if value is not None]
        if len(numbers) < _FEWEST_NUMBERS:
            continue
        largest = max(map(abs, numbers))
        size = next((size for size in (1, 2, 4, 8) if largest < 1 << (8 * size)), 0)
        if size:
            mask = (1 << (8 * size)) - 1
            yield "numbers", b"".join((value & mask).to_bytes(size, "little") for value in numbers)
            if size > 1:
                yield "numbers", b"".join((value & mask).to_bytes(size, "big") for value in numbers)


def _value(sign: bytes, prefix: bytes, digits: bytes) -> int | None:
    try:
        value = int(digits, 16 if prefix else 10)
    except ValueError:
        return None
    return -value if sign else value
