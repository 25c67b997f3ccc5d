"""A workload's questions as cases, and choosing among them."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from proctor.core.case import Case
from proctor.core.selection import Selection
from proctor.exams.archerfish.difficulty import difficulty_of
from proctor.exams.archerfish.model import Question, Workload
from proctor.exams.archerfish.statement import UnreadableSql
from proctor.grading.case_set import HeldCases
from proctor.grading.exam import Provenance

_PLACE = ("source", "line", "unknown_keys")


@dataclass(frozen=True, slots=True)
class QuestionCase(Case):
    """One question. The hash covers all of its entry but the place where it stands."""

    question: Question = dataclasses.field(default_factory=lambda: Question("", "", ()))

    def texts(self) -> Mapping[str, str]:
        """Question, follow-ups and goldens."""
        asked = self.question
        found = {"Question": asked.question}
        if asked.tweaks:
            found["Follow-ups"] = "\n".join(asked.tweaks)
        for number, golden in enumerate(asked.goldens, 1):
            found["Golden query" if number == 1 else f"Golden query {number}"] = golden
        return found


def case_of(question: Question, dialect: str) -> QuestionCase:
    """The case of a question. dialect: of its goldens."""
    record = {name: value for name, value in dataclasses.asdict(question).items() if name not in _PLACE}
    digest = hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()
    try:
        level = difficulty_of(question.goldens[0], dialect)
    except UnreadableSql:
        level = "unknown"
    tags = [f"difficulty:{level}", *(f"schema:{schema}" for schema in question.schemas), *question.tags]
    if question.readings:
        tags.append("ambiguous")
    return QuestionCase(question.name, digest, tuple(dict.fromkeys(tags)), question)


class Questions(HeldCases[QuestionCase]):
    """The selected cases of a workload. Raises ExamError if there are none.

    None is malformed: a workload that can't be read is an error with file and line.
    """

    def __init__(self, workload: Workload, selection: Selection, dialect: str, name: str) -> None:
        cases = [case_of(question, dialect) for question in workload.questions]
        known = {case.name for case in cases}
        chosen = [case for case in cases if selection.takes(case, known)]
        provenance = Provenance(name, workload.digest)
        super().__init__(chosen, provenance, selection.describe("all questions"), len(cases), noun="question")
