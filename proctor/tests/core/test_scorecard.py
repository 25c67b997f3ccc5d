"""The figures of a run: what counts, what does not, and why they may not be final."""

from proctor.core.outcome import Outcome
from proctor.core.scorecard import score
from proctor.core.verdict import Verdict


def verdict(name: str, outcome: Outcome, *tags: str) -> Verdict:
    return Verdict(name, name, outcome, tags)


def test_what_is_our_fault_is_neither_counted_nor_dropped() -> None:
    card = score(
        [
            verdict("a", Outcome.PASSED, "x", "y"),
            verdict("b", Outcome.WRONG, "x"),
            verdict("c", Outcome.INFRASTRUCTURE, "x"),
            verdict("d", Outcome.ORACLE_ERROR, "z"),
        ],
        run={},
        expected=5,
    )
    assert (card.tally.passed, card.tally.counted) == (1, 2)
    assert card.outcomes[Outcome.INFRASTRUCTURE] == 1
    assert set(card.by_tag) == {"x", "y"}
    assert len(card.not_final) == 3
    assert card.to_json()["cost_usd"] is None
    assert card.to_json()["final"] is False


def test_complete_run_is_final() -> None:
    card = score([verdict("a", Outcome.TIMED_OUT)], run={}, expected=1)
    assert card.not_final == []
    assert card.tally.rate == 0


def test_refused_submission_has_none_of_all() -> None:
    card = score([], run={"refused": "wrong language"}, expected=272)
    assert (card.tally.passed, card.tally.counted, card.not_final) == (0, 272, [])


def test_submission_that_changed_itself_is_not_final() -> None:
    card = score([verdict("a", Outcome.PASSED)], run={"changed_while_graded": True}, expected=1)
    assert "changed its own files" in card.not_final[0]


def test_verdict_survives_its_line() -> None:
    import json

    one = Verdict("n", "h", Outcome.CRASHED, ("t",), 0.5, 0.25, 1 << 20, 139, {"e": ["\x1b", None, 1.5]})
    assert Verdict.from_json(json.loads(one.to_line())) == one
    assert one.to_line().count(b"\n") == 1
