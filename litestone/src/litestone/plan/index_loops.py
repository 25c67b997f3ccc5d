"""Look-ups in an index or by rowid: every usable combination of equal columns, a range, and skipped
columns.
"""

from __future__ import annotations

from litestone.plan import log_estimate, statistics
from litestone.plan.candidates import (
    BY_ROWID,
    COLUMN_EQ,
    COLUMN_IN,
    COLUMN_NULL,
    COLUMN_RANGE,
    COVERING,
    LOWER,
    ONE_ROW,
    SELF_CULLING,
    SKIP_SCAN,
    TRANSITIVE,
    UNIQUE_WANTED,
    UPPER,
    Candidate,
)
from litestone.plan.scan import field_of, find_terms, wanted_field
from litestone.plan.terms import (
    EQ,
    GE,
    GT,
    IN,
    IS,
    IS_NULL,
    LE,
    LT,
    RANGE,
    ROWID,
    column_of,
    row_fields,
    strip,
)
from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef
from litestone.text.tree import InList, Literal, Row, Unary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.loops import Builder
    from litestone.plan.terms import Term, TermSet
    from litestone.schema.objects import Index
    from litestone.schema.query import Source
    from litestone.text.tree import Expression

LEAST_SKIP_ROWS = 42
SUBQUERY_VALUES = 46


