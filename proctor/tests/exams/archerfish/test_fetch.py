"""Fetching from a repository of the test's own."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from proctor.exams.archerfish.fetch import fetch, workloads_in
from proctor.grading.exam import ExamError


def test_clone_update_and_failure(tmp_path: Path) -> None:
    origin = tmp_path / "origin"
    git = ("git", "-C", str(origin), "-c", "user.name=n", "-c", "user.email=e@example.org")
    subprocess.run(["git", "init", "-q", str(origin)], check=True)
    commits = []
    for number in (1, 2):
        (origin / "some_workload.yaml").write_text(f"a: {number}\n")
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-q", "-m", "m"], check=True)
        clone = fetch(tmp_path / "cache", address=str(origin))
        commits.append(clone.commit)
        assert [path.read_text() for path in workloads_in(clone.folder)] == [f"a: {number}\n"]
    assert fetch(tmp_path / "cache", commits[0], str(origin)).commit == commits[0]
    with pytest.raises(ExamError, match="can't be fetched"):
        fetch(tmp_path / "other", address=str(tmp_path / "nothing"))
