"""The entries an index should have, computed from the rows of its table."""

from __future__ import annotations

from litestone.change.index_writer import integral
from litestone.schema.expression import affinity as expression_affinity
from litestone.schema.query import ColumnRef, OutputColumn, SelectQuery
from litestone.schema.resolve import Resolver, Scope, table_source
from litestone.value import affinity as affinities
from litestone.value.compare import sort_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from litestone.connection import Connection
    from litestone.schema.objects import Index
    from litestone.schema.query import Source
    from litestone.text.tree import Expression, Value

    Entry = tuple[Value, ...]
    Key = tuple[tuple[Any, ...], ...]


def index_expressions(connection: Connection, index: Index, source: Source) -> list[Expression]:
    """An expression over ``source`` for each field of the index record."""
    resolver = Resolver(connection)
    scope = Scope(None, [source])
    fields: list[Expression] = []
    for part in index.columns:
        if part.expression is not None:
            fields.append(resolver.expression(part.expression, scope))
        else:
            fields.append(column_reference(connection, source, part.column))
    if index.table.without_rowid:
        fields.extend(column_reference(connection, source, column) for column in index.suffix)
    else:
        fields.append(column_reference(connection, source, -1))
    return fields


def column_reference(connection: Connection, source: Source, column: int) -> ColumnRef:
    """A reference to a column (-1: the rowid), noted as used."""
    table = source.table
    assert table is not None
    if column == table.rowid_column:
        column = -1
    if column not in source.used:
        source.used.add(column)
        if column >= 0 and table.columns[column].storage < 0:
            Resolver(connection).read_generated(source, column)
    return ColumnRef(source, column)


def entries(connection: Connection, index: Index) -> Iterator[Entry]:
    """The entries of an index in the order of the table's rows."""
    from litestone.run.compile import Compiler
    from litestone.run.runtime import Runtime

    resolver = Resolver(connection)
    source = table_source(index.table, None)
    source.not_indexed = True
    query = SelectQuery()
    query.sources.append(source)
    query.outputs = index_expressions(connection, index, source)
    query.columns = [OutputColumn("", 0x41, None) for _ in query.outputs]
    if index.where is not None:
        query.where = resolver.expression(index.where, Scope(None, [source]))
    compiler = Compiler(connection)
    program = compiler.query(query)
    frame: list[object] = [None] * compiler.frame_size
    frame[0] = Runtime(connection, ())
    changes = field_changes(index, query.outputs)
    if not changes:
        yield from program.rows(frame)
        return
    for row in program.rows(frame):
        entry = list(row)
        for place, change in changes:
            entry[place] = change(entry[place])
        yield tuple(entry)


def field_changes(index: Index, fields: list[Expression]) -> list[tuple[int, Callable[[Value], Value]]]:
    """What the record does to fields: whole REALs become integers, expressions get an affinity."""
    changes: list[tuple[int, Callable[[Value], Value]]] = []
    for place, column in enumerate(index.record_columns()):
        if column >= 0 and index.table.columns[column].affinity == affinities.REAL:
            changes.append((place, integral))
        elif column == -2:
            change = affinities.applier(min(expression_affinity(fields[place]), affinities.NUMERIC))
            if change is not None:
                changes.append((place, change))
    return changes


def sorted_entries(connection: Connection, index: Index) -> list[tuple[Key, Entry]]:
    """(sort key, entry) of each row, in index order; equal keys mean equal fields under the collations."""
    order = connection.key_order(index)
    keys = order.keys
    found: list[tuple[Key, Entry]] = [
        (tuple([sort_key(value, key) for value, key in zip(entry, keys, strict=False)]), entry)
        for entry in entries(connection, index)
    ]
    if not any(order.descending):
        found.sort(key=lambda pair: pair[0])
        return found
    for place in range(len(order.descending) - 1, -1, -1):
        found.sort(key=lambda pair: pair[0][place], reverse=order.descending[place])
    return found
