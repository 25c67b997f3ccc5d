"""Compiling resolved expressions and queries to closures.

A ``Compiler`` belongs to one statement; it hands out slots of the frame and
knows how each source's rows are laid out. The rules stand in the modules
``operators``, ``comparison``, ``membership``, ``calls``, ``subquery`` for expressions
and ``select``, ``compound`` for queries.
"""

from __future__ import annotations

from litestone.errors import INTERNAL, SqlError
from litestone.run import calls, comparison, membership, operators, subquery
from litestone.run.layout import Layout
from litestone.schema.query import (
    AggregateRef,
    ColumnRef,
    CompoundQuery,
    RowField,
    Source,
    Truth,
    ValuesQuery,
    WindowRef,
)
from litestone.text.tree import (
    Between,
    Binary,
    Call,
    Case,
    Cast,
    Collate,
    CurrentTime,
    Exists,
    Expression,
    InList,
    InSelect,
    IsNull,
    Like,
    Literal,
    Raise,
    Row,
    Subquery,
    Unary,
    Variable,
)
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.connection import Connection
    from litestone.run.program import QueryProgram
    from litestone.schema.query import Query, SelectQuery

    Frame = list[Any]
    Closure = Callable[[list[Any]], Any]


class Compiler:
    """Compiles the expressions and queries of one statement.

    ``frame_size`` is how long a frame must be for all compiled so far.
    """

    __slots__ = (
        "aggregate_slots", "connection", "frame_size", "layouts", "member_slots", "queue_slots", "resets",
        "window_slot",
    )  # fmt: skip

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.frame_size = 1
        self.layouts: dict[Source, Layout] = {}
        self.aggregate_slots: dict[SelectQuery, int] = {}
        self.queue_slots: dict[CompoundQuery, int] = {}
        self.member_slots: dict[InSelect, int] = {}
        # What the query being compiled must forget when it starts anew.
        self.resets: list[int] = []
        self.window_slot = -1

    def new_slot(self) -> int:
        """A place of the frame for the caller's own use."""
        slot = self.frame_size
        self.frame_size += 1
        return slot

    def expression(self, e: Expression) -> Closure:
        """What computes the value of ``e`` from a frame (a tuple for a row value)."""
        return _COMPILE[e.__class__](self, e)

    def predicate(self, e: Expression) -> Closure:
        """What tells from a frame whether ``e`` is true; NULL is not."""
        special = _PREDICATES.get(e.__class__)
        if special is not None:
            found = special(self, e)
            if found is not None:
                return found
        return operators.truth_of(self, e)

    def predicates(self, terms: list[Expression]) -> Closure | None:
        """What tells whether all of ``terms`` are true; None without any."""
        joined: Closure | None = None
        for term in reversed(terms):
            test = self.predicate(term)
            joined = test if joined is None else operators.both(test, joined)
        return joined

    def query(self, query: Query) -> QueryProgram:
        """A program that gives the rows of ``query``."""
        from litestone.plan.rewrite import prepare

        query = prepare(query)
        if isinstance(query, CompoundQuery):
            from litestone.run.compound import compile_compound

            return compile_compound(self, query)
        if isinstance(query, ValuesQuery):
            from litestone.run.values import compile_values

            return compile_values(self, query)
        from litestone.run.select import compile_select

        return compile_select(self, query)

    def layout(self, source: Source) -> Layout:
        """How the rows of ``source`` are laid out; those of row sources are known from the start."""
        found = self.layouts.get(source)
        if found is None:
            if source.kind != "row" and source.slot < 0:
                raise SqlError(INTERNAL, f"a column of {source.name} is read outside of its query")
            found = self.layouts[source] = Layout(None)
        return found


def _literal(compiler: Compiler, e: Literal) -> Closure:
    value = e.value
    return lambda frame: value


def _variable(compiler: Compiler, e: Variable) -> Closure:
    number = e.number
    return lambda frame: frame[0].parameter(number)


def _column(compiler: Compiler, e: ColumnRef) -> Closure:
    source, number = e.source, e.column
    layout = compiler.layout(source)
    slot = source.slot
    place = layout.place(source, number)
    if place is None:
        return _generated_column(compiler, source, number)
    if layout.gives_real(source, number):
        return _real_column(slot, place)

    def column(frame: Frame) -> Any:
        return frame[slot][place]

    return column


def _real_column(slot: int, place: int) -> Closure:
    """A column of a query with REAL affinity: integers in it are read as REAL."""

    def column(frame: Frame) -> Any:
        value = frame[slot][place]
        return float(value) if value.__class__ is int else value

    return column


def _generated_column(compiler: Compiler, source: Source, number: int) -> Closure:
    """A VIRTUAL column, computed when it is read; NULL in the NULL row of an outer join."""
    compute = compiler.expression(source.generated[number])
    apply = affinities.applier(source.columns[number].affinity) or (lambda value: value)
    slot = source.slot
    nothing = compiler.layout(source).null_row

    def generated(frame: Frame) -> Any:
        return None if frame[slot] is nothing else apply(compute(frame))

    return generated


def raw_reference(compiler: Compiler, e: AggregateRef | WindowRef) -> Closure:
    """The result of an aggregate or window function as it is, with its JSON subtype."""
    if isinstance(e, WindowRef):
        slot = compiler.window_slot
    else:
        assert e.query is not None
        slot = compiler.aggregate_slots[e.query]
    number = e.number
    return lambda frame: frame[slot][number]


def _reference(compiler: Compiler, e: AggregateRef | WindowRef) -> Closure:
    closure = raw_reference(compiler, e)
    if not calls.keeps_json(compiler, e):
        return closure
    plain = calls.plain
    return lambda frame: plain(closure(frame))


def _collate(compiler: Compiler, e: Collate) -> Closure:
    return compiler.expression(e.operand)


def _row(compiler: Compiler, e: Row) -> Closure:
    items = [compiler.expression(item) for item in e.items]
    return lambda frame: tuple([item(frame) for item in items])


def _row_field(compiler: Compiler, e: RowField) -> Closure:
    row = compiler.expression(e.row)
    field = e.field
    return lambda frame: row(frame)[field]


_COMPILE: dict[type, Callable[[Compiler, Any], Closure]] = {
    Literal: _literal,
    Variable: _variable,
    ColumnRef: _column,
    AggregateRef: _reference,
    WindowRef: _reference,
    Collate: _collate,
    Row: _row,
    CurrentTime: calls.current_time,
    Call: calls.call,
    Like: calls.like,
    Raise: calls.raise_error,
    Unary: operators.unary,
    Binary: operators.binary,
    IsNull: operators.is_null,
    Truth: operators.truth_test,
    RowField: _row_field,
    Case: operators.case,
    Cast: operators.cast,
    Between: comparison.between,
    InList: membership.in_list,
    InSelect: membership.in_select,
    Exists: subquery.exists,
    Subquery: subquery.scalar,
}

_PREDICATES: dict[type, Callable[[Compiler, Any], Closure | None]] = {
    Binary: operators.binary_predicate,
    IsNull: operators.is_null,
}
