"""Copies of the system's files, each once, which all rooms share by hard links.

Copies, so that neither a room's making nor somebody's changing a file in a room can reach the system's own.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import stat
from pathlib import Path


class Store:
    """Copies of the system's files, each once, for rooms to link to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def link(self, source: Path, target: Path) -> None:
        """Make the target a file with the source's content, mode and time. Raises OSError."""
        status = source.stat()
        told = f"{source}:{status.st_ino}:{status.st_size}:{status.st_mtime_ns}:{status.st_mode}"
        name = hashlib.sha256(told.encode("utf-8", "surrogateescape")).hexdigest()
        kept = self._folder / name[:2] / name[2:]
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            beside = kept.with_name(f"{kept.name}.{os.getpid()}")
            shutil.copy2(source, beside)
            beside.chmod(stat.S_IMODE(status.st_mode) & 0o755 | stat.S_IRUSR)
            beside.rename(kept)
        try:
            os.link(kept, target)
        except OSError as error:
            if error.errno not in (errno.EMLINK, errno.EXDEV, errno.EPERM):
                raise
            shutil.copy2(kept, target)
