"""Planning a SELECT: rewrites, terms, candidates, the best path, and what it leaves to sort."""

from __future__ import annotations

from litestone.plan import log_estimate
from litestone.plan.bloom import choose_bloom_filters
from litestone.plan.candidates import BY_ROWID, COLUMN_IN, ONE_ROW, Candidate
from litestone.plan.count import counted_table, narrowest_index
from litestone.plan.distinct import distinct_arguments, distinct_terms, is_redundant
from litestone.plan.extreme import extreme_order
from litestone.plan.level import LevelBuilder
from litestone.plan.loops import Builder
from litestone.plan.model import FullScan, SelectPlan
from litestone.plan.omit_join import omit_joins
from litestone.plan.order import DISTINCT, GROUP, SORT, OrderCheck
from litestone.plan.shortcut import single_row
from litestone.plan.solver import Path, Solver, SortCost
from litestone.plan.terms import build_terms
from litestone.plan.window_passes import pass_order, window_passes
from litestone.schema import expression as trees
from litestone.schema.query import CompoundQuery, Ordering, SelectQuery, ValuesQuery
from litestone.text.tree import Literal, Unary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.plan.terms import TermSet
    from litestone.schema.query import Query, Source

UNKNOWN_ROWS = 320
GROUPED_ROWS = 66


def plan_select(query: SelectQuery, connection: Connection) -> SelectPlan:
    """The plan of ``query``, which has been through ``rewrite.prepare``.

    A query is planned once: a second call gives the same plan. Raises SqlError
    "no query solution" where INDEXED BY cannot be obeyed.
    """
    if query.plan is None:
        query.plan = _Planning(query, connection).plan()
    return query.plan


def query_rows(query: Query, connection: Connection) -> int:
    """Estimated rows of any query (logarithmic)."""
    if isinstance(query, ValuesQuery):
        return len(query.rows) if len(query.rows) > 1 else 0
    if isinstance(query, SelectQuery):
        return plan_select(query, connection).rows
    if query.recursive:
        return limited(UNKNOWN_ROWS, query)
    rows = query_rows(query.parts[0], connection)
    for part, operator in zip(query.parts[1:], query.operators, strict=True):
        other = query_rows(part, connection)
        if operator in ("UNION", "UNION ALL"):
            rows = log_estimate.add(rows, other)
        elif operator == "INTERSECT" and query.order_by:
            rows = min(rows, other)
    return limited(rows, query)


def limited(rows: int, query: Query) -> int:
    """``rows``, or the constant LIMIT of ``query`` where that is less."""
    limit = constant_limit(query)
    return rows if limit is None else min(rows, log_estimate.of(limit))


def constant_limit(query: Query) -> int | None:
    """The LIMIT of ``query`` where it is a literal that is not negative."""
    e = query.limit
    if isinstance(e, Unary) and e.op == "+":
        e = e.operand
    if isinstance(e, Literal) and isinstance(e.value, int) and e.value >= 0:
        return e.value
    return None


