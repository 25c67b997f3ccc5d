"""Compiles the expressions that belong to a table: CHECK, DEFAULT, generated columns, indexes.

They see one row of the table, which their frame holds at ``slot``.
"""

from __future__ import annotations

from litestone.run.compile import Compiler
from litestone.schema.resolve import Resolver
from litestone.schema.resolve_from import row_source
from litestone.schema.scope import Scope
from litestone.text.tree import Literal, Unary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.connection import Connection
    from litestone.schema.objects import Table
    from litestone.text.tree import Expression, Value

    Closure = Callable[[list[Any]], Any]


class TableExpressions:
    """A compiler for the expressions of one table, and the frame they run in."""

    __slots__ = ("compiler", "connection", "frame", "resolver", "scope", "slot", "source")

    def __init__(self, connection: Connection, table: Table) -> None:
        self.connection = connection
        self.compiler = Compiler(connection)
        self.resolver = Resolver(connection)
        self.source = row_source(table, table.name)
        self.slot = self.source.slot = self.compiler.new_slot()
        self.scope = Scope(None, [self.source])
        self.frame: list[Any] = []
        self.grow()

    def resolve(self, ast: Expression) -> Expression:
        """``ast`` with its names resolved to the table's row."""
        return self.resolver.expression(ast, self.scope)

    def closure(self, ast: Expression) -> Closure:
        """What computes ``ast`` from a frame."""
        found = self.compiler.expression(self.resolve(ast))
        self.grow()
        return found

    def predicate(self, ast: Expression) -> Closure:
        """What tells whether ``ast`` is true."""
        found = self.compiler.predicate(self.resolve(ast))
        self.grow()
        return found

    def grow(self) -> None:
        """Make the frame as large as the compiler wants it."""
        self.frame.extend([None] * (self.compiler.frame_size - len(self.frame)))


def literal(ast: Expression) -> tuple[bool, Value]:
    """(True, value) of a literal or negated number, (False, None) of anything else."""
    if isinstance(ast, Literal):
        return True, ast.value
    if isinstance(ast, Unary) and ast.op == "-" and isinstance(ast.operand, Literal):
        value = ast.operand.value
        if value.__class__ is int or (value.__class__ is float and value != 9223372036854775808.0):
            return True, -value
    return False, None
