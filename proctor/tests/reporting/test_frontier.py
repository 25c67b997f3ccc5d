"""The frontier of rate and cost: by definition, and as a drawing."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from proctor.reporting.frontier import Point, frontier, frontier_svg

_costs = st.one_of(st.none(), st.sampled_from([0.0, 0.001, 0.5, 1.0, 3.0, 250.0]), st.floats(0, 1e6))
_points = st.lists(
    st.builds(
        lambda cost, rate: Point("m", "g", cost, rate, max(0, rate - 0.1), min(1, rate + 0.1)),
        _costs,
        st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 1)),
    ),
    max_size=12,
)


def beats(one: Point, other: Point) -> bool:
    assert one.cost is not None and other.cost is not None
    at_least = one.rate >= other.rate and one.cost <= other.cost
    return at_least and (one.rate > other.rate or one.cost < other.cost)


@given(_points)
def test_on_the_frontier_is_what_no_other_beats(points: list[Point]) -> None:
    priced = [point for point in points if point.cost is not None]
    expected = {(p.cost, p.rate) for p in priced if not any(beats(other, p) for other in priced)}
    found = frontier(points)
    assert {(p.cost, p.rate) for p in found} == expected
    assert len(found) == len(expected), "equal points are drawn once"


@given(_points)
def test_every_priced_point_is_drawn_inside_the_picture(points: list[Point]) -> None:
    svg = frontier_svg(points)
    priced = [point for point in points if point.cost is not None]
    if not priced:
        assert svg == ""
        return
    root = ElementTree.fromstring(svg)
    circles = root.findall(".//{*}circle")
    assert len(circles) == len(priced)
    for circle in circles:
        assert 0 <= float(circle.get("cx", "nan")) <= 640 and 0 <= float(circle.get("cy", "nan")) <= 320


def test_labels_can_hold_no_markup() -> None:
    svg = frontier_svg([Point('</svg><script>alert("x")</script>', "g", 1.0, 0.5, 0.4, 0.6)])
    assert "<script" not in svg
    ElementTree.fromstring(svg)


def test_labels_of_neighbours_do_not_lie_upon_each_other() -> None:
    points = [Point(f"model {n}", "g", 1.0 + n / 1000, 0.5, 0.4, 0.6) for n in range(4)]
    svg = frontier_svg(points)
    places = [
        (float(x), float(y))
        for x, y, text in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</text>', svg)
        if text.startswith("model")
    ]
    assert len(places) == 4
    heights = sorted(y for _, y in places)
    assert all(after - before >= 10 for before, after in itertools.pairwise(heights))
