"""Rooms are kept in the user's cache, as in use: a second run of the tests finds them there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from proctor.languages.catalogue import language
from proctor.rooms.room import Room
from proctor.rooms.scanning import ready_room

Copy = Callable[[Room], Path]


@pytest.fixture(scope="session")
def lua() -> Room:
    """A clean room, the smallest there is."""
    return ready_room(language("lua"))


@pytest.fixture
def copy_of(tmp_path: Path) -> Copy:
    """Makes a copy of a room's root in which things can be planted."""

    def copied(room: Room) -> Path:
        root = tmp_path / "root"

        def link(source: str, target: str) -> None:
            try:
                os.link(source, target)
            except OSError:
                shutil.copy2(source, target)

        shutil.copytree(room.root, root, symlinks=True, copy_function=link)
        return root

    return copied


@pytest.fixture(scope="session")
def library() -> Path:
    """This machine's libsqlite3."""
    found = sorted(Path("/usr/lib").glob("*/libsqlite3.so.0"))
    assert found, "the tests need Debian's libsqlite3-0"
    return found[0].resolve()
