"""The table-valued functions json_each and json_tree (``json1`` section 4.15)."""

from __future__ import annotations

from litestone.function import json_rows
from litestone.schema.objects import Column
from litestone.value import affinity as affinities
from litestone.virtual.module import IndexChoice, Module, VirtualTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from litestone.connection import Connection
    from litestone.run.runtime import Runtime
    from litestone.schema.objects import Table
    from litestone.text.tree import Value
    from litestone.virtual.module import Constraint

    Generator = Callable[..., Iterator[tuple[Value, ...]]]

_JSON = json_rows.COLUMNS.index("json")


class JsonTable(VirtualTable):
    """The elements of a JSON value."""

    def __init__(self, generate: Generator) -> None:
        self.generate = generate
        self.columns = [Column(name, None, affinities.BLOB) for name in json_rows.COLUMNS]
        for column in self.columns[_JSON:]:
            column.hidden = True

    def best_index(
        self, constraints: Sequence[Constraint], order: Sequence[tuple[int, bool]]
    ) -> IndexChoice | None:
        """The JSON text must be given, and the root where it is; without text there are no rows."""
        given: dict[int, int] = {}
        wanting: set[int] = set()
        for place, constraint in enumerate(constraints):
            if constraint.column >= _JSON:
                if not constraint.usable:
                    wanting.add(constraint.column)
                elif constraint.op == "=":
                    given[constraint.column] = place
        if wanting - given.keys():
            return None
        choice = IndexChoice(0, "", [None] * len(constraints), [False] * len(constraints))
        if _JSON in given:
            choice.cost = 1.0
            for argument, column in enumerate(sorted(given)):
                choice.number += 1 << argument
                choice.uses[given[column]] = argument
                choice.omit[given[column]] = True
        return choice

    def rows(
        self, runtime: Runtime, number: int, text: str, arguments: Sequence[Value]
    ) -> Iterator[tuple[Value, ...]]:
        """One row for each element."""
        return self.generate(*arguments) if number else iter(())


class JsonModule(Module):
    """The module behind one of the functions."""

    eponymous = True

    def __init__(self, name: str, generate: Generator) -> None:
        self.name = name
        self.generate = generate

    def connect(self, connection: Connection, table: Table) -> VirtualTable:
        """The object behind the function."""
        return JsonTable(self.generate)


MODULES = {
    "json_each": JsonModule("json_each", json_rows.each),
    "json_tree": JsonModule("json_tree", json_rows.tree),
}
