"""Aggregates and GROUP BY (``lang_select`` section 2.4, ``lang_aggfunc``).

Rows are put to their groups as the loops find them, so every aggregate sees
the rows of its group in that order, as from SQLite's stable sorter. A column
outside of aggregates takes the group's first row, or with min() or max() the
row that has the extreme (``lang_select`` section 2.5).
"""

from __future__ import annotations

from litestone.function.registry import Aggregate
from litestone.run.join import Loops, nest
from litestone.run.membership import identity
from litestone.run.sorting import SortTerm, sort_items
from litestone.run.tier import tiered_groups
from litestone.schema.expression import collation as collation_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from litestone.plan.model import SelectPlan
    from litestone.run.compile import Compiler
    from litestone.schema.query import AggregateRef, SelectQuery

    Frame = list[Any]
    Closure = Callable[[list[Any]], Any]
    Loop = Callable[[list[Any]], Iterable[Any]]
    Step = Callable[[list[Any], "Group"], Any]


class Group:
    """The state of one group: accumulators, what DISTINCT has seen, the rows its bare columns read."""

    __slots__ = ("accumulators", "rows", "seen", "values")

    def __init__(self, accumulators: list[Any], seen: dict[int, set[Any]]) -> None:
        self.accumulators = accumulators
        self.seen = seen
        self.rows: tuple[Any, ...] | None = None
        self.values: tuple[Any, ...] = ()


def count_rows(compiler: Compiler, plan: SelectPlan) -> Loop:
    """A lone count(*) of a table, without reading its rows."""
    from litestone.run.access import index_tree, primary_index, table_tree

    query = plan.query
    slot = compiler.aggregate_slots[query] = compiler.new_slot()
    table = query.sources[0].table
    assert table is not None
    if plan.count_index is not None:
        tree = index_tree(compiler, plan.count_index)
    elif table.without_rowid:
        tree = index_tree(compiler, primary_index(table))
    else:
        tree = table_tree(compiler, table)

    def count(frame: Frame) -> Iterator[None]:
        frame[slot] = (tree(frame).count(),)
        yield None

    return count


class Accumulation:
    """The compiled aggregates of one query."""

    __slots__ = ("decider", "makers", "slots", "steps", "unique")

    def __init__(self, compiler: Compiler, query: SelectQuery, slots: list[int]) -> None:
        self.slots = slots
        self.steps: list[Step] = []
        self.makers: list[Closure] = []
        self.unique: list[int] = []
        # The last min() or max() says which row bare columns read.
        self.decider = -1
        for number, reference in enumerate(query.aggregates):
            function = compiler.connection.find_function(
                reference.name, 0 if reference.star else len(reference.arguments)
            )
            assert isinstance(function, Aggregate) and function.make is not None
            self.makers.append(maker(compiler, function, reference))
            self.steps.append(stepper(compiler, number, function, reference))
            if reference.distinct:
                self.unique.append(number)
            if function.needs_collation and reference.name.lower() in ("min", "max"):
                self.decider = number

    def new_group(self, frame: Frame) -> Group:
        """A group without rows."""
        return Group([make(frame) for make in self.makers], {number: set() for number in self.unique})

    def add(self, frame: Frame, group: Group) -> None:
        """Take the row in the frame into a group."""
        decider = self.decider
        hit = False
        for number, step in enumerate(self.steps):
            found = step(frame, group)
            if number == decider:
                hit = found or group.accumulators[number].value() is None
        if hit or group.rows is None:
            group.rows = tuple([frame[slot] for slot in self.slots])

    def show(self, frame: Frame, slot: int, group: Group) -> None:
        """Put the results of a group, and the row its bare columns read, into the frame."""
        if group.rows is not None:
            for place, row in zip(self.slots, group.rows, strict=True):
                frame[place] = row
        frame[slot] = [accumulator.final() for accumulator in group.accumulators]


def maker(compiler: Compiler, function: Aggregate, reference: AggregateRef) -> Closure:
    """What makes an accumulator."""
    make = function.make
    assert make is not None
    if function.needs_collation:
        from litestone.run.calls import key_of

        key = key_of(compiler, function, reference.arguments)
        return lambda frame: make(frame[0], key)
    return lambda frame: make(frame[0])


def stepper(compiler: Compiler, number: int, function: Aggregate, reference: AggregateRef) -> Step:
    """What takes the row in the frame into one accumulator of a group."""
    from litestone.run.calls import argument

    arguments = [argument(compiler, item, function.takes_json) for item in reference.arguments]
    condition = None if reference.filter is None else compiler.predicate(reference.filter)
    if reference.distinct:
        key = compiler.connection.collation_key(collation_of(reference.arguments[0]))
        step = distinct_step(number, arguments[0], identity(None, key))
    elif len(arguments) == 1:
        only = arguments[0]
        step = lambda frame, group: group.accumulators[number].step(only(frame))  # noqa: E731
    elif not arguments:
        step = lambda frame, group: group.accumulators[number].step()  # noqa: E731
    else:

        def step(frame: Frame, group: Group) -> Any:
            return group.accumulators[number].step(*[item(frame) for item in arguments])

    if condition is None:
        return step
    test = condition
    return lambda frame, group: step(frame, group) if test(frame) else False


