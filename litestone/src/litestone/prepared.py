"""Prepared statements: from text to something that runs inside a transaction.

``prepare`` parses one statement and compiles it at once, so that errors of
names and syntax come from there. ``Statement.execute`` runs it: it opens the
transactions it needs, undoes a change that fails, and in autocommit mode
commits one that does not.
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.text import repeated_insert
from litestone.text.parse import parse_statement
from litestone.text.statement import Delete, Explain, Insert, Pragma, Update
from litestone.text.tree import Select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from litestone.connection import Connection
    from litestone.run.runtime import Runtime
    from litestone.text.statement import Statement as Tree
    from litestone.text.tree import Value

    Row = tuple[Value, ...]


class Statement:
    """One compiled statement.

    ``columns`` are the names of its result columns (none: it gives no rows), ``types`` what those that come
    straight from a table were declared as (empty: not known);
    ``loads`` whether the schemas have to be loaded first; ``readonly`` whether it leaves the databases as
    they are. ``body`` runs it:
    it takes the statement's ``Runtime`` and gives rows. ``sql`` is its text, ``source`` the
    whole text it was taken from, which the offsets in ``tree`` count in.
    """

    __slots__ = (
        "body",
        "columns",
        "connection",
        "controls",
        "database",
        "generation",
        "loads",
        "readonly",
        "source",
        "sql",
        "tree",
        "types",
    )

    def __init__(self, connection: Connection, source: str, sql: str, tree: Tree) -> None:
        self.connection = connection
        self.source = source
        self.sql = sql
        self.tree = tree
        self.columns: list[str] = []
        self.types: list[str | None] = []
        self.readonly = True
        self.controls = False
        self.loads = True
        self.database: str | None = None
        self.generation = connection.schema_generation
        self.body: Callable[[Runtime], Iterator[Row]] = no_rows

    def execute(self, parameters: Sequence[Value] = ()) -> Iterator[Row]:
        """Run the statement; rows come as they are found, and the end of the iterator ends the statement.

        Raises SqlError; a change that failed has been undone by then as its conflict rule says.
        """
        if self.controls:
            return self.run_control(parameters)
        if self.readonly:
            return self.run_query(parameters)
        return self.run_change(parameters)

    def refresh(self) -> None:
        """Compile anew where the schema has changed since."""
        if self.generation != self.connection.schema_generation:
            self.generation = self.connection.schema_generation
            compile_statement(self)

    def runtime(self, parameters: Sequence[Value]) -> Runtime:
        """The context of one execution."""
        from litestone.run.runtime import Runtime

        return Runtime(self.connection, parameters)

    def run_query(self, parameters: Sequence[Value]) -> Iterator[Row]:
        """Run a statement that only reads."""
        transaction = self.connection.transaction
        transaction.enter_statement(schemas=self.loads)
        try:
            self.refresh()
            yield from self.body(self.runtime(parameters))
        except RecursionError:
            raise too_deep() from None
        finally:
            transaction.leave_statement()

    def run_control(self, parameters: Sequence[Value]) -> Iterator[Row]:
        """Run a statement that does its own transaction control (BEGIN, PRAGMA, VACUUM …)."""
        try:
            yield from self.body(self.runtime(parameters))
        except RecursionError:
            raise too_deep() from None

    def run_change(self, parameters: Sequence[Value]) -> Iterator[Row]:
        """Run a statement that writes."""
        transaction = self.connection.transaction
        transaction.enter_statement(self.database, self.loads)
        point = None
        done = False
        try:
            self.refresh()
            if self.database is not None:
                self.connection.begin_write(self.database)
            if not transaction.autocommit or transaction.running > 1:
                point = transaction.open_point(None)
            rows = list(self.body(self.runtime(parameters)))
            done = True
            if point is not None:
                transaction.release_point(point)
            point = None
            transaction.finish_write()
        except SqlError as error:
            transaction.fail_write(point, "ABORT" if done else error.effect)
            raise
        except RecursionError:
            transaction.fail_write(point, "ABORT")
            raise too_deep() from None
        except BaseException:  # a defect or Ctrl-C undoes the statement like any failure; it goes on
            transaction.fail_write(point, "ABORT")
            raise
        finally:
            transaction.leave_statement()
        yield from rows


def too_deep() -> SqlError:
    """The error of a statement that nests deeper than Python can follow while it runs."""
    return SqlError(errors.ERROR, "statement too deeply nested")


def no_rows(runtime: Runtime) -> Iterator[Row]:
    """The body of a statement that does nothing."""
    return iter(())


def prepare(connection: Connection, sql: str, start: int) -> tuple[Statement | None, int]:
    """Compile the statement of ``sql`` at ``start``; see ``Connection.prepare``.

    One nested too deeply for Python as it is set up is tried again with more room, which stays.
    """
    try:
        return compiled(connection, sql, start)
    except RecursionError:
        from litestone.depth import allow_depth

        allow_depth()
    try:
        return compiled(connection, sql, start)
    except RecursionError:
        raise SqlError(errors.ERROR, "parser stack overflow") from None


def compiled(connection: Connection, sql: str, start: int) -> tuple[Statement | None, int]:
    """As ``prepare``; raises RecursionError."""
    if connection.authorizer is None:
        found = repeated_insert.find(sql, start)
        if found is not None:
            try:
                return statement_of(connection, sql, start, *found), found[1]
            except SqlError:
                # Parsed as a whole it says where the fault lies.
                pass
    tree, end = parse_statement(sql, start, True)
    if tree is None:
        return None, end
    repeated_insert.remember(sql, start, tree)
    return statement_of(connection, sql, start, tree, end), end


def statement_of(connection: Connection, sql: str, start: int, tree: Tree, end: int) -> Statement:
    """The statement whose text ends at ``end``, compiled."""
    statement = Statement(connection, sql, sql[start:end], tree)
    transaction = connection.transaction
    if needs_schema(tree):
        transaction.enter_compilation()
        try:
            statement.generation = connection.schema_generation
            compile_statement(statement)
        finally:
            transaction.leave_statement()
    else:
        compile_statement(statement)
    return statement


def needs_schema(tree: Tree) -> bool:
    """Whether compiling looks at the schema: transaction control and most PRAGMAs do not."""
    if isinstance(tree, Pragma):
        return False
    from litestone.define.dispatch import is_control

    return not is_control(tree)


def compile_statement(statement: Statement) -> None:
    """Fill in the body and the columns of a statement."""
    tree = statement.tree
    if statement.connection.authorizer is not None:
        from litestone.authorization import authorize_statement

        authorize_statement(statement.connection, tree)
    if isinstance(tree, Select):
        compile_select(statement, tree)
    elif isinstance(tree, (Insert, Update, Delete)):
        compile_change(statement, tree)
    elif isinstance(tree, Explain):
        compile_explain(statement, tree)
    elif isinstance(tree, Pragma):
        from litestone.define.pragma import compile_pragma

        compile_pragma(statement, tree)
    else:
        from litestone.define.dispatch import compile_definition

        compile_definition(statement, tree)


def compile_select(statement: Statement, tree: Select) -> None:
    """A SELECT or VALUES statement."""
    from litestone.run.compile import Compiler
    from litestone.schema.resolve import Resolver

    query = Resolver(statement.connection).select(tree)
    compiler = Compiler(statement.connection)
    program = compiler.query(query)
    statement.columns = [column.name for column in program.columns]
    statement.types = [column.type_name for column in program.columns]
    rows = program.rows

    def body(runtime: Runtime) -> Iterator[Row]:
        frame: list[object] = [None] * compiler.frame_size
        frame[0] = runtime
        return iter(rows(frame))

    statement.body = body


def compile_change(statement: Statement, tree: Insert | Update | Delete) -> None:
    """INSERT, UPDATE or DELETE."""
    connection = statement.connection
    statement.readonly = False
    if isinstance(tree, Insert):
        from litestone.change.insert import compile_insert

        program = compile_insert(tree, connection)
        schema, name = tree.schema, tree.table
    elif isinstance(tree, Update):
        from litestone.change.update import compile_update

        program = compile_update(tree, connection)
        schema, name = tree.target.schema, tree.target.name
    else:
        from litestone.change.delete import compile_delete

        program = compile_delete(tree, connection)
        schema, name = tree.target.schema, tree.target.name
    table = connection.find_table(schema, name)
    statement.database = None if table is None else table.database
    statement.columns = [column.name for column in program.columns]
    statement.types = [column.type_name for column in program.columns]
    statement.body = program.run


def compile_explain(statement: Statement, tree: Explain) -> None:
    """EXPLAIN QUERY PLAN of a query; plain EXPLAIN lists the program of a virtual machine not used here."""
    if not tree.query_plan:
        raise SqlError(errors.ERROR, "EXPLAIN has nothing to list: Litestone has no bytecode")
    if not isinstance(tree.statement, Select):
        raise SqlError(errors.ERROR, "EXPLAIN QUERY PLAN explains SELECT statements only")
    from litestone.plan.explain import query_plan
    from litestone.schema.resolve import Resolver

    query = Resolver(statement.connection).select(tree.statement)
    rows = query_plan(query, statement.connection, tree.statement)
    statement.columns = ["id", "parent", "notused", "detail"]
    statement.body = lambda runtime: iter(rows)
