"""What a compiled query is."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from litestone.run.compile import Compiler
    from litestone.schema.query import OutputColumn, Query
    from litestone.text.tree import Value

    Frame = list[Any]
    Row = tuple[Value, ...]
    Rows = Callable[[list[Any]], Iterable[Row]]


class QueryProgram:
    """A query that can be run: ``rows(frame)`` gives its rows one by one.

    ``columns`` describe them. It may be run again and again with one frame, but a run must have ended or been
    given up before the next begins.
    """

    __slots__ = ("columns", "rows")

    def __init__(self, columns: list[OutputColumn], rows: Rows) -> None:
        self.columns = columns
        self.rows = rows


def count_of(value: Any) -> int:
    """LIMIT or OFFSET as an integer; raises SqlError "datatype mismatch" for anything else."""
    found = affinities.apply(value, affinities.INTEGER)
    if found.__class__ is not int:
        raise SqlError(errors.MISMATCH, "datatype mismatch")
    return found


def limited(compiler: Compiler, query: Query, rows: Rows) -> Rows:
    """``rows`` within LIMIT and OFFSET (``lang_select`` section 5)."""
    if query.limit is None:
        return rows
    limit_of = compiler.expression(query.limit)
    offset_of = None if query.offset is None else compiler.expression(query.offset)

    def window(frame: Frame) -> Iterator[Row]:
        limit = count_of(limit_of(frame))
        skip = 0 if offset_of is None else count_of(offset_of(frame))
        if limit == 0:
            return
        for row in rows(frame):
            if skip > 0:
                skip -= 1
                continue
            yield row
            limit -= 1
            if limit == 0:
                return

    return window
