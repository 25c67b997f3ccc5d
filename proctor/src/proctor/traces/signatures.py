"""What an SQLite engine, or a binding to one, is recognised by.

Two tables are in every build from 2020 to today, also where the symbols were renamed, and in nothing else
that was tried: the keywords, laid over one another into one string, and the table of character types.
Strings alone are no proof, because honest reimplementations print the same error texts: a source id, opcode
names and error texts count only together, as strings of C in one binary.

Sources: the documentation's pages keyword.html, opcode.html, rescode.html and c3ref/intro.html, and the bytes
of builds of SQLite.
"""

from __future__ import annotations

import re
from enum import StrEnum

OVERLAP = 1024  # longer than any signature: what is kept of one piece when the next is looked at
_ENOUGH_STRINGS = 4
_ENOUGH_CALLS = 2


class Kind(StrEnum):
    """What was found."""

    ENGINE = "engine"  # SQLite itself
    BINDING = "binding"  # calls SQLite, which lies elsewhere
    NAME = "name"  # is called as SQLite's files are
    ANSWERED = "answered"  # an interpreter could load SQLite
    UNOPENED = "unopened"  # could not be looked into to its end


def _overlaid(words: str) -> bytes:
    """The words joined, each laid over the end of what stands before it as far as they agree."""
    text = ""
    for word in words.split():
        shared = next(n for n in range(len(word), -1, -1) if text.endswith(word[:n]))
        text += word[shared:]
    return text.encode()


# Built when imported, so that neither this source nor its bytecode carries what it looks for.
KEYWORDS = _overlaid("REINDEX INDEXED DESC ESCAPE EACH CHECK KEY BEFORE FOREIGN IGNORE REGEXP EXPLAIN")


def character_types() -> bytes:
    """SQLite's table of character types: one byte of flags for each of 256 characters.

    1 space, 2 letter, 4 digit, 8 hexadecimal digit, 0x20 lower case, 0x40 may stand in an identifier beside
    letters and digits, 0x80 opens a quotation.
    """
    table = bytearray(256)
    for code in range(256):
        character = chr(code)
        flags = 0x40 if code >= 0x80 or character in "$_" else 0
        if code < 0x80:
            flags |= 0x01 * (character in " \t\n\v\f\r") | 0x02 * character.isalpha()
            flags |= 0x04 * character.isdigit() | 0x08 * (character in "0123456789abcdefABCDEF")
            flags |= 0x20 * character.islower() | 0x80 * (character in "\"'[`")
        table[code] = flags
    return bytes(table)


_TYPES = character_types()
_UNQUOTED = bytes(code & 0x7F for code in range(256))  # old builds have no flag for quotations
_TYPES_UNQUOTED = _TYPES.translate(_UNQUOTED)
_ANCHOR = _TYPES[ord("a") : ord("z") + 1]

_SOURCE_ID = re.compile(rb"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d [0-9a-f]{40}")
_OPCODES = tuple(
    f"\0{name}\0".encode()
    for name in (
        "OpenEphemeral", "SeekGE", "IdxInsert", "AutoCommit", "AggStep", "SorterOpen", "ParseSchema",
        "RowSetTest", "FkCounter", "IdxRowid", "ResetSorter", "VFilter", "JournalMode", "IncrVacuum",
    )
)  # fmt: skip
_ERRORS = tuple(
    text.encode()
    for text in (
        "database disk image is malformed", "unable to open database file", "file is not a database",
        "attempt to write a readonly database", "database schema has changed", "database table is locked",
        "large file support is disabled", "authorization denied", "unknown operation",
        "database or disk is full", "bad parameter or other API misuse", "column index out of range",
    )
)  # fmt: skip
_DATABASE = b"SQLite format 3\0"
_CALL = b"sqlite3" + b"_"
_CALLS = tuple(_CALL + name for name in (b"prepare_v2", b"step", b"column_int64", b"libversion", b"exec"))


class Recogniser:
    """Looks at one object, handed over in pieces, and says what it is.

    binary: whether it is no text. In text only the keyword table counts, and in a database only the tables:
    what merely speaks of SQLite is nothing.
    """

    def __init__(self, binary: bool) -> None:
        self._binary = binary
        self._tail = b""
        self._tables: set[str] = set()
        self._strings: set[bytes] = set()
        self._source_id = False
        self._begun = self._database = False

    def feed(self, piece: bytes) -> None:
        """Look at the next piece."""
        data = self._tail + piece if self._tail else piece
        if not self._begun:
            self._begun, self._database = True, piece.startswith(_DATABASE)
        if KEYWORDS in data:
            self._tables.add("keyword table")
        if self._binary:
            self._feed_binary(data)
        self._tail = data[-OVERLAP:]

    def _feed_binary(self, data: bytes) -> None:
        if _has_character_types(data):
            self._tables.add("character-type table")
        if not self._database and (self._source_id or _CALL in data):
            self._strings.update(call for call in _CALLS if call in data)
            self._source_id = self._source_id or _SOURCE_ID.search(data) is not None
        if self._source_id:
            self._strings.update(text for text in (*_OPCODES, *_ERRORS) if text in data)

    def verdict(self) -> tuple[Kind, tuple[str, ...]] | None:
        """What the object is and by which signatures; None if it is neither engine nor binding."""
        if not self._tables and not self._strings:
            return None
        opcodes = len(self._strings.intersection(_OPCODES))
        errors = len(self._strings.intersection(_ERRORS))
        found = sorted(self._tables)
        if self._source_id and min(opcodes, errors) >= _ENOUGH_STRINGS:
            found.append(f"source id with {opcodes} opcodes and {errors} error texts")
        if found:
            return Kind.ENGINE, tuple(found)
        calls = sorted(call.decode() for call in self._strings.intersection(_CALLS))
        if len(calls) >= _ENOUGH_CALLS:
            return Kind.BINDING, tuple(calls)
        return None


def _has_character_types(data: bytes) -> bool:
    at = data.find(_ANCHOR)
    while at >= 0:
        start = at - ord("a")
        if start >= 0 and data[start : start + 256].translate(_UNQUOTED) == _TYPES_UNQUOTED:
            return True
        at = data.find(_ANCHOR, at + 1)
    return False
