"""The pattern operators LIKE and GLOB (documentation: ``lang_expr.html`` section 5).

A pattern is cut at its ``%`` (``*``) into segments of fixed length.  The first
must stand at the start of the text, the last at its end, and each of the
others is taken at the first place where it fits.  Text and pattern both end at
a NUL; LIKE folds ASCII letters only.
"""

from __future__ import annotations

from litestone.errors import ERROR, SqlError
from litestone.value.cast import to_text
from litestone.value.collation import fold
from litestone.value.text import encode

from .strings import read_points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from litestone.value.affinity import Value

    Matcher = Callable[[str], bool]
    Key = tuple[str, str, bool, bool]

_MAX_PATTERN_BYTES = 50000
_MAX_CACHED = 200
_CACHE: dict[Key, Matcher] = {}


class Set:
    """A GLOB class such as ``[a-z_]`` or ``[^0-9]``."""

    __slots__ = ("inverted", "ranges")

    def __init__(self, inverted: bool, ranges: list[tuple[str, str]]) -> None:
        self.inverted = inverted
        self.ranges = ranges

    def holds(self, c: str) -> bool:
        """Whether the class matches the character ``c``."""
        for low, high in self.ranges:
            if low <= c <= high:
                return not self.inverted
        return self.inverted


if TYPE_CHECKING:
    # A literal character, a class, or any one character (None).
    Element = str | Set | None


class Segment:
    """Elements in a row: one literal string where there are no wildcards among them."""

    __slots__ = ("elements", "literal", "size")

    def __init__(self, elements: list[Element]) -> None:
        self.elements = elements
        self.size = len(elements)
        self.literal: str | None = None
        if all(isinstance(element, str) for element in elements):
            self.literal = "".join(map(str, elements))

    def fits(self, text: str, at: int) -> bool:
        """Whether the segment matches ``text`` at a position; the text is long enough."""
        if self.literal is not None:
            return text.startswith(self.literal, at)
        for element in self.elements:
            if element.__class__ is str:
                if text[at] != element:
                    return False
            elif element is not None and not element.holds(text[at]):  # type: ignore[union-attr]
                return False
            at += 1
        return True

    def find(self, text: str, start: int, end: int) -> int:
        """Where the segment first matches within ``text[start:end]``; -1 if nowhere."""
        if self.literal is not None:
            return text.find(self.literal, start, end)
        for at in range(start, end - self.size + 1):
            if self.fits(text, at):
                return at
        return -1


def _like_segments(pattern: str, escape: str) -> list[Segment] | None:
    """The segments of a LIKE pattern; None if it ends in its escape character and so matches nothing."""
    segments: list[Segment] = []
    elements: list[Element] = []
    at = 0
    while at < len(pattern):
        c = pattern[at]
        at += 1
        if c == escape:
            if at == len(pattern):
                return None
            elements.append(pattern[at])
            at += 1
        elif c == "%":
            segments.append(Segment(elements))
            elements = []
        else:
            elements.append(None if c == "_" else c)
    segments.append(Segment(elements))
    return segments


def _glob_segments(pattern: str) -> list[Segment] | None:
    """The segments of a GLOB pattern; None if a class is not closed and so nothing matches."""
    segments: list[Segment] = []
    elements: list[Element] = []
    at = 0
    while at < len(pattern):
        c = pattern[at]
        at += 1
        if c == "*":
            segments.append(Segment(elements))
            elements = []
        elif c == "[":
            found, at = _set(pattern, at)
            if found is None:
                return None
            elements.append(found)
        else:
            elements.append(None if c == "?" else c)
    segments.append(Segment(elements))
    return segments


def _set(pattern: str, at: int) -> tuple[Set | None, int]:
    """Read a class behind its ``[``: a ``]`` that comes first is one of its members."""
    end = len(pattern)
    ranges: list[tuple[str, str]] = []
    inverted = pattern[at : at + 1] == "^"
    if inverted:
        at += 1
    if pattern[at : at + 1] == "]":
        ranges.append(("]", "]"))
        at += 1
    previous = ""
    while at < end and pattern[at] != "]":
        c = pattern[at]
        at += 1
        if c == "-" and previous and at < end and pattern[at] != "]":
            ranges.append((previous, pattern[at]))
            previous = ""
            at += 1
        else:
            ranges.append((c, c))
            previous = c
    return (Set(inverted, ranges), at + 1) if at < end else (None, at)


