"""An image that is made here of a Dockerfile, one of a chain."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


class RecipeError(ValueError):
    """There is no recipe for an instance, or what stands there is none."""


@dataclass(frozen=True, slots=True)
class Level:
    """One image to be made: its name, its Dockerfile, the files beside it, and a folder to be copied in."""

    name: str
    dockerfile: str
    files: Mapping[str, bytes]
    folder: tuple[str, Path] | None = None

    def context(self) -> bytes:
        """The build context, as a tar archive."""
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w") as archive:
            for path, content in (("Dockerfile", self.dockerfile.encode()), *sorted(self.files.items())):
                entry = tarfile.TarInfo(path)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
            if self.folder is not None:
                archive.add(self.folder[1], arcname=self.folder[0])
        return buffer.getvalue()
