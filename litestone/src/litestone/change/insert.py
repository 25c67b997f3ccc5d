"""INSERT and REPLACE (``lang_insert``): compiling the statement and making its rows."""

from __future__ import annotations

from litestone import errors
from litestone.change.compilation import Compilation, Returning
from litestone.change.expressions import literal
from litestone.change.row_insert import RowInserter
from litestone.change.session import Body, ChangeProgram
from litestone.change.table_writer import table_writer
from litestone.change.tables_read import reads_in, reads_table
from litestone.change.target import check_writable, find_target, is_rowid_name
from litestone.errors import IgnoreRow, SqlError
from litestone.schema.scope import Scope
from litestone.text.tree import Core, Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from litestone.change.session import Row, Session
    from litestone.connection import Connection
    from litestone.schema.objects import Table
    from litestone.text.statement import Insert
    from litestone.text.tree import Select, Value

    Rows = Callable[[list[Any]], Iterable[Sequence[Value]]]


def compile_insert(ast: Insert, connection: Connection) -> ChangeProgram:
    """The program of an INSERT statement; raises SqlError where it cannot be."""
    compilation = Compilation(connection)
    body, returning = insert_body(ast, compilation)
    return ChangeProgram(connection, body, returning.columns if returning is not None else [])


def insert_body(ast: Insert, compilation: Compilation) -> tuple[Body, Returning | None]:
    """The compiled body of an INSERT, at the top or in a trigger."""
    connection = compilation.connection
    table = find_target(connection, ast.schema or compilation.database, ast.table)
    if table.kind == "view":
        from litestone.change.view import insert_view

        return insert_view(ast, compilation, table)
    check_writable(connection, table, False)
    compilation.enter_with(ast.with_)
    if table.kind == "virtual":
        from litestone.change.virtual import insert_virtual

        return insert_virtual(ast, compilation, table)
    returning = None
    if ast.returning is not None:
        returning = Returning(compilation, table, ast.returning)
    inserter, columns = make_inserter(ast, compilation, table, returning)
    rows, stored_first = insert_source(ast, compilation, columns)
    body = InsertBody(inserter, columns, rows, stored_first or inserter.has_triggers)
    body.single = not inserter.has_triggers and one_row(ast)
    compilation.finish(body)
    if ast.source is not None and isinstance(ast.source.cores[0], Core):
        from litestone.change.transfer import transfer_body

        copying = transfer_body(ast, compilation, table, body)
        if copying is not None:
            compilation.finish(copying)
            return copying, returning
    return body, returning


def make_inserter(
    ast: Insert, compilation: Compilation, table: Table, returning: Returning | None
) -> tuple[RowInserter, InsertColumns]:
    """The inserter and columns of a statement: those kept with the table if it asks for nothing special."""
    lone = one_row(ast) and not compilation.in_trigger
    if ast.upserts or returning is not None or ast.columns is not None or ast.source is None:
        columns = InsertColumns(compilation, table, ast)
        return RowInserter(compilation, table, ast, returning, lone), columns
    connection = compilation.connection
    settings = connection.settings
    rule = compilation.rule or ast.conflict
    kept = table_writer(connection, table).inserters
    keys = (settings.defer_foreign_keys, lone) if settings.foreign_keys else None
    known = (rule, keys, settings.ignore_check_constraints)
    found = kept.get(known)
    if found is None:
        columns = InsertColumns(compilation, table, ast)
        found = kept[known] = RowInserter(compilation, table, ast, None, lone), columns
    return found


def one_row(ast: Insert) -> bool:
    """Whether a statement inserts a single row as it stands."""
    if ast.source is None:
        return True
    core = ast.source.cores[0]
    return len(ast.source.cores) == 1 and isinstance(core, Values) and len(core.rows) == 1


