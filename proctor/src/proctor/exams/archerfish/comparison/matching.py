"""Maximum matching in a bipartite graph, by Hopcroft and Karp's algorithm.

Which golden row is paired with which row of the answer, where a row may have several possible partners:
taking the first that fits (as Archerfish does) can miss a pairing that exists.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

FREE = -1


def maximum_matching(edges: Sequence[Sequence[int]], right: int) -> list[int]:
    """For each left node its partner on the right, or -1; as many pairs as there can be.

    edges: for each left node the right nodes it may be paired with. right: how many right nodes there are.
    Takes O(E·√V) steps and no recursion.
    """
    partner_of_left = [FREE] * len(edges)
    partner_of_right = [FREE] * right
    while True:
        depths = _layers(edges, partner_of_left, partner_of_right)
        if depths is None:
            return partner_of_left
        positions = [0] * len(edges)
        for node in range(len(edges)):
            if partner_of_left[node] == FREE:
                _augment(node, edges, depths, positions, partner_of_left, partner_of_right)


def _layers(
    edges: Sequence[Sequence[int]], partner_of_left: list[int], partner_of_right: list[int]
) -> list[int] | None:
    """How many pairs each left node is away from a free one, or None if no free right node is in reach."""
    depths = [0 if partner == FREE else FREE for partner in partner_of_left]
    waiting = deque(node for node, depth in enumerate(depths) if depth == 0)
    reachable = False
    while waiting:
        node = waiting.popleft()
        for other in edges[node]:
            following = partner_of_right[other]
            if following == FREE:
                reachable = True
            elif depths[following] == FREE:
                depths[following] = depths[node] + 1
                waiting.append(following)
    return depths if reachable else None


def _augment(
    root: int,
    edges: Sequence[Sequence[int]],
    depths: list[int],
    positions: list[int],
    partner_of_left: list[int],
    partner_of_right: list[int],
) -> None:
    """Walk from a free left node down the layers to a free right node and swap the pairs on the way."""
    path: list[tuple[int, int]] = []
    node = root
    while True:
        if positions[node] == len(edges[node]):
            if not path:
                return
            node = path.pop()[0]
            continue
        other = edges[node][positions[node]]
        positions[node] += 1
        following = partner_of_right[other]
        if following == FREE:
            for left, taken in [*path, (node, other)]:
                partner_of_left[left] = taken
                partner_of_right[taken] = left
            return
        if depths[following] == depths[node] + 1:
            path.append((node, other))
            node = following
