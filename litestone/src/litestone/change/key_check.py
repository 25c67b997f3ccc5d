"""Counting violated foreign keys while rows change (``foreignkeys`` sections 2 and 4).

A row that refers to a missing parent counts as one violation: it is added when
a child comes or its parent goes, taken away when the child goes or a parent
comes. A statement may not end with an immediate one, a transaction not with a
deferred one.
"""

from __future__ import annotations

from litestone import errors
from litestone.change.compilation import Compilation
from litestone.change.key_action import action_program, key_matches
from litestone.change.key_parent import find_parent, locate, mismatch
from litestone.change.session import Body
from litestone.change.table_writer import table_writer
from litestone.errors import SqlError
from litestone.text.tree import Binary, Core, FromTerm, Literal, Name, ResultColumn, Select, TableRef, Unary
from litestone.value.compare import compare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from litestone.change.key_parent import ParentKey
    from litestone.change.session import Row, Session
    from litestone.change.table_writer import TableWriter
    from litestone.change.trigger_program import TriggerProgram
    from litestone.connection import Connection
    from litestone.schema.objects import Table
    from litestone.text.statement import ForeignKey


def count_violation(session: Session, deferred: bool, step: int) -> None:
    """Add to or take from the violations of a deferred or immediate key."""
    connection = session.connection
    if connection.settings.defer_foreign_keys:
        connection.deferred_violations += step
        connection.postponed_violations += step
    elif deferred:
        connection.deferred_violations += step
    else:
        session.immediate_violations += step


def violations(session: Session, deferred: bool) -> int:
    """How many violations of that kind are counted now."""
    connection = session.connection
    if deferred or connection.settings.defer_foreign_keys:
        return connection.deferred_violations
    return session.immediate_violations


class ChildSide:
    """A foreign key of the changed table itself: does the row's parent exist?"""

    __slots__ = ("columns", "deferred", "parent", "self_reference")

    def __init__(self, table: Table, key: ForeignKey, parent: ParentKey) -> None:
        self.columns = [table.find_column(name) for name in key.columns]
        self.deferred = key.deferred
        self.parent = parent
        self.self_reference = parent.table is table

    def orphan(self, row: Row) -> bool:
        """Whether ``row`` refers to a parent that is not there."""
        values = [row[number] for number in self.columns]
        return None not in values and not self.parent.exists(values)

    def own_parent(self, row: Row) -> bool:
        """Whether ``row``, which is about to be written, is its own parent."""
        return self.self_reference and all(
            row[child] is not None and not compare(row[child], row[parent])
            for child, parent in zip(self.columns, self.parent.columns, strict=True)
        )


class CountBody(Body):
    """The query that finds the children of a parent row."""

    __slots__ = ("rows",)

    def __init__(self, rows: Callable[[list[Any]], Iterable[Any]]) -> None:
        super().__init__()
        self.rows = rows

    def count(self, session: Session, parent: Row) -> int:
        """How many children the parent row has."""
        return sum(1 for _ in self.rows(self.frame(session, parent, None)))


class ParentSide:
    """A foreign key of some table that refers to the changed one."""

    __slots__ = (
        "action", "actions_compiled", "child", "children", "connection", "deferred", "event", "key", "others",
        "parent",
    )  # fmt: skip

    def __init__(
        self, connection: Connection, child: Table, key: ForeignKey, parent: ParentKey, event: str
    ) -> None:
        self.connection = connection
        self.child = child
        self.key = key
        self.parent = parent
        self.deferred = key.deferred
        self.event = event
        self.children: CountBody | None = None
        self.others: CountBody | None = None
        self.action: TriggerProgram | None = None
        self.actions_compiled = False

    def child_count(self, session: Session, row: Row, but_itself: bool) -> int:
        """How many rows refer to the parent ``row`` (``but_itself``: the row's own reference aside)."""
        if but_itself and self.child is self.parent.table:
            if self.others is None:
                self.others = self.query(True)
            return self.others.count(session, row)
        if self.children is None:
            self.children = self.query(False)
        return self.children.count(session, row)

    def query(self, but_itself: bool) -> CountBody:
        """The query for the children of the row OLD."""
        compilation = Compilation(self.connection)
        compilation.add_trigger_rows(self.parent.table, "DELETE")
        child = self.child
        where = key_matches(self.parent, self.key, "old", "child")
        if but_itself:
            names = (
                [child.columns[number].name for number in child.primary_key]
                if child.without_rowid
                else ["rowid" if child.find_column("rowid") < 0 else "_rowid_"]
            )
            same = None
            for name in names:
                term = Binary("IS", Name(None, "old", name, False), Name(None, "child", name, False))
                same = term if same is None else Binary("AND", same, term)
            assert same is not None
            where = Binary("AND", where, Unary("NOT", same))
        target = TableRef(child.database, child.name, "child", None, None, False)
        terms = [FromTerm(target, frozenset(), False, None, None)]
        core = Core(False, [ResultColumn(Literal(1, "1"), None, "1")], terms, where, [], None, [])
        query = compilation.resolver.select(Select(None, [core], [], [], None, None), compilation.scope)
        body = CountBody(compilation.compiler.query(query).rows)
        compilation.finish(body)
        return body

    def act(self, session: Session, old: Row, new: Row) -> None:
        """Carry out the key's action for a parent row that has been deleted or updated."""
        if not self.actions_compiled:
            self.action = self.kept_action()
            self.actions_compiled = True
        if self.action is not None:
            self.action.enter(session, old, new)

    def kept_action(self) -> TriggerProgram | None:
        """The program of the action: made once, since it may set off itself."""
        connection = self.connection
        programs = table_writer(connection, self.parent.table).actions
        known = (id(self.key), self.event, connection.settings.defer_foreign_keys)
        if known not in programs:
            programs[known] = action_program(connection, self.parent, self.child, self.key, self.event)
        return programs[known]


