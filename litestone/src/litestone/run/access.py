"""Access paths: how each level of a plan finds its rows (``plan.model``).

``scan_of`` gives for an access path a function of the frame that gives row
tuples in the layout of the source. Trees are fetched once per run of the statement.
"""

from __future__ import annotations

from operator import itemgetter

from litestone import errors
from litestone.errors import SqlError
from litestone.plan.model import (
    AutomaticIndex,
    FullScan,
    IndexSearch,
    MultiIndexOr,
    NullSafe,
    QueryScan,
    RowidEqual,
    RowidRange,
    SingleRow,
    VirtualScan,
)
from litestone.run.layout import Layout
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from litestone.connection import Connection
    from litestone.plan.model import Access
    from litestone.run.compile import Compiler
    from litestone.schema.objects import Index, Table
    from litestone.schema.query import Source

    Frame = list[Any]
    Scan = Callable[[list[Any]], Iterable[tuple[Any, ...]]]


def lay_out(compiler: Compiler, source: Source, access: Access, keyed: bool) -> None:
    """Decide the layout of a source; ``keyed``: its rows must be told apart (RIGHT JOIN, OR)."""
    if source.slot < 0:
        source.slot = compiler.new_slot()
    table = source.table
    if source.kind != "table" or table is None:
        compiler.layouts[source] = Layout(None, len(source.columns))
        return
    held = held_columns(access)
    wanted = []
    for number in sorted(source.used):
        if number < 0 or number == table.rowid_column:
            continue
        column = table.columns[number]
        if column.generated is None or column.stored or (held is not None and number in held):
            wanted.append(number)
    if table.without_rowid and (keyed or isinstance(access, MultiIndexOr)):
        wanted += [number for number in table.primary_key if number not in wanted]
    compiler.layouts[source] = Layout(wanted)


def held_columns(access: Access) -> list[int] | None:
    """The columns that a covering access path reads from its index; None where the table is read."""
    if isinstance(access, FullScan) and access.index is not None:
        return access.index.record_columns()
    if isinstance(access, IndexSearch) and access.covering and not is_table(access.index):
        return access.index.record_columns()
    return None


def is_table(index: Index) -> bool:
    """Whether an index is the tree of a WITHOUT ROWID table."""
    return index.table.without_rowid and index.origin == "pk"


def identifier(compiler: Compiler, source: Source) -> Callable[[tuple[Any, ...]], Any]:
    """What tells the rows of a source apart."""
    table = source.table
    if source.kind == "table" and table is not None and table.without_rowid:
        layout = compiler.layouts[source]
        assert layout.places is not None
        return itemgetter(*[layout.places[number] for number in table.primary_key])
    return itemgetter(-1)


def scan_of(compiler: Compiler, source: Source, access: Access, keyed: bool = False) -> Scan:
    """The rows of ``source`` that ``access`` finds; the layout has been decided."""
    scan = unwatched_scan(compiler, source, access, keyed)
    if compiler.connection.watched and not isinstance(access, (SingleRow, RowidEqual)):
        return watched_scan(compiler.connection, scan)
    return scan


def watched_scan(connection: Connection, scan: Scan) -> Scan:
    """``scan`` with a call of the connection's ``watch`` for each row."""

    def rows(frame: Frame) -> Iterator[tuple[Any, ...]]:
        for row in scan(frame):
            if connection.watch is not None:
                connection.watch()
            yield row

    return rows


