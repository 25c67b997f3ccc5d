"""Looks for traces of SQLite in files and folders, and into whatever they pack."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from proctor.traces.containers import (
    EMBEDDED,
    HEAD,
    PLAIN_BINARIES,
    TAIL,
    UNSURE,
    Part,
    Unopenable,
    kind_of,
    members,
    reading,
)
from proctor.traces.literals import LONGEST_TEXT, SQUEEZED, decoded
from proctor.traces.names import is_sqlite_name
from proctor.traces.signatures import Kind, Recogniser

DEPTH = 6  # containers and literals within one another
MOST_BYTES = 4 << 30  # unpacked, of one file
MOST_MEMBERS = 300_000
_PIECE = 8 << 20
_IN_MEMORY = 64 << 20  # what is unpacked goes to a file beyond
_MOST_STREAMS = 64  # beginnings of streams looked at in one file


@dataclass(frozen=True, slots=True)
class Finding:
    """One trace.

    path: the file, as it was named to the scan. inside: the way from the file to what was found, through
    archives' members and encodings; empty for the file itself. kind: what it is; signatures: how it was
    recognised.
    """

    path: str
    inside: tuple[str, ...]
    kind: Kind
    signatures: tuple[str, ...]

    def __str__(self) -> str:
        where = " → ".join((self.path, *self.inside))
        return f"{self.kind.value}: {where} ({', '.join(self.signatures)})"


Sighting = tuple[tuple[str, ...], Kind, tuple[str, ...]]
"""A finding less its path."""


class Memory(Protocol):
    """What may remember the sightings of files that did not change; see `remembered`."""

    def recall(self, status: os.stat_result) -> list[Sighting] | None:
        """The sightings of a file with this status; None if it was never looked at."""
        ...

    def keep(self, status: os.stat_result, sightings: list[Sighting]) -> None:
        """Remember them."""
        ...


def scan_tree(
    root: Path,
    *,
    names: bool = True,
    memory: Memory | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Finding]:
    """All traces in a folder, or in one file; links are not followed.

    names: whether to judge files by their names too, which a folder of somebody's own source may well bear
    in honesty. memory: recalls what did not change. progress: is called with the bytes of each file. Paths in
    the findings are relative to the root. Raises OSError for what can't be read.
    """
    found: list[Finding] = []
    for path, relative in _files(root):
        if names and is_sqlite_name(relative):
            found.append(Finding(relative, (), Kind.NAME, (Path(relative).name,)))
        if path.is_symlink():
            continue
        status = path.stat()
        sightings = None if memory is None else memory.recall(status)
        if sightings is None:
            sightings = look_into(path)
            if memory is not None:
                memory.keep(status, sightings)
        found += [Finding(relative, *one) for one in sightings if names or one[1] is not Kind.NAME]
        if progress is not None:
            progress(status.st_size)
    return found


def _files(root: Path) -> Iterator[tuple[Path, str]]:
    """Regular files and links below the root with their names relative to it, in order."""
    if not root.is_dir():
        yield root, root.name
        return
    for folder, folders, names in os.walk(root):
        folders.sort()
        here = Path(folder)
        for name in sorted(names + [name for name in folders if (here / name).is_symlink()]):
            path = here / name
            if path.is_symlink() or path.is_file():
                yield path, str(path.relative_to(root))


def look_into(path: Path) -> list[Sighting]:
    """The sightings in one file, names left out."""
    with path.open("rb") as file:
        return scan_file(file)


def scan_file(file: IO[bytes]) -> list[Sighting]:
    """The sightings in an open, seekable file."""
    return list(_Look().at(file, (), 0))


class _Look:
    """A look at one file; counts what it unpacks."""

    def __init__(self) -> None:
        self._bytes = MOST_BYTES
        self._members = MOST_MEMBERS
        self._guesses = 0  # how many of the containers we are in only may be some

    def at(self, file: IO[bytes], inside: tuple[str, ...], depth: int) -> Iterator[Sighting]:
        """The sightings in this file, which is `depth` containers deep."""
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        first = file.read(min(_PIECE, size))
        text = b"\0" not in first
        streams = yield from _own(file, first, size, inside, text)
        kind = kind_of(first[:HEAD], _end_of(file, first, size), size)
        if depth == DEPTH:
            if kind is not None:
                yield inside, Kind.UNOPENED, (f"a {kind} {DEPTH} containers deep",)
        elif kind is not None:
            yield from self._members_of(kind, file, inside, depth)
        elif text:
            yield from self._literals_of(file, size, inside, depth)
        else:
            yield from self._streams_of(streams, file, size, inside, depth)

    def _members_of(
        self, kind: str, file: IO[bytes], inside: tuple[str, ...], depth: int
    ) -> Iterator[Sighting]:
        file.seek(0)
        try:
            for name, stream in members(kind, file):
                here = (*inside, name or kind)
                with self._spooled(stream, damaged=kind in UNSURE or self._guesses > 0) as member:
                    if is_sqlite_name(name):
                        yield here, Kind.NAME, (name,)
                    yield from self.at(member, here, depth + 1)
        except Unopenable as error:
            yield inside, Kind.UNOPENED, (str(error),)

    def _spooled(self, stream: IO[bytes], damaged: bool = False) -> IO[bytes]:
        """The member's content as a seekable file; of a damaged one, if that may be, what can be had.

        Raises Unopenable if it is damaged or too much.
        """
        self._members -= 1
        if self._members < 0:
            raise Unopenable(f"more than {MOST_MEMBERS:,} files packed")
        spool = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115
        try:
            while piece := reading(stream, _PIECE, damaged):
                self._bytes -= len(piece)
                if self._bytes < 0:
                    raise Unopenable(f"more than {MOST_BYTES:,} bytes packed")
                spool.write(piece)
        except Unopenable:
            if not damaged:
                spool.close()
                raise
        return spool

    def _literals_of(
        self, file: IO[bytes], size: int, inside: tuple[str, ...], depth: int
    ) -> Iterator[Sighting]:
        if size > LONGEST_TEXT:
            yield inside, Kind.UNOPENED, (f"text of {size:,} bytes, too long to decode its literals",)
            return
        file.seek(0)
        seen: set[tuple[str, Kind]] = set()
        for encoding, data in decoded(file.read()):
            self._bytes -= len(data)
            if self._bytes < 0:
                yield inside, Kind.UNOPENED, (f"literals of more than {MOST_BYTES:,} bytes",)
                return
            if encoding == SQUEEZED:
                recogniser = Recogniser(binary=False)
                recogniser.feed(data)
                if (verdict := recogniser.verdict()) is not None:
                    yield (*inside, encoding), *verdict
                continue
            for where, kind, signatures in self._guessed(io.BytesIO(data), (*inside, encoding), depth + 1):
                if (encoding, kind) not in seen:
                    seen.add((encoding, kind))
                    yield where, kind, signatures

    def _guessed(self, file: IO[bytes], inside: tuple[str, ...], depth: int) -> Iterator[Sighting]:
        """The sightings in what may be bytes by chance: that it can't be opened says nothing."""
        self._guesses += 1
        for where, kind, signatures in self.at(file, inside, depth):
            if kind is not Kind.UNOPENED:
                yield where, kind, signatures
        self._guesses -= 1

    def _streams_of(
        self,
        streams: list[tuple[int, str]],
        file: IO[bytes],
        size: int,
        inside: tuple[str, ...],
        depth: int,
    ) -> Iterator[Sighting]:
        """What streams that begin somewhere inside a binary hold, as far as they can be unpacked."""
        for at, kind in streams:
            for name, stream in members(kind, io.BufferedReader(Part(file, at, size - at))):
                with self._spooled(stream, damaged=True) as member:
                    yield from self._guessed(member, (*inside, f"{name or kind} at {at:,}"), depth + 1)


def _own(
    file: IO[bytes], first: bytes, size: int, inside: tuple[str, ...], text: bool
) -> Generator[Sighting, None, list[tuple[int, str]]]:
    """What the file itself is; returns where in it streams seem to begin, and of which kind."""
    recogniser = Recogniser(binary=not text)
    searched = not text and not first.startswith(PLAIN_BINARIES)
    streams: list[tuple[int, str]] = []
    piece, at = first, 0
    file.seek(len(first))
    while piece:
        recogniser.feed(piece)
        if searched:
            streams += _beginnings(piece, at)
        at += len(piece)
        piece = file.read(min(_PIECE, size - at)) if at < size else b""
    if (verdict := recogniser.verdict()) is not None:
        yield inside, *verdict
    return streams[:_MOST_STREAMS]


def _beginnings(piece: bytes, offset: int) -> Iterator[tuple[int, str]]:
    for magic, kind in EMBEDDED.items():
        at = piece.find(magic)
        while at >= 0:
            yield offset + at, kind
            at = piece.find(magic, at + 1)


def _end_of(file: IO[bytes], first: bytes, size: int) -> bytes:
    if size <= len(first):
        return first[-TAIL:]
    file.seek(max(0, size - TAIL))
    return file.read(TAIL)
