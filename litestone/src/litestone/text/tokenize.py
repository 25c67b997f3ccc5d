"""From SQL text to tokens (documentation: ``syntax/*``, ``lang_expr`` sections 3 and 4, ``lang_comment``).

A token is three list entries: its kind, and its start and end in the text.
The kind is the upper-case keyword, the operator or punctuation itself (with
``==`` and ``!=`` kept), or one of::

    ID  STRING  INTEGER  FLOAT  BLOB  VARIABLE  REGISTER  ILLEGAL  EOF

An ``ILLEGAL`` token is no error until a parser reads it: what stands before
it may be wrong first. ``EOF`` ends the last batch, with an empty span.
"""

from __future__ import annotations

from litestone.text.keyword import FALLBACK, JOIN_WORDS, KEYWORDS

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIGITS = "0123456789"
_HEX = frozenset(_DIGITS + "abcdefABCDEF")
_DIGIT = frozenset(_DIGITS)
WORD = frozenset(_LETTERS + _DIGITS + "_$")
SPACE = frozenset(" \t\n\f\r\v")
_ONE = frozenset("(),;+*%&~")
_TWO: dict[str, tuple[str, ...]] = {
    "=": ("==",),
    "<": ("<=", "<>", "<<"),
    ">": (">=", ">>"),
    "!": ("!=",),
    "|": ("||",),
}
_CONTEXTUAL = frozenset(("WINDOW", "OVER", "FILTER"))
_LIKE_ID = FALLBACK | JOIN_WORDS | {"ID", "STRING", "WINDOW", "OVER"}


def tokenize(sql: str, start: int) -> tuple[list[str], list[int], list[int]]:
    """The tokens from ``start`` up to the first ``;`` (included) or the end of the text.

    Returns the kinds, starts and ends; the last kind is ``;`` or ``EOF``. A NUL ends the text.
    """
    kinds: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    contextual = False
    length = len(sql)
    position = start
    keywords = KEYWORDS
    word = WORD
    while position < length:
        char = sql[position]
        if char in SPACE or char == "\ufeff":
            position += 1
            continue
        end = position + 1
        if (char in word and char not in _DIGIT and char != "$") or char > "\x7f":
            if (char == "x" or char == "X") and sql[end : end + 1] == "'":
                kind, end = _blob(sql, end + 1)
            else:
                while end < length and ((c := sql[end]) in word or c > "\x7f"):
                    end += 1
                kind = keywords.get(sql[position:end].upper(), "ID") if end - position < 18 else "ID"
                if kind in _CONTEXTUAL:
                    contextual = True
        elif char in _ONE:
            kind = char
        elif char == "-" and sql[end : end + 1] == "-":
            end = sql.find("\n", end)
            position = length if end < 0 else end + 1
            continue
        elif char == "/" and sql[end : end + 1] == "*" and end + 1 < length:
            end = sql.find("*/", end + 1)
            position = length if end < 0 else end + 2
            continue
        elif char == "\0":
            break
        else:
            kind, end = _other(sql, char, position)
        kinds.append(kind)
        starts.append(position)
        ends.append(end)
        if kind == ";":
            break
        position = end
    if not kinds or kinds[-1] != ";":
        kinds.append("EOF")
        starts.append(position)
        ends.append(position)
    if contextual:
        _settle_contextual(kinds)
    return kinds, starts, ends


def _settle_contextual(kinds: list[str]) -> None:
    """Make WINDOW, OVER and FILTER identifiers where nothing around them shows the keyword.

    WINDOW needs a name and AS behind it; OVER stands between ``)`` and a name or ``(``; FILTER between
    ``)`` and ``(`` (observed).
    """
    last = len(kinds) - 1
    for index, kind in enumerate(kinds):
        if kind not in _CONTEXTUAL:
            continue
        after = kinds[index + 1] if index < last else "EOF"
        before = kinds[index - 1] if index else ""
        if kind == "WINDOW":
            keep = after in _LIKE_ID and index + 2 <= last and kinds[index + 2] == "AS"
        elif kind == "OVER":
            keep = before == ")" and (after == "(" or after in _LIKE_ID)
        else:
            keep = before == ")" and after == "("
        if not keep:
            kinds[index] = "ID"


