"""A parser's view of the tokens of one statement: a cursor, names and errors."""

from __future__ import annotations

from litestone.errors import ERROR, SqlError
from litestone.text.keyword import ALIASES, NAMES
from litestone.text.tokenize import tokenize

STACK_LIMIT = 100
"""How many symbols of the grammar may be unfinished at a time (observed: "parser stack overflow")."""


class TokenStream:
    """The tokens of the statement that starts at ``start``, and a cursor ``pos`` into them.

    ``depth`` counts the symbols of SQLite's grammar that are unfinished at the cursor, as the stack of
    its parser would hold them; whoever parses a part of something adds what stands before that part.
    """

    __slots__ = ("depth", "ends", "fault_pos", "found_fault", "kinds", "pos", "sql", "starts")

    def __init__(self, sql: str, start: int) -> None:
        self.sql = sql
        self.kinds, self.starts, self.ends = tokenize(sql, start)
        self.pos = 0
        self.depth = 1
        self.found_fault: SqlError | None = None
        self.fault_pos = 0

    @property
    def kind(self) -> str:
        """The kind of the token at the cursor."""
        return self.kinds[self.pos]

    def read_on(self) -> None:
        """Read the tokens behind the ``;`` that ended the tokens so far (a trigger's body has several)."""
        kinds, starts, ends = tokenize(self.sql, self.ends[-1])
        self.kinds += kinds
        self.starts += starts
        self.ends += ends

    def text(self, index: int) -> str:
        """The source text of a token."""
        return self.sql[self.starts[index] : self.ends[index]]

    def unquoted(self, index: int) -> str:
        """The text of a token that is a name or string, without its quotes."""
        return unquote(self.text(index))

    def span(self, first: int, after: int) -> str:
        """The source text from token ``first`` up to token ``after``, which does not belong to it."""
        return self.sql[self.starts[first] : self.starts[after]].rstrip(" \t\n\f\r\v")

    def fail(self) -> SqlError:
        """The error for a token that can not stand where the cursor is."""
        if self.found_fault is not None and self.fault_pos < self.pos:
            return self.found_fault
        kind = self.kinds[self.pos]
        if kind == "EOF":
            return SqlError(ERROR, "incomplete input")
        start = self.starts[self.pos]
        text = self.sql[start : self.ends[self.pos]]
        if kind == "ILLEGAL":
            return SqlError(ERROR, f'unrecognized token: "{text}"', offset=start)
        return SqlError(ERROR, f'near "{text}": syntax error', offset=start)

    def fault(self, message: str, token: int = -1) -> None:
        """Note an error of meaning in what was just parsed, at ``token`` if it has a place.

        It takes effect only when the token at the cursor is one that may follow: SQLite's parser sees
        that token before it acts on what stands before it, and then a syntax error wins.
        """
        if self.found_fault is not None and self.fault_pos < self.pos:
            raise self.found_fault
        self.found_fault = SqlError(ERROR, message, offset=self.starts[token] if token >= 0 else -1)
        self.fault_pos = self.pos

    def accept(self, kind: str) -> bool:
        """Step over a token of this kind, if there is one."""
        if self.kinds[self.pos] == kind:
            self.pos += 1
            return True
        return False

    def expect(self, kind: str) -> None:
        """Step over a token of this kind; a syntax error without one."""
        if self.kinds[self.pos] != kind:
            raise self.fail()
        self.pos += 1

    def expect_any(self, kinds: frozenset[str]) -> str:
        """Step over a token of one of these kinds and return its kind."""
        kind = self.kinds[self.pos]
        if kind not in kinds:
            raise self.fail()
        self.pos += 1
        return kind

    def name(self) -> str:
        """Step over a name (identifier, string, or keyword that may be one)."""
        if self.kinds[self.pos] not in NAMES:
            raise self.fail()
        self.pos += 1
        return unquote(self.text(self.pos - 1))

    def plain_name(self) -> str:
        """Step over a name where join keywords are none: aliases, collations."""
        if self.kinds[self.pos] not in ALIASES:
            raise self.fail()
        self.pos += 1
        return unquote(self.text(self.pos - 1))

    def qualified_name(self) -> tuple[str | None, str]:
        """``[schema.]name``."""
        name = self.name()
        if self.accept("."):
            return name, self.name()
        return None, name

    def name_list(self) -> list[str]:
        """Names with commas between them."""
        names = [self.name()]
        while self.accept(","):
            names.append(self.name())
        return names

    def room_for(self, symbols: int) -> None:
        """Check that ``symbols`` more may stand unfinished."""
        if self.depth + symbols > STACK_LIMIT:
            raise SqlError(ERROR, "parser stack overflow")


def unquote(text: str) -> str:
    """A name or string literal without its quotes (placed where ``text`` is, see ``text.placed``)."""
    if text.__class__ is not str:
        return text.unquoted(unquote(str(text)))  # type: ignore[attr-defined, no-any-return]
    quote = text[0]
    if quote == '"' or quote == "'" or quote == "`":
        inner = text[1:-1]
        return inner.replace(quote + quote, quote) if quote in inner else inner
    return text[1:-1] if quote == "[" else text
