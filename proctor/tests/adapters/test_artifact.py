"""Unpacking what a hostile room gives out: all of it inside the folder, or refused."""

from __future__ import annotations

import errno
import io
import os
import tarfile
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.adapters.inspect import artifact
from proctor.adapters.inspect.artifact import unpack
from proctor.grading.exam import Refused

FILE, FOLDER, LINK, HARD = tarfile.REGTYPE, tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE


def member(name: str, kind: bytes = FILE, target: str = "", mode: int = 0o644) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname, entry.mode = kind, target, mode
    return entry


def packed(entries: Sequence[tuple[tarfile.TarInfo, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        for entry, content in entries:
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def bare(*entries: tarfile.TarInfo) -> bytes:
    return packed([(entry, b"") for entry in entries])


def test_files_folders_and_links_inside_come_out(tmp_path: Path) -> None:
    unpack(
        packed(
            [
                (member("./src", FOLDER), b""),
                (member("./src/a.py", mode=0o4755), b"print()"),
                (member("./b.py", HARD, "src/a.py"), b""),
                (member("./src/c.py", LINK, "../b.py"), b""),
                (member("./deep/down/d"), b"d"),
            ]
        ),
        tmp_path,
    )
    assert (tmp_path / "src" / "c.py").read_bytes() == b"print()"
    assert (tmp_path / "src" / "a.py").stat().st_mode & 0o7777 == 0o755, "set-user-id is dropped"
    assert (tmp_path / "deep" / "down" / "d").stat().st_mode & 0o7777 == 0o644
    assert (tmp_path / "b.py").stat().st_nlink == 1, "a second name is a copy"


HOSTILE = {
    "up": bare(member("../x")),
    "up later": bare(member("a/../../x")),
    "absolute": bare(member("/etc/x")),
    "link up": bare(member("l", LINK, "../..")),
    "absolute link": bare(member("l", LINK, "/etc")),
    "through a link": bare(member("l", LINK, "/tmp"), member("l/x")),
    "link through links": bare(member("s", LINK, "."), member("s/s/s/l", LINK, "../../x")),
    "target through links": bare(member("s", LINK, "."), member("l", LINK, "s/s/../../x")),
    "folder through links": bare(
        member("s", LINK, "."), member("s/s/s/l", LINK, "../../"), member("l/made/x")
    ),
    "hard link up": bare(member("h", HARD, "../../etc/passwd")),
    "hard link to a link": bare(member("s", LINK, "x"), member("h", HARD, "s")),
    "hard link to nothing": bare(member("h", HARD, "nothing")),
    "device": bare(member("d", tarfile.CHRTYPE)),
    "block device": bare(member("d", tarfile.BLKTYPE)),
    "pipe": bare(member("p", tarfile.FIFOTYPE)),
    "twice": bare(member("x"), member("x")),
    "file and folder": bare(member("x"), member("x/y")),
    "long name": bare(member("n" * 300)),
    "zero in a name": bare(member("a")).replace(b"a" + b"\0" * 99, b"a\0b" + b"\0" * 97),
    "no archive": b"this is no archive" * 100,
    "cut short": packed([(member("x"), b"y" * 5000)])[:2000],
    "compressed": b"\x1f\x8b\x08\x00" + b"\0" * 600,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_archives_are_refused_and_nothing_gets_out(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "deep" / "submission"
    folder.mkdir(parents=True)
    with pytest.raises(Refused):
        unpack(HOSTILE[name], folder)
    assert [path.name for path in tmp_path.iterdir()] == ["deep"]
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["submission"]


def sparse_bomb() -> bytes:
    """A pax sparse member of 1 TiB in a few hundred bytes."""
    entry = member("bomb")
    entry.pax_headers = {
        "GNU.sparse.major": "1",
        "GNU.sparse.minor": "0",
        "GNU.sparse.realsize": str(1 << 40),
    }
    content = b"1\n0\n0\n".ljust(512, b"\0")
    entry.size = len(content)
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as tar:
        tar.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def headers_upon_headers() -> bytes:
    """Long-name headers, each followed by the next: a parser that calls itself runs out of stack."""
    header = member("././@LongLink", tarfile.GNUTYPE_LONGNAME)
    header.size = 2
    one = header.tobuf(tarfile.GNU_FORMAT) + b"a\0".ljust(512, b"\0")
    return one * 3000 + bare(member("x"))


@pytest.mark.parametrize("bomb", [sparse_bomb, headers_upon_headers])
def test_bombs_are_refused(tmp_path: Path, bomb: object) -> None:
    assert callable(bomb)
    with pytest.raises(Refused):
        unpack(bomb(), tmp_path)
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) == 0


def test_too_many_and_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artifact, "MOST_FILES", 3)
    with pytest.raises(Refused, match="larger than"):
        unpack(bare(*(member(str(number)) for number in range(4))), tmp_path)
    monkeypatch.setattr(artifact, "MOST_BYTES", 10)
    (tmp_path / "other").mkdir()
    with pytest.raises(Refused, match="larger than"):
        unpack(packed([(member("a"), b"123456"), (member("b"), b"123456")]), tmp_path / "other")


def test_a_full_disk_is_no_fault_of_the_submission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "symlink_to", full)
    with pytest.raises(OSError, match="No space"):
        unpack(bare(member("l", LINK, "x")), tmp_path)


_names = st.lists(st.sampled_from(["s", "t", "a", "..", ".", "b"]), min_size=1, max_size=4).map("/".join)
_members = st.tuples(_names, st.sampled_from([FILE, FOLDER, LINK, HARD, LINK]), _names)


@settings(max_examples=150, deadline=None)
@given(st.lists(_members, max_size=7))
def test_whatever_comes_out_stays_inside(told: list[tuple[str, bytes, str]]) -> None:
    with tempfile.TemporaryDirectory() as outside:
        folder = Path(outside, "one", "two", "three", "submission")
        folder.mkdir(parents=True)
        try:
            unpack(bare(*(member(name, kind, target) for name, kind, target in told)), folder)
        except Refused:
            pass
        else:
            for path in folder.rglob("*"):
                assert Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
        seen = [path for path in Path(outside).rglob("*") if not path.is_relative_to(folder)]
        assert len(seen) == 3, "nothing is made outside, whatever the links say"


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2047), st.binary(min_size=1, max_size=60))
def test_a_damaged_archive_is_unpacked_or_refused(at: int, noise: bytes) -> None:
    archive = bytearray(bare(member("a/b", FOLDER), member("a/l", LINK, "b"), member("a/f")))
    archive[at : at + len(noise)] = noise
    with tempfile.TemporaryDirectory() as folder, suppress(Refused):
        unpack(bytes(archive), Path(folder))
        assert {path.name for path in Path(folder).iterdir()}
