"""EXPLAIN QUERY PLAN of the subqueries in expressions."""

from __future__ import annotations

from litestone.plan.in_operator import index_for_in
from litestone.plan.model import (
    AutomaticIndex,
    IndexSearch,
    InField,
    NullSafe,
    QueryScan,
    RowidEqual,
    RowidRange,
)
from litestone.schema import expression as trees
from litestone.schema.query import AggregateRef, RowField
from litestone.text.tree import InSelect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestone.plan.explain import PlanLines
    from litestone.plan.model import Access
    from litestone.schema.query import Query
    from litestone.text.tree import Expression


class NestedPlans:
    """Writes each subquery where it is first run; later uses of its result are marked as such."""

    __slots__ = ("lines", "written")

    def __init__(self, lines: PlanLines) -> None:
        self.lines = lines
        self.written: list[Query] = []

    def add_all(self, expressions: list[Expression], parent: int) -> None:
        """Append the subqueries in ``expressions``, from left to right."""
        for e in expressions:
            for node in walk_own(e):
                nested = trees.nested_query(node)
                if nested is not None:
                    self.add(node, nested, parent, False)

    def add(self, node: Expression, nested: Query, parent: int, drives: bool) -> None:
        """Append one subquery; ``drives``: it gives a loop the values to look up."""
        if isinstance(node, InSelect):
            found = index_for_in(node, drives)
            if found is not None:
                table, index = found
                if index is None:
                    self.lines.line(parent, f"USING ROWID SEARCH ON TABLE {table.name} FOR IN-OPERATOR")
                else:
                    self.lines.line(parent, f"USING INDEX {index.name} FOR IN-OPERATOR")
                return
        list_ = isinstance(node, InSelect)
        number = self.lines.numbers.of(nested)
        if any(nested is known for known in self.written):
            if not nested.correlated:
                self.lines.line(parent, f"REUSE {'LIST ' if list_ else ''}SUBQUERY {number}")
            return
        self.written.append(nested)
        correlated = "CORRELATED " if nested.correlated else ""
        line = self.lines.line(parent, f"{correlated}{'LIST' if list_ else 'SCALAR'} SUBQUERY {number}")
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
            found += unique([plain(probe) for probe in access.equals])
            for bounds in (access.lower, access.upper):
                rows = unique([plain(bound) for bound in bounds])
                # The row value that bounds the search is compared as a whole once more.
                found += rows * 2 if len(rows) < len(bounds) else rows
        elif isinstance(access, AutomaticIndex):
            found += [plain(probe) for probe in access.probes]
        for e in found:
            if isinstance(e, InSelect):
                self.add(e, trees.nested_query(e), parent, True)  # type: ignore[arg-type]
            else:
                self.add_all([e], parent)


def unique(found: list[Expression]) -> list[Expression]:
    """``found`` with each node once: a row-value IN stands at several fields."""
    return [e for place, e in enumerate(found) if not any(e is other for other in found[:place])]


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
    if isinstance(probe, RowField):
        return probe.row
    return probe  # type: ignore[return-value]
