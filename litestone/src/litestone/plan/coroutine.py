"""Whether a subquery's rows are used as they come or stored first (``optoverview`` section 10)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import SelectQuery, Source


def source_mode(query: SelectQuery, source: Source) -> str:
    """``coroutine`` for a subquery that must be the outermost loop, else ``materialize``."""
    sources = query.sources
    if source.materialized is True and source.definition is not None:
        return "materialize"
    if sources[0] is not source or any(other.join in ("right", "full") for other in sources):
        return "materialize"
    return "coroutine" if len(sources) == 1 or sources[1].join != "inner" else "materialize"
