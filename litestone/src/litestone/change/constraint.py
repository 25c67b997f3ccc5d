"""Constraints that concern one row alone: STRICT types, NOT NULL, CHECK.

Sources: ``lang_createtable`` section 3, ``lang_conflict``, ``stricttables``.
"""

from __future__ import annotations

from litestone import errors
from litestone.change.index_writer import bound
from litestone.errors import IgnoreRow, SqlError
from litestone.schema.expression import walk_deep
from litestone.schema.query import ColumnRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.change.session import Row
    from litestone.change.table_writer import TableWriter
    from litestone.schema.objects import Column
    from litestone.text.tree import Value

STRICT_CLASSES: dict[str, tuple[type, ...]] = {
    "INT": (int,),
    "INTEGER": (int,),
    "REAL": (float, int),
    "TEXT": (str,),
    "BLOB": (bytes,),
}
CLASS_NAMES = {int: "INT", float: "REAL", str: "TEXT", bytes: "BLOB"}


def fail(code: int, text: str, rule: str) -> Exception:
    """What a violated constraint raises under a conflict rule (REPLACE where it has no meaning is ABORT)."""
    if rule == "IGNORE":
        return IgnoreRow()
    return SqlError(code, text, "ABORT" if rule == "REPLACE" else rule)


class RowConstraints:
    """The constraints of one table that look at a row alone.

    ``rule`` of the statement (its OR clause) overrides that of a constraint.
    ``changed`` restricts NOT NULL and CHECK to those that changed columns can
    violate (None: all, for a new row).
    """

    __slots__ = ("checks", "not_null", "rule", "strict", "writer")

    def __init__(self, writer: TableWriter, rule: str | None, changed: set[int] | None = None) -> None:
        self.writer = writer
        self.rule = rule
        self.strict = strict_columns(writer)
        self.not_null: list[tuple[int, str, Callable[[Row], Value] | None]] = []
        later: list[tuple[int, str, Callable[[Row], Value] | None]] = []
        for number, column in enumerate(writer.table.columns):
            if column.not_null is None or number == writer.table.rowid_column:
                continue
            if changed is not None and number not in changed and column.generated is None:
                continue
            entry = (number, rule or column.not_null, self.replacement(column))
            (later if column.generated is not None else self.not_null).append(entry)
        self.not_null += later
        self.checks: list[tuple[Callable[[Row], Value], str]] = []
        if not writer.connection.settings.ignore_check_constraints:
            self.add_checks(changed)

    def replacement(self, column: Column) -> Callable[[Row], Value] | None:
        """What computes the DEFAULT that REPLACE puts where a NULL may not be."""
        if column.default is None or (self.rule or column.not_null) != "REPLACE":
            return None
        from litestone.value import affinity as affinities

        expressions = self.writer.table_expressions()
        compute = bound(expressions.closure(column.default), expressions)
        return lambda row: affinities.apply(compute(row), column.affinity)

    def add_checks(self, changed: set[int] | None) -> None:
        """Compile the CHECK constraints."""
        for check in self.writer.table.checks:
            expressions = self.writer.table_expressions()
            resolved = expressions.resolve(check.expression)
            if changed is not None and -1 not in changed:
                reads = {node.column for node in walk_deep(resolved) if isinstance(node, ColumnRef)}
                if not reads & changed and not any(
                    n >= 0 and self.writer.table.columns[n].generated is not None for n in reads
                ):
                    continue
            closure = bound(expressions.compiler.expression(resolved), expressions)
            expressions.grow()
            label = check.name if check.name is not None else check.text
            self.checks.append((closure, f"CHECK constraint failed: {label}"))

    def check(self, row: list[Any]) -> None:
        """Check ``row``, which REPLACE may put defaults into.

        Raises SqlError, or IgnoreRow under the IGNORE rule.
        """
        if self.strict:
            check_types(self.writer, self.strict, row)
        if self.not_null:
            self.check_not_null(row)
        for compute, text in self.checks:
            value = compute(row)
            if value is not None and not truth(value):
                raise fail(errors.CONSTRAINT_CHECK, text, self.rule or "ABORT")

    def check_not_null(self, row: list[Any]) -> None:
        """The NOT NULL constraints, generated columns after the others."""
        replaced = False
        for number, rule, default in self.not_null:
            if replaced and self.writer.table.columns[number].generated is not None:
                self.writer.compute_generated(row)
                replaced = False
            if row[number] is not None:
                continue
            if rule == "REPLACE" and default is not None:
                row[number] = default(row)
                if row[number] is not None:
                    replaced = True
                    continue
            table = self.writer.table
            text = f"NOT NULL constraint failed: {table.name}.{table.columns[number].name}"
            raise fail(errors.CONSTRAINT_NOTNULL, text, rule)
        if replaced and self.writer.generated:
            self.writer.compute_generated(row)


def truth(value: Value) -> bool:
    """Whether a value that is not NULL counts as true."""
    if value.__class__ is int or value.__class__ is float:
        return bool(value)
    from litestone.value import cast

    return bool(cast.truth(value))


def strict_columns(writer: TableWriter) -> list[tuple[int, tuple[type, ...], str]]:
    """(column, allowed classes, type name) of the columns of a STRICT table whose type is enforced."""
    table = writer.table
    if not table.strict:
        return []
    found = []
    for number, column in enumerate(table.columns):
        name = (column.type_name or "ANY").upper()
        if name != "ANY" and number != table.rowid_column:
            found.append((number, STRICT_CLASSES[name], name))
    return found


def check_types(writer: TableWriter, strict: list[tuple[int, tuple[type, ...], str]], row: Row) -> None:
    """The types of a STRICT table; raises SqlError "cannot store … value in … column …"."""
    for number, classes, name in strict:
        value = row[number]
        if value is not None and value.__class__ not in classes:
            kind = CLASS_NAMES.get(value.__class__, "TEXT")
            table = writer.table
            raise SqlError(
                errors.CONSTRAINT_DATATYPE,
                f"cannot store {kind} value in {name} column {table.name}.{table.columns[number].name}",
            )
