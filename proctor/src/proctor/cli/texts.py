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

_FIELDS = ("initial_database", "user_query", "validation_query", "expected_output")
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
                found[case.name] = {name: _cut(getattr(case, name, b"")) for name in _FIELDS}
    return found


def _cut(text: bytes) -> str:
    shown = text[:_LONGEST].decode("utf-8", "surrogateescape")
    return f"{shown}\n… {len(text) - _LONGEST:,} more bytes" if len(text) > _LONGEST else shown
