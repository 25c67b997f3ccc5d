"""Updating one row with all that follows from it."""

from __future__ import annotations

from litestone import errors
from litestone.change.conflict import UniqueChecks
from litestone.change.constraint import RowConstraints
from litestone.change.foreign_key import key_checks
from litestone.change.sequence import integer_rowid
from litestone.change.trigger import fire, table_triggers
from litestone.errors import SqlError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from litestone.change.compilation import Returning
    from litestone.change.session import Session
    from litestone.change.table_writer import TableWriter


class RowUpdater:
    """Updates rows of one table in which the columns ``assigned`` (-1 the rowid) get new values."""

    __slots__ = (
        "after", "assigned", "before", "constraints", "indexes", "key_changes", "keys", "quiet", "returning",
        "unique", "writer",
    )  # fmt: skip

    def __init__(
        self, writer: TableWriter, rule: str | None, assigned: set[int], returning: Returning | None
    ) -> None:
        self.writer = writer
        self.returning = returning
        self.assigned = assigned
        table = writer.table
        connection = writer.connection
        changed = writer.with_dependants(assigned)
        if table.rowid_column in assigned:
            changed.add(-1)
        if -1 in assigned and table.rowid_column >= 0:
            changed.add(table.rowid_column)
        self.key_changes = -1 in changed or any(number in changed for number in writer.key_fields)
        self.before, self.after = table_triggers(connection, table, "UPDATE", rule, assigned)
        self.keys = key_checks(writer, changed)
        self.indexes = [
            index
            for index in writer.indexes
            if self.key_changes or index.reads & changed or index is writer.key
        ]
        self.constraints = RowConstraints(writer, rule, changed)
        checked = [index for index in self.indexes if self.key_changes or index is not writer.key]
        self.unique = UniqueChecks(writer, rule, checked, -1 in changed, [])
        self.quiet = not (
            self.before or self.after or self.keys or self.key_changes or self.unique.replaces or returning
        )

    def update(self, session: Session, frame: list[Any], key: Any, old: list[Any], new: list[Any]) -> None:
        """Turn the row ``old`` of ``key`` into ``new``, whose assigned columns hold their values as computed.

        Raises SqlError, or IgnoreRow where the row is left as it is.
        """
        writer = self.writer
        self.set_rowid(new)
        writer.apply_affinities(new)
        if writer.generated:
            writer.compute_generated(new)
        row = old
        if self.before:
            fire(session, self.before, old, new)
            found = writer.fetch(key)
            if found is None:
                return
            row = found
            for number in range(writer.columns):
                if number not in self.assigned and writer.table.columns[number].generated is None:
                    new[number] = row[number]
            if -1 not in self.assigned and writer.table.rowid_column not in self.assigned:
                new[-1] = row[-1]
            if writer.generated:
                writer.compute_generated(new)
        self.constraints.check(new)
        self.unique.check(session, new, key)
        self.write(session, row, new)
        session.changes += 1
        if self.keys:
            self.keys.act(session, row, new)
        if self.returning is not None:
            session.returned.append(self.returning.give(frame, new))
        if self.after:
            fire(session, self.after, old, new)

    def set_rowid(self, new: list[Any]) -> None:
        """Make rowid and INTEGER PRIMARY KEY of the new row agree; raises SqlError "datatype mismatch"."""
        alias = self.writer.table.rowid_column
        if alias in self.assigned and alias >= 0:
            value = new[alias]
        elif -1 in self.assigned:
            value = new[-1]
        else:
            return
        if value is None:
            raise SqlError(errors.MISMATCH, "datatype mismatch")
        new[-1] = integer_rowid(value)
        if alias >= 0:
            new[alias] = new[-1]

    def write(self, session: Session, row: list[Any], new: list[Any]) -> None:
        """Exchange the row in the trees, and count what that does to foreign keys."""
        writer = self.writer
        writer.check_pin(session)
        keys = self.keys
        if keys:
            keys.remove(session, row)
        for index in self.indexes:
            if self.key_changes or index is not writer.key:
                index.delete(row)
        if writer.key is None and (keys or (self.key_changes and row[-1] != new[-1])):
            writer.tree.delete(row[-1])
        if keys:
            keys.add(session, new)
        for index in self.indexes:
            index.insert(new)
        if writer.key is None:
            writer.tree.insert(new[-1], writer.payload(new))
