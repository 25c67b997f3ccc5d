"""UPDATE (``lang_update``), with FROM, ORDER BY and LIMIT."""

from __future__ import annotations

from litestone import errors
from litestone.change.compilation import Compilation, Returning
from litestone.change.find_rows import KeySearch, ask_for_keys, collect, key_sorter, target_query
from litestone.change.row_update import RowUpdater
from litestone.change.session import Body, ChangeProgram
from litestone.change.table_writer import table_writer
from litestone.change.target import check_writable, find_target, is_rowid_name
from litestone.errors import IgnoreRow, SqlError
from litestone.schema.expression import clone
from litestone.schema.query import SelectQuery
from litestone.text.tree import FromTerm, JoinRef, Subquery
from litestone.text.tree import Row as RowValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from litestone.change.compilation import Closure
    from litestone.change.session import Row, Session
    from litestone.change.table_writer import TableWriter
    from litestone.connection import Connection
    from litestone.schema.objects import Table
    from litestone.schema.query import Source
    from litestone.schema.scope import Scope
    from litestone.text.statement import Assignment, Update
    from litestone.text.tree import Expression

    Rows = Callable[[list[Any]], Iterable[tuple[Any, ...]]]


def compile_update(ast: Update, connection: Connection) -> ChangeProgram:
    """The program of an UPDATE statement; raises SqlError where it cannot be."""
    compilation = Compilation(connection)
    body, returning = update_body(ast, compilation)
    return ChangeProgram(connection, body, returning.columns if returning is not None else [])


def update_body(ast: Update, compilation: Compilation) -> tuple[Body, Returning | None]:
    """The compiled body of an UPDATE, at the top or in a trigger."""
    connection = compilation.connection
    table = find_target(connection, ast.target.schema or compilation.database, ast.target.name)
    if table.kind == "view":
        from litestone.change.view import update_view

        return update_view(ast, compilation, table)
    check_writable(connection, table, False)
    compilation.enter_with(ast.with_)
    if table.kind == "virtual":
        from litestone.change.virtual import update_virtual

        return update_virtual(ast, compilation, table)
    writer = table_writer(connection, table)
    alias = ast.target.alias or table.name
    returning = None
    if ast.returning is not None:
        returning = Returning(compilation, table, ast.returning)
    assigned = {number for a in ast.assignments for number in assigned_columns(table, a)}
    updater = RowUpdater(writer, compilation.rule or ast.conflict, assigned, returning)
    body: Body
    if ast.sources:
        body = from_body(ast, compilation, writer, updater)
    else:
        slot, setters = row_setters(ast.assignments, compilation, table, alias)
        search = KeySearch(ast, compilation, writer)
        in_key_order = (
            not updater.quiet or ast.limit is not None or search.subquery or search.uses(updater.indexes)
        )
        body = UpdateBody(writer, updater, search.rows, in_key_order, slot, setters)
    compilation.finish(body)
    return body, returning


# -- assignments


def assigned_columns(table: Table, assignment: Assignment) -> list[int]:
    """The columns that an assignment sets, -1 for the rowid.

    Raises SqlError "no such column: …" and for generated columns.
    """
    numbers = []
    for name in assignment.columns:
        number = table.find_column(name)
        if number < 0 and not is_rowid_name(table, name):
            raise SqlError(errors.ERROR, f"no such column: {name}")
        if number >= 0 and table.columns[number].generated is not None:
            raise SqlError(errors.ERROR, f'cannot UPDATE generated column "{table.columns[number].name}"')
        numbers.append(number)
    return numbers


def check_width(assignment: Assignment, count: int) -> None:
    """Raise SqlError where a row value has not as many values as there are columns."""
    if count != len(assignment.columns):
        raise SqlError(errors.ERROR, f"{len(assignment.columns)} columns assigned {count} values")


class Setter:
    """Computes the values of one assignment; ``columns`` are what they are for, as places in a row."""

    __slots__ = ("closure", "closures", "columns", "rows")

    def __init__(self, columns: list[int]) -> None:
        self.columns = columns
        self.closure: Closure | None = None
        self.closures: list[Closure] = []
        self.rows: Rows | None = None

    def set(self, frame: list[Any], new: list[Any]) -> None:
        """Put the values into ``new``."""
        if self.closure is not None:
            new[self.columns[0]] = self.closure(frame)
        elif self.rows is not None:
            found: Any = next(iter(self.rows(frame)), None)
            for place, number in enumerate(self.columns):
                new[number] = None if found is None else found[place]
        else:
            for number, closure in zip(self.columns, self.closures, strict=True):
                new[number] = closure(frame)


def make_setter(assignment: Assignment, compilation: Compilation, scope: Scope, table: Table) -> Setter:
    """The compiled form of one assignment."""
    setter = Setter(assigned_columns(table, assignment))
    value = assignment.expression
    if len(assignment.columns) > 1:
        if isinstance(value, Subquery):
            query = compilation.resolver.select(value.select, scope)
            check_width(assignment, len(query.columns))
            setter.rows = compilation.compiler.query(query).rows
            return setter
        items = value.items if isinstance(value, RowValue) else [value]
        check_width(assignment, len(items))
        setter.closures = [compilation.expression(item, scope) for item in items]
        return setter
    setter.closure = compilation.expression(value, scope)
    return setter


def row_setters(
    assignments: list[Assignment], compilation: Compilation, table: Table, alias: str
) -> tuple[int, list[Setter]]:
    """The slot of the row being updated and the assignments that read it there."""
    source = compilation.row(table, alias)
    scope = compilation.inner([source])
    return source.slot, [make_setter(a, compilation, scope, table) for a in assignments]


