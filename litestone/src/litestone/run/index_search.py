"""Looking entries up in an index: equal fields, IN loops, ranges, skip-scan (``plan.model.IndexSearch``)."""

from __future__ import annotations

from litestone import errors
from litestone.plan.model import InField, NullSafe
from litestone.run.access import Fields, index_tree, is_table, primary_index, table_tree
from litestone.run.probe import is_membership, probe_values, single_value
from litestone.run.sorting import FIRST, value_key
from litestone.schema.expression import affinity as affinity_of
from litestone.schema.expression import common_affinity
from litestone.text.tree import IsNull, Literal
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from litestone.plan.model import IndexSearch
    from litestone.run.compile import Compiler
    from litestone.schema.objects import Index
    from litestone.schema.query import Source
    from litestone.text.tree import Expression

    Frame = list[Any]
    Scan = Callable[[list[Any]], Iterable[tuple[Any, ...]]]
    Prefix = tuple[Any, ...]
    Find = Callable[[list[Any], tuple[Any, ...]], Iterable[tuple[Any, ...]]]


def index_search(compiler: Compiler, source: Source, access: IndexSearch) -> Scan:
    """The rows that an index finds."""
    fetch = fetcher(compiler, source, access)
    find = ranged(compiler, access, fetch)
    place = access.skip + len(access.equals) - 1
    for number in range(len(access.equals) - 1, -1, -1):
        find = with_probe(compiler, access, number, place, find)
        place -= 1
    if access.skip:
        return skipping(compiler, access, find)
    return lambda frame: find(frame, ())


def field_affinity(index: Index, field: int) -> int:
    """The affinity that a field of an index compares with."""
    columns = index.columns
    if field >= len(columns):
        suffix = index.suffix
        place = field - len(columns)
        return index.table.columns[suffix[place]].affinity if place < len(suffix) else affinities.INTEGER
    column = columns[field]
    if column.column >= 0:
        return index.table.columns[column.column].affinity
    if column.expression is None:
        return affinities.INTEGER
    return unresolved_affinity(index, column.expression)


def field_order(index: Index, field: int) -> tuple[str | None, bool]:
    """The collation of a field of an index, and whether it is descending."""
    place = field - len(index.columns)
    if place < 0:
        return index.columns[field].collation, index.columns[field].descending
    if place < len(index.suffix):
        return index.table.columns[index.suffix[place]].collation, False
    return None, False


def unresolved_affinity(index: Index, expression: Expression) -> int:
    """The affinity of an indexed expression, whose names are not resolved."""
    from litestone.text.tree import Collate, Name

    while isinstance(expression, Collate):
        expression = expression.operand
    if isinstance(expression, Name):
        number = index.table.find_column(expression.name)
        return affinities.INTEGER if number < 0 else index.table.columns[number].affinity
    return affinity_of(expression)


def fetcher(
    compiler: Compiler, source: Source, access: IndexSearch
) -> Callable[[Frame, Any, bool, Any, bool], Iterable[tuple[Any, ...]]]:
    """What gives the rows between two bounds in index order."""
    index = access.index
    table = index.table
    entries = index_tree(compiler, index)
    reverse = access.reverse
    if access.covering or is_table(index):
        fields = Fields(compiler, source, index)
        columns, real, defaults = fields.columns, fields.real, fields.defaults

        def covered(frame: Frame, lower: Any, lower_open: bool, upper: Any, upper_open: bool) -> Any:
            return entries(frame).scan(columns, lower, lower_open, upper, upper_open, reverse, real, defaults)

        return covered
    held = index.record_columns()
    if not table.without_rowid:
        rowid_field = (len(held) - 1,)
        tree = table_tree(compiler, table)
        reader = compiler.connection.reader(table, compiler.layouts[source].columns or ())

        def by_rowid(frame: Frame, lower: Any, lower_open: bool, upper: Any, upper_open: bool) -> Any:
            get = tree(frame).get
            for entry in entries(frame).scan(rowid_field, lower, lower_open, upper, upper_open, reverse):
                row = get(entry[-1], reader)
                if row is None:
                    raise errors.corrupt()
                yield row

        return by_rowid
    primary = primary_index(table)
    key_fields = tuple(held.index(column.column) for column in primary.columns)
    rows = index_tree(compiler, primary)
    fields = Fields(compiler, source, primary)

    def by_key(frame: Frame, lower: Any, lower_open: bool, upper: Any, upper_open: bool) -> Any:
        scan = rows(frame).scan
        for key in entries(frame).scan(key_fields, lower, lower_open, upper, upper_open, reverse):
            yield from scan(fields.columns, key, False, key, False, False, fields.real, fields.defaults)

    return by_key


