"""The same program run with the standard library's ``sqlite3`` and with Litestone, and what came of each."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

from hypothesis import settings

import litestone

if TYPE_CHECKING:
    from collections.abc import Callable

MODULES = (sqlite3, litestone)

# The same programs on every run: a failure is a change of the code.
SETTLED = settings(derandomize=True, database=None, deadline=None, max_examples=100)


def outcome(program: Callable[..., Any], *arguments: Any) -> Any:
    """What a program gives, or its exception: class, text and SQLite's code."""
    try:
        return "value", program(*arguments)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is compared
        code = getattr(error, "sqlite_errorcode", None)
        return "error", type(error).__name__, str(error), code, getattr(error, "sqlite_errorname", None)


def assert_same(program: Callable[..., Any], *arguments: Any) -> Any:
    """Check that ``program(module, …)`` does the same with both modules; gives what it does."""
    real = outcome(program, sqlite3, *arguments)
    ours = outcome(program, litestone, *arguments)
    assert repr(ours) == repr(real), f"\nlitestone: {ours!r}\nsqlite3:   {real!r}"
    return real
