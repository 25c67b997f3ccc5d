"""Which order a nest of loops delivers its rows in (``queryplanner`` sections 2 and 3, ``optoverview``
section 12).
"""

from __future__ import annotations

from litestone.plan import statistics
from litestone.plan.candidates import BY_ROWID, ONE_ROW, SKIP_SCAN, VIRTUAL, Candidate
from litestone.plan.scan import Wanted, field_collation, field_of, find_term, wanted_field
from litestone.plan.terms import EQ, EXPRESSION, IN, IS, IS_NULL, ROWID, column_of, strip
from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.terms import Term, TermSet
    from litestone.schema.objects import Index
    from litestone.schema.query import Ordering, Source
    from litestone.text.tree import Expression

# How the wanted order is meant.
SORT, GROUP, DISTINCT = "sort", "group", "distinct"
MOST_TERMS = 63


class Verdict:
    """``satisfied``: how many leading terms are in order (-1: not known before more loops are added).

    ``reverse`` is the mask of the loops, by place in the nest, that must run backwards.
    """

    __slots__ = ("distinct_columns", "nulls_last", "reverse", "satisfied")

    def __init__(self) -> None:
        self.satisfied = 0
        self.reverse = 0
        self.nulls_last = False
        self.distinct_columns = 0


class OrderCheck:
    """Checks paths against one wanted order.

    ``kind`` says whether directions matter (``sort``), only that equal values
    come together (``group``), or the same for all terms in any order
    (``distinct``). ``limited``: there is a LIMIT, min() or max(), so that IN
    terms count as equalities.
    """

    __slots__ = ("all_masks", "inner_only", "kind", "limited", "order", "terms")

    def __init__(
        self, terms: TermSet, order: list[Ordering], kind: str, limited: bool, inner_only: bool
    ) -> None:
        self.terms = terms
        self.order = order
        self.kind = kind
        self.limited = limited
        self.inner_only = inner_only
        self.all_masks = [terms.scene.mask(term.expression) for term in order]

    def check(self, path: list[Candidate], last: Candidate) -> Verdict:
        """What the loops of ``path`` with ``last`` inside them deliver."""
        verdict = Verdict()
        count = len(self.order)
        if count > MOST_TERMS:
            return verdict
        everything = (1 << count) - 1
        state = _State(self, verdict)
        for place, loop in enumerate([*path, last]):
            if not state.distinct_rows or state.done == everything:
                break
            if place > 0:
                state.ready |= path[place - 1].bit
            if place < len(path) and self.inner_only:
                continue
            if loop.flags & VIRTUAL:
                if getattr(loop.detail, "ordered", False) and self.kind != DISTINCT:
                    state.done = everything
                break
            if not state.add_loop(loop, place):
                verdict.satisfied = 0
                return verdict
        if state.done == everything:
            verdict.satisfied = count
        elif not state.distinct_rows:
            verdict.satisfied = 0
            for place in range(count - 1, 0, -1):
                below = (1 << place) - 1
                if state.done & below == below:
                    verdict.satisfied = place
                    break
        else:
            verdict.satisfied = -1
        return verdict