# -- ranges


class Bound:
    """One compiled bound by value: its expressions, and whether it leaves the bound itself out."""

    __slots__ = ("is_open", "values")

    def __init__(self, values: list[Callable[[Frame], Any]], is_open: bool) -> None:
        self.values = values
        self.is_open = is_open

    def find(self, frame: Frame) -> tuple[Prefix, bool] | None:
        """The bound for this frame; None where NULL makes it one that nothing passes."""
        found = tuple([value(frame) for value in self.values])
        if None not in found:
            return found, self.is_open
        # What equals the values before a NULL is neither inside nor outside, hence left out.
        known = found[: found.index(None)]
        return (known, True) if known else None


def compiled_bound(
    compiler: Compiler, access: IndexSearch, expressions: list[Expression], is_open: bool
) -> Bound | None:
    """A bound of the field behind the equal ones."""
    if not expressions or is_not_null(expressions[0]):
        return None
    start = access.skip + len(access.equals)
    index = access.index
    if index.table.without_rowid and index.origin == "pk":
        # Only the key is in order; the whole row value is compared once more.
        expressions = expressions[: len(index.columns) - start]
    values = [
        single_value(compiler, e, field_affinity(index, start + place))
        for place, e in enumerate(expressions)
    ]
    return Bound(values, is_open)


def is_not_null(e: Expression) -> bool:
    """Whether a bound stands for IS NOT NULL: a NULL that nobody has written."""
    return isinstance(e, Literal) and e.value is None and not e.text


def ranged(compiler: Compiler, access: IndexSearch, fetch: Any) -> Find:
    """What finds the entries with a given prefix, within the range of the next field."""
    lower = compiled_bound(compiler, access, access.lower, access.lower_open)
    upper = compiled_bound(compiler, access, access.upper, access.upper_open)
    if not access.lower and not access.upper:

        def equal(frame: Frame, prefix: Prefix) -> Any:
            if not prefix:
                return fetch(frame, None, False, None, False)
            return fetch(frame, prefix, False, prefix, False)

        return equal
    start = access.skip + len(access.equals)
    columns = access.index.columns
    descending = start < len(columns) and columns[start].descending

    def between(frame: Frame, prefix: Prefix) -> Any:
        # NULL is no value that a range holds; it stands before all others.
        first: Prefix = (*prefix, None)
        first_open = True
        last: Prefix | None = prefix or None
        last_open = False
        if lower is not None:
            found = lower.find(frame)
            if found is None:
                return ()
            first, first_open = prefix + found[0], found[1]
        if upper is not None:
            found = upper.find(frame)
            if found is None:
                return ()
            last, last_open = prefix + found[0], found[1]
        if descending:
            return fetch(frame, last, last_open, first, first_open)
        return fetch(frame, first, first_open, last, last_open)

    return between


# -- equal fields


