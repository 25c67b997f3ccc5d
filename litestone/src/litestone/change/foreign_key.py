"""Foreign keys (``foreignkeys``): which of a table's keys a change must look at."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.change.key_check import KeyChecks
    from litestone.change.table_writer import TableWriter


def delete_keys(writer: TableWriter) -> KeyChecks | None:
    """What a DELETE on the table must look at; None where foreign keys are off or do not concern it."""
    return key_checks(writer, None)


def insert_keys(writer: TableWriter) -> KeyChecks | None:
    """What an INSERT into the table must look at."""
    return key_checks(writer, None)


def update_keys(writer: TableWriter, changed: set[int]) -> KeyChecks | None:
    """What an UPDATE of the ``changed`` columns (-1 the rowid) must look at."""
    return key_checks(writer, changed)


def key_checks(writer: TableWriter, changed: set[int] | None) -> KeyChecks | None:
    """The checks of the table as child and as parent, None without any."""
    if not writer.connection.settings.foreign_keys:
        return None
    from litestone.change.key_check import KeyChecks

    checks = KeyChecks(writer, changed)
    return checks if checks.needed else None
