"""Ambiguous questions: which of their readings a system's answers cover.

"any": one reading answered suffices. "all": every reading must be answered (a system may give several
queries), and no answer may be beside them all. Recall and precision stand beside the verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proctor.exams.archerfish.model import Reading


@dataclass(frozen=True, slots=True)
class ReadingScore:
    """found: names of the readings answered. missed: the others. wrong: answers that fit no reading."""

    passed: bool
    found: tuple[str, ...]
    missed: tuple[str, ...]
    wrong: int
    recall: float
    precision: float | None

    @property
    def all_found(self) -> bool:
        """Whether every reading was answered, whatever else was."""
        return not self.missed


def score_readings(readings: Sequence[Reading], matches: Sequence[Sequence[bool]], how: str) -> ReadingScore:
    """Score a system's answers. matches: for each answer, for each reading, whether it is equal to it.

    precision is None without an answer. Raises ValueError for a `how` other than "any" and "all", and for
    matches that are not one a reading.
    """
    if how not in ("any", "all"):
        raise ValueError(f"readings are scored any or all, not {how!r}")
    if not readings or any(len(answer) != len(readings) for answer in matches):
        raise ValueError("one match a reading, and at least one reading")
    hit = [any(answer[at] for answer in matches) for at in range(len(readings))]
    right = sum(any(answer) for answer in matches)
    wrong = len(matches) - right
    passed = any(hit) if how == "any" else all(hit) and not wrong
    return ReadingScore(
        passed,
        tuple(reading.name for reading, found in zip(readings, hit, strict=True) if found),
        tuple(reading.name for reading, found in zip(readings, hit, strict=True) if not found),
        wrong,
        sum(hit) / len(readings),
        right / len(matches) if matches else None,
    )
