"""How a submission says what it is: ``submission.toml`` in its folder.

::

    language = "ocaml"                # a name of the catalogue: the sources are checked and built
    entry = "engine.ml"               # the file that the language's fixed commands build or run
    sources = ["util.ml", "sql.ml"]   # optional: the order in which the other files are compiled

    command = ["python3", "engine.py"]  # instead, for one's own candidates: called as it stands, not checked
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from proctor.languages.catalogue import Language, languages

MANIFEST = "submission.toml"


class BadManifest(ValueError):
    """The manifest can't be read or says what makes no sense; the message is for its writer."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a submission says of itself; empty where it says nothing."""

    language: str = ""
    entry: str = ""
    sources: tuple[str, ...] = ()
    command: tuple[str, ...] = ()

    def entry_for(self, language: Language) -> str:
        """The entry file: as named, or the one file of the command that has an ending of the language.

        Raises BadManifest if neither names one.
        """
        if self.entry:
            if PurePosixPath(self.entry).suffix not in language.endings:
                raise BadManifest(
                    f"entry = {self.entry!r} is no file of {language.title} ({', '.join(language.endings)})"
                )
            return self.entry
        named = [word for word in self.command if PurePosixPath(word).suffix in language.endings]
        if len(named) != 1:
            raise BadManifest(f'{MANIFEST} must say: entry = "FILE", its main file of {language.title}')
        return _inside("command", named[0])


def _inside(key: str, word: str) -> str:
    path = PurePosixPath(word)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise BadManifest(f"{key} names {word!r}, which is no file of the submission")
    return path.as_posix()


def _words(table: dict[str, object], key: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(word, str) and word for word in value):
        raise BadManifest(f'{MANIFEST}: {key} must be a list of words: {key} = ["…"]')
    return tuple(value)


def _word(table: dict[str, object], key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise BadManifest(f'{MANIFEST}: {key} must be a word: {key} = "…"')
    return value


def parse_manifest(text: bytes) -> Manifest:
    """Read a manifest. Raises BadManifest."""
    try:
        table: dict[str, object] = tomllib.loads(text.decode())
    except ValueError as error:
        raise BadManifest(f"{MANIFEST} can't be read: {error}") from error
    entry = _word(table, "entry")
    manifest = Manifest(
        language=_word(table, "language"),
        entry=_inside("entry", entry) if entry else "",
        sources=tuple(_inside("sources", word) for word in _words(table, "sources")),
        command=_words(table, "command"),
    )
    if manifest.entry and not manifest.language:
        known = ", ".join(languages())
        raise BadManifest(f'{MANIFEST} names an entry and no language; say language = "…", one of {known}')
    return manifest


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of a submission's folder, or None where there is none. Raises BadManifest and OSError."""
    path = folder / MANIFEST
    if path.is_symlink():
        raise BadManifest(f"{MANIFEST} is a link")
    return parse_manifest(path.read_bytes()) if path.is_file() else None
