"""The table-valued function generate_series, which the command-line shell has (``series``)."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.schema.objects import Column
from litestone.value import affinity as affinities
from litestone.value.cast import to_integer
from litestone.virtual.module import IndexChoice, Module, VirtualTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from litestone.connection import Connection
    from litestone.run.runtime import Runtime
    from litestone.schema.objects import Table
    from litestone.text.tree import Value
    from litestone.virtual.module import Constraint

_VALUE, _START, _STOP, _STEP = range(4)
# Bits of a scan's number: which arguments it gets, and in which order values are wanted.
_BITS = {_START: 1, _STOP: 2, _STEP: 4}
_DESCENDING, _ASCENDING = 8, 16
_DEFAULT_STOP = 0xFFFFFFFF
_MANY = 2147483647


class Series(VirtualTable):
    """Integers from ``start`` to ``stop`` by ``step``."""

    def __init__(self) -> None:
        self.columns = [Column(name, None, affinities.BLOB) for name in ("value", "start", "stop", "step")]
        for column in self.columns[_START:]:
            column.hidden = True

    def best_index(
        self, constraints: Sequence[Constraint], order: Sequence[tuple[int, bool]]
    ) -> IndexChoice | None:
        """Equality with the hidden columns is used; raises SqlError without a start."""
        given: dict[int, int] = {}
        wanting: set[int] = set()
        start = False
        for place, constraint in enumerate(constraints):
            if constraint.column < _START:
                continue
            start = start or constraint.column == _START
            if not constraint.usable:
                wanting.add(constraint.column)
            elif constraint.op == "=":
                given[constraint.column] = place
        if not start:
            raise SqlError(errors.ERROR, 'first argument to "generate_series()" missing or unusable')
        if wanting - given.keys():
            return None
        choice = IndexChoice(0, "", [None] * len(constraints), [False] * len(constraints))
        for argument, column in enumerate(sorted(given)):
            choice.number |= _BITS[column]
            choice.uses[given[column]] = argument
            choice.omit[given[column]] = True
        choice.row_count = _MANY
        if _START in given and _STOP in given:
            choice.cost = 1.0 if _STEP in given else 2.0
            choice.row_count = 1000
            if order and order[0][0] == _VALUE:
                choice.number |= _DESCENDING if order[0][1] else _ASCENDING
                choice.ordered = True
        return choice

    def rows(
        self, runtime: Runtime, number: int, text: str, arguments: Sequence[Value]
    ) -> Iterator[tuple[Value, ...]]:
        """The values, a negative step counting down from the largest; none if an argument is NULL."""
        if None in arguments:
            return
        given = iter(arguments)
        start = to_integer(next(given)) if number & _BITS[_START] else 0
        stop = to_integer(next(given)) if number & _BITS[_STOP] else _DEFAULT_STOP
        step = shown_step = to_integer(next(given)) if number & _BITS[_STEP] else 1
        down = bool(number & _DESCENDING)
        if step == 0:
            step = shown_step = 1
        elif step < 0:
            step = shown_step = -step
            down = down or not number & _ASCENDING
        value = start
        if down:
            # The remainder has the sign of the distance, as in C.
            distance = stop - start
            value = stop - (distance % step if distance >= 0 else -(-distance % step))
            step = -step
        rowid = 1
        while start <= value if down else value <= stop:
            yield value, start, stop, shown_step, rowid
            value += step
            rowid += 1


class SeriesModule(Module):
    """The module behind the function."""

    name = "generate_series"
    eponymous = True

    def connect(self, connection: Connection, table: Table) -> VirtualTable:
        """The object behind the function."""
        return Series()


MODULES = {"generate_series": SeriesModule()}
