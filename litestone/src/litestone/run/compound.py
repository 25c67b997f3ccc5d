"""UNION, INTERSECT, EXCEPT, recursive common tables (``lang_select`` section 3, ``lang_with`` section 3)."""

from __future__ import annotations

from heapq import heappop, heappush

from litestone.run.membership import identity
from litestone.run.program import QueryProgram, count_of, limited
from litestone.run.sorting import SortTerm, compare_key, sort_items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from litestone.run.compile import Compiler
    from litestone.schema.query import CompoundQuery

    Frame = list[Any]
    Row = tuple[Any, ...]
    Rows = Callable[[list[Any]], Iterable[Row]]
    Normal = Callable[[Row], Any]


def compile_compound(compiler: Compiler, query: CompoundQuery) -> QueryProgram:
    """A program that gives the rows of a compound."""
    if query.recursive:
        return QueryProgram(query.columns, recursive_rows(compiler, query))
    parts = [compiler.query(part).rows for part in query.parts]
    normal = row_identity(compiler, query)
    terms = order_terms(compiler, query)
    if terms:
        rows = ordered(parts, query.operators, normal, full_order(compiler, query, terms), terms)
    else:
        rows = combined(parts, query.operators, normal, key_terms(compiler, query))
    return QueryProgram(query.columns, limited(compiler, query, rows))


def row_identity(compiler: Compiler, query: CompoundQuery) -> Normal:
    """What equal rows of a compound have in common."""
    keys = [compiler.connection.collation_key(name) for name in query.collations]
    if all(key is None for key in keys):
        return lambda row: row
    normals = [identity(None, key) for key in keys]
    return lambda row: tuple([one(value) for one, value in zip(normals, row, strict=True)])


def key_terms(compiler: Compiler, query: CompoundQuery) -> list[SortTerm]:
    """The order of the temporary tree that makes rows unique: all columns, ascending."""
    return [
        SortTerm(place, False, False, compiler.connection.collation_key(name))
        for place, name in enumerate(query.collations)
    ]


def order_terms(compiler: Compiler, query: CompoundQuery) -> list[SortTerm]:
    """The ORDER BY terms."""
    return [
        SortTerm(
            term.output, term.descending, term.nulls_last, compiler.connection.collation_key(term.collation)
        )
        for term in query.order_by
    ]


def full_order(compiler: Compiler, query: CompoundQuery, terms: list[SortTerm]) -> list[SortTerm]:
    """The ORDER BY terms, then the columns they do not name: how the parts are sorted to find equal rows."""
    named = {term.place for term in terms}
    return terms + [term for term in key_terms(compiler, query) if term.place not in named]


def combined(parts: list[Rows], operators: list[str], normal: Normal, keys: list[SortTerm]) -> Rows:
    """The parts joined from left to right; what UNION, INTERSECT and EXCEPT give is sorted by all columns."""
    rows = parts[0]
    for number, operator in enumerate(operators):
        right = parts[number + 1]
        if operator == "UNION ALL":
            rows = appended(rows, right)
        else:
            rows = set_rows(rows, right, operator, normal, keys)
    return rows


def appended(left: Rows, right: Rows) -> Rows:
    """UNION ALL."""

    def rows(frame: Frame) -> Iterator[Row]:
        yield from left(frame)
        yield from right(frame)

    return rows


def set_rows(left: Rows, right: Rows, operator: str, normal: Normal, keys: list[SortTerm]) -> Rows:
    """UNION, INTERSECT or EXCEPT; of equal rows the last one stays, as in a tree that overwrites."""

    def rows(frame: Frame) -> Iterator[Row]:
        found = {normal(row): row for row in left(frame)}
        if operator == "UNION":
            for row in right(frame):
                found[normal(row)] = row
        elif operator == "EXCEPT":
            for row in right(frame):
                found.pop(normal(row), None)
        else:
            other = {normal(row) for row in right(frame)}
            found = {key: row for key, row in found.items() if key in other}
        items = [(row, row) for row in found.values()]
        sort_items(items, keys)
        for item in items:
            yield item[1]

    return rows


