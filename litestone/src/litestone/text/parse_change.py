"""INSERT, UPDATE and DELETE (documentation: ``lang_insert``, ``lang_upsert``, ``lang_update``, …)."""

from __future__ import annotations

from litestone.text.parse_select import SelectParser
from litestone.text.statement import Assignment, Delete, Insert, Update, Upsert
from litestone.text.tree import (
    Expression,
    OrderTerm,
    ResultColumn,
    Row,
    Select,
    Star,
    Subquery,
    TableRef,
    With,
)

CONFLICT_RULES = frozenset(("ROLLBACK", "ABORT", "FAIL", "IGNORE", "REPLACE"))
_SELECT_STARTS = frozenset(("SELECT", "VALUES", "WITH"))
_TRIGGER_TARGET = (
    "qualified table names are not allowed on INSERT, UPDATE, and DELETE statements within triggers"
)


class ChangeParser(SelectParser):
    """Parses the statements that change rows, on their own and in a trigger's body."""

    __slots__ = ()

    def with_statement(self) -> Select | Insert | Update | Delete:
        """SELECT, VALUES, INSERT, REPLACE, UPDATE or DELETE with an optional WITH clause before it."""
        if self.kinds[self.pos] != "WITH":
            return self.change(None, False) or self.select()
        depth = self.depth
        with_ = self.with_clause()
        found = self.change(with_, False)
        if found is not None:
            return found
        self.depth = depth + 2
        return self.select_after(with_, depth)

    def change(self, with_: With | None, in_trigger: bool) -> Insert | Update | Delete | None:
        """The statement at the cursor if it changes rows, else None."""
        kind = self.kinds[self.pos]
        if kind == "INSERT" or kind == "REPLACE":
            self.pos += 1
            conflict = self.conflict_rule() if kind == "INSERT" else "REPLACE"
            return self._insert(with_, conflict, in_trigger)
        if kind == "UPDATE":
            self.pos += 1
            return self._update(with_, self.conflict_rule(), in_trigger)
        if kind == "DELETE":
            self.pos += 1
            return self._delete(with_, in_trigger)
        return None

    def forbid_nulls_order(self, terms: list[OrderTerm]) -> None:
        """An index keeps NULLs in one order only."""
        for term in terms:
            if term.nulls is not None:
                self.fault(f"unsupported use of NULLS {term.nulls}")
                return

    def conflict_rule(self) -> str | None:
        """``OR rule``, or nothing."""
        return self.expect_any(CONFLICT_RULES) if self.accept("OR") else None

    def _target(self, in_trigger: bool) -> tuple[str | None, str, str | None]:
        """The changed table: schema, name and alias; a trigger's statements allow the name alone."""
        schema, table = self.qualified_name()
        if in_trigger:
            if schema is not None:
                self.fault(_TRIGGER_TARGET)
            return None, table, None
        return schema, table, self.name() if self.accept("AS") else None

    def _indexed_target(self, in_trigger: bool) -> TableRef:
        schema, table, alias = self._target(in_trigger)
        indexed_by, not_indexed = self.indexed()
        if in_trigger and (indexed_by is not None or not_indexed):
            clause = "NOT INDEXED" if not_indexed else "INDEXED BY"
            self.fault(f"the {clause} clause is not allowed on UPDATE or DELETE statements within triggers")
        return TableRef(schema, table, alias, None, indexed_by, not_indexed)

    def _insert(self, with_: With | None, conflict: str | None, in_trigger: bool) -> Insert:
        depth = self.depth
        self.expect("INTO")
        schema, table, alias = self._target(in_trigger)
        columns = None
        if self.accept("("):
            columns = self.name_list()
            self.expect(")")
        source = None
        upserts: list[Upsert] = []
        if self.kinds[self.pos] in _SELECT_STARTS:
            self.depth += 5
            source = self.select()
            self.depth += 1
            upserts = self._upserts()
        elif not in_trigger and self.accept("DEFAULT"):
            self.expect("VALUES")
        else:
            raise self.fail()
        returning = self.returning()
        self.depth = depth
        if in_trigger and returning is not None:
            self.fault("cannot use RETURNING in a trigger")
        return Insert(with_, conflict, schema, table, alias, columns, source, upserts, returning)

    def _upserts(self) -> list[Upsert]:
        """ON CONFLICT clauses; one without a target is the last."""
        upserts: list[Upsert] = []
        while self.accept("ON"):
            self.expect("CONFLICT")
            self.depth += 2
            targets = None
            target_where = None
            if self.accept("("):
                self.depth += 1
                targets = self.order_terms()
                self.forbid_nulls_order(targets)
                self.expect(")")
                self.depth += 2
                target_where = self.where()
                self.depth += 1
            self.expect("DO")
            self.depth += 2
            if self.accept("NOTHING"):
                upserts.append(Upsert(targets, target_where, None, None))
            else:
                self.expect("UPDATE")
                self.expect("SET")
                self.depth += 1
                assignments = self.assignments()
                self.depth += 1
                upserts.append(Upsert(targets, target_where, assignments, self.where()))
                self.depth += 1
            if targets is None:
                break
        return upserts

    def returning(self) -> list[ResultColumn | Star] | None:
        """A RETURNING clause, or nothing."""
        if not self.accept("RETURNING"):
            return None
        self.depth += 1
        columns = self.result_columns()
        self.depth -= 1
        return columns

    def assignments(self) -> list[Assignment]:
        """What stands behind SET."""
        found: list[Assignment] = []
        depth = self.depth
        while True:
            self.depth = depth + (4 if found else 2)
            if self.accept("("):
                columns = self.name_list()
                self.expect(")")
                self.depth += 2
            else:
                columns = [self.name()]
            if not self.accept("=") and not self.accept("=="):
                raise self.fail()
            expression = self.expression()
            found.append(Assignment(columns, expression))
            size = _size(expression)
            if len(columns) > 1 and size is not None and size != len(columns):
                self.fault(f"{len(columns)} columns assigned {size} values")
            if not self.accept(","):
                self.depth = depth
                return found

    def _update(self, with_: With | None, conflict: str | None, in_trigger: bool) -> Update:
        depth = self.depth
        target = self._indexed_target(in_trigger)
        self.expect("SET")
        self.depth = depth + (5 if in_trigger else 6)
        assignments = self.assignments()
        self.depth += 2
        sources = self.from_terms() if self.accept("FROM") else []
        where = self.where()
        if in_trigger:
            self.depth = depth
            return Update(with_, conflict, target, assignments, sources, where, [], None, None, None)
        returning, order_by, limit, offset = self._end_of_change(where is not None)
        self.depth = depth
        return Update(
            with_, conflict, target, assignments, sources, where, order_by, limit, offset, returning
        )

    def _end_of_change(
        self, has_where: bool
    ) -> tuple[list[ResultColumn | Star] | None, list[OrderTerm], Expression | None, Expression | None]:
        """RETURNING, ORDER BY and LIMIT of an UPDATE or DELETE."""
        symbols = 2 if has_where else 0
        self.depth += symbols
        returning = self.returning()
        self.depth += 1 - symbols
        order_by = self.order_by()
        self.depth += 1
        limit, offset = self.limit()
        return returning, order_by, limit, offset

    def _delete(self, with_: With | None, in_trigger: bool) -> Delete:
        self.expect("FROM")
        depth = self.depth
        target = self._indexed_target(in_trigger)
        self.depth = depth + (4 if in_trigger else 5)
        where = self.where()
        if in_trigger:
            self.depth = depth
            return Delete(with_, target, where, [], None, None, None)
        returning, order_by, limit, offset = self._end_of_change(where is not None)
        self.depth = depth
        return Delete(with_, target, where, order_by, limit, offset, returning)


def _size(expression: Expression) -> int | None:
    """How many values an expression stands for; None for a subquery, of which it is not yet known."""
    if isinstance(expression, Subquery):
        return None
    return len(expression.items) if isinstance(expression, Row) else 1