def unwatched_scan(compiler: Compiler, source: Source, access: Access, keyed: bool) -> Scan:
    """As ``scan_of``, whoever watches."""
    if isinstance(access, QueryScan):
        from litestone.run.query_scan import query_scan

        return query_scan(compiler, source, access, keyed)
    if isinstance(access, SingleRow):
        slot = source.slot
        return lambda frame: (frame[slot],)
    if isinstance(access, VirtualScan):
        return virtual_scan(compiler, source, access)
    table = source.table
    assert table is not None
    if isinstance(access, FullScan):
        return full_scan(compiler, source, table, access)
    if isinstance(access, RowidEqual):
        return rowid_equal(compiler, source, table, access)
    if isinstance(access, RowidRange):
        return rowid_range(compiler, source, table, access)
    if isinstance(access, IndexSearch):
        from litestone.run.index_search import index_search

        return index_search(compiler, source, access)
    if isinstance(access, AutomaticIndex):
        from litestone.run.automatic_index import automatic_index

        everything = full_scan(compiler, source, table, FullScan(None, False))
        return automatic_index(compiler, source, access, everything)
    return either_branch(compiler, source, access)


# -- trees


def table_tree(compiler: Compiler, table: Table) -> Callable[[Frame], Any]:
    """What gives the tree of a rowid table."""
    slot = compiler.new_slot()
    find = compiler.connection.table_tree

    def tree(frame: Frame) -> Any:
        found = frame[slot]
        if found is None:
            found = frame[slot] = find(table)
        return found

    return tree


def index_tree(compiler: Compiler, index: Index) -> Callable[[Frame], Any]:
    """What gives the tree of an index."""
    slot = compiler.new_slot()
    find = compiler.connection.index_tree

    def tree(frame: Frame) -> Any:
        found = frame[slot]
        if found is None:
            found = frame[slot] = find(index)
        return found

    return tree


def primary_index(table: Table) -> Index:
    """The primary key of a WITHOUT ROWID table."""
    for index in table.indexes:
        if index.origin == "pk":
            return index
    raise SqlError(errors.INTERNAL, f"table {table.name} has no primary key")


class Fields:
    """The record fields that make a row in a source's layout, for a scan of an index tree."""

    __slots__ = ("columns", "defaults", "real")

    def __init__(self, compiler: Compiler, source: Source, index: Index) -> None:
        table = index.table
        columns = compiler.layouts[source].columns or ()
        self.defaults: tuple[Any, ...] | None = None
        if is_table(index):
            fields = [table.columns[number].storage for number in columns]
            if any(table.columns[number].default is not None for number in columns):
                self.defaults = compiler.connection.defaults(table)
        else:
            held = index.record_columns()
            fields = [held.index(number) for number in columns]
            if not table.without_rowid:
                fields.append(len(held) - 1)
        self.columns = tuple(fields)
        self.real = frozenset(
            field
            for field, number in zip(fields, columns, strict=False)
            if table.columns[number].affinity == affinities.REAL
        )


# -- paths without an index


def full_scan(compiler: Compiler, source: Source, table: Table, access: FullScan) -> Scan:
    """Every row, through the table or a covering index."""
    reverse = access.reverse
    if access.index is not None or table.without_rowid:
        index = access.index or primary_index(table)
        entries = index_tree(compiler, index)
        fields = Fields(compiler, source, index)
        columns, real, defaults = fields.columns, fields.real, fields.defaults
        return lambda frame: entries(frame).scan(
            columns, reverse=reverse, real_columns=real, defaults=defaults
        )
    tree = table_tree(compiler, table)
    reader = compiler.connection.reader(table, compiler.layouts[source].columns or ())
    if reverse:
        return lambda frame: tree(frame).scan(reader, reverse=True)
    return lambda frame: tree(frame).scan(reader)


def exact_rowid(value: Any) -> int | None:
    """The rowid that equals a value, None without one."""
    if value.__class__ is int:
        return value
    found = affinities.apply(value, affinities.NUMERIC)
    return found if found.__class__ is int else None


