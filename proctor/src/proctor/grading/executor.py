"""Where cases run: what the loop asks of an executor, and of whoever watches."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Protocol

from proctor.core.case import Case
from proctor.core.verdict import Verdict
from proctor.grading.worker import Assignment


class Executor(Protocol):
    """Hands cases to workers and verdicts back."""

    def verdicts(self, assignment: Assignment, cases: Iterator[Case]) -> Generator[Verdict, None, None]:
        """One verdict a case, in the order they fall.

        A worker gets its next case only after the consumer has asked for the verdict that follows its last
        one, so that what the consumer does with a verdict (writing it down) is done before that worker goes
        on. Closing the generator ends the workers and whatever they run.
        """
        ...


class Observer(Protocol):
    """Watches a run, for instance to draw a progress bar."""

    def on_start(self, total: int, done: int) -> None:
        """Grading begins: `total` cases, of which an earlier run of the same folder has `done`."""
        ...

    def on_verdict(self, verdict: Verdict) -> None:
        """A verdict fell and is kept."""
        ...

    def on_end(self) -> None:
        """Grading ended, or was interrupted."""
        ...


class Unobserved:
    """An observer that does nothing."""

    def on_start(self, total: int, done: int) -> None:
        """See `Observer.on_start`."""

    def on_verdict(self, verdict: Verdict) -> None:
        """See `Observer.on_verdict`."""

    def on_end(self) -> None:
        """See `Observer.on_end`."""
