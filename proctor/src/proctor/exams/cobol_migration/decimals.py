"""How many decimals a field has, and the exact result of an expression: is there anything to round?"""

from __future__ import annotations

import re

_PICTURE = re.compile(
    r"^\s*\d\d?\s+([A-Z0-9-]+)\s[^.]*?\bPIC(?:TURE)?\s+(?:IS\s+)?(\S+?)(?=\.?(?:\s|$))", re.I | re.M
)
_FLOAT = re.compile(r"^\s*\d\d?\s+([A-Z0-9-]+)\s[^.]*?\bCOMP(?:UTATIONAL)?-[12]\b", re.I | re.M)
_COMPUTE = re.compile(r"COMPUTE\s+([A-Z0-9-]+)(?:\s*\([^)]*\))?[^=]*?=", re.I)
_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Z0-9][A-Z0-9-]*)|(\*\*|[-+*/()]))", re.I)
_ENDS = frozenset(
    {
        *("ADD", "CALL", "CLOSE", "COMPUTE", "CONTINUE", "DISPLAY", "DIVIDE", "ELSE", "END-COMPUTE"),
        *("END-EVALUATE", "END-IF", "END-PERFORM", "END-READ", "EVALUATE", "EXIT", "GO", "GOBACK"),
        *("IF", "INITIALIZE", "INSPECT", "MOVE", "MULTIPLY", "NEXT", "NOT", "ON", "OPEN", "PERFORM"),
        *("READ", "RELEASE", "RETURN", "REWRITE", "SEARCH", "SET", "SIZE", "SORT", "STOP", "STRING"),
        *("SUBTRACT", "UNSTRING", "WHEN", "WRITE"),
    }
)
# Functions whose value is a whole number (GnuCOBOL Programmer's Guide, chapter "Intrinsic Functions").
_WHOLE = frozenset(
    {
        *("DATE-OF-INTEGER", "DAY-OF-INTEGER", "INTEGER", "INTEGER-OF-DATE", "INTEGER-OF-DAY"),
        *("INTEGER-PART", "LENGTH", "MOD", "ORD"),
    }
)


class _Unsettled(Exception):
    """The number of decimals can't be told."""


class Decimals:
    """The decimals of the fields that a text declares."""

    def __init__(self, text: str) -> None:
        self._of = {match[1].upper(): _decimals(match[2]) for match in _PICTURE.finditer(text)}
        for match in _FLOAT.finditer(text):
            self._of.pop(match[1].upper(), None)

    def settle(self, code: str, at: int) -> bool:
        """Whether the COMPUTE at `at` (or the one whose ROUNDED stands there) can leave nothing to round.

        False where it can't be told: a division, a function, a power, a field not declared here.
        """
        begin = code.upper().rfind("COMPUTE", 0, at + 7)
        match = _COMPUTE.match(code, begin) if begin >= 0 else None
        if match is None or at > match.end():
            return False
        target = self._of.get(match[1].upper())
        if target is None:
            return False
        try:
            return self._sum(_Tokens(code, match.end())) <= target
        except _Unsettled:
            return False

    def _sum(self, tokens: _Tokens) -> int:
        most = self._product(tokens)
        while tokens.take("+", "-"):
            most = max(most, self._product(tokens))
        return most

    def _product(self, tokens: _Tokens) -> int:
        together = self._factor(tokens)
        while tokens.take("*"):
            together += self._factor(tokens)
        if tokens.take("/", "**"):
            raise _Unsettled
        return together

    def _factor(self, tokens: _Tokens) -> int:
        if tokens.take("-", "+"):
            return self._factor(tokens)
        if tokens.take("("):
            inner = self._sum(tokens)
            if not tokens.take(")"):
                raise _Unsettled
            return inner
        word = tokens.next()
        if word == "FUNCTION":
            if tokens.next() not in _WHOLE:
                raise _Unsettled
            tokens.skip_brackets()
            return 0
        if word[:1].isdigit() and re.fullmatch(r"[\d.]+", word):
            return len(word.partition(".")[2])
        found = self._of.get(word)
        if found is None:
            raise _Unsettled
        tokens.skip_brackets()
        return found


class _Tokens:
    """Reads the words of an expression up to the next statement."""

    def __init__(self, code: str, at: int) -> None:
        self._code, self._at = code, at

    def _peek(self) -> tuple[str, int]:
        match = _TOKEN.match(self._code, self._at)
        if match is None:
            return "", self._at
        word = (match[1] or match[2] or match[3]).upper()
        return ("", self._at) if word in _ENDS else (word, match.end())

    def take(self, *wanted: str) -> bool:
        word, end = self._peek()
        if word in wanted:
            self._at = end
            return True
        return False

    def next(self) -> str:
        word, self._at = self._peek()
        return word

    def skip_brackets(self) -> None:
        """Pass over a subscript, a reference modification or arguments, if they stand here."""
        depth = 1 if self.take("(") else 0
        while depth:
            bracket = re.compile(r"[()]").search(self._code, self._at)
            if bracket is None:
                raise _Unsettled
            self._at = bracket.end()
            depth += 1 if bracket[0] == "(" else -1


def _decimals(picture: str) -> int:
    flat = re.sub(r"(.)\((\d+)\)", lambda found: found[1] * int(found[2]), picture.upper())
    point = re.search(r"[V.](?=.)", flat)
    return len(re.sub(r"[^9Z*]", "", flat[point.end() :])) if point else 0
