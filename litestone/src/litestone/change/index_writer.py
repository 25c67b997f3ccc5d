"""Keeps one index in step with its table."""

from __future__ import annotations

from operator import itemgetter

from litestone.schema.expression import affinity as expression_affinity
from litestone.schema.expression import walk_deep
from litestone.schema.query import ColumnRef
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from litestone.change.expressions import TableExpressions
    from litestone.change.session import Row
    from litestone.schema.objects import Index, Table
    from litestone.storage.index_tree import IndexTree
    from litestone.text.tree import Expression, Value

# A REAL of this range without a fraction is kept as an integer (fileformat2 section 2.1).
SMALL = 140737488355327.0


def integral(value: Value) -> Value:
    """``value`` as a REAL column's record holds it: an integer where that saves bytes."""
    if value.__class__ is float and -SMALL - 1 <= value <= SMALL and value == int(value):
        return int(value)
    return value


class IndexWriter:
    """Makes the entries of ``index`` from rows and puts them into its tree.

    ``values(row)`` is the whole entry; ``width`` the number of declared
    columns, by which a unique index is searched. ``reads`` are the table
    columns an entry depends on (-1 the rowid). ``where`` tells whether a row is
    in a partial index, None for a full one.
    """

    __slots__ = (
        "index",
        "message_columns",
        "nullable",
        "reads",
        "tree",
        "unique",
        "values",
        "where",
        "width",
    )

    def __init__(self, index: Index, expressions: TableExpressions | None) -> None:
        self.index = index
        self.tree: IndexTree
        self.width = len(index.columns)
        self.unique = index.unique
        self.reads: set[int] = set()
        self.where: Callable[[Row], bool] | None = None
        self.nullable = not (index.table.without_rowid and index.origin == "pk")
        fields = index.record_columns()
        self.reads.update(field for field in fields if field >= -1)
        self.values = self.maker(fields, expressions)
        if index.where is not None and expressions is not None:
            resolved = expressions.resolve(index.where)
            self.note_reads(resolved)
            predicate = expressions.compiler.predicate(resolved)
            expressions.grow()
            self.where = bound(predicate, expressions)

    def maker(
        self, fields: list[int], expressions: TableExpressions | None
    ) -> Callable[[Row], Sequence[Value]]:
        """The function that makes an entry from a row."""
        table = self.index.table
        rowid = len(table.columns)
        places = [rowid if field == -1 else field for field in fields]
        real = [
            place
            for place, field in enumerate(fields)
            if field >= 0 and table.columns[field].affinity == affinities.REAL
        ]
        computed = []
        for place, part in enumerate(self.index.columns):
            if part.expression is not None and expressions is not None:
                computed.append((place, self.field(part.expression, expressions)))
                places[place] = rowid
        take = picker(places)
        if not real and not computed:
            return take

        def values(row: Row) -> Sequence[Value]:
            entry = list(take(row))
            for place in real:
                entry[place] = integral(entry[place])
            for place, compute in computed:
                entry[place] = compute(row)
            return entry

        return values

    def field(self, ast: Expression, expressions: TableExpressions) -> Callable[[Row], Value]:
        """What computes an expression field of an entry from a row."""
        resolved = expressions.resolve(ast)
        self.note_reads(resolved)
        affinity = min(expression_affinity(resolved), affinities.NUMERIC)
        closure = expressions.compiler.expression(resolved)
        expressions.grow()
        compute = bound(closure, expressions)
        if affinity < affinities.TEXT:
            return compute
        return lambda row: affinities.apply(compute(row), affinity)

    def note_reads(self, resolved: Expression) -> None:
        """Remember the columns that an expression of the index reads."""
        for node in walk_deep(resolved):
            if isinstance(node, ColumnRef):
                self.reads.add(node.column)

    def insert(self, row: Row) -> None:
        """Add the entry of ``row``, if it has one."""
        if self.where is None or self.where(row):
            self.tree.insert(self.values(row))

    def delete(self, row: Row) -> None:
        """Remove the entry of ``row``, if it has one."""
        if self.where is None or self.where(row):
            self.tree.delete(self.values(row))

    def find(self, row: Row) -> Sequence[Value] | None:
        """The entry that keeps ``row`` out of this unique index, None without one (NULLs are distinct)."""
        if self.where is not None and not self.where(row):
            return None
        prefix = self.values(row)[: self.width]
        if self.nullable and None in prefix:
            return None
        return self.tree.find(prefix)

    def failure(self) -> str:
        """The text of the error for a second equal entry."""
        table = self.index.table
        if any(part.expression is not None for part in self.index.columns):
            return f"UNIQUE constraint failed: index '{self.index.name}'"
        names = (
            "rowid" if part.column < 0 else table.columns[part.column].name for part in self.index.columns
        )
        return "UNIQUE constraint failed: " + ", ".join(f"{table.name}.{name}" for name in names)


def picker(places: list[int]) -> Callable[[Row], Sequence[Value]]:
    """A function that takes the values at ``places`` out of a row, always as a sequence."""
    if len(places) == 1:
        only = places[0]
        return lambda row: (row[only],)
    return itemgetter(*places)


def bound(closure: Callable[[list[Any]], Any], expressions: TableExpressions) -> Callable[[Row], Any]:
    """``closure`` as a function of the row alone."""
    frame, slot = expressions.frame, expressions.slot

    def call(row: Row) -> Any:
        frame[slot] = row
        return closure(frame)

    return call


def makes_reads(table: Table, column: int) -> bool:
    """Whether ``column`` of ``table`` is worked out rather than stored."""
    return table.columns[column].generated is not None and not table.columns[column].stored
