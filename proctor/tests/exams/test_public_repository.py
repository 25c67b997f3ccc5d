"""Fetching clones, brings up to date, and fails in one line."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from proctor.exams.archerfish.public_workloads import workloads_in
from proctor.exams.multilangbench.sources import Folder, open_source
from proctor.exams.public_repository import fetch, fetched
from proctor.grading.exam import ExamError


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    done = subprocess.run(
        ["git", "-C", folder, *identity, *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture
def published(tmp_path: Path) -> Path:
    folder = tmp_path / "published"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / "README.md").write_text("one\n")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "one")
    return folder


def test_clones_and_brings_up_to_date(published: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert fetched(cache) is None
    first = fetch(cache, address=str(published))
    assert first.commit == git(published, "rev-parse", "HEAD")
    (published / "README.md").write_text("two\n")
    git(published, "commit", "-q", "-a", "-m", "two")
    assert fetch(cache, address=str(published)).commit == git(published, "rev-parse", "HEAD")
    assert fetch(cache, str(published), first.commit).commit == first.commit
    source = open_source(None, cache)
    assert isinstance(source, Folder)
    assert source.provenance().revision == first.commit


def test_fails_in_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ExamError) as failure:
        fetch(tmp_path / "cache", address=str(tmp_path / "nowhere"))
    assert "\n" not in str(failure.value)
    assert "can't be fetched" in str(failure.value)
    assert list((tmp_path / "cache").iterdir()) == []


def test_workloads_of_a_clone_are_found(published: Path, tmp_path: Path) -> None:
    (published / "resources" / "workloads" / "spider").mkdir(parents=True)
    (published / "resources" / "workloads" / "spider" / "concerts.yaml").write_text("a: 1\n")
    (published / "config.yaml").write_text("b: 1\n")
    git(published, "add", ".")
    git(published, "commit", "-q", "-m", "workloads")
    clone = fetch(tmp_path / "cache", str(published))
    assert [path.name for path in workloads_in(clone.folder)] == ["concerts.yaml"]
