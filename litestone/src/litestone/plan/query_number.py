"""The numbers by which EXPLAIN QUERY PLAN calls subqueries: SELECTs in the order in which the parser
completes them.
"""

from __future__ import annotations

from litestone.plan.rewrite import own_expressions
from litestone.text.tree import Core, InTable, JoinRef, Node, Select, Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from litestone.schema.query import Query
    from litestone.text.tree import FromTerm


class QueryNumbers:
    """Numbers of the SELECTs of a statement; those of views and of the planner's own making come behind."""

    __slots__ = ("known", "last")

    def __init__(self, statement: Node | None) -> None:
        self.known: dict[int, int] = {}
        self.last = 0
        if statement is not None:
            self.number_all(statement)

    def number_all(self, node: Any) -> None:
        """Number the SELECTs in ``node``, inner ones before the one they stand in."""
        if isinstance(node, list | tuple):
            for item in node:
                self.number_all(item)
            return
        if not isinstance(node, Node):
            return
        if isinstance(node, Select):
            self.number_select(node)
            return
        if isinstance(node, InTable):
            self.number_all(node.operand)
            self.number_all(node.arguments)
            self.known[id(node)] = self.new()
            return
        for base in node.__class__.__mro__:
            for field in getattr(base, "__slots__", ()):
                self.number_all(getattr(node, field))

    def number_select(self, node: Select) -> None:
        """Number a SELECT: common tables, then each core; the last core is complete behind LIMIT."""
        self.number_all(node.with_)
        for core in node.cores:
            if isinstance(core, Values):
                for row in core.rows:
                    self.number_all(row)
                    self.last += 1
                if core is not node.cores[0] and len(core.rows) > 1:
                    self.known[id(core)] = self.last
                    self.last += 1
                    continue
            else:
                self.number_core(core)
                if core is node.cores[-1]:
                    self.number_all(node.order_by)
                    self.number_all(node.limit)
                    self.number_all(node.offset)
                self.last += 1
            self.known[id(core)] = self.last

    def number_core(self, core: Core) -> None:
        """Number what stands in the clauses of one core."""
        for field in ("columns", "sources", "where", "group_by", "having", "windows"):
            if field == "sources":
                self.number_sources(core.sources)
            else:
                self.number_all(getattr(core, field))

    def number_sources(self, terms: list[FromTerm]) -> None:
        """Number the subqueries of a FROM clause; a join in parentheses is one unless it could stand without
        them.
        """
        for place, term in enumerate(terms):
            item = term.source
            if isinstance(item, JoinRef):
                self.number_sources(item.terms)
                plain = not place and item.alias is None and term.on is None and term.using is None
                if not plain and len(item.terms) > 1:
                    self.known[id(item)] = self.new()
            else:
                self.number_all(item)
            self.number_all(term.on)

    def number_views(self, query: Query) -> None:
        """Number the SELECTs of views, in the order in which their names are looked up."""
        from litestone.schema import expression as trees
        from litestone.schema.query import CompoundQuery, SelectQuery

        parts = list(reversed(query.parts)) if isinstance(query, CompoundQuery) else [query]
        for part in parts:
            self.of(part)
            nested = []
            if isinstance(part, SelectQuery):
                for e in own_expressions(part):
                    nested += [trees.nested_query(node) for node in trees.walk(e)]
                nested += [source.query for source in part.sources if source.kind == "query"]
            for inner in nested:
                if inner is not None:
                    self.number_views(inner)

    def of(self, query: Query) -> int:
        """The number of a query: that of its last part."""
        from litestone.schema.query import CompoundQuery

        while isinstance(query, CompoundQuery):
            query = query.parts[-1]
        syntax = query.syntax
        if syntax is None:
            return self.new()
        number = self.known.get(id(syntax))
        if number is None:
            number = self.known[id(syntax)] = self.new()
        return number

    def new(self) -> int:
        """A number for a SELECT that the parser did not see."""
        self.last += 1
        return self.last
