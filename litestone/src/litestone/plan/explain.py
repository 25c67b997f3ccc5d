"""EXPLAIN QUERY PLAN: a plan as the tree of lines that ``eqp`` describes."""

from __future__ import annotations

from litestone.plan.describe import describe_bloom, describe_level, source_name
from litestone.plan.explain_compound import add_compound
from litestone.plan.extreme import extreme_order
from litestone.plan.explain_nested import NestedPlans
from litestone.plan.model import AutomaticIndex, MultiIndexOr, QueryScan, SingleRow
from litestone.plan.planner import plan_select
from litestone.plan.rewrite import prepare
from litestone.schema.query import CompoundQuery, SelectQuery, ValuesQuery

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.plan.model import Level, SelectPlan
    from litestone.schema.query import Query
    from litestone.text.tree import Expression

    Line = tuple[int, int, int, str]


def query_plan(query: Query, connection: Connection) -> list[Line]:
    """The rows of EXPLAIN QUERY PLAN for ``query``: id, parent's id (0 at the top), 0, text."""
    lines = PlanLines(connection)
    lines.add_query(prepare(query), 0)
    return lines.rows


class PlanLines:
    """The lines written so far."""

    __slots__ = ("connection", "nested", "rows")

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.rows: list[Line] = []
        self.nested = NestedPlans(self)

    def line(self, parent: int, text: str) -> int:
        """Append a line and give its id."""
        number = len(self.rows) + 1
        self.rows.append((number, parent, 0, text))
        return number

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
        for source in query.sources:
            for level in plan.levels:
                if level.source is source and isinstance(level.access, QueryScan):
                    self.add_source_query(level, parent)
        self.add_distinct_aggregates(query, parent, False)
        self.add_loops(plan, parent)
        self.add_sorting(plan, parent)

    def add_source_query(self, level: Level, parent: int) -> None:
        """Append how a subquery of the FROM clause is run."""
        source = level.source
        assert isinstance(level.access, QueryScan)
        if level.access.mode == "recursive" or source.query is None:
            return
        word = "CO-ROUTINE" if level.access.mode == "coroutine" else "MATERIALIZE"
        node = self.line(parent, f"{word} {source_name(source)}")
        self.add_query(source.query, node)

    def add_loops(self, plan: SelectPlan, parent: int) -> None:
        """Append a line a loop, each followed by the subqueries that it runs."""
        if not plan.levels:
            self.line(parent, "SCAN CONSTANT ROW")
        query = plan.query
        extreme = not query.group_by and extreme_order(query)[1] is not None
        self.nested.add_all(plan.constant_filters, parent)
        for level in plan.levels:
            if isinstance(level.access, SingleRow):
                continue
            if isinstance(level.access, MultiIndexOr):
                self.add_union(level, parent)
            else:
                for text in describe_bloom(level):
                    self.line(parent, text)
                self.line(parent, describe_level(level, level.access, extreme))
                self.nested.add_probes(level.access, parent)
            self.nested.add_all(level.on_filters, parent)
            self.nested.add_all(level.filters, parent)

    def add_union(self, level: Level, parent: int) -> None:
        """Append the branches of a multi-index OR."""
        assert isinstance(level.access, MultiIndexOr)
        node = self.line(parent, "MULTI-INDEX OR")
        for place, (access, filters) in enumerate(level.access.branches):
            branch = self.line(node, f"INDEX {place + 1}")
            self.line(branch, describe_level(level, access, False))
            self.nested.add_probes(access, branch)
            self.nested.add_all(filters, branch)

    def add_distinct_aggregates(self, query: SelectQuery, parent: int, grouped: bool) -> None:
        """Append what keeps the values an aggregate has seen; without GROUP BY it is made before the loops."""
        if bool(query.group_by) == grouped:
            for call in query.aggregates:
                if call.distinct:
                    self.line(parent, f"USE TEMP B-TREE FOR {call.name}(DISTINCT)")

    def add_sorting(self, plan: SelectPlan, parent: int) -> None:
        """Append what is grouped, made distinct and sorted with temporary b-trees, and result subqueries."""
        query = plan.query
        if query.group_by and plan.group_order == "sort":
            self.line(parent, "USE TEMP B-TREE FOR GROUP BY")
        self.add_distinct_aggregates(query, parent, True)
        if plan.distinct == "hash":
            self.line(parent, "USE TEMP B-TREE FOR DISTINCT")
        values: list[Expression] = [*query.outputs]
        if query.having is not None:
            values.append(query.having)
        self.nested.add_all(values, parent)
        self.nested.add_all([argument for call in query.aggregates for argument in call.arguments], parent)
        if query.order_by and plan.sorted_terms < len(query.order_by):
            part = "RIGHT PART OF " if plan.sorted_terms > 0 else ""
            self.line(parent, f"USE TEMP B-TREE FOR {part}ORDER BY")


__all__ = ["AutomaticIndex", "PlanLines", "query_plan"]
