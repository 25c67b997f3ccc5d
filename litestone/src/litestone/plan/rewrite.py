"""The rewrites of a query before it is planned."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.schema.query import SelectQuery


def rewrite(query: SelectQuery, connection: Connection) -> SelectQuery:
    """``query`` after all rewrites that apply."""
    return query