def with_probe(compiler: Compiler, access: IndexSearch, number: int, field: int, find: Find) -> Find:
    """``find`` with one field of the prefix from a probe."""
    probe = access.equals[number]
    index = access.index
    affinity = field_affinity(index, field)
    if isinstance(probe, IsNull):
        return lambda frame, prefix: find(frame, (*prefix, None))
    if isinstance(probe, NullSafe):
        safe = single_value(compiler, probe.probe, affinity)
        return lambda frame, prefix: find(frame, (*prefix, safe(frame)))
    if isinstance(probe, InField):
        return with_row_members(compiler, access, number, field, find)
    if is_membership(probe):
        collation, descending = field_order(index, field)
        members = probe_values(compiler, probe, affinity, compiler.connection.collation_key(collation))
        backwards = access.reverse is not descending

        def each(frame: Frame, prefix: Prefix) -> Iterator[tuple[Any, ...]]:
            values = members(frame)
            for value in reversed(values) if backwards else values:
                yield from find(frame, (*prefix, value))

        return each
    value_of = single_value(compiler, probe, affinity)

    def one(frame: Frame, prefix: Prefix) -> Iterable[tuple[Any, ...]]:
        value = value_of(frame)
        return () if value is None else find(frame, (*prefix, value))

    return one


def with_row_members(compiler: Compiler, access: IndexSearch, number: int, field: int, find: Find) -> Find:
    """``find`` with the fields that a row-value IN gives; the first of them runs the loop for all."""
    probe = access.equals[number]
    assert isinstance(probe, InField)
    fields = [
        (place, other.field)
        for place, other in enumerate(access.equals)
        if isinstance(other, InField) and other.node is probe.node
    ]
    if fields[0][0] != number:
        # Filled in by the first field of the same IN.
        slot = row_slot(compiler, probe)
        return lambda frame, prefix: find(frame, (*prefix, frame[slot][probe.field]))
    index = access.index
    query: Any = probe.node.select
    appliers = []
    for place, column in fields:
        shared = common_affinity(field_affinity(index, access.skip + place), query.columns[column].affinity)
        appliers.append((column, (None if shared is None else affinities.applier(shared))))
    correlated = bool(query.correlated)
    program = compiler.query(query)
    slot = row_slot(compiler, probe)
    kept = compiler.new_slot()
    keys = {
        column: compiler.connection.collation_key(field_order(index, access.skip + place)[0])
        for place, column in fields
    }

    def rows_of(frame: Frame) -> list[tuple[Any, ...]]:
        found = None if correlated else frame[kept]
        if found is None:
            unique = {}
            for row in program.rows(frame):
                values: list[Any] = list(row)
                for column, apply in appliers:
                    if apply is not None:
                        values[column] = apply(values[column])
                if all(values[column] is not None for column, _ in appliers):
                    order = [value_key(values[column], keys[column], FIRST) for column, _ in appliers]
                    unique[tuple(order)] = tuple(values)
            found = frame[kept] = [unique[place] for place in sorted(unique)]
        return found

    reverse = access.reverse

    def each(frame: Frame, prefix: Prefix) -> Iterator[tuple[Any, ...]]:
        rows = rows_of(frame)
        for row in reversed(rows) if reverse else rows:
            frame[slot] = row
            yield from find(frame, (*prefix, row[probe.field]))

    return each


def row_slot(compiler: Compiler, probe: InField) -> int:
    """The slot that holds the row which a row-value IN is at."""
    found = compiler.member_slots.get(probe.node)
    if found is None:
        found = compiler.member_slots[probe.node] = compiler.new_slot()
    return found


# -- skip-scan


def skipping(compiler: Compiler, access: IndexSearch, find: Find) -> Scan:
    """``find`` for every distinct value of the leading fields (``optoverview`` section 5)."""
    entries = index_tree(compiler, access.index)
    leading = tuple(range(access.skip))
    reverse = access.reverse

    def scan(frame: Frame) -> Iterator[tuple[Any, ...]]:
        tree = entries(frame)
        bound: Prefix | None = None
        while True:
            if reverse:
                found = next(iter(tree.scan(leading, None, False, bound, bound is not None, True)), None)
            else:
                found = next(iter(tree.scan(leading, bound, bound is not None)), None)
            if found is None:
                return
            bound = tuple(found[: access.skip])
            yield from find(frame, bound)

    return scan
