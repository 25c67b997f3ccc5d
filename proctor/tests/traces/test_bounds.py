"""What can't be looked into is told, and the look ends."""

from __future__ import annotations

import gzip
import io
import os
import zipfile
from pathlib import Path

import pytest

from proctor.traces import scan as scanning
from proctor.traces.remembered import Remembered
from proctor.traces.scan import scan_file, scan_tree
from proctor.traces.signatures import Kind, character_types


def findings(data: bytes) -> list[tuple[Kind, str]]:
    return [(kind, signatures[0]) for _, kind, signatures in scan_file(io.BytesIO(data))]


def test_bomb_is_not_unpacked_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "MOST_BYTES", 20 << 20)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(10):
            archive.writestr(f"{number}", bytes(5 << 20))
    assert findings(buffer.getvalue()) == [(Kind.UNOPENED, "more than 20,971,520 bytes packed")]


def test_too_many_members_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "MOST_MEMBERS", 10)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for number in range(11):
            archive.writestr(f"{number}", b"x")
    assert findings(buffer.getvalue()) == [(Kind.UNOPENED, "more than 10 files packed")]


def test_too_deep_is_told() -> None:
    data = b"honest"
    for _ in range(scanning.DEPTH + 1):
        data = gzip.compress(data)
    [(kind, signature)] = findings(data)
    assert kind is Kind.UNOPENED and "containers deep" in signature


def test_encrypted_zip_is_told() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("secret", b"x" * 100)
    data = bytearray(buffer.getvalue())
    data[6] |= 1  # the flags of the local header and of the directory's entry: encrypted
    data[data.rfind(b"PK\x01\x02") + 8] |= 1
    [(kind, signature)] = findings(bytes(data))
    assert kind is Kind.UNOPENED and "secret" in signature


@pytest.mark.parametrize(
    "data", [b"7z\xbc\xaf\x27\x1c" + bytes(50), b"hsqs" + bytes(50), gzip.compress(os.urandom(5000))[:3000]]
)
def test_what_cannot_be_opened_is_told(data: bytes) -> None:
    [(kind, _)] = findings(data)
    assert kind is Kind.UNOPENED


def test_text_too_long_for_its_literals_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "LONGEST_TEXT", 100)
    assert findings(b"x = 1\n" * 50) == [
        (Kind.UNOPENED, "text of 300 bytes, too long to decode its literals")
    ]


@pytest.mark.parametrize("beyond", [0, 1, 100, 255])
def test_table_across_two_pieces_is_found(beyond: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "_PIECE", 5000 + beyond)
    [(kind, _)] = findings(bytes(5000) + character_types() + bytes(9000))
    assert kind is Kind.ENGINE


def test_file_is_looked_into_once_and_again_when_it_changed(tmp_path: Path, engine: bytes) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "a").write_bytes(b"honest")
    with Remembered(tmp_path / "memory") as memory:
        assert memory.recall((tree / "a").stat()) is None
        assert scan_tree(tree, memory=memory) == []
    with Remembered(tmp_path / "memory") as memory:
        assert memory.recall((tree / "a").stat()) == []
        (tree / "a").write_bytes(engine)
        assert [finding.kind for finding in scan_tree(tree, memory=memory)] == [Kind.ENGINE]
    with Remembered(tmp_path / "memory") as memory:
        os.link(tree / "a", tree / "b")
        assert [finding.path for finding in scan_tree(tree, memory=memory)] == ["a", "b"]
