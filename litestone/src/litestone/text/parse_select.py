"""SELECT, VALUES, WITH and FROM (documentation: ``lang_select``, ``lang_with``)."""

from __future__ import annotations

from litestone.errors import ERROR, SqlError
from litestone.text.keyword import ALIASES, JOIN_WORDS, NAMES
from litestone.text.parse_window import WindowParser
from litestone.text.token_stream import unquote
from litestone.text.tree import (
    CommonTable,
    Core,
    Expression,
    FromTerm,
    JoinRef,
    ResultColumn,
    Select,
    Star,
    SubqueryRef,
    TableRef,
    Values,
    With,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.text.tree import OrderTerm

MAX_TERMS = 500
_COMPOUND = frozenset(("UNION", "INTERSECT", "EXCEPT"))
_SELECT_STARTS = frozenset(("SELECT", "VALUES", "WITH"))
_NO_JOIN: frozenset[str] = frozenset()


class SelectParser(WindowParser):
    """Parses SELECT statements and the clauses that other statements share with them."""

    __slots__ = ()

    def with_clause(self) -> With | None:
        """A WITH clause, or nothing."""
        if not self.accept("WITH"):
            return None
        depth = self.depth
        recursive = self.accept("RECURSIVE")
        self.depth += 6 if recursive else 5
        tables: list[CommonTable] = []
        names: set[str] = set()
        while True:
            table = self._common_table()
            key = table.name.lower()
            if key in names:
                self.fault(f"duplicate WITH table name: {table.name}")
            names.add(key)
            tables.append(table)
            if not self.accept(","):
                break
            if len(tables) == 1:
                self.depth += 2
        self.depth = depth
        return With(recursive, tables)

    def _common_table(self) -> CommonTable:
        name = self.name()
        columns = self.column_names() if self.kinds[self.pos] == "(" else None
        self.expect("AS")
        materialized = None
        if self.accept("MATERIALIZED"):
            materialized = True
        elif self.accept("NOT"):
            self.expect("MATERIALIZED")
            materialized = False
        self.expect("(")
        select = self.select()
        self.expect(")")
        return CommonTable(name, columns, materialized, select)

    def column_names(self) -> list[str]:
        """Plain column names in parentheses; COLLATE, ASC and DESC behind one have an error of their own."""
        self.expect("(")
        names = []
        while True:
            name = self.name()
            extra = False
            if self.accept("COLLATE"):
                self.plain_name()
                extra = True
            if self.accept("ASC") or self.accept("DESC"):
                extra = True
            if extra:
                self.fault(f'syntax error after column name "{name}"')
            names.append(name)
            if not self.accept(","):
                break
        self.expect(")")
        return names

    def select(self) -> Select:
        """A whole SELECT; ``height`` becomes that of its highest expression."""
        depth = self.depth
        with_ = self.with_clause()
        if with_ is not None:
            self.depth += 2
        return self.select_after(with_, depth)

    def select_after(self, with_: With | None, depth: int) -> Select:
        """The SELECT behind its WITH clause; ``depth`` is what the depth is to be at its end."""
        height = 0
        cores: list[Core | Values] = []
        operators: list[str] = []
        order_by: list[OrderTerm] = []
        limit = offset = None
        misplaced = ""
        while True:
            if self.accept("VALUES"):
                cores.append(self._values())
            elif self.accept("SELECT"):
                core = self._core()
                cores.append(core)
                self.depth += 8 if core.windows else 7
                order_by = self.order_by()
                self.depth += 1
                limit, offset = self.limit()
                self.depth -= 9 if core.windows else 8
            else:
                raise self.fail()
            height = max(height, self.height)
            if misplaced:
                self.fault(f"{misplaced} clause should come after {operators[-1]} not before")
            if self.kinds[self.pos] not in _COMPOUND:
                break
            misplaced = "ORDER BY" if order_by else "LIMIT" if limit is not None else ""
            if not operators:
                self.depth += 2
            operators.append(self._compound_operator())
        if len(cores) > MAX_TERMS:
            self.fault("too many terms in compound SELECT")
        self.depth = depth
        self.height = height
        return Select(with_, cores, operators, order_by, limit, offset)

    def _compound_operator(self) -> str:
        operator = self.kinds[self.pos]
        self.pos += 1
        return "UNION ALL" if operator == "UNION" and self.accept("ALL") else operator

    def _values(self) -> Values:
        rows = []
        height = 0
        kinds = self.kinds
        depth = self.depth
        self.depth = depth + 2
        while True:
            self.expect("(")
            rows.append(self.expression_list())
            height = max(height, self.height)
            self.expect(")")
            self.room_for(2)
            if kinds[self.pos] != ",":
                break
            self.pos += 1
            self.depth = depth + 3
        self.depth = depth
        self.height = height
        return Values(rows)

    def _core(self) -> Core:
        """One SELECT behind its keyword, up to ORDER BY or LIMIT."""
        depth = self.depth
        distinct = self.accept("DISTINCT")
        if not distinct:
            self.accept("ALL")
        self.depth = depth + 2
        columns = self.result_columns()
        self.depth = depth + 4
        sources: list[FromTerm] = []
        if self.accept("FROM"):
            sources = self.from_terms()
        where = self.where()
        group_by: list[Expression] = []
        having = None
        if self.accept("GROUP"):
            self.expect("BY")
            self.depth = depth + 7
            group_by = self.expression_list()
        self.depth = depth + 7
        if self.accept("HAVING"):
            having = self.expression()
        windows = self.window_definitions() if self.accept("WINDOW") else []
        self.room_for(3 if windows else 2)
        self.depth = depth
        return Core(distinct, columns, sources, where, group_by, having, windows)

    def result_columns(self) -> list[ResultColumn | Star]:
        """The columns of a SELECT or of RETURNING."""
        columns: list[ResultColumn | Star] = []
        kinds = self.kinds
        highest = 0
        self.depth += 2
        while True:
            pos = self.pos
            if kinds[pos] == "*":
                self.pos = pos + 1
                columns.append(Star(None))
            elif kinds[pos] in NAMES and kinds[pos + 1] == "." and kinds[pos + 2] == "*":
                self.pos = pos + 3
                columns.append(Star(unquote(self.text(pos))))
            else:
                expression = self.expression()
                highest = max(highest, self.height)
                text = self.span(pos, self.pos)
                columns.append(ResultColumn(expression, self._alias(), text))
            if kinds[self.pos] != ",":
                self.height = highest
                self.depth -= 2
                return columns
            self.pos += 1

    def _alias(self) -> str | None:
        """``AS name``, a bare alias, or nothing."""
        if self.accept("AS"):
            return self.name()
        if self.kinds[self.pos] in ALIASES:
            return self.plain_name()
        return None

    def where(self) -> Expression | None:
        """A WHERE clause, or nothing."""
        if not self.accept("WHERE"):
            return None
        self.depth += 1
        condition = self.expression()
        self.depth -= 1
        return condition

    def limit(self) -> tuple[Expression | None, Expression | None]:
        """A LIMIT clause as limit and offset, or nothing."""
        if not self.accept("LIMIT"):
            return None, None
        self.depth += 1
        first = self.expression()
        second = None
        comma = self.kinds[self.pos] == ","
        if comma or self.kinds[self.pos] == "OFFSET":
            self.pos += 1
            self.depth += 2
            second = self.expression()
            self.depth -= 2
        self.depth -= 1
        return (second, first) if comma else (first, second)

    def from_terms(self) -> list[FromTerm]:
        """What stands behind FROM."""
        self.depth += 1
        terms = [self._from_term(_NO_JOIN, False, True)]
        kinds = self.kinds
        while True:
            kind = kinds[self.pos]
            if kind == ",":
                self.pos += 1
                terms.append(self._from_term(_NO_JOIN, True, False))
            elif kind == "JOIN":
                self.pos += 1
                terms.append(self._from_term(_NO_JOIN, False, False))
            elif kind in JOIN_WORDS:
                terms.append(self._from_term(self._join_words(), False, False))
            else:
                self.depth -= 1
                return terms

    def _join_words(self) -> frozenset[str]:
        """The words up to JOIN, checked; the first is a join keyword, up to two more may be any name."""
        first = self.pos
        while self.kinds[self.pos] != "JOIN":
            if self.kinds[self.pos] not in NAMES or self.pos - first > 2:
                raise self.fail()
            self.pos += 1
        words = [self.text(index) for index in range(first, self.pos)]
        self.pos += 1
        known = frozenset(word.upper() for word in words)
        outer = known & {"LEFT", "RIGHT", "FULL"}
        inner = known & {"INNER", "CROSS"}
        if known - JOIN_WORDS or (inner and (outer or "OUTER" in known)) or ("OUTER" in known and not outer):
            self.fault("unknown join type: " + " ".join(words), first)
        found = known - {"OUTER"}
        return found | {"LEFT", "RIGHT"} if "FULL" in found else found

    def _from_term(self, join: frozenset[str], comma: bool, first: bool) -> FromTerm:
        """One source with what joins it to those before."""
        source: TableRef | SubqueryRef | JoinRef
        self.room_for(4)
        if self.accept("("):
            self.depth += 1
            if self.kinds[self.pos] in _SELECT_STARTS:
                select = self.select()
                self.depth -= 1
                self.expect(")")
                source = SubqueryRef(select, self._alias())
            else:
                terms = self.from_terms()
                self.depth -= 1
                self.expect(")")
                source = JoinRef(terms, self._alias())
        else:
            source = self._table()
        on, using = self._join_constraint(source)
        if on is not None or using is not None:
            if first:
                word = "USING" if on is None else "ON"
                self.fault(f"a JOIN clause is required before {word}")
            if "NATURAL" in join:
                self.late_fault = SqlError(ERROR, "a NATURAL join may not have an ON or USING clause")
        return FromTerm(source, join, comma, on, using)

    def _table(self) -> TableRef:
        schema, name = self.qualified_name()
        arguments: list[Expression] | None = None
        if self.accept("("):
            self.depth += 3
            arguments = [] if self.kinds[self.pos] == ")" else self.expression_list()
            self.depth -= 3
            self.expect(")")
        alias = self._alias()
        indexed_by, not_indexed = self.indexed() if arguments is None else (None, False)
        return TableRef(schema, name, alias, arguments, indexed_by, not_indexed)

    def indexed(self) -> tuple[str | None, bool]:
        """``INDEXED BY name``, ``NOT INDEXED`` or nothing."""
        if self.accept("INDEXED"):
            self.expect("BY")
            return self.name(), False
        if self.accept("NOT"):
            self.expect("INDEXED")
            return None, True
        return None, False

    def _join_constraint(
        self, source: TableRef | SubqueryRef | JoinRef
    ) -> tuple[Expression | None, list[str] | None]:
        if self.accept("ON"):
            symbols = 4
            if source.__class__ is not TableRef:
                symbols = 5
            elif source.arguments is not None:
                symbols = 7
            elif source.indexed_by is not None or source.not_indexed:
                symbols = 5
            self.depth += symbols
            condition = self.expression()
            self.depth -= symbols
            return condition, None
        if self.accept("USING"):
            self.expect("(")
            names = self.name_list()
            self.expect(")")
            return None, names
        return None, None
