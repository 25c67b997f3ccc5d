"""Finding the terms that constrain a column, directly or through columns it equals (transitive
constraints).
"""

from __future__ import annotations

from litestone.plan.terms import EQ, EQUIV, EXPRESSION, IS, IS_NULL, ROWID, Term, TermSet, column_of, strip
from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestone.schema.objects import Index
    from litestone.schema.query import Source
    from litestone.text.tree import Expression

_MOST_EQUIVALENTS = 11


class Wanted:
    """A column (or index expression) that terms are sought for.

    ``affinity`` and ``collation`` are the index's: a comparison under others
    cannot use it (None: any will do, as for a rowid).
    """

    __slots__ = ("affinity", "collation", "column", "expression", "source")

    def __init__(self, source: Source, column: int) -> None:
        self.source = source
        self.column = column
        self.expression: Expression | None = None
        self.affinity: int | None = None
        self.collation: str | None = None


def wanted_field(terms: TermSet, source: Source, index: Index | None, field: int) -> Wanted:
    """What field ``field`` of ``index`` (None: the rowid) wants."""
    if index is None:
        return Wanted(source, ROWID)
    table = index.table
    part = field_of(index, field)
    if part == EXPRESSION:
        wanted = Wanted(source, EXPRESSION)
        place = table.indexes.index(index)
        wanted.expression = strip(terms.scene.index_expressions[source, place, field])
        wanted.affinity = trees.affinity(wanted.expression)
        wanted.collation = index.columns[field].collation
        return wanted
    if part < 0 or part == table.rowid_column:
        return Wanted(source, ROWID)
    wanted = Wanted(source, part)
    wanted.affinity = table.columns[part].affinity
    wanted.collation = field_collation(index, field)
    return wanted


def field_of(index: Index, field: int) -> int:
    """Table column of field ``field`` of an index record (-1 rowid, -2 expression)."""
    if field < len(index.columns):
        return index.columns[field].column
    return index.suffix[field - len(index.columns)] if index.table.without_rowid else ROWID


def field_collation(index: Index, field: int) -> str:
    """Collation of a field of an index record."""
    if field < len(index.columns):
        return index.columns[field].collation
    number = field_of(index, field)
    for other in index.table.indexes:
        if other.origin == "pk":
            for part in other.columns:
                if part.column == number:
                    return part.collation
    return index.table.columns[number].collation


def affinity_allows(term: Term, index_affinity: int) -> bool:
    """Whether an index whose column has that affinity can serve the comparison of ``term``."""
    right = term.right
    compared = trees.affinity(term.left)
    if right is not None:
        compared = comparison_affinity(right, compared)
    elif term.operator & ~IS_NULL:
        compared = in_affinity(term, compared)
    if compared < affinities.TEXT:
        return True
    if compared == affinities.TEXT:
        return index_affinity == affinities.TEXT
    return index_affinity >= affinities.NUMERIC


def in_affinity(term: Term, left: int) -> int:
    """The affinity of an IN: with a subquery that of comparing with its column."""
    select = getattr(term.expression, "select", None)
    if select is not None:
        return combine_affinity(select.columns[max(term.field, 0)].affinity, left)
    return left if left > affinities.NONE else affinities.BLOB


def comparison_affinity(e: Expression, other: int) -> int:
    """The affinity under which ``e`` is compared with something of affinity ``other``."""
    return combine_affinity(trees.affinity(e), other)


def combine_affinity(one: int, other: int) -> int:
    """NUMERIC where two sides with affinity meet and either is numeric; else the only one there is, or
    BLOB.
    """
    if one > affinities.NONE and other > affinities.NONE:
        if one >= affinities.NUMERIC or other >= affinities.NUMERIC:
            return affinities.NUMERIC
        return affinities.BLOB
    return max(one, other) if max(one, other) > affinities.NONE else affinities.BLOB


def term_collation(term: Term) -> str:
    """The collation of a term's comparison."""
    if term.collation is not None:
        return term.collation.upper()
    right = term.right
    if right is None or term.field >= 0:
        return (trees.collation(getattr(term.expression, "operand", term.left)) or "BINARY").upper()
    expression = term.expression
    return (trees.comparison_collation(expression.left, right) or "BINARY").upper()  # type: ignore[attr-defined]


def find_terms(terms: TermSet, wanted: Wanted, operators: int) -> Iterator[tuple[Term, bool]]:
    """The terms with one of ``operators`` on what is wanted; True beside those found through an equal
    column.
    """
    places: list[tuple[Source, int, Expression | None]] = [(wanted.source, wanted.column, wanted.expression)]
    turn = 0
    while turn < len(places):
        source, column, expression = places[turn]
        turn += 1
        level: TermSet | None = terms
        while level is not None:
            for term in list(level.terms):
                if (
                    term.cursor is not source
                    or term.column != column
                    or (turn > 1 and term.outer_on is not None)
                ):
                    continue
                if column == EXPRESSION and not trees.equal(term.left, expression):
                    continue
                if term.operator & EQUIV and len(places) < _MOST_EQUIVALENTS:
                    follow(term, places)
                if term.operator & operators and suits(term, wanted):
                    yield term, turn > 1
            level = level.outer


def follow(term: Term, places: list[tuple[Source, int, Expression | None]]) -> None:
    """Note the column at the right of an equivalence as one more place to look."""
    right = term.right
    if right is None:
        return
    right = strip(right)
    if not isinstance(right, ColumnRef):
        return
    column = column_of(right)
    if all(place[0] is not right.source or place[1] != column for place in places):
        places.append((right.source, column, None))


def suits(term: Term, wanted: Wanted) -> bool:
    """Whether affinity and collation of the comparison are the index's, and it is not ``x = x``."""
    if wanted.collation is not None and not term.operator & IS_NULL:
        if wanted.affinity is not None and not affinity_allows(term, wanted.affinity):
            return False
        if term_collation(term) != wanted.collation.upper():
            return False
    if term.operator & (EQ | IS):
        right = term.right
        if (
            isinstance(right, ColumnRef)
            and right.source is wanted.source
            and column_of(right) == wanted.column
        ):
            return False
    return True


def find_term(terms: TermSet, wanted: Wanted, operators: int, not_ready: int) -> Term | None:
    """The first such term that needs none of ``not_ready``; ``=`` with a constant is best."""
    best: Term | None = None
    for term, _ in find_terms(terms, wanted, operators):
        if term.right_needs & not_ready:
            continue
        if term.right_needs == 0 and term.operator & (EQ | IS):
            return term
        if best is None:
            best = term
    return best
