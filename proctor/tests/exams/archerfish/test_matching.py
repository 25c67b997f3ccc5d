"""The matching against trying everything."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.exams.archerfish.comparison.matching import FREE, maximum_matching


def _largest(edges: list[list[int]], used: frozenset[int] = frozenset(), at: int = 0) -> int:
    if at == len(edges):
        return 0
    best = _largest(edges, used, at + 1)
    for other in set(edges[at]) - used:
        best = max(best, 1 + _largest(edges, used | {other}, at + 1))
    return best


@given(
    st.integers(1, 6).flatmap(
        lambda right: st.tuples(
            st.lists(st.lists(st.integers(0, right - 1), max_size=4), max_size=6), st.just(right)
        )
    )
)
@settings(max_examples=80, deadline=None)
def test_as_many_pairs_as_there_can_be(graph: tuple[list[list[int]], int]) -> None:
    edges, right = graph
    partners = maximum_matching(edges, right)
    taken = [partner for partner in partners if partner != FREE]
    assert len(set(taken)) == len(taken)
    assert all(partner == FREE or partner in edges[node] for node, partner in enumerate(partners))
    assert len(taken) == _largest(edges)


def test_a_long_chain_needs_no_recursion() -> None:
    size = 20_000
    edges = [[node, node + 1] for node in range(size - 1)] + [[0]]
    assert sorted(maximum_matching(edges, size)) == list(range(size))
