"""The selected cases of an exam that holds them all in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from proctor.core.case import Case, Malformed
from proctor.grading.exam import ExamError, Provenance

C = TypeVar("C", bound=Case, covariant=True)


class HeldCases(Generic[C]):
    """A `CaseSet` of cases at hand."""

    def __init__(
        self,
        cases: Sequence[C],
        provenance: Provenance,
        description: str,
        available: int,
        malformed: Sequence[Malformed] = (),
        *,
        noun: str = "case",
    ) -> None:
        """available: how many well-formed cases there are, selected or not.

        Raises ExamError if none is selected; noun is what its message calls a case.
        """
        if not cases:
            bad = f", and {len(malformed)} malformed" if malformed else ""
            raise ExamError(f"no {noun} is selected ({description}) of {available} at hand{bad}")
        self._cases = cases
        self._provenance = provenance
        self._description = description
        self._available = available
        self._malformed = malformed

    @property
    def provenance(self) -> Provenance:
        """Where the cases came from."""
        return self._provenance

    @property
    def description(self) -> str:
        """Which cases were selected, in words."""
        return self._description

    @property
    def available(self) -> int:
        """How many well-formed cases the source holds."""
        return self._available

    @property
    def malformed(self) -> Sequence[Malformed]:
        """What could not be read as a case."""
        return self._malformed

    def keys(self) -> Sequence[Case]:
        """Every selected case without its payload."""
        return [Case(case.name, case.content_hash, case.tags) for case in self._cases]

    def __iter__(self) -> Iterator[C]:
        return iter(self._cases)
