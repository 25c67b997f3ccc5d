"""Subqueries in expressions: scalar, row and EXISTS (``lang_expr`` sections 10, 11)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.run.compile import Compiler
    from litestone.schema.query import Query
    from litestone.text.tree import Exists, Subquery

    Frame = list[Any]
    Closure = Callable[[list[Any]], Any]


def scalar(compiler: Compiler, e: Subquery) -> Closure:
    """The first row's value, or its values as a tuple; NULL without a row."""
    query: Query = e.select  # type: ignore[assignment]
    correlated = bool(query.correlated)
    size = len(query.columns)
    program = compiler.query(query)
    nothing = None if size == 1 else (None,) * size
    rows = program.rows

    def first(frame: Frame) -> Any:
        for row in rows(frame):
            return row[0] if size == 1 else row
        return nothing

    return first if correlated else once(compiler, first)


def exists(compiler: Compiler, e: Exists) -> Closure:
    """1 where the query has a row, else 0."""
    query: Query = e.select  # type: ignore[assignment]
    correlated = bool(query.correlated)
    program = compiler.query(query)
    rows = program.rows

    def found(frame: Frame) -> int:
        for _ in rows(frame):
            return 1
        return 0

    return found if correlated else once(compiler, found)


def once(compiler: Compiler, compute: Closure) -> Closure:
    """``compute``, evaluated when first needed in a run of the statement."""
    slot = compiler.new_slot()

    def kept(frame: Frame) -> Any:
        found = frame[slot]
        if found is None:
            found = frame[slot] = (compute(frame),)
        return found[0]

    return kept
