"""What lies in a folder is source, set aside, or refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proctor.compliance.folder import survey
from proctor.compliance.manifest import BadManifest, parse_manifest, read_manifest
from proctor.languages.catalogue import language

ENDINGS = (".ml", ".mli")


def lay(root: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return root


def test_files_are_sorted(tmp_path: Path) -> None:
    lay(
        tmp_path,
        {
            "engine.ml": b"let x = 1\n",
            "lib/sql.mli": b"val x : int\n",
            "README.md": b"# Engine\n",
            "Makefile": b"all:\n",
            "engine.cmx": b"\0\1",
            "engine": b"\x7fELF",
            "submission.toml": b'language = "ocaml"\n',
            ".git/config": b"x",
            "__pycache__/x.pyc": b"x",
        },
    )
    found = survey(tmp_path, ENDINGS, "OCaml")
    assert found.sources == ["engine.ml", "lib/sql.mli"]
    assert sorted(found.aside) == ["Makefile", "README.md", "engine", "engine.cmx"]
    assert found.findings == []


@pytest.mark.parametrize(
    ("name", "content", "rule", "text"),
    [
        ("run", b"#!/bin/sh\n", "ending", "is not OCaml but a script"),
        ("rest.c", b"int x;\n", "ending", "is not OCaml"),
        ("data.bin", b"\0\1\2", "ending", "is not OCaml"),
        ("data.txt", b"SQLite format 3\0", "ending", "an SQLite database"),
        ("engine.wasm", b"\0asm\1", "ending", "WebAssembly"),
        ("notes.md", b"PK\x03\x04\0", "ending", "an archive (zip)"),
        ("other.ml", b"\x7fELF\2", "binary", "is a program (ELF), not source"),
        ("huge.ml", b"(* *)\n" * 800_000, "size", "more than"),
    ],
)
def test_what_may_not_be_there(tmp_path: Path, name: str, content: bytes, rule: str, text: str) -> None:
    lay(tmp_path, {"engine.ml": b"let x = 1\n", name: content})
    (finding,) = survey(tmp_path, ENDINGS, "OCaml").findings
    assert finding.rule == rule and finding.file == name and text in finding.text


def test_links_and_pipes_are_refused(tmp_path: Path) -> None:
    lay(tmp_path, {"engine.ml": b"let x = 1\n"})
    (tmp_path / "cases").symlink_to("/")
    os.mkfifo(tmp_path / "pipe.ml")
    found = survey(tmp_path, ENDINGS, "OCaml").findings
    assert [(one.file, one.text) for one in found] == [
        ("cases", "is a link"),
        ("pipe.ml", "is no regular file"),
    ]


def test_an_empty_folder_has_no_source(tmp_path: Path) -> None:
    assert "holds no source in OCaml" in survey(tmp_path, ENDINGS, "OCaml").findings[0].text


def test_a_manifest_is_read(tmp_path: Path) -> None:
    assert read_manifest(tmp_path) is None
    lay(
        tmp_path,
        {"submission.toml": b'language = "ocaml"\nentry = "src/engine.ml"\nsources = ["src/a.ml"]\n'},
    )
    manifest = read_manifest(tmp_path)
    assert manifest is not None
    assert manifest.entry_for(language("ocaml")) == "src/engine.ml" and manifest.sources == ("src/a.ml",)
    (tmp_path / "submission.toml").unlink()
    (tmp_path / "submission.toml").symlink_to("/etc/passwd")
    with pytest.raises(BadManifest, match="is a link"):
        read_manifest(tmp_path)


def test_the_command_may_name_the_entry() -> None:
    manifest = parse_manifest(b'language = "lua"\ncommand = ["lua5.4", "engine.lua"]\n')
    assert manifest.entry_for(language("lua")) == "engine.lua"
    with pytest.raises(BadManifest, match="no file of the submission"):
        parse_manifest(b'language = "lua"\ncommand = ["lua5.4", "/x/engine.lua"]\n').entry_for(
            language("lua")
        )
