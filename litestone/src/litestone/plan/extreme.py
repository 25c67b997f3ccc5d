"""A lone min() or max(): the first row in order has it (``optoverview`` section 13)."""

from __future__ import annotations

from litestone.schema import expression as trees
from litestone.schema.query import Ordering

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import SelectQuery


def extreme_order(query: SelectQuery) -> tuple[list[Ordering], str | None]:
    """The order that puts the answer first, and ``min`` or ``max``; empty where the rule does not apply."""
    if len(query.aggregates) != 1 or query.having is not None or query.group_by:
        return [], None
    call = query.aggregates[0]
    name = call.name.lower()
    if name not in ("min", "max") or len(call.arguments) != 1 or call.filter is not None:
        return [], None
    argument = call.arguments[0]
    descending = name == "max"
    return [Ordering(argument, descending, descending, trees.collation(argument))], name
