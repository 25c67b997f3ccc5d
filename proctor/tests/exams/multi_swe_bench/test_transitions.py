"""The status rules, against an oracle written from the official text in another way, on every combination.

The official harness's `Report.check` and `gen_report` were run on the same combinations when these tests were
written and said the same throughout; where its verdict on a *log* is wrong the fault lies in parsers and exit
codes: see `test_judging.py` (forged lines) and `test_parsers.py` (tests seen twice).
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.exams.multi_swe_bench.transitions import Results, Rule, Status, Transition, judge, transitions

P, F, S, N = Status.PASS, Status.FAIL, Status.SKIP, Status.NONE
STATES = tuple(itertools.product((P, F, S, N), repeat=3))
"""All 64 triples of one test."""


def split(triples: Mapping[str, tuple[Status, Status, Status]]) -> tuple[Results, Results, Results]:
    run, test, fix = (
        {name: states[at] for name, states in triples.items() if states[at] is not N} for at in range(3)
    )
    return run, test, fix


def official(triples: Mapping[str, tuple[Status, Status, Status]], listed: Mapping[str, str]) -> Rule | None:
    """The rules as `harness/report.py` 1.1.2 words them, one after the other; `listed` is test → kind."""
    seen = {name: states for name, states in triples.items() if set(states) != {N}}
    if not any(fix is not N for _, _, fix in seen.values()):
        return Rule.NO_TESTS
    for _, test, fix in seen.values():
        if test is P and fix is F:
            return Rule.REGRESSION
    if not [1 for _, test, fix in seen.values() if test is not P and fix is P]:
        return Rule.NOTHING_FIXED
    for run, test, fix in seen.values():
        if (test is N or test is S) and fix is F and run is P:
            return Rule.ANOMALY
    made = {
        name: {P: "p2p", F: "f2p", S: "s2p", N: "n2p"}[test]
        for name, (_, test, fix) in seen.items()
        if fix is P
    }
    for name, kind in listed.items():
        if made.get(name) != kind:
            return Rule.NOT_AS_RECORDED
    return None


def first_broken(
    triples: Mapping[str, tuple[Status, Status, Status]], listed: Mapping[str, str]
) -> Rule | None:
    record: dict[str, dict[str, Transition]] = {}
    for name, kind in listed.items():
        record.setdefault(kind, {})[name] = Transition(N, N, P)
    return next(iter(judge(*split(triples), record).broken), None)


@pytest.mark.parametrize("states", STATES, ids="-".join)
def test_one_test_alone(states: tuple[Status, Status, Status]) -> None:
    assert first_broken({"t": states}, {}) == official({"t": states}, {})


@pytest.mark.parametrize("states", STATES, ids="-".join)
def test_one_test_beside_one_that_is_fixed(states: tuple[Status, Status, Status]) -> None:
    triples = {"fixed": (F, F, P), "t": states}
    for kind in ("p2p", "f2p", "s2p", "n2p"):
        for listed in ({"fixed": "f2p"}, {"fixed": "f2p", "t": kind}):
            assert first_broken(triples, listed) == official(triples, listed)


@pytest.mark.parametrize("states", STATES, ids="-".join)
def test_one_test_beside_one_that_stays(states: tuple[Status, Status, Status]) -> None:
    for other in ((P, P, P), (P, F, F), (S, S, S), (N, F, P)):
        triples = {"other": other, "t": states}
        assert first_broken(triples, {}) == official(triples, {})


NAMES = st.sampled_from("abcdef")


@given(
    st.dictionaries(NAMES, st.sampled_from(STATES)),
    st.dictionaries(NAMES, st.sampled_from(["p2p", "f2p", "s2p", "n2p"])),
)
def test_any_combination(triples: dict[str, tuple[Status, Status, Status]], listed: dict[str, str]) -> None:
    assert first_broken(triples, listed) == official(triples, listed)


def test_every_broken_rule_is_told_with_its_tests() -> None:
    judged = judge(
        {"gone": P}, {"was": P, "b": F}, {"was": F, "gone": F, "new": P}, {"f2p": {"b": Transition(F, F, P)}}
    )
    assert dict(judged.broken) == {
        Rule.REGRESSION: ("was",),
        Rule.ANOMALY: ("gone",),
        Rule.NOT_AS_RECORDED: ("b",),
    }


def test_a_p2p_test_that_is_skipped_now_is_not_as_recorded() -> None:
    stays = {"p2p": {"kept": Transition(P, P, P)}}
    judged = judge({"kept": P}, {"kept": P, "t": F}, {"kept": S, "t": P}, stays)
    assert dict(judged.broken) == {Rule.NOT_AS_RECORDED: ("kept",)}


def test_transitions_are_sorted_by_kind() -> None:
    judged = judge({}, {"f": F, "p": P, "s": S}, {"f": P, "p": P, "s": P, "n": P})
    assert {kind: list(judged.of_kind(kind)) for kind in ("f2p", "p2p", "s2p", "n2p", "fixed")} == {
        "f2p": ["f"], "p2p": ["p"], "s2p": ["s"], "n2p": ["n"], "fixed": ["f", "n", "s"],
    }  # fmt: skip
    assert transitions({}, {"x": S}, {}) == {"x": Transition(N, S, N)}
