"""Finds the rows that an UPDATE or DELETE changes: WHERE, ORDER BY and LIMIT as a query for keys."""

from __future__ import annotations

from litestone import errors
from litestone.change.target import find_target
from litestone.errors import SqlError
from litestone.plan.model import MultiIndexOr
from litestone.schema.expression import nested_query, walk
from litestone.schema.query import ColumnRef, OutputColumn, SelectQuery
from litestone.text.tree import Core, FromTerm, Literal, ResultColumn, Select, Star, TableRef
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from litestone.change.compilation import Compilation
    from litestone.change.index_writer import IndexWriter
    from litestone.change.table_writer import TableWriter
    from litestone.schema.objects import Table
    from litestone.text.statement import Delete, Update
    from litestone.text.tree import Expression


def target_query(
    ast: Delete | Update,
    compilation: Compilation,
    sources: list[FromTerm],
    outputs: Sequence[Expression | Star],
) -> SelectQuery:
    """The query over the target (its first source) and ``sources`` with ``outputs`` as written.

    Raises SqlError for ORDER BY without LIMIT.
    """
    if ast.order_by and ast.limit is None:
        word = "DELETE" if ast.__class__.__name__ == "Delete" else "UPDATE"
        raise SqlError(errors.ERROR, f"ORDER BY without LIMIT on {word}")
    items: list[Any] = [
        item if isinstance(item, Star) else ResultColumn(item, None, "")
        for item in outputs or [Literal(1, "1")]
    ]
    target = FromTerm(qualified_target(ast, compilation), frozenset(), False, None, None)
    core = Core(False, items, [target, *sources], ast.where, [], None, [])
    select = Select(None, [core], [], ast.order_by, ast.limit, ast.offset)
    compilation.resolver.unasked = select
    query = compilation.resolver.select(select, compilation.scope)
    if not isinstance(query, SelectQuery):
        raise SqlError(errors.INTERNAL, "the target is not a plain query")
    # Rows that are changed as they are found are read from the table, never from a covering index.
    query.changing = not sources
    return query


def qualified_target(ast: Delete | Update, compilation: Compilation) -> TableRef:
    """The target as a source; with its database beside a WITH clause, whose tables it never means."""
    target = ast.target
    if ast.with_ is None or target.schema is not None:
        return target
    table = find_target(compilation.connection, None, target.name)
    return TableRef(
        table.database, target.name, target.alias, target.arguments, target.indexed_by, target.not_indexed
    )


def ask_for_keys(query: SelectQuery, table: Table, key_fields: list[int]) -> None:
    """Make the first outputs of ``query`` the key of the target: rowid or primary-key columns."""
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


class KeySearch:
    """How an UPDATE or DELETE finds the keys of its rows: ``rows(frame)`` gives them.

    ``subquery`` and ``correlated`` tell whether its WHERE clause has a query in
    it, and one that reads outer rows.
    """

    __slots__ = ("correlated", "query", "rows", "subquery")

    def __init__(self, ast: Delete | Update, compilation: Compilation, writer: TableWriter) -> None:
        query = self.query = target_query(ast, compilation, [], [])
        del query.outputs[:], query.columns[:]
        ask_for_keys(query, writer.table, writer.key_fields)
        query.changing = ast.limit is None
        nested = [nested_query(node) for node in walk(query.where)] if query.where is not None else []
        self.subquery = any(one is not None for one in nested)
        self.correlated = any(one is not None and one.correlated for one in nested)
        self.rows = compilation.compiler.query(query).rows

    def uses(self, changed: Sequence[IndexWriter]) -> bool:
        """Whether the rows are found through an index whose entries the change moves, or through several."""
        plan = self.query.plan
        if plan is None or not plan.levels:
            return True
        access = plan.levels[0].access
        if isinstance(access, MultiIndexOr):
            return True
        index = getattr(access, "index", None)
        return any(writer.index is index for writer in changed)


def collect(rows: Iterable[tuple[Any, ...]], writer: TableWriter, in_key_order: bool) -> list[Any]:
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
