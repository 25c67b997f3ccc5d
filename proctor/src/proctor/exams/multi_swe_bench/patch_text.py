"""What a patch says before anything is done with it: which files it touches, and what is wrong with its form.

diff --git a/OLD b/NEW     optional, with `rename`, `new file mode`, … lines after it
--- a/OLD                  `/dev/null` for a file that is new
+++ b/NEW                  `/dev/null` for a file that goes
@@ -L,N +L,N @@ …          a hunk: N lines of the old file, N of the new
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_HUNK = re.compile(r"@@ -[0-9]+(?:,([0-9]+))? \+[0-9]+(?:,([0-9]+))? @@")
_GIT = re.compile(r'diff --git (?P<old>"(?:[^"\\]|\\.)*"|\S+) (?P<new>"(?:[^"\\]|\\.)*"|\S+)$')
_RENAME = re.compile(r"(?:rename|copy) (?:from|to) (.+)$")
_ESCAPED = re.compile(r"\\([0-7]{3}|.)")
_PLAIN = {"n": b"\n", "t": b"\t", "r": b"\r", "a": b"\a", "b": b"\b", "f": b"\f", "v": b"\v"}


@dataclass(frozen=True, slots=True)
class PatchFacts:
    """What a patch's text shows.

    problem: why no tool can apply it, naming the line; None if nothing speaks against trying.
    files: the paths it touches, old and new names, relative to the repository. added: the lines it adds.
    crlf: every line ends in CR LF. lacks_newline: the last line has no end.
    """

    problem: str | None
    files: tuple[str, ...]
    added: tuple[str, ...]
    crlf: bool
    lacks_newline: bool

    @property
    def is_empty(self) -> bool:
        """Whether it is blank: nothing was submitted."""
        return self.problem == "empty"


def examine(patch: str) -> PatchFacts:
    """Read a patch; never raises."""
    if not patch.strip():
        return PatchFacts("empty", (), (), False, False)
    lines = patch.split("\n")
    ended = lines[-1] == ""
    if ended:
        lines.pop()
    crlf = all(line.endswith("\r") for line in lines)
    reader = _Reader()
    for number, line in enumerate(lines, 1):
        reader.take(number, line.removesuffix("\r") if crlf else line)
    if reader.problem is None and not reader.files:
        reader.problem = "it holds no diff"
    return PatchFacts(reader.problem, tuple(reader.files), tuple(reader.added), crlf, not ended)


def encoded(patch: str) -> bytes:
    """The bytes of a patch. A byte that is no UTF-8 stands in the text as U+DC80 to U+DCFF (PEP 383)."""
    try:
        return patch.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return patch.encode("utf-8", "surrogatepass")


class _Reader:
    """Walks the lines, counting down what the hunk at hand still owes."""

    def __init__(self) -> None:
        self.problem: str | None = None
        self.files: dict[str, None] = {}
        self.added: list[str] = []
        self._old = self._new = 0
        self._in_file = False

    def take(self, number: int, line: str) -> None:
        if self._old > 0 or self._new > 0:
            if self._in_hunk(line):
                return
            self._old = self._new = 0  # counts that are too high: --recount may save it
        if line.startswith("@@") and self._in_file:
            if found := _HUNK.match(line):
                self._old, self._new = (int(found[part] or 1) for part in (1, 2))
            elif self.problem is None:
                self.problem = f"malformed hunk header in line {number}: {line[:60]!r} says no line numbers"
        elif found := _GIT.match(line):
            self._in_file = True
            self._name(found["old"])
            self._name(found["new"])
        elif line.startswith(("--- ", "+++ ")):
            self._in_file = True
            self._name(line[4:].split("\t")[0])
        elif found := _RENAME.match(line):
            self._name("a/" + found[1])
        elif line.startswith("+"):  # beyond its hunk's count
            self.added.append(line[1:])

    def _in_hunk(self, line: str) -> bool:
        if line.startswith("+"):
            self._new -= 1
            self.added.append(line[1:])
        elif line.startswith("-"):
            self._old -= 1
        elif line.startswith(" ") or line == "":
            self._old -= 1
            self._new -= 1
        elif not line.startswith("\\"):
            return False
        return True

    def _name(self, told: str) -> None:
        name = _unquoted(told)
        if name == "/dev/null":
            return
        self.files[name.partition("/")[2] if name.startswith(("a/", "b/")) else name] = None


def _unquoted(name: str) -> str:
    """A path as git quotes it: in double quotes with octal escapes where it is not plain ASCII."""
    if len(name) < 2 or not (name.startswith('"') and name.endswith('"')):
        return name
    raw = bytearray()
    at = 1
    body = name[:-1]
    while at < len(body):
        if found := _ESCAPED.match(body, at):
            code = found[1]
            raw += bytes([int(code, 8) & 0xFF]) if len(code) == 3 else _PLAIN.get(code, code.encode())
            at = found.end()
        else:
            raw += body[at].encode()
            at += 1
    return raw.decode("utf-8", "replace")
