"""Whether the expressions of a new table, index, view or trigger may stand there.

Sources: ``lang_createtable`` sections 3.2 and 3.7, ``gencol`` section 2.3,
``partialindex`` section 2, ``expridx`` section 3.
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.text.tree import (
    Call,
    CurrentTime,
    Exists,
    InSelect,
    InTable,
    Literal,
    Name,
    Node,
    Raise,
    Subquery,
    TableRef,
    Variable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestone.connection import Connection
    from litestone.schema.objects import Column, Index, Table
    from litestone.text.tree import Expression


INDEX_PLACES = ("index expressions", "partial index WHERE clauses")


def nodes(root: object, shut: tuple[type[Node], ...] = ()) -> Iterator[Node]:
    """Every node of a parsed tree, lists and pairs entered, but none of the classes ``shut`` or below one."""
    waiting = [root]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Node):
            if isinstance(item, shut):
                continue
            yield item
            slots: tuple[str, ...] = item.__slots__
            waiting.extend(getattr(item, slot) for slot in slots)
        elif isinstance(item, (list, tuple)):
            waiting.extend(item)


def fail(message: str) -> SqlError:
    """An ordinary error of the statement."""
    return SqlError(errors.ERROR, message)


def check_no_parameters(root: object, place: str) -> None:
    """Views and triggers hold no bound parameters."""
    for node in nodes(root):
        if isinstance(node, Variable):
            if place == "trigger":
                raise fail("trigger cannot use variables")
            raise fail(f"parameters are not allowed in {place}")


def check_own_database(root: object, database: str, kind: str, name: str) -> None:
    """A view or trigger names tables of its own database only, unless it is TEMP.

    ``kind`` is ``view`` or ``trigger``. Source: ``lang_createview``, ``lang_createtrigger`` section 5.
    """
    if database == "temp":
        return
    for node in nodes(root):
        schema = node.schema if isinstance(node, (TableRef, InTable)) else None
        if schema is not None and schema.lower() != database.lower():
            raise fail(f"{kind} {name} cannot reference objects in database {schema}")


def check_expression(connection: Connection, table: Table, expression: Expression, place: str) -> None:
    """An expression over one row of ``table``: no subquery, parameter, or function that may vary."""
    for node in nodes(expression):
        if isinstance(node, (Subquery, Exists, InSelect, InTable)):
            raise fail(f"subqueries prohibited in {place}")
        if isinstance(node, Variable):
            raise fail(f"parameters prohibited in {place}")
        if isinstance(node, Raise):
            raise fail("RAISE() may only be used within a trigger-program")
        if isinstance(node, CurrentTime) and place != "CHECK constraints":
            raise fail(f"non-deterministic functions prohibited in {place}")
        if isinstance(node, Call) and place != "CHECK constraints":
            found = connection.find_function(node.name, len(node.arguments))
            if found is not None and not getattr(found, "deterministic", True):
                raise fail(f"non-deterministic functions prohibited in {place}")
        if isinstance(node, Name) and place != "CHECK constraints":
            check_qualifier(node, table)
    resolve_over(connection, table, expression, place)


def check_qualifier(name: Name, table: Table) -> None:
    """``other.column`` means nothing where there is one table only."""
    if name.table is not None and name.table.lower() != table.name.lower():
        raise fail(f"no such column: {name.table}.{name.name}")


def resolve_over(
    connection: Connection, table: Table, expression: Expression, place: str | None = None
) -> None:
    """Resolve an expression's names in a row of ``table``; raises SqlError "no such column: …".

    ``place`` is what the expression is for, see ``Scope.prohibited``.
    """
    from litestone.schema.resolve import Resolver, Scope, table_source

    scope = Scope(None, [table_source(table, None)], prohibited=place)
    resolver = Resolver(connection, table.database)
    # A column or a CHECK may hold a row value until somebody uses it; an index uses it at once.
    resolve = resolver.scalar if place in INDEX_PLACES else resolver.expression
    resolve(expression, scope)


def check_table(connection: Connection, table: Table) -> None:
    """Check every expression of a new table."""
    for column in table.columns:
        connection.collation_key(column.collation)
        if column.default is not None:
            check_default(column)
        if column.generated is not None:
            check_expression(connection, table, column.generated, "generated columns")
    for check in table.checks:
        check_expression(connection, table, check.expression, "CHECK constraints")


def check_default(column: Column) -> None:
    """A DEFAULT must be constant: no column, subquery or parameter."""
    for node in nodes(column.default):
        if isinstance(node, Name):
            word = not node.quoted and node.table is None
            if word and (node is column.default or node.name.lower() in ("true", "false")):
                continue
        if isinstance(node, (Name, Subquery, Exists, InSelect, InTable, Variable)):
            raise fail(f"default value of column [{column.name}] is not constant")


def check_index(connection: Connection, index: Index) -> None:
    """Check the expressions and collations of a new index."""
    for part in index.columns:
        connection.collation_key(part.collation)
        if part.expression is not None:
            if isinstance(part.expression, Literal):
                if isinstance(part.expression.value, str):
                    raise fail(f"no such column: {part.expression.value}")
                continue
            check_expression(connection, index.table, part.expression, INDEX_PLACES[0])
    if index.where is not None:
        check_expression(connection, index.table, index.where, INDEX_PLACES[1])
