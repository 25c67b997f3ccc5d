"""The union of look-ups for an OR term (``optoverview`` section 4.2)."""

from __future__ import annotations

from litestone.plan import log_estimate
from litestone.plan.candidates import MULTI_OR, Candidate, OrCosts
from litestone.plan.terms import AND, OR, TermSet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.loops import Builder
    from litestone.plan.terms import Term
    from litestone.schema.query import Source


def add(builder: Builder, terms: TermSet, source: Source, number: int, needs: int) -> None:
    """A candidate for each OR term all of whose disjuncts can be looked up on ``source``."""
    bit = 1 << number
    for term in list(terms.terms):
        if not term.operator & OR or term.oring is None or not term.oring.indexable & bit:
            continue
        total = sum_costs(builder, terms, term, source, number, needs)
        if total is None:
            continue
        for required, run, rows in total.costs:
            candidate = Candidate(source, number)
            candidate.terms = [term]
            candidate.flags = MULTI_OR
            candidate.needs = required
            candidate.run = run + 1
            candidate.rows = rows
            builder.insert(candidate)


def sum_costs(
    builder: Builder, terms: TermSet, term: Term, source: Source, number: int, needs: int
) -> OrCosts | None:
    """The costs of looking every disjunct up; None if one cannot be."""
    assert term.oring is not None
    total: OrCosts | None = None
    saved, saved_terms = builder.or_costs, builder.terms
    for part in term.oring.terms.terms:
        if part.operator & AND and part.anding is not None:
            inner = part.anding
        elif part.cursor is source:
            inner = single(terms, part)
        else:
            continue
        builder.or_costs = OrCosts()
        builder.terms = inner
        if source.kind == "virtual":
            builder.add_source(source, number, needs)
        else:
            builder.add_stored(inner, source, number, needs)
        add(builder, inner, source, number, needs)
        found = builder.or_costs
        builder.or_costs, builder.terms = saved, saved_terms
        if not found.costs:
            return None
        if total is None:
            total = found
            continue
        before, total = total, OrCosts()
        for one in before.costs:
            for other in found.costs:
                total.insert(
                    one[0] | other[0], log_estimate.add(one[1], other[1]), log_estimate.add(one[2], other[2])
                )
    return total


def single(outer: TermSet, part: Term) -> TermSet:
    """A set of just one term inside ``outer``."""
    inner = TermSet(outer.scene, outer=outer)
    inner.terms = [part]
    inner.written = 1
    return inner