class KeyChecks:
    """All foreign keys that a change of a table concerns.

    ``changed`` are the columns of an UPDATE (-1 the rowid), None for INSERT and
    DELETE. ``forgiving``: the table is being dropped, keys that cannot be are let be; ``lone``: a single
    row is inserted, which no violation of an immediate key can come before, so that those that refer to the
    table are not looked at.
    """

    __slots__ = ("as_child", "as_parent", "needed", "orphaned", "self_reference")

    def __init__(
        self, writer: TableWriter, changed: set[int] | None, forgiving: bool = False, lone: bool = False
    ) -> None:
        connection = writer.connection
        table = writer.table
        self.as_child: list[ChildSide] = []
        self.orphaned: list[tuple[list[int], bool]] = []
        for key in reversed(table.foreign_keys):
            numbers = {table.find_column(name) for name in key.columns}
            own = key.table.lower() == table.name.lower()
            if changed is not None and not own and not numbers & changed:
                continue
            self.add_child_side(connection, table, key, forgiving)
        event = "DELETE" if changed is None else "UPDATE"
        self.as_parent: list[ParentSide] = []
        lone = lone and not connection.settings.defer_foreign_keys
        for child, key in referring(connection, table):
            if lone and not key.deferred:
                continue
            if changed is None or touches(table, key, changed):
                self.add_parent_side(connection, table, child, key, event, forgiving)
        self.needed = bool(self.as_child or self.as_parent or self.orphaned)
        if changed is not None and self.needed:
            # An UPDATE that looks at any key looks whether all that refer to the table can be.
            for child, key in referring(connection, table):
                if locate(connection, table, key) is None:
                    raise mismatch(child, key)
        self.self_reference = any(side.self_reference for side in self.as_child)

    def add_child_side(self, connection: Connection, table: Table, key: ForeignKey, forgiving: bool) -> None:
        """Note a key of the table itself; raises SqlError where its parent cannot be."""
        try:
            parent = find_parent(connection, table, key)
        except SqlError:
            if forgiving:
                return
            raise
        if parent is not None:
            self.as_child.append(ChildSide(table, key, parent))
        elif forgiving:
            self.orphaned.append(([table.find_column(name) for name in key.columns], key.deferred))
        else:
            raise SqlError(errors.ERROR, f"no such table: {table.database}.{key.table}")

    def add_parent_side(
        self, connection: Connection, table: Table, child: Table, key: ForeignKey, event: str, forgiving: bool
    ) -> None:
        """Note a key that refers to the table; raises SqlError "foreign key mismatch …"."""
        parent = locate(connection, table, key)
        if parent is not None:
            self.as_parent.append(ParentSide(connection, child, key, parent, event))
        elif not forgiving:
            raise mismatch(child, key)

    def remove(self, session: Session, row: Row) -> None:
        """Before a row, or the old form of one, goes: count what becomes of it."""
        for side in self.as_child:
            if violations(session, side.deferred) > 0 and side.orphan(row):
                count_violation(session, side.deferred, -1)
        for columns, deferred in self.orphaned:
            if violations(session, deferred) > 0 and all(row[number] is not None for number in columns):
                count_violation(session, deferred, -1)
        for other in self.as_parent:
            found = other.child_count(session, row, True)
            if found:
                count_violation(session, other.deferred, found)

    def add(self, session: Session, row: Row) -> None:
        """Before a row, or the new form of one, comes: count what becomes of it."""
        for side in self.as_child:
            if side.orphan(row) and not side.own_parent(row):
                if session.single and not (side.deferred or session.connection.settings.defer_foreign_keys):
                    raise SqlError(errors.CONSTRAINT_FOREIGNKEY, "FOREIGN KEY constraint failed")
                count_violation(session, side.deferred, 1)
        for other in self.as_parent:
            if violations(session, other.deferred) > 0:
                found = other.child_count(session, row, False)
                if found:
                    count_violation(session, other.deferred, -found)

    def act(self, session: Session, old: Row, new: Row) -> None:
        """After a row was deleted (``new`` None) or updated: the actions of the keys that refer to it."""
        for other in self.as_parent:
            other.act(session, old, new)


def referring(connection: Connection, table: Table) -> list[tuple[Table, ForeignKey]]:
    """The foreign keys that refer to ``table``, newest first."""
    wanted = table.name.lower()
    found = [
        (child, key)
        for child in connection.database(table.database).schema.tables.values()
        for key in child.foreign_keys
        if key.table.lower() == wanted
    ]
    found.reverse()
    return found


def touches(table: Table, key: ForeignKey, changed: set[int]) -> bool:
    """Whether an UPDATE of ``changed`` columns can change the parent key of ``key``."""
    if key.parent_columns is None:
        own = set(table.primary_key)
    else:
        own = {table.find_column(name) for name in key.parent_columns}
    return bool(own & changed)
