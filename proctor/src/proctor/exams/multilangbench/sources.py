"""Reading cases from where they lie: a folder as published, a file of JSON lines, or the bundled ones.

Every reader yields cases and, in their place, what could not be read as one: nothing is dropped in silence.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import IO, Protocol, TypeAlias, cast

import zstandard

from proctor.core.case import Malformed
from proctor.exams.multilangbench.case import SqlCase, is_name, make_case, name_of
from proctor.exams.multilangbench.features import features_of
from proctor.grading.exam import ExamError, Provenance

Item: TypeAlias = SqlCase | Malformed
FIELDS = ("initial_database", "user_query", "validation_query", "expected_output")
ADDRESS = "https://github.com/openai/MultiLangBench"
BUNDLED = Path(__file__).parent / "bundled" / "cases.jsonl"
_ENDINGS = ("", ".sql", ".txt")
_ZSTD = b"\x28\xb5\x2f\xfd"
_GZIP = b"\x1f\x8b"


class Source(Protocol):
    """A place that cases can be read from, any number of times."""

    def provenance(self) -> Provenance:
        """Where the cases come from."""
        ...

    def __iter__(self) -> Iterator[Item]:
        """Every case, or what is there in place of one."""
        ...


class JsonLines:
    """A file of one JSON object per line, plain or compressed with gzip or zstd; told by its first bytes."""

    def __init__(self, path: Path, label: str | None = None) -> None:
        self._path = path
        self._label = label or path.name

    def provenance(self) -> Provenance:
        """The file's name and the SHA-256 of its bytes."""
        with self._path.open("rb") as stream:
            digest = sha256()
            while block := stream.read(1 << 20):
                digest.update(block)
        return Provenance(self._label, digest.hexdigest())

    def _open(self, stack: ExitStack) -> IO[bytes]:
        raw = stack.enter_context(self._path.open("rb"))
        head = raw.read(4)
        raw.seek(0)
        if head == _ZSTD:
            reader = stack.enter_context(
                zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True)
            )
            return cast(IO[bytes], io.BufferedReader(cast(io.RawIOBase, reader), 1 << 20))
        if head[:2] == _GZIP:
            return cast(IO[bytes], stack.enter_context(gzip.GzipFile(fileobj=raw)))
        return raw

    def __iter__(self) -> Iterator[Item]:
        number = 0
        with ExitStack() as stack:
            lines = iter(self._open(stack))
            while True:
                number += 1
                where = f"{self._label}:{number}"
                try:
                    line = next(lines)
                except StopIteration:
                    return
                except (zstandard.ZstdError, EOFError, zlib.error, gzip.BadGzipFile) as error:
                    yield Malformed(where, f"the compressed file is damaged from here on: {error}")
                    return
                if line.strip():
                    yield _from_line(where, line)


def _from_line(where: str, line: bytes) -> Item:
    try:
        record = json.loads(line)
    except ValueError as error:
        return Malformed(where, f"not JSON: {error}")
    if not isinstance(record, dict):
        return Malformed(where, "not a JSON object")
    texts = []
    for key in FIELDS:
        value = record.get(key)
        if not isinstance(value, str):
            return Malformed(where, f"{key} is missing" if value is None else f"{key} is not a string")
        try:
            texts.append(value.encode("utf-8", "surrogateescape"))
        except UnicodeEncodeError:
            return Malformed(where, f"{key} holds half of a surrogate pair")
    initial, query, validation, expected = texts
    name = record.get("name")
    if not isinstance(name, str) or not is_name(name):
        return Malformed(where, "name is not 64 lower-case hex digits")
    if name != name_of(initial, query, validation):
        return Malformed(where, f"name {name[:12]}… is not the SHA-256 of the texts")
    given = record.get("features")
    if isinstance(given, list) and all(isinstance(tag, str) for tag in given):
        tags = tuple(given)
    else:
        tags = features_of(query, validation)
    source = record.get("source")
    return make_case(
        name, (initial, query, validation, expected), tags, source if isinstance(source, str) else ""
    )


class Folder:
    """The published layout: a folder per case, named by its hash, that holds the four texts as files.

    The four names may end in `.sql`, `.txt` or nothing. Case folders are looked for at any depth, so that
    both a clone of the repository and the folder of its tests can be given.
    """

    def __init__(self, path: Path, label: str | None = None, revision: str | None = None) -> None:
        self._path = path
        self._label = label or path.name
        self._revision = revision

    def provenance(self) -> Provenance:
        """The commit if it is known, else the SHA-256 over the names and content hashes of all cases."""
        if self._revision is not None:
            return Provenance(self._label, self._revision)
        digest = sha256()
        for item in self:
            if isinstance(item, SqlCase):
                digest.update(f"{item.name} {item.content_hash}\n".encode())
        return Provenance(self._label, digest.hexdigest())

    def _case_folders(self, folder: Path, depth: int) -> Iterator[Path]:
        try:
            entries = sorted(entry for entry in folder.iterdir() if entry.is_dir() and entry.name != ".git")
        except OSError as error:
            raise ExamError(f"{folder} can't be read: {error.strerror}") from error
        for entry in entries:
            if is_name(entry.name.lower()) or _holds_texts(entry):
                yield entry
            elif depth > 0:
                yield from self._case_folders(entry, depth - 1)

    def __iter__(self) -> Iterator[Item]:
        for folder in self._case_folders(self._path, depth=4):
            yield _from_folder(folder, str(folder.relative_to(self._path)))


def _holds_texts(folder: Path) -> bool:
    return any((folder / f"user_query{ending}").is_file() for ending in _ENDINGS)


def _from_folder(folder: Path, where: str) -> Item:
    if not is_name(folder.name):
        return Malformed(where, "the folder's name is not 64 lower-case hex digits")
    texts = []
    for key in FIELDS:
        found = [folder / f"{key}{ending}" for ending in _ENDINGS if (folder / f"{key}{ending}").is_file()]
        if len(found) != 1:
            return Malformed(
                where, f"{key} is missing" if not found else f"{key} is there {len(found)} times"
            )
        try:
            texts.append(found[0].read_bytes())
        except OSError as error:
            return Malformed(where, f"{found[0].name} can't be read: {error.strerror}")
    initial, query, validation, expected = texts
    return make_case(folder.name, (initial, query, validation, expected), features_of(query, validation))


def open_source(path: Path | None, cache: Path) -> Source:
    """The source a person named, or by default the fetched repository if there is one, else the bundled
    cases.

    Raises ExamError if nothing is at the path.
    """
    if path is None:
        from proctor.exams.public_repository import fetched

        clone = fetched(cache)
        if clone is not None:
            return Folder(clone.folder, label=clone.address, revision=clone.commit)
        return JsonLines(BUNDLED, label="bundled")
    if str(path) == "bundled" and not path.exists():
        return JsonLines(BUNDLED, label="bundled")
    if path.is_dir():
        return Folder(path)
    if path.is_file():
        return JsonLines(path)
    raise ExamError(f"there are no cases at {path}")