class IndexSeeker:
    """Makes the look-up candidates of one index (None: the rowid) of one source."""

    __slots__ = (
        "builder", "estimates", "flags", "index", "keys", "needs", "number", "order_key", "search", "size",
        "source",
        "terms", "unordered", "width_cost",
    )  # fmt: skip

    def __init__(
        self, builder: Builder, terms: TermSet, source: Source, number: int, needs: int, index: Index | None
    ) -> None:
        self.builder = builder
        self.terms = terms
        self.source = source
        self.number = number
        self.needs = needs
        self.index = index
        self.flags = 0
        self.order_key = 0
        assert source.table is not None
        if index is None:
            self.estimates = [statistics.table_rows(source.table), 0]
            self.width_cost = 15
            self.keys = 1
            self.unordered = False
        else:
            self.estimates = statistics.index_rows(index)
            self.width_cost = 15 * statistics.index_width(index) // statistics.table_width(source.table)
            self.keys = len(index.columns)
            self.unordered = statistics.has_option(index, "unordered")
        self.size = self.estimates[0]
        self.search = log_estimate.depth(self.size)

    def seek_all(self) -> None:
        """Make all candidates."""
        start = self.builder.blank(self.source, self.number, self.needs)
        start.flags = self.flags
        start.index = self.index
        start.order_key = self.order_key
        start.rows = self.size
        self.extend(start, 0)

    def fields(self) -> int:
        """How many fields a look-up may fix: for a rowid table's index the rowid too."""
        index = self.index
        if index is None:
            return 1
        if index.table.without_rowid and index.origin == "pk":
            return self.keys
        return self.keys + (len(index.suffix) if index.table.without_rowid else 1)

    def extend(self, base: Candidate, in_rows: int) -> None:
        """Add each term on the next field to ``base``; ``in_rows`` is what its IN terms multiply rows by."""
        if base.flags & LOWER:
            operators = LT | LE
        else:
            operators = EQ | IN | RANGE | IS_NULL | IS
        if self.unordered:
            operators &= ~RANGE
        wanted = wanted_field(self.terms, self.source, self.index, base.equal)
        for term, transitive in list(find_terms(self.terms, wanted, operators)):
            self.try_term(base, term, transitive, in_rows)
        self.try_skip(base, in_rows)

    def admissible(self, base: Candidate, term: Term) -> bool:
        """Whether ``term`` may be used for the next field at all."""
        if (term.operator & IS_NULL or term.never_null) and self.never_null(base.equal):
            return False
        if term.right_needs & base.bit:
            return False
        if term.upper_like and term.operator == LT:
            return False
        return outer_join_allows(term, self.source, self.builder)

    def never_null(self, field: int) -> bool:
        """Whether the field cannot be NULL."""
        if self.index is None:
            return True
        column = field_of(self.index, field)
        if column >= 0:
            return self.index.table.columns[column].not_null is not None
        return column == ROWID

    def try_term(self, base: Candidate, term: Term, transitive: bool, in_rows: int) -> None:
        """The candidate that uses ``term`` for the next field, and what extends it."""
        if not self.admissible(base, term):
            return
        new = base.copy()
        new.setup = 0
        new.terms.append(term)
        new.needs = (base.needs | term.right_needs) & ~base.bit
        column = field_of(self.index, base.equal) if self.index is not None else ROWID
        multiplied = 0
        if term.operator & IN:
            found = self.in_multiplier(new, term, base.equal, in_rows)
            if found is None:
                return
            multiplied = found
            new.flags |= COLUMN_IN
        elif term.operator & (EQ | IS):
            self.note_equality(new, term, column, base.equal, in_rows)
            if transitive:
                new.flags |= TRANSITIVE
        elif term.operator & IS_NULL:
            new.flags |= COLUMN_NULL
        else:
            self.note_bound(new, term)
        self.estimate(base, new, term, column, multiplied)
        self.finish(base, new, in_rows + multiplied)

    def estimate(self, base: Candidate, new: Candidate, term: Term, column: int, multiplied: int) -> None:
        """Set the rows that one run visits in the index."""
        if new.flags & COLUMN_RANGE:
            range_rows(new)
            return
        new.equal = base.equal + 1
        if term.truth <= 0 and column >= 0:
            new.rows += term.truth - multiplied
            return
        new.rows += self.estimates[min(new.equal, self.keys)] - self.estimates[min(new.equal - 1, self.keys)]
        if new.equal > self.keys:
            new.rows += 0 - self.estimates[self.keys] if new.equal == self.keys + 1 else 0
        if term.operator & IS_NULL:
            new.rows += 10

    def in_multiplier(self, new: Candidate, term: Term, field: int, in_rows: int) -> int | None:
        """How many look-ups an IN makes; None where a plain scan is to be preferred."""
        e = term.expression
        if isinstance(e, InList):
            rows = log_estimate.of(len(e.items))
        else:
            rows = SUBQUERY_VALUES
            if any(other is not None and other.expression is e for other in new.terms[:-1]):
                rows = 0
        if self.index is not None and self.index.stat is not None and self.search >= 10:
            matched = self.estimates[min(field, self.keys)]
            saving = matched + log_estimate.depth(rows) + 10 - (rows + self.search)
            if saving < 0 and in_rows >= 2:
                return None
        return rows

    def note_equality(self, new: Candidate, term: Term, column: int, field: int, in_rows: int) -> None:
        """Mark a look-up by ``=`` or IS, and whether it finds at most one row."""
        new.flags |= COLUMN_EQ
        index = self.index
        if column == ROWID or (index is not None and column == index.table.rowid_column):
            if index is None or column == ROWID:
                new.flags |= ONE_ROW
            return
        if index is None or in_rows or field != self.keys - 1 or column < 0:
            return
        if index.unique and (
            unique_not_null(index) or (self.keys == 1 and term.operator & EQ and not term.operator & IS)
        ):
            new.flags |= ONE_ROW
        else:
            new.flags |= UNIQUE_WANTED

    def note_bound(self, new: Candidate, term: Term) -> None:
        """Mark a range bound, of several columns where it is a row value."""
        length = self.vector_length(new, term)
        if term.operator & (GT | GE):
            new.flags |= COLUMN_RANGE | LOWER
            new.bounded_below = length
            if term.partner is not None:
                new.terms.append(term.partner)
                new.flags |= UPPER
                new.bounded_above = 1
        else:
            new.flags |= COLUMN_RANGE | UPPER
            new.bounded_above = length

    def vector_length(self, new: Candidate, term: Term) -> int:
        """How many columns of the index a row-value inequality bounds in one go."""
        e = term.expression
        left = getattr(e, "left", None)
        if not isinstance(left, Row) or self.index is None:
            return 1
        others = row_fields(e.right)  # type: ignore[attr-defined]
        if len(others) != len(left.items):
            return 1
        length = 1
        most = len(self.index.record_columns())
        while length < len(left.items) and new.equal + length < most:
            part = strip_row(left.items[length])
            field = new.equal + length
            wanted = wanted_field(self.terms, self.source, self.index, field)
            if (
                not isinstance(part, ColumnRef)
                or part.source is not self.source
                or column_of(part) != wanted.column
            ):
                break
            if self.descends(field) != self.descends(new.equal):
                break
            other = others[length]
            if wanted.affinity is not None and trees.affinity(part) != wanted.affinity:
                break
            name = (trees.comparison_collation(left.items[length], other) or "BINARY").upper()
            if wanted.collation is not None and name != wanted.collation.upper():
                break
            length += 1
        return length

    def descends(self, field: int) -> bool:
        """Whether a field is stored in descending order."""
        index = self.index
        return index is not None and field < len(index.columns) and index.columns[field].descending

    def finish(self, base: Candidate, new: Candidate, in_rows: int) -> None:
        """Set the cost, enter the candidate, and extend it by the fields that follow."""
        visit = new.rows + 1 + self.width_cost
        new.run = log_estimate.add(self.search, visit)
        if not new.flags & (COVERING | BY_ROWID):
            new.run = log_estimate.add(new.run, new.rows + 16)
        unadjusted = new.rows
        new.run += in_rows
        new.rows += in_rows
        adjust_rows(self.terms, new, self.size)
        self.builder.insert(new)
        new.rows = base.rows if new.flags & COLUMN_RANGE else unadjusted
        if not new.flags & UPPER and new.equal < self.fields():
            self.extend(new, in_rows)

    def try_skip(self, base: Candidate, in_rows: int) -> None:
        """Skip-scan: pass over a leading column of few distinct values (``optoverview`` section 9)."""
        index = self.index
        if index is None or index.stat is None or statistics.has_option(index, "noskipscan"):
            return
        if base.equal != base.skip or base.equal + 1 >= self.keys or base.equal != len(base.terms):
            return
        if self.estimates[base.equal + 1] < LEAST_SKIP_ROWS:
            return
        new = base.copy()
        new.equal += 1
        new.skip += 1
        new.terms.append(None)
        new.flags |= SKIP_SCAN
        visits = self.estimates[base.equal] - self.estimates[base.equal + 1]
        new.rows -= visits
        self.extend(new, visits + 5 + in_rows)


