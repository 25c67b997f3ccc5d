"""LEFT JOINs that cannot change the result are left out (``optoverview`` section 17)."""

from __future__ import annotations

from litestone.plan.candidates import ONE_ROW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.candidates import Candidate
    from litestone.plan.terms import TermSet
    from litestone.schema.query import SelectQuery


def omit_joins(query: SelectQuery, terms: TermSet, path: list[Candidate]) -> list[Candidate]:
    """``path`` without the LEFT JOINs whose columns nothing reads and that add no rows.

    One that finds at most one row may go, or any one where DISTINCT drops the copies.
    """
    if query.aggregates or query.group_by or query.windows or len(path) < 2:
        return path
    scene = terms.scene
    used = 0
    for e in [*query.outputs, *[term.expression for term in query.order_by]]:
        used |= scene.mask(e)
    has_right = any(source.join in ("right", "full") for source in query.sources)
    kept = list(path)
    for candidate in reversed(path[1:]):
        source = candidate.source
        if source.join != "left" or (not query.distinct and not candidate.flags & ONE_ROW):
            continue
        if used & candidate.bit:
            continue
        if all(term.outer_on is source for term in terms.terms if term.needs & candidate.bit) and not (
            has_right and any(term.inner_on is source for term in terms.terms)
        ):
            kept.remove(candidate)
    return kept
