"""Compares what a port put out with the golden: every byte of every part."""

from __future__ import annotations

from dataclasses import dataclass

from proctor.exams.cobol_migration.running import Observed

_AROUND = 24


@dataclass(frozen=True, slots=True)
class Difference:
    """One part that is not equal.

    part: `stdout`, `stderr`, `exit status` or a file's name. kind: `differs`, `missing`, `extra`, `kept`
    (a file the original removes) or `odd` (what is no plain file). offset counts bytes from 0.
    """

    part: str
    kind: str
    expected: bytes = b""
    found: bytes = b""
    offset: int = 0

    @property
    def line(self) -> int:
        """The line of the first differing byte, from 1."""
        return self.expected[: self.offset].count(b"\n") + 1

    @property
    def column(self) -> int:
        """Its place in that line, from 1."""
        return self.offset - (self.expected.rfind(b"\n", 0, self.offset) + 1) + 1

    def headline(self) -> str:
        """Where and what, in one line."""
        if self.kind == "missing":
            return f"{self.part} is missing ({len(self.expected)} bytes expected)"
        if self.kind == "extra":
            return f"{self.part} is not expected ({len(self.found)} bytes)"
        if self.kind == "kept":
            return f"{self.part} should have been removed"
        if self.kind == "odd":
            return f"{self.part} is no plain file, or far too large"
        if self.part == "exit status":
            return f"exit status {text_of(self.found)} instead of {text_of(self.expected)}"
        return (
            f"{self.part} differs at byte {self.offset} (line {self.line}, column {self.column}): "
            f"{_byte(self.expected, self.offset)} expected, {_byte(self.found, self.offset)} found"
        )

    def view(self) -> str:
        """Both sides around the first differing byte, as hex and as text, with a mark under that byte."""
        start = max(0, self.offset - _AROUND // 2) & ~7
        rows = []
        for at in range(start, start + 2 * _AROUND, 16):
            here = at <= self.offset < at + 16
            for label, content in (("golden", self.expected), ("found", self.found)):
                chunk = content[at : at + 16]
                if chunk or here:
                    mark = ">" if here else " "
                    rows.append(f"{label:6} {mark}{at:06x}  {chunk.hex(' '):47}  |{text_of(chunk)}|")
            if here:
                within = self.offset - at
                rows.append(f"{'':{16 + 3 * within}}^^{'':{48 - 2 * within}}^")
        return "\n".join(rows)


def _byte(content: bytes, offset: int) -> str:
    if offset >= len(content):
        return "the end"
    return f"{content[offset]:02X} {text_of(content[offset : offset + 1])!r}"


def text_of(content: bytes) -> str:
    """Bytes as printable ASCII, one character a byte; anything else is a dot."""
    return "".join(chr(byte) if 32 <= byte < 127 else "." for byte in content)


def first_difference(one: bytes, other: bytes) -> int | None:
    """The offset of the first byte that differs (the shorter's end, if one begins the other), or None."""
    if one == other:
        return None
    shorter = min(len(one), len(other))
    low, high = 0, shorter
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def compare(golden: Observed, found: Observed, *, stderr: bool) -> list[Difference]:
    """Everything that is not equal: standard output first, then files by name, then the exit status."""
    pairs = [("stdout", golden.stdout, found.stdout)]
    if stderr:
        pairs.append(("stderr", golden.stderr, found.stderr))
    pairs += [
        (name, golden.files[name], found.files[name]) for name in sorted(golden.files) if name in found.files
    ]
    differences = [
        Difference(part, "differs", expected, got, offset)
        for part, expected, got in pairs
        if (offset := first_difference(expected, got)) is not None
    ]
    for name in sorted({*golden.files, *found.files}):
        if name not in found.files and name not in found.odd:
            differences.append(Difference(name, "missing", expected=golden.files[name]))
        elif name not in golden.files:
            differences.append(Difference(name, "extra", found=found.files[name]))
    differences += [Difference(name, "odd") for name in found.odd]
    for name in sorted({*golden.gone, *found.gone}):
        if name not in found.gone:
            differences.append(Difference(name, "kept"))
        elif name not in golden.gone and name not in golden.files:
            differences.append(Difference(name, "missing"))
    if golden.exit_code != found.exit_code:
        ends = [str(run.exit_code).encode() for run in (golden, found)]
        differences.append(Difference("exit status", "differs", ends[0], ends[1]))
    return differences
