"""SQLite 3.40.1's documentation for a room: Debian's package sqlite3-doc, or the archive of sqlite.org."""

from __future__ import annotations

import zipfile
from pathlib import Path, PurePosixPath

from proctor.rooms.store import Store

PLACE = "usr/share/doc/sqlite3"  # in the room
DEBIAN = Path("/usr/share/doc/sqlite3")
HOW_TO_GET = (
    "the documentation of SQLite 3.40.1 is missing: `apt-get install sqlite3-doc` (Debian 12), or give "
    "sqlite-doc-3400100.zip of sqlite.org by --docs"
)
# Pages and their pictures: not the search database that Debian packs beside them.
_ENDINGS = (".html", ".css", ".gif", ".svg", ".png", ".jpg", ".ico", ".txt", ".pdf")
_ENTRY = "lang.html"  # a page that any copy of it has


class NoDocuments(Exception):
    """There is no documentation at the place named; the message says how to get it."""


def find_documents(given: Path | None) -> Path:
    """The folder or zip archive to take. Raises NoDocuments."""
    path = given or DEBIAN
    if (path / _ENTRY).is_file() or (path.is_file() and zipfile.is_zipfile(path)):
        return path
    raise NoDocuments(f"no documentation of SQLite at {path}: {HOW_TO_GET}" if given else HOW_TO_GET)


def lay_documents(source: Path, target: Path, store: Store) -> None:
    """Put the pages into the target folder. Raises NoDocuments and OSError."""
    if source.is_dir():
        for path in sorted(source.rglob("*")):
            if path.suffix in _ENDINGS and path.is_file():
                page = target / path.relative_to(source)
                page.parent.mkdir(parents=True, exist_ok=True)
                store.link(path, page)
    else:
        _unpack(source, target)
    if not (target / _ENTRY).is_file():
        raise NoDocuments(f"{source} has no page {_ENTRY}: {HOW_TO_GET}")


def _unpack(source: Path, target: Path) -> None:
    with zipfile.ZipFile(source) as archive:
        for info in archive.infolist():
            # The archive holds one folder with all pages in it.
            parts = PurePosixPath(info.filename).parts[1:]
            if parts and ".." not in parts and info.filename.endswith(_ENDINGS):
                page = target.joinpath(*parts)
                page.parent.mkdir(parents=True, exist_ok=True)
                page.write_bytes(archive.read(info))
