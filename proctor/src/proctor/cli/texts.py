"""The texts of failed cases, for reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from proctor.cli.show import source_of
from proctor.core.outcome import Outcome
from proctor.core.selection import Selection
from proctor.exams.registry import open_exam
from proctor.grading.exam import ExamError
from proctor.grading.run_folder import RunFolder

_MOST = 2000
_LONGEST = 1500


def failed_texts(folders: Sequence[RunFolder], source: Path | None) -> Mapping[str, Mapping[str, str]]:
    """By case name, the texts of cases that some run failed, bounded in number and length; empty if not at
    hand.
    """
    found: dict[str, dict[str, str]] = {}
    for folder in folders:
        failed = {v.case: v.content_hash for v in folder.verdicts() if v.outcome is not Outcome.PASSED}
        exam = open_exam(folder.manifest.exam, folder.manifest.exam_options)
        try:
            cases = exam.load(Selection(source=source or source_of(folder.manifest), everything=True))
        except ExamError:
            continue
        for case in cases:
            if len(found) >= _MOST:
                break
            if failed.get(case.name) == case.content_hash and case.name not in found:
                found[case.name] = {title: _cut(text) for title, text in case.texts().items()}
    return found


def _cut(text: str) -> str:
    return f"{text[:_LONGEST]}\n… {len(text) - _LONGEST:,} more" if len(text) > _LONGEST else text
