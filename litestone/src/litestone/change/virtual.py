"""Changes to virtual tables: the one place where they are handed to a module.

A module whose tables can be changed sets ``writable`` on the table's instance
and gives it one method, after ``vtab`` section 2.13 (xUpdate):

    update(session, old_rowid, new_rowid, values, rule) -> int | None

``values`` are all columns in order, hidden ones included; None deletes the row
``old_rowid``. ``old_rowid`` None inserts a row, whose rowid the module chooses
where ``new_rowid`` is None and gives back. ``rule`` is the conflict rule.
"""

from __future__ import annotations

from litestone import errors
from litestone.change.compilation import Returning
from litestone.change.find_rows import target_query
from litestone.change.insert import InsertColumns, insert_source
from litestone.change.session import Body
from litestone.change.update import from_values, row_setters
from litestone.errors import IgnoreRow, SqlError
from litestone.schema.query import ColumnRef, OutputColumn
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from litestone.change.compilation import Compilation
    from litestone.change.session import Row, Session
    from litestone.change.update import Setter
    from litestone.schema.objects import Table
    from litestone.schema.query import SelectQuery
    from litestone.text.statement import Delete, Insert, Update

    # (old rowid, new rowid, values)
    Change = tuple[Any, Any, list[Any] | None]
    Changes = Callable[[list[Any]], Iterable[Change]]


class VirtualBody(Body):
    """A compiled change of a virtual table."""

    __slots__ = ("changes", "returning", "rule", "table")

    def __init__(self, table: Table, changes: Changes, rule: str, returning: Returning | None) -> None:
        super().__init__()
        self.table = table
        self.changes = changes
        self.rule = rule
        self.returning = returning

    def execute(self, session: Session, old: Row, new: Row) -> None:
        """Hand every row to the module."""
        frame = self.frame(session, old, new)
        update = self.table.instance.update
        for old_rowid, new_rowid, values in list(self.changes(frame)):
            try:
                rowid = update(session, old_rowid, new_rowid, values, self.rule)
            except IgnoreRow:
                continue
            session.changes += 1
            if old_rowid is None and rowid is not None:
                session.connection.last_insert_rowid = rowid
            if self.returning is not None and values is not None:
                session.returned.append(self.returning.give(frame, [*values, rowid]))


def insert_virtual(ast: Insert, compilation: Compilation, table: Table) -> tuple[Body, Returning | None]:
    """The body of an INSERT."""
    if ast.upserts:
        raise SqlError(errors.ERROR, f'UPSERT not implemented for virtual table "{table.name}"')
    columns = InsertColumns(compilation, table, ast)
    rows, _ = insert_source(ast, compilation, columns)
    returning = None
    if ast.returning is not None:
        returning = Returning(compilation, table, ast.returning)

    def changes(frame: list[Any]) -> Iterable[Change]:
        for values in rows(frame):
            row = columns.row(values, frame)
            rowid = row.pop()
            yield None, rowid, row

    body = VirtualBody(table, changes, compilation.rule or ast.conflict or "ABORT", returning)
    compilation.finish(body)
    return body, returning


def no_returning(ast: Delete | Update) -> None:
    """RETURNING is not for UPDATE and DELETE of virtual tables (``lang_returning`` section 3)."""
    if ast.returning is not None:
        word = "DELETE" if ast.__class__.__name__ == "Delete" else "UPDATE"
        raise SqlError(errors.ERROR, f"{word} RETURNING is not available on virtual tables")


def add_outputs(query: SelectQuery, columns: list[int]) -> None:
    """Put columns of the target (-1 the rowid) before the outputs of ``query``."""
    source = query.sources[0]
    source.used.update(columns)
    query.outputs[:0] = [ColumnRef(source, number) for number in columns]
    query.columns[:0] = [OutputColumn("", affinities.BLOB, None) for _ in columns]


def delete_virtual(ast: Delete, compilation: Compilation, table: Table) -> tuple[Body, Returning | None]:
    """The body of a DELETE."""
    no_returning(ast)
    query = target_query(ast, compilation, [], [])
    del query.outputs[:], query.columns[:]
    add_outputs(query, [-1])
    rows = compilation.compiler.query(query).rows

    def changes(frame: list[Any]) -> Iterable[Change]:
        for values in rows(frame):
            yield values[0], None, None

    body = VirtualBody(table, changes, "ABORT", None)
    compilation.finish(body)
    return body, None


def update_virtual(ast: Update, compilation: Compilation, table: Table) -> tuple[Body, Returning | None]:
    """The body of an UPDATE."""
    no_returning(ast)
    places: list[int] = []
    setters: list[Setter] = []
    slot = -1
    width = len(table.columns)
    if ast.sources:
        outputs, places = from_values(ast.assignments, table)
        query = target_query(ast, compilation, ast.sources, outputs)
    else:
        slot, setters = row_setters(ast.assignments, compilation, table, ast.target.alias or table.name)
        query = target_query(ast, compilation, [], [])
        del query.outputs[:], query.columns[:]
    add_outputs(query, [*range(width), -1])
    rows = compilation.compiler.query(query).rows

    def changes(frame: list[Any]) -> Iterable[Change]:
        for values in list(rows(frame)):
            old = list(values[: width + 1])
            new = old.copy()
            for number, value in zip(places, values[width + 1 :], strict=False):
                new[number] = value
            if setters:
                frame[slot] = old
            for setter in setters:
                setter.set(frame, new)
            rowid = new.pop()
            yield old[-1], rowid, new

    body = VirtualBody(table, changes, compilation.rule or ast.conflict or "ABORT", None)
    compilation.finish(body)
    return body, None
