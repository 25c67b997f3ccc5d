"""Deleting one row with all that follows from it: triggers, foreign keys, index entries."""

from __future__ import annotations

from litestone.change.foreign_key import key_checks
from litestone.change.trigger import fire, table_triggers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from litestone.change.session import Row, Session
    from litestone.change.table_writer import TableWriter


class RowDeleter:
    """Deletes rows of one table; ``with_triggers`` False for what REPLACE removes quietly."""

    __slots__ = ("after", "before", "keys", "quiet", "writer")

    def __init__(self, writer: TableWriter, with_triggers: bool) -> None:
        self.writer = writer
        self.before, self.after = (
            table_triggers(writer.connection, writer.table, "DELETE", None) if with_triggers else ([], [])
        )
        self.keys = key_checks(writer)
        self.quiet = not (self.before or self.after or self.keys)

    def delete(self, session: Session, key: Any, old: Row, count: bool) -> bool:
        """Delete the row ``old`` of ``key``; False where a BEFORE trigger has done so already.

        Raises IgnoreRow where a trigger says RAISE(IGNORE).
        """
        writer = self.writer
        row = old
        if self.before:
            fire(session, self.before, old, None)
            found = writer.fetch(key)
            if found is None:
                return False
            row = found
        if self.keys:
            self.keys.remove(session, row)
        writer.check_pin(session)
        writer.delete(row)
        if count:
            session.changes += 1
        if self.keys:
            self.keys.act(session, row, None)
        if self.after:
            fire(session, self.after, old, None)
        return True