class _State:
    """What is known while the loops of one path are gone through from the outermost."""

    __slots__ = ("check", "distinct_mask", "distinct_rows", "done", "equalities", "ready", "verdict")

    def __init__(self, check: OrderCheck, verdict: Verdict) -> None:
        self.check = check
        self.verdict = verdict
        self.done = 0
        self.ready = 0
        self.distinct_mask = 0
        self.distinct_rows = True
        self.equalities = EQ | IS | IS_NULL | (IN if check.limited else 0)

    def add_loop(self, loop: Candidate, place: int) -> bool:
        """Take one more loop into account; False where nothing can be said at all."""
        self.mark_constants(loop)
        if not loop.flags & ONE_ROW and not self.follow_index(loop, place):
            return False
        if self.distinct_rows:
            self.distinct_mask |= loop.bit
            for number, term in enumerate(self.check.order):
                if self.done >> number & 1:
                    continue
                mask = self.check.all_masks[number]
                if mask == 0 and not trees.is_constant(term.expression):
                    continue
                if not mask & ~self.distinct_mask:
                    self.done |= 1 << number
        return True

    def mark_constants(self, loop: Candidate) -> None:
        """Terms that are columns of the loop's source fixed by the WHERE clause need no order."""
        terms = self.check.terms
        for number, wanted in enumerate(self.check.order):
            if self.done >> number & 1:
                continue
            e = strip(wanted.expression)
            if not isinstance(e, ColumnRef) or e.source is not loop.source:
                continue
            column = column_of(e)
            term = find_term(terms, Wanted(e.source, column), self.equalities, ~self.ready)
            if term is None:
                continue
            if term.operator & IN and not any(term is used for used in loop.terms):
                continue
            if term.operator & (EQ | IS) and column >= 0 and self.collation_differs(wanted, term):
                continue
            self.done |= 1 << number

    def collation_differs(self, wanted: Ordering, term: Term) -> bool:
        """Whether a term equates under another collation than the order sorts by."""
        from litestone.plan.scan import term_collation

        return (wanted.collation or "BINARY").upper() != term_collation(term)

    def follow_index(self, loop: Candidate, place: int) -> bool:
        """Go through the fields of the loop's index and mark the terms they put in order."""
        index = loop.index
        if loop.flags & BY_ROWID:
            keys, fields = 0, 1
        elif index is None or statistics.has_option(index, "unordered"):
            return False
        else:
            keys = len(index.columns)
            fields = keys + (len(index.suffix) if index.table.without_rowid else 1)
            if index.table.without_rowid and index.origin == "pk":
                fields = keys + len(index.suffix)
            self.distinct_rows = index.unique and not loop.flags & SKIP_SCAN
        turned: bool | None = None
        found_rowid = False
        for field in range(fields):
            once = True
            if loop.skip <= field < loop.equal:
                used = loop.terms[field]
                assert used is not None
                if used.operator & self.equalities:
                    if used.operator & (IS_NULL | IS):
                        self.distinct_rows = False
                    continue
                if used.operator & IN and any(
                    other is not None and other.expression is used.expression
                    for other in loop.terms[field + 1 : loop.equal]
                ):
                    once = False
            column = self.column(loop.source, index, field)
            if self.distinct_rows:
                self.check_nulls(loop, column, field)
            number = self.match(loop, index, field, column) if once else -1
            if number >= 0:
                matched, turned = self.direction_fits(loop, index, field, number, turned, place)
                if not matched:
                    number = -1
            if number >= 0:
                if column == ROWID:
                    found_rowid = True
                self.done |= 1 << number
            else:
                if field == 0 or field < keys:
                    self.distinct_rows = False
                break
        if found_rowid:
            self.distinct_rows = True
        return True

    @staticmethod
    def column(source: Source, index: Index | None, field: int) -> int:
        """Table column of a field, the rowid for its alias."""
        if index is None:
            return ROWID
        column = field_of(index, field)
        return ROWID if column >= 0 and column == index.table.rowid_column else column

    def check_nulls(self, loop: Candidate, column: int, field: int) -> None:
        """A unique index may hold many rows with NULL in a column that is free."""
        table = loop.source.table
        if column == EXPRESSION or (
            column >= 0
            and field >= loop.equal
            and table is not None
            and table.columns[column].not_null is None
        ):
            self.distinct_rows = False

    def match(self, loop: Candidate, index: Index | None, field: int, column: int) -> int:
        """Number of the next wanted term that the field is, -1 without one."""
        for number, wanted in enumerate(self.check.order):
            if self.done >> number & 1:
                continue
            if self.is_field(wanted, loop.source, index, field, column):
                self.verdict.distinct_columns = field + 1
                return number
            if self.check.kind == SORT:
                return -1
        return -1

    def is_field(
        self, wanted: Ordering, source: Source, index: Index | None, field: int, column: int
    ) -> bool:
        """Whether a wanted term is field ``field`` of the index, under its collation."""
        e: Expression = strip(wanted.expression)
        if column == EXPRESSION:
            assert index is not None
            bound = wanted_field(self.check.terms, source, index, field).expression
            if not trees.equal(e, bound):
                return False
        elif not isinstance(e, ColumnRef) or e.source is not source or column_of(e) != column:
            return False
        if column == ROWID or index is None:
            return True
        return (wanted.collation or "BINARY").upper() == field_collation(index, field).upper()

    def direction_fits(
        self, loop: Candidate, index: Index | None, field: int, number: int, turned: bool | None, place: int
    ) -> tuple[bool, bool | None]:
        """Whether the field runs the wanted way, given whether the loop is already ``turned``."""
        wanted = self.check.order[number]
        stored = index is not None and field < len(index.columns) and index.columns[field].descending
        if self.check.kind == GROUP:
            return True, turned
        if turned is None:
            turned = stored != wanted.descending
            if turned:
                self.verdict.reverse |= 1 << place
        elif (turned != stored) != wanted.descending:
            return False, turned
        if wanted.nulls_last != wanted.descending:
            if field == loop.equal:
                self.verdict.nulls_last = True
            else:
                return False, turned
        return True, turned
