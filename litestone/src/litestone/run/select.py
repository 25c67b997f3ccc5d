"""One SELECT as a program: loops, then groups, windows, DISTINCT, ORDER BY, LIMIT.

Documentation: ``lang_select`` section 2.
"""

from __future__ import annotations

from operator import itemgetter

from litestone.plan.model import FullScan, QueryScan, VirtualScan
from litestone.run.access import identifier, lay_out, scan_of
from litestone.run.join import Loops, nest
from litestone.run.membership import identity
from litestone.run.program import QueryProgram, count_of, limited
from litestone.run.sorting import SortTerm, first_items, sort_items
from litestone.run.tier import tiered_rows
from litestone.run.values import tuple_of
from litestone.schema.expression import explicit_collation
from litestone.text.tree import Literal, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from litestone.plan.model import SelectPlan
    from litestone.run.compile import Compiler
    from litestone.schema.query import Ordering, SelectQuery
    from litestone.text.tree import Expression

    Frame = list[Any]
    Closure = Callable[[list[Any]], Any]
    Loop = Callable[[list[Any]], Iterable[Any]]
    Rows = Callable[[list[Any]], Iterable[tuple[Any, ...]]]


_ROW = itemgetter(1)
# With a LIMIT up to here no more rows than asked for are kept while sorting.
_FEW_ROWS = 100_000


def compile_select(compiler: Compiler, query: SelectQuery) -> QueryProgram:
    """A program that gives the rows of one SELECT, planned first."""
    from litestone.plan.planner import plan_select

    plan = plan_select(query, compiler.connection)
    outer_resets, compiler.resets = compiler.resets, []
    outer_window, compiler.window_slot = compiler.window_slot, -1
    rows = select_rows(compiler, plan)
    resets = compiler.resets
    compiler.resets = outer_resets
    compiler.window_slot = outer_window
    rows = limited(compiler, plan.query, rows)
    if resets:
        rows = forgetting(rows, resets)
    return QueryProgram(query.columns, rows)


def forgetting(rows: Rows, resets: list[int]) -> Rows:
    """``rows`` that first forget what an earlier run has kept."""

    def fresh(frame: Frame) -> Iterable[tuple[Any, ...]]:
        for slot in resets:
            frame[slot] = None
        return rows(frame)

    return fresh


def select_rows(compiler: Compiler, plan: SelectPlan) -> Rows:
    """The rows of a SELECT before LIMIT."""
    query = plan.query
    if any(level.source.join in ("right", "full") for level in plan.levels):
        # The rows that such a join adds come last, in no order.
        plan.sorted_terms = 0
        plan.group_order = "sort"
    if plan.count_only:
        from litestone.run.grouping import count_rows

        return output(compiler, plan, count_rows(compiler, plan))
    constant = compiler.predicates(plan.constant_filters)
    levels = compile_levels(compiler, plan)
    if query.group_by or query.aggregates:
        from litestone.run.grouping import grouped

        loop = grouped(compiler, plan, levels, constant)
    else:
        loop = None
    if query.windows:
        from litestone.run.window import windowed

        loop = windowed(
            compiler, query, loop or guarded(nest(levels, nothing), constant), level_slots(levels)
        )
    if loop is not None:
        return output(compiler, plan, loop)
    return output_of_levels(compiler, plan, levels, constant)


def nothing(frame: Frame) -> None:
    """What loops give whose reader looks at the frame itself."""


def level_slots(levels: list[Loops]) -> list[int]:
    """The slots of the rows that a nest of loops moves."""
    return [level.slot for level in levels]


def guarded(loop: Loop, constant: Closure | None) -> Loop:
    """``loop``, or nothing where the filters that need no row fail."""
    if constant is None:
        return loop
    test = constant
    return lambda frame: loop(frame) if test(frame) else ()


# -- loops


def compile_levels(compiler: Compiler, plan: SelectPlan) -> list[Loops]:
    """The loops of a plan; all layouts are decided before the first expression is compiled."""
    for level in plan.levels:
        keyed = level.source.join in ("right", "full")
        lay_out(compiler, level.source, level.access, keyed)
    compiled = []
    # WHERE is about joined rows: nothing is tested before the last RIGHT or FULL JOIN has added its own.
    last_right = max(
        (n for n, level in enumerate(plan.levels) if level.source.join in ("right", "full")), default=-1
    )
    waiting: list[Expression] = []
    for place, level in enumerate(plan.levels):
        source = level.source
        join = source.join if source.join in ("left", "right", "full") else "inner"
        keyed = join in ("right", "full")
        scan = scan_of(compiler, source, level.access, keyed)
        loops = Loops(source.slot, join, scan, compiler.layouts[source].null_row)
        loops.matches = compiler.predicates(level.on_filters)
        waiting += level.filters
        if place >= last_right:
            loops.passes = compiler.predicates(waiting)
            waiting = []
        if keyed:
            loops.seen = compiler.new_slot()
            loops.identify = identifier(compiler, source)
            if source.kind == "table":
                loops.everything = scan_of(compiler, source, level.rest or FullScan(None, False))
            elif isinstance(level.access, QueryScan) and level.access.probe is not None:
                loops.everything = scan_of(compiler, source, QueryScan("materialize"), True)
            elif isinstance(level.access, VirtualScan):
                loops.everything = scan_of(compiler, source, VirtualScan(0, "", []))
            else:
                loops.everything = scan
        compiled.append(loops)
    return compiled


# -- from loops to rows


