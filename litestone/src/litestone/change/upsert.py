"""ON CONFLICT clauses of INSERT (``lang_upsert``)."""

from __future__ import annotations

from litestone import errors
from litestone.change.row_update import RowUpdater
from litestone.change.update import assigned_columns, make_setter
from litestone.errors import IgnoreRow, SqlError
from litestone.schema.expression import conjuncts, equal, walk
from litestone.schema.query import ColumnRef
from litestone.text.tree import Collate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from litestone.change.compilation import Closure, Compilation, Returning
    from litestone.change.index_writer import IndexWriter
    from litestone.change.session import Session
    from litestone.change.table_writer import TableWriter
    from litestone.change.update import Setter
    from litestone.schema.scope import Scope
    from litestone.text.statement import Insert, Upsert
    from litestone.text.tree import Expression

NO_MATCH = "ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint"


class UpsertClause:
    """One ON CONFLICT clause.

    ``targeted``: it names its constraint, which is ``index`` (None: the rowid);
    without a target it covers whatever the clauses before it do not.
    """

    __slots__ = (
        "condition", "excluded_slot", "index", "row_slot", "setters", "targeted", "updater", "writer",
    )  # fmt: skip

    def __init__(self, writer: TableWriter, targeted: bool, index: IndexWriter | None) -> None:
        self.writer = writer
        self.targeted = targeted
        self.index = index
        self.updater: RowUpdater | None = None
        self.setters: list[Setter] = []
        self.condition: Closure | None = None
        self.row_slot = -1
        self.excluded_slot = -1

    def covers(self, index: IndexWriter | None) -> bool:
        """Whether the clause is about this constraint (None: the rowid)."""
        return not self.targeted or index is self.index

    def open(self, session: Session) -> None:
        """Get ready for a run of the statement: the table is open already."""

    def apply(self, session: Session, frame: list[Any], excluded: list[Any], key: Any) -> None:
        """Do for the existing row of ``key`` what the clause says.

        Raises SqlError, or IgnoreRow for DO NOTHING and a false WHERE.
        """
        updater = self.updater
        if updater is None:
            raise IgnoreRow
        row = self.writer.fetch(key)
        if row is None:
            raise errors.corrupt()
        frame[self.row_slot] = row
        frame[self.excluded_slot] = excluded
        if self.condition is not None and not self.condition(frame):
            raise IgnoreRow
        changed = row.copy()
        for setter in self.setters:
            setter.set(frame, changed)
        updater.update(session, frame, self.writer.key_of(row), row, changed)


def compile_upserts(
    compilation: Compilation, writer: TableWriter, ast: Insert, returning: Returning | None
) -> list[UpsertClause]:
    """The ON CONFLICT clauses of a statement.

    Raises SqlError where a target matches no constraint.
    """
    table = writer.table
    clauses = []
    for number, upsert in enumerate(ast.upserts):
        targeted = upsert.targets is not None
        index = None
        if upsert.targets is not None:
            index = find_constraint(compilation, writer, upsert, number, len(ast.upserts))
        clause = UpsertClause(writer, targeted, index)
        if upsert.assignments is not None:
            row = compilation.row(table, ast.alias)
            excluded = compilation.row(table, "excluded")
            clause.row_slot, clause.excluded_slot = row.slot, excluded.slot
            hidden = (ast.alias or table.name).lower() == "excluded"
            scope = compilation.inner([row] if hidden else [row, excluded])
            assigned = {n for a in upsert.assignments for n in assigned_columns(table, a)}
            clause.updater = RowUpdater(writer, "ABORT", assigned, returning)
            clause.setters = [make_setter(a, compilation, scope, table) for a in upsert.assignments]
            if upsert.where is not None:
                clause.condition = compilation.predicate(upsert.where, scope)
        clauses.append(clause)
    return clauses


def find_constraint(
    compilation: Compilation, writer: TableWriter, upsert: Upsert, number: int, count: int
) -> IndexWriter | None:
    """The unique index that a conflict target names, None for the rowid."""
    table = writer.table
    source = compilation.row(table, None)
    scope = compilation.inner([source])
    targets: list[tuple[Expression, str | None]] = []
    for term in upsert.targets or []:
        resolved = compilation.resolve(term.expression, scope)
        collation = None
        if isinstance(resolved, Collate):
            collation = resolved.collation
            resolved = resolved.operand
        targets.append((resolved, collation))
    if len(targets) == 1 and writer.key is None:
        only = targets[0][0]
        if isinstance(only, ColumnRef) and only.column in (-1, table.rowid_column):
            return None
    where = None if upsert.target_where is None else compilation.resolve(upsert.target_where, scope)
    for index in writer.indexes:
        if index.unique and matches(compilation, index, targets, where, scope):
            return index
    if count > 1:
        raise SqlError(errors.ERROR, f"{ordinal(number + 1)} {NO_MATCH}")
    raise SqlError(errors.ERROR, NO_MATCH)


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, … as the error text counts clauses."""
    if 10 < number % 100 < 20:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def matches(
    compilation: Compilation,
    writer: IndexWriter,
    targets: list[tuple[Expression, str | None]],
    where: Expression | None,
    scope: Scope,
) -> bool:
    """Whether a conflict target names exactly the columns of a unique index, in any order."""
    index = writer.index
    if len(targets) != len(index.columns):
        return False
    if index.where is not None:
        if where is None:
            return False
        wanted = compilation.resolve(index.where, scope)
        if not equal(where, wanted) and not implies(where, wanted):
            return False
    return all(any(fits(compilation, part, target, scope) for target in targets) for part in index.columns)


def implies(where: Expression, wanted: Expression) -> bool:
    """Whether each term of ``wanted`` is among those of ``where``."""
    have = conjuncts(where)
    return all(any(equal(term, other) for other in have) for term in conjuncts(wanted))


def fits(compilation: Compilation, part: Any, target: tuple[Expression, str | None], scope: Scope) -> bool:
    """Whether one term of the target is one field of the index."""
    resolved, collation = target
    if collation is not None and collation.lower() != part.collation.lower():
        return False
    if part.expression is None:
        return isinstance(resolved, ColumnRef) and resolved.column == part.column
    own = compilation.resolve(part.expression, scope)
    while isinstance(own, Collate):
        own = own.operand
    return equal(resolved, own) and any(True for _ in walk(own))
