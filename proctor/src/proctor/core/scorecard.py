"""The figures of a run, with all that is needed to trust and to repeat them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from proctor.core.json_types import JsonObject
from proctor.core.outcome import Outcome
from proctor.core.statistics import Interval, wilson
from proctor.core.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Tally:
    """Passed cases among those that count (those whose outcome is the submission's doing)."""

    passed: int
    counted: int

    @property
    def rate(self) -> float | None:
        """The fraction that passed; None where nothing counted."""
        return self.passed / self.counted if self.counted else None

    @property
    def interval(self) -> Interval:
        """The 95 % Wilson interval of the rate."""
        return wilson(self.passed, self.counted)


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The figures of one run.

    run: what the run's manifest says, unchanged: exam, selection "which and of how many", oracle with
    version and
        options, isolation, submission digest, limits, grader version.
    expected: how many cases the run was to grade.
    cost: US dollars, with the date of the price list; None where unknown (never 0).
    """

    run: JsonObject
    expected: int
    outcomes: Mapping[Outcome, int]
    by_tag: Mapping[str, Tally]
    exam_figures: JsonObject = field(default_factory=dict)
    cost: str | None = None
    prices_dated: str | None = None

    @property
    def graded(self) -> int:
        """How many cases have a verdict."""
        return sum(self.outcomes.values())

    @property
    def tally(self) -> Tally:
        """The score: what passed of what counts; a submission refused as a whole has 0 of all."""
        if self.run.get("refused"):
            return Tally(0, self.expected)
        ours = sum(count for outcome, count in self.outcomes.items() if outcome.is_ours)
        return Tally(self.outcomes.get(Outcome.PASSED, 0), self.graded - ours)

    @property
    def not_final(self) -> list[str]:
        """Why the figures are not final, one reason an entry; empty if they are."""
        reasons = []
        if self.run.get("changed_while_graded"):
            reasons.append("the submission changed its own files while it was graded")
        if self.run.get("refused"):
            return reasons
        if self.graded < self.expected:
            reasons.append(f"{self.expected - self.graded} of {self.expected} cases are not graded yet")
        for outcome in Outcome:
            if outcome.is_ours and self.outcomes.get(outcome, 0):
                reasons.append(
                    f"{self.outcomes[outcome]} cases ended in {outcome.value}: our fault, not counted"
                )
        return reasons

    def to_json(self) -> dict[str, Any]:
        """The scorecard as a JSON object."""
        return {
            "run": self.run,
            "expected": self.expected,
            "graded": self.graded,
            "final": not self.not_final,
            "not_final_because": self.not_final,
            "score": _tally_json(self.tally),
            "outcomes": {outcome.value: self.outcomes.get(outcome, 0) for outcome in Outcome},
            "by_tag": {tag: _tally_json(tally) for tag, tally in self.by_tag.items()},
            "exam": self.exam_figures,
            "cost_usd": self.cost,
            "prices_dated": self.prices_dated,
        }


def _tally_json(tally: Tally) -> dict[str, Any]:
    interval = tally.interval
    return {
        "passed": tally.passed,
        "counted": tally.counted,
        "rate": tally.rate,
        "interval_95": [interval.low, interval.high],
    }


def score(
    verdicts: Iterable[Verdict],
    run: JsonObject,
    expected: int,
    exam_figures: JsonObject | None = None,
    cost: str | None = None,
    prices_dated: str | None = None,
) -> Scorecard:
    """Sum verdicts up; reads them once, so they may be streamed."""
    outcomes: Counter[Outcome] = Counter()
    passed: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    for verdict in verdicts:
        outcomes[verdict.outcome] += 1
        if verdict.outcome.is_ours:
            continue
        counted.update(verdict.tags)
        if verdict.outcome is Outcome.PASSED:
            passed.update(verdict.tags)
    by_tag = {tag: Tally(passed[tag], counted[tag]) for tag in sorted(counted)}
    return Scorecard(run, expected, dict(outcomes), by_tag, exam_figures or {}, cost, prices_dated)
