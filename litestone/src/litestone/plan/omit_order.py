"""ORDER BY of a subquery in FROM that cannot matter is left out."""

from __future__ import annotations

from litestone.schema.query import ValuesQuery

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import SelectQuery, Source

# Aggregates whose result does not depend on the order of their rows.
ORDERLESS = ("count", "min", "max")


def omit_useless_order(query: SelectQuery, source: Source) -> None:
    """Drop the ORDER BY of ``source`` where ``query`` sorts anyway or joins, and no aggregate sees the
    order.
    """
    inner = source.query
    if inner is None or isinstance(inner, ValuesQuery) or not inner.order_by or inner.limit is not None:
        return
    if not query.order_by and len(query.sources) < 2 and not query.windows:
        return
    if any(call.name.lower() not in ORDERLESS for call in query.aggregates):
        return
    inner.order_by = []
