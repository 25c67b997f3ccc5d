"""One SQL statement from text to tree (documentation: ``lang.html``)."""

from __future__ import annotations

from litestone.text.keyword import NAMES
from litestone.text.parse_schema import SchemaParser
from litestone.text.statement import (
    Analyze,
    Attach,
    Begin,
    Commit,
    CreateTrigger,
    CreateView,
    Detach,
    Explain,
    Pragma,
    Reindex,
    Release,
    Rollback,
    Savepoint,
    Vacuum,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.text.statement import Statement
    from litestone.text.tree import Expression

_MODES = frozenset(("DEFERRED", "IMMEDIATE", "EXCLUSIVE"))
_CHANGES = frozenset(("SELECT", "VALUES", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE"))
_PRAGMA_WORDS = NAMES | {"ON", "DELETE", "DEFAULT"}
_PRAGMA_NUMBERS = frozenset(("INTEGER", "FLOAT"))


def parse_statement(sql: str, start: int = 0, places: bool = False) -> tuple[Statement | None, int]:
    """The statement that begins at ``start``, and where its text ends: just behind its ``;``.

    The statement is None where only blanks and comments stand before the ``;`` or the end.
    With ``places`` names and calls know their offsets, for errors to say where they lie.

    Raises:
        SqlError: SQLite's own text for what the parser refuses: ``near "x": syntax error``,
            ``incomplete input``, ``unrecognized token: "x"``, and what SQLite finds wrong while it parses.
    """
    parser = StatementParser(sql, start)
    parser.places = places
    kind = parser.kind
    if kind == ";" or kind == "EOF":
        return None, parser.ends[0]
    node = parser.statement()
    last = parser.kind
    if last != ";" and last != "EOF":
        raise parser.fail()
    fault = parser.found_fault or parser.late_fault
    if fault is None and not isinstance(node, (CreateTrigger, CreateView)):
        fault = parser.hex_fault  # what is stored unread fails when it is used
    if fault is not None:
        raise fault
    return node, parser.ends[parser.pos]


class StatementParser(SchemaParser):
    """Parses any statement."""

    __slots__ = ()

    def statement(self) -> Statement:
        """The statement at the cursor, up to its ``;``."""
        if not self.accept("EXPLAIN"):
            return self._command()
        self.depth += 1
        query_plan = self.accept("QUERY")
        if query_plan:
            self.expect("PLAN")
        return Explain(query_plan, self._command())

    def _command(self) -> Statement:
        kind = self.kinds[self.pos]
        if kind in _CHANGES:
            return self.with_statement()
        self.pos += 1
        if kind == "CREATE":
            return self.create()
        if kind == "DROP":
            return self.drop()
        if kind == "ALTER":
            return self.alter()
        if kind == "PRAGMA":
            return self._pragma()
        if kind == "BEGIN":
            mode = self.kinds[self.pos]
            if mode in _MODES:
                self.pos += 1
            self._transaction()
            return Begin(mode if mode in _MODES else "DEFERRED")
        if kind == "COMMIT" or kind == "END":
            self._transaction()
            return Commit()
        if kind == "ROLLBACK":
            return self._rollback()
        if kind == "SAVEPOINT":
            return Savepoint(self.name())
        if kind == "RELEASE":
            self.accept("SAVEPOINT")
            return Release(self.name())
        return self._maintenance(kind)

    def _maintenance(self, kind: str) -> Statement:
        """ATTACH, DETACH, VACUUM, ANALYZE or REINDEX, behind its first word."""
        if kind == "ATTACH":
            return self._attach()
        if kind == "DETACH":
            self.accept("DATABASE")
            self.depth += 2
            return Detach(self.expression())
        if kind == "VACUUM":
            schema = self.name() if self.kinds[self.pos] in NAMES else None
            self.depth += 2 if schema is None else 3
            into = self.expression() if self.accept("INTO") else None
            return Vacuum(schema, into)
        if kind == "ANALYZE" or kind == "REINDEX":
            made = Analyze if kind == "ANALYZE" else Reindex
            if self.kinds[self.pos] not in NAMES:
                return made(None, None)
            schema, name = self.qualified_name()
            return made(schema, name)
        self.pos -= 1
        raise self.fail()

    def _transaction(self) -> bool:
        """The optional word TRANSACTION and a name, which means nothing."""
        if not self.accept("TRANSACTION"):
            return False
        if self.kinds[self.pos] in NAMES:
            self.name()
        return True

    def _rollback(self) -> Rollback:
        self._transaction()
        if not self.accept("TO"):
            return Rollback(None)
        self.accept("SAVEPOINT")
        return Rollback(self.name())

    def _attach(self) -> Attach:
        self.accept("DATABASE")
        self.depth += 2
        file = self.expression()
        self.expect("AS")
        self.depth += 2
        schema = self.expression()
        self.depth += 2
        key: Expression | None = self.expression() if self.accept("KEY") else None
        return Attach(file, schema, key)

    def _pragma(self) -> Pragma:
        schema, name = self.qualified_name()
        if self.accept("=") or self.accept("=="):
            return Pragma(schema, name, self._pragma_value(), False)
        if self.accept("("):
            value = self._pragma_value()
            self.expect(")")
            return Pragma(schema, name, value, True)
        return Pragma(schema, name, None, False)

    def _pragma_value(self) -> str:
        """A number with or without sign, a name or a string, as text."""
        kind = self.kinds[self.pos]
        if kind in _PRAGMA_WORDS:
            self.pos += 1
            return self.unquoted(self.pos - 1)
        sign = ""
        if kind == "-" or kind == "+":
            self.pos += 1
            sign = "-" if kind == "-" else ""
        if self.kinds[self.pos] not in _PRAGMA_NUMBERS:
            raise self.fail()
        self.pos += 1
        return sign + self.text(self.pos - 1)