def _other(sql: str, char: str, position: int) -> tuple[str, int]:
    """Kind and end of a token that is not a word, a comment or one plain character."""
    end = position + 1
    if char == "'":
        return _quoted(sql, end, char, "STRING")
    if char == '"' or char == "`":
        return _quoted(sql, end, char, "ID")
    if char == "[":
        close = sql.find("]", end)
        return ("ILLEGAL", _text_end(sql, end)) if close < 0 else ("ID", close + 1)
    if char in _DIGIT or (char == "." and sql[end : end + 1] in _DIGIT):
        return _number(sql, position)
    if char in "?$@#:":
        return _variable(sql, char, position)
    if char == "-":
        if sql[end : end + 1] != ">":
            return char, end
        return ("->>", end + 2) if sql[end + 1 : end + 2] == ">" else ("->", end + 1)
    if char == "/" or char == ".":
        return char, end
    pairs = _TWO.get(char)
    if pairs is None:
        return "ILLEGAL", end
    pair = sql[position : end + 1]
    if pair in pairs:
        return pair, end + 1
    return ("ILLEGAL" if char == "!" else char), end


def _text_end(sql: str, position: int) -> int:
    """Where the text ends: at a NUL or behind its last character."""
    end = sql.find("\0", position)
    return len(sql) if end < 0 else end


def _quoted(sql: str, position: int, quote: str, kind: str) -> tuple[str, int]:
    """``position`` is behind the opening quote; a doubled quote stands for one."""
    while True:
        close = sql.find(quote, position)
        if close < 0:
            return "ILLEGAL", _text_end(sql, position)
        if sql[close + 1 : close + 2] != quote:
            return kind, close + 1
        position = close + 2


def _blob(sql: str, position: int) -> tuple[str, int]:
    """``position`` is behind ``x'``."""
    end = position
    length = len(sql)
    while end < length and sql[end] in _HEX:
        end += 1
    if sql[end : end + 1] == "'" and (end - position) % 2 == 0:
        return "BLOB", end + 1
    close = sql.find("'", end)
    return "ILLEGAL", (_text_end(sql, end) if close < 0 else close + 1)


def _number(sql: str, position: int) -> tuple[str, int]:
    length = len(sql)
    end = position
    kind = "INTEGER"
    if sql[end] == "0" and sql[end + 1 : end + 2] in ("x", "X") and sql[end + 2 : end + 3] in _HEX:
        end += 3
        while end < length and sql[end] in _HEX:
            end += 1
        return kind, end
    while end < length and sql[end] in _DIGIT:
        end += 1
    if sql[end : end + 1] == ".":
        kind = "FLOAT"
        end += 1
        while end < length and sql[end] in _DIGIT:
            end += 1
    if sql[end : end + 1] in ("e", "E"):
        digits = end + 2 if sql[end + 1 : end + 2] in ("+", "-") else end + 1
        if sql[digits : digits + 1] in _DIGIT:
            kind = "FLOAT"
            end = digits + 1
            while end < length and sql[end] in _DIGIT:
                end += 1
    while end < length and (sql[end] in WORD or sql[end] > "\x7f"):
        kind = "ILLEGAL"
        end += 1
    return kind, end


def _variable(sql: str, char: str, position: int) -> tuple[str, int]:
    length = len(sql)
    end = position + 1
    if char == "?":
        while end < length and sql[end] in _DIGIT:
            end += 1
        return "VARIABLE", end
    if char == "#" and sql[end : end + 1] in _DIGIT:
        while end < length and sql[end] in _DIGIT:
            end += 1
        return "REGISTER", end
    count = 0
    while end < length:
        current = sql[end]
        if current in WORD or current > "\x7f":
            count += 1
            end += 1
        elif current == "(" and count > 0:
            end += 1
            while end < length and sql[end] not in SPACE and sql[end] != ")":
                end += 1
            if sql[end : end + 1] == ")":
                return "VARIABLE", end + 1
            return "ILLEGAL", end
        elif current == ":" and sql[end + 1 : end + 2] == ":":
            end += 2
        else:
            break
    return ("VARIABLE" if count else "ILLEGAL"), end
