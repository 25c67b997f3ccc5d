"""The candidates of every source: the order that joins impose, then each way to find a source's rows."""

from __future__ import annotations

from litestone.plan import log_estimate, or_loops, statistics
from litestone.plan.candidates import (
    AUTOMATIC,
    BY_ROWID,
    COVERING,
    INDEXED,
    ONE_ROW,
    QUERY_SCAN,
    Candidate,
    CandidateList,
)
from litestone.plan.coverage import Coverage
from litestone.plan.index_loops import IndexSeeker, adjust_rows, outer_join_allows
from litestone.plan.partial import implied
from litestone.plan.scan import affinity_allows
from litestone.plan.terms import EQ, IS, bind, column_of, strip
from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.plan.candidates import OrCosts
    from litestone.plan.terms import Term, TermSet
    from litestone.schema.objects import Index
    from litestone.schema.query import Ordering, SelectQuery, Source

FULL_SCAN_PENALTY = 16
AUTOMATIC_ROWS = 43


class Builder:
    """Makes the candidates of one query.

    ``free`` is a source that outer joins shall not restrict for now. ``order`` is what the rows shall be
    sorted
    by (ORDER BY, GROUP BY or DISTINCT), ``or_costs`` collects costs instead of candidates while the
    disjuncts of an OR are looked at.
    """

    __slots__ = (
        "candidates", "changing", "connection", "coverage", "free", "in_branch", "or_costs", "order", "query",
        "query_rows",
        "terms",
    )  # fmt: skip

    def __init__(
        self,
        query: SelectQuery,
        connection: Connection,
        terms: TermSet,
        order: list[Ordering],
        changing: bool,
    ) -> None:
        self.query = query
        self.connection = connection
        self.terms = terms
        self.order = order
        self.changing = changing
        self.candidates = CandidateList()
        self.or_costs: OrCosts | None = None
        self.in_branch = False
        self.free: Source | None = None
        self.coverage = Coverage(terms.scene)
        self.query_rows: dict[Source, int] = {}

    def insert(self, candidate: Candidate) -> None:
        """Enter a finished candidate."""
        if self.or_costs is None:
            self.candidates.insert(candidate)
            return
        self.candidates.adjust(candidate)
        if candidate.terms:
            self.or_costs.insert(candidate.needs, candidate.run, candidate.rows)

    def add_all(self) -> None:
        """Make the candidates of every source."""
        before = 0
        needs = 0
        behind_right = False
        has_right = False
        sources = self.query.sources
        left_of_right = [
            any(later.join in ("right", "full") for later in sources[i + 1 :]) for i in range(len(sources))
        ]
        for number, source in enumerate(sources):
            outer = source.join in ("left", "right", "full")
            if behind_right or outer or source.join == "cross" or left_of_right[number]:
                if left_of_right[number]:
                    has_right = True
                needs |= before
                behind_right = source.join in ("right", "full")
            elif not has_right:
                needs = 0
            self.add_candidates(source, number, needs)
            before |= 1 << number

    def add_candidates(self, source: Source, number: int, needs: int) -> None:
        """Make the candidates of one source, the unions for OR terms last."""
        self.add_source(source, number, needs)
        if self.terms.has_or:
            or_loops.add(self, self.terms, source, number, needs)

    def add_source(self, source: Source, number: int, needs: int) -> None:
        """Make the candidates of one source, without those for OR terms."""
        if source.kind == "virtual":
            from litestone.plan.virtual import add_virtual

            add_virtual(self, source, number, needs)
        elif source.kind == "row":
            only = self.blank(source, number, needs)
            only.flags = BY_ROWID | ONE_ROW
            self.insert(only)
        else:
            self.add_stored(self.terms, source, number, needs)

    def rows_of(self, source: Source) -> int:
        """Estimated rows of a source."""
        if source.kind == "table" and source.table is not None:
            return statistics.table_rows(source.table)
        return self.query_rows.get(source, statistics.DEFAULT_ROWS)

    def add_stored(self, terms: TermSet, source: Source, number: int, needs: int) -> None:
        """Full scans, rowid and index look-ups of a table, and scans of a subquery's rows."""
        if self.may_build_index(source):
            self.add_automatic(terms, source, number, needs)
        if source.indexed_by is None:
            self.add_rowid(terms, source, number, needs)
        if (
            source.kind != "table"
            or source.table is None
            or (source.not_indexed and source.indexed_by is None)
        ):
            return
        for place, index in enumerate(source.table.indexes):
            if source.indexed_by is not None and index.name.lower() != source.indexed_by.lower():
                continue
            if index.where is not None and not self.may_use_partial(terms, source, index, number):
                continue
            self.add_index(terms, source, number, needs, index, place + 1)

    def may_use_partial(self, terms: TermSet, source: Source, index: Index, number: int) -> bool:
        """Whether the terms make sure that all wanted rows are in a partial index."""
        assert index.where is not None
        if self.is_optional(source, number) and source.join not in ("left", "full"):
            return False
        return implied(terms, source, bind(index.where, source))

    def blank(self, source: Source, number: int, needs: int) -> Candidate:
        """A candidate with nothing decided."""
        candidate = Candidate(source, number)
        candidate.needs = needs
        candidate.optional = self.is_optional(source, number)
        return candidate

    def is_optional(self, source: Source, number: int) -> bool:
        """Whether an outer join may put a NULL row in the place of the source's."""
        following = self.query.sources[number + 1 :]
        if source is self.free:
            return False
        return source.join in ("left", "full") or any(other.join in ("right", "full") for other in following)

    def may_build_index(self, source: Source) -> bool:
        """Whether an automatic index on a source may be thought of (``optoverview`` section 11)."""
        if self.or_costs is not None or self.in_branch or not self.connection.settings.automatic_index:
            return False
        if source.indexed_by is not None or source.not_indexed or source.join in ("right", "full"):
            return False
        if source.kind == "table":
            return source.table is not None and not source.table.without_rowid
        return source.kind == "query" and source.query is not None and not source.query.correlated

    def add_automatic(self, terms: TermSet, source: Source, number: int, needs: int) -> None:
        """A transient index for each term that equates a column of the source with something else."""
        size = self.rows_of(source)
        search = log_estimate.depth(size)
        bit = 1 << number
        for term in terms.terms:
            if term.right_needs & bit or not can_drive_index(term, source, self):
                continue
            candidate = self.blank(source, number, needs | term.right_needs)
            candidate.terms = [term]
            candidate.equal = 1
            candidate.setup = search + size + (28 if source.kind == "table" else -25)
            candidate.setup = max(candidate.setup, 0)
            candidate.rows = AUTOMATIC_ROWS
            candidate.run = log_estimate.add(search, candidate.rows)
            candidate.flags = AUTOMATIC
            self.insert(candidate)

    def add_rowid(self, terms: TermSet, source: Source, number: int, needs: int) -> None:
        """The scan of the table (or of a subquery's rows) and look-ups by rowid."""
        size = self.rows_of(source)
        candidate = self.blank(source, number, needs)
        candidate.flags = BY_ROWID if source.kind == "table" else BY_ROWID | QUERY_SCAN
        candidate.rows = size
        candidate.run = size + FULL_SCAN_PENALTY
        adjust_rows(terms, candidate, size)
        self.insert(candidate)
        if source.kind == "table" and source.table is not None and source.table.without_rowid:
            return
        if source.kind != "table":
            return
        seeker = IndexSeeker(self, terms, source, number, needs, None)
        seeker.flags = BY_ROWID
        seeker.seek_all()

    def add_index(
        self, terms: TermSet, source: Source, number: int, needs: int, index: Index, place: int
    ) -> None:
        """The scan of an index where that may pay, and look-ups in it."""
        table = index.table
        size = statistics.index_rows(index)[0]
        helps = self.helps_order(source, index)
        covers = self.coverage.covers(source, index)
        scan = self.blank(source, number, needs)
        scan.flags = INDEXED | (COVERING if covers else 0)
        scan.index = index
        scan.rows = size
        narrow = statistics.index_width(index) < statistics.table_width(table)
        unordered = statistics.has_option(index, "unordered")
        if (
            helps
            or table.without_rowid
            or index.where is not None
            or source.indexed_by is not None
            or (covers and not unordered and narrow and not self.changing)
        ):
            scan.order_key = place if helps else 0
            scan.run = size + 1 + 15 * statistics.index_width(index) // statistics.table_width(table)
            if not covers:
                scan.run = log_estimate.add(scan.run, self.lookup_cost(terms, source, index, size))
            adjust_rows(terms, scan, size)
            self.insert(scan)
        seeker = IndexSeeker(self, terms, source, number, needs, index)
        seeker.flags = scan.flags
        seeker.order_key = scan.order_key
        seeker.seek_all()

    def lookup_cost(self, terms: TermSet, source: Source, index: Index, size: int) -> int:
        """The cost of reading the table for those rows of an index scan that its own columns let through."""
        cost = size + FULL_SCAN_PENALTY
        for term in terms.terms:
            if not self.coverage.expression_covered(term.expression, source, index):
                break
            if term.truth <= 0:
                cost += term.truth
            else:
                cost -= 1
                if term.operator & (EQ | IS):
                    cost -= 19
        return cost

    def helps_order(self, source: Source, index: Index | None) -> bool:
        """Whether a scan of the index might deliver some wanted order."""
        if not self.order or (index is not None and statistics.has_option(index, "unordered")):
            return False
        for term in self.order:
            e = strip(term.expression)
            if isinstance(e, ColumnRef) and e.source is source:
                column = column_of(e)
                if column < 0:
                    return True
                if index is not None and any(part.column == column for part in index.columns):
                    return True
            elif index is not None and source.table is not None:
                place = source.table.indexes.index(index)
                for field, part in enumerate(index.columns):
                    if part.expression is not None:
                        bound = self.terms.scene.index_expressions[source, place, field]
                        if trees.equal(e, strip(bound)):
                            return True
        return False


def can_drive_index(term: Term, source: Source, builder: Builder) -> bool:
    """Whether an automatic index on ``source`` could serve ``term``."""
    if term.cursor is not source or not term.operator & (EQ | IS) or term.column < 0:
        return False
    if not outer_join_allows(term, source, builder) or (source.join == "left" and term.operator & IS):
        return False
    return affinity_allows(term, source.columns[term.column].affinity or affinities.BLOB)
