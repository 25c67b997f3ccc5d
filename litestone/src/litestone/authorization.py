"""Asking an authoriser what a statement may do, while it is compiled.

Documentation: ``c3ref/set_authorizer``, ``c3ref/c_alter_table``. The answers: 0 go on; 1 the statement is
refused; 2 the one thing is left out (a column reads as NULL).
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.schema.query import SelectQuery
from litestone.text import statement as trees
from litestone.text.tree import Literal, Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.schema.objects import Table
    from litestone.schema.query import Query, Source
    from litestone.schema.resolve import Resolver
    from litestone.text.statement import Statement as Tree
    from litestone.text.tree import Expression, Select

OK, DENY, IGNORE = 0, 1, 2
DELETE, INSERT, PRAGMA, READ, SELECT, TRANSACTION, UPDATE = 9, 18, 19, 20, 21, 22, 23
ATTACH, DETACH, ALTER_TABLE, REINDEX, ANALYZE = 24, 25, 26, 27, 28
CREATE_VTABLE, DROP_VTABLE, FUNCTION, SAVEPOINT, RECURSIVE = 29, 30, 31, 32, 33
CREATE_INDEX, CREATE_TABLE, CREATE_TRIGGER, CREATE_VIEW = 1, 2, 7, 8
_CREATE_TEMP = {CREATE_INDEX: 3, CREATE_TABLE: 4, CREATE_TRIGGER: 5, CREATE_VIEW: 6}
_DROP = {"INDEX": 10, "TABLE": 11, "TRIGGER": 16, "VIEW": 17}
_DROP_TEMP = {"INDEX": 12, "TABLE": 13, "TRIGGER": 14, "VIEW": 15}

_Argument = str | None


def ask(
    connection: Connection,
    action: int,
    one: _Argument,
    other: _Argument,
    database: _Argument,
    inner: _Argument,
) -> int:
    """The authoriser's answer; raises SqlError "authorizer malfunction" for one that is none."""
    callback = connection.authorizer
    if callback is None:
        return OK
    answer = callback(action, one, other, database, inner)
    if answer not in (OK, DENY, IGNORE):
        raise SqlError(errors.ERROR, "authorizer malfunction")
    return answer


def demand(
    connection: Connection, action: int, one: _Argument = None, other: _Argument = None,
    database: _Argument = None, inner: _Argument = None,
) -> bool:  # fmt: skip
    """Ask; raises SqlError "not authorized" for a refusal. False where the action is to be left out."""
    answer = ask(connection, action, one, other, database, inner)
    if answer == DENY:
        raise SqlError(errors.AUTH, "not authorized")
    return answer == OK


# -- while names are resolved


def view_of(resolver: Resolver) -> str | None:
    """The view whose query is being resolved."""
    return resolver.open_views[-1].name if resolver.open_views else None


def may_read(resolver: Resolver, source: Source, column: int) -> bool:
    """Whether a column may be read; raises SqlError "access to … is prohibited"."""
    table = source.table
    if table is None:
        return True
    if column < 0:
        alias = table.rowid_column
        name = table.columns[alias].name if alias >= 0 else "ROWID"
    else:
        name = source.columns[column].name
    connection = resolver.connection
    answer = ask(connection, READ, table.name, name, table.database, view_of(resolver))
    if answer == DENY:
        shown = f"{table.name}.{name}"
        if len(connection.databases) > 2 or table.database != "main":
            shown = f"{table.database}.{shown}"
        raise SqlError(errors.AUTH, f"access to {shown} is prohibited")
    return answer == OK


def may_call(resolver: Resolver, name: str) -> bool:
    """Whether a function may be called; raises SqlError "not authorized to use function: …"."""
    callback = resolver.connection.authorizer
    answer = OK if callback is None else callback(FUNCTION, None, name.lower(), None, view_of(resolver))
    if answer not in (OK, IGNORE):
        # SQLite's code is ERROR here, and what is no answer is a refusal.
        raise SqlError(errors.ERROR, f"not authorized to use function: {name}")
    return answer == OK


def authorize_select(resolver: Resolver, select: Select) -> None:
    """Ask once for each SELECT of a compound, and for each recursive table."""
    if select is resolver.unasked:
        return
    connection, view = resolver.connection, view_of(resolver)
    for _ in select.cores:
        demand(connection, SELECT, inner=view)
    if select.with_ is not None and select.with_.recursive:
        for table in select.with_.tables:
            demand(connection, RECURSIVE, inner=table.name)


def authorize_tables(resolver: Resolver, select: Select, query: Query) -> None:
    """Ask for the tables of which no column is read."""
    if isinstance(query, SelectQuery) and select is not resolver.unasked:
        for source in query.sources:
            if source.table is not None and source.kind == "table" and not source.used:
                demand(resolver.connection, READ, source.table.name, "", None, view_of(resolver))


# -- whole statements


def authorize_statement(connection: Connection, tree: Tree) -> None:
    """Ask for what a statement does beside reading; raises SqlError "not authorized"."""
    if isinstance(tree, (trees.Insert, trees.Update, trees.Delete)):
        authorize_change(connection, tree)
    elif isinstance(tree, (trees.Begin, trees.Commit, trees.Rollback, trees.Savepoint, trees.Release)):
        authorize_transaction(connection, tree)
    elif isinstance(tree, trees.Pragma):
        demand(connection, PRAGMA, tree.name, tree.value, tree.schema)
    elif isinstance(tree, trees.Attach):
        demand(connection, ATTACH, text_of(tree.file))
    elif isinstance(tree, trees.Detach):
        demand(connection, DETACH, text_of(tree.schema))
    elif isinstance(tree, trees.Drop):
        authorize_drop(connection, tree)
    elif isinstance(tree, (trees.RenameTable, trees.RenameColumn, trees.AddColumn, trees.DropColumn)):
        table = connection.find_table(tree.schema, tree.table)
        if table is not None:
            demand(connection, ALTER_TABLE, table.database, table.name)
    elif isinstance(tree, (trees.Analyze, trees.Reindex)):
        authorize_maintenance(connection, tree)
    else:
        authorize_create(connection, tree)


