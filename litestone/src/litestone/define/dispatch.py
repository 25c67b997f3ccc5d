"""Which module runs which statement that defines or administers."""

from __future__ import annotations

from litestone.text.statement import (
    AddColumn,
    Analyze,
    Attach,
    Begin,
    Commit,
    CreateIndex,
    CreateTable,
    CreateTrigger,
    CreateView,
    CreateVirtualTable,
    Detach,
    Drop,
    DropColumn,
    Reindex,
    Release,
    RenameColumn,
    RenameTable,
    Rollback,
    Savepoint,
    Vacuum,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from litestone.prepared import Statement
    from litestone.run.runtime import Runtime
    from litestone.text.tree import Node, Value

    Row = tuple[Value, ...]

CONTROL = (Begin, Commit, Rollback, Savepoint, Release, Attach, Detach, Vacuum)


def is_control(tree: Node) -> bool:
    """Whether the statement does its own transaction control."""
    return isinstance(tree, CONTROL)


def compile_definition(statement: Statement, tree: Node) -> None:
    """Fill in the body of a statement that defines or administers."""
    if isinstance(tree, CONTROL):
        compile_control(statement, tree)
        return
    statement.readonly = False
    connection = statement.connection
    sql = statement.source
    if isinstance(tree, CreateTable):
        from litestone.define.create_table import create_table, table_database

        statement.database = table_database(connection, tree)
        action(statement, lambda runtime: create_table(connection, tree, sql, runtime))
    elif isinstance(tree, CreateIndex):
        from litestone.define.create_index import create_index, index_database

        statement.database = index_database(connection, tree)
        action(statement, lambda runtime: create_index(connection, tree, sql))
    elif isinstance(tree, CreateView):
        from litestone.define.create_view import create_view, view_database

        statement.database = view_database(connection, tree)
        action(statement, lambda runtime: create_view(connection, tree, sql))
    elif isinstance(tree, CreateTrigger):
        from litestone.define.create_trigger import create_trigger, trigger_database

        statement.database = trigger_database(connection, tree)
        action(statement, lambda runtime: create_trigger(connection, tree, sql))
    elif isinstance(tree, CreateVirtualTable):
        from litestone.define.create_virtual import create_virtual_table

        statement.database = tree.schema or "main"
        action(statement, lambda runtime: create_virtual_table(connection, tree, sql))
    elif isinstance(tree, Drop):
        from litestone.define.drop import drop, drop_database

        statement.database = drop_database(connection, tree)
        action(statement, lambda runtime: drop(connection, tree))
    elif isinstance(tree, (RenameTable, RenameColumn, AddColumn, DropColumn)):
        from litestone.define.alter import alter, altered_table

        statement.database = altered_table(connection, tree).database
        action(statement, lambda runtime: alter(connection, tree))
    elif isinstance(tree, Analyze):
        from litestone.define.analyze import analyze

        statement.database = None
        action(statement, lambda runtime: analyze(connection, tree))
    elif isinstance(tree, Reindex):
        from litestone.define.reindex import reindex

        statement.database = None
        action(statement, lambda runtime: reindex(connection, tree))
    else:
        raise TypeError(f"no way to run {tree.__class__.__name__}")


def compile_control(statement: Statement, tree: Node) -> None:
    """BEGIN, COMMIT, ROLLBACK, SAVEPOINT, RELEASE, ATTACH, DETACH, VACUUM."""
    statement.controls = True
    connection = statement.connection
    transaction = connection.transaction
    if isinstance(tree, Begin):
        action(statement, lambda runtime: transaction.begin(tree.mode))
    elif isinstance(tree, Commit):
        action(statement, lambda runtime: transaction.commit())
    elif isinstance(tree, Rollback):
        name = tree.savepoint
        if name is None:
            action(statement, lambda runtime: transaction.rollback())
        else:
            action(statement, lambda runtime: transaction.rollback_to(name))
    elif isinstance(tree, Savepoint):
        action(statement, lambda runtime: transaction.savepoint(tree.name))
    elif isinstance(tree, Release):
        action(statement, lambda runtime: transaction.release(tree.name))
    elif isinstance(tree, Attach):
        from litestone.define.attach import attach

        action(statement, lambda runtime: attach(connection, tree, runtime))
    elif isinstance(tree, Detach):
        from litestone.define.attach import detach

        action(statement, lambda runtime: detach(connection, tree, runtime))
    elif isinstance(tree, Vacuum):
        from litestone.define.vacuum import vacuum

        action(statement, lambda runtime: vacuum(connection, tree, runtime))


def action(statement: Statement, act: Callable[[Runtime], None]) -> None:
    """Let a statement run ``act``; it gives no rows."""

    def body(runtime: Runtime) -> Iterator[Row]:
        act(runtime)
        return iter(())

    statement.body = body
