"""Reads source text as far as the rules need it: what is a comment, what is a literal, what is code.

A language's comments and literals are patterns of its data file, tried at each place in turn, as a lexer
does. Block comments that nest are followed by counting.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

_FLAGS = re.S | re.M


class Kind(Enum):
    """What a stretch of source is; what is none of these is code."""

    COMMENT = auto()
    STRING = auto()
    # A quoted name: rules read it as code.
    ATOM = auto()


@dataclass(frozen=True, slots=True)
class Span:
    """A comment or literal, from `start` up to `end`."""

    kind: Kind
    start: int
    end: int


@dataclass(frozen=True)
class Syntax:
    """How a language writes what is no code.

    comments, strings, atoms: patterns of whole tokens; atoms are quoted names, read as code. nested: the
    delimiters of block comments that nest; strings_in_comments: whether literals in them are read as such.
    template: how a string begins that may hold code, and how that code begins, which ends with a brace; empty
    for none. fixed: comments that are none where `free` is found in the text (COBOL's column 7).
    """

    comments: tuple[str, ...] = ()
    nested: tuple[tuple[str, str], ...] = ()
    strings: tuple[str, ...] = ()
    atoms: tuple[str, ...] = ()
    strings_in_comments: bool = False
    template: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    free: str = ""

    def _pattern(self, with_fixed: bool) -> re.Pattern[str]:
        openers = tuple(re.escape(opener) + r"(?!#)" for opener, _ in self.nested)
        kinds = {
            "fixed": self.fixed if with_fixed else (),
            "nested": openers,
            "comment": self.comments,
            "atom": self.atoms,
            "string": self.strings,
        }
        parts = [f"(?P<{name}>{'|'.join(some)})" for name, some in kinds.items() if some]
        return re.compile("|".join(parts) or r"(?!)", _FLAGS)

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        return self._pattern(False), self._pattern(True)

    @cached_property
    def _in_nested(self) -> re.Pattern[str]:
        words = [re.escape(word) for pair in self.nested for word in pair]
        strings = [f"(?:{'|'.join(self.strings)})"] if self.strings_in_comments else []
        return re.compile("|".join((*strings, *words)) or r"(?!)", _FLAGS)

    def spans(self, text: str) -> Iterator[Span]:
        """The comments and literals of a text, in order."""
        is_free = bool(self.free and re.search(self.free, text))
        pattern = self._patterns[bool(self.fixed) and not is_free]
        at = 0
        while (found := pattern.search(text, at)) is not None:
            is_nested = bool(self.nested) and found["nested"] is not None
            end = self._end_of_nested(text, found.start()) if is_nested else found.end()
            groups = found.groupdict()
            if groups.get("string") is not None:
                yield from self._string(found.start(), found[0])
            else:
                kind = Kind.ATOM if groups.get("atom") is not None else Kind.COMMENT
                yield Span(kind, found.start(), end)
            at = max(end, found.start() + 1)

    def _string(self, start: int, literal: str) -> Iterator[Span]:
        """A string, less the code that it holds."""
        at = 0
        if self.template and re.match(self.template[0], literal):
            while (opened := re.compile(self.template[1]).search(literal, at)) is not None:
                yield Span(Kind.STRING, start + at, start + opened.start())
                at = _end_of_code(literal, opened.end())
        if at < len(literal):
            yield Span(Kind.STRING, start + at, start + len(literal))

    def _end_of_nested(self, text: str, start: int) -> int:
        opener = next(pair for pair in self.nested if text.startswith(pair[0], start))
        depth = 0
        for found in self._in_nested.finditer(text, start):
            if found[0] == opener[0]:
                depth += 1
            elif found[0] == opener[1]:
                depth -= 1
                if depth == 0:
                    return found.end()
        return len(text)


def _end_of_code(literal: str, start: int) -> int:
    """Where the brace closes that was opened just before the start; the literal's end if it does not."""
    depth = 1
    for at in range(start, len(literal)):
        depth += (literal[at] == "{") - (literal[at] == "}")
        if depth == 0:
            return at + 1
    return len(literal)


def blanked(text: str, spans: list[Span], *kinds: Kind) -> str:
    """The text with these kinds of spans replaced by spaces; offsets and line numbers stay."""
    parts, at = [], 0
    for span in spans:
        if span.kind in kinds:
            parts += [text[at : span.start], re.sub(r"[^\n]", " ", text[span.start : span.end])]
            at = span.end
    return "".join((*parts, text[at:]))


def line_of(text: str, offset: int) -> int:
    """The number of the line an offset lies in, from 1."""
    return text.count("\n", 0, offset) + 1
