"""What a schema holds: tables, columns, indexes, triggers, as objects.

They are made from the rows of ``sqlite_schema`` by ``schema.load`` and hold no
behaviour beyond look-ups. Names keep the case they were written in; every
dictionary is keyed by the name in lower case (ASCII folding, as SQLite does).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from litestone.text.statement import CreateTrigger, ForeignKey
    from litestone.text.tree import Expression, Select


class Column:
    """One column of a table.

    ``affinity`` is one of ``value.affinity``'s numbers, ``collation`` a name as
    declared or ``BINARY``. ``not_null`` is the conflict rule of a NOT NULL
    constraint (``ABORT`` where none was named) or None without one.
    ``default`` is the expression of a DEFAULT clause and ``default_text`` its
    source. ``generated`` is the expression of a generated column, kept in the
    row where ``stored``. ``hidden`` columns (virtual tables) stay out of ``*``.
    ``primary_key`` is the 1-based place in the primary key, 0 outside it.
    ``storage`` is the field's index in the table's record, -1 for one that is
    not stored (a VIRTUAL generated column).
    """

    __slots__ = (
        "affinity", "collation", "default", "default_text", "generated", "hidden", "name", "not_null",
        "primary_key", "storage", "stored", "type_name",
    )  # fmt: skip

    def __init__(self, name: str, type_name: str | None, affinity: int, collation: str = "BINARY") -> None:
        self.name = name
        self.type_name = type_name
        self.affinity = affinity
        self.collation = collation
        self.not_null: str | None = None
        self.default: Expression | None = None
        self.default_text: str | None = None
        self.generated: Expression | None = None
        self.stored = False
        self.hidden = False
        self.primary_key = 0
        self.storage = -1


class Check:
    """A CHECK constraint: its expression, its name (or None) and its source text."""

    __slots__ = ("expression", "name", "text")

    def __init__(self, expression: Expression, name: str | None, text: str) -> None:
        self.expression = expression
        self.name = name
        self.text = text


class IndexColumn:
    """One field of an index: a table column (``column`` >= 0), the rowid (-1) or an ``expression`` (-2)."""

    __slots__ = ("collation", "column", "descending", "expression")

    def __init__(self, column: int, expression: Expression | None, collation: str, descending: bool) -> None:
        self.column = column
        self.expression = expression
        self.collation = collation
        self.descending = descending


class Index:
    """An index of a table.

    ``columns`` are the key columns as declared; the record holds them followed
    by the rowid, or in a WITHOUT ROWID table by those primary-key columns that
    are not yet among them (``suffix``, table column numbers). ``origin`` is
    ``c`` (CREATE INDEX), ``u`` (UNIQUE) or ``pk``. ``conflict`` is the rule of
    its constraint (``ABORT`` by default). ``stat`` holds the numbers of its
    ``sqlite_stat1`` row, None without ANALYZE; ``stat_options`` its words
    (``unordered``, ``noskipscan``, ``sz=N``). For the primary key of a WITHOUT
    ROWID table the index *is* the table: its ``root`` is the table's.
    """

    __slots__ = (
        "columns", "conflict", "name", "origin", "root", "sql", "stat", "stat_options", "suffix",
        "table", "unique", "where",
    )  # fmt: skip

    def __init__(
        self, name: str, table: Table, columns: list[IndexColumn], unique: bool, origin: str
    ) -> None:
        self.name = name
        self.table = table
        self.columns = columns
        self.suffix: list[int] = []
        self.unique = unique
        self.origin = origin
        self.conflict = "ABORT"
        self.root = 0
        self.sql: str | None = None
        self.where: Expression | None = None
        self.stat: list[int] | None = None
        self.stat_options: list[str] = []

    def record_columns(self) -> list[int]:
        """Table column of each field of the index record: -1 the rowid, -2 an expression."""
        fields = [column.column for column in self.columns]
        if self.table.without_rowid:
            return fields + self.suffix
        return [*fields, -1]


class Table:
    """A table, view or virtual table.

    ``kind`` is ``table``, ``view`` or ``virtual``. ``rowid_column`` is the
    column that is an alias of the rowid (INTEGER PRIMARY KEY), -1 without one.
    ``primary_key`` lists the columns of the key in key order. ``indexes`` stand
    in the order SQLite visits them: newest first, automatic ones last.
    ``row_count`` is the estimate of ``sqlite_stat1`` (None without ANALYZE).
    ``database`` is the name of the schema it lives in (main, temp, attached).
    ``writer`` is what ``change`` keeps between statements (a ``TableWriter``), None at first.
    """

    __slots__ = (
        "arguments", "autoincrement", "checks", "columns", "database", "foreign_keys", "indexes",
        "instance", "key_conflict", "kind", "module", "name", "primary_key", "root", "row_count",
        "rowid_column", "select", "select_columns", "sql", "strict", "triggers", "without_rowid",
        "writer",
    )  # fmt: skip

    def __init__(self, name: str, database: str, kind: str = "table") -> None:
        self.name = name
        self.database = database
        self.kind = kind
        self.root = 0
        self.sql: str | None = None
        self.columns: list[Column] = []
        self.rowid_column = -1
        self.primary_key: list[int] = []
        self.key_conflict = "ABORT"
        self.without_rowid = False
        self.strict = False
        self.autoincrement = False
        self.checks: list[Check] = []
        self.foreign_keys: list[ForeignKey] = []
        self.indexes: list[Index] = []
        self.triggers: list[Trigger] = []
        self.row_count: int | None = None
        self.select: Select | None = None
        self.select_columns: list[str] | None = None
        self.module: str | None = None
        self.arguments: list[str] = []
        self.instance: Any = None
        self.writer: Any = None

    def find_column(self, name: str) -> int:
        """Number of the column called ``name`` (any case), -1 without one."""
        wanted = name.lower()
        for number, column in enumerate(self.columns):
            if column.name.lower() == wanted:
                return number
        return -1


class Trigger:
    """A trigger: its parsed definition, the schema it lives in and its text.

    ``programs`` is what ``change`` keeps between statements, None at first.
    """

    __slots__ = ("database", "definition", "name", "programs", "sql", "table")

    def __init__(self, name: str, database: str, table: str, definition: CreateTrigger, sql: str) -> None:
        self.name = name
        self.database = database
        self.table = table
        self.definition = definition
        self.sql = sql
        self.programs: Any = None


class Schema:
    """All objects of one database: ``main``, ``temp`` or an attached one."""

    __slots__ = ("cookie", "indexes", "name", "tables", "triggers")

    def __init__(self, name: str) -> None:
        self.name = name
        self.cookie = -1
        self.tables: dict[str, Table] = {}
        self.indexes: dict[str, Index] = {}
        self.triggers: dict[str, Trigger] = {}
