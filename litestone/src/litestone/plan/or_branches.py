"""The branches of a multi-index OR: each disjunct is looked up by its own best path."""

from __future__ import annotations

from litestone.plan.candidates import CandidateList
from litestone.plan.model import MultiIndexOr
from litestone.plan.terms import AND, OR, SINGLE, TermSet, has_subquery
from litestone.schema import expression as trees

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.candidates import Candidate
    from litestone.plan.level import LevelBuilder
    from litestone.plan.model import Access
    from litestone.plan.terms import Term
    from litestone.text.tree import Expression


def branches(levels: LevelBuilder, candidate: Candidate, term: Term, ready: int) -> MultiIndexOr:
    """The look-ups of the disjuncts of ``term``, one for each."""
    assert term.oring is not None
    found: list[tuple[Access, list[Expression]]] = []
    numbers: list[int] = []
    for place, part in enumerate(term.oring.terms.terms):
        usable = part.cursor is candidate.source or part.operator & (AND | OR)
        if part.virtual and part.parent is not None and part.parent.cursor is candidate.source:
            continue
        if usable:
            found.append(branch(levels, candidate, term, part, ready))
            numbers.append(place + 1)
    union = MultiIndexOr(found)
    union.numbers = numbers
    return union


def branch(
    levels: LevelBuilder, outer: Candidate, whole: Term, part: Term, ready: int
) -> tuple[Access, list[Expression]]:
    """The best path for one disjunct together with the other terms of the query that it may use."""
    from litestone.plan.level import LevelBuilder as Branch

    builder = levels.builder
    terms = TermSet(builder.terms.scene)
    own: list[Term] = []
    for e in trees.conjuncts(part.whole):
        new = terms.add(e)
        new.outer_on, new.inner_on = part.outer_on, part.inner_on
        own.append(new)
    for other in builder.terms.terms[: builder.terms.written]:
        if (
            other is whole
            or other.virtual
            or other.row_value
            or other.split
            or not other.operator & (SINGLE | OR | AND)
        ):
            continue
        if not has_subquery(other.expression):
            new = terms.add(other.whole)
            new.outer_on, new.inner_on = other.outer_on, other.inner_on
    terms.analyse_all()
    saved = builder.candidates, builder.terms, builder.or_costs, builder.order, builder.in_branch
    builder.candidates, builder.terms, builder.or_costs, builder.order = CandidateList(), terms, None, []
    builder.in_branch = True
    builder.add_candidates(outer.source, outer.number, ready)
    best = min((c for c in builder.candidates.items if not c.needs & ~ready), key=lambda c: c.run)
    inner = Branch(builder, levels.modes)
    access = inner.access(best, False, ready)
    builder.candidates, builder.terms, builder.or_costs, builder.order, builder.in_branch = saved
    within = ready | outer.bit
    filters = [term.whole for term in own if not term.needs & ~within and not inner.is_enforced(term)]
    return access, filters
