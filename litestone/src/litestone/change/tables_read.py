"""Which tables a query reads, at any depth."""

from __future__ import annotations

from litestone.schema.expression import nested_query, query_expressions, walk
from litestone.schema.query import CompoundQuery, SelectQuery
from litestone.text.tree import InTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.objects import Table
    from litestone.schema.query import Query
    from litestone.text.tree import Expression


def reads_table(query: Query, table: Table) -> bool:
    """Whether running ``query`` reads ``table``."""
    stack = [query]
    seen: set[int] = set()
    while stack:
        one = stack.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, CompoundQuery):
            stack += one.parts
        elif isinstance(one, SelectQuery):
            for source in one.sources:
                if source.table is table:
                    return True
                if source.query is not None:
                    stack.append(source.query)
        for expression in query_expressions(one):
            if expression_reads(expression, table, stack):
                return True
    return False


def reads_in(expression: Expression, table: Table) -> bool:
    """Whether computing ``expression`` reads ``table``."""
    nested: list[Query] = []
    return expression_reads(expression, table, nested) or any(reads_table(query, table) for query in nested)


def expression_reads(expression: Expression, table: Table, nested: list[Query]) -> bool:
    """Whether ``expression`` itself names ``table``; queries in it are added to ``nested``."""
    for node in walk(expression):
        if isinstance(node, InTable) and node.table.lower() == table.name.lower():
            return True
        inner = nested_query(node)
        if inner is not None:
            nested.append(inner)
    return False
