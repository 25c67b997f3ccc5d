"""Two runs of the same cases, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from proctor.core.outcome import Outcome
from proctor.core.statistics import mcnemar
from proctor.grading.manifest import RunError
from proctor.grading.run_folder import RunFolder

SIGNIFICANT = 0.05


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a second run passes that the first does not, and the other way round.

    gained, lost: names of cases, sorted. both, neither: how many. left_out: cases that only one run has, or
    that the grader failed on in either. p: McNemar's exact two-sided value. warnings: what makes the runs
    hard to compare.
    """

    first: str
    second: str
    gained: list[str]
    lost: list[str]
    both: int
    neither: int
    left_out: int
    p: float
    warnings: list[str]

    @property
    def is_significant(self) -> bool:
        """Whether chance alone would make such a difference in less than one of twenty pairs of runs."""
        return self.p < SIGNIFICANT


def _outcomes(folder: RunFolder) -> dict[tuple[str, str], Outcome]:
    return {(verdict.case, verdict.content_hash): verdict.outcome for verdict in folder.verdicts()}


def compare(first: RunFolder, second: RunFolder) -> Comparison:
    """Compare by case and content. Raises RunError if the runs share no case."""
    one, two = _outcomes(first), _outcomes(second)
    shared = sorted(key for key in one.keys() & two.keys() if not (one[key].is_ours or two[key].is_ours))
    if not shared:
        raise RunError(f"{first.path} and {second.path} have no graded case in common")
    gained, lost = [], []
    both = neither = 0
    for key in shared:
        before, after = one[key] is Outcome.PASSED, two[key] is Outcome.PASSED
        if before and after:
            both += 1
        elif after:
            gained.append(key[0])
        elif before:
            lost.append(key[0])
        else:
            neither += 1
    warnings = [
        f"the runs differ in {name}: {before} and {after}"
        for name, before, after in (
            ("grader", first.manifest.grader, second.manifest.grader),
            ("isolation", first.manifest.isolation, second.manifest.isolation),
            ("oracle", first.manifest.oracle.get("version"), second.manifest.oracle.get("version")),
            (
                "time limit",
                first.manifest.limits.get("wall_seconds"),
                second.manifest.limits.get("wall_seconds"),
            ),
        )
        if before != after
    ]
    left_out = len(one.keys() | two.keys()) - len(shared)
    return Comparison(
        str(first.path),
        str(second.path),
        gained,
        lost,
        both,
        neither,
        left_out,
        mcnemar(len(gained), len(lost)),
        warnings,
    )
