"""Shards become one run, or are refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from proctor.grading.loop import Plan, grade, scorecard_of
from proctor.grading.manifest import RunError
from proctor.grading.merge import merge
from proctor.grading.processes import Processes
from proctor.grading.run_folder import RunFolder

MakePlan = Callable[..., Plan]


@pytest.fixture
def shards(plan: MakePlan) -> list[Path]:
    """Three shards that cover 24 cases."""
    plans = [plan(f"s{n}", count=24, shard=shard) for n, shard in enumerate(("00-54", "55-a9", "aa-ff"))]
    return [grade(one, Processes(1)) and one.folder for one in plans]


def test_merged_shards_are_the_whole_run(plan: MakePlan, shards: list[Path], tmp_path: Path) -> None:
    whole = grade(plan("whole", count=24), Processes(1))
    merged = merge(shards, tmp_path / "merged")
    card = scorecard_of(merged)
    assert card.outcomes == whole.outcomes
    assert (card.expected, card.not_final, merged.manifest.shard) == (24, [], None)
    assert {one.case for one in merged.verdicts()} == {
        one.case for one in RunFolder(tmp_path / "whole").verdicts()
    }


def test_gap_is_refused(shards: list[Path], tmp_path: Path) -> None:
    with pytest.raises(RunError, match="cases are in none of the shards"):
        merge(shards[:2], tmp_path / "merged")


def test_duplicate_is_refused(shards: list[Path], tmp_path: Path) -> None:
    with pytest.raises(RunError, match="is in"):
        merge([*shards, shards[0]], tmp_path / "merged")


def test_unfinished_shard_is_refused(shards: list[Path], tmp_path: Path) -> None:
    verdicts = shards[1] / "verdicts.jsonl"
    verdicts.write_bytes(b"".join(verdicts.read_bytes().splitlines(keepends=True)[:-1]))
    with pytest.raises(RunError, match="is not finished: 1 of"):
        merge(shards, tmp_path / "merged")


def test_mixed_graders_are_refused(plan: MakePlan, shards: list[Path], tmp_path: Path) -> None:
    manifest = shards[2] / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"grader": "proctor ', '"grader": "proctor other '))
    with pytest.raises(RunError, match="grader"):
        merge(shards, tmp_path / "merged")


def test_mixed_submissions_are_refused(
    plan: MakePlan, shards: list[Path], squares: Path, tmp_path: Path
) -> None:
    squares.write_text("echo 1\n")
    other = plan("other", count=24, shard="aa-ff")
    grade(other, Processes(1))
    with pytest.raises(RunError, match="submission_digest"):
        merge([*shards[:2], other.folder], tmp_path / "merged")


def test_mixed_oracles_are_refused(plan: MakePlan, shards: list[Path], tmp_path: Path) -> None:
    other = plan("other", count=24, shard="aa-ff", oracle_version="2")
    grade(other, Processes(1))
    with pytest.raises(RunError, match="oracle"):
        merge([*shards[:2], other.folder], tmp_path / "merged")
