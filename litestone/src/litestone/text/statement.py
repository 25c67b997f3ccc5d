"""The syntax tree of statements other than SELECT (documentation: ``lang.html``).

Nodes hold what the text says and have no behaviour; see ``tree`` for
expressions and SELECT.
"""

from __future__ import annotations

from litestone.text.tree import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Union

    from litestone.text.tree import (
        Expression,
        FromTerm,
        OrderTerm,
        ResultColumn,
        Select,
        Star,
        TableRef,
        With,
    )

    Statement = Union["StatementNode", Select]


class StatementNode(Node):
    """Base of every statement node but ``Select``."""

    __slots__ = ()


class Upsert(StatementNode):
    """One ON CONFLICT clause; ``assignments`` None for DO NOTHING; ``targets`` None without a conflict
    target.
    """

    __slots__ = ("targets", "target_where", "assignments", "where")

    def __init__(
        self,
        targets: list[OrderTerm] | None,
        target_where: Expression | None,
        assignments: list[Assignment] | None,
        where: Expression | None,
    ) -> None:
        self.targets = targets
        self.target_where = target_where
        self.assignments = assignments
        self.where = where


class Assignment(StatementNode):
    """``columns`` has several names for ``(a, b) = …``."""

    __slots__ = ("columns", "expression")

    def __init__(self, columns: list[str], expression: Expression) -> None:
        self.columns = columns
        self.expression = expression


class Insert(StatementNode):
    """``conflict`` is ROLLBACK ABORT FAIL IGNORE REPLACE or None; ``source`` None for DEFAULT VALUES."""

    __slots__ = ("with_", "conflict", "schema", "table", "alias", "columns", "source", "upserts", "returning")

    def __init__(
        self,
        with_: With | None,
        conflict: str | None,
        schema: str | None,
        table: str,
        alias: str | None,
        columns: list[str] | None,
        source: Select | None,
        upserts: list[Upsert],
        returning: list[ResultColumn | Star] | None,
    ) -> None:
        self.with_ = with_
        self.conflict = conflict
        self.schema = schema
        self.table = table
        self.alias = alias
        self.columns = columns
        self.source = source
        self.upserts = upserts
        self.returning = returning


class Update(StatementNode):
    """The Update statement."""

    __slots__ = (
        "with_",
        "conflict",
        "target",
        "assignments",
        "sources",
        "where",
        "order_by",
        "limit",
        "offset",
        "returning",
    )

    def __init__(
        self,
        with_: With | None,
        conflict: str | None,
        target: TableRef,
        assignments: list[Assignment],
        sources: list[FromTerm],
        where: Expression | None,
        order_by: list[OrderTerm],
        limit: Expression | None,
        offset: Expression | None,
        returning: list[ResultColumn | Star] | None,
    ) -> None:
        self.with_ = with_
        self.conflict = conflict
        self.target = target
        self.assignments = assignments
        self.sources = sources
        self.where = where
        self.order_by = order_by
        self.limit = limit
        self.offset = offset
        self.returning = returning


class Delete(StatementNode):
    """The Delete statement."""

    __slots__ = ("with_", "target", "where", "order_by", "limit", "offset", "returning")

    def __init__(
        self,
        with_: With | None,
        target: TableRef,
        where: Expression | None,
        order_by: list[OrderTerm],
        limit: Expression | None,
        offset: Expression | None,
        returning: list[ResultColumn | Star] | None,
    ) -> None:
        self.with_ = with_
        self.target = target
        self.where = where
        self.order_by = order_by
        self.limit = limit
        self.offset = offset
        self.returning = returning


class ForeignKey(StatementNode):
    """``on_delete``/``on_update`` are ``SET NULL``, ``SET DEFAULT``, ``CASCADE``, ``RESTRICT`` or ``NO
    ACTION``; ``columns`` empty for a column constraint.
    """

    __slots__ = ("columns", "table", "parent_columns", "on_delete", "on_update", "match", "deferred")

    def __init__(
        self,
        columns: list[str],
        table: str,
        parent_columns: list[str] | None,
        on_delete: str,
        on_update: str,
        match: str | None,
        deferred: bool,
    ) -> None:
        self.columns = columns
        self.table = table
        self.parent_columns = parent_columns
        self.on_delete = on_delete
        self.on_update = on_update
        self.match = match
        self.deferred = deferred


