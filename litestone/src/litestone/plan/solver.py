"""Choosing the order of loops: the N best paths, step by step (``queryplanner-ng`` section 3.4)."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.plan import log_estimate
from litestone.plan.candidates import AUTOMATIC, QUERY_SCAN, Candidate
from litestone.plan.order import OrderCheck

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import Ordering

MOST_OUTER_ROWS = 48
SORT_PENALTY = 3
NO_SORT_BONUS = 2
# A subquery's rows are best read in the outermost loop, where they are needed only once.
OUTER_QUERY_COST = 10
OUTER_QUERY_ROWS = 30


class Path:
    """A nest of loops begun from the outside. ``ordered`` is how many terms it puts in order, -1 unknown."""

    __slots__ = ("cost", "loops", "mask", "nulls_apart", "ordered", "reverse", "rows", "unsorted")

    def __init__(self) -> None:
        self.mask = 0
        self.reverse = 0
        self.rows = 0
        self.cost = 0
        self.unsorted = 0
        self.ordered = 0
        self.nulls_apart = False
        self.loops: list[Candidate] = []


class SortCost:
    """What sorting the result costs."""

    __slots__ = ("distinct", "limit", "outputs", "rows", "terms")

    def __init__(self, rows: int, terms: int, outputs: int, limit: int | None, distinct: bool) -> None:
        self.rows = rows
        self.terms = terms
        self.outputs = outputs
        self.limit = limit
        self.distinct = distinct

    def cost(self, sorted_terms: int) -> int:
        """The cost when the first ``sorted_terms`` are in order already."""
        rows = self.rows
        scale = log_estimate.of((self.terms - sorted_terms) * 100 // self.terms) - 66
        total = rows + scale + 16
        if self.limit is not None:
            rows = min(rows, self.limit)
        elif self.distinct and rows > 10:
            rows -= 10
        return total + log_estimate.depth(rows)


class Solver:
    """Finds the cheapest path through one candidate a source."""

    __slots__ = ("candidates", "check", "count", "order", "outer_rows", "sort")

    def __init__(
        self,
        candidates: list[Candidate],
        count: int,
        outer_rows: int,
        order: list[Ordering],
        check: OrderCheck | None,
        sort: SortCost | None,
    ) -> None:
        self.candidates = candidates
        self.count = count
        self.outer_rows = outer_rows
        self.order = order
        self.check = check
        self.sort = sort

    def solve(self) -> Path:
        """The best path; raises SqlError "no query solution" where there is none."""
        keep = 1 if self.count <= 1 else 5 if self.count == 2 else 10
        start = Path()
        start.rows = min(self.outer_rows, MOST_OUTER_ROWS)
        if self.check is not None and self.sort is not None:
            start.ordered = -1
        paths = [start]
        for _ in range(self.count):
            best = _Best(keep)
            for path in paths:
                for candidate in self.candidates:
                    if candidate.needs & ~path.mask or candidate.bit & path.mask:
                        continue
                    if candidate.flags & AUTOMATIC and path.rows < 3:
                        continue
                    best.offer(self.extend(path, candidate))
            paths = best.paths
            if not paths:
                raise SqlError(errors.ERROR, "no query solution")
        chosen = paths[0]
        for path in paths[1:]:
            if path.cost < chosen.cost:
                chosen = path
        return chosen

    def extend(self, path: Path, candidate: Candidate) -> Path:
        """``path`` with one more loop inside it."""
        new = Path()
        unsorted = log_estimate.add(candidate.setup, candidate.run + path.rows)
        new.unsorted = log_estimate.add(unsorted, path.unsorted)
        new.rows = path.rows + candidate.rows
        new.mask = path.mask | candidate.bit
        new.ordered = path.ordered
        new.reverse = path.reverse
        new.nulls_apart = path.nulls_apart
        if path.ordered < 0 and self.check is not None:
            verdict = self.check.check(path.loops, candidate)
            new.ordered = verdict.satisfied
            new.reverse = verdict.reverse
            new.nulls_apart = verdict.nulls_last
        if self.sort is not None and 0 <= new.ordered < len(self.order):
            new.cost = log_estimate.add(new.unsorted, self.sort.cost(new.ordered)) + SORT_PENALTY
        else:
            new.cost = new.unsorted
            new.unsorted -= NO_SORT_BONUS
        if not path.loops and candidate.flags & QUERY_SCAN:
            new.cost -= OUTER_QUERY_COST
            new.rows -= OUTER_QUERY_ROWS
        new.loops = [*path.loops, candidate]
        return new


class _Best:
    """The best paths of one length; of those through the same sources one ordered and one not."""

    __slots__ = ("keep", "paths", "worst", "worst_cost", "worst_unsorted")

    def __init__(self, keep: int) -> None:
        self.keep = keep
        self.paths: list[Path] = []
        self.worst = 0
        self.worst_cost = 0
        self.worst_unsorted = 0

    def offer(self, new: Path) -> None:
        """Keep ``new`` if it is good enough."""
        place = -1
        for number, old in enumerate(self.paths):
            if old.mask == new.mask and (old.ordered < 0) == (new.ordered < 0):
                place = number
                break
        if place < 0:
            if len(self.paths) >= self.keep:
                if (new.cost, new.unsorted) >= (self.worst_cost, self.worst_unsorted):
                    return
                self.paths[self.worst] = new
            else:
                self.paths.append(new)
        else:
            old = self.paths[place]
            if (old.cost, old.rows, old.unsorted) <= (new.cost, new.rows, new.unsorted):
                return
            self.paths[place] = new
        if len(self.paths) >= self.keep:
            self.find_worst()

    def find_worst(self) -> None:
        """Note which path the next better one shall replace."""
        self.worst = 0
        self.worst_cost = self.paths[0].cost
        self.worst_unsorted = self.paths[0].unsorted
        for number, path in enumerate(self.paths):
            if number and (path.cost, path.unsorted) > (self.worst_cost, self.worst_unsorted):
                self.worst, self.worst_cost, self.worst_unsorted = number, path.cost, path.unsorted
