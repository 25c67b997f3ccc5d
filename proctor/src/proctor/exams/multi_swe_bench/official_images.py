"""Images of the published dataset, made here: what the package's recipes say, without the two patches.

A recipe is a chain of Dockerfiles: a base with the toolchain and a clone, and on it the commit of the pull
request. Each is told here as a `Level`, whose name carries the hash of all that goes into it and into the
levels below, so that an image that is there is the right one. The published names are never used: what bears
them elsewhere holds the gold patch.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from proctor.exams.multi_swe_bench.levels import Level, RecipeError
from proctor.exams.multi_swe_bench.record import Record

OWN = "proctor/swe-official"
_KEPT_OUT = ("fix.patch", "test.patch")
_COPY = re.compile(r"^\s*(?:COPY|ADD)\s[^\n]*\b(?:fix|test)\.patch\b[^\n]*\n?", re.MULTILINE | re.IGNORECASE)
_FROM = re.compile(r"^(\s*FROM\s+(?:--\S+\s+)*)(\S+)", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """How images are made.

    need_clone: the Dockerfile clones the repository; else it is copied from `repositories`/org/repo.
    environment: variables that are set while an image is made.
    """

    need_clone: bool = True
    repositories: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)


def levels_of(instance: Any, record: Record, settings: BuildSettings) -> tuple[Level, ...]:
    """The images of an instance of the package, the lowest first.

    Raises RecipeError for a recipe that can't be told without the gold patch, or whose Dockerfile does not
    build on what it says; and whatever the package raises.
    """
    chain: list[Any] = []
    image = instance.dependency()
    while not isinstance(image, str):
        chain.append(image)
        image = image.dependency()
    found: list[Level] = []
    for image in reversed(chain):
        found.append(_level(image, found[-1] if found else None, record, settings))
    return tuple(found)


def _level(image: Any, below: Level | None, record: Record, settings: BuildSettings) -> Level:
    told = image.dockerfile()
    dockerfile = _COPY.sub("", told)
    files = {
        str(Path(file.dir) / file.name): file.content.encode()
        for file in image.files()
        if file.name not in _KEPT_OUT
    }
    gold = record.fix_patch.strip().encode()
    for name, content in {"Dockerfile": dockerfile.encode(), **files}.items():
        if gold and gold in content:
            raise RecipeError(f"multi-swe-bench: the gold patch stands in the image's {name}")
    if below is not None:
        parent = image.dependency().image_full_name()
        stages = [found for found in _FROM.finditer(dockerfile) if found[2] == parent]
        if not stages:
            raise RecipeError(f"multi-swe-bench: the Dockerfile does not build on {parent}")
        dockerfile = _FROM.sub(
            lambda found: found[1] + (below.name if found[2] == parent else found[2]), dockerfile
        )
    folder = None
    if image.need_copy_code:
        if settings.repositories is None:
            raise RecipeError("an image of a local clone needs repo_dir, the folder of the clones")
        folder = record.id.repo, settings.repositories / record.id.org / record.id.repo
        if not folder[1].is_dir():
            raise RecipeError(f"there is no clone of {record.id.org}/{record.id.repo} at {folder[1]}")
    digest = sha256(dockerfile.encode())
    if folder is not None:
        digest.update(_references(folder[1]))
    for name, content in sorted(files.items()):
        digest.update(f"\n{name} {len(content)}\n".encode() + content)
    slug = re.sub(r"[^a-z0-9._-]+", "-", f"{record.id.org}_m_{record.id.repo}".lower())
    tag = re.sub(r"[^A-Za-z0-9._-]+", "-", str(image.image_tag()))
    return Level(f"{OWN}-{slug}:{tag}-{digest.hexdigest()[:12]}", dockerfile, files, folder)


def _references(clone: Path) -> bytes:
    """What the branches of a clone point to, so that a fetched one makes another image."""
    command = ["git", "-c", "safe.directory=*", "-C", str(clone), "for-each-ref"]
    try:
        return subprocess.run(command, capture_output=True, timeout=60, check=True).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise RecipeError(f"{clone} is no git repository that can be read: {error}") from error