class Constraint(StatementNode):
    """``kind`` is ``PRIMARY KEY``, ``UNIQUE``, ``NOT NULL``, ``NULL``, ``CHECK``, ``DEFAULT``,
    ``COLLATE``, ``REFERENCES``, ``GENERATED``, ``FOREIGN KEY``; the other fields as the kind needs;
    ``start:end`` spans the constraint without its CONSTRAINT name, ``text`` is the expression's
    source text (CHECK, DEFAULT, GENERATED).
    """

    __slots__ = (
        "kind",
        "name",
        "columns",
        "conflict",
        "autoincrement",
        "descending",
        "expression",
        "text",
        "collation",
        "stored",
        "foreign_key",
        "start",
        "end",
    )

    def __init__(
        self,
        kind: str,
        name: str | None,
        columns: list[OrderTerm],
        conflict: str | None,
        autoincrement: bool,
        descending: bool,
        expression: Expression | None,
        text: str,
        collation: str | None,
        stored: bool,
        foreign_key: ForeignKey | None,
        start: int,
        end: int,
    ) -> None:
        self.kind = kind
        self.name = name
        self.columns = columns
        self.conflict = conflict
        self.autoincrement = autoincrement
        self.descending = descending
        self.expression = expression
        self.text = text
        self.collation = collation
        self.stored = stored
        self.foreign_key = foreign_key
        self.start = start
        self.end = end


class ColumnDef(StatementNode):
    """``name_start:name_end`` spans the name, ``end`` is behind the last constraint."""

    __slots__ = ("name", "type_name", "constraints", "name_start", "name_end", "end")

    def __init__(
        self,
        name: str,
        type_name: str | None,
        constraints: list[Constraint],
        name_start: int,
        name_end: int,
        end: int,
    ) -> None:
        self.name = name
        self.type_name = type_name
        self.constraints = constraints
        self.name_start = name_start
        self.name_end = name_end
        self.end = end


class CreateTable(StatementNode):
    """``body_start`` is the offset of the text behind ``CREATE [TEMP] TABLE [IF NOT EXISTS] [schema.]``,
    that is of the name.
    """

    __slots__ = (
        "temporary",
        "if_not_exists",
        "schema",
        "name",
        "columns",
        "constraints",
        "without_rowid",
        "strict",
        "select",
        "body_start",
        "end",
    )

    def __init__(
        self,
        temporary: bool,
        if_not_exists: bool,
        schema: str | None,
        name: str,
        columns: list[ColumnDef],
        constraints: list[Constraint],
        without_rowid: bool,
        strict: bool,
        select: Select | None,
        body_start: int,
        end: int,
    ) -> None:
        self.temporary = temporary
        self.if_not_exists = if_not_exists
        self.schema = schema
        self.name = name
        self.columns = columns
        self.constraints = constraints
        self.without_rowid = without_rowid
        self.strict = strict
        self.select = select
        self.body_start = body_start
        self.end = end


class CreateIndex(StatementNode):
    """The CreateIndex statement."""

    __slots__ = (
        "unique",
        "if_not_exists",
        "schema",
        "name",
        "table",
        "columns",
        "where",
        "body_start",
        "end",
    )

    def __init__(
        self,
        unique: bool,
        if_not_exists: bool,
        schema: str | None,
        name: str,
        table: str,
        columns: list[OrderTerm],
        where: Expression | None,
        body_start: int,
        end: int,
    ) -> None:
        self.unique = unique
        self.if_not_exists = if_not_exists
        self.schema = schema
        self.name = name
        self.table = table
        self.columns = columns
        self.where = where
        self.body_start = body_start
        self.end = end


class CreateView(StatementNode):
    """``select_start`` is the offset of its SELECT."""

    __slots__ = (
        "temporary",
        "if_not_exists",
        "schema",
        "name",
        "columns",
        "select",
        "body_start",
        "end",
        "select_start",
    )

    def __init__(
        self,
        temporary: bool,
        if_not_exists: bool,
        schema: str | None,
        name: str,
        columns: list[str] | None,
        select: Select,
        body_start: int,
        end: int,
        select_start: int,
    ) -> None:
        self.temporary = temporary
        self.if_not_exists = if_not_exists
        self.schema = schema
        self.name = name
        self.columns = columns
        self.select = select
        self.body_start = body_start
        self.end = end
        self.select_start = select_start


class CreateTrigger(StatementNode):
    """``timing`` is BEFORE, AFTER or INSTEAD OF; ``event`` INSERT, UPDATE or DELETE; ``of`` the columns of
    UPDATE OF.
    """

    __slots__ = (
        "temporary",
        "if_not_exists",
        "schema",
        "name",
        "timing",
        "event",
        "of",
        "table_schema",
        "table",
        "for_each_row",
        "when",
        "body",
        "body_start",
        "end",
    )

    def __init__(
        self,
        temporary: bool,
        if_not_exists: bool,
        schema: str | None,
        name: str,
        timing: str,
        event: str,
        of: list[str] | None,
        table_schema: str | None,
        table: str,
        for_each_row: bool,
        when: Expression | None,
        body: list[Insert | Update | Delete | Select],
        body_start: int,
        end: int,
    ) -> None:
        self.temporary = temporary
        self.if_not_exists = if_not_exists
        self.schema = schema
        self.name = name
        self.timing = timing
        self.event = event
        self.of = of
        self.table_schema = table_schema
        self.table = table
        self.for_each_row = for_each_row
        self.when = when
        self.body = body
        self.body_start = body_start
        self.end = end


