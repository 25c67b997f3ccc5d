"""EXPLAIN QUERY PLAN of the subqueries in expressions."""

from __future__ import annotations

from litestone.plan.model import AutomaticIndex, IndexSearch, InField, NullSafe, QueryScan, RowidEqual, RowidRange
from litestone.schema import expression as trees
from litestone.schema.query import AggregateRef, CompoundQuery
from litestone.text.tree import InSelect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestone.plan.explain import PlanLines
    from litestone.plan.model import Access
    from litestone.schema.query import Query
    from litestone.text.tree import Expression


class NestedPlans:
    """Writes each subquery once, where it is first run."""

    __slots__ = ("lines", "written")

    def __init__(self, lines: PlanLines) -> None:
        self.lines = lines
        self.written: list[Query] = []

    def add_all(self, expressions: list[Expression], parent: int) -> None:
        """Append the subqueries in ``expressions``, from left to right."""
        for e in expressions:
            for node in walk_own(e):
                nested = trees.nested_query(node)
                if nested is not None and not any(nested is known for known in self.written):
                    self.written.append(nested)
                    self.add(node, nested, parent)

    def add(self, node: Expression, nested: Query, parent: int) -> None:
        """Append one subquery."""
        kind = "LIST" if isinstance(node, InSelect) else "SCALAR"
        correlated = "CORRELATED " if nested.correlated else ""
        number = number_of(nested)
        line = self.lines.line(parent, f"{correlated}{kind} SUBQUERY {number}")
        self.lines.add_query(nested, line)

    def add_probes(self, access: Access, parent: int) -> None:
        """Append the subqueries that an access path looks up with."""
        found: list[Expression] = []
        if isinstance(access, QueryScan) and access.probe is not None:
            access = access.probe
        if isinstance(access, RowidEqual):
            found.append(plain(access.probe))
        elif isinstance(access, RowidRange):
            found += [e for e in (access.lower, access.upper) if e is not None]
        elif isinstance(access, IndexSearch):
            found += [plain(probe) for probe in access.equals]
            found += [*access.lower, *access.upper]
        elif isinstance(access, AutomaticIndex):
            found += access.probes
        self.add_all(found, parent)


def walk_own(e: Expression) -> Iterator[Expression]:
    """``e`` and what is below it, but not the arguments of aggregates, which are evaluated elsewhere."""
    yield e
    if not isinstance(e, AggregateRef):
        for child in trees.children(e):
            yield from walk_own(child)


def plain(probe: object) -> Expression:
    """The expression of a probe."""
    if isinstance(probe, NullSafe):
        return probe.probe
    if isinstance(probe, InField):
        return probe.node
    return probe  # type: ignore[return-value]


def number_of(query: Query) -> int:
    """The number of a query: that of its last part."""
    while isinstance(query, CompoundQuery):
        query = query.parts[-1]
    return getattr(query, "number", 0)
