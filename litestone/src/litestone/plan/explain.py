"""EXPLAIN QUERY PLAN: a plan as the tree of lines that ``eqp`` describes."""

from __future__ import annotations

from litestone.plan.describe import describe_access, describe_bloom, describe_level, full_name, source_name
from litestone.plan.explain_compound import add_compound
from litestone.plan.explain_nested import NestedPlans
from litestone.plan.extreme import extreme_order
from litestone.plan.model import MultiIndexOr, QueryScan, SingleRow
from litestone.plan.planner import plan_select
from litestone.plan.query_number import QueryNumbers
from litestone.plan.rewrite import prepare
from litestone.plan.right_join import right_joined
from litestone.plan.window_passes import is_prefix, pass_order, window_passes
from litestone.schema.query import CompoundQuery, SelectQuery, ValuesQuery

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.plan.model import Level, SelectPlan
    from litestone.schema.query import Query, Source
    from litestone.text.tree import Expression, Node

    Line = tuple[int, int, int, str]


def query_plan(query: Query, connection: Connection, statement: Node | None = None) -> list[Line]:
    """The rows of EXPLAIN QUERY PLAN for ``query``: id, parent's id (0 at the top), 0, text.

    ``statement`` is the syntax tree that ``query`` was resolved from; it numbers the subqueries.
    """
    numbers = QueryNumbers(statement)
    numbers.number_views(query)
    lines = PlanLines(connection, numbers)
    lines.add_query(prepare(query), 0)
    return lines.rows