class CreateVirtualTable(StatementNode):
    """``arguments`` are the raw texts between commas."""

    __slots__ = ("if_not_exists", "schema", "name", "module", "arguments", "body_start", "end")

    def __init__(
        self,
        if_not_exists: bool,
        schema: str | None,
        name: str,
        module: str,
        arguments: list[str],
        body_start: int,
        end: int,
    ) -> None:
        self.if_not_exists = if_not_exists
        self.schema = schema
        self.name = name
        self.module = module
        self.arguments = arguments
        self.body_start = body_start
        self.end = end


class Drop(StatementNode):
    """``kind`` is TABLE, INDEX, VIEW or TRIGGER."""

    __slots__ = ("kind", "if_exists", "schema", "name")

    def __init__(self, kind: str, if_exists: bool, schema: str | None, name: str) -> None:
        self.kind = kind
        self.if_exists = if_exists
        self.schema = schema
        self.name = name


class RenameTable(StatementNode):
    """The RenameTable statement."""

    __slots__ = ("schema", "table", "new_name")

    def __init__(self, schema: str | None, table: str, new_name: str) -> None:
        self.schema = schema
        self.table = table
        self.new_name = new_name


class RenameColumn(StatementNode):
    """The RenameColumn statement."""

    __slots__ = ("schema", "table", "column", "new_name", "new_quoted")

    def __init__(self, schema: str | None, table: str, column: str, new_name: str, new_quoted: bool) -> None:
        self.schema = schema
        self.table = table
        self.column = column
        self.new_name = new_name
        self.new_quoted = new_quoted


class AddColumn(StatementNode):
    """``text`` is the source text of the column definition."""

    __slots__ = ("schema", "table", "column", "text")

    def __init__(self, schema: str | None, table: str, column: ColumnDef, text: str) -> None:
        self.schema = schema
        self.table = table
        self.column = column
        self.text = text


class DropColumn(StatementNode):
    """The DropColumn statement."""

    __slots__ = ("schema", "table", "column")

    def __init__(self, schema: str | None, table: str, column: str) -> None:
        self.schema = schema
        self.table = table
        self.column = column


class Begin(StatementNode):
    """``mode`` is DEFERRED, IMMEDIATE or EXCLUSIVE."""

    __slots__ = ("mode",)

    def __init__(self, mode: str) -> None:
        self.mode = mode


class Commit(StatementNode):
    """The Commit statement."""

    __slots__ = ()


class Rollback(StatementNode):
    """``savepoint`` for ROLLBACK TO."""

    __slots__ = ("savepoint",)

    def __init__(self, savepoint: str | None) -> None:
        self.savepoint = savepoint


class Savepoint(StatementNode):
    """The Savepoint statement."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Release(StatementNode):
    """The Release statement."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Attach(StatementNode):
    """The Attach statement."""

    __slots__ = ("file", "schema", "key")

    def __init__(self, file: Expression, schema: Expression, key: Expression | None) -> None:
        self.file = file
        self.schema = schema
        self.key = key


class Detach(StatementNode):
    """The Detach statement."""

    __slots__ = ("schema",)

    def __init__(self, schema: Expression) -> None:
        self.schema = schema


class Vacuum(StatementNode):
    """The Vacuum statement."""

    __slots__ = ("schema", "into")

    def __init__(self, schema: str | None, into: Expression | None) -> None:
        self.schema = schema
        self.into = into


class Analyze(StatementNode):
    """The Analyze statement."""

    __slots__ = ("schema", "name")

    def __init__(self, schema: str | None, name: str | None) -> None:
        self.schema = schema
        self.name = name


class Reindex(StatementNode):
    """The Reindex statement."""

    __slots__ = ("schema", "name")

    def __init__(self, schema: str | None, name: str | None) -> None:
        self.schema = schema
        self.name = name


class Pragma(StatementNode):
    """``value`` is the literal's text or value (a signed number as text), None without one; ``called`` for
    the ``(value)`` form.
    """

    __slots__ = ("schema", "name", "value", "called")

    def __init__(self, schema: str | None, name: str, value: str | None, called: bool) -> None:
        self.schema = schema
        self.name = name
        self.value = value
        self.called = called


class Explain(StatementNode):
    """The Explain statement."""

    __slots__ = ("query_plan", "statement")

    def __init__(self, query_plan: bool, statement: Statement) -> None:
        self.query_plan = query_plan
        self.statement = statement