def distinct_step(number: int, value_of: Closure, normal: Callable[[Any], Any]) -> Step:
    """As ``stepper`` for each distinct value once."""

    def step(frame: Frame, group: Group) -> Any:
        value = value_of(frame)
        key = normal(value)
        seen = group.seen[number]
        if key in seen:
            return False
        seen.add(key)
        return group.accumulators[number].step(value)

    return step


def grouped(compiler: Compiler, plan: SelectPlan, levels: list[Loops], constant: Closure | None) -> Loop:
    """A loop over groups: each leaves its results and its bare row in the frame; HAVING is applied."""
    query = plan.query
    slot = compiler.aggregate_slots[query] = compiler.new_slot()
    state = Accumulation(compiler, query, [level.slot for level in levels])
    null_rows = tuple([level.null_row for level in levels])
    if not query.group_by:
        groups = one_group(compiler, plan, levels, constant, state, null_rows)
    elif plan.group_order == "index":
        groups = adjacent_groups(compiler, query, levels, constant, state)
    else:
        groups = sorted_groups(compiler, plan, levels, constant, state)
    groups = tiered_groups(compiler, plan, levels, constant, state, groups, group_sorter(compiler, plan))
    having = None if query.having is None else compiler.predicate(query.having)

    def loop(frame: Frame) -> Iterator[None]:
        for group in groups(frame):
            state.show(frame, slot, group)
            if having is None or having(frame):
                yield None

    return loop


def one_group(
    compiler: Compiler,
    plan: SelectPlan,
    levels: list[Loops],
    constant: Closure | None,
    state: Accumulation,
    null_rows: tuple[Any, ...],
) -> Callable[[Frame], Iterable[Group]]:
    """All rows as one group, which exists without rows too."""
    current = compiler.new_slot()
    add = state.add
    run = nest(levels, lambda frame: add(frame, frame[current]))
    first_decides = plan.extreme is not None

    def groups(frame: Frame) -> Iterable[Group]:
        group = frame[current] = state.new_group(frame)
        if constant is None or constant(frame):
            for _ in run(frame):
                if first_decides and group.accumulators[0].value() is not None:
                    break
        if group.rows is None:
            group.rows = null_rows
        return (group,)

    return groups


def group_keys(compiler: Compiler, query: SelectQuery) -> tuple[Closure, Callable[[Any], Any]]:
    """The GROUP BY values of the row in the frame, and their normal form."""
    from litestone.run.values import tuple_of

    keys = [compiler.connection.collation_key(collation_of(term)) for term in query.group_by]
    values_of = tuple_of(compiler, query.group_by)
    if all(key is None for key in keys):
        return values_of, lambda values: values
    normals = [identity(None, key) for key in keys]

    def normal(values: Any) -> Any:
        return tuple([one(value) for one, value in zip(normals, values, strict=True)])

    return values_of, normal


def group_sorter(compiler: Compiler, plan: SelectPlan) -> Callable[[list[Group]], list[Group]]:
    """What puts groups, given in order of first appearance, in the order of the GROUP BY terms."""
    query = plan.query
    if not query.group_by or plan.group_order == "index":
        return lambda groups: groups
    keys = [compiler.connection.collation_key(collation_of(term)) for term in query.group_by]
    order = list(plan.group_terms)
    listed = {number for number, _ in order}
    order += [(number, False) for number in range(len(query.group_by)) if number not in listed]
    terms = [SortTerm(number, down, down, keys[number]) for number, down in order]

    def in_order(groups: list[Group]) -> list[Group]:
        items = [(group.values, group) for group in groups]
        sort_items(items, terms)
        return [group for _, group in items]

    return in_order


def sorted_groups(
    compiler: Compiler, plan: SelectPlan, levels: list[Loops], constant: Closure | None, state: Accumulation
) -> Callable[[Frame], Iterable[Group]]:
    """The groups of all rows, in the order of the GROUP BY terms."""
    query = plan.query
    values_of, normal = group_keys(compiler, query)
    in_order = group_sorter(compiler, plan)
    current = compiler.new_slot()

    def take(frame: Frame) -> None:
        values = values_of(frame)
        key = normal(values)
        groups = frame[current]
        group = groups.get(key)
        if group is None:
            group = groups[key] = state.new_group(frame)
            group.values = values
        state.add(frame, group)

    run = nest(levels, take)

    def all_groups(frame: Frame) -> Iterable[Group]:
        groups: dict[Any, Group] = {}
        frame[current] = groups
        if constant is None or constant(frame):
            for _ in run(frame):
                pass
        return in_order(list(groups.values()))

    return all_groups


def adjacent_groups(
    compiler: Compiler, query: SelectQuery, levels: list[Loops], constant: Closure | None, state: Accumulation
) -> Callable[[Frame], Iterable[Group]]:
    """The groups of rows that arrive group by group."""
    values_of, normal = group_keys(compiler, query)
    run = nest(levels, lambda frame: normal(values_of(frame)))
    slots = state.slots

    def all_groups(frame: Frame) -> Iterator[Group]:
        if constant is not None and not constant(frame):
            return
        group: Group | None = None
        last: Any = None
        for key in run(frame):
            if group is not None and key != last:
                # Showing the group moves the rows in the frame: they belong to the next one.
                rows = [frame[slot] for slot in slots]
                yield group
                for slot, row in zip(slots, rows, strict=True):
                    frame[slot] = row
                group = None
            if group is None:
                group = state.new_group(frame)
                last = key
            state.add(frame, group)
        if group is not None:
            yield group

    return all_groups
