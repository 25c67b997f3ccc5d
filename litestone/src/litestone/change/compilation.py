"""What is at hand while one statement that changes rows is compiled."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.run.compile import Compiler
from litestone.schema.resolve import Resolver
from litestone.schema.resolve_from import row_source
from litestone.schema.scope import Scope
from litestone.text.tree import Star

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.change.session import Body
    from litestone.connection import Connection
    from litestone.schema.objects import Table
    from litestone.schema.query import OutputColumn, Source
    from litestone.text.tree import Expression, ResultColumn, With

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

    def enter_with(self, clause: With | None) -> None:
        """Bring the common tables of the statement's WITH clause into sight."""
        if clause is not None:
            self.scope = Scope(self.scope)
            self.resolver.with_clause(clause, self.scope)

    def row(self, table: Table, alias: str | None) -> Source:
        """A single-row source with a slot of its own."""
        source = row_source(table, alias)
        source.slot = self.compiler.new_slot()
        return source

    def inner(self, sources: list[Source]) -> Scope:
        """A scope of ``sources`` inside the statement's own."""
        return Scope(self.scope, sources)

    def expression(self, ast: Expression, scope: Scope | None) -> Closure:
        """What computes an expression from the statement's frame."""
        return self.compiler.expression(self.resolver.scalar(ast, scope or self.scope or Scope()))

    def predicate(self, ast: Expression, scope: Scope | None) -> Closure:
        """What tells from the statement's frame whether an expression is true."""
        return self.compiler.predicate(self.resolver.scalar(ast, scope or self.scope or Scope()))

    def resolve(self, ast: Expression, scope: Scope | None) -> Expression:
        """An expression with its names resolved."""
        return self.resolver.expression(ast, scope or self.scope or Scope())

    def finish(self, body: Body) -> None:
        """Tell the compiled body what its frames have to hold."""
        body.frame_size = self.compiler.frame_size
        body.old_slot = self.old_slot
        body.new_slot = self.new_slot


class Returning:
    """A RETURNING clause (``lang_returning``): its columns, and what computes them from a row.

    The table goes by its own name there, even where the statement gives it another.
    """

    __slots__ = ("closures", "columns", "slot")

    def __init__(self, compilation: Compilation, table: Table, items: list[ResultColumn | Star]) -> None:
        source = compilation.row(table, None)
        self.slot = source.slot
        self.columns: list[OutputColumn]
        for item in items:
            if isinstance(item, Star) and item.table is not None:
                raise SqlError(errors.ERROR, 'RETURNING may not use "TABLE.*" wildcards')
        outputs, self.columns = compilation.resolver.result_columns(items, compilation.inner([source]))
        self.closures = [compilation.compiler.expression(output) for output in outputs]

    def give(self, frame: list[Any], row: Any) -> tuple[Any, ...]:
        """The output for one changed row."""
        frame[self.slot] = row
        return tuple([closure(frame) for closure in self.closures])
