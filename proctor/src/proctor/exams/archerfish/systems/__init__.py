"""Systems that turn a question into SQL: what they are given, what they give back, and how they are found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from proctor.core.json_types import Json
from proctor.core.usage import Usage
from proctor.exams.archerfish.model import Question
from proctor.isolation.protocol import Isolation


class SystemFailed(Exception):
    """The system gave no SQL for a question. The message is one line; timed_out: it took too long.

    usage: the model calls that were made all the same.
    """

    def __init__(
        self,
        message: str,
        *,
        timed_out: bool = False,
        crashed: bool = False,
        usage: Sequence[Usage] = (),
    ) -> None:
        super().__init__(message)
        self.timed_out = timed_out
        self.crashed = crashed
        self.usage = tuple(usage)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a system is given: never the golden.

    schema: the tables of the target as CREATE TABLE statements. prompts: the question and its follow-ups.
    """

    name: str
    question: str
    schemas: tuple[str, ...]
    dialect: str
    schema: str
    tweaks: tuple[str, ...] = ()

    @classmethod
    def of(cls, question: Question, dialect: str, schema: str) -> Asked:
        """The part of a question that a system may see."""
        return cls(question.name, question.question, question.schemas, dialect, schema, question.tweaks)

    @property
    def prompts(self) -> tuple[str, ...]:
        """The question, then its follow-ups; the answer to the last is scored."""
        return (self.question, *self.tweaks)

    def to_json(self) -> dict[str, Json]:
        """The object that a command finds on its standard input."""
        return {
            "query_name": self.name,
            "question": self.question,
            "tweaks": list(self.tweaks),
            "schemas": list(self.schemas),
            "dialect": self.dialect,
            "schema": self.schema,
        }


@dataclass(frozen=True, slots=True)
class Generated:
    """What a system gave back.

    queries: one, or several if it finds the question ambiguous. seconds: how long it took; None if unknown.
    tables: those it says it uses. usage: the model calls behind it, as far as known.
    """

    queries: tuple[str, ...]
    seconds: float | None = None
    tables: tuple[str, ...] | None = None
    usage: tuple[Usage, ...] = ()
    cpu_seconds: float | None = None
    notes: Mapping[str, Json] = field(default_factory=dict)


class System(Protocol):
    """One NL2SQL system. An object belongs to one worker process."""

    def generate(self, asked: Asked, workplace: Path, isolation: Isolation) -> Generated:
        """The SQL for a question. Raises SystemFailed."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...


def queries_in(value: object) -> tuple[str, ...]:
    """The queries in what a file or a program gave: a text, or a list of texts; empty ones are none."""
    texts: Sequence[object] = value if isinstance(value, list | tuple) else [value]
    return tuple(text.strip() for text in texts if isinstance(text, str) and text.strip())
