"""From the states of single tests to the verdict: the official status rules, test by test.

A test has a state in each of three runs: `run` (base commit), `test` (with the test patch) and `fix` (with
the candidate's patch too). The first two are recorded; only the third is run. After `harness/report.py` and
`harness/gen_report.py` of `multi-swe-bench` 1.1.2, a candidate resolves an instance if

1. the fix run shows at least one test;
2. no test goes from PASS (test) to FAIL (fix), listed in the record or not;
3. some test that was not PASS becomes PASS;
4. no test is PASS in run, NONE or SKIP in test, and FAIL in fix;
5. each test that the record lists as p2p, f2p, s2p or n2p makes that very transition again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Status(StrEnum):
    """What one run said of one test; NONE where it said nothing."""

    PASS = "PASS"
    FAIL = "FAIL"
    SKIP = "SKIP"
    NONE = "NONE"


Results: TypeAlias = Mapping[str, Status]
"""One run: the state of each test it showed, by name."""

KINDS = {Status.PASS: "p2p", Status.FAIL: "f2p", Status.SKIP: "s2p", Status.NONE: "n2p"}


class Rule(StrEnum):
    """Which rule an instance failed; see the module."""

    NO_TESTS = "no_tests"
    REGRESSION = "regression"
    NOTHING_FIXED = "nothing_fixed"
    ANOMALY = "anomaly"
    NOT_AS_RECORDED = "not_as_recorded"


@dataclass(frozen=True, slots=True)
class Transition:
    """The three states of one test."""

    run: Status
    test: Status
    fix: Status

    @property
    def kind(self) -> str | None:
        """`p2p`, `f2p`, `s2p` or `n2p` by the state with the test patch; None if it does not end in PASS."""
        return KINDS[self.test] if self.fix is Status.PASS else None

    def to_json(self) -> dict[str, str]:
        """The published form."""
        return {"run": self.run.value, "test": self.test.value, "fix": self.fix.value}

    @classmethod
    def from_json(cls, told: Mapping[str, str]) -> Transition:
        """Read the published form. Raises KeyError and ValueError."""
        return cls(Status(told["run"]), Status(told["test"]), Status(told["fix"]))


@dataclass(frozen=True, slots=True)
class Judged:
    """What the rules say.

    broken: each broken rule with the tests that broke it, in the order of the rules; empty if resolved. The
    official harness reports the first alone.
    """

    tests: Mapping[str, Transition]
    broken: Mapping[Rule, tuple[str, ...]]

    @property
    def resolved(self) -> bool:
        """Whether every rule holds."""
        return not self.broken

    def of_kind(self, kind: str) -> dict[str, Transition]:
        """The tests that made a transition: `p2p`, `f2p`, `s2p`, `n2p`, or `fixed` for the last three."""
        kinds = ("f2p", "s2p", "n2p") if kind == "fixed" else (kind,)
        return {name: made for name, made in self.tests.items() if made.kind in kinds}


def transitions(run: Results, test: Results, fix: Results) -> dict[str, Transition]:
    """The three states of each test that any run shows, by name, sorted."""
    names = sorted({*run, *test, *fix})
    none = Status.NONE
    return {
        name: Transition(run.get(name, none), test.get(name, none), fix.get(name, none)) for name in names
    }


def judge(
    run: Results, test: Results, fix: Results, listed: Mapping[str, Mapping[str, Transition]] | None = None
) -> Judged:
    """Apply the rules. `listed` is what the record lists by kind (`p2p`, …); the kind `fixed` is not read."""
    made = transitions(run, test, fix)
    return Judged(made, dict(_broken(made, fix, listed or {})))


def _broken(
    made: Mapping[str, Transition], fix: Results, listed: Mapping[str, Mapping[str, Transition]]
) -> Iterator[tuple[Rule, tuple[str, ...]]]:
    if not fix:
        yield Rule.NO_TESTS, ()
        return
    failing = {name: states for name, states in made.items() if states.fix is Status.FAIL}
    if regressed := tuple(name for name, states in failing.items() if states.test is Status.PASS):
        yield Rule.REGRESSION, regressed
    if not any(states.kind not in (None, "p2p") for states in made.values()):
        yield Rule.NOTHING_FIXED, ()
    odd = tuple(
        name
        for name, states in failing.items()
        if states.run is Status.PASS and states.test in (Status.NONE, Status.SKIP)
    )
    if odd:
        yield Rule.ANOMALY, odd
    missing = tuple(
        name
        for kind in KINDS.values()
        for name in listed.get(kind, {})
        if name not in made or made[name].kind != kind
    )
    if missing:
        yield Rule.NOT_AS_RECORDED, missing