def _never(text: str) -> bool:
    return False


def _matcher_of(segments: list[Segment] | None) -> Matcher:
    """A function that tells whether a text (already folded and without NUL) matches."""
    if segments is None:
        return _never
    first, last, middle = segments[0], segments[-1], [s for s in segments[1:-1] if s.size]
    if len(segments) == 1:
        if first.literal is not None:
            return first.literal.__eq__
        return lambda text: len(text) == first.size and first.fits(text, 0)
    if not middle:
        least = first.size + last.size
        return lambda text: (
            len(text) >= least and first.fits(text, 0) and last.fits(text, len(text) - last.size)
        )
    if len(middle) == 1 and middle[0].literal is not None and not first.size + last.size:
        return lambda text, word=middle[0].literal: word in text  # type: ignore[misc]

    def match(text: str) -> bool:
        at, end = first.size, len(text) - last.size
        if at > end or not first.fits(text, 0) or not last.fits(text, end):
            return False
        for segment in middle:
            found = segment.find(text, at, end)
            if found < 0:
                return False
            at = found + segment.size
        return True

    return match


def _refuse_long(pattern: Value) -> None:
    text = to_text(pattern)
    if text is not None and len(encode(text)) > _MAX_PATTERN_BYTES:
        raise SqlError(ERROR, "LIKE or GLOB pattern too complex")


def _compile(pattern: str, escape: str, case_sensitive: bool, globbing: bool) -> Matcher:
    _refuse_long(pattern)
    points = read_points(pattern.partition("\0")[0])
    if globbing:
        return _matcher_of(_glob_segments(points))
    segments = _like_segments(points, escape)
    if segments is not None and not case_sensitive:
        segments = [Segment([fold(e) if isinstance(e, str) else e for e in s.elements]) for s in segments]
    return _matcher_of(segments)


def matcher(pattern: str, escape: str = "", case_sensitive: bool = False, globbing: bool = False) -> Matcher:
    """The compiled pattern, from a cache; it takes text prepared by `subject`.

    Raises:
        SqlError: the pattern is longer than 50,000 bytes.
    """
    key = (pattern, escape, case_sensitive, globbing)
    found = _CACHE.get(key)
    if found is None:
        found = _compile(*key)
        if len(_CACHE) >= _MAX_CACHED:
            _CACHE.clear()
        _CACHE[key] = found
    return found


def subject(text: str, case_sensitive: bool) -> str:
    """Text as a matcher wants it: up to its NUL, invalid UTF-8 read as SQLite does, folded for LIKE."""
    if not text.isascii():
        text = read_points(text.partition("\0")[0])
    elif "\0" in text:
        text = text.partition("\0")[0]
    return text if case_sensitive else fold(text)


def like(pattern: Value, text: Value, case_sensitive: bool = False) -> int | None:
    """``text LIKE pattern``: NULL if either is, 0 if either is a BLOB."""
    if pattern.__class__ is bytes or text.__class__ is bytes:
        return 0
    if pattern is None or text is None:
        _refuse_long(pattern)
        return None
    match = matcher(to_text(pattern) or "", "", case_sensitive)
    return 1 if match(subject(to_text(text) or "", case_sensitive)) else 0


def like_escape(pattern: Value, text: Value, escape: Value, case_sensitive: bool = False) -> int | None:
    """``text LIKE pattern ESCAPE escape``.

    Raises:
        SqlError: the escape is not one character.
    """
    if pattern.__class__ is bytes or text.__class__ is bytes:
        return 0
    _refuse_long(pattern)
    mark = to_text(escape)
    if mark is None:
        return None
    mark = read_points(mark.partition("\0")[0])
    if len(mark) != 1:
        raise SqlError(ERROR, "ESCAPE expression must be a single character")
    if pattern is None or text is None:
        return None
    match = matcher(to_text(pattern) or "", mark, case_sensitive)
    return 1 if match(subject(to_text(text) or "", case_sensitive)) else 0


def glob(pattern: Value, text: Value) -> int | None:
    """``text GLOB pattern``: NULL if either is, 0 if either is a BLOB."""
    if pattern.__class__ is bytes or text.__class__ is bytes:
        return 0
    if pattern is None or text is None:
        _refuse_long(pattern)
        return None
    match = matcher(to_text(pattern) or "", "", True, True)
    return 1 if match(subject(to_text(text) or "", True)) else 0
