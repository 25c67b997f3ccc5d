"""From the bytes a test command printed to the lines that a parser reads."""

from __future__ import annotations

import re

# ECMA-48: CSI sequences, OSC strings up to their terminator, and the two-character escapes.
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")


def log_text(raw: bytes) -> str:
    """The log as text: any byte is accepted, colours are gone, and a line ends in a newline alone.

    Bytes that are no UTF-8 become U+FFFD, so that one of them can't cost the whole log.
    """
    text = _ESCAPE.sub("", raw.decode("utf-8", "replace"))
    return text.replace("\r\n", "\n").replace("\r", "\n")
