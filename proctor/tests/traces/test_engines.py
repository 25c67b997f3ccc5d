"""Engines are found as they are, and in whatever packs or encodes them."""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import lzma
import random
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.traces.scan import Finding, scan_file, scan_tree
from proctor.traces.signatures import KEYWORDS, Kind, character_types

Packer = Callable[[bytes], bytes]


def zipped(data: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("org/example/native/thing.so", data)
    return buffer.getvalue()


def tarred(data: bytes) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        entry = tarfile.TarInfo("lib/thing.so")
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def archived(data: bytes) -> bytes:
    header = f"{'thing.o':<16}{0:<12}{0:<6}{0:<6}{'644':<8}{len(data):<10}`\n".encode()
    return b"!<arch>\n" + header + data + b"\n" * (len(data) % 2)


def lines(text: bytes, width: int, form: bytes) -> bytes:
    return b"\n".join(form % text[at : at + width] for at in range(0, len(text), width))


ARCHIVES: dict[str, Packer] = {
    "zip": zipped,
    "tar": tarred,
    "ar": archived,
    "gzip": gzip.compress,
    "xz": lzma.compress,
    "lzma": lambda data: lzma.compress(data, format=lzma.FORMAT_ALONE),
    "bzip2": bz2.compress,
    "zstandard": lambda data: zstandard.ZstdCompressor().compress(data),
    "zlib": zlib.compress,
    "behind a program": lambda data: b"#!/bin/sh\nexec unzip $0\n" + zipped(data),
}
LITERALS: dict[str, Packer] = {
    "base64, one literal": lambda data: b'blob = "' + base64.b64encode(data) + b'"\n',
    "base64, MIME lines": lambda data: b'blob = """\n' + base64.encodebytes(data) + b'"""\n',
    "base64, literals added up": lambda data: lines(base64.b64encode(data), 64, b'    "%s" +'),
    "base64 for URLs": lambda data: b"const blob = '" + base64.urlsafe_b64encode(data) + b"';",
    "hexadecimal": lambda data: lines(data.hex().encode(), 80, b"DATA '%s'"),
    "base85": lambda data: b"blob = b'" + base64.b85encode(data) + b"'",
    "ascii85": lambda data: b'(def blob "<~' + base64.a85encode(data) + b'~>")',
    "escapes, hexadecimal": lambda data: b'"' + b"".join(b"\\x%02x" % byte for byte in data) + b'"',
    "escapes, octal": lambda data: b'"' + b"".join(b"\\%03o" % byte for byte in data) + b'"',
    "escapes, decimal": lambda data: b'"' + b"".join(b"\\%03d" % byte for byte in data) + b'"',
    "numbers": lambda data: b"{ " + b", ".join(b"%d" % byte for byte in data) + b" }",
    "numbers, hexadecimal": lambda data: b"[" + b",\n".join(b"0x%02X" % byte for byte in data) + b"]",
    "numbers, Pascal": lambda data: b"(" + b", ".join(b"$%02x" % byte for byte in data) + b")",
    "numbers, Visual Basic": lambda data: b"{" + b", ".join(b"&H%02X" % byte for byte in data) + b"}",
    "numbers of four bytes": lambda data: b"".join(
        b"0x%08x,\n" % int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)
    ),
}


def kinds(data: bytes) -> set[Kind]:
    return {kind for _, kind, _ in scan_file(io.BytesIO(data))}


def test_library_is_an_engine_by_every_signature(library: Path) -> None:
    [finding] = scan_tree(library, names=False)
    assert finding.kind is Kind.ENGINE
    assert finding.inside == ()
    assert {signature.split(" with")[0] for signature in finding.signatures} == {
        "character-type table",
        "keyword table",
        "source id",
    }


def test_library_without_its_tables_is_still_an_engine(library: Path) -> None:
    data = library.read_bytes()
    for table in (KEYWORDS, character_types()):
        data = data.replace(table, bytes(len(table)))
    [(_, kind, signatures)] = scan_file(io.BytesIO(data))
    assert kind is Kind.ENGINE
    assert signatures[0].startswith("source id with")


def test_shell_and_python_module_are_traces() -> None:
    import _sqlite3

    assert {finding.kind for finding in scan_tree(Path("/usr/bin/sqlite3"))} >= {Kind.NAME, Kind.BINDING}
    assert {finding.kind for finding in scan_tree(Path(_sqlite3.__file__))} & {Kind.ENGINE, Kind.BINDING}


@pytest.mark.parametrize("packer", ARCHIVES)
def test_engine_in_an_archive(packer: str, engine: bytes) -> None:
    assert Kind.ENGINE in kinds(ARCHIVES[packer](engine))


@pytest.mark.parametrize("packer", LITERALS)
def test_engine_in_a_literal(packer: str, engine: bytes) -> None:
    assert Kind.ENGINE in kinds(b"-- a program\n" + LITERALS[packer](engine) + b"\nthe end\n")


@pytest.mark.parametrize("packer", LITERALS)
def test_compressed_engine_in_a_literal(packer: str, engine: bytes) -> None:
    assert Kind.ENGINE in kinds(LITERALS[packer](lzma.compress(engine)))


def test_engine_in_archives_in_archives(engine: bytes) -> None:
    @given(packers=st.lists(st.sampled_from(sorted(ARCHIVES)), min_size=2, max_size=4), literal=st.booleans())
    @settings(max_examples=12, deadline=None)
    def check(packers: list[str], literal: bool) -> None:
        data = engine
        for packer in packers:
            data = ARCHIVES[packer](data)
        if literal:
            data = LITERALS["base64, MIME lines"](data)
        found = Kind.ENGINE in kinds(data)
        assert found

    check()


@pytest.mark.parametrize("literal", ["base64, MIME lines", "hexadecimal", "base64, literals added up"])
@pytest.mark.parametrize("cut", range(4))
def test_last_line_of_a_literal_counts(literal: str, cut: int, engine: bytes) -> None:
    data = LITERALS[literal](archived(ARCHIVES["behind a program"](engine[cut:])))
    assert Kind.ENGINE in kinds(data)
    assert Kind.ENGINE in kinds(data + b"\nand so on\n")


def test_stream_inside_another_binary(engine: bytes) -> None:
    noise = random.Random(1).randbytes(50_000)
    assert Kind.ENGINE in kinds(b"\0made up\0" + noise + gzip.compress(engine) + noise)


def test_way_to_the_finding_is_told(tmp_path: Path, engine: bytes) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "honest.tgz").write_bytes(gzip.compress(tarred(zipped(engine))))
    [finding] = scan_tree(tmp_path)
    way = ("gzip", "lib/thing.so", "org/example/native/thing.so")
    assert finding == Finding("deep/honest.tgz", way, Kind.ENGINE, finding.signatures)
    assert finding.signatures[:2] == ("character-type table", "keyword table")


def test_table_spelt_in_characters_and_in_pieces(engine: bytes) -> None:
    spelt = b", ".join(b"'%c'" % byte for byte in KEYWORDS)
    pieces = lines(KEYWORDS, 10, b'  "%s" &')
    for source in (b"static const char z[] = {" + spelt + b"};", b"z = _\n" + pieces):
        assert kinds(source) == {Kind.ENGINE}
