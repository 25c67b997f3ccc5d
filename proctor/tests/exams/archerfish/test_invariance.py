"""What no comparison may depend on: the order of rows and columns, and, where it should be so, which side is which."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.exams.archerfish.comparison import compare, compare_all, compare_any
from proctor.exams.archerfish.model import PROFILES, Ordering, ResultSet

_CELLS = st.one_of(
    st.none(),
    st.integers(-3, 3),
    st.sampled_from([0.0, 0.5, 1.25, 2.5, 0.1 + 0.2, 0.3]),
    st.sampled_from([Decimal("1.25"), Decimal("2.50"), Decimal(1) / Decimal(3)]),
    st.sampled_from(["", "a", "A", '"a"', "1", "0.5", "None"]),
)


@st.composite
def _results(draw: st.DrawFn, names: str = "abcde") -> ResultSet:
    width = draw(st.integers(1, 4))
    rows = draw(st.lists(st.tuples(*[_CELLS] * width), max_size=6))
    return ResultSet(tuple(names[:width]), rows)


def _permuted(result: ResultSet, seed: int, names: str | None = None) -> ResultSet:
    shuffled = random.Random(seed)
    order = list(range(len(result.columns)))
    shuffled.shuffle(order)
    rows = [tuple(row[at] for at in order) for row in result.rows]
    shuffled.shuffle(rows)
    columns = tuple(result.columns[at] for at in order) if names is None else tuple(names[: len(order)])
    return ResultSet(columns, rows)


@pytest.mark.parametrize("profile", PROFILES)
@given(result=_results(), seed=st.integers(0, 1000))
@settings(max_examples=40, deadline=None)
def test_a_result_equals_itself_permuted(profile: str, result: ResultSet, seed: int) -> None:
    assert compare(result, _permuted(result, seed), None, profile).equal
    if profile != "archerfish-code":  # there a cell may be served by any other, and rows are paired greedily
        assert compare(result, _permuted(result, seed, names="vwxyz"), None, profile).equal


@pytest.mark.parametrize("profile", ["archerfish-readme", "strict"])
@given(one=_results(), other=_results("vwxyz"), seed=st.integers(0, 1000))
@settings(max_examples=50, deadline=None)
def test_permuting_either_side_changes_no_verdict(
    profile: str, one: ResultSet, other: ResultSet, seed: int
) -> None:
    verdict = compare(one, other, None, profile).equal
    assert compare(_permuted(one, seed), other, None, profile).equal is verdict
    assert compare(one, _permuted(other, seed), None, profile).equal is verdict


@pytest.mark.parametrize("profile", ["archerfish-readme", "strict"])
@given(result=_results(), data=st.data())
@settings(max_examples=50, deadline=None)
def test_symmetric_where_the_columns_are_as_many(
    profile: str, result: ResultSet, data: st.DataObject
) -> None:
    rows = [
        tuple(data.draw(_CELLS) if data.draw(st.integers(0, 9)) == 0 else cell for cell in row)
        for row in result.rows
    ]
    other = _permuted(ResultSet(result.columns, rows), 1)
    assert compare(result, other, None, profile).equal is compare(other, result, None, profile).equal


@given(result=_results(), seed=st.integers(0, 1000))
@settings(max_examples=40, deadline=None)
def test_strict_implies_readme(result: ResultSet, seed: int) -> None:
    other = _permuted(result, seed, names="vwxyz")
    if compare(result, other, None, "strict").equal:
        assert compare(result, other, None, "archerfish-readme").equal


@given(result=_results(), at=st.integers(0, 5))
@settings(max_examples=40, deadline=None)
def test_strict_counts_a_repeated_row(result: ResultSet, at: int) -> None:
    if result.rows:
        more = ResultSet(result.columns, [*result.rows, result.rows[at % len(result.rows)]])
        assert not compare(result, more, None, "strict").equal
        assert compare(result, more, None, "archerfish-readme").equal


@given(
    groups=st.lists(st.lists(st.integers(0, 20), min_size=1, max_size=4), min_size=2, max_size=5),
    seed=st.integers(0, 99),
)
@settings(max_examples=40, deadline=None)
def test_only_ties_may_be_reordered(groups: list[list[int]], seed: int) -> None:
    shuffled = random.Random(seed)
    rows = [(rank, value) for rank, group in enumerate(groups) for value in group]
    ordering = Ordering(tuple(rank for rank, _ in rows))
    answer: list[tuple[int, int]] = []
    for rank, group in enumerate(groups):
        answer += [(rank, value) for value in shuffled.sample(group, len(group))]
    golden = ResultSet(("rank", "value"), rows)
    assert compare(golden, ResultSet(("rank", "value"), answer), None, "strict", ordering=ordering).equal
    backwards = ResultSet(("rank", "value"), answer[::-1])
    assert not compare(golden, backwards, None, "strict", ordering=ordering).equal


@pytest.mark.timeout(60)
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(("rows", "values"), [(2, 2), (6, 2), (60, 2), (60, 3), (60, 1000)])
def test_26_permuted_columns_end(profile: str, rows: int, values: int) -> None:
    drawn = random.Random(rows * values)
    golden = ResultSet(
        tuple(f"golden_{at}" for at in range(26)),
        [tuple(drawn.randrange(values) for _ in range(26)) for _ in range(rows)],
    )
    answer = _permuted(golden, 7, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert compare(golden, answer, None, profile).equal
    wrong = ResultSet(answer.columns, [(*row[:3], -1, *row[4:]) for row in answer.rows])
    served_by_any_cell = profile == "archerfish-code" and values < 1000
    assert compare(golden, wrong, None, profile).equal is served_by_any_cell


def test_a_mismatch_is_explained_cell_by_cell() -> None:
    golden = ResultSet(("name", "pop"), [("a", 1), ("b", 2), ("c", 3)])
    answer = ResultSet(("who", "many"), [("c", 3), ("b", 7), ("a", 1)])
    found = compare(golden, answer, None, "strict")
    assert not found.equal
    assert found.mapping == (("name", "who"), ("pop", "many"))
    assert found.missing[0].number == 2
    assert found.missing[0].cells == (("name", "'b'", "'b'"), ("pop", "2", "7"))
    assert found.surplus[0].cells == (("who", "'b'", "'b'"), ("many", "7", "2"))
    assert [section["title"] for section in found.sections()] == [
        "Columns compared",
        "Golden rows without a partner",
        "Rows of the answer without a partner",
    ]


def test_several_goldens_and_several_databases() -> None:
    one, other = ResultSet(("a",), [(1,)]), ResultSet(("a",), [(2,), (3,)])
    answer = ResultSet(("b",), [(3,), (2,)])
    equal = compare_any([(one, None), (other, None)], answer, None, "strict")
    assert equal.equal
    unequal = compare_any([(one, None)], answer, None, "strict")
    assert not unequal.equal
    assert compare_all([("first", equal), ("second", equal)]).equal
    assert compare_all([("first", equal), ("second", unequal)]).reason.startswith("on second: ")
    with pytest.raises(ValueError, match="no golden"):
        compare_any([], answer, None, "strict")
