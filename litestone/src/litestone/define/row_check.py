"""Checks the rows of one table for integrity_check: constraints and index entries."""

from __future__ import annotations

from litestone.define.index_entries import column_reference, index_expressions
from litestone.schema.query import OutputColumn, SelectQuery

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestone.connection import Connection
    from litestone.schema.objects import Index, Table
    from litestone.text.tree import Expression, Value

STRICT_CLASSES: dict[str, tuple[type, ...]] = {
    "INT": (int,),
    "INTEGER": (int,),
    "REAL": (float, int),
    "TEXT": (str,),
    "BLOB": (bytes,),
}


class RowCheck:
    """One pass over a table. ``entry_counts``: how many entries each index should have.

    Everything a row is checked for is an output of one query that scans the
    table: its columns, its CHECK constraints, the fields of its index entries.
    """

    def __init__(self, connection: Connection, table: Table, quick: bool) -> None:
        from litestone.schema.resolve import Resolver, Scope, table_source

        self.connection = connection
        self.table = table
        self.indexes = [
            index
            for index in table.indexes
            if not quick and not (table.without_rowid and index.origin == "pk")
        ]
        self.entry_counts: dict[Index, int] = dict.fromkeys(self.indexes, 0)
        resolver = Resolver(connection)
        source = table_source(table, None)
        source.not_indexed = True
        scope = Scope(None, [source])
        query = SelectQuery()
        query.sources.append(source)
        self.columns = self.checked_columns()
        outputs: list[Expression] = [column_reference(connection, source, number) for number in self.columns]
        self.checks_at = len(outputs)
        outputs.extend(resolver.expression(check.expression, scope) for check in table.checks)
        self.places: list[tuple[int, int, int]] = []
        for index in self.indexes:
            start = len(outputs)
            fields = index_expressions(connection, index, source)
            outputs.extend(fields)
            where = -1
            if index.where is not None:
                where = len(outputs)
                outputs.append(resolver.expression(index.where, scope))
            self.places.append((start, start + len(fields), where))
        query.outputs = outputs
        query.columns = [OutputColumn("", 0x41, None) for _ in outputs]
        self.query = query

    def checked_columns(self) -> list[int]:
        """Columns whose values are looked at: those with NOT NULL and, in a STRICT table, all."""
        return [
            number
            for number, column in enumerate(self.table.columns)
            if (column.not_null is not None or self.table.strict) and number != self.table.rowid_column
        ]

    def rows(self) -> Iterator[str]:
        """The faults of each row."""
        from litestone.run.compile import Compiler
        from litestone.run.runtime import Runtime
        from litestone.value.cast import truth

        compiler = Compiler(self.connection)
        program = compiler.query(self.query)
        frame: list[object] = [None] * compiler.frame_size
        frame[0] = Runtime(self.connection, ())
        trees = [self.connection.index_tree(index) for index in self.indexes]
        for number, row in enumerate(program.rows(frame), 1):
            yield from self.column_faults(row)
            for place in range(len(self.table.checks)):
                if truth(row[self.checks_at + place]) is False:
                    yield f"CHECK constraint failed in {self.table.name}"
                    break
            for index, tree, (start, end, where) in zip(self.indexes, trees, self.places, strict=True):
                if where >= 0 and not truth(row[where]):
                    continue
                self.entry_counts[index] += 1
                entry = row[start:end]
                if tree.find(entry) is None:
                    yield f"row {number} missing from index {index.name}"
                elif index.unique and self.repeated(index, tree, entry):
                    yield f"non-unique entry in index {index.name}"

    def repeated(self, index: Index, tree: object, entry: tuple[Value, ...]) -> bool:
        """Whether the entry behind this one has the same key, none of it NULL."""
        head = entry[: len(index.columns)]
        if None in head:
            return False
        found = tree.scan((0,), lower=head, upper=head)  # type: ignore[attr-defined]
        return next(found, None) is not None and next(found, None) is not None

    def column_faults(self, row: tuple[Value, ...]) -> Iterator[str]:
        """NULL where it may not be, and values that a STRICT column can't hold."""
        table = self.table
        for place, number in enumerate(self.columns):
            column = table.columns[number]
            value = row[place]
            if value is None:
                if column.not_null is not None:
                    yield f"NULL value in {table.name}.{column.name}"
            elif table.strict:
                kind = (column.type_name or "").upper()
                allowed = STRICT_CLASSES.get(kind)
                if allowed is not None and value.__class__ not in allowed:
                    yield f"non-{kind} value in {table.name}.{column.name}"