class PlanLines:
    """The lines written so far."""

    __slots__ = ("connection", "nested", "numbers", "rows", "stored")

    def __init__(self, connection: Connection, numbers: QueryNumbers) -> None:
        self.connection = connection
        self.numbers = numbers
        self.rows: list[Line] = []
        self.nested = NestedPlans(self)
        self.stored: list[Source] = []

    def line(self, parent: int, text: str) -> int:
        """Append a line and give its id."""
        number = len(self.rows) + 1
        self.rows.append((number, parent, 0, text))
        return number

    def name(self, source: Source) -> str:
        """How the loops call a source."""
        return source_name(source, self.numbers)

    def add_query(self, query: Query, parent: int) -> None:
        """Append the lines of any query."""
        if isinstance(query, CompoundQuery):
            add_compound(self, query, parent)
        elif isinstance(query, ValuesQuery):
            self.add_values(query, parent)
        else:
            self.add_select(query, parent)

    def add_values(self, query: ValuesQuery, parent: int) -> None:
        """Append the lines of VALUES."""
        count = len(query.rows)
        self.line(parent, "SCAN CONSTANT ROW" if count == 1 else f"SCAN {count} CONSTANT ROWS")
        for row in query.rows:
            self.nested.add_all(row, parent)

    def add_select(self, query: SelectQuery, parent: int) -> None:
        """Append the lines of one SELECT."""
        plan = plan_select(query, self.connection)
        query = plan.query
        if query.windows:
            self.add_windowed(plan, parent)
            return
        self.add_source_queries(plan, parent)
        if not query.in_compound:
            self.nested.add_all([e for e in (query.limit, query.offset) if e is not None], parent)
        self.add_distinct_aggregates(query, parent, False)
        self.add_loops(plan, parent)
        self.add_right_joins(plan, parent)
        self.add_grouping(plan, parent)
        self.add_results(query, parent)
        self.add_sorting(plan, parent)

    # -- windows

    def add_windowed(self, plan: SelectPlan, parent: int) -> None:
        """Append the passes of the window functions, each a co-routine around the one before it."""
        query = plan.query
        passes = window_passes(query)
        numbers = [self.numbers.new() for _ in passes]
        nodes = [parent]
        for number in numbers:
            nodes.append(self.line(nodes[-1], f"CO-ROUTINE (subquery-{number})"))
        inner = nodes[-1]
        self.add_source_queries(plan, inner)
        self.add_distinct_aggregates(query, inner, False)
        self.add_loops(plan, inner)
        self.add_right_joins(plan, inner)
        self.add_grouping(plan, inner)
        order = pass_order(passes[-1][0])
        lone_row = bool(query.aggregates) and not query.group_by
        if order and not lone_row and plan.window_sorted < len(order):
            part = "RIGHT PART OF " if plan.window_sorted else ""
            self.line(inner, f"USE TEMP B-TREE FOR {part}ORDER BY")
        for place in range(len(passes) - 1, -1, -1):
            self.line(nodes[place], f"SCAN (subquery-{numbers[place]})")
            if place:
                wanted = pass_order(passes[place - 1][0])
                if wanted and not is_prefix(wanted, pass_order(passes[place][0])):
                    self.line(nodes[place], "USE TEMP B-TREE FOR ORDER BY")
        if plan.query.distinct:
            self.line(parent, "USE TEMP B-TREE FOR DISTINCT")
        self.add_results(query, parent)
        if query.order_by and not is_prefix(query.order_by, pass_order(passes[0][0])):
            self.line(parent, "USE TEMP B-TREE FOR ORDER BY")

    # -- sources

    def add_source_queries(self, plan: SelectPlan, parent: int) -> None:
        """Append how the subqueries of the FROM clause are run, in its order."""
        own: list[Source] = []
        for source in plan.query.sources:
            for level in plan.levels:
                if level.source is source and isinstance(level.access, QueryScan) and source.kind == "query":
                    self.add_source_query(source, level.access.mode, parent, own)

    def add_source_query(self, source: Source, mode: str, parent: int, own: list[Source]) -> None:
        """Append how one subquery is run, unless its rows are there already."""
        assert source.query is not None
        if mode != "coroutine":
            if any(same_common_table(source, other) for other in self.stored):
                return
            if any(same_view(source, other) for other in own):
                return
            self.stored.append(source)
            own.append(source)
        word = "CO-ROUTINE" if mode == "coroutine" else "MATERIALIZE"
        node = self.line(parent, f"{word} {full_name(source, self.numbers)}")
        self.add_query(source.query, node)

    # -- loops

    def add_loops(self, plan: SelectPlan, parent: int) -> None:
        """Append a line a loop, each followed by the subqueries that it runs."""
        query = plan.query
        if not plan.levels and not query.distinct:
            self.line(parent, "SCAN CONSTANT ROW")
        extreme = not query.group_by and extreme_order(query)[1] is not None
        self.nested.add_all(plan.constant_filters, parent)
        filtered: list[Level] = []
        for place, level in enumerate(plan.levels):
            if isinstance(level.access, SingleRow):
                continue
            if isinstance(level.access, MultiIndexOr):
                self.add_union(level, parent)
            else:
                self.add_bloom_filters(plan, place, parent, filtered)
                self.line(parent, describe_level(level, level.access, extreme, self.numbers))
                self.nested.add_probes(level.access, parent)
            self.nested.add_all(level.on_filters, parent)
            self.nested.add_all(level.filters, parent)

    def add_bloom_filters(self, plan: SelectPlan, place: int, parent: int, done: list[Level]) -> None:
        """Append the Bloom filter of a loop, with those of inner loops that can be tested as early."""
        first = plan.levels[place]
        if not first.bloom or first in done:
            return
        ready = [level.source for level in plan.levels[:place]]
        for level in plan.levels[place:]:
            if not level.bloom or level in done:
                continue
            late = level.source.join in ("left", "full") or any(s not in ready for s in level.needs)
            if level is not first and late:
                continue
            done.append(level)
            self.line(parent, describe_bloom(level, self.numbers))

    def add_union(self, level: Level, parent: int) -> None:
        """Append the branches of a multi-index OR."""
        assert isinstance(level.access, MultiIndexOr)
        node = self.line(parent, "MULTI-INDEX OR")
        for number, (access, filters) in zip(level.access.numbers, level.access.branches, strict=True):
            branch = self.line(node, f"INDEX {number}")
            inner = NestedPlans(self)
            inner.add_probes(access, branch)
            inner.add_all(filters, branch)
            if isinstance(access, MultiIndexOr):
                nested = type(level)(level.source, access)
                self.add_union(nested, branch)
            else:
                self.line(branch, describe_level(level, access, False, self.numbers))

    def add_right_joins(self, plan: SelectPlan, parent: int) -> None:
        """Append the scans for the unmatched rows of RIGHT JOINs."""
        for level in right_joined(plan.levels):
            source = level.source
            name = source.table.name if source.table is not None else full_name(source, self.numbers)
            node = self.line(parent, f"RIGHT-JOIN {name}")
            assert level.rest is not None
            rest = type(level)(source, level.rest)
            if isinstance(level.rest, MultiIndexOr):
                self.add_union(rest, node)
            else:
                self.line(node, describe_access(self.name(source), source, level.rest, False))

    # -- what follows the loops

    def add_distinct_aggregates(self, query: SelectQuery, parent: int, grouped: bool) -> None:
        """Append what keeps the values an aggregate has seen; without GROUP BY it is made before the
        loops.
        """
        plan = query.plan
        if bool(query.group_by) == grouped and not (plan is not None and plan.distinct_free):
            for call in query.aggregates:
                if call.distinct:
                    self.line(parent, f"USE TEMP B-TREE FOR {call.name.lower()}(DISTINCT)")

    def add_grouping(self, plan: SelectPlan, parent: int) -> None:
        """Append what is grouped and made distinct with temporary b-trees."""
        query = plan.query
        if query.group_by and plan.group_order == "sort":
            self.line(parent, "USE TEMP B-TREE FOR GROUP BY")
        self.add_distinct_aggregates(query, parent, True)
        if plan.distinct == "hash" and not query.windows:
            self.line(parent, "USE TEMP B-TREE FOR DISTINCT")

    def add_results(self, query: SelectQuery, parent: int) -> None:
        """Append the subqueries among results and aggregates."""
        arguments = [argument for call in query.aggregates for argument in call.arguments]
        self.nested.add_all(arguments, parent)
        values: list[Expression] = [*query.outputs]
        if query.having is not None:
            values.insert(0, query.having)
        values += [term.expression for term in query.order_by if term.output < 0]
        self.nested.add_all(values, parent)

    def add_sorting(self, plan: SelectPlan, parent: int) -> None:
        """Append the sorting of the result."""
        query = plan.query
        if (plan.distinct_groups and plan.distinct == "hash") or (query.aggregates and not query.group_by):
            return
        if query.order_by and plan.sorted_terms < len(query.order_by):
            part = "RIGHT PART OF " if plan.sorted_terms > 0 else ""
            self.line(parent, f"USE TEMP B-TREE FOR {part}ORDER BY")


def same_common_table(source: Source, other: Source) -> bool:
    """Whether two sources are references to one materialised common table."""
    return source.definition is not None and source.definition is other.definition


def same_view(source: Source, other: Source) -> bool:
    """Whether two items of a FROM clause are the same view or common table, unchanged by its use."""
    if source.pushed or other.pushed or not source.name:
        return False
    if source.definition is not None or other.definition is not None:
        return source.definition is other.definition
    return source.table is not None and source.table is other.table
