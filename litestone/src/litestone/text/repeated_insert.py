"""Parsing once what is written again and again: INSERT of one row of literals.

Scripts insert thousands of rows by statements that differ in their literals
alone. Once the parser has read ``INSERT … VALUES (literals);``, the text before
the bracket is known; of the next statement that begins with the same text only
the literals are read here. Whatever is not plain (comments, doubled quotes,
exponents, expressions) is left to the parser, which also says what is wrong.
"""

from __future__ import annotations

from litestone.text.literal import integer_value, real_value
from litestone.text.statement import Insert
from litestone.text.tree import Literal, Select, Unary, Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.text.statement import Statement
    from litestone.text.tree import Expression

_MOST_KNOWN = 100
_known: dict[str, Insert] = {}


def remember(sql: str, start: int, node: Statement | None) -> None:
    """Keep what stands before the values of a statement just parsed, if it is of that kind."""
    if not isinstance(node, Insert) or node.source is None or node.with_ is not None:
        return
    if node.columns is not None or node.upserts or node.returning is not None:
        return
    core = node.source.cores[0]
    if not isinstance(core, Values) or len(node.source.cores) > 1 or len(core.rows) > 1:
        return
    head = sql[start : sql.find("(", start) + 1]
    # A name in quotes may hold a bracket, a comment anything: only plain words are kept.
    words = head[:-1].split()
    if words[-1:] and words[-1].upper() == "VALUES" and all(
        word.replace(".", "_").isidentifier() for word in words
    ):
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[head] = node


def find(sql: str, start: int) -> tuple[Insert, int] | None:
    """The statement at ``start`` and its end, if it is a known one with other literals."""
    if not _known:
        return None
    at = sql.find("(", start, start + 400) + 1
    known = _known.get(sql[start:at])
    if known is None:
        return None
    row: list[Expression] = []
    while True:
        literal, at = read_literal(sql, at)
        if literal is None:
            return None
        row.append(literal)
        char = sql[at : at + 1]
        at += 1
        if char == ")":
            break
        if char != ",":
            return None
    if sql[at : at + 1] != ";":
        return None
    # The number of values that the table has room for is checked when the statement is compiled.
    source = Select(None, [Values([row])], [], [], None, None)
    node = Insert(None, known.conflict, known.schema, known.table, known.alias, None, source, [], None)
    return node, at + 1


def read_literal(sql: str, at: int) -> tuple[Expression | None, int]:
    """The literal at ``at`` (blanks before it are skipped) and where it ends; None if it is not plain."""
    while sql[at : at + 1] == " ":
        at += 1
    char = sql[at : at + 1]
    if char == "'":
        close = sql.find("'", at + 1)
        text = sql[at : close + 1]
        if close < 0 or sql[close + 1 : close + 2] == "'" or "\0" in text:
            return None, at
        return Literal(text[1:-1], text), close + 1
    comma, bracket = sql.find(",", at), sql.find(")", at)
    if bracket < 0:
        return None, at
    end = bracket if comma < 0 else min(comma, bracket)
    text = sql[at:end]
    negative = char == "-"
    digits = text[1:] if negative else text
    literal: Expression
    if digits.isdigit() and digits.isascii() and len(digits) < 19:
        literal = Literal(integer_value(digits), digits)
    elif text.upper() == "NULL":
        return Literal(None, text), end
    else:
        whole, _, fraction = digits.partition(".")
        if not (whole.isdigit() and fraction.isdigit() and digits.isascii()):
            return None, at
        literal = Literal(real_value(digits), digits)
    return Unary("-", literal) if negative else literal, end
