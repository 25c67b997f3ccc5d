"""Parsing that remembers where each name stands, for statements that edit stored SQL texts.

Every name in the tree is then a ``PlacedName``: a text that knows its offsets.
"""

from __future__ import annotations

from litestone.text.parse import StatementParser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.text.statement import Statement


class PlacedName(str):
    """A token's text, or the name it stands for, with the token's offsets ``start`` and ``end``."""

    start: int
    end: int

    def unquoted(self, plain: str) -> PlacedName:
        """The same place with the quotes taken off."""
        return place(plain, self.start, self.end)


def place(text: str, start: int, end: int) -> PlacedName:
    """``text`` with its offsets."""
    name = PlacedName(text)
    name.start = start
    name.end = end
    return name


class PlacingParser(StatementParser):
    """The parser, giving every token's text its place."""

    __slots__ = ()

    forgets = False

    def text(self, index: int) -> str:
        """The source text of a token, placed."""
        start, end = self.starts[index], self.ends[index]
        return place(self.sql[start:end], start, end)


def parse_placed(sql: str) -> Statement:
    """The one statement of ``sql``, with placed names; raises SqlError as ``parse_statement`` does."""
    return PlacingParser(sql, 0).statement()
