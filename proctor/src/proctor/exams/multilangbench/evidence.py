"""Putting into a verdict, bounded, where what SQLite printed departs from the golden."""

from __future__ import annotations

from difflib import unified_diff

from proctor.core.json_types import JsonObject

_BEFORE = 3
_WINDOW = 60
_DIFF_LINES = 40
_WIDTH = 300
_TAIL = 2000


def _text(line: bytes) -> str:
    shown = line[:_WIDTH].decode("utf-8", "surrogateescape")
    return shown + "…" if len(line) > _WIDTH else shown


def tail(output: bytes) -> str:
    """The end of what a program printed, as text that JSON can hold."""
    text = output[-_TAIL:].decode("utf-8", "surrogateescape")
    return "…" + text if len(output) > _TAIL else text


def difference(expected: bytes, found: bytes) -> JsonObject:
    """The first differing line and a diff around it; empty if the two are the same.

    `line` counts from 1; a side that has no such line is null there. `diff` is in unified format without a
    head.
    """
    if expected == found:
        return {}
    wanted = expected.split(b"\n")
    got = found.split(b"\n")
    # A last line that is complete leaves an empty piece behind, which is no line.
    lines_wanted, lines_got = len(wanted) - (wanted[-1] == b""), len(got) - (got[-1] == b"")
    at = 0
    while at < min(lines_wanted, lines_got) and wanted[at] == got[at]:
        at += 1
    start = max(at - _BEFORE, 0)
    diff = list(
        unified_diff(
            [_text(line) for line in wanted[start : min(start + _WINDOW, lines_wanted)]],
            [_text(line) for line in got[start : min(start + _WINDOW, lines_got)]],
            lineterm="",
            n=_BEFORE,
        )
    )[2:]
    if len(diff) > _DIFF_LINES:
        diff = [*diff[:_DIFF_LINES], f"… {len(diff) - _DIFF_LINES} more lines"]
    return {
        "line": at + 1,
        "expected": _text(wanted[at]) if at < lines_wanted else None,
        "got": _text(got[at]) if at < lines_got else None,
        "expected_lines": lines_wanted,
        "got_lines": lines_got,
        "diff": [line for line in diff if not line.startswith("@@")],
    }
