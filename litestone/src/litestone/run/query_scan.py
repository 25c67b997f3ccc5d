"""Reading subqueries, views, common tables and the queue of a recursive one (``plan.model.QueryScan``)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from litestone.plan.model import QueryScan
    from litestone.run.compile import Compiler
    from litestone.schema.query import Source

    Frame = list[Any]
    Scan = Callable[[list[Any]], Iterable[tuple[Any, ...]]]


def query_scan(compiler: Compiler, source: Source, access: QueryScan, keyed: bool) -> Scan:
    """The rows of a source that is a query; with ``keyed`` each has its number as last element."""
    query = source.query
    assert query is not None
    if source.kind == "recursive":
        slot = compiler.queue_slots[query]  # type: ignore[index]
        return lambda frame: (frame[slot],)
    correlated = bool(query.correlated)
    program = compiler.query(query)
    rows = program.rows
    if access.mode == "coroutine" and access.probe is None and not keyed and not access.reverse:
        return rows
    kept = compiler.new_slot()
    if correlated:
        compiler.resets.append(kept)

    def stored(frame: Frame) -> list[tuple[Any, ...]]:
        found = frame[kept]
        if found is None:
            found = list(rows(frame))
            if keyed:
                found = [(*row, number) for number, row in enumerate(found)]
            frame[kept] = found
        return found  # type: ignore[no-any-return]

    if access.probe is not None:
        from litestone.run.automatic_index import automatic_index

        return automatic_index(compiler, source, access.probe, stored)
    if access.reverse:
        return lambda frame: reversed(stored(frame))
    return stored
