"""Ways to run one loop, and the list that keeps only those worth trying."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.terms import Term
    from litestone.schema.objects import Index
    from litestone.schema.query import Source

# What a candidate does, as bits.
COLUMN_EQ, COLUMN_RANGE, COLUMN_IN, COLUMN_NULL, LOWER, UPPER, COVERING, BY_ROWID, INDEXED, ONE_ROW = (
    1 << n for n in range(10)
)
AUTOMATIC, SKIP_SCAN, MULTI_OR, VIRTUAL, SELF_CULLING, BLOOM, UNIQUE_WANTED, TRANSITIVE, QUERY_SCAN = (
    1 << n for n in range(10, 19)
)


class Candidate:
    """One way to run the loop over source number ``number``.

    ``terms`` are those its access enforces, None standing for a skip-scanned
    column; the first ``equal`` of them (``skip`` included) fix index columns,
    then come bounds. ``setup``, ``run`` and ``rows`` are logarithmic: cost once,
    cost of each run, rows each run gives. ``order_key`` sets candidates that may
    deliver an order apart. ``optional``: an outer join may put a NULL row in the place of the source's.
    """

    __slots__ = (
        "bit", "bounded_above", "bounded_below", "detail", "equal", "flags", "index", "needs", "number",
        "optional",
        "order_key", "rows", "run", "setup", "skip", "source", "terms",
    )  # fmt: skip

    def __init__(self, source: Source, number: int) -> None:
        self.source = source
        self.number = number
        self.bit = 1 << number
        self.needs = 0
        self.order_key = 0
        self.setup = 0
        self.run = 0
        self.rows = 0
        self.flags = 0
        self.index: Index | None = None
        self.terms: list[Term | None] = []
        self.equal = 0
        self.skip = 0
        self.bounded_below = 0
        self.bounded_above = 0
        self.detail: object = None
        self.optional = False

    def copy(self) -> Candidate:
        """Another candidate like this one."""
        other = Candidate(self.source, self.number)
        for field in Candidate.__slots__:
            setattr(other, field, getattr(self, field))
        other.terms = list(self.terms)
        return other


class OrCosts:
    """The three best costs found for one disjunct of an OR: (needs, run, rows)."""

    __slots__ = ("costs",)
    MOST = 3

    def __init__(self) -> None:
        self.costs: list[list[int]] = []

    def insert(self, needs: int, run: int, rows: int) -> None:
        """Enter a cost unless a better one with no more needs is there."""
        for cost in self.costs:
            if run <= cost[1] and needs & cost[0] == needs:
                cost[:] = [needs, run, min(rows, cost[2])]
                return
            if cost[1] <= run and cost[0] & needs == cost[0]:
                return
        if len(self.costs) < self.MOST:
            self.costs.append([needs, run, rows])
            return
        worst = max(self.costs, key=lambda cost: cost[1])
        if worst[1] > run:
            worst[:] = [needs, run, min(rows, worst[2])]


class CandidateList:
    """All candidates worth trying; one that another dominates is left out."""

    __slots__ = ("items",)

    def __init__(self) -> None:
        self.items: list[Candidate] = []

    def insert(self, candidate: Candidate) -> None:
        """Enter a copy of ``candidate``, in the place of what it dominates."""
        self.adjust(candidate)
        place = self.lesser(candidate, 0)
        if place < 0:
            return
        new = candidate.copy()
        if place == len(self.items):
            self.items.append(new)
            return
        self.items[place] = new
        place += 1
        while True:
            place = self.lesser(candidate, place)
            if place < 0 or place >= len(self.items):
                return
            del self.items[place]

    def lesser(self, new: Candidate, start: int) -> int:
        """Place of the first item that ``new`` makes superfluous; the length without one; -1 if ``new`` is
        so.
        """
        for place in range(start, len(self.items)):
            old = self.items[place]
            if old.number != new.number or old.order_key != new.order_key:
                continue
            fewer = old.needs & new.needs == new.needs
            searches = new.flags & INDEXED and new.flags & COLUMN_EQ and not new.skip
            if old.flags & AUTOMATIC and searches and fewer:
                return place
            if (
                old.needs & new.needs == old.needs
                and old.setup <= new.setup
                and old.run <= new.run
                and old.rows <= new.rows
            ):
                return -1
            if fewer and old.run >= new.run and old.rows >= new.rows:
                return place
        return len(self.items)

    def adjust(self, new: Candidate) -> None:
        """Keep a look-up by more terms no dearer than one by some of them, and the other way round."""
        if not new.flags & INDEXED:
            return
        for old in self.items:
            if old.number != new.number or not old.flags & INDEXED:
                continue
            if is_cheaper_subset(old, new):
                new.run = min(old.run, new.run)
                new.rows = min(old.rows - 1, new.rows)
            elif is_cheaper_subset(new, old):
                new.run = max(old.run, new.run)
                new.rows = max(old.rows + 1, new.rows)


def is_cheaper_subset(one: Candidate, other: Candidate) -> bool:
    """Whether ``one`` uses some but not all terms of ``other`` and yet is not dearer in both respects."""
    if len(one.terms) - one.skip >= len(other.terms) - other.skip:
        return False
    if one.run > other.run and one.rows > other.rows:
        return False
    if other.skip > one.skip:
        return False
    for term in one.terms:
        if term is not None and not any(term is theirs for theirs in other.terms):
            return False
    return not (one.flags & COVERING and not other.flags & COVERING)
