"""Foreign keys (``foreignkeys``): which of a table's keys a change must look at."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestone.change.key_check import KeyChecks
    from litestone.change.table_writer import TableWriter
    from litestone.connection import Connection
    from litestone.schema.objects import Table
    from litestone.text.statement import ForeignKey


def key_checks(
    writer: TableWriter, changed: set[int] | None = None, lone: bool = False
) -> KeyChecks | None:
    """What a change of the table must look at, None where foreign keys are off or do not concern it.

    ``changed`` are the columns of an UPDATE (-1 the rowid), None for INSERT and DELETE; ``lone``: see
    ``KeyChecks``.
    """
    if not writer.connection.settings.foreign_keys:
        return None
    from litestone.change.key_check import KeyChecks

    checks = KeyChecks(writer, changed, False, lone)
    return checks if checks.needed else None


def check_drop(connection: Connection, table: Table) -> None:
    """The implicit DELETE of all rows before a table is dropped (``foreignkeys`` section 5).

    Raises SqlError where that leaves an immediate foreign key violated.
    """
    if not connection.settings.foreign_keys:
        return
    from litestone.change.key_check import KeyChecks, referring
    from litestone.change.session import Session
    from litestone.change.table_writer import table_writer
    from litestone.run.runtime import Runtime

    settings = connection.settings
    if not referring(connection, table):
        deferred = any(key.deferred or settings.defer_foreign_keys for key in table.foreign_keys)
        if not deferred or not connection.deferred_violations:
            return
    writer = table_writer(connection, table)
    checks = KeyChecks(writer, None, True)
    session = Session(connection, Runtime(connection, ()))
    writer.open(session)
    for key in all_keys(writer):
        row = writer.fetch(key)
        if row is not None:
            checks.remove(session, row)
            writer.delete(row)
            session.changes += 1
            checks.act(session, row, None)
    if session.immediate_violations > 0:
        connection.changes = 0
        raise SqlError(errors.CONSTRAINT_FOREIGNKEY, "FOREIGN KEY constraint failed")
    connection.changes = session.changes
    connection.total_changes += session.changes


def all_keys(writer: TableWriter) -> list[object]:
    """The keys of all rows of a table."""
    if writer.key is None:
        from litestone.storage.row_reader import RowReader

        return [row[0] for row in writer.tree.scan(RowReader(()))]
    width = len(writer.key_fields)
    return list(writer.key.tree.scan(tuple(range(width))))


def orphan_rowids(connection: Connection, table: Table, key: ForeignKey) -> Iterator[int | None]:
    """The rowids (None in a WITHOUT ROWID table) of the rows of ``table`` whose ``key`` has no parent.

    Raises SqlError "foreign key mismatch …".
    """
    from litestone.change.key_check import ChildSide
    from litestone.change.key_parent import find_parent
    from litestone.change.session import Session
    from litestone.change.table_writer import table_writer
    from litestone.run.runtime import Runtime

    writer = table_writer(connection, table)
    writer.open(Session(connection, Runtime(connection, ())))
    parent = find_parent(connection, table, key)
    side = None if parent is None else ChildSide(table, key, parent)
    numbers = [table.find_column(name) for name in key.columns]
    for place in all_keys(writer):
        row = writer.fetch(place)
        if row is None:
            continue
        if side is not None:
            orphan = side.orphan(row)
        else:
            orphan = all(row[number] is not None for number in numbers)
        if orphan:
            yield row[-1]
