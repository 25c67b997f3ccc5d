"""How the planner talks with virtual tables (``vtab`` section 2.3).

A virtual table's ``best_index`` (``virtual.module``) is asked with different sets of usable constraints; each
answer becomes a candidate.
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.plan import log_estimate
from litestone.plan import terms as kinds
from litestone.plan.candidates import ONE_ROW, VIRTUAL, Candidate
from litestone.plan.index_loops import outer_join_allows
from litestone.plan.model import VirtualScan
from litestone.plan.terms import column_of, strip
from litestone.schema.query import ColumnRef
from litestone.text.tree import Binary, IsNull, Like, Literal
from litestone.virtual.module import Constraint
from litestone.virtual.registry import connect_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.level import LevelBuilder
    from litestone.plan.loops import Builder
    from litestone.plan.terms import Term
    from litestone.schema.query import Source
    from litestone.text.tree import Expression
    from litestone.virtual.module import IndexChoice

_NAMES = {
    kinds.EQ: "=",
    kinds.LT: "<",
    kinds.LE: "<=",
    kinds.GT: ">",
    kinds.GE: ">=",
    kinds.IS: "IS",
    kinds.IS_NULL: "ISNULL",
}


class Offer:
    """A constraint offered to a module: the term it comes from (None for a function argument), its value and
    needs.
    """

    __slots__ = ("constraint", "needs", "term", "value")

    def __init__(self, constraint: Constraint, term: Term | None, value: Expression, needs: int) -> None:
        self.constraint = constraint
        self.term = term
        self.value = value
        self.needs = needs


class Detail:
    """What a candidate for a virtual table keeps: the module's choice and what it was offered."""

    __slots__ = ("choice", "offers", "ordered")

    def __init__(self, choice: IndexChoice, offers: list[Offer]) -> None:
        self.choice = choice
        self.offers = offers
        self.ordered = choice.ordered

    def used(self) -> list[Offer]:
        """The offers that the module takes as arguments, in its order."""
        places = [(place, n) for n, place in enumerate(self.choice.uses) if place is not None]
        return [self.offers[n] for _, n in sorted(places)]


def log_of_real(cost: float) -> int:
    """The logarithmic estimate of a plain cost."""
    if cost <= 1:
        return 0
    if cost <= 2000000000:
        return log_estimate.of(int(cost))
    exponent = 0
    while cost >= 2:
        cost /= 2
        exponent += 1
    return exponent * 10


def offered(builder: Builder, source: Source) -> list[Offer]:
    """The constraints on a source: arguments of a call first, then the terms of the query."""
    offers: list[Offer] = []
    scene = builder.terms.scene
    hidden = [n for n, column in enumerate(source.columns) if column.hidden]
    for place, argument in enumerate(source.arguments):
        if place >= len(hidden):
            raise SqlError(errors.ERROR, f"too many arguments on {source.name}() - max {len(hidden)}")
        constraint = Constraint(hidden[place], "=", True)
        offers.append(Offer(constraint, None, argument, scene.mask(argument)))
    for term in builder.terms.terms:
        offer = None
        if outer_join_allows(term, source, builder):
            offer = special_offer(builder, term, source) or column_offer(builder, term, source)
        if offer is not None:
            offers.append(offer)
    return offers


def column_offer(builder: Builder, term: Term, source: Source) -> Offer | None:
    """The constraint of a comparison with a column of the source."""
    if term.cursor is not source or term.right_needs & builder.terms.scene.bits[source]:
        return None
    op = next((name for bit, name in _NAMES.items() if term.operator & bit), None)
    if op is None:
        return None
    e = term.expression
    if isinstance(e, IsNull):
        return Offer(Constraint(term.column, "ISNULL", True), term, Literal(None, "NULL"), 0)
    if not isinstance(e, Binary):
        return None
    return Offer(Constraint(term.column, op, True), term, e.right, term.right_needs)


def special_offer(builder: Builder, term: Term, source: Source) -> Offer | None:
    """The constraint of MATCH, LIKE, GLOB, REGEXP or ``<>`` on a column of the source."""
    e = term.expression
    op, left, right = "", None, None
    if isinstance(e, Like) and not e.negated and e.escape is None:
        op, left, right = e.op, strip(e.operand), e.pattern
    elif isinstance(e, Binary) and e.op == "<>":
        op, left, right = "<>", strip(e.left), e.right
    if right is None or not isinstance(left, ColumnRef) or left.source is not source or term.virtual:
        return None
    needs = builder.terms.scene.mask(right)
    if needs & builder.terms.scene.bits[source]:
        return None
    return Offer(Constraint(column_of(left), op, True), term, right, needs)


def add_virtual(builder: Builder, source: Source, number: int, needs: int) -> None:
    """The candidates of a virtual table: first with every constraint usable, then with fewer."""
    table = source.table
    assert table is not None
    connect_table(builder.connection, table)
    offers = offered(builder, source)
    order = wanted_order(builder, source)
    masks = [-1, *sorted({offer.needs | needs for offer in offers if offer.needs & ~needs}), needs]
    seen: list[int] = []
    for allowed in masks:
        if allowed in seen:
            continue
        seen.append(allowed)
        for offer in offers:
            offer.constraint.usable = not offer.needs & ~allowed
        choice = table.instance.best_index([offer.constraint for offer in offers], order)
        if choice is not None:
            add_choice(builder, source, number, needs, Detail(choice, offers))


def add_choice(builder: Builder, source: Source, number: int, needs: int, detail: Detail) -> None:
    """Enter a module's answer as a candidate."""
    candidate = Candidate(source, number)
    candidate.flags = VIRTUAL | (ONE_ROW if detail.choice.unique else 0)
    candidate.needs = needs
    for offer in detail.used():
        candidate.needs |= offer.needs
        if offer.term is not None:
            candidate.terms.append(offer.term)
    candidate.run = log_of_real(detail.choice.cost)
    candidate.rows = log_estimate.of(detail.choice.row_count)
    detail.ordered = detail.ordered and len(builder.query.sources) == 1 and bool(builder.order)
    candidate.detail = detail
    builder.insert(candidate)


def wanted_order(builder: Builder, source: Source) -> list[tuple[int, bool]]:
    """The wanted order as (column, descending) where all of it is columns of this source, else nothing."""
    found = []
    for term in builder.order:
        e = strip(term.expression)
        if not isinstance(e, ColumnRef) or e.source is not source:
            return []
        found.append((column_of(e), term.descending))
    return found


def virtual_access(levels: LevelBuilder, candidate: Candidate) -> VirtualScan:
    """The access path of a virtual table."""
    detail = candidate.detail
    assert isinstance(detail, Detail)
    for offer, place, omit in zip(detail.offers, detail.choice.uses, detail.choice.omit, strict=True):
        if offer.term is not None and place is not None and omit:
            levels.enforced.append(offer.term)
    return VirtualScan(detail.choice.number, detail.choice.text, [offer.value for offer in detail.used()])
