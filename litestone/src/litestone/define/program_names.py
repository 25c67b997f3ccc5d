"""What the names in a trigger's program mean, as ALTER TABLE asks.

ALTER TABLE refuses to go on where a name in a trigger means nothing; that the
program could not run for another reason (wrong number of values, a column in a
SET or column list that is not there) is not its concern. Observed in 3.40.1.
"""

from __future__ import annotations

from litestone import errors
from litestone.change.view import view_layout
from litestone.errors import SqlError
from litestone.schema.resolve import Resolver, Scope, row_source, table_source
from litestone.text.statement import Delete, Insert
from litestone.text.tree import Core, FromTerm, Literal, ResultColumn, Select, TableRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.schema.objects import Table, Trigger
    from litestone.text.statement import Update, Upsert
    from litestone.text.tree import Expression


def resolve_program(connection: Connection, trigger: Trigger, table: Table) -> None:
    """Resolve all names of a trigger's condition and steps; raises SqlError "no such column: …"."""
    database = None if trigger.database == "temp" else trigger.database
    resolver = Resolver(connection, database, in_trigger=True)
    if table.kind == "view":
        table = view_layout(resolver, table)
    event = trigger.definition.event
    rows = [row_source(table, "old")] if event != "INSERT" else []
    if event != "DELETE":
        rows.append(row_source(table, "new"))
    program = ProgramNames(resolver, Scope(None, rows))
    if trigger.definition.when is not None:
        resolver.expression(trigger.definition.when, program.scope)
    for step in trigger.definition.body:
        if isinstance(step, Select):
            resolver.select(step, program.scope)
        elif isinstance(step, Insert):
            program.insert(step)
        else:
            program.change(step)


class ProgramNames:
    """The steps of one program, each looked through in the order in which SQLite finds what is wrong."""

    def __init__(self, resolver: Resolver, scope: Scope) -> None:
        self.resolver = resolver
        self.scope = scope

    def target(self, schema: str | None, name: str) -> Table:
        """The table that a step changes; raises SqlError "no such table: …"."""
        table = self.resolver.find_table(schema, name)
        if table is None:
            raise SqlError(errors.ERROR, f"no such table: {self.resolver.shown_name(schema, name)}")
        return table

    def insert(self, step: Insert) -> None:
        """An INSERT: its source, its target, and the first of its ON CONFLICT clauses."""
        scope = Scope(self.scope)
        self.resolver.with_clause(step.with_, scope)
        if step.source is not None:
            self.resolver.select(step.source, scope)
        table = self.target(step.schema, step.table)
        if step.upserts and table.kind != "view":
            self.upsert(step, step.upserts[0], table, scope)

    def upsert(self, step: Insert, upsert: Upsert, table: Table, scope: Scope) -> None:
        """An ON CONFLICT clause; the row that was to be inserted is in sight everywhere."""
        inside = Scope(scope, [table_source(table, step.alias), row_source(table, "excluded")])
        wanted: list[Expression | None] = [term.expression for term in upsert.targets or ()]
        wanted += [assignment.expression for assignment in upsert.assignments or ()]
        for expression in (*wanted, upsert.where, upsert.target_where):
            if expression is not None:
                self.resolver.expression(expression, inside)

    def change(self, step: Update | Delete) -> None:
        """An UPDATE or DELETE, as the query that finds its rows and values."""
        target = step.target
        table = self.target(target.schema, target.name)
        source = TableRef(
            table.database, target.name, target.alias, None, target.indexed_by, target.not_indexed
        )
        values: list[Expression] = [Literal(1, "1")]
        sources: list[FromTerm] = []
        if not isinstance(step, Delete):
            values = [assignment.expression for assignment in step.assignments]
            sources = step.sources
        core = Core(
            False,
            [ResultColumn(value, None, "") for value in values],
            [FromTerm(source, frozenset(), False, None, None), *sources],
            step.where,
            [],
            None,
            [],
        )
        select = Select(step.with_, [core], [], step.order_by, step.limit, step.offset)
        self.resolver.unasked = select
        self.resolver.select(select, self.scope)
