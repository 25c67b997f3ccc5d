"""Uniqueness of a row, and what the conflict rules make of a violation.

Sources: ``lang_conflict``, ``lang_upsert``. The rowid is checked first, then
the indexes in order; a constraint declared ON CONFLICT REPLACE comes after
the others, and those that upsert clauses name come first, in clause order.
"""

from __future__ import annotations

from litestone import errors
from litestone.change.constraint import fail
from litestone.change.row_delete import RowDeleter
from litestone.errors import IgnoreRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from litestone.change.index_writer import IndexWriter
    from litestone.change.session import Row, Session
    from litestone.change.table_writer import TableWriter
    from litestone.change.upsert import UpsertClause


class Unique:
    """A unique constraint of the rowid (``writer`` None) or an index, its rule and upsert clause."""

    __slots__ = ("clause", "code", "rule", "text", "writer")

    def __init__(
        self, writer: IndexWriter | None, rule: str, code: int, text: str, clause: UpsertClause | None
    ) -> None:
        self.writer = writer
        self.rule = rule
        self.code = code
        self.text = text
        self.clause = clause


class UniqueChecks:
    """The unique constraints of a table in the order in which they are checked.

    ``rule`` is the statement's OR clause; ``indexes`` are those whose entries
    change; ``rowid`` tells whether the rowid is new.
    """

    __slots__ = ("deleter", "order", "replaces", "table_writer")

    def __init__(
        self,
        writer: TableWriter,
        rule: str | None,
        indexes: list[IndexWriter],
        rowid: bool,
        clauses: list[UpsertClause],
    ) -> None:
        self.table_writer = writer
        uniques = [self.index_constraint(w, rule) for w in indexes if w.unique]
        first: list[Unique] = []
        last: list[Unique] = []
        if rowid and writer.key is None:
            own = self.rowid_constraint(rule)
            if own.rule == "REPLACE" and rule != "REPLACE" and not clauses:
                last.append(own)
            else:
                first.append(own)
        self.order = first + uniques + last
        if clauses:
            self.apply_clauses(clauses)
        self.replaces = any(unique.rule == "REPLACE" for unique in self.order)
        self.deleter: RowDeleter | None = None

    def rowid_constraint(self, rule: str | None) -> Unique:
        """The constraint that a rowid is new."""
        table = self.table_writer.table
        if table.rowid_column >= 0:
            name = table.columns[table.rowid_column].name
            text = f"UNIQUE constraint failed: {table.name}.{name}"
            return Unique(None, rule or table.key_conflict, errors.CONSTRAINT_PRIMARYKEY, text, None)
        text = f"UNIQUE constraint failed: {table.name}.rowid"
        return Unique(None, rule or "ABORT", errors.CONSTRAINT_ROWID, text, None)

    def index_constraint(self, writer: IndexWriter, rule: str | None) -> Unique:
        """The constraint of a unique index."""
        code = errors.CONSTRAINT_PRIMARYKEY if writer.index.origin == "pk" else errors.CONSTRAINT_UNIQUE
        return Unique(writer, rule or writer.index.conflict, code, writer.failure(), None)

    def apply_clauses(self, clauses: list[UpsertClause]) -> None:
        """Give each constraint its upsert clause and put those of clauses in clause order."""
        named: list[Unique] = []
        for clause in clauses:
            for unique in self.order:
                if unique.clause is None and clause.covers(unique.writer):
                    unique.clause = clause
                    if clause.targeted:
                        named.append(unique)
        rest = [unique for unique in self.order if unique not in named]
        rest.sort(key=lambda unique: unique.writer is not None)
        self.order = named + rest

    def find(self, unique: Unique, row: Row, old_key: Any) -> Any:
        """The key of another row that violates ``unique`` beside ``row``, None without one."""
        table_writer = self.table_writer
        if unique.writer is None:
            rowid = row[-1]
            if rowid == old_key or not table_writer.tree.exists(rowid):
                return None
            return rowid
        entry = unique.writer.find(row)
        if entry is None:
            return None
        key = table_writer.entry_key(unique.writer, entry)
        return None if old_key is not None and self.same_key(key, old_key) else key

    def same_key(self, key: Any, other: Any) -> bool:
        """Whether two keys are of one row (primary keys are compared by their collations)."""
        if self.table_writer.key is None or key == other:
            return bool(key == other)
        order = self.table_writer.connection.key_order(self.table_writer.key.index)
        from litestone.value.compare import compare

        return all(not compare(a, b, k) for a, b, k in zip(key, other, order.keys, strict=False))

    def check(self, session: Session, row: Row, old_key: Any) -> tuple[UpsertClause, Any] | None:
        """Check ``row`` (replacing the row of ``old_key``, None for a new one) against all others.

        Gives the upsert clause that applies and the key of the row it is
        about, or None where the row may be written. Raises SqlError or IgnoreRow.
        """
        fired = False
        for unique in self.order:
            key = self.find(unique, row, old_key)
            if key is None:
                continue
            if unique.clause is not None:
                return unique.clause, key
            if unique.rule != "REPLACE":
                raise fail(unique.code, unique.text, unique.rule)
            fired = self.replace(session, unique, key, old_key is not None) or fired
        if fired:
            for unique in self.order:
                if self.find(unique, row, old_key) is not None:
                    raise fail(unique.code, unique.text, "ABORT")
        return None

    def replace(self, session: Session, unique: Unique, key: Any, updating: bool) -> bool:
        """Remove the row that is in the way; True where triggers or foreign keys have had their say."""
        table_writer = self.table_writer
        if self.deleter is None:
            self.deleter = RowDeleter(table_writer, table_writer.connection.settings.recursive_triggers)
        old = table_writer.fetch(key)
        if old is None:
            raise errors.corrupt()
        if self.deleter.quiet and unique.writer is None:
            # The table's record will be overwritten in place.
            table_writer.delete_entries(old, table_writer.indexes)
            return False
        pinned = table_writer.pinned
        if updating and unique.writer is not None:
            table_writer.pinned = session.depth
        try:
            self.deleter.delete(session, key, old, False)
        except IgnoreRow:
            # RAISE(IGNORE) saves the row that is in the way: the second check will find it.
            return True
        finally:
            table_writer.pinned = pinned
        return not self.deleter.quiet