def rowid_equal(compiler: Compiler, source: Source, table: Table, access: RowidEqual) -> Scan:
    """The row with a rowid, or with each of several."""
    from litestone.run.probe import is_membership, probe_values

    tree = table_tree(compiler, table)
    reader = compiler.connection.reader(table, compiler.layouts[source].columns or ())
    if is_membership(access.probe):
        values_of = probe_values(compiler, access.probe, affinities.INTEGER, None)
        reverse = access.reverse

        def each(frame: Frame) -> Iterator[tuple[Any, ...]]:
            rowids = {rowid for value in values_of(frame) if (rowid := exact_rowid(value)) is not None}
            get = tree(frame).get
            for rowid in sorted(rowids, reverse=reverse):
                row = get(rowid, reader)
                if row is not None:
                    yield row

        return each
    asked = access.probe.probe if isinstance(access.probe, NullSafe) else access.probe
    probe = compiler.expression(asked)  # type: ignore[arg-type]

    def one(frame: Frame) -> Iterable[tuple[Any, ...]]:
        rowid = probe(frame)
        if rowid.__class__ is not int:
            rowid = exact_rowid(rowid)
            if rowid is None:
                return ()
        row = tree(frame).get(rowid, reader)
        return () if row is None else (row,)

    return one


def integer_bound(value: Any, is_open: bool, lower: bool) -> int | None:
    """The inclusive integer bound that a bound by value means; None for one that nothing passes.

    A bound that everything passes is the first or last integer.
    """
    number = affinities.apply(value, affinities.NUMERIC)
    least, most = -(1 << 63), (1 << 63) - 1
    if number is None:
        return None
    if isinstance(number, (str, bytes)):
        # Text and blobs are larger than any number.
        return None if lower else most
    if isinstance(number, float):
        if number != number // 1 or not least <= number <= most:
            if number < least:
                return least if lower else None
            if number > most:
                return None if lower else most
            floor = int(number // 1)
            return floor + 1 if lower else floor
        number = int(number)
    if is_open:
        number += 1 if lower else -1
    if number > most:
        return None if lower else most
    if number < least:
        return least if lower else None
    return number


def rowid_range(compiler: Compiler, source: Source, table: Table, access: RowidRange) -> Scan:
    """The rows between two rowids."""
    tree = table_tree(compiler, table)
    reader = compiler.connection.reader(table, compiler.layouts[source].columns or ())
    lower = None if access.lower is None else compiler.expression(access.lower)
    upper = None if access.upper is None else compiler.expression(access.upper)
    lower_open, upper_open, reverse = access.lower_open, access.upper_open, access.reverse

    def between(frame: Frame) -> Iterable[tuple[Any, ...]]:
        first = last = None
        if lower is not None:
            first = integer_bound(lower(frame), lower_open, True)
            if first is None:
                return ()
        if upper is not None:
            last = integer_bound(upper(frame), upper_open, False)
            if last is None or (first is not None and last < first):
                return ()
        return tree(frame).scan(reader, first, last, reverse)  # type: ignore[no-any-return]

    return between


# -- others


def either_branch(compiler: Compiler, source: Source, access: MultiIndexOr) -> Scan:
    """The rows of several paths, each once, as they are first found."""
    identify = identifier(compiler, source)
    slot = source.slot
    branches = []
    for path, filters in access.branches:
        branches.append((scan_of(compiler, source, path), compiler.predicates(filters)))

    def union(frame: Frame) -> Iterator[tuple[Any, ...]]:
        seen = set()
        for scan, passes in branches:
            for row in scan(frame):
                key = identify(row)
                if key in seen:
                    continue
                if passes is not None:
                    frame[slot] = row
                    if not passes(frame):
                        continue
                seen.add(key)
                yield row

    return union


def virtual_scan(compiler: Compiler, source: Source, access: VirtualScan) -> Scan:
    """The rows of a virtual table."""
    table = source.table
    assert table is not None
    arguments = [compiler.expression(argument) for argument in access.arguments]
    number, text = access.number, access.text
    connection = compiler.connection

    def scan(frame: Frame) -> Iterable[tuple[Any, ...]]:
        from litestone.virtual.registry import connect_table

        connect_table(connection, table)
        values = [argument(frame) for argument in arguments]
        return table.instance.rows(frame[0], number, text, values)  # type: ignore[no-any-return]

    return scan
