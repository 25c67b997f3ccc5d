"""Whether a subquery's rows are used as they come or stored first (``optoverview`` section 10)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import SelectQuery, Source


def source_mode(query: SelectQuery, source: Source, place: int) -> str:
    """``coroutine`` for a subquery in the outermost loop, else ``materialize``."""
    if source.materialized is True or any(other.join in ("right", "full") for other in query.sources):
        return "materialize"
    return "coroutine" if place == 0 else "materialize"
