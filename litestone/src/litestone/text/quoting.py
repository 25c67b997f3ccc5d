"""Identifiers as SQLite writes them into the texts it makes itself."""

from __future__ import annotations

from litestone.text.keyword import KEYWORDS

PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


def quote_identifier(name: str) -> str:
    """``name``, in double quotes unless it can stand bare: keywords and odd letters can't."""
    if name and name[0] not in "0123456789" and PLAIN.issuperset(name) and name.upper() not in KEYWORDS:
        return name
    return '"' + name.replace('"', '""') + '"'
