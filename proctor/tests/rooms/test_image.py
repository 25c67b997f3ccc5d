"""A room as a Docker image: the Dockerfile's text, and a real build from a base made of a room's own files."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.languages.catalogue import language
from proctor.rooms.dockerfile import dockerfile_of, purge_script
from proctor.rooms.image import ImageError, build_image, image_name, ready_image, scan_image
from proctor.rooms.room import Room
from proctor.traces.signatures import Kind

_BASE = "proctor-test-room-base"


def test_dockerfile_of_a_language_of_debian() -> None:
    text = dockerfile_of(language("ocaml"))
    assert "\nFROM debian:12-slim\n" in text
    assert "ocaml-nox" in text and "sqlite3-doc" not in text
    assert text.index("apt-get install") < text.index("RUN sh /tmp/purge.sh") < text.index("COPY docs")
    assert "\nFROM mine:1\n" in dockerfile_of(language("ocaml"), "mine:1")


def test_dockerfile_of_a_language_of_an_image() -> None:
    text = dockerfile_of(language("visual-basic"))
    assert "\nFROM mcr.microsoft.com/dotnet/sdk:8.0\n" in text
    assert "apt-get" not in text and "/opt/vb" in text


def test_purge_script_removes_sqlite_and_nothing_else(tmp_path: Path) -> None:
    for place in (
        "usr/lib/libsqlite3.so.0",
        "usr/lib/python3/sqlite3/dump.py",
        "opt/x/bin/cargo",
        "usr/bin/keep",
    ):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    script = (
        purge_script(language("rust"))
        .replace("find / ", f"find {tmp_path} ")
        .replace("rm -rf /usr", "true /usr")
    )
    subprocess.run(["sh", "-c", script], check=True)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["keep"]


@pytest.fixture(scope="module")
def base(lua: Room, library: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A base image made of a room's root, and a planted libsqlite3."""
    root = tmp_path_factory.mktemp("base") / "root"
    shutil.copytree(lua.root, root, symlinks=True)
    shutil.rmtree(root / "usr/share/doc/sqlite3")
    shutil.copy(library, root / "usr/lib/libsqlite3.so.0")
    (root / "tmp").mkdir()
    tar = subprocess.run(["tar", "-C", str(root), "-c", "."], capture_output=True, check=True)
    subprocess.run(["docker", "import", "-", _BASE], input=tar.stdout, capture_output=True, check=True)
    yield _BASE
    subprocess.run(["docker", "rmi", "--force", _BASE], capture_output=True, check=False)


@pytest.mark.docker
def test_image_is_purged_and_scanned(base: str) -> None:
    found = scan_image(base).findings
    assert {finding.kind for finding in found} == {Kind.NAME, Kind.ENGINE}
    chosen = dataclasses.replace(language("lua"), name="test-lua", packages=())
    try:
        name = ready_image(chosen, base)
        assert name == image_name(chosen)
        shown = "ls /usr/share/doc/sqlite3/lang.html /usr/share/doc/proctor/INSTRUCTIONS.md && lua5.4 -v"
        run = ["docker", "run", "--rm", "--network", "none", name, "sh", "-c", shown]
        assert "Lua 5.4" in subprocess.run(run, capture_output=True, text=True, check=True).stdout
    finally:
        subprocess.run(["docker", "rmi", "--force", image_name(chosen)], capture_output=True, check=False)


@pytest.mark.docker
def test_base_that_is_not_to_be_had_is_told() -> None:
    with pytest.raises(ImageError, match="is the base image proctor-has-no-such to be had"):
        build_image(language("lua"), "proctor-has-no-such")
