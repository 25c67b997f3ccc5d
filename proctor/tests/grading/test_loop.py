"""Grading into a run folder: all of it, what is missing, and nothing twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from proctor.core.outcome import Outcome
from proctor.core.verdict import Verdict
from proctor.grading.exam import Prepared
from proctor.grading.loop import Plan, grade
from proctor.grading.manifest import RunError
from proctor.grading.processes import Processes
from proctor.grading.run_folder import RunFolder
from toy_exam import ToyExam

MakePlan = Callable[..., Plan]


class Diary:
    """An observer that writes down what it is told."""

    def __init__(self, stop_after: int = 10**9) -> None:
        self.started: tuple[int, int] = (-1, -1)
        self.seen: list[Verdict] = []
        self.ended = 0
        self._stop_after = stop_after

    def on_start(self, total: int, done: int) -> None:
        self.started = (total, done)

    def on_verdict(self, verdict: Verdict) -> None:
        self.seen.append(verdict)
        if len(self.seen) == self._stop_after:
            raise KeyboardInterrupt

    def on_end(self) -> None:
        self.ended += 1


def test_grades_every_case_in_the_sandbox(plan: MakePlan) -> None:
    diary = Diary()
    card = grade(plan(isolation="bubblewrap"), Processes(2), diary)
    assert (card.tally.passed, card.tally.counted, card.not_final) == (10, 10, [])
    assert card.by_tag["even"].counted == 5
    assert card.run["isolation"] == "bubblewrap"
    assert card.exam_figures == {"verdicts": 10}
    assert (diary.started, len(diary.seen), diary.ended) == ((10, 0), 10, 1)


def test_wrong_answers_are_wrong(plan: MakePlan, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.sh"
    wrong.write_text("echo 4\n")
    card = grade(plan(submission=wrong), Processes(1))
    assert card.outcomes == {Outcome.PASSED: 1, Outcome.WRONG: 9}
    assert card.run["isolation_warning"]


def test_interrupted_run_goes_on_where_it_stopped(plan: MakePlan) -> None:
    with pytest.raises(KeyboardInterrupt):
        grade(plan(), Processes(2), Diary(stop_after=4))
    before = [verdict.case for verdict in RunFolder(plan().folder).verdicts()]
    assert len(before) == 4
    diary = Diary()
    card = grade(plan(), Processes(2), diary)
    assert diary.started == (10, 4)
    assert len(diary.seen) == 6
    assert card.graded == 10
    assert not {verdict.case for verdict in diary.seen} & set(before)


def test_torn_last_line_is_no_verdict(plan: MakePlan) -> None:
    grade(plan(), Processes(1))
    verdicts = plan().folder / "verdicts.jsonl"
    for kept in (-1, -30, 1):  # how much of the last line is there
        whole = verdicts.read_bytes().splitlines(keepends=True)
        verdicts.write_bytes(b"".join(whole[:-1]) + whole[-1][:kept])
        diary = Diary()
        card = grade(plan(), Processes(1), diary)
        assert (len(diary.seen), card.graded) == (1, 10)
        assert all(line.startswith(b"{") for line in verdicts.read_bytes().splitlines())


def test_damaged_line_is_an_error_not_a_loss(plan: MakePlan) -> None:
    grade(plan(), Processes(1))
    verdicts = plan().folder / "verdicts.jsonl"
    verdicts.write_bytes(b"{broken\n" + verdicts.read_bytes())
    with pytest.raises(RunError, match="line 1 is damaged"):
        grade(plan(), Processes(1))


def test_other_submission_is_not_graded_into_the_same_folder(plan: MakePlan, squares: Path) -> None:
    grade(plan(), Processes(1))
    squares.write_text("echo 0\n")
    with pytest.raises(RunError, match="submission_digest"):
        grade(plan(), Processes(1))


def test_other_oracle_is_not_graded_into_the_same_folder(plan: MakePlan) -> None:
    grade(plan(), Processes(1))
    with pytest.raises(RunError, match="oracle"):
        grade(plan(oracle_version="2"), Processes(1))


def test_folder_that_is_something_else_is_left_alone(plan: MakePlan) -> None:
    folder = plan().folder
    folder.mkdir()
    (folder / "thesis.txt").write_text("years of work")
    with pytest.raises(RunError, match="not a run folder"):
        grade(plan(), Processes(1))
    assert [path.name for path in folder.iterdir()] == ["thesis.txt"]


def test_refused_submission_scores_nothing_and_says_why(plan: MakePlan, tmp_path: Path) -> None:
    card = grade(plan(submission=tmp_path), Processes(1))
    assert (card.tally.passed, card.tally.counted) == (0, 10)
    assert card.run["refused"] == "a toy submission is one shell script"
    verdicts = list(RunFolder(plan().folder).verdicts())
    assert [verdict.outcome for verdict in verdicts] == [Outcome.REFUSED] * 10
    assert {verdict.evidence["reason"] for verdict in verdicts} == {card.run["refused"]}


def test_what_was_our_fault_is_graded_anew(plan: MakePlan) -> None:
    grade(plan(), Processes(1))
    folder = RunFolder(plan().folder)
    verdicts = list(folder.verdicts())
    spoilt = [replace(verdicts[0], outcome=Outcome.INFRASTRUCTURE), *verdicts[1:]]
    (folder.path / "verdicts.jsonl").write_bytes(b"".join(verdict.to_line() for verdict in spoilt))
    diary = Diary()
    assert grade(plan(), Processes(1), diary).not_final == []
    assert [verdict.case for verdict in diary.seen] == [verdicts[0].case]


def test_two_graders_do_not_share_a_folder(plan: MakePlan) -> None:
    grade(plan(), Processes(1))
    with RunFolder(plan().folder).writer(), pytest.raises(RunError, match="another process"):
        grade(plan(), Processes(1))


def test_submission_that_rewrites_itself_is_found_out(plan: MakePlan, tmp_path: Path) -> None:
    # Only possible without walls: in the sandbox the submission is read-only.
    cheat = tmp_path / "cheat.sh"
    cheat.write_text('echo "echo 4" > "$0"\necho $(( $1 * $1 ))\n')
    card = grade(plan(submission=cheat, isolation="bare"), Processes(1))
    assert "changed its own files" in card.not_final[0]
    walled = grade(plan("walled", submission=cheat, isolation="bubblewrap"), Processes(1))
    assert (walled.tally.passed, walled.not_final) == (10, [])


def test_nothing_is_left_in_the_workplace(plan: MakePlan, tmp_path: Path) -> None:
    messy = tmp_path / "messy.sh"
    messy.write_text(
        "i=0; while [ $i -lt 300 ]; do mkdir deeeeeeeeeeeeeeeeeeeeeeeep; cd deeeeeeeeeeeeeeeeeeeeeeeep; i=$((i+1)); done\n"
        "mkfifo pipe; ln -s / root; mkdir shut; touch shut/in; chmod 0 shut; echo $(( $1 * $1 ))\n"
    )
    card = grade(plan(submission=messy, count=2, isolation="bubblewrap"), Processes(1))
    assert card.tally.passed == 2
    assert sorted(path.name for path in plan().folder.iterdir()) == [
        "cases.jsonl",
        "manifest.json",
        "verdicts.jsonl",
    ]


def test_manifest_names_all_that_the_figure_rests_on(plan: MakePlan) -> None:
    grade(plan(), Processes(1))
    manifest = json.loads((plan().folder / "manifest.json").read_text())
    assert {"exam", "grader", "submission_digest", "oracle", "isolation", "limits", "selection", "selected", "available",
            "source", "revision"} <= set(manifest)  # fmt: skip
    assert manifest["limits"]["wall_seconds"] == 5.0


class HeldElsewhere(ToyExam):
    """Its submissions run where the isolation asked for does not reach."""

    def prepare(self, submission: Path, workplace: Path) -> Prepared:
        return replace(super().prepare(submission, workplace), held_by="a room of its own")


def test_the_scorecard_names_what_really_held_the_submission(plan: MakePlan) -> None:
    chosen = replace(plan(isolation="bare"), exam=HeldElsewhere)
    grade(chosen, Processes(1), Diary())
    manifest = RunFolder(chosen.folder).manifest
    assert (manifest.isolation, manifest.isolation_warning) == ("a room of its own", None)
