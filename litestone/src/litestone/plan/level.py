"""From chosen candidates to the levels of a plan: access paths, and which level tests which term."""

from __future__ import annotations

from litestone.plan import statistics
from litestone.plan.candidates import (
    AUTOMATIC,
    BLOOM,
    BY_ROWID,
    COLUMN_EQ,
    COLUMN_IN,
    COLUMN_RANGE,
    COVERING,
    LOWER,
    MULTI_OR,
    UPPER,
    VIRTUAL,
    Candidate,
)
from litestone.plan.loops import can_drive_index
from litestone.plan.model import (
    AutomaticIndex,
    FullScan,
    IndexSearch,
    InField,
    Level,
    NullSafe,
    QueryScan,
    RowidEqual,
    RowidRange,
    SingleRow,
)
from litestone.plan.right_join import rest_access
from litestone.plan.scan import term_collation
from litestone.plan.terms import AND, EQ, GE, GT, IN, IS, IS_NULL, LE, LT, has_subquery, row_fields, strip
from litestone.schema import expression as trees
from litestone.text.tree import Binary, InList, InSelect, IsNull, Literal, Row, Unary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.loops import Builder
    from litestone.plan.model import Access, Probe
    from litestone.plan.terms import Term, TermSet
    from litestone.schema.query import Source
    from litestone.text.tree import Expression


class LevelBuilder:
    """Makes the levels of one plan. ``enforced`` are the terms that some access path makes superfluous.

    ``resting``: the access path is one for the unmatched rows of a RIGHT JOIN.
    """

    __slots__ = ("builder", "enforced", "modes", "resting", "terms")

    def __init__(self, builder: Builder, modes: dict[Source, str]) -> None:
        self.builder = builder
        self.terms = builder.terms
        self.modes = modes
        self.enforced: list[Term] = []
        self.resting = False

    def build(self, path: list[Candidate], reverse: int) -> tuple[list[Level], list[Expression]]:
        """The levels, and the filters that need no row."""
        levels: list[Level] = []
        ready = 0
        for place, candidate in enumerate(path):
            turned = bool(reverse >> place & 1)
            level = Level(candidate.source, self.access(candidate, turned, ready))
            level.bloom = bool(candidate.flags & BLOOM)
            level.needs = [other.source for other in path[:place] if other.bit & candidate.needs]
            if candidate.source.join in ("right", "full"):
                level.rest = rest_access(self, candidate, ready)
            levels.append(level)
            ready |= candidate.bit
        constant = self.place_filters(path, levels)
        return levels, constant

    # -- access paths

    def access(self, candidate: Candidate, reverse: bool, ready: int) -> Access:
        """The access path of a candidate."""
        source = candidate.source
        if source.kind == "row":
            return SingleRow()
        if candidate.flags & VIRTUAL:
            from litestone.plan.virtual import virtual_access

            return virtual_access(self, candidate)
        if candidate.flags & MULTI_OR:
            return self.union(candidate, ready)
        if candidate.flags & AUTOMATIC:
            built = self.automatic(candidate, ready)
            if source.kind == "table":
                return built
            return QueryScan(self.modes.get(source, "materialize"), built)
        if source.kind != "table":
            return QueryScan(self.modes.get(source, "materialize"), None, reverse)
        if candidate.flags & BY_ROWID:
            return self.rowid(candidate, reverse)
        return self.index(candidate, reverse)

    def note(self, candidate: Candidate, term: Term) -> None:
        """Mark a term that the access path of ``candidate`` enforces."""
        if term.cursor is candidate.source:
            self.enforced.append(term)

    def rowid(self, candidate: Candidate, reverse: bool) -> Access:
        """A scan, look-up or range by rowid."""
        terms = [term for term in candidate.terms if term is not None]
        if not terms:
            return FullScan(None, reverse)
        if candidate.flags & (COLUMN_EQ | COLUMN_IN):
            self.note(candidate, terms[0])
            return RowidEqual(self.probe(terms[0]), reverse)
        lower, lower_open, upper, upper_open = self.bounds(candidate, terms)
        return RowidRange(
            lower[0] if lower else None, lower_open, upper[0] if upper else None, upper_open, reverse
        )

    def index(self, candidate: Candidate, reverse: bool) -> Access:
        """A scan of an index or a look-up in it."""
        index = candidate.index
        assert index is not None
        # The rows of a RIGHT JOIN that have matched are told by their place in the table, so it is always
        # read.
        matched = candidate.source.join in ("right", "full") and not self.resting
        covering = bool(candidate.flags & COVERING) and not matched
        used = [term for term in candidate.terms if term is not None]
        if not used:
            if index.table.without_rowid and index.origin == "pk":
                return FullScan(None, reverse)
            if covering:
                return FullScan(index, reverse)
            return IndexSearch(index, [], False, reverse)
        search = IndexSearch(index, [], covering, reverse)
        search.skip = candidate.skip
        for term in candidate.terms[candidate.skip : candidate.equal]:
            assert term is not None
            search.equals.append(self.probe(term))
            self.note(candidate, term)
        if candidate.flags & COLUMN_RANGE:
            ranges = [term for term in candidate.terms[candidate.equal :] if term is not None]
            found = self.bounds(candidate, ranges)
            search.lower, search.lower_open, search.upper, search.upper_open = found
        return search

    def bounds(
        self, candidate: Candidate, terms: list[Term]
    ) -> tuple[list[Expression], bool, list[Expression], bool]:
        """The bounds that range terms give."""
        lower: list[Expression] = []
        upper: list[Expression] = []
        lower_open = upper_open = False
        place = 0
        if candidate.flags & LOWER:
            lower, lower_open = self.bound(candidate, terms[place], candidate.bounded_below, GT)
            place += 1
        if candidate.flags & UPPER:
            upper, upper_open = self.bound(candidate, terms[place], candidate.bounded_above, LT)
        return lower, lower_open, upper, upper_open

    def bound(
        self, candidate: Candidate, term: Term, length: int, strict: int
    ) -> tuple[list[Expression], bool]:
        """One bound; a row value of which the index bounds only a part makes a closed one and stays a
        filter.
        """
        e = term.expression
        assert isinstance(e, Binary)
        if not isinstance(strip(e.left), Row):
            self.note(candidate, term)
            return [e.right], bool(term.operator & strict)
        values = row_fields(e.right)
        if length == len(values) and not beyond_key(candidate, length):
            self.note(candidate, term)
            return values, bool(term.operator & strict)
        return values[:length], False

    @staticmethod
    def probe(term: Term) -> Probe:
        """What an equality term compares the column with."""
        e = term.expression
        if term.field >= 0:
            return InField(e, term.field)  # type: ignore[arg-type]
        if term.operator & IN:
            return e
        if term.operator & IS_NULL:
            return e
        assert isinstance(e, Binary)
        if term.operator & IS:
            return NullSafe(e.right)
        if isinstance(e.right, InList | InSelect | IsNull):
            # The value of the test, not each of its members.
            return Unary("+", e.right)
        return e.right

    def automatic(self, candidate: Candidate, ready: int) -> AutomaticIndex:
        """The columns and filters of an automatic index: all equalities it can serve, by the first of a
        column.
        """
        source = candidate.source
        columns: list[int] = []
        probes: list[Expression | NullSafe] = []
        collations: list[str | None] = []
        filters: list[Expression] = []
        for term in self.terms.terms:
            if not term.virtual and is_own_constraint(term, candidate):
                filters.append(term.whole)
            if (
                not can_drive_index(term, source, self.builder)
                or term.right_needs & ~ready
                or term.column in columns
            ):
                continue
            if term.right is not None:
                columns.append(term.column)
                probes.append(NullSafe(term.right) if term.operator & IS else term.right)
                collations.append(term_collation(term))
        return AutomaticIndex(columns, probes, collations, filters)

    def union(self, candidate: Candidate, ready: int) -> Access:
        """The branches of a multi-index OR, each planned as a look-up of its own."""
        from litestone.plan.or_branches import branches

        term = candidate.terms[0]
        assert term is not None
        return branches(self, candidate, term, ready)

    # -- filters

    def is_enforced(self, term: Term) -> bool:
        """Whether access paths already make sure of a term."""
        if any(term is used for used in self.enforced):
            return True
        if term.children > 0:
            count = sum(1 for used in self.enforced if used.parent is term)
            return count >= term.children
        return False

    def place_filters(self, path: list[Candidate], levels: list[Level]) -> list[Expression]:
        """Put every term that is not enforced to the first level that can test it."""
        constant: list[Expression] = []
        bits = [candidate.bit for candidate in path]
        for term in self.terms.terms[: self.terms.written]:
            if term.virtual or term.row_value or self.is_enforced(term) or not levels_have(path, term):
                continue
            expression = term.whole
            if term.needs == 0 and (not path or (deterministic(expression) and not has_subquery(expression))):
                constant.append(expression)
                continue
            place = self.first_place(term, bits, path)
            if term.outer_on is not None or term.inner_on is not None:
                levels[place].on_filters.append(expression)
            else:
                levels[place].filters.append(expression)
        return constant

    @staticmethod
    def first_place(term: Term, bits: list[int], path: list[Candidate]) -> int:
        """The outermost level at which all sources of a term have a row."""
        ready = 0
        owner = term.outer_on or term.inner_on
        owned = owner is None
        for place, bit in enumerate(bits):
            ready |= bit
            owned = owned or path[place].source is owner
            if owned and not term.needs & ~ready:
                return place
        return len(bits) - 1


