"""A room in which a trace is left is refused, whatever the trace is called and wherever it lies."""

from __future__ import annotations

import gzip
import os
import shutil
from pathlib import Path

import pytest

from proctor.languages.catalogue import language
from proctor.rooms.probing import interpreters
from proctor.rooms.room import Room, build_room
from proctor.rooms.scanning import RoomRefused, ready_room, scan_root
from proctor.traces.signatures import Kind


def planted(root: Path, place: str, content: bytes) -> None:
    path = root / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def test_planted_library_under_an_honest_name(lua: Room, copy_of: object, library: Path) -> None:
    root = copy_of(lua)  # type: ignore[operator]
    planted(root, "usr/lib/libhonest.so.1", library.read_bytes())
    planted(root, "usr/share/lua/5.4/tables.bin.gz", gzip.compress(library.read_bytes()))
    scan = scan_root(root)
    assert [(finding.path, finding.kind) for finding in scan.findings] == [
        ("usr/lib/libhonest.so.1", Kind.ENGINE),
        ("usr/share/lua/5.4/tables.bin.gz", Kind.ENGINE),
    ]


def test_interpreter_that_loads_a_binding(lua: Room, copy_of: object) -> None:
    root = copy_of(lua)  # type: ignore[operator]
    planted(root, "usr/share/lua/5.4/luasql/init.lua", b"")
    planted(root, "usr/share/lua/5.4/lsqlite3.lua", b"return {}")
    scan = scan_root(root)
    assert {finding.kind for finding in scan.findings} == {Kind.NAME, Kind.ANSWERED}
    [answered] = [finding for finding in scan.findings if finding.kind is Kind.ANSWERED]
    assert answered.path == "usr/bin/lua"
    assert "lsqlite3" in answered.signatures[0]


def test_interpreter_that_does_not_answer(lua: Room, copy_of: object) -> None:
    root = copy_of(lua)  # type: ignore[operator]
    planted(root, "usr/bin/ruby", b"#!/bin/sh\necho no idea\n")
    (root / "usr/bin/ruby").chmod(0o755)
    [finding] = scan_root(root).findings
    assert (finding.path, finding.kind) == ("usr/bin/ruby", Kind.UNOPENED)
    assert "did not answer" in finding.signatures[0]


def test_interpreters_are_found_once_each(lua: Room) -> None:
    assert [program for program, _ in interpreters(lua.root)] == ["/usr/bin/lua"]
    assert (lua.root / "usr/bin/lua").is_symlink()
    assert (lua.root / "usr/bin/lua5.4").is_file()


def test_sitting_does_not_get_a_refused_room(tmp_path: Path, library: Path) -> None:
    chosen = language("lua")
    room = build_room(chosen, folder=tmp_path)
    assert build_room(chosen, folder=tmp_path) == room
    shutil.copy(library, room.root / "usr/lib/libhonest.so.1")
    with pytest.raises(
        RoomRefused, match=r"room for Lua is refused: engine: usr/lib/libhonest\.so\.1"
    ) as refused:
        ready_room(chosen, folder=tmp_path)
    assert len(refused.value.findings) == 1


def test_rooms_share_no_file_with_the_system(lua: Room) -> None:
    ours, theirs = (lua.root / "usr/bin/lua5.4").stat(), Path("/usr/bin/lua5.4").stat()
    assert (ours.st_dev, ours.st_ino) != (theirs.st_dev, theirs.st_ino)
    assert (lua.root / "usr/bin/lua5.4").read_bytes() == Path("/usr/bin/lua5.4").read_bytes()
    assert os.access(lua.root / "usr/bin/lua5.4", os.X_OK)