class InsertColumns:
    """Which value of a source row goes into which column, and what the others are.

    ``places[i]`` is the column of value ``i``: -1 for the rowid, -2 for a value
    that a second mention of the column makes void. ``defaults`` are the columns
    that are given no value, with a constant or what computes one.
    """

    __slots__ = ("defaults", "identity", "places", "rowid", "table", "template")

    def __init__(self, compilation: Compilation, table: Table, ast: Insert) -> None:
        self.table = table
        self.rowid = -1
        if ast.columns is None:
            self.places = [
                number
                for number, column in enumerate(table.columns)
                if column.generated is None and not column.hidden
            ]
            if ast.source is None:
                self.places = []
        else:
            self.places = [self.place(ast, name) for name in ast.columns]
        self.find_rowid()
        given = set(self.places)
        self.template: list[Any] = [None] * (len(table.columns) + 1)
        self.defaults: list[tuple[int, Callable[[list[Any]], Any]]] = []
        for number, column in enumerate(table.columns):
            if number in given or column.default is None or column.generated is not None:
                continue
            if number == table.rowid_column:
                continue
            constant, value = literal(column.default)
            if constant:
                self.template[number] = value
            else:
                self.defaults.append((number, compilation.expression(column.default, None)))
        self.identity = self.places == list(range(len(table.columns))) and not self.defaults

    def place(self, ast: Insert, name: str) -> int:
        """The column that a name of the column list means."""
        table = self.table
        number = table.find_column(name)
        if number < 0:
            if is_rowid_name(table, name) or (table.kind == "view" and name.lower() == "rowid"):
                return -1
            shown = table.name if ast.schema is None else f"{ast.schema}.{ast.table}"
            raise SqlError(errors.ERROR, f"table {shown} has no column named {name}")
        if table.columns[number].generated is not None:
            raise SqlError(
                errors.ERROR, f'cannot INSERT into generated column "{table.columns[number].name}"'
            )
        return number

    def find_rowid(self) -> None:
        """Find the value that is the rowid (the last one), and void repeated columns (the first counts)."""
        alias = self.table.rowid_column
        seen: set[int] = set()
        for place, number in enumerate(self.places):
            if number == -1 or number == alias:
                self.rowid = place
            if number >= 0:
                if number in seen:
                    self.places[place] = -2
                seen.add(number)

    def check_count(self, ast: Insert, count: int) -> None:
        """Raise SqlError where a source row of ``count`` values does not fit."""
        if count == len(self.places):
            return
        if ast.columns is not None:
            raise SqlError(errors.ERROR, f"{count} values for {len(self.places)} columns")
        shown = self.table.name if ast.schema is None else f"{ast.schema}.{ast.table}"
        raise SqlError(
            errors.ERROR, f"table {shown} has {len(self.places)} columns but {count} values were supplied"
        )

    def row(self, values: Sequence[Value], frame: list[Any]) -> list[Any]:
        """The row that a source row makes: columns by number, the rowid as given (or None)."""
        if self.identity:
            row = [*values, None]
        else:
            row = self.template.copy()
            for place, number in enumerate(self.places):
                if number >= 0:
                    row[number] = values[place]
            for number, compute in self.defaults:
                row[number] = compute(frame)
        if self.rowid >= 0:
            row[-1] = values[self.rowid]
        return row


def insert_source(ast: Insert, compilation: Compilation, columns: InsertColumns) -> tuple[Rows, bool]:
    """What gives the rows to insert, and whether all are to be computed before the first goes in."""
    source = ast.source
    if source is None:
        return (lambda frame: ((),)), False
    core = source.cores[0]
    plain = len(source.cores) == 1 and source.limit is None and not source.order_by
    if plain and isinstance(core, Values) and source.with_ is None:
        return values_source(ast, compilation, columns, core)
    return select_source(ast, compilation, columns, source)


def values_source(
    ast: Insert, compilation: Compilation, columns: InsertColumns, core: Values
) -> tuple[Rows, bool]:
    """The rows of a VALUES clause; nothing is compiled for literals."""
    width = len(core.rows[0])
    if any(len(row) != width for row in core.rows):
        raise SqlError(errors.ERROR, "all VALUES must have the same number of terms")
    columns.check_count(ast, width)
    constants: list[Any] = []
    for items in core.rows:
        row = []
        for item in items:
            constant, value = literal(item)
            if not constant:
                return computed_values(compilation, columns.table, core)
            row.append(value)
        constants.append(row)
    return (lambda frame: constants), False


def computed_values(compilation: Compilation, table: Table, core: Values) -> tuple[Rows, bool]:
    """The rows of a VALUES clause with expressions."""
    scope = compilation.scope or Scope()
    resolved = [[compilation.resolver.scalar(item, scope) for item in items] for items in core.rows]
    stored_first = len(resolved) > 1 and any(reads_in(item, table) for items in resolved for item in items)
    closures = [[compilation.compiler.expression(item) for item in items] for items in resolved]

    def rows(frame: list[Any]) -> Iterable[Sequence[Value]]:
        for items in closures:
            yield [closure(frame) for closure in items]

    return rows, stored_first


def select_source(
    ast: Insert, compilation: Compilation, columns: InsertColumns, source: Select
) -> tuple[Rows, bool]:
    """The rows of a query."""
    query = compilation.resolver.select(source, compilation.scope)
    columns.check_count(ast, len(query.columns))
    stored_first = reads_table(query, columns.table)
    program = compilation.compiler.query(query)
    return program.rows, stored_first


class InsertBody(Body):
    """A compiled INSERT into a table."""

    __slots__ = ("columns", "inserter", "rows", "single", "stored_first")

    def __init__(self, inserter: RowInserter, columns: InsertColumns, rows: Rows, stored_first: bool) -> None:
        super().__init__()
        self.inserter = inserter
        self.columns = columns
        self.rows = rows
        self.stored_first = stored_first
        self.single = False

    def execute(self, session: Session, old: Row, new: Row) -> None:
        """Insert every row."""
        frame = self.frame(session, old, new)
        inserter = self.inserter
        session.single = self.single and not session.depth
        inserter.open(session)
        make = self.columns.row
        rows = self.rows(frame)
        if self.stored_first:
            rows = list(rows)
        given = self.columns.rowid >= 0
        for values in rows:
            try:
                inserter.insert(session, frame, make(values, frame), given)
            except IgnoreRow:
                continue