# -- bodies


class UpdateBody(Body):
    """A compiled UPDATE of one table."""

    __slots__ = ("in_key_order", "rows", "setters", "slot", "updater", "writer")

    def __init__(
        self,
        writer: TableWriter,
        updater: RowUpdater,
        rows: Rows,
        in_key_order: bool,
        slot: int,
        setters: list[Setter],
    ) -> None:
        super().__init__()
        self.writer = writer
        self.updater = updater
        self.rows = rows
        self.in_key_order = in_key_order
        self.slot = slot
        self.setters = setters

    def execute(self, session: Session, old: Row, new: Row) -> None:
        """Find the rows, then update them one by one, each from what it is when its turn comes."""
        frame = self.frame(session, old, new)
        writer = self.writer
        writer.open(session)
        update = self.updater.update
        for key in collect(self.rows(frame), writer, self.in_key_order):
            row = writer.fetch(key)
            if row is None:
                continue
            frame[self.slot] = row
            changed = row.copy()
            for setter in self.setters:
                setter.set(frame, changed)
            try:
                update(session, frame, key, row, changed)
            except IgnoreRow:
                continue


def from_values(assignments: list[Assignment], table: Table) -> tuple[list[Expression], list[int]]:
    """The expressions that an UPDATE FROM assigns, as result columns of its query, and where they go."""
    outputs: list[Expression] = []
    places: list[int] = []
    for assignment in assignments:
        numbers = assigned_columns(table, assignment)
        value = assignment.expression
        if len(numbers) > 1 and isinstance(value, Subquery):
            outputs.extend(subquery_items(value, len(numbers), assignment))
        elif len(numbers) > 1:
            items = value.items if isinstance(value, RowValue) else [value]
            check_width(assignment, len(items))
            outputs.extend(items)
        else:
            outputs.append(value)
        places.extend(numbers)
    return outputs, places


def subquery_items(value: Subquery, count: int, assignment: Assignment) -> list[Expression]:
    """Each column of a row subquery as a scalar subquery of its own."""
    from litestone.text.tree import Core, Select

    items: list[Expression] = []
    select = value.select
    for place in range(count):
        cores: list[Any] = []
        for core in select.cores:
            if isinstance(core, Core):
                check_width(assignment, len(core.columns))
                one = Core(
                    core.distinct, [core.columns[place]], core.sources, core.where, core.group_by,
                    core.having, core.windows,
                )  # fmt: skip
                cores.append(one)
            else:
                cores.append(type(core)([[row[place]] for row in core.rows]))
        items.append(
            Subquery(
                Select(select.with_, cores, select.operators, select.order_by, select.limit, select.offset)
            )
        )
    return items


def joined_sources(sources: list[FromTerm]) -> list[FromTerm]:
    """The FROM clause as one join of its own where a RIGHT or FULL JOIN would else reach the target.

    Rows without a partner get NULLs for what stands before them in the FROM clause, never for the target.
    """
    if not any("RIGHT" in term.join for term in sources):
        return sources
    return [FromTerm(JoinRef(sources, None), frozenset(), True, None, None)]


def joined(sources: list[Source]) -> Iterator[Source]:
    """The sources, and in the place of a join of its own those that it joins."""
    for source in sources:
        if source.nested is None or not isinstance(source.query, SelectQuery):
            yield source
        else:
            yield from joined(source.query.sources)


def from_body(ast: Update, compilation: Compilation, writer: TableWriter, updater: RowUpdater) -> Body:
    """The body of an UPDATE … FROM: keys and new values come from one query."""
    outputs, places = from_values(ast.assignments, writer.table)
    query = target_query(ast, compilation, joined_sources(ast.sources), outputs)
    if ast.target.alias is None and any(
        source.table is writer.table and source.alias is None for source in joined(query.sources[1:])
    ):
        raise SqlError(
            errors.ERROR, f"target object/alias may not appear in FROM clause: {writer.table.name}"
        )
    ask_for_keys(query, writer.table, writer.key_fields)
    if query.limit is not None:
        # LIMIT counts rows of the target, each of which takes part once.
        query.group_by = [clone(key) for key in query.outputs[: len(writer.key_fields) or 1]]
    return UpdateFromBody(writer, updater, compilation.compiler.query(query).rows, places)


class UpdateFromBody(Body):
    """A compiled UPDATE … FROM. The last of several matches of a row counts; rows go in key order."""

    __slots__ = ("places", "rows", "updater", "writer")

    def __init__(self, writer: TableWriter, updater: RowUpdater, rows: Rows, places: list[int]) -> None:
        super().__init__()
        self.writer = writer
        self.updater = updater
        self.rows = rows
        self.places = places

    def execute(self, session: Session, old: Row, new: Row) -> None:
        """Find rows and values, then update."""
        frame = self.frame(session, old, new)
        writer = self.writer
        writer.open(session)
        width = len(writer.key_fields) or 1
        found: dict[Any, tuple[Any, tuple[Any, ...]]] = {}
        if writer.key is None:
            for values in self.rows(frame):
                found[values[0]] = values[0], values[1:]
        else:
            order = key_sorter(writer)
            for values in self.rows(frame):
                found[order(values[:width])] = values[:width], values[width:]
        for place in sorted(found):
            key, values = found[place]
            row = writer.fetch(key)
            if row is None:
                continue
            changed = row.copy()
            for number, value in zip(self.places, values, strict=True):
                changed[number] = value
            try:
                self.updater.update(session, frame, key, row, changed)
            except IgnoreRow:
                continue
