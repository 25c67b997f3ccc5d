"""Grades a stored submission again on the same cases; needs neither a model nor Inspect."""

from __future__ import annotations

import functools
import shutil
from pathlib import Path

from proctor.adapters.inspect.place import Place
from proctor.core.scorecard import Scorecard
from proctor.core.selection import Selection
from proctor.core.usage import PriceList
from proctor.exams.registry import open_exam
from proctor.grading.loop import Plan, grade
from proctor.grading.processes import Processes
from proctor.grading.run_folder import RunFolder
from proctor.reporting.bill import CALLS, write_bill
from proctor.reporting.sitting_record import SITTING


def regrade(
    attempt: Path, name: str, prices: PriceList, isolation: str, jobs: int | None
) -> tuple[Scorecard, Path]:
    """Grade an attempt's submission into the new run folder `name`; the scorecard, and where it is.

    Raises RunError if the attempt was never graded (the sitting must be gone on with instead), and what
    `grading.loop.grade` raises.
    """
    before = RunFolder(attempt / "run")
    source = before.manifest.cases_path
    names = tuple(case for case, _ in before.cases())
    ended = Place(attempt).ended
    plan = Plan(
        exam=functools.partial(open_exam, before.manifest.exam, dict(before.manifest.exam_options)),
        submission=_stored(attempt, Path(before.manifest.submission)),
        folder=(attempt / name).resolve(),
        selection=Selection(Path(source) if source else None, names=names, origin=before.manifest.selection),
        isolation=isolation,
        refused=ended.refused if ended else None,
    )
    card = grade(plan, Processes(jobs))
    for kept in (CALLS, SITTING):
        if (attempt / "run" / kept).exists():
            shutil.copyfile(attempt / "run" / kept, attempt / name / kept)
    write_bill(attempt / name, prices)
    return card, attempt / name


def _stored(attempt: Path, graded: Path) -> Path:
    """The stored submission, or the file in it that was graded; the attempt may have been moved since."""
    folder = (attempt / "submission").resolve()
    inside = folder / graded.name
    return folder if graded.name == folder.name else inside
