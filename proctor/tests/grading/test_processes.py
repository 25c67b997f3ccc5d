"""Worker processes: what becomes of a case whose worker dies, and of an exam with a bug."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from faulty_exam import FaultyExam
from proctor.core.outcome import Outcome
from proctor.exams.registry import open_exam
from proctor.grading.exam import ExamError
from proctor.grading.loop import Plan, grade
from proctor.grading.processes import Processes
from proctor.grading.run_folder import RunFolder

MakePlan = Callable[..., Plan]


@pytest.mark.parametrize("fault", ["die", "bug", "os_error"])
def test_fault_of_ours_costs_one_case_and_is_said(fault: str, plan: MakePlan) -> None:
    one = replace(plan(), exam=partial(FaultyExam, {"count": 8, "fault": fault}))
    card = grade(one, Processes(2))
    assert card.outcomes == {Outcome.PASSED: 7, Outcome.INFRASTRUCTURE: 1}
    assert (card.tally.counted, bool(card.not_final)) == (7, True)
    assert RunFolder(one.folder).verdict("n3").evidence["error"]


def test_exam_that_is_not_installed() -> None:
    with pytest.raises(ExamError, match="no exam named 'chess'"):
        open_exam("chess")
    with pytest.raises(ExamError, match="can't be loaded"):
        open_exam("toy_exam:Missing")


def test_submission_digest_sees_every_change(tmp_path: Path) -> None:
    from proctor.grading.submission import digest_of

    folder = tmp_path / "s"
    folder.mkdir()
    seen = {digest_of(folder)}
    (folder / "a").write_text("1")
    seen.add(digest_of(folder))
    (folder / "a").chmod(0o755)
    seen.add(digest_of(folder))
    (folder / "a").rename(folder / "b")
    seen.add(digest_of(folder))
    (folder / "l").symlink_to("b")
    seen.add(digest_of(folder))
    (folder / "e").mkdir()
    seen.add(digest_of(folder))
    assert len(seen) == 6
