"""A lone count(*) of a table: the entries of its narrowest tree are counted without being read."""

from __future__ import annotations

from litestone.plan import statistics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.objects import Index, Table
    from litestone.schema.query import SelectQuery


def counted_table(query: SelectQuery) -> Table | None:
    """The table whose rows the query does no more than count, None otherwise."""
    if len(query.sources) != 1 or query.where is not None or query.group_by or query.having is not None:
        return None
    if len(query.aggregates) != 1 or query.windows or len(query.outputs) != 1:
        return None
    call = query.aggregates[0]
    if call.name.lower() != "count" or call.arguments or call.distinct or call.filter is not None:
        return None
    source = query.sources[0]
    if query.outputs[0] is not call or source.kind != "table" or source.indexed_by is not None:
        return None
    return source.table


def narrowest_index(table: Table) -> Index | None:
    """The index with the smallest entries, where they are smaller than the table's rows."""
    best: Index | None = None
    for index in table.indexes:
        if index.where is not None or statistics.has_option(index, "unordered"):
            continue
        width = statistics.index_width(index)
        narrower = best is None or width < statistics.index_width(best)
        if width < statistics.table_width(table) and narrower:
            best = index
    return best
