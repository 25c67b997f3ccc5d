"""Makes any text safe to show: what a submission printed must not drive the terminal of whoever reads it.

Every control character becomes the picture Unicode has for it (U+2400 ff.), every other character that is
invisible or changes the direction or place of its neighbours becomes `<U+XXXX>`, and bytes that are not
UTF-8 become `<XX>`.
Line feed and tab stay. The result is plain text: HTML needs its own escaping on top.

Sources: ECMA-48 (control functions), Unicode 15 section 23.1 (control codes), Unicode Technical Report 36
(bidirectional text spoofing).
"""

from __future__ import annotations

import unicodedata

_KEPT = frozenset("\n\t")
_PICTURE_OF_DELETE = "␡"
_HARMFUL_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def _shown(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return _PICTURE_OF_DELETE
    if 0xDC80 <= code <= 0xDCFF:
        return f"<{code - 0xDC00:02X}>"
    return f"<U+{code:04X}>"


def printable(text: str | bytes) -> str:
    """The text with nothing left in it that a terminal or a bidi-aware renderer would act on.

    Bytes are read as UTF-8. A carriage return counts as a control character: it can hide what stands before
    it.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character
        if character in _KEPT or unicodedata.category(character) not in _HARMFUL_CATEGORIES
        else _shown(character)
        for character in text
    )


def printable_line(text: str | bytes, width: int | None = None) -> str:
    """As `printable`, on one line: line feeds and tabs become pictures too. Longer than `width`: cut, with
    an ellipsis.
    """
    line = printable(text).replace("\n", "␊").replace("\t", "␉")
    if width is not None and len(line) > width:
        return line[: max(width - 1, 0)] + "…"
    return line
