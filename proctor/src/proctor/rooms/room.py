"""A room on this machine: a root of allow-listed files, which the bubblewrap isolation shows for ours."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from proctor.languages.catalogue import Language
from proctor.rooms.contract import contract
from proctor.rooms.documents import PLACE, find_documents, lay_documents
from proctor.rooms.packages import NotInstalled, Package, closure, installed
from proctor.rooms.root import lay_out, wanted_files
from proctor.rooms.store import Store

INSTRUCTIONS = "usr/share/doc/proctor/INSTRUCTIONS.md"
# What one works with in any room, as far as it is installed here.
_TOOLS = (
    "bash",
    "dash",
    "coreutils",
    "sed",
    "grep",
    "mawk",
    "findutils",
    "diffutils",
    "tar",
    "gzip",
    "libc-bin",
)
_TOOLS_IF_THERE = ("bsdextrautils", "xxd", "less", "file", "patch", "make")
_FORMAT = 1  # counts up when the code below makes another room of the same packages
_ABOUT = "room.json"


@dataclass(frozen=True, slots=True)
class Room:
    """A room that was built.

    root: what `isolation.bubblewrap.Bubblewrap(root=…)` shows. packages: `NAME VERSION` of what is in it.
    """

    language: str
    root: Path
    packages: tuple[str, ...]


def rooms_folder() -> Path:
    """`proctor/rooms` in `$PROCTOR_CACHE`, else `$XDG_CACHE_HOME`, else `~/.cache`; it need not exist."""
    base = os.environ.get("PROCTOR_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "proctor" / "rooms"


def build_room(language: Language, documents: Path | None = None, folder: Path | None = None) -> Room:
    """The language's room, built if it is not there for these versions of its packages.

    documents: a folder or zip archive of SQLite's documentation, instead of Debian's. folder: where rooms are
    kept. Raises NotInstalled, NoDocuments and OSError. It is not scanned: `scanning.ready_room` does both.
    """
    if not language.packages:
        raise NotInstalled(f"its tools are in the image {language.image} alone: build its room with --docker")
    kept = folder or rooms_folder()
    tools = [name for name in _TOOLS_IF_THERE if name in installed()]
    packages = closure([*_TOOLS, *tools, *language.packages])
    pages = find_documents(documents)
    place = kept / f"{language.name}-{_digest(language, packages, pages)}"
    with _locked(kept / f"{language.name}.lock"):
        if not (place / _ABOUT).is_file():
            _build(place, language, packages, pages, Store(kept / "files"))
    told = json.loads((place / _ABOUT).read_text("utf-8"))
    return Room(language.name, place / "root", tuple(told["packages"]))


def _digest(language: Language, packages: list[Package], documents: Path) -> str:
    status = documents.stat()
    told = (
        _FORMAT, contract(language), language.shows, language.purge, str(documents), status.st_mtime_ns,
        [(package.name, package.version) for package in packages],
    )  # fmt: skip
    return hashlib.sha256(repr(told).encode()).hexdigest()[:12]


def _build(place: Path, language: Language, packages: list[Package], documents: Path, store: Store) -> None:
    if place.exists():
        remove_room(place)
    beside = Path(tempfile.mkdtemp(prefix=f"{language.name}-", suffix=".part", dir=place.parent))
    try:
        root = beside / "root"
        root.mkdir()
        lay_out(root, wanted_files(packages, language.shows, language.purge), store)
        lay_documents(documents, root / PLACE, store)
        instructions = root / INSTRUCTIONS
        instructions.parent.mkdir(parents=True)
        instructions.write_text(contract(language), encoding="utf-8")
        told = {"language": language.name, "packages": [f"{one.name} {one.version}" for one in packages]}
        (beside / _ABOUT).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        beside.rename(place)
    except BaseException:
        remove_room(beside)
        raise


def remove_room(place: Path) -> None:
    """Remove a room's folder. Raises OSError."""
    shutil.rmtree(place)


def remove_rooms(folder: Path | None = None) -> int:
    """Remove all rooms and the files they share; returns how many rooms there were. Raises OSError."""
    kept = folder or rooms_folder()
    rooms = [path.parent for path in kept.glob(f"*/{_ABOUT}")]
    if kept.is_dir():
        shutil.rmtree(kept)
    return len(rooms)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