def ordered(
    parts: list[Rows], operators: list[str], normal: Normal, full: list[SortTerm], terms: list[SortTerm]
) -> Rows:
    """A compound with ORDER BY: sorted parts are merged pair by pair."""

    def rows(frame: Frame) -> Iterator[Row]:
        found = list(parts[0](frame))
        for number, operator in enumerate(operators):
            right = list(parts[number + 1](frame))
            if operator == "UNION ALL":
                found = in_order(found, terms) + in_order(right, terms)
                continue
            left_rows = first_of_each(in_order(found, full), normal)
            right_rows = first_of_each(in_order(right, full), normal)
            if operator == "UNION":
                found = list({**left_rows, **right_rows}.values())
            elif operator == "EXCEPT":
                found = [row for key, row in left_rows.items() if key not in right_rows]
            else:
                found = [row for key, row in left_rows.items() if key in right_rows]
            found = in_order(found, full)
        yield from in_order(found, terms)

    return rows


def in_order(rows: list[Row], terms: list[SortTerm]) -> list[Row]:
    """``rows`` sorted."""
    items = [(row, row) for row in rows]
    sort_items(items, terms)
    return [item[1] for item in items]


def first_of_each(rows: list[Row], normal: Normal) -> dict[Any, Row]:
    """The first of each set of equal rows."""
    found: dict[Any, Row] = {}
    for row in rows:
        found.setdefault(normal(row), row)
    return found


# -- recursive common tables


class Queue:
    """The rows waiting to be processed: first in, first out, or by the ORDER BY of the common table."""

    __slots__ = ("heap", "key", "number", "start", "waiting")

    def __init__(self, key: Callable[[Row], Any] | None) -> None:
        self.key = key
        self.waiting: list[Row] = []
        self.start = 0
        self.heap: list[tuple[Any, int, Row]] = []
        self.number = 0

    def put(self, row: Row) -> None:
        """Add a row."""
        if self.key is None:
            self.waiting.append(row)
        else:
            self.number += 1
            heappush(self.heap, (self.key(row), self.number, row))

    def take(self) -> Row | None:
        """The next row; None when none is left."""
        if self.key is not None:
            return heappop(self.heap)[2] if self.heap else None
        if self.start == len(self.waiting):
            return None
        row = self.waiting[self.start]
        self.start += 1
        if self.start > 4096 and self.start * 2 > len(self.waiting):
            del self.waiting[: self.start]
            self.start = 0
        return row


def recursive_rows(compiler: Compiler, query: CompoundQuery) -> Rows:
    """The rows of a recursive common table; LIMIT stops the recursion."""
    first = query.first_recursive
    normal = row_identity(compiler, query)
    initial = [compiler.query(part).rows for part in query.parts[:first]]
    setup = combined(initial, query.operators[: first - 1], normal, key_terms(compiler, query))
    slot = compiler.new_slot()
    compiler.queue_slots[query] = slot
    steps = [compiler.query(part).rows for part in query.parts[first:]]
    unique = query.operators[first - 1] == "UNION"
    terms = order_terms(compiler, query)
    key = compare_key(terms) if terms else None
    limit_of = None if query.limit is None else compiler.expression(query.limit)
    offset_of = None if query.offset is None else compiler.expression(query.offset)

    def rows(frame: Frame) -> Iterator[Row]:
        limit = -1 if limit_of is None else count_of(limit_of(frame))
        skip = 0 if offset_of is None else count_of(offset_of(frame))
        if limit == 0:
            return
        queue = Queue(key)
        seen: set[Any] = set()

        def enter(found: Iterable[Row]) -> None:
            for row in found:
                if unique:
                    mark = normal(row)
                    if mark in seen:
                        continue
                    seen.add(mark)
                queue.put(row)

        enter(setup(frame))
        while (row := queue.take()) is not None:
            if skip > 0:
                skip -= 1
            else:
                yield row
                limit -= 1
                if limit == 0:
                    return
            frame[slot] = row
            for step in steps:
                enter(step(frame))

    return rows
