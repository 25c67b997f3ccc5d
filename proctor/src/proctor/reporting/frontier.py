"""Pass rate against cost, one point a run, with the frontier drawn: inline SVG, no script.

A run is on the frontier if no other run has at least its pass rate at no more than its cost (and is better in
one of them). Runs of unknown cost have no place on the plot; they are counted below it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import escape

_WIDTH, _HEIGHT = 640, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 16, 16, 44
_LETTER, _LINE = 6, 12  # of a label, in units of the picture
_LEAST = 1e-6  # dollars; what cost less stands with what cost nothing


@dataclass(frozen=True, slots=True)
class Point:
    """One run. cost in US dollars, None where unknown; rate, low and high are fractions."""

    label: str
    group: str
    cost: float | None
    rate: float
    low: float
    high: float


def frontier(points: Sequence[Point]) -> list[Point]:
    """The points that no other beats, by rising cost."""
    best = -1.0
    kept: list[Point] = []
    priced = [point for point in points if point.cost is not None]
    for point in sorted(priced, key=lambda point: (point.cost or 0.0, -point.rate)):
        if point.rate > best:
            kept.append(point)
            best = point.rate
    return kept


def frontier_svg(points: Sequence[Point]) -> str:
    """The plot as an SVG element; labels are escaped. Empty if no point has a cost."""
    priced = [point for point in points if point.cost is not None]
    if not priced:
        return ""
    low, high = _ends([point.cost or 0.0 for point in priced])

    def x(cost: float) -> float:
        share = (math.log10(max(cost, low)) - math.log10(low)) / (math.log10(high) - math.log10(low))
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def y(rate: float) -> float:
        return _TOP + (1 - rate) * (_HEIGHT - _TOP - _BOTTOM)

    head = (
        f'<svg class="frontier" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        'aria-label="pass rate against cost" xmlns="http://www.w3.org/2000/svg" font-size="11">'
    )
    parts = [head]
    for rate in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(_line(_LEFT, y(rate), _WIDTH - _RIGHT, y(rate), "grid"))
        parts.append(_text(_LEFT - 6, y(rate) + 4, f"{rate:.0%}", "end"))
    for cost in _ticks(low, high):
        parts.append(_line(x(cost), _TOP, x(cost), _HEIGHT - _BOTTOM, "grid"))
        parts.append(_text(x(cost), _HEIGHT - _BOTTOM + 16, f"${cost:g}", "middle"))
    parts.append(
        _text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 8, "cost in US dollars (logarithmic)", "middle")
    )
    best = frontier(priced)
    corners: list[str] = []
    for before, after in zip([None, *best], best, strict=False):
        if before is not None:
            corners.append(f"{x(after.cost or 0):.1f},{y(before.rate):.1f}")
        corners.append(f"{x(after.cost or 0):.1f},{y(after.rate):.1f}")
    parts.append(
        f'<polyline class="edge" points="{" ".join(corners)}" fill="none" stroke="currentColor" '
        'stroke-width="1.5" stroke-dasharray="4 3"/>'
    )
    for point in priced:
        at, on = x(point.cost or 0), point in best
        parts.append(
            _line(at, y(point.low), at, y(point.high), "error", 'stroke="currentColor" opacity=".5"')
        )
        title = f"{point.label}: {point.rate:.1%} for ${point.cost:.4g}"
        fill = "currentColor" if on else "none"
        parts.append(
            f'<circle cx="{at:.1f}" cy="{y(point.rate):.1f}" r="4.5" fill="{fill}" stroke="currentColor" '
            f'stroke-width="1.5"><title>{escape(title)}</title></circle>'
        )
    parts += _labels([(x(point.cost or 0), y(point.rate), point.label) for point in priced])
    parts.append("</svg>")
    return "".join(parts)


def _labels(points: Sequence[tuple[float, float, str]]) -> list[str]:
    """A label beside each point: as near as those before it leave room for."""
    taken: list[tuple[float, float, float]] = []
    parts: list[str] = []
    for at, height, label in sorted(points):
        side = "end" if at > _WIDTH * 0.7 else "start"
        width = len(label) * _LETTER
        left = at - 9 - width if side == "end" else at + 9
        y = next((y for y in _heights(height - 6) if _is_free(left, left + width, y, taken)), height - 6)
        taken.append((left, left + width, y))
        parts.append(_text(at + (-9 if side == "end" else 9), y, label, side))
    return parts


def _heights(wanted: float) -> Iterator[float]:
    """Lines of the picture, the wanted one first, then further and further off."""
    yield wanted
    for step in range(1, _HEIGHT // _LINE):
        for y in (wanted + step * _LINE, wanted - step * _LINE):
            if _TOP <= y <= _HEIGHT - _BOTTOM:
                yield y


def _is_free(left: float, right: float, y: float, taken: Sequence[tuple[float, float, float]]) -> bool:
    return all(right < start or left > end or abs(y - other) >= _LINE for start, end, other in taken)


def _ends(costs: Sequence[float]) -> tuple[float, float]:
    """The ends of the axis: powers of ten around all costs; what cost nothing stands at the left."""
    paid = [cost for cost in costs if cost >= _LEAST] or [1.0]
    low, high = math.floor(math.log10(min(paid))), math.ceil(math.log10(max(paid)))
    if high == low:
        high += 1
    return 10.0**low, 10.0**high


def _ticks(low: float, high: float) -> list[float]:
    first, last = round(math.log10(low)), round(math.log10(high))
    step = max(1, (last - first) // 6)
    return [10.0**power for power in range(first, last + 1, step)]


def _line(x1: float, y1: float, x2: float, y2: float, kind: str, style: str = "") -> str:
    style = style or 'stroke="currentColor" opacity=".15"'
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {style}/>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="currentColor" opacity=".8">'
        f"{escape(text)}</text>"
    )
