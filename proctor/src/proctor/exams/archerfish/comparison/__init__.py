"""Two results compared by a named, versioned profile; several goldens and several databases on top."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.exams.archerfish.comparison import archerfish_code, archerfish_readme, strict
from proctor.exams.archerfish.model import Comparison, Ordering, ResultSet, Rule

PROFILE_VERSIONS = {
    archerfish_readme.NAME: archerfish_readme.VERSION,
    archerfish_code.NAME: archerfish_code.VERSION,
    strict.NAME: strict.VERSION,
}


class UnknownProfile(ValueError):
    """There is no comparison profile of that name."""


def compare(
    expected: ResultSet,
    actual: ResultSet,
    rules: Sequence[Rule] | None,
    profile: str,
    *,
    ordering: Ordering | None = None,
    intent: bool = True,
) -> Comparison:
    """Compare a golden result with an answer's.

    rules: None compares every golden column. ordering: heeded by `strict` alone. intent: False stands for
    Archerfish's `--disable_intent_based_match` and is heeded by `archerfish-code` alone. Raises RuleError
    if a rule can't be applied (the golden's fault, not the answer's) and UnknownProfile.
    """
    if profile == archerfish_readme.NAME:
        return archerfish_readme.compare(expected, actual, rules)
    if profile == archerfish_code.NAME:
        return archerfish_code.compare(expected, actual, rules, intent=intent)
    if profile == strict.NAME:
        return strict.compare(expected, actual, rules, ordering)
    raise UnknownProfile(f"no comparison profile {profile!r}; there are {', '.join(PROFILE_VERSIONS)}")


def compare_any(
    expectations: Sequence[tuple[ResultSet, Ordering | None]],
    actual: ResultSet,
    rules: Sequence[Rule] | None,
    profile: str,
) -> Comparison:
    """Compare with several goldens, each acceptable: the first that is equal, else the nearest.

    Raises what `compare` raises, and ValueError if there is no golden.
    """
    if not expectations:
        raise ValueError("no golden result to compare with")
    found: list[Comparison] = []
    for expected, ordering in expectations:
        comparison = compare(expected, actual, rules, profile, ordering=ordering)
        if comparison.equal:
            return comparison
        found.append(comparison)
    return min(found, key=lambda each: (len(each.missing) + len(each.surplus), _distance(each)))


def compare_all(comparisons: Sequence[tuple[str, Comparison]]) -> Comparison:
    """One verdict over several database instances (by name): equal only if equal on each.

    Of unequal ones the first is returned, its reason naming the instance. Raises ValueError if there is none.
    """
    if not comparisons:
        raise ValueError("no comparison to sum up")
    for name, comparison in comparisons:
        if not comparison.equal:
            return Comparison(
                False,
                comparison.profile,
                f"on {name}: {comparison.reason}",
                comparison.mapping,
                comparison.missing,
                comparison.surplus,
                comparison.expected_rows,
                comparison.actual_rows,
            )
    return comparisons[0][1]


def _distance(comparison: Comparison) -> int:
    return abs(comparison.expected_rows - comparison.actual_rows)
