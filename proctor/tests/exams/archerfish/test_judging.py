"""Timings, rewards, several databases, and the comparison of the very rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.core.outcome import Outcome
from proctor.exams.archerfish.databases import QueryProcess
from proctor.exams.archerfish.judging import Judge, reward_of, trimmed_mean
from proctor.exams.archerfish.model import Question
from proctor.exams.archerfish.settings import Settings, Site


@pytest.mark.parametrize(
    ("golden", "generated", "reward"),
    [
        (2.0, 1.0, 1.25),
        (1.0, 1.0, 1.0),
        (1.0, 1.9, 0.75),
        (1.0, 3.9, 0.5),
        (1.0, 9.0, 0.25),
        (1.0, 0.0, 1.25),
    ],
)
def test_birds_rewards(golden: float, generated: float, reward: float) -> None:
    assert reward_of(golden, generated) == reward


def test_timings_far_off_are_left_out() -> None:
    assert trimmed_mean([1.0] * 30 + [100.0]) == 1.0
    assert trimmed_mean([1.0, 3.0]) == 2.0
    assert trimmed_mean([2.0]) == 2.0


def _database(path: Path, *values: int) -> str:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (a INTEGER)")
    connection.executemany("INSERT INTO t VALUES (?)", [(value,) for value in values])
    connection.commit()
    connection.close()
    return f"sqlite:///{path}"


@pytest.fixture
def judge(tmp_path: Path) -> Iterator[Judge]:
    small, large = _database(tmp_path / "small.db", 1, 2), _database(tmp_path / "large.db", 3, 1, 2, 2)
    process = QueryProcess()
    instances = {name: Site(name, url, url) for name, url in (("small", small), ("large", large))}
    settings = Settings(tmp_path, Site("", small, small), instances, profile="strict", r_ves=2)
    yield Judge(settings, process)
    process.close()


def test_an_answer_that_is_right_on_one_database_by_chance(judge: Judge) -> None:
    golden = ("SELECT max(a) AS m FROM t",)
    both = Question("q", "?", golden, databases=("small", "large"))
    right = judge.judge(both, ["SELECT a FROM t ORDER BY a DESC LIMIT 1"])
    assert right.outcome is Outcome.PASSED and right.reward is not None and right.reward > 0
    chance = judge.judge(both, ["SELECT 2"])
    assert (chance.outcome, chance.reward) == (Outcome.WRONG, 0.0)
    assert chance.reason.startswith("on large: ")
    assert judge.judge(Question("q", "?", golden), ["SELECT 2"]).outcome is Outcome.PASSED


def test_several_goldens_and_a_limit_that_cuts_a_tie(judge: Judge) -> None:
    either = Question("q", "?", ("SELECT min(a) FROM t", "SELECT max(a) FROM t"), databases=("large",))
    assert judge.judge(either, ["SELECT 3"]).outcome is Outcome.PASSED
    assert judge.judge(either, ["SELECT 1"]).outcome is Outcome.PASSED
    assert judge.judge(either, ["SELECT 2"]).kind == "mismatch"
    tie = Question(
        "q", "?", ("SELECT a, rowid AS r FROM t WHERE a = 2 ORDER BY a LIMIT 1",), databases=("large",)
    )
    for row, outcome in ((3, Outcome.PASSED), (4, Outcome.PASSED), (2, Outcome.WRONG)):
        assert judge.judge(tie, [f"SELECT a, rowid FROM t WHERE rowid = {row}"]).outcome is outcome


def test_the_very_rows_are_compared_beside(judge: Judge) -> None:
    question = Question("q", "?", ("SELECT a AS x FROM t",))
    assert judge.judge(question, ["SELECT a AS x FROM t"]).literal_difference == ""
    renamed = judge.judge(question, ["SELECT a AS y FROM t"])
    assert renamed.outcome is Outcome.PASSED
    assert renamed.literal_difference == "Comparison failed for row: exp={'x': 1}, act={'y': 1}"
    assert judge.judge(question, ["SELECT nothing FROM t"]).literal_difference is None
