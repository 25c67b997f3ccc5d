"""``VALUES`` as a query, and what computes tuples of expressions."""

from __future__ import annotations

from operator import itemgetter

from litestone.run.program import QueryProgram, limited
from litestone.schema.query import ColumnRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from litestone.run.compile import Compiler
    from litestone.schema.query import ValuesQuery
    from litestone.text.tree import Expression

    Frame = list[Any]
    Closure = Callable[[list[Any]], Any]


def compile_values(compiler: Compiler, query: ValuesQuery) -> QueryProgram:
    """A program that gives the rows of a VALUES clause."""
    tuples = [tuple_of(compiler, row) for row in query.rows]

    def rows(frame: Frame) -> Iterator[tuple[Any, ...]]:
        for row in tuples:
            yield row(frame)

    return QueryProgram(query.columns, limited(compiler, query, rows))


def tuple_of(compiler: Compiler, items: list[Expression]) -> Closure:
    """What gives the values of ``items`` as a tuple."""
    picked = picked_columns(compiler, items)
    if picked is not None:
        return picked
    closures = [compiler.expression(item) for item in items]
    if len(closures) == 1:
        only = closures[0]
        return lambda frame: (only(frame),)
    if len(closures) == 2:
        first, second = closures
        return lambda frame: (first(frame), second(frame))
    if len(closures) == 3:
        one, two, three = closures
        return lambda frame: (one(frame), two(frame), three(frame))
    return lambda frame: tuple([closure(frame) for closure in closures])


def picked_columns(compiler: Compiler, items: list[Expression]) -> Closure | None:
    """As ``tuple_of`` where all items are stored columns of one source; None elsewhere."""
    if len(items) < 2:
        return None
    first = items[0]
    if not isinstance(first, ColumnRef):
        return None
    places = []
    for item in items:
        if not isinstance(item, ColumnRef) or item.source is not first.source:
            return None
        layout = compiler.layout(item.source)
        place = layout.place(item.source, item.column)
        if place is None or layout.gives_real(item.source, item.column):
            return None
        places.append(place)
    slot = first.source.slot
    pick = itemgetter(*places)
    return lambda frame: pick(frame[slot])
