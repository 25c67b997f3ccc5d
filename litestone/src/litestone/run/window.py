"""Window functions: rows are gathered, then each window sorts them and computes its functions.

Windows are processed as SQLite nests them: the one of the first function
comes last, so that the result is in its order (``windowfunctions`` section 2).
"""

from __future__ import annotations

from litestone.function.registry import Aggregate
from litestone.plan.window_passes import window_passes
from litestone.run.calls import argument, key_of
from litestone.run.membership import identity
from litestone.run.sorting import SortTerm, sort_items
from litestone.run.values import tuple_of
from litestone.run.window_frame import Extent, Peers, checked_offset
from litestone.run.window_function import (
    FRAMED,
    RANKING,
    aggregate_values,
    framed_values,
)
from litestone.schema.expression import collation as collation_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from litestone.run.compile import Compiler
    from litestone.schema.query import SelectQuery, WindowRef

    Frame = list[Any]
    Closure = Callable[[list[Any]], Any]
    Loop = Callable[[list[Any]], Iterable[Any]]


class Gathered:
    """One row: the sources' rows, the functions' arguments and results, the definitions' sort values."""

    __slots__ = ("arguments", "marks", "results", "rows")

    def __init__(self, rows: tuple[Any, ...], arguments: list[Any], marks: list[Any]) -> None:
        self.rows = rows
        self.arguments = arguments
        self.marks = marks
        self.results: list[Any] = [None] * len(arguments)


class Function:
    """One window function call, compiled."""

    __slots__ = ("arguments", "condition", "make", "name", "number")

    def __init__(self, compiler: Compiler, reference: WindowRef, number: int) -> None:
        self.name = reference.name.lower()
        self.number = number
        count = 0 if reference.star else len(reference.arguments)
        function = compiler.connection.find_function(reference.name, count)
        assert isinstance(function, Aggregate)
        self.arguments = [argument(compiler, item, function.takes_json) for item in reference.arguments]
        self.condition = None if reference.filter is None else compiler.predicate(reference.filter)
        self.make: Closure | None = None
        make = function.make
        if make is not None and not function.window_only:
            if function.needs_collation:
                key = key_of(compiler, function, reference.arguments)
                self.make = lambda frame: make(frame[0], key)
            else:
                self.make = lambda frame: make(frame[0])

    def given(self, frame: Frame) -> tuple[Any, ...] | None:
        """The arguments for the row in the frame; None where FILTER leaves it out."""
        if self.condition is not None and not self.condition(frame):
            return None
        return tuple([item(frame) for item in self.arguments])


class Definition:
    """A window and the functions over it."""

    __slots__ = (
        "exclude", "functions", "marks_of", "normals", "offsets", "order", "parts", "reference", "terms",
        "unit",
    )  # fmt: skip

    def __init__(self, compiler: Compiler, reference: WindowRef) -> None:
        self.reference = reference
        self.functions: list[Function] = []
        self.parts = len(reference.partition)
        self.order = reference.order
        expressions = [*reference.partition, *[term.expression for term in reference.order]]
        self.marks_of = tuple_of(compiler, expressions)
        self.terms: list[SortTerm] = []
        self.normals = []
        for place, expression in enumerate(expressions):
            if place < self.parts:
                descending = last = False
                collation = collation_of(expression)
            else:
                term = reference.order[place - self.parts]
                descending, last, collation = term.descending, term.nulls_last, term.collation
            key = compiler.connection.collation_key(collation)
            self.terms.append(SortTerm(place, descending, last, key))
            self.normals.append(identity(None, key))
        assert reference.frame is not None
        self.unit = reference.frame.unit
        self.exclude = reference.frame.exclude
        self.offsets = [
            None if bound.offset is None else compiler.expression(bound.offset)
            for bound in (reference.frame.start, reference.frame.end)
        ]

    def bounds(self, frame: Frame) -> tuple[tuple[str, Any], tuple[str, Any]]:
        """The kinds of the frame's bounds and their offsets."""
        assert self.reference.frame is not None
        found = []
        sides = (self.reference.frame.start, "starting"), (self.reference.frame.end, "ending")
        for (bound, which), offset in zip(sides, self.offsets, strict=True):
            value = None if offset is None else checked_offset(offset(frame), self.unit, which)
            found.append((bound.kind, value))
        return found[0], found[1]

    def partitions(self, rows: list[Gathered], number: int) -> Iterator[tuple[list[Gathered], list[Any]]]:
        """The sorted rows cut into partitions, each with what tells its peer groups apart."""
        parts = self.parts
        current: list[Gathered] = []
        marks: list[Any] = []
        last: Any = None
        for row in rows:
            normal = [one(value) for one, value in zip(self.normals, row.marks[number], strict=True)]
            if current and normal[:parts] != last:
                yield current, marks
                current, marks = [], []
            last = normal[:parts]
            current.append(row)
            marks.append(normal[parts:])
        if current:
            yield current, marks


