"""Finds the rows that an UPDATE or DELETE changes: its WHERE, ORDER BY and LIMIT as a query for their keys."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.schema.query import ColumnRef, OutputColumn, SelectQuery
from litestone.text.tree import Core, FromTerm, Literal, ResultColumn, Select, Star
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from litestone.change.compilation import Compilation
    from litestone.change.table_writer import TableWriter
    from litestone.schema.objects import Table
    from litestone.schema.query import Query
    from litestone.text.statement import Delete, Update
    from litestone.text.tree import Expression


def target_query(
    ast: Delete | Update, compilation: Compilation, sources: list[FromTerm], outputs: Sequence[Expression | Star]
) -> SelectQuery:
    """The query over the target (its first source) and ``sources`` with ``outputs`` as written in the statement.

    Raises SqlError for ORDER BY without LIMIT.
    """
    if ast.order_by and ast.limit is None:
        word = "DELETE" if ast.__class__.__name__ == "Delete" else "UPDATE"
        raise SqlError(errors.ERROR, f"ORDER BY without LIMIT on {word}")
    items: list[Any] = [
        item if isinstance(item, Star) else ResultColumn(item, None, "") for item in outputs or [Literal(1, "1")]
    ]
    target = FromTerm(ast.target, frozenset(), False, None, None)
    core = Core(False, items, [target, *sources], ast.where, [], None, [])
    select = Select(None, [core], [], ast.order_by, ast.limit, ast.offset)
    query = compilation.resolver.select(select, compilation.scope)
    if not isinstance(query, SelectQuery):
        raise SqlError(errors.INTERNAL, "the target is not a plain query")
    return query


def ask_for_keys(query: SelectQuery, table: Table, key_fields: list[int]) -> None:
    """Make the first outputs of ``query`` the key of the target: its rowid, or the columns of its primary key."""
    source = query.sources[0]
    wanted = key_fields if table.without_rowid else [-1]
    outputs: list[Expression] = []
    columns: list[OutputColumn] = []
    for number in wanted:
        source.used.add(number)
        outputs.append(ColumnRef(source, number))
        columns.append(OutputColumn("key", affinities.INTEGER if number < 0 else affinities.BLOB, None))
    query.outputs[:0] = outputs
    query.columns[:0] = columns


def key_rows(
    ast: Delete | Update, compilation: Compilation, writer: TableWriter
) -> tuple[SelectQuery, Callable[[list[Any]], Iterable[tuple[Any, ...]]]]:
    """The query for the keys of the rows to change, and what runs it."""
    query = target_query(ast, compilation, [], [])
    del query.outputs[:], query.columns[:]
    ask_for_keys(query, writer.table, writer.key_fields)
    program = compilation.compiler.query(query)
    return query, program.rows


def collect(
    rows: Iterable[tuple[Any, ...]], writer: TableWriter, in_key_order: bool
) -> list[Any]:
    """The keys of ``rows``: in the order in which they were found, or in that of the table, each once."""
    if writer.key is None:
        found: list[Any] = [row[0] for row in rows]
        return sorted(set(found)) if in_key_order else found
    found = [tuple(row) for row in rows]
    if in_key_order:
        order = key_sorter(writer)
        unique = {order(key): key for key in found}
        return [unique[place] for place in sorted(unique)]
    return found


def key_sorter(writer: TableWriter) -> Callable[[tuple[Any, ...]], Any]:
    """A sort key for primary keys that gives the order of the table."""
    from litestone.value.compare import sort_key

    assert writer.key is not None
    parts = writer.key.index.columns
    keys = [writer.connection.collation_key(part.collation) for part in parts]
    descending = [part.descending for part in parts]

    def order(key: tuple[Any, ...]) -> Any:
        return tuple(
            Reversed(sort_key(value, k)) if down else sort_key(value, k)
            for value, k, down in zip(key, keys, descending, strict=True)
        )

    return order


class Reversed:
    """A sort key that sorts the other way round."""

    __slots__ = ("key",)

    def __init__(self, key: Any) -> None:
        self.key = key

    def __lt__(self, other: Reversed) -> bool:
        return bool(other.key < self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reversed) and bool(other.key == self.key)

    def __hash__(self) -> int:
        return hash(self.key)


def has_subquery(query: Query) -> bool:
    """Whether the WHERE clause of ``query`` has a query in it."""
    from litestone.schema.expression import nested_query, walk

    where = query.where if isinstance(query, SelectQuery) else None
    return where is not None and any(nested_query(node) is not None for node in walk(where))

