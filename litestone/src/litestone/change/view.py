"""Changes to views: the rows are found, INSTEAD OF triggers do the rest (``lang_createtrigger``)."""

from __future__ import annotations

from litestone import errors
from litestone.change.compilation import Returning
from litestone.change.find_rows import target_query
from litestone.change.insert import InsertColumns, insert_source
from litestone.change.session import Body
from litestone.change.target import check_writable
from litestone.change.trigger import fire, table_triggers
from litestone.change.update import assigned_columns, from_values, row_setters
from litestone.errors import IgnoreRow, SqlError
from litestone.schema.objects import Column, Table
from litestone.text.tree import Star
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from litestone.change.compilation import Compilation
    from litestone.change.insert import Rows
    from litestone.change.session import Row, Session
    from litestone.change.trigger import Programs
    from litestone.change.update import Setter
    from litestone.schema.resolve import Resolver
    from litestone.text.statement import Delete, Insert, Update


def view_layout(resolver: Resolver, view: Table) -> Table:
    """The view as a table with columns, such as OLD and NEW have them.

    Raises SqlError where the view cannot be resolved.
    """
    query = resolver.view_query(view)
    layout = Table(view.name, view.database, "view")
    names = view.select_columns or [column.name for column in query.columns]
    for name, described in zip(names, query.columns, strict=False):
        column = Column(name, described.type_name, max(described.affinity, affinities.BLOB))
        column.collation = described.collation or "BINARY"
        layout.columns.append(column)
    return layout


def instead_of(
    compilation: Compilation,
    view: Table,
    layout: Table,
    event: str,
    rule: str | None,
    changed: set[int] | None,
) -> Programs:
    """The INSTEAD OF triggers; raises SqlError "cannot modify … because it is a view" where there is none."""
    programs, _ = table_triggers(compilation.connection, view, event, rule, changed, layout)
    check_writable(compilation.connection, view, bool(programs))
    return programs


class ViewBody(Body):
    """A compiled change of a view; ``rows`` gives (OLD, NEW) pairs."""

    __slots__ = ("pairs", "programs", "returning")

    def __init__(
        self,
        programs: Programs,
        pairs: Callable[[list[Any]], Iterable[tuple[Row, Row]]],
        returning: Returning | None,
    ) -> None:
        super().__init__()
        self.programs = programs
        self.pairs = pairs
        self.returning = returning

    def execute(self, session: Session, old: Row, new: Row) -> None:
        """Fire the triggers for every row."""
        frame = self.frame(session, old, new)
        for before, after in self.pairs(frame):
            try:
                fire(session, self.programs, before, after)
            except IgnoreRow:
                continue
            if self.returning is not None:
                row = before if after is None else after
                session.returned.append(self.returning.give(frame, row))


def finished(compilation: Compilation, body: ViewBody) -> tuple[Body, Returning | None]:
    """The body with its frame laid out."""
    compilation.finish(body)
    return body, body.returning


def make_returning(compilation: Compilation, layout: Table, ast: Any) -> Returning | None:
    """The RETURNING clause of a change of a view."""
    return None if ast.returning is None else Returning(compilation, layout, ast.returning)


def insert_view(ast: Insert, compilation: Compilation, view: Table) -> tuple[Body, Returning | None]:
    """The body of an INSERT into a view."""
    compilation.enter_with(ast.with_)
    layout = view_layout(compilation.resolver, view)
    rule = compilation.rule or ast.conflict
    programs = instead_of(compilation, view, layout, "INSERT", rule, None)
    if ast.upserts:
        raise SqlError(errors.ERROR, "cannot UPSERT a view")
    columns = InsertColumns(compilation, layout, ast)
    rows, _ = insert_source(ast, compilation, columns)
    returning = make_returning(compilation, layout, ast)
    return finished(compilation, ViewBody(programs, inserted_pairs(rows, columns), returning))


def inserted_pairs(rows: Rows, columns: InsertColumns) -> Callable[[list[Any]], Iterable[tuple[Row, Row]]]:
    """The rows to insert, all of them computed before the first trigger fires."""

    def pairs(frame: list[Any]) -> list[tuple[Row, Row]]:
        found: list[tuple[Row, Row]] = []
        for values in rows(frame):
            row = columns.row(values, frame)
            if row[-1] is None:
                row[-1] = -1
            found.append((None, row))
        return found

    return pairs


def delete_view(ast: Delete, compilation: Compilation, view: Table) -> tuple[Body, Returning | None]:
    """The body of a DELETE from a view."""
    compilation.enter_with(ast.with_)
    layout = view_layout(compilation.resolver, view)
    programs = instead_of(compilation, view, layout, "DELETE", None, None)
    query = target_query(ast, compilation, [], [Star(None)])
    rows = compilation.compiler.query(query).rows

    def pairs(frame: list[Any]) -> list[tuple[Row, Row]]:
        return [([*values, None], None) for values in rows(frame)]

    returning = make_returning(compilation, layout, ast)
    return finished(compilation, ViewBody(programs, pairs, returning))


def update_view(ast: Update, compilation: Compilation, view: Table) -> tuple[Body, Returning | None]:
    """The body of an UPDATE of a view."""
    compilation.enter_with(ast.with_)
    layout = view_layout(compilation.resolver, view)
    assigned = {number for a in ast.assignments for number in assigned_columns(layout, a)}
    rule = compilation.rule or ast.conflict
    programs = instead_of(compilation, view, layout, "UPDATE", rule, assigned)
    alias = ast.target.alias or view.name
    width = len(layout.columns)
    places: list[int] = []
    setters: list[Setter] = []
    slot = -1
    if ast.sources:
        outputs, places = from_values(ast.assignments, layout)
        query = target_query(ast, compilation, ast.sources, [Star(alias), *outputs])
    else:
        slot, setters = row_setters(ast.assignments, compilation, layout, alias)
        query = target_query(ast, compilation, [], [Star(None)])
    rows = compilation.compiler.query(query).rows

    def pairs(frame: list[Any]) -> Iterable[tuple[Row, Row]]:
        for values in list(rows(frame)):
            old = [*values[:width], None]
            new = old.copy()
            for number, value in zip(places, values[width:], strict=False):
                new[number] = value
            if setters:
                frame[slot] = old
            for setter in setters:
                setter.set(frame, new)
            yield old, new

    returning = make_returning(compilation, layout, ast)
    return finished(compilation, ViewBody(programs, pairs, returning))
