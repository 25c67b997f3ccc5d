"""The scorecard of a run as reports show it: with the figures of its exam's own."""

from __future__ import annotations

from dataclasses import replace

from proctor.core.scorecard import Scorecard
from proctor.exams.registry import open_exam
from proctor.grading.exam import ExamError
from proctor.grading.loop import scorecard_of
from proctor.grading.run_folder import RunFolder
from proctor.reporting.bill import read_bill


def full_scorecard(folder: RunFolder) -> Scorecard:
    """The figures of the run, with its bill if a model sat it; without its exam's own where that exam is not
    installed here.
    """
    card = _figures(folder)
    bill = read_bill(folder.path)
    return card if bill is None else replace(card, cost=bill.usd, prices_dated=bill.prices_dated)


def _figures(folder: RunFolder) -> Scorecard:
    try:
        exam = open_exam(folder.manifest.exam, folder.manifest.exam_options)
    except ExamError:
        return scorecard_of(folder)
    try:
        return scorecard_of(folder, exam)
    finally:
        exam.close()
