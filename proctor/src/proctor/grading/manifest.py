"""What a run is: everything its figures rest on, written once when the run folder is made."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import proctor
from proctor.core.case import Case
from proctor.grading.exam import Exam

FORMAT = 1


class RunError(Exception):
    """A run can't be made, gone on with or merged. The message is for a person."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """See the fields. Those in KEY decide verdicts: two runs with different ones must never be mixed.

    submission is the path as it was given (for people only; results are keyed by its digest).
    selection says which cases in words, selected how many, available of how many; selection_digest is over
    all selected cases, of every shard. cases is how many of them are this run's. cases_path is where they
    were read from, so that reports find their texts again; None is the exam's own place.
    """

    exam: str
    exam_version: str
    exam_options: Mapping[str, Any]
    grader: str
    submission: str
    submission_digest: str
    submission_details: Mapping[str, Any]
    oracle: Mapping[str, Any]
    isolation: str
    isolation_warning: str | None
    limits: Mapping[str, Any]
    source: str
    revision: str
    selection: str
    selected: int
    available: int
    selection_digest: str
    shard: str | None
    cases: int
    malformed: list[Mapping[str, str]]
    created: str
    refused: str | None = None
    changed_while_graded: bool = False
    merged_from: list[str] = field(default_factory=list)
    cases_path: str | None = None
    format: int = FORMAT

    def to_json(self) -> dict[str, Any]:
        """The manifest as a JSON object."""
        return asdict(self)

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Manifest:
        """Read what `to_json` wrote. Raises RunError for another format."""
        if record.get("format") != FORMAT:
            raise RunError(f"this run folder has format {record.get('format')}; this Proctor reads {FORMAT}")
        known = {item.name for item in fields(cls)}
        try:
            return cls(**{name: value for name, value in record.items() if name in known})
        except TypeError as error:
            raise RunError(f"the manifest of this run is incomplete: {error}") from error


KEY = (
    "exam", "exam_version", "exam_options", "grader", "submission_digest", "oracle", "isolation", "limits",
    "source", "revision", "selection_digest",
)  # fmt: skip


def differences(one: Manifest, other: Manifest) -> list[str]:
    """The fields of KEY in which two runs differ, each with both values, for a person."""
    return [
        f"{name}: {getattr(one, name)} / {getattr(other, name)}"
        for name in KEY
        if getattr(one, name) != getattr(other, name)
    ]


def selection_digest(cases: Iterable[Case]) -> str:
    """Hex SHA-256 over the names and content hashes of cases, in whatever order they come."""
    digest = hashlib.sha256()
    for line in sorted(f"{case.name} {case.content_hash}\n" for case in cases):
        digest.update(line.encode())
    return digest.hexdigest()


def grader_version(exam: Exam) -> str:
    """Proctor's version and a hash of the code that decides verdicts: core, isolation, grading and the exam.

    A changed line there makes another grader, whose verdicts are not mixed with those of the old one.
    """
    root = Path(proctor.__file__).parent
    module = sys.modules[type(exam).__module__].__file__
    exam_folder = Path(module).parent if module else root
    digest = hashlib.sha256()
    for folder in (root / "core", root / "isolation", root / "grading", exam_folder):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"proctor {proctor.__version__} {digest.hexdigest()[:16]}"
