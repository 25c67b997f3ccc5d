"""A toy submission and the means to grade it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from proctor.core.selection import Shard
from proctor.exams.registry import open_exam
from proctor.grading.loop import Plan

MakePlan = Callable[..., Plan]


@pytest.fixture
def squares(tmp_path: Path) -> Path:
    """A submission that is right about every number."""
    path = tmp_path / "squares.sh"
    path.write_text("echo $(( $1 * $1 ))\n")
    return path


@pytest.fixture
def plan(tmp_path: Path, squares: Path) -> MakePlan:
    """Makes plans for the toy exam."""

    def make(folder: str = "run", count: int = 10, submission: Path = squares, **more: object) -> Plan:
        options = {
            "count": count,
            **({"oracle_version": more.pop("oracle_version")} if "oracle_version" in more else {}),
        }
        shard = more.pop("shard", None)
        return Plan(
            partial(open_exam, "toy_exam:ToyExam", options),
            submission,
            tmp_path / folder,
            shard=Shard.parse(str(shard)) if shard else None,
            isolation=str(more.pop("isolation", "bare")),
        )

    return make
