"""One worker's part: its own exam, its own sandbox, one case after the other."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from proctor.core.case import Case
from proctor.core.outcome import Outcome
from proctor.core.verdict import Verdict
from proctor.grading.exam import Exam, Prepared
from proctor.grading.submission import remove_tree
from proctor.isolation.protocol import IsolationError
from proctor.isolation.registry import open_isolation

ExamFactory = Callable[[], Exam]


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a worker needs to know; picklable. workplace: a folder all workers of the run share."""

    exam: ExamFactory
    prepared: Prepared
    isolation: str
    workplace: Path


class Worker:
    """Grades cases; `name` is unique among the run's workers. Belongs to one thread."""

    def __init__(self, assignment: Assignment, name: str) -> None:
        self._assignment = assignment
        self._exam = assignment.exam()
        self._isolation = open_isolation(assignment.isolation)
        self._workplace = assignment.workplace / name

    def grade(self, case: Case) -> Verdict:
        """The verdict on the case; whatever fails on our side is one too."""
        try:
            self._workplace.mkdir(parents=True)
            try:
                return self._exam.grade(self._assignment.prepared, case, self._workplace, self._isolation)
            finally:
                remove_tree(self._workplace)
        except (IsolationError, OSError) as error:
            return our_fault(case, f"{type(error).__name__}: {error}")
        except Exception:  # noqa: BLE001 - the edge: a bug in an exam costs one case, not the run
            return our_fault(case, traceback.format_exc(limit=-5))

    def close(self) -> None:
        """Let go of exam and sandbox."""
        self._exam.close()
        self._isolation.close()


def our_fault(case: Case, what: str) -> Verdict:
    """The verdict on a case that the grader failed to grade."""
    return Verdict(
        case=case.name,
        content_hash=case.content_hash,
        outcome=Outcome.INFRASTRUCTURE,
        tags=case.tags,
        evidence={"error": what[:4000]},
    )