def definitions_of(compiler: Compiler, query: SelectQuery) -> list[Definition]:
    """The windows of a query in the order in which they are first used, each with its functions."""
    found: list[Definition] = []
    for members in window_passes(query):
        home = Definition(compiler, members[0])
        home.functions = [Function(compiler, reference, reference.number) for reference in members]
        found.append(home)
    return found


def windowed(compiler: Compiler, query: SelectQuery, loop: Loop, slots: list[int]) -> Loop:
    """A loop over the rows of ``loop`` with the results of the window functions in the frame."""
    saved = list(slots)
    if query in compiler.aggregate_slots:
        saved.append(compiler.aggregate_slots[query])
    definitions = definitions_of(compiler, query)
    functions = sorted(
        [function for one in definitions for function in one.functions], key=lambda function: function.number
    )
    slot = compiler.window_slot = compiler.new_slot()

    def gather(frame: Frame) -> list[Gathered]:
        found = []
        for _ in loop(frame):
            rows = tuple([frame[place] for place in saved])
            arguments = [function.given(frame) for function in functions]
            marks = [one.marks_of(frame) for one in definitions]
            found.append(Gathered(rows, arguments, marks))
        return found

    def rows(frame: Frame) -> Iterator[None]:
        found = gather(frame)
        for number in range(len(definitions) - 1, -1, -1):
            found = process(frame, definitions[number], number, found)
        for row in found:
            for place, value in zip(saved, row.rows, strict=True):
                frame[place] = value
            frame[slot] = row.results
            yield None

    return rows


def process(frame: Frame, definition: Definition, number: int, rows: list[Gathered]) -> list[Gathered]:
    """Sort the rows for one window and compute its functions."""
    if definition.terms:
        items = [(row.marks[number], row) for row in rows]
        sort_items(items, definition.terms)
        rows = [row for _, row in items]
    if not rows:
        return rows
    start, end = definition.bounds(frame)
    for partition, marks in definition.partitions(rows, number):
        peers = Peers(marks)
        order = definition.order[0] if len(definition.order) == 1 else None
        values = [row.marks[number][-1] for row in partition] if order is not None else []
        extent = Extent(definition.unit, start, end, peers, values, order)
        for function in definition.functions:
            arguments = [row.arguments[function.number] for row in partition]
            found = computed(frame, function, arguments, peers, extent, definition.exclude)
            for row, value in zip(partition, found, strict=True):
                row.results[function.number] = value
    return rows


def computed(
    frame: Frame, function: Function, arguments: list[Any], peers: Peers, extent: Extent, exclude: str
) -> list[Any]:
    """The results of one function over one partition."""
    ranking = RANKING.get(function.name)
    if ranking is not None and function.make is None:
        return ranking(arguments, peers)
    if function.name in FRAMED and function.make is None:
        return framed_values(function.name, arguments, extent, exclude)
    make = function.make
    assert make is not None
    return aggregate_values(lambda: make(frame), arguments, extent, exclude)
