"""Collating sequences: the order of text (documentation: ``datatype3.html`` section 7).

A collation is used through its key function: ``str`` to something whose
Python order is the collation's.  BINARY on UTF-8 needs none (`None`): the
comparison functions know that order.
"""

from __future__ import annotations

from .text import UTF8, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Key = Callable[[str], object]

BINARY = "BINARY"
NOCASE = "NOCASE"
RTRIM = "RTRIM"

_FOLD = {upper: upper + 32 for upper in range(65, 91)}


def byte_order(s: str) -> str:
    """A string that sorts among its like as the UTF-8 bytes of ``s`` do."""
    return s if s.isascii() else encode(s).decode("latin-1")


def fold(s: str) -> str:
    """``s`` with A-Z in lower case, all else unchanged."""
    return s.lower() if s.isascii() else s.translate(_FOLD)


def nocase_key(s: str) -> str:
    """The key of NOCASE: only ASCII letters fold, and text behind a NUL counts by its length alone."""
    key = byte_order(fold(s))
    if "\0" in key:
        return f"{key[: key.index(chr(0)) + 1]}{len(key):012d}"
    return key


def rtrim_key(s: str) -> str:
    """The key of RTRIM: spaces at the end do not count."""
    return byte_order(s.rstrip(" "))


def _binary16_key(encoding: int) -> Key:
    def key(s: str) -> bytes:
        return encode(s, encoding)

    return key


def key_function(name: str, encoding: int = UTF8) -> Key | None:
    """The key function of a built-in collation; None for BINARY on UTF-8.

    On UTF-16 databases BINARY compares the file's bytes; the others compare as UTF-8 does.

    Raises:
        KeyError: ``name`` is not a built-in collation.
    """
    upper = name.upper()
    if upper == BINARY:
        return None if encoding == UTF8 else _binary16_key(encoding)
    if upper == NOCASE:
        return nocase_key
    if upper == RTRIM:
        return rtrim_key
    raise KeyError(name)


def comparison_key(compare: Callable[[str, str], int]) -> Key:
    """The key function of a user's comparison (negative, zero, positive)."""
    from functools import cmp_to_key

    return cmp_to_key(compare)
