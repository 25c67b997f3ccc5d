"""The scan for rows of a RIGHT or FULL JOIN's right side that matched nothing."""

from __future__ import annotations

from litestone.plan.candidates import CandidateList
from litestone.plan.terms import TermSet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.candidates import Candidate
    from litestone.plan.level import LevelBuilder
    from litestone.plan.model import Access, Level


def right_joined(levels: list[Level]) -> list[Level]:
    """The levels whose unmatched rows come behind the loops, in the order of the loops."""
    return [level for level in levels if level.source.join in ("right", "full")]


def rest_access(levels: LevelBuilder, outer: Candidate, ready: int) -> Access:
    """How the source is gone through for unmatched rows: its own best path under the WHERE terms it can
    test.
    """
    from litestone.plan.level import LevelBuilder as Rest

    builder = levels.builder
    source = outer.source
    terms = TermSet(builder.terms.scene)
    within = ready | outer.bit
    for other in builder.terms.terms[: builder.terms.written]:
        if other.virtual or other.row_value or other.needs & ~within:
            continue
        if other.outer_on is None and other.inner_on is None:
            terms.add(other.whole)
    terms.analyse_all()
    saved = builder.candidates, builder.terms, builder.or_costs, builder.order, builder.in_branch
    builder.candidates, builder.terms, builder.or_costs, builder.order = CandidateList(), terms, None, []
    builder.in_branch = True
    builder.free = source
    builder.add_candidates(source, outer.number, ready)
    best = min((c for c in builder.candidates.items if not c.needs & ~ready), key=lambda c: c.run)
    inner = Rest(builder, levels.modes)
    inner.resting = True
    access = inner.access(best, False, ready)
    builder.free = None
    builder.candidates, builder.terms, builder.or_costs, builder.order, builder.in_branch = saved
    return access