class _Planning:
    """The planning of one query."""

    __slots__ = (
        "connection",
        "kind",
        "limited",
        "modes",
        "order",
        "query",
        "result",
        "sorts_by_group",
        "terms",
    )

    def __init__(self, query: SelectQuery, connection: Connection) -> None:
        self.connection = connection
        self.query = query
        self.result = SelectPlan(self.query)
        self.order: list[Ordering] = []
        self.kind = SORT
        self.limited = False
        self.sorts_by_group = False
        self.modes: dict[Source, str] = {}
        self.terms: TermSet

    def plan(self) -> SelectPlan:
        """Decide everything."""
        query, result = self.query, self.result
        rows: dict[Source, int] = {}
        for source in query.sources:
            if source.kind == "query" and source.query is not None:
                self.note_outer_rows(source.query, query.outer_rows)
                rows[source] = query_rows(source.query, self.connection)
        self.terms = build_terms(query, self.connection)
        self.wanted_order()
        if not query.sources:
            self.plan_without_sources()
            return result
        builder = Builder(query, self.connection, self.terms, self.order, query.changing)
        builder.query_rows = rows
        path = self.shortcut(builder) or self.solve(builder)
        self.omit_joins(path)
        choose_bloom_filters(path.loops)
        self.choose_modes(path.loops)
        levels = LevelBuilder(builder, self.modes)
        result.levels, result.constant_filters = levels.build(path.loops, path.reverse)
        table = counted_table(query)
        if table is not None and not self.terms.terms:
            result.count_only = True
            result.count_index = None if query.sources[0].not_indexed else narrowest_index(table)
            access = result.levels[0].access
            if isinstance(access, FullScan):
                access.index = result.count_index
        self.estimate_rows(path.rows)
        self.note_nested(path.rows)
        return result

    def plan_without_sources(self) -> None:
        """A SELECT without FROM gives one row."""
        result = self.result
        result.constant_filters = [
            term.whole
            for term in self.terms.terms[: self.terms.written]
            if not term.virtual and not term.row_value
        ]
        result.sorted_terms = len(self.query.order_by)
        result.distinct = "none"
        result.group_order = "index"
        self.result.rows = 0
        self.note_nested(0)

    # -- which order is wanted

    def wanted_order(self) -> None:
        """What the loops should deliver: groups together, the extreme first, sorted, or equal rows
        together.
        """
        query = self.query
        if query.group_by:
            self.kind = GROUP
            self.order = self.group_order()
        elif query.aggregates:
            self.order, self.result.extreme = extreme_order(query)
            self.limited = bool(self.order)
            if not self.order and distinct_arguments(query):
                self.order = distinct_arguments(query)
                self.kind = DISTINCT
        elif query.windows:
            self.order = pass_order(window_passes(query)[-1][0])
        elif query.distinct and self.sorts_results():
            self.kind = GROUP
            self.sorts_by_group = True
            self.order = query.order_by
            self.result.distinct_groups = True
        elif query.order_by:
            self.order = query.order_by

    def sorts_results(self) -> bool:
        """Whether ORDER BY is just the result columns, so that DISTINCT may sort instead of it."""
        query = self.query
        if query.in_compound:
            return False
        return len(query.order_by) == len(query.outputs) and all(
            term.nulls_last == term.descending
            and not term.descending
            and not term.collated
            and trees.equal(term.expression, e)
            and (term.collation or "BINARY").upper() == (trees.collation(e) or "BINARY").upper()
            for term, e in zip(query.order_by, query.outputs, strict=True)
        )

    def group_order(self) -> list[Ordering]:
        """The GROUP BY terms as an order, with the directions of an ORDER BY (or window pass) of the same
        terms.
        """
        query = self.query
        wanted_order = pass_order(window_passes(query)[-1][0]) if query.windows else query.order_by
        same = len(wanted_order) == len(query.group_by)
        order = []
        for place, e in enumerate(query.group_by):
            descending = same and wanted_order[place].descending
            order.append(Ordering(e, descending, descending, trees.collation(e)))
        if same and all(
            trees.equal(term.expression, wanted.expression)
            and (term.collation or "BINARY").upper() == (wanted.collation or "BINARY").upper()
            and wanted.nulls_last == wanted.descending
            for term, wanted in zip(order, wanted_order, strict=True)
        ):
            self.sorts_by_group = True
        return order

    # -- the path

    def shortcut(self, builder: Builder) -> Path | None:
        """The one look-up that finds at most one row of a lone table, if there is one."""
        found = single_row(builder)
        if found is None:
            return None
        path = Path()
        path.loops = [found]
        path.rows = 0
        result = self.result
        result.sorted_terms = len(self.query.order_by)
        result.group_order = "index"
        result.group_terms = [(n, False) for n in range(len(self.query.group_by))]
        result.distinct = "none"
        if result.extreme is not None:
            result.extreme = None
        return path

    def solve(self, builder: Builder) -> Path:
        """The cheapest path, and what it saves of sorting."""
        query = self.query
        redundant = query.distinct and is_redundant(query, self.terms)
        by_distinct = False
        if query.distinct and not redundant and not self.order and not query.aggregates and not query.windows:
            self.order = distinct_terms(query)
            self.kind = DISTINCT
            by_distinct = True
        builder.order = self.order
        builder.add_all()
        candidates = builder.candidates.items
        count = len(query.sources)
        path = Solver(candidates, count, query.outer_rows, [], None, None).solve()
        check = OrderCheck(self.terms, self.order, self.kind, self.limited, False)
        if self.order:
            limit = constant_limit(query)
            sort = SortCost(
                path.rows + 1,
                len(self.order),
                len(query.outputs),
                None if limit is None else log_estimate.of(limit),
                query.distinct,
            )
            path = Solver(candidates, count, query.outer_rows, self.order, check, sort).solve()
        self.settle_order(path, by_distinct)
        if not self.order and self.connection.settings.reverse_unordered_selects:
            # PRAGMA reverse_unordered_selects: every loop that nothing depends on runs backwards.
            path.reverse = -1
        self.settle_distinct(path, redundant, by_distinct)
        return path

    def settle_order(self, path: Path, by_distinct: bool) -> None:
        """Say what the path leaves to sort, and which loops must run backwards."""
        query, result = self.query, self.result
        full = len(self.order)
        satisfied = max(path.ordered, 0) if self.order else 0
        if by_distinct:
            path.reverse = 0
            result.sorted_terms = 0
            return
        if query.group_by or result.distinct_groups:
            self.settle_groups(path, satisfied == full)
            return
        if query.windows and not query.aggregates:
            result.window_sorted = satisfied
            if satisfied == 0:
                path.reverse = 0
            return
        if query.aggregates and self.kind == DISTINCT:
            path.reverse = 0
            result.distinct_free = satisfied == full
            return
        if query.aggregates:
            if satisfied < full:
                self.settle_inner_order(path)
            elif result.extreme is None:
                path.reverse = 0
            return
        result.sorted_terms = satisfied
        result.nulls_apart = path.nulls_apart
        if satisfied == 0 and self.order:
            path.reverse = 0
            self.settle_inner_order(path)

    def settle_inner_order(self, path: Path) -> None:
        """With a LIMIT the innermost loop alone in the wanted order lets the sorter stop early."""
        self.result.extreme = None
        last = path.loops[-1]
        if last.flags & ONE_ROW or (last.flags & BY_ROWID and last.flags & COLUMN_IN) or self.kind != SORT:
            return
        check = OrderCheck(self.terms, self.order, self.kind, True, True)
        verdict = check.check(path.loops[:-1], last)
        if verdict.satisfied == len(self.order):
            path.reverse = verdict.reverse

    def settle_groups(self, path: Path, in_order: bool) -> None:
        """How rows come to their groups, and whether the groups come in the order of ORDER BY."""
        result = self.result
        path.reverse = 0
        result.group_order = "index" if in_order else "sort"
        result.group_terms = [(n, term.descending) for n, term in enumerate(self.order)]
        if not self.sorts_by_group:
            result.sorted_terms = 0
            return
        if not in_order:
            self.note_sorted_groups()
            return
        check = OrderCheck(self.terms, self.order, SORT, False, False)
        verdict = check.check(path.loops[:-1], path.loops[-1])
        if verdict.satisfied == len(self.order):
            path.reverse = verdict.reverse
            self.note_sorted_groups()

    def note_sorted_groups(self) -> None:
        """The groups come in the order of ORDER BY, or of the first window pass."""
        if self.query.windows:
            self.result.window_sorted = len(self.order)
        else:
            self.result.sorted_terms = len(self.query.order_by)

    def settle_distinct(self, path: Path, redundant: bool, by_distinct: bool) -> None:
        """How DISTINCT is done."""
        query, result = self.query, self.result
        if not query.distinct or redundant:
            result.distinct = "none"
            return
        if result.distinct_groups:
            result.distinct = "ordered" if result.group_order == "index" else "hash"
            if result.distinct == "hash":
                result.sorted_terms = 0
            return
        result.distinct = "hash"
        if query.aggregates or query.group_by or query.windows:
            return
        if by_distinct:
            if path.ordered == len(self.order):
                result.distinct = "ordered"
            return
        order = distinct_terms(query)
        check = OrderCheck(self.terms, order, DISTINCT, False, False)
        verdict = check.check(path.loops[:-1], path.loops[-1])
        if verdict.satisfied == len(order):
            result.distinct = "ordered"

    # -- afterwards

    def omit_joins(self, path: Path) -> None:
        """Leave out joins that change nothing; the other loops keep their direction."""
        kept = omit_joins(self.query, self.terms, path.loops)
        if len(kept) < len(path.loops):
            reverse = 0
            for place, candidate in enumerate(kept):
                if path.reverse >> path.loops.index(candidate) & 1:
                    reverse |= 1 << place
            path.loops, path.reverse = kept, reverse

    def choose_modes(self, loops: list[Candidate]) -> None:
        """How each subquery of the FROM clause gives its rows."""
        from litestone.plan.coroutine import source_mode

        for candidate in loops:
            source = candidate.source
            if source.kind == "query":
                self.modes[source] = source_mode(self.query, source)
            elif source.kind == "recursive":
                self.modes[source] = "recursive"

    def estimate_rows(self, rows: int) -> None:
        """Estimate the rows of the result."""
        query = self.query
        rows = limited(min(rows, UNKNOWN_ROWS), query)
        if query.group_by:
            rows = min(rows, GROUPED_ROWS)
        elif query.aggregates:
            rows = 0
        self.result.rows = rows

    def note_nested(self, rows: int) -> None:
        """Tell the queries nested in expressions how often they may run."""
        query = self.query
        outer = query.outer_rows + rows
        for e in trees.query_expressions(query):
            for node in trees.walk(e):
                nested = trees.nested_query(node)
                if nested is not None:
                    self.note_outer_rows(nested, outer)

    def note_outer_rows(self, query: Query, rows: int) -> None:
        """Set ``outer_rows`` of a query's parts."""
        if isinstance(query, SelectQuery):
            query.outer_rows = rows
        elif isinstance(query, CompoundQuery):
            for part in query.parts:
                self.note_outer_rows(part, rows)
