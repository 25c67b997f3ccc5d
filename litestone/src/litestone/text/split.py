"""Where a statement ends, found without parsing (documentation: ``c3ref/complete``, ``cli`` section 3).

A text is complete if its last token is a ``;`` that does not stand inside a
CREATE TRIGGER; inside one only ``; END ;`` completes it.
"""

from __future__ import annotations

from litestone.text.tokenize import SPACE, WORD

# Where the scan stands; the words are those of [EXPLAIN …] CREATE [TEMP] TRIGGER … ; END ;
_START, _PLAIN, _EXPLAIN, _CREATE, _TRIGGER, _SEMICOLON, _END, _DONE = range(8)

_QUOTES = frozenset("'\"`")


class Completeness:
    """The scan of a text that comes in pieces, each of whole lines."""

    __slots__ = ("_closing", "_state")

    def __init__(self) -> None:
        self._state = _START
        self._closing = ""

    @property
    def complete(self) -> bool:
        """Whether what has been read so far ends with a complete statement."""
        return self._state == _DONE and not self._closing

    @property
    def blank(self) -> bool:
        """Whether what has been read so far holds nothing but blanks and comments."""
        return self._state == _START and not self._closing

    def feed(self, text: str) -> bool:
        """Read on through ``text``; whether all that has been read is complete then."""
        position = 0
        length = len(text)
        while position < length:
            if self._closing:
                end = text.find(self._closing, position)
                if end < 0:
                    return False
                position = end + len(self._closing)
                self._closing = ""
                continue
            char = text[position]
            position += 1
            if char == ";":
                self._semicolon()
            elif char in SPACE:
                continue
            elif char in _QUOTES:
                self._word("")
                self._closing = char
            elif char == "[":
                self._word("")
                self._closing = "]"
            elif char == "-" and text[position : position + 1] == "-":
                end = text.find("\n", position)
                position = length if end < 0 else end + 1
            elif char == "/" and text[position : position + 1] == "*":
                self._closing = "*/"
                position += 1
            elif char in WORD or char > "\x7f":
                start = position - 1
                while position < length and (text[position] in WORD or text[position] > "\x7f"):
                    position += 1
                self._word(text[start:position].upper() if position - start < 10 else "")
            else:
                self._word("")
        return self.complete

    def _semicolon(self) -> None:
        if self._state in (_TRIGGER, _SEMICOLON):
            self._state = _SEMICOLON
        else:
            self._state = _DONE

    def _word(self, word: str) -> None:
        """Go on by a word in upper case, or by any other token, given as ``""``."""
        state = self._state
        if state in (_START, _DONE):
            state = _CREATE if word == "CREATE" else _EXPLAIN if word == "EXPLAIN" else _PLAIN
        elif state == _EXPLAIN:
            state = _CREATE if word == "CREATE" else _PLAIN if word in _NEVER_EXPLAINED else _EXPLAIN
        elif state == _CREATE:
            if word == "TRIGGER":
                state = _TRIGGER
            elif word != "TEMP" and word != "TEMPORARY":
                state = _PLAIN
        elif state == _SEMICOLON:
            state = _END if word == "END" else _TRIGGER
        elif state == _END:
            state = _TRIGGER
        self._state = state


_NEVER_EXPLAINED = frozenset(("TEMP", "TEMPORARY", "TRIGGER", "END", "EXPLAIN"))


def complete(sql: str) -> bool:
    """Whether ``sql`` ends with a complete statement, as ``sqlite3_complete`` sees it."""
    return Completeness().feed(sql)
