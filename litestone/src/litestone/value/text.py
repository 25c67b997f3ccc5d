"""Text between ``str`` and the bytes of a database file, without loss.

A database holds its text in one encoding, numbered as in the file header at
offset 56 (documentation: ``fileformat2.html`` section 1.3.13):

    1  UTF-8      invalid bytes become U+DC80..U+DCFF (``surrogateescape``)
    2  UTF-16le   lone surrogates stay as they are (``surrogatepass``)
    3  UTF-16be   the same
"""

from __future__ import annotations

UTF8 = 1
UTF16LE = 2
UTF16BE = 3

_CODECS = {UTF16LE: "utf-16-le", UTF16BE: "utf-16-be"}


def encode(s: str, encoding: int = UTF8) -> bytes:
    """The bytes of ``s`` in ``encoding``; the inverse of `decode`."""
    if encoding == UTF8:
        try:
            return s.encode()
        except UnicodeEncodeError:
            return _encode_escaped(s)
    return s.encode(_CODECS[encoding], "surrogatepass")


def _encode_escaped(s: str) -> bytes:
    """UTF-8 of a string that holds surrogates: escaped bytes, or code points of UTF-16 text."""
    try:
        return s.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return s.encode("utf-8", "surrogatepass")


def decode(b: bytes, encoding: int = UTF8) -> str:
    """The text whose bytes in ``encoding`` are ``b``; every input has one.

    An odd last byte of UTF-16 text is dropped, as SQLite does.
    """
    if encoding == UTF8:
        try:
            return b.decode()
        except UnicodeDecodeError:
            return b.decode("utf-8", "surrogateescape")
    if len(b) & 1:
        b = b[:-1]
    return b.decode(_CODECS[encoding], "surrogatepass")


def is_valid(s: str) -> bool:
    """Whether ``s`` holds no escaped byte and no lone surrogate."""
    if s.isascii():
        return True
    try:
        s.encode()
    except UnicodeEncodeError:
        return False
    return True


def join(a: str, b: str) -> str:
    """``a`` followed by ``b``, where escaped bytes meeting at the seam may form a character."""
    joined = a + b
    if a and b and "\ud800" <= b[0] <= "\udfff" and "\ud800" <= a[-1] <= "\udfff":
        return normal(joined)
    return joined


def normal(s: str) -> str:
    """``s`` with adjacent escaped bytes read again as UTF-8, the one form of its bytes."""
    if is_valid(s):
        return s
    return decode(_encode_escaped(s))