def strip_row(e: Expression) -> Expression:
    """``e`` without what makes no difference to which column it is."""
    return strip(e)


def unique_not_null(index: Index) -> bool:
    """Whether an index is unique and none of its columns can be NULL."""
    columns = index.table.columns
    return index.unique and all(
        part.column >= 0 and columns[part.column].not_null is not None for part in index.columns
    )


def outer_join_allows(term: Term, source: Source, builder: Builder) -> bool:
    """Whether an outer join lets a term be used to find rows of ``source``: only those of its own ON
    clause.
    """
    if source is builder.free:
        return True
    sources = builder.query.sources
    outer = source.join in ("left", "right", "full")
    if not outer:
        place = sources.index(source)
        if not any(later.join in ("right", "full") for later in sources[place + 1 :]):
            return True
        return term.outer_on is source or term.inner_on is source
    return term.outer_on is source


def range_rows(new: Candidate) -> None:
    """Narrow ``rows`` by a range: a quarter for one bound, a 64th for two."""
    lower = upper = None
    place = len(new.terms) - 1
    if new.flags & UPPER:
        upper = new.terms[place]
        place -= 1
    if new.flags & LOWER:
        lower = new.terms[place]
    rows = new.rows
    narrowed = rows
    for bound in (lower, upper):
        if bound is not None:
            if bound.truth <= 0:
                narrowed += bound.truth
            elif not bound.never_null:
                narrowed -= 20
    if lower is not None and upper is not None and lower.truth > 0 and upper.truth > 0:
        narrowed -= 20
    rows -= (lower is not None) + (upper is not None)
    new.rows = min(max(narrowed, 10), rows)


def adjust_rows(terms: TermSet, candidate: Candidate, size: int) -> None:
    """Reduce ``rows`` for the terms that the access does not use but that can be tested on its rows."""
    forbidden = ~(candidate.needs | candidate.bit)
    reduction = 0
    for term in terms.terms[: terms.written]:
        if term.needs & forbidden or not term.needs & candidate.bit or term.virtual or term.split:
            continue
        if any(used is not None and (used is term or used.parent is term) for used in candidate.terms):
            continue
        if term.needs == candidate.bit:
            strict = term.operator & 0x3F
            if strict or not candidate.optional:
                candidate.flags |= SELF_CULLING
        if term.truth <= 0:
            candidate.rows += term.truth
            continue
        candidate.rows -= 1
        if term.operator & (EQ | IS):
            reduction = max(reduction, 10 if is_small(term.right) else 20)
    candidate.rows = min(candidate.rows, size - reduction)


def is_small(e: Expression | None) -> bool:
    """Whether ``e`` is -1, 0 or 1: values that many rows hold."""
    if isinstance(e, Unary) and e.op in "+-":
        return is_small(e.operand)
    return isinstance(e, Literal) and isinstance(e.value, int) and -1 <= e.value <= 1
