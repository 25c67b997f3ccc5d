"""Reads and writes whole rows of one table: its record, its indexes, its computed columns.

A row is a list of every column by number and then the rowid (None in a WITHOUT
ROWID table), the layout that OLD and NEW have. The order of writing is
SQLite's, since it decides which pages are allocated: indexes in the order of
``table.indexes``, then the table; for a WITHOUT ROWID table, whose primary key
is one of the indexes, just the indexes.
"""

from __future__ import annotations

from litestone import errors
from litestone.change.expressions import TableExpressions, literal
from litestone.change.index_writer import IndexWriter, bound, integral, picker
from litestone.errors import SqlError
from litestone.schema.expression import walk_deep
from litestone.schema.query import ColumnRef
from litestone.storage.record import encode
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from litestone.change.session import Row, Session
    from litestone.change.trigger_program import TriggerProgram
    from litestone.connection import Connection
    from litestone.schema.objects import Table
    from litestone.storage.row_reader import RowReader
    from litestone.text.tree import Value


NOT_PINNED = 1 << 30


class TableWriter:
    """All that changing rows of a table needs to know of it; made once per schema version.

    ``inserters`` keeps what plain INSERT statements have compiled, ``actions`` the
    programs of foreign keys that refer to the table. ``pinned`` is the depth of
    triggers beyond which the table may not be changed just now.
    """

    __slots__ = (
        "actions", "affinities", "columns", "connection", "encoding", "expressions", "file_format", "fill",
        "generated", "generated_reads", "generation", "indexes", "inserters", "key", "key_fields", "pinned",
        "plain", "reader", "real", "record", "table", "tree", "virtual",
    )  # fmt: skip

    def __init__(self, connection: Connection, table: Table) -> None:
        self.connection = connection
        self.table = table
        self.generation = connection.schema_generation
        self.pinned = NOT_PINNED
        self.inserters: dict[Any, Any] = {}
        self.actions: dict[Any, TriggerProgram | None] = {}
        self.expressions: TableExpressions | None = None
        self.columns = len(table.columns)
        self.affinities: list[tuple[int, Callable[[Value], Value]]] = []
        for number, column in enumerate(table.columns):
            applier = affinities.applier(column.affinity)
            if applier is not None and column.generated is None and number != table.rowid_column:
                self.affinities.append((number, applier))
        self.generated = self.generated_columns()
        self.virtual = [
            number for number, c in enumerate(table.columns) if c.generated is not None and not c.stored
        ]
        self.indexes = [
            IndexWriter(index, self.table_expressions() if needs_expressions(index) else None)
            for index in table.indexes
        ]
        self.key: IndexWriter | None = None
        self.key_fields: list[int] = []
        if table.without_rowid:
            self.key = next(writer for writer in self.indexes if writer.index.origin == "pk")
            self.key_fields = [part.column for part in self.key.index.columns]
        self.lay_out()

    # -- making

    def table_expressions(self) -> TableExpressions:
        """The compiler for the table's own expressions, made when first needed."""
        if self.expressions is None:
            self.expressions = TableExpressions(self.connection, self.table)
        return self.expressions

    def lay_out(self) -> None:
        """Work out how a record is made of a row, and a row of a record."""
        table = self.table
        stored = [(c.storage, number) for number, c in enumerate(table.columns) if c.storage >= 0]
        self.fill = [number for _, number in sorted((number, number) for _, number in stored)]
        order = [number for _, number in sorted(stored)]
        self.real = [
            place for place, number in enumerate(order) if table.columns[number].affinity == affinities.REAL
        ]
        self.record = picker(order)
        self.plain = order == list(range(self.columns))
        self.reader: RowReader | None = None
        if not table.without_rowid:
            self.reader = self.connection.reader(table, self.fill)

    def generated_columns(self) -> list[tuple[int, Callable[[Row], Value], Callable[[Value], Value] | None]]:
        """The generated columns in an order in which each can be computed, with what computes it.

        Raises SqlError "generated column loop on …".
        """
        table = self.table
        waiting: dict[int, Any] = {}
        for number, column in enumerate(table.columns):
            if column.generated is not None:
                waiting[number] = self.table_expressions().resolve(column.generated)
        reads = {
            number: {node.column for node in walk_deep(e) if isinstance(node, ColumnRef)}
            for number, e in waiting.items()
        }
        self.generated_reads = reads
        found = []
        while waiting:
            ready = [number for number in waiting if not reads[number] & waiting.keys()]
            if not ready:
                name = table.columns[min(waiting)].name
                raise SqlError(errors.ERROR, f'generated column loop on "{name}"')
            for number in ready:
                expressions = self.table_expressions()
                closure = expressions.compiler.expression(waiting.pop(number))
                expressions.grow()
                applier = affinities.applier(table.columns[number].affinity)
                found.append((number, bound(closure, expressions), applier))
        return found

    def with_dependants(self, columns: set[int]) -> set[int]:
        """``columns`` and the generated columns that are computed from them, at any remove."""
        found = set(columns)
        for number, _, _ in self.generated:
            if self.generated_reads[number] & found:
                found.add(number)
        return found

    # -- running

    def open(self, session: Session) -> None:
        """Fetch the trees for a run of a statement."""
        connection = self.connection
        table = self.table
        if self.expressions is not None:
            self.expressions.frame[0] = session.runtime
        store = connection.store_of(table)
        if not store.in_write:
            connection.begin_write(table.database)
        self.encoding = store.encoding
        self.file_format = store.file_format or 4
        if table.without_rowid:
            self.tree: Any = None
        else:
            self.tree = store.table(table.root)
        for writer in self.indexes:
            writer.tree = connection.index_tree(writer.index)

    def apply_affinities(self, row: list[Any]) -> None:
        """Give each stored value the form its column wants."""
        for number, applier in self.affinities:
            row[number] = applier(row[number])

    def compute_generated(self, row: list[Any]) -> None:
        """Fill in the generated columns."""
        for number, compute, applier in self.generated:
            value = compute(row)
            row[number] = value if applier is None else applier(value)

    def payload(self, row: Row) -> bytes:
        """The record of ``row``."""
        values = row[:-1] if self.plain else self.record(row)
        alias = self.table.rowid_column
        if alias >= 0 or self.real:
            values = list(values)
            for place in self.real:
                values[place] = integral(values[place])
            if alias >= 0:
                values[self.table.columns[alias].storage] = None
        return encode(values, self.encoding, self.file_format)

    def check_pin(self, session: Session) -> None:
        """Raise SqlError where an UPDATE further out is replacing rows of this table."""
        if session.depth > self.pinned:
            raise SqlError(errors.CONSTRAINT_PINNED, "constraint failed")

    def insert(self, row: Row) -> None:
        """Write a new row (or overwrite the record of its rowid): indexes, then the table."""
        for writer in self.indexes:
            writer.insert(row)
        if self.key is None:
            self.tree.insert(row[-1], self.payload(row))

    def delete(self, row: Row) -> None:
        """Remove a row: its index entries, then the row itself."""
        key = self.key
        for writer in self.indexes:
            if writer is not key:
                writer.delete(row)
        if key is None:
            self.tree.delete(row[-1])
        else:
            key.tree.delete(key.values(row))

    def delete_entries(self, row: Row, indexes: Sequence[IndexWriter]) -> None:
        """Remove the entries of ``row`` from ``indexes``."""
        for writer in indexes:
            writer.delete(row)

    # -- reading

    def key_of(self, row: Row) -> Any:
        """What identifies a row: its rowid, or the tuple of its primary key."""
        if self.key is None:
            return row[-1]
        return tuple([row[number] for number in self.key_fields])

    def entry_key(self, writer: IndexWriter, entry: Sequence[Value]) -> Any:
        """The key of the row that an index entry belongs to."""
        if self.key is None:
            return entry[-1]
        fields = writer.index.record_columns()
        return tuple([entry[fields.index(number)] for number in self.key_fields])

    def fetch(self, key: Any) -> list[Any] | None:
        """The row of a key with all computed columns, None where there is none."""
        if self.key is None:
            found = self.tree.get(key, self.reader)
            if found is None:
                return None
            if not self.virtual:
                return list(found)
            row: list[Any] = [None] * (self.columns + 1)
            for number, value in zip(self.fill, found, strict=False):
                row[number] = value
            row[-1] = key
        else:
            prefix = key
            if self.real:
                prefix = tuple([integral(value) for value in key])
            entry = self.key.tree.find(prefix)
            if entry is None:
                return None
            row = self.row_of_entry(entry)
        if self.virtual:
            self.compute_virtual(row)
        return row

    def row_of_entry(self, entry: Sequence[Value]) -> list[Any]:
        """The row that a record of a WITHOUT ROWID table holds."""
        row: list[Any] = [None] * (self.columns + 1)
        columns = self.table.columns
        for number in self.fill:
            column = columns[number]
            if column.storage < len(entry):
                value = entry[column.storage]
                if column.affinity == affinities.REAL and value.__class__ is int:
                    value = float(value)
                row[number] = value
            elif column.default is not None:
                row[number] = self.connection.default_value(column)
        return row

    def compute_virtual(self, row: list[Any]) -> None:
        """Fill in the columns that are not stored."""
        for number, compute, applier in self.generated:
            if number in self.virtual:
                value = compute(row)
                row[number] = value if applier is None else applier(value)


def needs_expressions(index: Any) -> bool:
    """Whether entries of an index depend on expressions."""
    return index.where is not None or any(part.expression is not None for part in index.columns)


def table_writer(connection: Connection, table: Table) -> TableWriter:
    """The writer of a table, kept with it as long as the schema stays."""
    writer = table.writer
    if writer is None or writer.generation != connection.schema_generation:
        writer = table.writer = TableWriter(connection, table)
    return writer  # type: ignore[no-any-return]


__all__ = ["TableWriter", "literal", "table_writer"]
