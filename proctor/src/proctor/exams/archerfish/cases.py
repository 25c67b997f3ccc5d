"""A workload's questions as cases, and choosing among them."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from proctor.core.case import Case, Malformed
from proctor.core.selection import Selection
from proctor.exams.archerfish.difficulty import difficulty_of
from proctor.exams.archerfish.model import Question, Workload
from proctor.exams.archerfish.statement import UnreadableSql
from proctor.grading.exam import ExamError, Provenance

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


class Questions:
    """The selected cases of a workload. Raises ExamError if there are none."""

    def __init__(self, workload: Workload, selection: Selection, dialect: str, name: str) -> None:
        cases = [case_of(question, dialect) for question in workload.questions]
        known = {case.name for case in cases}
        self._cases = [case for case in cases if _chooses(selection, case, known)]
        self._available = len(cases)
        self._description = selection.describe("all questions")
        self._provenance = Provenance(name, workload.digest)
        if not self._cases:
            raise ExamError(f"no question is selected ({self._description}) of {len(cases)} in {name}")

    @property
    def provenance(self) -> Provenance:
        """The workload and the digest of its bytes."""
        return self._provenance

    @property
    def description(self) -> str:
        """Which questions were selected, in words."""
        return self._description

    @property
    def available(self) -> int:
        """How many questions the workload holds."""
        return self._available

    @property
    def malformed(self) -> Sequence[Malformed]:
        """None: a workload that can't be read is an error with file and line."""
        return ()

    def keys(self) -> Sequence[Case]:
        """Every selected case."""
        return [Case(case.name, case.content_hash, case.tags) for case in self._cases]

    def __iter__(self) -> Iterator[QuestionCase]:
        return iter(self._cases)


def _chooses(selection: Selection, case: Case, known: set[str]) -> bool:
    if selection.prefixes and not case.name.startswith(selection.prefixes):
        return False
    if selection.without and set(selection.without) & set(case.tags):
        return False
    if selection.tags and not set(selection.tags) & set(case.tags):
        return False
    if not selection.names or case.name in selection.names:
        return True
    # A name cut short stands for what begins so, unless it is itself a whole name (spider_1, spider_12).
    return any(case.name.startswith(name) for name in selection.names if name not in known)
