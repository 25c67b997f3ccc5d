"""Edits of stored SQL texts: some tokens get another name."""

from __future__ import annotations

from litestone.text.placed import PlacedName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def quoted(name: str) -> str:
    """``name`` in double quotes."""
    return '"' + name.replace('"', '""') + '"'


def replaced(sql: str, names: Iterable[str], written: Callable[[str], str]) -> str:
    """``sql`` with every placed name of ``names`` written as ``written`` gives it."""
    places = {(name.start, name.end): name for name in names if isinstance(name, PlacedName)}
    for start, end in sorted(places, reverse=True):
        sql = sql[:start] + written(places[start, end]) + sql[end:]
    return sql


def edited(sql: str, names: Iterable[str], new_name: str, quote: bool) -> str:
    """``sql`` with every placed name of ``names`` replaced.

    The new name is quoted where ``quote`` asks for it or the old token was quoted.
    """
    spans = sorted({(n.start, n.end) for n in names if isinstance(n, PlacedName)}, reverse=True)
    for start, end in spans:
        bare = sql[start] == "_" or sql[start].isalnum() or ord(sql[start]) > 127
        text = new_name if bare and not quote else quoted(new_name)
        if not bare and end < len(sql) and (sql[end] == "_" or sql[end].isalnum()):
            text += " "
        sql = sql[:start] + text + sql[end:]
    return sql
