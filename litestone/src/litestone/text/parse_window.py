"""Window definitions and frames (documentation: ``windowfunctions`` section 2)."""

from __future__ import annotations

from litestone.text.keyword import NAMES
from litestone.text.parse_expression import ExpressionParser
from litestone.text.tree import Frame, FrameBound, OrderTerm, Window

_UNITS = frozenset(("RANGE", "ROWS", "GROUPS"))
_NULLS = frozenset(("FIRST", "LAST"))
_EXCLUDED = frozenset(("NO", "CURRENT", "GROUP", "TIES"))
_DIRECTIONS = frozenset(("PRECEDING", "FOLLOWING"))
_RANK = {
    "UNBOUNDED PRECEDING": 0,
    "PRECEDING": 1,
    "CURRENT ROW": 2,
    "FOLLOWING": 3,
    "UNBOUNDED FOLLOWING": 4,
}


class WindowParser(ExpressionParser):
    """Parses what stands behind OVER and in the WINDOW clause, and terms of ORDER BY."""

    __slots__ = ()

    def order_terms(self) -> list[OrderTerm]:
        """The terms behind ORDER BY, or of an index."""
        terms = [self._order_term()]
        self.depth += 2
        while self.accept(","):
            terms.append(self._order_term())
        self.depth -= 2
        return terms

    def _order_term(self) -> OrderTerm:
        expression = self.expression()
        descending = self.accept("DESC")
        if not descending:
            self.accept("ASC")
        nulls = None
        if self.accept("NULLS"):
            nulls = self.expect_any(_NULLS)
        self.room_for(3)
        return OrderTerm(expression, descending, nulls)

    def order_by(self) -> list[OrderTerm]:
        """An ORDER BY clause, or nothing."""
        if not self.accept("ORDER"):
            return []
        self.expect("BY")
        self.depth += 2
        terms = self.order_terms()
        self.depth -= 2
        return terms

    def over(self) -> str | Window:
        """What follows OVER: a window's name or its definition in parentheses."""
        if not self.accept("("):
            return self.name()
        self.depth += 2
        window = self.window()
        self.depth -= 2
        self.expect(")")
        return window

    def window_definitions(self) -> list[tuple[str, Window]]:
        """The definitions behind WINDOW."""
        depth = self.depth
        self.depth = depth + 4
        found = []
        while True:
            name = self.name()
            self.expect("AS")
            self.expect("(")
            found.append((name, self.window()))
            self.expect(")")
            if not self.accept(","):
                self.depth = depth
                return found
            self.depth = depth + 6

    def window(self) -> Window:
        """A window definition without its parentheses."""
        depth = self.depth
        base = None
        kind = self.kinds[self.pos]
        if kind in NAMES and kind not in _UNITS and kind != "PARTITION":
            base = self.name()
            self.depth += 1
        partition = []
        if self.accept("PARTITION"):
            self.expect("BY")
            self.depth += 2
            partition = self.expression_list()
            self.depth += 1
        order = self.order_by()
        self.depth += 1 if partition else 3 if order else 0
        frame = self._frame() if self.kinds[self.pos] in _UNITS else None
        self.depth = depth
        return Window(base, partition, order, frame)

    def _frame(self) -> Frame:
        unit = self.kinds[self.pos]
        self.pos += 1
        if self.accept("BETWEEN"):
            self.depth += 2
            start = self._bound("PRECEDING")
            self.expect("AND")
            self.depth += 2
            end = self._bound("FOLLOWING")
            self.depth -= 4
        else:
            self.depth += 1
            start = self._bound("PRECEDING")
            self.depth -= 1
            end = FrameBound("CURRENT ROW", None)
        exclude = ""
        if self.accept("EXCLUDE"):
            exclude = self.expect_any(_EXCLUDED)
            if exclude == "NO":
                self.expect("OTHERS")
                exclude = "NO OTHERS"
            elif exclude == "CURRENT":
                self.expect("ROW")
                exclude = "CURRENT ROW"
        if _RANK[start.kind] > _RANK[end.kind]:
            self.fault("unsupported frame specification")
        return Frame(unit, start, end, exclude)

    def _bound(self, unbounded: str) -> FrameBound:
        """One end of a frame, at which ``UNBOUNDED`` may go towards ``unbounded`` only."""
        if self.accept("UNBOUNDED"):
            self.expect(unbounded)
            return FrameBound(f"UNBOUNDED {unbounded}", None)
        if self.accept("CURRENT"):
            self.expect("ROW")
            return FrameBound("CURRENT ROW", None)
        offset = self.expression()
        return FrameBound(self.expect_any(_DIRECTIONS), offset)
