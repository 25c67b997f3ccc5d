"""LIKE and GLOB with a literal prefix as a range (``optoverview`` section 5)."""

from __future__ import annotations

from litestone.plan.terms import strip
from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef
from litestone.text.tree import Binary, Collate, Literal
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.terms import Term, TermSet
    from litestone.text.tree import Like


def add_range(terms: TermSet, term: Term, e: Like) -> None:
    """Add ``x >= 'prefix' AND x < 'prefiy'`` for ``x LIKE 'prefix%'``."""
    if e.op not in ("LIKE", "GLOB"):
        return
    left = strip(e.operand)
    pattern = strip(e.pattern)
    if not isinstance(pattern, Literal) or not isinstance(pattern.value, str):
        return
    folds = e.op == "LIKE" and not terms.scene.connection.settings.case_sensitive_like
    escape = ""
    if e.escape is not None:
        if (
            not isinstance(e.escape, Literal)
            or not isinstance(e.escape.value, str)
            or len(e.escape.value) != 1
        ):
            return
        escape = e.escape.value
    found = literal_prefix(pattern.value, "%_" if e.op == "LIKE" else "*?[", escape)
    if found is None:
        return
    prefix, complete = found
    text_column = isinstance(left, ColumnRef) and trees.affinity(left) == affinities.TEXT
    if not text_column and looks_numeric(prefix):
        return
    last = prefix[-1]
    if folds:
        if last == "@":
            complete = False
        last = ascii_lower(last)
        low, high = ascii_upper(prefix), ascii_lower(prefix[:-1]) + chr(ord(last) + 1)
    else:
        low, high = prefix, prefix[:-1] + chr(ord(last) + 1)
    name = "NOCASE" if folds else "BINARY"
    lower = terms.add_virtual(Binary(">=", Collate(left, name), Literal(low, low)), term, complete)
    upper = terms.add_virtual(Binary("<", Collate(left, name), Literal(high, high)), term, complete)
    lower.partner = upper
    upper.upper_like = True


def literal_prefix(pattern: str, wildcards: str, escape: str) -> tuple[str, bool] | None:
    """What stands before the first wildcard, and whether nothing but one ``%`` or ``*`` follows."""
    prefix = ""
    place = 0
    while place < len(pattern) and pattern[place] not in wildcards:
        if escape and pattern[place] == escape and place + 1 < len(pattern):
            place += 1
        prefix += pattern[place]
        place += 1
    if not prefix or ord(prefix[-1]) >= 0xD800 or (escape and pattern[:1] == escape and place == 1):
        return None
    complete = pattern[place:] == wildcards[0]
    return prefix, complete


def looks_numeric(prefix: str) -> bool:
    """Whether text beginning so could be a number, and so not be where the index has text."""
    if prefix == "-":
        return True
    candidates = (prefix, prefix[:-1] + chr(ord(prefix[-1]) + 1))
    return any(affinities.number_of_text(candidate).__class__ is not str for candidate in candidates)


def ascii_lower(text: str) -> str:
    """``text`` with A to Z in lower case."""
    return "".join(c.lower() if "A" <= c <= "Z" else c for c in text)


def ascii_upper(text: str) -> str:
    """``text`` with a to z in upper case."""
    return "".join(c.upper() if "a" <= c <= "z" else c for c in text)
