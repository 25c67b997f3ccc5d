"""Reading a script as the sqlite3 shell reads one from its standard input.

The shell does not hand single statements to the library. It collects lines until what it has ends in a
complete statement at the end of a line, and runs that as one group: inside a group the first failing
statement drops the rest, while the next group is run whatever became of this one. Source of the rules: the
documentation page ``cli``, section "Command-line options" (``-bail``), the page ``c3ref/complete``, and the
behaviour of the 3.40.1 shell, which the tests compare against.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_PLAIN = ""
_NAMES = (
    rb"\b(?:generate_series|regexp|regexpi|decimal|decimal_\w+|ieee754\w*|sha3|sha3_query|sha1"
    rb"|readfile|writefile|lsmode|fsdir|completion|uint|usleep|edit|sqlar_\w+|zipfile|shell_\w+|load_extension"
    rb"|dtostr|strtod)\b"
)
_SHELL_NAMES = re.compile(_NAMES, re.IGNORECASE)
_SHELL_ONLY = re.compile(rb"^[.]|\bexplain\b|\0|" + _NAMES, re.IGNORECASE | re.MULTILINE)


def needs_shell(script: bytes) -> bool:
    """Whether a script may use what only the shell has: its functions, dot commands, EXPLAIN's layout, NUL
    bytes.

    The answer errs on the side of the shell: a word inside a string literal counts too.
    """
    return _SHELL_ONLY.search(script) is not None


def names_of_shell(text: bytes) -> bool:
    """Whether an SQL text names a function or table that only the shell has: a view it makes needs it too."""
    return _SHELL_NAMES.search(text) is not None


def _scan(line: bytes, pending: str) -> tuple[str, bool, bool]:
    """Scan one line; return (what is still open at its end, anything dark seen, a semicolon ended it)."""
    dark = False
    ended = False
    position = 0
    length = len(line)
    while True:
        if pending == _PLAIN:
            if position >= length:
                return pending, dark, ended
            char = chr(line[position])
            position += 1
            if char in " \t\n\r\f\v":
                continue
            if char == "-" and line[position : position + 1] == b"-":
                return pending, dark, ended
            if char == "/" and line[position : position + 1] == b"*":
                pending = "*/"
                position += 1
                continue
            if char == ";":
                ended = True
                continue
            dark, ended = True, False
            if char in "'\"`":
                pending = char
            elif char == "[":
                pending = "]"
            continue
        close = line.find(pending.encode(), position)
        if close < 0:
            return pending, dark or pending != "*/", ended
        position = close + len(pending)
        # A doubled quote needs no rule of its own: it closes the text and opens the next one at once.
        pending = _PLAIN


def _is_terminator(line: bytes) -> bool:
    """Whether a line is ``/`` or ``go`` alone (comments allowed), which stands for a semicolon."""
    bare = line.strip(b" \t\n\r\f\v")
    if bare[:1] == b"/":
        rest = bare[1:]
    elif bare[:2].lower() == b"go":
        rest = bare[2:]
    else:
        return False
    return _scan(rest, _PLAIN) == (_PLAIN, False, False)


def groups(script: bytes, is_complete: Callable[[bytes], bool]) -> Iterator[bytes]:
    """Yield the groups of statements that the shell would run one after the other.

    ``is_complete`` is the library's ``sqlite3_complete``. Lines that are dot commands must not occur (see
    ``needs_shell``); lines that begin with ``#`` are comments to the shell.
    """
    held: list[bytes] = []
    pending = _PLAIN
    dark = ended = False
    lines = script.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    for index, raw in enumerate(lines):
        line = raw[:-1] if raw.endswith(b"\r") and (index < len(lines) - 1 or script.endswith(b"\n")) else raw
        in_plain = pending == _PLAIN
        if in_plain and _is_terminator(line) and (not held or is_complete(b"\n".join(held) + b";")):
            line = b";"
        pending, line_dark, line_ended = _scan(line, pending)
        dark = dark or line_dark
        # An earlier semicolon still ends the group when this line only adds white space or a comment.
        ended = line_ended or (ended and not line_dark)
        if not held:
            if pending == _PLAIN and not dark and not ended:
                continue
            if line[:1] == b"#":
                pending, dark, ended = _PLAIN, False, False
                continue
            line = line.lstrip(b" \t\n\r\f\v")
        held.append(line)
        if pending != _PLAIN:
            continue
        text = b"\n".join(held)
        if ended and is_complete(text):
            yield text
            held, dark, ended = [], False, False
        elif not dark and not ended:
            held = []
    if held and dark:
        yield b"\n".join(held)
