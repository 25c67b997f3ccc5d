"""No blob in the source: how much of a submission is data that only a program can read.

The smallest SQLite that was made has 335 kB packed with xz, and what is packed or encrypted can't be packed
again. So data is measured by what zlib(3) makes of it, which is small for honest tables: the case maps of
Unicode take some 8 kB, a list of keywords 1 kB.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from proctor.compliance.finding import Finding
from proctor.compliance.source import Kind, Span, blanked, line_of

LONGEST_LITERAL = 16_384  # characters of one string, the pieces of which may be joined by an operator
LARGEST_TABLE = 16_384  # bytes of one table of numbers, packed
MOST_ENCODED = 65_536  # bytes, packed: all that looks encoded, in literals, comments and tables of numbers
MOST_LITERALS = 262_144  # bytes, packed: all literals and tables of numbers together

_JOINED = re.compile(r"[\s+&^~\\<>]*|\s*\.\.?\s*|\s*\|\|\s*")
_UNBROKEN = re.compile(r"\S{32,}")
_ENCODED = re.compile(r"[A-Za-z0-9+/=_-]{32,}")
_HEXADECIMAL = r"(?:0|\#)[xX][0-9A-Fa-f_]+|[#$&][hH]?[0-9A-Fa-f]+\b|16#[0-9A-Fa-f]+#?"
_NUMBER = rf"(?:{_HEXADECIMAL}|-?\d[\d_]*)(?:u8|i\d+|[uUlLyw]+)?"
_NUMBERS = re.compile(rf"{_NUMBER}(?:[\s,;|&]+{_NUMBER}){{7,}}")
_ONE = re.compile(_NUMBER)


@dataclass(slots=True)
class Amounts:
    """The data of a submission, gathered file by file."""

    encoded: list[bytes] = field(default_factory=list)
    literals: list[bytes] = field(default_factory=list)
    tables: list[bytes] = field(default_factory=list)

    def add(self, text: str, file: str, spans: list[Span]) -> Iterator[Finding]:
        """Gather a file's data; yields what is too long by itself."""
        strings = [span for span in spans if span.kind is Kind.STRING]
        yield from _long_strings(text, file, strings)
        self.literals += [text[span.start : span.end].encode() for span in strings]
        for span in spans:
            self.encoded += [found.encode() for found in _UNBROKEN.findall(text, span.start, span.end)]
        code = blanked(text, spans, Kind.STRING, Kind.COMMENT)
        self.encoded += [found.encode() for found in _ENCODED.findall(code)]
        for match in _NUMBERS.finditer(text):
            table = _as_bytes(match[0])
            self.tables.append(table)
            if (size := packed(table)) > LARGEST_TABLE:
                yield Finding(
                    "literal",
                    file,
                    line_of(text, match.start()),
                    f"holds a table of numbers of {size:,} bytes packed, more than {LARGEST_TABLE:,}",
                    "make it by rule at run time, or leave it out",
                )

    def findings(self) -> Iterator[Finding]:
        """What is too much in all."""
        encoded = packed(b"\n".join(dict.fromkeys(self.encoded))) + packed(b"".join(self.tables))
        if encoded > MOST_ENCODED:
            yield Finding(
                "blob",
                ".",
                None,
                f"holds {encoded:,} bytes that look encoded, more than {MOST_ENCODED:,}",
                "source may hold no packed, encrypted or encoded data",
            )
        everything = packed(b"\n".join((*self.literals, *self.tables)))
        if everything > MOST_LITERALS:
            yield Finding(
                "blob",
                ".",
                None,
                f"holds literals of {everything:,} bytes packed, more than {MOST_LITERALS:,}",
                "a program's data must be small beside what SQLite would take",
            )


def packed(data: bytes) -> int:
    """How many bytes zlib makes of it; 0 for nothing."""
    return len(zlib.compress(data, 6)) if data else 0


def _long_strings(text: str, file: str, strings: list[Span]) -> Iterator[Finding]:
    start = end = length = 0
    for span in strings:
        size = span.end - span.start
        if length and _JOINED.fullmatch(text, end, span.start):
            length += size
        else:
            yield from _too_long(text, file, start, length)
            start, length = span.start, size
        end = span.end
    yield from _too_long(text, file, start, length)


def _too_long(text: str, file: str, start: int, length: int) -> Iterator[Finding]:
    if length > LONGEST_LITERAL:
        yield Finding(
            "literal",
            file,
            line_of(text, start),
            f"holds a literal of {length} characters, more than {LONGEST_LITERAL:,}",
            "make it by rule at run time, or leave it out",
        )


def _as_bytes(table: str) -> bytes:
    """The numbers of a table in as few bytes each as the largest needs."""
    numbers = [_value(word) for word in _ONE.findall(table)]
    size = max(1, (max(numbers).bit_length() + 7) // 8)
    return b"".join(number.to_bytes(size, "little") for number in numbers)


def _value(word: str) -> int:
    digits = re.sub(r"(?:u8|i\d+|[uUlLyw]+)$", "", word).lstrip("-").replace("_", "").rstrip("#")
    for prefix in ("0x", "0X", "#x", "#X", "16#", "&h", "&H", "#h", "$", "#", "&"):
        if digits.startswith(prefix):
            return int(digits[len(prefix) :] or "0", 16)
    return int(digits)
