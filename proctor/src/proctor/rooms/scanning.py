"""Scans a room for traces of SQLite, and refuses one in which any is left.

By content (every file, and what is packed in it), by name, and by asking every interpreter in the room.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from proctor.isolation.bubblewrap import Bubblewrap
from proctor.languages.catalogue import Language
from proctor.rooms.probing import interpreters, probe_room
from proctor.rooms.room import Room, build_room, rooms_folder
from proctor.traces.remembered import Remembered
from proctor.traces.scan import Finding, scan_tree


class RoomRefused(Exception):
    """A trace of SQLite is left in the room; `findings` lists them."""

    def __init__(self, room: str, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        more = f" and {len(findings) - 1} more" if len(findings) > 1 else ""
        super().__init__(f"the room for {room} is refused: {findings[0]}{more}")


@dataclass(frozen=True, slots=True)
class Scan:
    """What a scan looked at and found. files and bytes: of the room, remembered ones included."""

    findings: tuple[Finding, ...]
    files: int
    bytes: int
    programs: tuple[str, ...]
    seconds: float


def scan_root(root: Path, remembered: bool = True, progress: Callable[[str], None] | None = None) -> Scan:
    """Scan a room's root, or any folder that is laid out as one.

    remembered: whether files that did not change since an earlier scan are taken as that found them.
    Raises IsolationError if the interpreters can't be asked, and OSError.
    """
    begun = monotonic()
    sizes: list[int] = []
    with Remembered(rooms_folder()) as memory:
        findings = scan_tree(root, memory=memory if remembered else None, progress=sizes.append)
    asked = tuple(program for program, _ in interpreters(root))
    if asked:
        with tempfile.TemporaryDirectory(prefix="proctor-probe-") as folder:
            box = Path(folder, "room", "box")
            box.mkdir(parents=True)
            isolation = Bubblewrap(root)
            try:
                findings += probe_room(root, isolation, box, progress)
            finally:
                isolation.close()
    return Scan(tuple(findings), len(sizes), sum(sizes), asked, monotonic() - begun)


def ready_room(language: Language, documents: Path | None = None, folder: Path | None = None) -> Room:
    """The language's room, built if need be, scanned now and found clean.

    Raises RoomRefused if a trace of SQLite is in it, and what `build_room` and `scan_root` raise.
    """
    room = build_room(language, documents, folder)
    scan = scan_root(room.root)
    if scan.findings:
        raise RoomRefused(language.title, scan.findings)
    return room