def levels_have(path: list[Candidate], term: Term) -> bool:
    """Whether the source in whose ON clause a term stands has a loop: it may have been left out."""
    return term.outer_on is None or any(candidate.source is term.outer_on for candidate in path)


def is_own_constraint(term: Term, candidate: Candidate) -> bool:
    """Whether a term reads only the candidate's source and decides which of its rows can match at all."""
    source = candidate.source
    if any(read is not source for read in trees.sources(term.expression)) or has_subquery(term.expression):
        return False
    if candidate.optional and source.join not in ("left", "full"):
        return False
    if source.join in ("left", "full"):
        return term.outer_on is source
    return term.outer_on is None and source.join != "right"


def beyond_key(candidate: Candidate, length: int) -> bool:
    """Whether a bound of several columns reaches past the key, into the rest of a WITHOUT ROWID row."""
    index = candidate.index
    keyed = index is not None and index.table.without_rowid and index.origin == "pk"
    return index is not None and keyed and candidate.equal + length > len(index.columns)


def deterministic(e: Expression) -> bool:
    """Whether ``e`` gives the same each time for the same row."""
    from litestone.text.tree import Call

    return all(
        not isinstance(node, Call) or (node.function is not None and node.function.deterministic)
        for node in trees.walk(e)
    )


__all__ = [
    "AND",
    "EQ",
    "GE",
    "LE",
    "IsNull",
    "LevelBuilder",
    "Literal",
    "TermSet",
    "deterministic",
    "statistics",
]
