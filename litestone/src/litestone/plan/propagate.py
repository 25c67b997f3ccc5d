"""WHERE-clause constant propagation: what equals a constant is replaced by it in other terms."""

from __future__ import annotations

from litestone.plan.terms import strip
from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef
from litestone.text.tree import Binary, Cast, Collate, Expression, Literal
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import SelectQuery

_COMPARISONS = ("=", "<", "<=", ">", ">=", "<>", "IS")
_CAST_NAMES = {
    affinities.TEXT: "TEXT",
    affinities.NUMERIC: "NUMERIC",
    affinities.INTEGER: "INTEGER",
    affinities.REAL: "REAL",
}


def propagate_constants(query: SelectQuery) -> None:
    """Replace columns that WHERE equates with constants in those terms that compare them with other
    sources.
    """
    if any(source.join in ("right", "full") for source in query.sources):
        return
    terms = trees.conjuncts(query.where)
    if len(terms) < 2:
        return
    known = constants(terms)
    if not known:
        return
    new = [term if any(term is origin for origin, _, _ in known) else replaced(term, known) for term in terms]
    if any(one is not other for one, other in zip(new, terms, strict=True)):
        query.where = trees.conjunction(new)


def constants(terms: list[Expression]) -> list[tuple[Expression, ColumnRef, Expression]]:
    """The terms that equate a column with a constant: the term, the column, the constant."""
    found: list[tuple[Expression, ColumnRef, Expression]] = []
    for term in terms:
        if not isinstance(term, Binary) or term.op != "=":
            continue
        for column, value in ((term.left, term.right), (term.right, term.left)):
            if not isinstance(column, ColumnRef) or not is_plain_constant(value):
                continue
            if (trees.comparison_collation(term.left, term.right) or "BINARY").upper() != "BINARY":
                continue
            if not any(column.source is c.source and column.column == c.column for _, c, _ in found):
                found.append((term, column, value))
            break
    return found


def is_plain_constant(e: Expression) -> bool:
    """Whether ``e`` is a constant without an affinity of its own."""
    return trees.affinity(e) <= affinities.NONE and trees.is_constant(e)


def replaced(term: Expression, known: list[tuple[Expression, ColumnRef, Expression]]) -> Expression:
    """A comparison of two columns with one side replaced, if that is known; else ``term`` itself."""
    if not isinstance(term, Binary) or term.op not in _COMPARISONS:
        return term
    left, right = strip(term.left), strip(term.right)
    name = trees.comparison_collation(term.left, term.right) or "BINARY"
    if not isinstance(left, ColumnRef) or not isinstance(right, ColumnRef):
        return term
    if isinstance(left, ColumnRef):
        value = value_of(left, known, trees.affinity(right))
        if value is not None:
            return Binary(term.op, Collate(value, name), trees.clone(term.right))
    if isinstance(right, ColumnRef):
        value = value_of(right, known, trees.affinity(left))
        if value is not None:
            return Binary(term.op, trees.clone(term.left), Collate(value, name))
    return term


def value_of(
    node: ColumnRef, known: list[tuple[Expression, ColumnRef, Expression]], other: int
) -> Expression | None:
    """What a column is known to equal, to be compared with something of affinity ``other`` as the column
    would be.

    None where that cannot be expressed.
    """
    for _, column, value in known:
        if column.source is not node.source or column.column != node.column:
            continue
        affinity = trees.affinity(node)
        plain = strip(value)
        if not isinstance(plain, Literal):
            return None
        if affinity <= affinities.BLOB:
            keeps = other != affinities.TEXT or plain.value.__class__ is str
            return Literal(plain.value, plain.text) if keeps else None
        stored = affinities.apply(plain.value, affinity)
        if affinity != affinities.TEXT and stored.__class__ not in (int, float):
            return None
        if affinity == affinities.TEXT and stored.__class__ is not str:
            return None
        return Cast(Literal(stored, repr(stored)), _CAST_NAMES[affinity])
    return None
