"""Which questions are graded: Archerfish's filters, all by exact names."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from proctor.exams.archerfish.model import Question

EVERYTHING = "*"


@dataclass(frozen=True, slots=True)
class Filters:
    """include: names, `*` alone or nothing for all. exclude: names. schemas: of which a question has one."""

    include: Sequence[str] = (EVERYTHING,)
    exclude: Sequence[str] = ()
    schemas: Sequence[str] = ()

    def chosen(self, questions: Sequence[Question]) -> list[Question]:
        """The questions that are left, in their order."""
        within = set(self.schemas)
        takes_all = list(self.include) in ([], [EVERYTHING])
        return [
            question
            for question in questions
            if (not within or within & set(question.schemas))
            and (takes_all or question.name in self.include)
            and question.name not in self.exclude
        ]

    def unknown(self, questions: Sequence[Question]) -> list[tuple[str, Set[str]]]:
        """What is named and not there: ("question" or "schema", names)."""
        names = {question.name for question in questions} | {EVERYTHING}
        schemas = {schema for question in questions for schema in question.schemas}
        found = [
            ("question", {*self.include, *self.exclude} - names),
            ("schema", set(self.schemas) - schemas),
        ]
        return [(what, unknown) for what, unknown in found if unknown]
