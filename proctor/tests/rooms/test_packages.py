"""Debian's package database, as rooms read it, and the language's standing on this machine."""

from __future__ import annotations

import dataclasses
import subprocess
import zipfile
from pathlib import Path

import pytest

from proctor.languages.catalogue import language, languages
from proctor.rooms.contract import contract
from proctor.rooms.documents import NoDocuments, find_documents, lay_documents
from proctor.rooms.packages import NotInstalled, alternatives, closure, installed
from proctor.rooms.room import build_room
from proctor.rooms.root import wanted_files
from proctor.rooms.store import Store
from proctor.rooms.toolchains import standing


def test_what_is_installed_is_what_dpkg_says() -> None:
    form = "${db:Status-Abbrev} ${Package} ${Version}\n"
    said = subprocess.run(["dpkg-query", "-W", "-f", form], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in said.splitlines() if line.startswith("ii ")]
    assert {name for _, name, _ in rows} == set(installed())
    assert {(name, version) for _, name, version in rows} >= {
        (one.name, one.version) for one in installed().values()
    }


def test_files_are_those_that_dpkg_lists() -> None:
    for name in ("coreutils", "zlib1g"):
        said = subprocess.run(["dpkg", "-L", name], capture_output=True, text=True, check=True).stdout
        assert list(installed()[name].files()) == [line for line in said.splitlines() if line.startswith("/")]


def test_closure_holds_what_is_needed_and_no_sqlite() -> None:
    names = {package.name for package in closure(["python3"])}
    assert {"python3", "python3-minimal", "libc6", "libpython3-stdlib"} <= names
    assert not any("sqlite" in name for name in names)
    assert "python3" not in {package.name for package in closure(["nodejs"])}


def test_missing_package_is_named_with_its_remedy() -> None:
    with pytest.raises(NotInstalled, match=r"not installed: klingon; `apt-get install klingon`"):
        closure(["bash", "klingon"])


def test_alternatives_are_links() -> None:
    found = dict(alternatives())
    assert Path(next(path for path, name in found.items() if name == "awk")).is_symlink()


def test_wanted_files_leave_out_sqlite_and_the_purged() -> None:
    wanted = wanted_files(closure(["python3"]), ["/etc/passwd"], ["*/python3*/json"])
    assert "usr/bin/python3" in wanted and "etc/passwd" in wanted
    assert not any("sqlite" in place or "/json/" in place for place in wanted)
    assert any(place.endswith("/this.py") for place in wanted)


def test_language_of_an_image_has_no_root(tmp_path: Path) -> None:
    with pytest.raises(NotInstalled, match=r"dotnet/sdk.* --docker"):
        build_room(language("visual-basic"), folder=tmp_path)


def test_standing_of_languages() -> None:
    assert standing(language("lua")) == ("found", "")
    assert standing(dataclasses.replace(language("lua"), packages=("klingon",)))[0] == "partly"
    state, how = standing(language("visual-basic"))
    assert state == "missing" and "--docker" in how


@pytest.mark.parametrize("name", languages())
def test_contract_states_language_manifest_and_commands(name: str) -> None:
    chosen = language(name)
    text = contract(chosen)
    assert f'language = "{name}"' in text and f'entry = "main{chosen.endings[0]}"' in text
    assert all(argv[0].replace("{program}", "") in text for argv in (*chosen.build, chosen.run))


def test_documentation_of_a_zip_and_of_none(tmp_path: Path) -> None:
    archive = tmp_path / "sqlite-doc-3400100.zip"
    with zipfile.ZipFile(archive, "w") as pages:
        pages.writestr("sqlite-doc-3400100/lang.html", "<html>")
        pages.writestr("sqlite-doc-3400100/c3ref/intro.html", "<html>")
        pages.writestr("sqlite-doc-3400100/search.db", "SQLite format 3")
    target = tmp_path / "target"
    lay_documents(find_documents(archive), target, Store(tmp_path / "files"))
    assert sorted(str(path.relative_to(target)) for path in target.rglob("*.*")) == [
        "c3ref/intro.html",
        "lang.html",
    ]
    with pytest.raises(NoDocuments, match="sqlite3-doc"):
        find_documents(tmp_path / "nowhere")
