"""The scan for rows of a RIGHT or FULL JOIN's right side that matched nothing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.model import Level
    from litestone.schema.query import Source


def right_joined(levels: list[Level]) -> list[Source]:
    """The sources whose unmatched rows come behind the loops, in the order of the loops."""
    return [level.source for level in levels if level.source.join in ("right", "full")]
