"""What an exam is to the grading floor: one class behind one small protocol.

The loop is given a picklable callable that makes the exam (`functools.partial(open_exam, name, options)` from
`exams.registry`), and every worker process makes its own from it; so an exam
must open whatever is heavy only when it first needs it, and let go of it in `close`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from proctor.core.case import Case, Malformed
from proctor.core.json_types import Json, JsonObject
from proctor.core.selection import Selection
from proctor.core.verdict import Verdict
from proctor.isolation.protocol import Isolation, Limits


class ExamError(Exception):
    """The exam can't be held: no cases, no oracle, an option that makes no sense. The message is for a
    person.
    """


class Refused(Exception):
    """The submission as a whole breaks a rule (no executable, wrong language, build fails): it scores 0."""


class Infrastructure(Exception):
    """Something of ours failed while preparing a submission; nothing was learned about it."""


@dataclass(frozen=True, slots=True)
class OracleIdentity:
    """The independent judge: what it is, which version, how it was built. `notes` are shown on the
    scorecard.
    """

    name: str
    version: str
    options: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the cases came from.

    source: a short name a person knows ("bundled", a file's name, a repository's address).
    revision: the pinned commit, or the hex SHA-256 of the file: what makes the same cases findable again.
    """

    source: str
    revision: str


class CaseSet(Protocol):
    """The selected cases. Light to hold: payloads are read as the cases are iterated over, each time anew."""

    @property
    def provenance(self) -> Provenance:
        """Where the cases came from."""
        ...

    @property
    def description(self) -> str:
        """Which cases were selected, in words."""
        ...

    @property
    def available(self) -> int:
        """How many well-formed cases the source holds in all."""
        ...

    @property
    def malformed(self) -> Sequence[Malformed]:
        """What could not be read as a case."""
        ...

    def keys(self) -> Sequence[Case]:
        """Every selected case without its payload, in the order of iteration."""
        ...

    def __iter__(self) -> Iterator[Case]:
        """Every selected case with its payload, in the same order each time."""
        ...


@dataclass(frozen=True, slots=True)
class Prepared:
    """A submission ready to be graded: picklable, and the same in every worker.

    root: the folder that holds it, a private copy that nothing outside changes.
    argv: how it is called, up to the arguments that the exam adds.
    digest: hex SHA-256 over what was submitted (`grading.submission.digest_of`).
    details: what the exam found out about it (language, build), as JSON values for the scorecard.
    held_by: what the scorecard names as isolation where the one asked for does not hold the submission.
    """

    root: Path
    argv: tuple[str, ...]
    digest: str
    details: JsonObject = field(default_factory=dict)
    held_by: str | None = None


class Exam(Protocol):
    """One benchmark. Construct it as `Exam(options)`; options are JSON values and travel to workers."""

    @property
    def name(self) -> str:
        """The name it has in the registry."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever a verdict could come out otherwise than before; part of every result's key."""
        ...

    @property
    def options(self) -> Mapping[str, Json]:
        """What the exam was constructed with."""
        ...

    @property
    def limits(self) -> Limits:
        """The limits under which a submission runs one case."""
        ...

    def load(self, selection: Selection) -> CaseSet:
        """Find the cases. Raises ExamError if there are none or the source can't be read."""
        ...

    def prepare(self, submission: Path, workplace: Path) -> Prepared:
        """Copy the submission into the workplace, build it if need be, check the rules.

        Raises Refused if it breaks a rule and Infrastructure if we failed.
        """
        ...

    def grade(self, prepared: Prepared, case: Case, workplace: Path, isolation: Isolation) -> Verdict:
        """Grade one case in a workplace of its own: an empty folder, removed by the caller afterwards.

        Returns a verdict whatever the submission does. What goes wrong on our side is a verdict too
        (ORACLE_ERROR, INFRASTRUCTURE); IsolationError and OSError may escape, and the loop makes them
        INFRASTRUCTURE.
        """
        ...

    def oracle(self) -> OracleIdentity:
        """Who judges. Raises ExamError if the oracle is missing or of the wrong version."""
        ...

    def summarise(self, verdicts: Iterable[Verdict]) -> JsonObject:
        """Figures of this exam's own, beside those of every scorecard; empty if it has none."""
        ...

    def close(self) -> None:
        """Let go of what this worker's copy holds."""
        ...
