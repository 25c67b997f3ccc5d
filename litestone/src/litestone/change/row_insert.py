"""Inserting one row with all that follows from it."""

from __future__ import annotations

from litestone.change.conflict import UniqueChecks
from litestone.change.constraint import RowConstraints
from litestone.change.foreign_key import key_checks
from litestone.change.sequence import Sequence, integer_rowid, next_rowid
from litestone.change.table_writer import table_writer
from litestone.change.trigger import fire, table_triggers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from litestone.change.compilation import Compilation, Returning
    from litestone.change.session import Session
    from litestone.schema.objects import Table
    from litestone.text.statement import Insert


class RowInserter:
    """Inserts rows into one table under one statement's conflict rule and upsert clauses.

    ``lone``: the statement is no trigger's and inserts one row.
    """

    __slots__ = (
        "after", "before", "clauses", "constraints", "direct", "has_triggers", "keys", "returning", "rule",
        "table", "unique", "writer",
    )  # fmt: skip

    def __init__(
        self, compilation: Compilation, table: Table, ast: Insert, returning: Returning | None, lone: bool
    ) -> None:
        connection = compilation.connection
        self.table = table
        self.writer = table_writer(connection, table)
        rule = self.rule = compilation.rule or ast.conflict
        self.returning = returning
        self.before, self.after = table_triggers(connection, table, "INSERT", rule)
        self.clauses: list[Any] = []
        if ast.upserts:
            from litestone.change.upsert import compile_upserts

            self.clauses = compile_upserts(compilation, self.writer, ast, returning)
        self.constraints = RowConstraints(self.writer, rule)
        self.unique = UniqueChecks(self.writer, rule, self.writer.indexes, True, self.clauses)
        self.has_triggers = bool(self.before or self.after)
        lone = lone and not (self.has_triggers or returning or self.unique.replaces or rule == "REPLACE")
        self.keys = key_checks(self.writer, None, lone)
        self.direct = not (
            self.has_triggers or self.keys or returning or self.writer.generated or self.writer.indexes
        )

    def open(self, session: Session) -> None:
        """Get ready for a run of the statement."""
        self.writer.open(session)
        for clause in self.clauses:
            clause.open(session)
        if self.table.autoincrement and self.table not in session.sequences:
            session.sequences[self.table] = Sequence(session.connection, self.table)

    def insert(self, session: Session, frame: list[Any], row: list[Any], given: bool) -> None:
        """Insert ``row``, whose last element is the rowid where one is ``given``, else None.

        Raises SqlError, or IgnoreRow where the row is skipped.
        """
        writer = self.writer
        if self.before:
            self.fire_before(session, row, given)
        new_rowid = False
        if writer.key is None:
            new_rowid = self.set_rowid(session, row)
        writer.apply_affinities(row)
        if writer.generated:
            writer.compute_generated(row)
        self.constraints.check(row)
        if not (self.direct and new_rowid):
            found = self.unique.check(session, row, None)
            if found is not None:
                clause, key = found
                clause.apply(session, frame, row, key)
                return
        if self.keys:
            self.keys.add(session, row)
        if session.depth > writer.pinned:
            writer.check_pin(session)
        writer.insert(row)
        session.changes += 1
        if writer.key is None:
            session.connection.last_insert_rowid = row[-1]
        if self.returning is not None:
            session.returned.append(self.returning.give(frame, row))
        if self.after:
            fire(session, self.after, None, row)

    def set_rowid(self, session: Session, row: list[Any]) -> bool:
        """Give the row its rowid; True where it is one that no row has."""
        rowid = row[-1]
        table = self.table
        fresh = rowid is None
        if fresh:
            if table.autoincrement:
                rowid = session.sequences[table].next(self.writer.tree)
            else:
                rowid = next_rowid(self.writer.tree)
        else:
            if rowid.__class__ is not int:
                rowid = integer_rowid(rowid)
            if table.autoincrement:
                session.sequences[table].note(rowid)
        row[-1] = rowid
        if table.rowid_column >= 0:
            row[table.rowid_column] = rowid
        return fresh

    def fire_before(self, session: Session, row: list[Any], given: bool) -> None:
        """Run the BEFORE triggers: they see -1 for a rowid not chosen yet."""
        new = row.copy()
        if self.writer.key is None:
            new[-1] = -1 if row[-1] is None else integer_rowid(row[-1])
            if self.table.rowid_column >= 0:
                new[self.table.rowid_column] = new[-1]
        self.writer.apply_affinities(new)
        if self.writer.generated:
            self.writer.compute_generated(new)
        fire(session, self.before, None, new)
