"""What became of one case."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """One of seven ends of a case.

    The first five are the submission's doing and are counted for or against it. The last two are ours to
    answer for: they are never counted as the submission's failure and never dropped, and a scorecard with
    any of them is not final.
    """

    PASSED = "passed"
    WRONG = "wrong"
    CRASHED = "crashed"
    TIMED_OUT = "timed_out"
    REFUSED = "refused"
    ORACLE_ERROR = "oracle_error"
    INFRASTRUCTURE = "infrastructure"

    @property
    def is_ours(self) -> bool:
        """Whether the grader, not the submission, has to answer for this outcome."""
        return self in (Outcome.ORACLE_ERROR, Outcome.INFRASTRUCTURE)
