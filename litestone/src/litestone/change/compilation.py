"""What is at hand while one statement that changes rows is compiled."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.run.compile import Compiler
from litestone.schema.query import OutputColumn
from litestone.schema.resolve import Resolver
from litestone.schema.resolve_from import row_source
from litestone.schema.scope import Scope
from litestone.text.tree import Name, Star, With

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.change.session import Body
    from litestone.connection import Connection
    from litestone.schema.objects import Table
    from litestone.schema.query import Source
    from litestone.text.tree import Expression, ResultColumn, Select

    Closure = Callable[[list[Any]], Any]


class Compilation:
    """Compiler, resolver and outer scope of a statement.

    For a step of a trigger ``scope`` has the sources OLD and NEW and
    ``database`` is where unqualified table names are looked for; ``rule`` is
    the conflict rule of the statement that fires the trigger.
    """

    __slots__ = (
        "compiler", "connection", "database", "in_trigger", "new_slot", "old_slot", "resolver",
        "rule", "scope",
    )  # fmt: skip

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.compiler = Compiler(connection)
        self.resolver = Resolver(connection)
        self.scope: Scope | None = None
        self.old_slot = -1
        self.new_slot = -1
        self.in_trigger = False
        self.database: str | None = None
        self.rule: str | None = None

    def add_trigger_rows(self, table: Table, event: str) -> None:
        """Bring OLD and NEW of a trigger on ``table`` into sight."""
        sources = []
        if event != "INSERT":
            old = self.row(table, "old")
            self.old_slot = old.slot
            sources.append(old)
        if event != "DELETE":
            new = self.row(table, "new")
            self.new_slot = new.slot
            sources.append(new)
        self.scope = Scope(self.scope, sources)
        self.in_trigger = True
        self.resolver.in_trigger = True

    def row(self, table: Table, alias: str) -> Source:
        """A single-row source with a slot of its own."""
        source = row_source(table, alias)
        source.slot = self.compiler.new_slot()
        return source

    def inner(self, sources: list[Source]) -> Scope:
        """A scope of ``sources`` inside the statement's own."""
        return Scope(self.scope, sources)

    def expression(self, ast: Expression, scope: Scope | None) -> Closure:
        """What computes an expression from the statement's frame."""
        return self.compiler.expression(self.resolve(ast, scope))

    def predicate(self, ast: Expression, scope: Scope | None) -> Closure:
        """What tells from the statement's frame whether an expression is true."""
        return self.compiler.predicate(self.resolve(ast, scope))

    def resolve(self, ast: Expression, scope: Scope | None) -> Expression:
        """An expression with its names resolved."""
        return self.resolver.expression(ast, scope or self.scope or Scope())

    def finish(self, body: Body) -> None:
        """Tell the compiled body what its frames have to hold."""
        body.frame_size = self.compiler.frame_size
        body.old_slot = self.old_slot
        body.new_slot = self.new_slot


class Returning:
    """A RETURNING clause (``lang_returning``): its columns, and what computes them from a row."""

    __slots__ = ("closures", "columns", "slot")

    def __init__(self, compilation: Compilation, table: Table, alias: str, items: list[ResultColumn | Star]) -> None:
        source = compilation.row(table, alias)
        self.slot = source.slot
        self.columns: list[OutputColumn] = []
        self.closures: list[Closure] = []
        scope = compilation.inner([source])
        for item in items:
            if isinstance(item, Star):
                if item.table is not None:
                    raise SqlError(errors.ERROR, 'RETURNING may not use "TABLE.*" wildcards')
                for column in table.columns:
                    if not column.hidden:
                        name = Name(None, None, column.name, False)
                        self.add(compilation, scope, name, column.name)
            else:
                self.add(compilation, scope, item.expression, output_name(table, item))

    def add(self, compilation: Compilation, scope: Scope, ast: Expression, name: str) -> None:
        """Add one output."""
        from litestone.schema import expression as expressions

        resolved = compilation.resolve(ast, scope)
        column = OutputColumn(name, expressions.affinity(resolved), expressions.collation(resolved))
        self.columns.append(column)
        self.closures.append(compilation.compiler.expression(resolved))

    def give(self, frame: list[Any], row: Any) -> tuple[Any, ...]:
        """The output for one changed row."""
        frame[self.slot] = row
        return tuple([closure(frame) for closure in self.closures])


def output_name(table: Table, item: ResultColumn) -> str:
    """The name of a RETURNING column: its alias, the column it is, or its text."""
    if item.alias is not None:
        return item.alias
    if isinstance(item.expression, Name):
        number = table.find_column(item.expression.name)
        return item.expression.name if number < 0 else table.columns[number].name
    return item.text


def with_outer(select: Select, outer: With | None) -> Select:
    """``select`` inside the WITH clause of the statement it is part of."""
    if outer is None:
        return select
    if select.with_ is None:
        select.with_ = outer
    else:
        own = {table.name.lower() for table in select.with_.tables}
        hidden = [table for table in outer.tables if table.name.lower() not in own]
        select.with_ = With(outer.recursive or select.with_.recursive, hidden + select.with_.tables)
    return select
