"""The pairing by buckets against the program's rules followed step by step, without any index."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.exams.archerfish.comparison.code_cells import classify, is_match
from proctor.exams.archerfish.comparison.greedy_pairing import Records, pair
from proctor.exams.archerfish.model import Rule, RuleError

_CELLS = st.sampled_from(
    [None, 0, 1, 5, True, False, 0.0, -0.0, 0.04, -0.04, 0.5, 5.0, float("nan"), Decimal(5), Decimal("5.00"),
     Decimal("0.04"), Decimal(0), "", "0", "5", "5.0", "None", "a", dt.date(2024, 2, 29), "2024-02-29"]
)  # fmt: skip
_NAMES = st.lists(st.sampled_from("abcxy"), min_size=1, max_size=4, unique=True)


@st.composite
def _pairs(draw: st.DrawFn) -> tuple[Records, Records, list[Rule]]:
    golden, answer = draw(_NAMES), draw(_NAMES)
    few = draw(st.lists(_CELLS, min_size=1, max_size=5))
    count = draw(st.integers(1, 5))

    def rows(width: int) -> list[tuple[object, ...]]:
        cells = st.sampled_from(few)
        return [tuple(draw(cells) for _ in range(width)) for _ in range(count)]

    left = Records(tuple(golden), rows(len(golden)))
    right = Records(tuple(answer), rows(len(answer)))
    if draw(st.booleans()):  # the golden's own rows, under the answer's names as far as they reach
        places = [draw(st.integers(0, len(golden) - 1)) for _ in answer]
        order = draw(st.permutations(range(count)))
        right = Records(tuple(answer), [tuple(left.rows[row][at] for at in places) for row in order])
    columns = st.lists(st.sampled_from([*golden, *golden, "*", "q"]), min_size=1, max_size=3)
    rules = st.builds(Rule, st.sampled_from(["exact", "oneof"]), columns.map(tuple))
    return left, right, draw(st.lists(rules, min_size=1, max_size=3))


def _fits(rule: Rule, golden: dict[str, object], row: dict[str, object]) -> bool:
    if rule.match == "exact":
        for column in golden if "*" in rule.columns else rule.columns:
            held = [row[column]] if column in row else list(row.values())
            if held and not any(is_match(golden[column], value) for value in held):
                return False
            if not held:
                return False
        return True
    for column in rule.columns:
        for name in row:
            if is_match(golden[column], row[name]):
                del row[name]
                return True
    return False


def _step_by_step(left: Records, right: Records, rules: list[Rule]) -> str:
    rows = [right.record(place) for place in range(len(right.rows))]
    for place in range(len(left.rows)):
        golden = left.record(place)
        for row in rows:
            rest = dict(row)
            if all(_fits(rule, golden, rest) for rule in rules):
                rows.remove(row)
                break
        else:
            return f"Comparison failed for row: exp={golden}, act={rows[-1]}"
    return ""


@given(_pairs())
@settings(max_examples=300, deadline=None)
def test_the_same_verdict_and_words(drawn: tuple[Records, Records, list[Rule]]) -> None:
    left, right, rules = drawn
    try:
        expected = _step_by_step(left, right, rules)
    except KeyError:
        with pytest.raises(RuleError):
            pair(left, right, rules)
        return
    assert pair(left, right, rules) == expected


@given(st.lists(_CELLS, max_size=8), st.lists(_CELLS, max_size=8))
@settings(max_examples=200, deadline=None)
def test_classes_part_no_equal_cells_and_settled_ones_hold_only_equal_cells(
    one: list[object], other: list[object]
) -> None:
    classes = classify([one], [other])
    for value, number in zip(one, classes.expected[0], strict=True):
        for theirs, another in zip(other, classes.actual[0], strict=True):
            if number == another and number not in classes.unsettled:
                assert is_match(value, theirs)
            assert number == another or not is_match(value, theirs)


@pytest.mark.timeout(60)
def test_many_renamed_rows_end() -> None:
    rows = [tuple((at * 7919 + column * 31) % 997 for column in range(8)) for at in range(5000)]
    left = Records(tuple("abcdefgh"), [tuple(row) for row in rows])
    right = Records(tuple("ijklmnop"), [tuple(row[::-1]) for row in rows[::-1]])
    assert pair(left, right, [Rule("exact", ("*",))]) == ""
    assert pair(left, right, [Rule("oneof", ("a", "b")), Rule("exact", ("c",))]) == ""
