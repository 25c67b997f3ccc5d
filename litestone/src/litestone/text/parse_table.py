"""CREATE TABLE: columns and constraints (documentation: ``lang_createtable``, ``gencol``)."""

from __future__ import annotations

from litestone.text.keyword import IDENTIFIERS
from litestone.text.parse_change import CONFLICT_RULES, ChangeParser
from litestone.text.statement import ColumnDef, Constraint, CreateTable, ForeignKey
from litestone.text.token_stream import unquote
from litestone.text.tree import CurrentTime, Expression, Literal, OrderTerm, Unary

_TABLE_CONSTRAINTS = frozenset(("CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"))
_TERMS = frozenset(("NULL", "INTEGER", "FLOAT", "STRING", "BLOB"))
_TIMES = frozenset(("CURRENT_TIME", "CURRENT_DATE", "CURRENT_TIMESTAMP"))


class TableParser(ChangeParser):
    """Parses CREATE TABLE behind its name."""

    __slots__ = ()

    def create_table(self, temporary: bool, if_not_exists: bool, schema: str | None) -> CreateTable:
        """The rest of CREATE TABLE, from the name on."""
        body_start = self.starts[self.pos]
        name = self.name()
        columns: list[ColumnDef] = []
        constraints: list[Constraint] = []
        select = None
        without_rowid = strict = False
        if self.accept("AS"):
            self.depth += 2
            select = self.select()
            self.depth -= 2
        else:
            self.expect("(")
            depth = self.depth
            self.depth = depth + 2
            columns.append(self.column())
            while self.accept(","):
                self.depth = depth + 4
                if self.kinds[self.pos] in _TABLE_CONSTRAINTS:
                    constraints = self._table_constraints()
                    break
                columns.append(self.column())
            self.depth = depth
            self.expect(")")
            without_rowid, strict = self._options()
        # With options the text that is kept reaches to the semicolon, blanks and comments included.
        end = self.starts[self.pos] if without_rowid or strict else self.ends[self.pos - 1]
        return CreateTable(
            temporary,
            if_not_exists,
            schema,
            name,
            columns,
            constraints,
            without_rowid,
            strict,
            select,
            body_start,
            end,
        )

    def _options(self) -> tuple[bool, bool]:
        """WITHOUT ROWID and STRICT, in any order."""
        without_rowid = strict = False
        kinds = self.kinds
        if kinds[self.pos] == "EOF" or kinds[self.pos] == ";":
            return False, False
        self.accept(",")
        while True:
            without = self.accept("WITHOUT")
            first = self.pos
            word = self.name()
            if without and word.lower() == "rowid":
                without_rowid = True
            elif not without and word.lower() == "strict":
                strict = True
            else:
                self.fault(f"unknown table option: {self.text(first)}")
            if not self.accept(","):
                return without_rowid, strict

    def column(self) -> ColumnDef:
        """A column's name, type and constraints."""
        first = self.pos
        name = self.name()
        word = self.pos
        type_name = self.type_name()
        if type_name is not None and type_name[0] in "\"'`[":
            # Observed: a quoted word is the whole type, whatever follows it.
            type_name = unquote(self.text(word))
        elif type_name is not None and type_name[-6:].lower() == "always":
            before = type_name[:-6].rstrip()
            if before[-9:].lower() == "generated":
                type_name = before[:-9].rstrip() or None
        constraints: list[Constraint] = []
        label = None
        while True:
            if self.accept("CONSTRAINT"):
                label = self.name()
                continue
            constraint = self._column_constraint(name, label)
            if constraint is None:
                break
            constraints.append(constraint)
        return ColumnDef(
            name, type_name, constraints, self.starts[first], self.ends[first], self.ends[self.pos - 1]
        )

    def _column_constraint(self, column: str, label: str | None) -> Constraint | None:
        """One constraint of a column, or None if none follows."""
        kind = self.kinds[self.pos]
        start = self.pos
        made = _Draft(kind, label)
        if kind == "PRIMARY":
            self._primary_key(made)
        elif kind == "UNIQUE":
            self.pos += 1
            made.conflict = self._on_conflict()
        elif kind == "NOT":
            self.pos += 1
            if self.kinds[self.pos] == "DEFERRABLE":
                made.kind = "DEFERRABLE"
                self._deferrable()
            else:
                self.expect("NULL")
                made.kind = "NOT NULL"
                made.conflict = self._on_conflict()
        elif kind == "NULL":
            self.pos += 1
            made.conflict = self._on_conflict()
        elif kind == "CHECK":
            self.pos += 1
            made.expression, made.text = self._enclosed(3)
        elif kind == "DEFAULT":
            self.pos += 1
            made.expression, made.text = self._default()
        elif kind == "COLLATE":
            self.pos += 1
            made.collation = self.plain_name()
        elif kind == "REFERENCES":
            made.foreign_key = self._references([])
        elif kind == "DEFERRABLE":
            self._deferrable()
        elif kind == "GENERATED" or kind == "AS":
            made.kind = "GENERATED"
            self._generated(made, column)
        else:
            return None
        return made.finish(self.starts[start], self.ends[self.pos - 1])

    def _primary_key(self, made: _Draft) -> None:
        self.pos += 1
        self.expect("KEY")
        made.kind = "PRIMARY KEY"
        made.descending = self.accept("DESC")
        if not made.descending:
            self.accept("ASC")
        made.conflict = self._on_conflict()
        made.autoincrement = self.accept("AUTOINCREMENT")

    def _generated(self, made: _Draft, column: str) -> None:
        symbols = 3
        if self.accept("GENERATED"):
            self.expect("ALWAYS")
            symbols = 5
        self.expect("AS")
        made.expression, made.text = self._enclosed(symbols)
        if self.kinds[self.pos] in IDENTIFIERS:
            word = self.text(self.pos).lower()
            self.pos += 1
            if word != "stored" and word != "virtual":
                self.fault(f'error in generated column "{column}"')
            made.stored = word == "stored"

    def _enclosed(self, symbols: int) -> tuple[Expression, str]:
        """An expression in parentheses and the text between; ``symbols`` stand before the parenthesis."""
        self.expect("(")
        first = self.pos
        self.depth += symbols + 1
        expression = self.expression()
        self.depth -= symbols + 1
        text = self.sql[self.ends[first - 1] : self.starts[self.pos]].strip(" \t\n\f\r\v")
        self.expect(")")
        return expression, text

    def _default(self) -> tuple[Expression, str]:
        """A default: an expression in parentheses, a literal with or without sign, or a bare word."""
        kind = self.kinds[self.pos]
        first = self.pos
        if kind == "(":
            return self._enclosed(3)
        if kind == "+" or kind == "-":
            self.pos += 1
            return Unary(kind, self._default_term()), self._source(first)
        if kind in _TERMS or kind in _TIMES:
            return self._default_term(), self._source(first)
        if kind in IDENTIFIERS or kind == "INDEXED":
            self.pos += 1
            text = self.text(first)
            if text.lower() in ("true", "false"):
                return Literal(int(text.lower() == "true"), text), text
            return Literal(unquote(text), text), text
        raise self.fail()

    def _source(self, first: int) -> str:
        """The text from token ``first`` to the cursor."""
        return self.sql[self.starts[first] : self.ends[self.pos - 1]]

    def _default_term(self) -> Expression:
        kind = self.kinds[self.pos]
        if kind in _TIMES:
            self.pos += 1
            return CurrentTime(kind)
        if kind not in _TERMS:
            raise self.fail()
        return self.literal(kind)

    def _on_conflict(self) -> str | None:
        if not self.accept("ON"):
            return None
        self.expect("CONFLICT")
        return self.expect_any(CONFLICT_RULES)

    def _references(self, columns: list[str]) -> ForeignKey:
        """REFERENCES with its actions; DEFERRABLE behind it belongs to it."""
        self.expect("REFERENCES")
        table = self.name()
        parents = self.column_names() if self.kinds[self.pos] == "(" else None
        on_delete = on_update = "NO ACTION"
        match = None
        while True:
            if self.accept("ON"):
                event = self.expect_any(frozenset(("INSERT", "DELETE", "UPDATE")))
                action = self._action()
                if event == "DELETE":
                    on_delete = action
                elif event == "UPDATE":
                    on_update = action
            elif self.accept("MATCH"):
                match = self.name()
            else:
                break
        deferred = False
        kinds = self.kinds
        if kinds[self.pos] == "DEFERRABLE" or (
            kinds[self.pos] == "NOT" and kinds[self.pos + 1] == "DEFERRABLE"
        ):
            negated = self.accept("NOT")
            deferred = self._deferrable() and not negated
        return ForeignKey(columns, table, parents, on_delete, on_update, match, deferred)

    def _action(self) -> str:
        if self.accept("SET"):
            return "SET " + self.expect_any(frozenset(("NULL", "DEFAULT")))
        if self.accept("NO"):
            self.expect("ACTION")
            return "NO ACTION"
        return self.expect_any(frozenset(("CASCADE", "RESTRICT")))

    def _deferrable(self) -> bool:
        """``DEFERRABLE [INITIALLY …]``: whether it is deferred from the start."""
        self.expect("DEFERRABLE")
        if self.accept("INITIALLY"):
            return self.expect_any(frozenset(("DEFERRED", "IMMEDIATE"))) == "DEFERRED"
        return False

    def _table_constraints(self) -> list[Constraint]:
        """Table constraints; the comma between two of them may be missing (observed)."""
        found: list[Constraint] = []
        label = None
        while True:
            kind = self.kinds[self.pos]
            if kind == "CONSTRAINT":
                self.pos += 1
                label = self.name()
            elif kind in _TABLE_CONSTRAINTS:
                found.append(self._table_constraint(kind, label))
                if len(found) == 1:
                    self.depth += 2
            else:
                raise self.fail()
            if self.accept(","):
                label = None
            elif self.kinds[self.pos] not in _TABLE_CONSTRAINTS:
                return found

    def _table_constraint(self, kind: str, label: str | None) -> Constraint:
        start = self.pos
        made = _Draft(kind, label)
        self.pos += 1
        if kind == "PRIMARY" or kind == "UNIQUE":
            symbols = 2
            if kind == "PRIMARY":
                self.expect("KEY")
                made.kind = "PRIMARY KEY"
                symbols = 3
            self.expect("(")
            self.depth += symbols
            made.columns = self.order_terms()
            self.depth -= symbols
            if kind == "PRIMARY":
                made.autoincrement = self.accept("AUTOINCREMENT")
            self.expect(")")
            made.conflict = self._on_conflict()
            self.forbid_nulls_order(made.columns)
        elif kind == "CHECK":
            made.expression, made.text = self._enclosed(1)
            made.conflict = self._on_conflict()
        else:
            self.expect("KEY")
            self.expect("(")
            self.pos -= 1
            columns = self.column_names()
            made.kind = "FOREIGN KEY"
            made.foreign_key = self._references(columns)
        return made.finish(self.starts[start], self.ends[self.pos - 1])

class _Draft:
    """The fields of a constraint while it is parsed."""

    __slots__ = (
        "autoincrement",
        "collation",
        "columns",
        "conflict",
        "descending",
        "expression",
        "foreign_key",
        "kind",
        "name",
        "stored",
        "text",
    )

    def __init__(self, kind: str, name: str | None) -> None:
        self.kind = kind
        self.name = name
        self.columns: list[OrderTerm] = []
        self.conflict: str | None = None
        self.autoincrement = False
        self.descending = False
        self.expression: Expression | None = None
        self.text = ""
        self.collation: str | None = None
        self.stored = False
        self.foreign_key: ForeignKey | None = None

    def finish(self, start: int, end: int) -> Constraint:
        """The constraint, which spans ``start:end``."""
        return Constraint(
            self.kind,
            self.name,
            self.columns,
            self.conflict,
            self.autoincrement,
            self.descending,
            self.expression,
            self.text,
            self.collation,
            self.stored,
            self.foreign_key,
            start,
            end,
        )