def text_of(expression: Expression) -> str | None:
    """The text of a literal or a bare name; None for what is only known when it runs."""
    if isinstance(expression, Name):
        return expression.name
    value = expression.value if isinstance(expression, Literal) else None
    return value if isinstance(value, str) else None


def authorize_change(connection: Connection, tree: trees.Insert | trees.Update | trees.Delete) -> None:
    """INSERT and DELETE of a table, UPDATE of each column."""
    if isinstance(tree, trees.Insert):
        table = connection.find_table(tree.schema, tree.table)
    else:
        table = connection.find_table(tree.target.schema, tree.target.name)
    if table is None:
        return
    if isinstance(tree, trees.Update):
        for assignment in tree.assignments:
            for name in assignment.columns:
                number = table.find_column(name)
                shown = table.columns[number].name if number >= 0 else "ROWID"
                demand(connection, UPDATE, table.name, shown, table.database)
    else:
        demand(
            connection, INSERT if isinstance(tree, trees.Insert) else DELETE, table.name, None, table.database
        )


def authorize_transaction(connection: Connection, tree: Tree) -> None:
    """BEGIN, COMMIT, ROLLBACK and savepoints."""
    if isinstance(tree, trees.Begin):
        demand(connection, TRANSACTION, "BEGIN")
    elif isinstance(tree, trees.Commit):
        demand(connection, TRANSACTION, "COMMIT")
    elif isinstance(tree, trees.Savepoint):
        demand(connection, SAVEPOINT, "BEGIN", tree.name)
    elif isinstance(tree, trees.Release):
        demand(connection, SAVEPOINT, "RELEASE", tree.name)
    elif isinstance(tree, trees.Rollback):
        if tree.savepoint is None:
            demand(connection, TRANSACTION, "ROLLBACK")
        else:
            demand(connection, SAVEPOINT, "ROLLBACK", tree.savepoint)


def schema_table(database: str) -> str:
    """The name of a database's schema table."""
    return "sqlite_temp_master" if database == "temp" else "sqlite_master"


def authorize_create(connection: Connection, tree: Tree) -> None:
    """CREATE: the row of the schema table, then the thing itself."""
    other: str | None = None
    if isinstance(tree, trees.CreateIndex):
        table = connection.find_table(tree.schema, tree.table)
        action, database, other = CREATE_INDEX, "main" if table is None else table.database, tree.table
    elif isinstance(tree, trees.CreateTrigger):
        table = connection.find_table(tree.table_schema, tree.table)
        action, other = CREATE_TRIGGER, tree.table
        database = "temp" if tree.temporary else tree.schema or ("main" if table is None else table.database)
    elif isinstance(tree, (trees.CreateTable, trees.CreateView)):
        action = CREATE_TABLE if isinstance(tree, trees.CreateTable) else CREATE_VIEW
        database = "temp" if tree.temporary else tree.schema or "main"
    elif isinstance(tree, trees.CreateVirtualTable):
        action, database, other = CREATE_VTABLE, tree.schema or "main", tree.module
    else:
        return
    if database.lower() == "temp":
        action = _CREATE_TEMP.get(action, action)
    demand(connection, INSERT, schema_table(database), None, database)
    demand(connection, action, tree.name, other, database)


def authorize_drop(connection: Connection, tree: trees.Drop) -> None:
    """DROP: the row of the schema table, the thing itself, and the rows of a table."""
    found: Table | None = None
    other: str | None = None
    if tree.kind == "INDEX":
        index = connection.find_index(tree.schema, tree.name)
        if index is None:
            return
        name, other, database = index.name, index.table.name, index.table.database
    elif tree.kind == "TRIGGER":
        trigger = connection.find_trigger(tree.schema, tree.name)
        if trigger is None:
            return
        name, other, database = trigger.name, trigger.table, trigger.database
    else:
        found = connection.find_table(tree.schema, tree.name)
        if found is None:
            return
        name, database = found.name, found.database
    demand(connection, DELETE, schema_table(database), None, database)
    if found is not None and found.kind == "virtual":
        demand(connection, DROP_VTABLE, name, found.module, database)
    else:
        demand(connection, (_DROP_TEMP if database == "temp" else _DROP)[tree.kind], name, other, database)
    if found is not None:
        demand(connection, DELETE, name, None, database)


def authorize_maintenance(connection: Connection, tree: trees.Analyze | trees.Reindex) -> None:
    """ANALYZE of each table, REINDEX of each index."""
    for database in connection.databases:
        if tree.schema is not None and database.name.lower() != tree.schema.lower():
            continue
        for table in database.schema.tables.values():
            if table.kind != "table" or table.root == 1:
                continue
            named = tree.name is None or tree.name.lower() == table.name.lower()
            if isinstance(tree, trees.Analyze):
                if named:
                    demand(connection, ANALYZE, table.name, None, database.name)
                continue
            for index in table.indexes:
                if named or (tree.name or "").lower() == index.name.lower():
                    demand(connection, REINDEX, index.name, None, database.name)
