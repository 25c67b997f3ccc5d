"""How deeply Python calls may nest: as SQLite's limits let statements and triggers nest."""

from __future__ import annotations

PYTHON_DEPTH = 60_000


def allow_depth() -> None:
    """Let Python calls nest as deeply as a statement within SQLite's limits needs, from here on."""
    import sys

    if sys.getrecursionlimit() < PYTHON_DEPTH:
        sys.setrecursionlimit(PYTHON_DEPTH)
