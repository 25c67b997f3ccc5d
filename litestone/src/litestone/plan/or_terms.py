"""OR terms: an IN where every disjunct equates one column, else a union of index look-ups (``optoverview``
4).
"""

from __future__ import annotations

from litestone.plan import terms as kinds
from litestone.plan.terms import EQ, EXPRESSION, GE, GT, LE, LT, OrParts, Term, TermSet
from litestone.schema import expression as trees
from litestone.text.tree import Binary, InList
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import Source
    from litestone.text.tree import Expression

_SYMBOLS = {LT: "<", LE: "<=", GT: ">", GE: ">=", EQ: "="}


def disjuncts(e: Expression) -> list[Expression]:
    """The terms that OR joins in ``e``, from left to right."""
    found: list[Expression] = []
    stack = [e]
    while stack:
        node = stack.pop()
        if isinstance(node, Binary) and node.op == "OR":
            stack += (node.right, node.left)
        else:
            found.append(node)
    return found


def analyse_or(outer: TermSet, term: Term) -> None:
    """Analyse an OR term and add the IN (or the single comparison) that follows from it."""
    parts = TermSet(outer.scene, joined_by_and=False)
    for e in disjuncts(term.expression):
        part = parts.add(e)
        part.outer_on, part.inner_on = term.outer_on, term.inner_on
    parts.analyse_all()
    oring = OrParts(parts)
    every = (1 << len(outer.scene.sources)) - 1
    indexable = every
    to_in = every
    for part in parts.terms:
        if not indexable:
            break
        if not part.operator & kinds.SINGLE:
            to_in = 0
            indexable &= conjunction_mask(outer, part)
        elif not part.copied:
            mask = source_bit(outer, part)
            if part.virtual and part.parent is not None:
                mask |= source_bit(outer, part.parent)
            indexable &= mask
            to_in = to_in & mask if part.operator & EQ else 0
    oring.indexable = indexable
    term.oring = oring
    term.operator = kinds.OR
    if indexable:
        outer.has_or = True
        if len(parts.terms) == 2:
            combine(outer, term, parts.terms[0], parts.terms[1])
    if to_in and indexable:
        add_in(outer, term, parts, to_in)


def source_bit(outer: TermSet, term: Term) -> int:
    """The bit of the source a term could seek in."""
    return 0 if term.cursor is None else outer.scene.bits.get(term.cursor, 0)


def conjunction_mask(outer: TermSet, part: Term) -> int:
    """A disjunct that is itself a conjunction: the sources that any of its terms could seek in."""
    anding = TermSet(outer.scene, joined_by_and=True, outer=outer)
    for e in trees.conjuncts(part.expression):
        inner = anding.add(e)
        inner.outer_on, inner.inner_on = part.outer_on, part.inner_on
    anding.analyse_all()
    part.anding = anding
    part.operator = kinds.AND
    mask = 0
    for inner in anding.terms:
        mask |= source_bit(outer, inner)
    return mask


def combine(outer: TermSet, term: Term, one: Term, other: Term) -> None:
    """``x < y OR x = y`` is ``x <= y``."""
    joined = one.operator | other.operator
    if not one.operator & (EQ | kinds.RANGE) or not other.operator & (EQ | kinds.RANGE):
        return
    if joined & ~(EQ | LT | LE) and joined & ~(EQ | GT | GE):
        return
    if one.never_null or other.never_null or one.copied or other.copied:
        return
    if not trees.equal(one.left, other.left) or not trees.equal(one.right, other.right):
        return
    if joined & (joined - 1):
        joined = LE if joined & (LT | LE) else GE
    assert isinstance(one.expression, Binary)
    outer.add_virtual(Binary(_SYMBOLS[joined], one.expression.left, one.expression.right), term, False)


def add_in(outer: TermSet, term: Term, parts: TermSet, to_in: int) -> None:
    """``x = a OR x = b`` is ``x IN (a, b)`` where no operand would be converted."""
    tried: Source | None = None
    for _ in range(2):
        place = 0
        while place < len(parts.terms):
            part = parts.terms[place]
            if source_bit(outer, part) & to_in and part.cursor is not tried:
                break
            place += 1
        else:
            return
        first = parts.terms[place]
        tried = first.cursor
        chosen = equalities(parts.terms[place:], first)
        if chosen:
            assert isinstance(first.expression, Binary)
            items = [part.right for part in chosen if part.right is not None]
            outer.add_virtual(InList(first.expression.left, items, False), term, True)
            return


def equalities(following: list[Term], first: Term) -> list[Term]:
    """The terms that equate what ``first`` does; empty if one equates something else of the same source."""
    chosen: list[Term] = []
    for part in following:
        if part.cursor is not first.cursor:
            continue
        if part.column != first.column:
            return []
        if first.column == EXPRESSION and not trees.equal(part.left, first.left):
            return []
        right = part.right
        if right is None:
            return []
        wanted = trees.affinity(right)
        if wanted != affinities.NONE and wanted != trees.affinity(part.left):
            return []
        chosen.append(part)
    return chosen