class Shape:
    """How the rows of a query leave it: the output tuple, sort values beside it, sort terms."""

    __slots__ = ("extra", "row", "terms")

    def __init__(self, compiler: Compiler, plan: SelectPlan) -> None:
        query = plan.query
        self.row = tuple_of(compiler, query.outputs)
        self.terms: list[SortTerm] = []
        self.extra: Closure | None = None
        if plan.sorted_terms >= len(query.order_by) and not plan.nulls_apart:
            return
        extra: list[Expression] = []
        for term in query.order_by:
            key = compiler.connection.collation_key(term.collation)
            if direct(term, query):
                place = term.output
            else:
                place = len(query.outputs) + len(extra)
                extra.append(term.expression)
            self.terms.append(SortTerm(place, term.descending, term.nulls_last, key))
        if extra:
            self.extra = tuple_of(compiler, extra)


def direct(term: Ordering, query: SelectQuery) -> bool:
    """Whether a sort term's value is that of a result column."""
    return 0 <= term.output < len(query.outputs)


def sorted_rows(items: list[Any], terms: list[SortTerm]) -> Iterator[tuple[Any, ...]]:
    """The rows of ``(sort values, row)`` items in order."""
    sort_items(items, terms)
    for item in items:
        yield item[1]


def output_of_levels(
    compiler: Compiler, plan: SelectPlan, levels: list[Loops], constant: Closure | None
) -> Rows:
    """Output straight from the innermost loop."""
    shape = Shape(compiler, plan)
    if shape.terms:
        item = item_of(shape)
        loop = guarded(nest(levels, item), constant)
        shown = "(row, row)" if shape.extra is None else None
        loop = tiered_rows(compiler, plan, levels, constant, loop, item, shown, True)
        return sorting(compiler, plan, loop, shape)
    loop = guarded(nest(levels, shape.row), constant)
    loop = tiered_rows(compiler, plan, levels, constant, loop, shape.row, "row", False)
    return distinct(compiler, plan, loop)


def item_of(shape: Shape) -> Closure:
    """What gives ``(sort values, row)``; the sort values begin with the row's."""
    row_of, extra = shape.row, shape.extra
    if extra is None:

        def item(frame: Frame) -> Any:
            row = row_of(frame)
            return (row, row)

        return item

    def item_with_extra(frame: Frame) -> Any:
        row = row_of(frame)
        return (row + extra(frame), row)

    return item_with_extra


def sorting(compiler: Compiler, plan: SelectPlan, loop: Loop, shape: Shape) -> Rows:
    """The rows of a loop over ``(sort values, row)`` items, DISTINCT first, then in order."""
    unique = unique_filter(compiler, plan)
    terms = shape.terms
    wanted_of = wanted_rows(compiler, plan.query)

    def rows(frame: Frame) -> Iterator[tuple[Any, ...]]:
        if unique is None:
            wanted = wanted_of(frame)
            if wanted > 0:
                return map(_ROW, first_items(loop(frame), terms, wanted))
            items = list(loop(frame))
        else:
            seen: set[Any] = set()
            items = []
            for item in loop(frame):
                key = unique(item[1])
                if key not in seen:
                    seen.add(key)
                    items.append(item)
        return sorted_rows(items, terms)

    return rows


def wanted_rows(compiler: Compiler, query: SelectQuery) -> Callable[[Frame], int]:
    """How many rows LIMIT and OFFSET let anybody see; 0 for all, or where that is not known beforehand."""
    limits = [limit for limit in (query.limit, query.offset) if limit is not None]
    if query.limit is None or not all(isinstance(limit, (Literal, Variable)) for limit in limits):
        return lambda frame: 0
    closures = [compiler.expression(limit) for limit in limits]

    def wanted(frame: Frame) -> int:
        counts = [count_of(closure(frame)) for closure in closures]
        total = counts[0] + max(counts[1] if len(counts) > 1 else 0, 0)
        return total if 0 <= counts[0] <= total <= _FEW_ROWS else 0

    return wanted


def output(compiler: Compiler, plan: SelectPlan, loop: Loop) -> Rows:
    """The rows of a loop that leaves each row in the frame."""
    shape = Shape(compiler, plan)
    if shape.terms:
        make = item_of(shape)

        def items(frame: Frame) -> Iterator[Any]:
            for _ in loop(frame):
                yield make(frame)

        return sorting(compiler, plan, items, shape)
    row_of = shape.row

    def rows(frame: Frame) -> Iterator[tuple[Any, ...]]:
        for _ in loop(frame):
            yield row_of(frame)

    return distinct(compiler, plan, rows)


def unique_filter(compiler: Compiler, plan: SelectPlan) -> Callable[[tuple[Any, ...]], Any] | None:
    """What two rows that DISTINCT holds for one have in common; None where DISTINCT is not needed."""
    query = plan.query
    if not query.distinct or plan.distinct == "none":
        return None
    normals = []
    plain = True
    for number, column in enumerate(query.columns):
        collation = explicit_collation(query.outputs[number]) or column.collation
        key = compiler.connection.collation_key(collation)
        plain = plain and key is None
        normals.append(identity(None, key))
    if plain:
        return lambda row: row
    return lambda row: tuple([normal(value) for normal, value in zip(normals, row, strict=True)])


def distinct(compiler: Compiler, plan: SelectPlan, rows: Rows) -> Rows:
    """``rows`` without those that DISTINCT removes."""
    unique = unique_filter(compiler, plan)
    if unique is None:
        return rows

    def once(frame: Frame) -> Iterator[tuple[Any, ...]]:
        seen: set[Any] = set()
        for row in rows(frame):
            key = unique(row)
            if key not in seen:
                seen.add(key)
                yield row

    return once
