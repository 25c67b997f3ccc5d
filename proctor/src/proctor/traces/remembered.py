"""Remembers the sightings of files between scans, so that a file is looked into once.

A file is known by device, inode, size and time of its last change, not by its path: rooms share their files.
Not for the files of submissions: who may set a file's time may make another file pass for one that was clean.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import Any

from proctor.traces.scan import Sighting
from proctor.traces.signatures import Kind

_MOST = 400_000  # files remembered; beyond, all are forgotten


def scanner_digest() -> str:
    """Changes with the scanner: what an older one saw is not taken for what this one would see."""
    digest = hashlib.sha256()
    for path in sorted(files("proctor.traces").iterdir(), key=lambda path: path.name):
        if path.name.endswith(".py"):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class Remembered:
    """Sightings kept in a folder; used as a context, and written at its end.

    Several processes may use one folder: what each has seen is put together.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / f"scanned-{scanner_digest()}.json"
        self._known: dict[str, list[Any]] = {}
        self._new: dict[str, list[Any]] = {}

    def __enter__(self) -> Remembered:
        self._known = self._read()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._new:
            self._write()

    def recall(self, status: os.stat_result) -> list[Sighting] | None:
        """See `scan.Memory`."""
        found = self._known.get(_key(status))
        if found is None:
            return None
        return [(tuple(inside), Kind(kind), tuple(signatures)) for inside, kind, signatures in found]

    def keep(self, status: os.stat_result, sightings: list[Sighting]) -> None:
        """See `scan.Memory`."""
        self._new[_key(status)] = [
            [list(inside), kind.value, list(signatures)] for inside, kind, signatures in sightings
        ]

    def _read(self) -> dict[str, list[Any]]:
        try:
            found = json.loads(self._path.read_text("utf-8"))
        except (FileNotFoundError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.with_suffix(".lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            everything = self._read() | self._new
            if len(everything) > _MOST:
                everything = self._new
            beside = self._path.with_suffix(".part")
            beside.write_text(json.dumps(everything, separators=(",", ":")), encoding="utf-8")
            beside.replace(self._path)


def _key(status: os.stat_result) -> str:
    return f"{status.st_dev}:{status.st_ino}:{status.st_size}:{status.st_mtime_ns}"
