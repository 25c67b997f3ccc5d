"""DELETE (``lang_delete``)."""

from __future__ import annotations

from litestone.change.compilation import Compilation, Returning
from litestone.change.find_rows import KeySearch, collect
from litestone.change.row_delete import RowDeleter
from litestone.change.session import Body, ChangeProgram
from litestone.change.table_writer import table_writer
from litestone.change.target import check_writable, find_target
from litestone.errors import IgnoreRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from litestone.change.session import Row, Session
    from litestone.change.table_writer import TableWriter
    from litestone.connection import Connection
    from litestone.text.statement import Delete


def compile_delete(ast: Delete, connection: Connection) -> ChangeProgram:
    """The program of a DELETE statement; raises SqlError where it cannot be."""
    compilation = Compilation(connection)
    body, returning = delete_body(ast, compilation)
    return ChangeProgram(connection, body, returning.columns if returning is not None else [])


def delete_body(ast: Delete, compilation: Compilation) -> tuple[Body, Returning | None]:
    """The compiled body of a DELETE, at the top or in a trigger."""
    connection = compilation.connection
    table = find_target(connection, ast.target.schema or compilation.database, ast.target.name)
    if table.kind == "view":
        from litestone.change.view import delete_view

        return delete_view(ast, compilation, table)
    check_writable(connection, table, False)
    compilation.enter_with(ast.with_)
    if table.kind == "virtual":
        from litestone.change.virtual import delete_virtual

        return delete_virtual(ast, compilation, table)
    writer = table_writer(connection, table)
    deleter = RowDeleter(writer, True)
    returning = None
    if ast.returning is not None:
        returning = Returning(compilation, table, ast.returning)
    body: Body
    if ast.where is None and ast.limit is None and not ast.order_by and deleter.quiet and returning is None:
        body = TruncateBody(writer)
    else:
        search = KeySearch(ast, compilation, writer)
        in_key_order = (
            not deleter.quiet or returning is not None or ast.limit is not None or search.correlated
        )
        body = DeleteBody(writer, deleter, search.rows, returning, in_key_order)
    compilation.finish(body)
    return body, returning


class TruncateBody(Body):
    """A DELETE of all rows at once (``lang_delete`` section 4)."""

    __slots__ = ("writer",)

    def __init__(self, writer: TableWriter) -> None:
        super().__init__()
        self.writer = writer

    def execute(self, session: Session, old: Row, new: Row) -> None:
        """Empty the trees of the table."""
        table = self.writer.table
        self.writer.open(session)
        self.writer.check_pin(session)
        store = session.connection.store_of(table)
        session.changes += store.clear_tree(table.root)
        for index in table.indexes:
            if index.root != table.root:
                store.clear_tree(index.root)


class DeleteBody(Body):
    """A compiled DELETE that finds its rows first."""

    __slots__ = ("bare", "deleter", "in_key_order", "returning", "rows", "writer")

    def __init__(
        self,
        writer: TableWriter,
        deleter: RowDeleter,
        rows: Callable[[list[Any]], Iterable[tuple[Any, ...]]],
        returning: Returning | None,
        in_key_order: bool,
    ) -> None:
        super().__init__()
        self.writer = writer
        self.deleter = deleter
        self.rows = rows
        self.returning = returning
        self.in_key_order = in_key_order
        self.bare = deleter.quiet and returning is None and writer.key is None and not writer.indexes

    def execute(self, session: Session, old: Row, new: Row) -> None:
        """Find the rows, then delete them."""
        frame = self.frame(session, old, new)
        writer = self.writer
        writer.open(session)
        keys = collect(self.rows(frame), writer, self.in_key_order)
        if self.bare:
            tree = writer.tree
            for key in keys:
                if tree.delete(key):
                    session.changes += 1
            return
        for key in keys:
            row = writer.fetch(key)
            if row is not None:
                self.delete(session, frame, key, row)

    def delete(self, session: Session, frame: list[Any], key: Any, row: list[Any]) -> None:
        """Delete one row."""
        try:
            done = self.deleter.delete(session, key, row, True)
        except IgnoreRow:
            return
        if done and self.returning is not None:
            session.returned.append(self.returning.give(frame, row))
