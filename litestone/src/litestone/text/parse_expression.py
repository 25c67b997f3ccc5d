"""Expressions, by precedence climbing (documentation: ``lang_expr`` section 2).

Each method that parses an expression leaves its height in ``height``: SQLite
refuses trees higher than 1000.
"""

from __future__ import annotations

from litestone.errors import ERROR, SqlError
from litestone.text.keyword import ALIASES, IDENTIFIERS, NAMES, word_set
from litestone.text.literal import integer_value, real_value
from litestone.text.token_stream import TokenStream, unquote
from litestone.text.tree import (
    Between,
    Binary,
    Call,
    Case,
    Cast,
    Collate,
    CurrentTime,
    Exists,
    Expression,
    InList,
    InSelect,
    InTable,
    IsNull,
    Like,
    Literal,
    Name,
    Raise,
    Row,
    Select,
    Subquery,
    Unary,
    Variable,
    Window,
)

TYPE_CHECKING = False

MAX_HEIGHT = 1000
MAX_ARGUMENTS = 127
MAX_VARIABLE = 250000

_OR, _AND, _NOT, _EQUAL, _LESS = 1, 2, 3, 4, 5
_BITS, _PLUS, _TIMES, _CONCAT, _COLLATE = 7, 8, 9, 10, 11

_LEVELS: dict[str, int] = {
    "OR": _OR,
    "AND": _AND,
    "NOT": _NOT,
    "IS": _EQUAL,
    "MATCH": _EQUAL,
    "LIKE": _EQUAL,
    "GLOB": _EQUAL,
    "REGEXP": _EQUAL,
    "BETWEEN": _EQUAL,
    "IN": _EQUAL,
    "ISNULL": _EQUAL,
    "NOTNULL": _EQUAL,
    "<>": _EQUAL,
    "!=": _EQUAL,
    "=": _EQUAL,
    "==": _EQUAL,
    "<": _LESS,
    "<=": _LESS,
    ">": _LESS,
    ">=": _LESS,
    "&": _BITS,
    "|": _BITS,
    "<<": _BITS,
    ">>": _BITS,
    "+": _PLUS,
    "-": _PLUS,
    "*": _TIMES,
    "/": _TIMES,
    "%": _TIMES,
    "||": _CONCAT,
    "->": _CONCAT,
    "->>": _CONCAT,
    "COLLATE": _COLLATE,
}
_SPECIAL = word_set("NOT IS MATCH LIKE GLOB REGEXP BETWEEN IN ISNULL NOTNULL COLLATE")
_CANONICAL = {"==": "=", "!=": "<>"}
_LIKE_WORDS = frozenset(("LIKE", "GLOB", "REGEXP", "MATCH"))
_PREFIX = frozenset("-+~")
_SELECT_STARTS = frozenset(("SELECT", "VALUES", "WITH"))
_LITERALS = frozenset(("INTEGER", "STRING", "NULL", "FLOAT", "BLOB"))
_RAISE_ACTIONS = frozenset(("ROLLBACK", "ABORT", "FAIL"))


def is_zero(e: Expression) -> bool:
    """Whether an operand is the integer 0 as written."""
    return isinstance(e, Literal) and e.value.__class__ is int and not e.value


class ExpressionParser(TokenStream):
    """Parses expressions; ``select`` and ``over`` come from the parser of SELECT."""

    __slots__ = ("height", "hex_fault", "last_variable", "late_fault", "places", "variables")

    forgets = True
    """Whether what stands beside ``AND 0`` is read and forgotten: its names need not mean anything."""

    def __init__(self, sql: str, start: int) -> None:
        super().__init__(sql, start)
        self.height = 0
        self.places = False
        self.variables: dict[str, int] = {}
        self.last_variable = 0
        self.late_fault: SqlError | None = None
        self.hex_fault: SqlError | None = None

    if TYPE_CHECKING:  # the parser of SELECT, which builds on this one, has them

        def select(self) -> Select:
            """A whole SELECT, without the parentheses around it."""

        def over(self) -> str | Window:
            """What follows OVER."""

    def expression(self, level: int = _OR, until_and: bool = False) -> Expression:
        """An expression of operators that bind at least as tightly as ``level``.

        With ``until_and`` an AND ends it: the one that belongs to BETWEEN.
        """
        left = self._prefixed()
        kinds = self.kinds
        levels = _LEVELS
        while True:
            op = kinds[self.pos]
            binding = levels.get(op)
            if binding is None or binding < level or (until_and and binding == _AND):
                return left
            self.pos += 1
            if op in _SPECIAL:
                left = self._special(op, left)
                continue
            left_height = self.height
            self.depth += 2
            right = self.expression(binding + 1)
            self.depth -= 2
            if left_height > self.height:
                self.height = left_height
            self._grow()
            if binding == _AND and self.forgets and (is_zero(left) or is_zero(right)):
                left = Literal(0, "0")
            else:
                left = Binary(_CANONICAL.get(op, op), left, right)

    def expression_list(self) -> list[Expression]:
        """One or more expressions with commas between them; ``height`` is the highest one's."""
        items = [self.expression()]
        if self.kinds[self.pos] != ",":
            return items
        height = self.height
        self.depth += 2
        while self.accept(","):
            items.append(self.expression())
            if self.height > height:
                height = self.height
        self.height = height
        self.depth -= 2
        return items

    def _grow(self) -> None:
        self.height += 1
        if self.height > MAX_HEIGHT:
            self.fault(f"Expression tree is too large (maximum depth {MAX_HEIGHT})")

    def _operand(self, symbols: int, level: int = _EQUAL + 1, until_and: bool = False) -> Expression:
        """An operand right of a special operator; ``height`` becomes the higher one's."""
        height = self.height
        self.depth += symbols
        operand = self.expression(level, until_and)
        self.depth -= symbols
        if height > self.height:
            self.height = height
        return operand

    def _prefixed(self) -> Expression:
        kind = self.kinds[self.pos]
        if kind in _PREFIX or kind == "NOT":
            self.pos += 1
            self.depth += 1
            operand = self.expression(_NOT) if kind == "NOT" else self._prefixed()
            self.depth -= 1
            self._grow()
            return Unary(kind, operand)
        return self._primary(kind)

    def _special(self, op: str, left: Expression) -> Expression:
        """The rest of an operator that is more than ``left op right``."""
        self.room_for(3 if op == "COLLATE" else 2)
        if op == "COLLATE":
            node: Expression = Collate(left, self.plain_name())
            self.height = 0
        elif op == "ISNULL" or op == "NOTNULL":
            node = IsNull(left, op == "NOTNULL")
        elif op == "IS":
            node = self._is(left)
        elif op == "NOT":
            op = self.kinds[self.pos]
            if op == "NULL":
                self.pos += 1
                node = IsNull(left, True)
            else:
                node = self._matched(op, left, True)
                self._grow()
        else:
            self.pos -= 1
            node = self._matched(op, left, False)
        self._grow()
        return node

    def _matched(self, op: str, left: Expression, negated: bool) -> Expression:
        """IN, BETWEEN or one of the LIKE family, with the cursor on the operator."""
        self.pos += 1
        if op == "IN":
            return self._in(left, negated)
        if op == "BETWEEN":
            return self._between(left, negated)
        if op in _LIKE_WORDS:
            return self._like(op, left, negated)
        self.pos -= 1
        raise self.fail()

    def _is(self, left: Expression) -> Expression:
        negated = self.accept("NOT")
        symbols = 3 if negated else 2
        if self.accept("DISTINCT"):
            self.expect("FROM")
            negated = not negated
            symbols += 2
        right = self._operand(symbols)
        if right.__class__ is Literal and right.value is None:
            return IsNull(left, negated)
        return Binary("IS NOT" if negated else "IS", left, right)

    def _like(self, op: str, left: Expression, negated: bool) -> Expression:
        pattern = self._operand(2)
        escape = self._operand(4) if self.accept("ESCAPE") else None
        return Like(op, left, pattern, escape, negated)

    def _between(self, left: Expression, negated: bool) -> Expression:
        height = self.height
        low = self._operand(2, _OR, True)
        self.expect("AND")
        high = self._operand(4)
        self.height = height
        return Between(left, low, high, negated)

    def _in(self, left: Expression, negated: bool) -> Expression:
        height = self.height
        if self.accept("("):
            if self.kinds[self.pos] in _SELECT_STARTS:
                node: Expression = InSelect(left, self._nested_select(3), negated)
            elif self.accept(")"):
                # What stands left of an empty list is read and forgotten: its names need not mean anything.
                self.height = -1 if negated else 0
                return InList(Literal(None, "NULL"), [], negated)
            else:
                self.depth += 3
                items = self.expression_list()
                if len(items) == 1 and items[0].__class__ is Literal:
                    self.height += 1
                node = InList(left, items, negated)
                self.depth -= 3
                self.expect(")")
                self.room_for(5)
        else:
            schema, table = self.qualified_name()
            arguments = None
            self.height = 0
            if self.accept("("):
                self.depth += 5
                arguments = [] if self.kinds[self.pos] == ")" else self.expression_list()
                self.depth -= 5
                self.expect(")")
            node = InTable(left, schema, table, arguments, negated)
        if height > self.height:
            self.height = height
        return node

    def _nested_select(self, symbols: int) -> Select:
        """A SELECT behind its opening parenthesis, up to the closing one; ``height`` is its highest one."""
        self.depth += symbols
        select = self.select()
        self.depth -= symbols
        self.expect(")")
        return select

    def _primary(self, kind: str) -> Expression:
        pos = self.pos
        self.room_for(1)
        if kind == "ID":
            return self._named(pos)
        if kind in _LITERALS:
            if kind == "STRING" and self.kinds[pos + 1] == ".":
                return self._named(pos)
            return self.literal(kind)
        if kind == "(":
            return self._parenthesised()
        if kind == "VARIABLE":
            return self._variable(pos)
        return self._keyword_primary(kind, pos)

    def literal(self, kind: str) -> Literal:
        """The literal at the cursor."""
        text = self.text(self.pos)
        self.pos += 1
        self.height = 1
        if kind == "STRING":
            return Literal(unquote(text), text)
        if kind == "INTEGER":
            value = integer_value(text)
            if value is None:
                self.hex_fault = SqlError(
                    ERROR, f"hex literal too big: {text}", offset=self.starts[self.pos - 1]
                )
            return Literal(value, text)
        if kind == "NULL":
            return Literal(None, text)
        if kind == "FLOAT":
            return Literal(real_value(text), text)
        return Literal(bytes.fromhex(text[2:-1]), text)

    def _keyword_primary(self, kind: str, pos: int) -> Expression:
        """An expression that starts with a keyword, which may be just a name."""
        if kind == "CASE":
            return self._case()
        if kind == "CAST":
            return self._cast()
        if kind == "EXISTS":
            self.pos = pos + 1
            self.expect("(")
            if self.kinds[self.pos] not in _SELECT_STARTS:
                raise self.fail()
            exists = Exists(self._nested_select(2))
            self._grow()
            return exists
        if kind == "RAISE":
            return self._raise()
        if kind == "CURRENT_TIME" or kind == "CURRENT_DATE" or kind == "CURRENT_TIMESTAMP":
            self.pos = pos + 1
            self.height = 1
            return CurrentTime(kind)
        if kind in NAMES:
            return self._named(pos)
        if kind == "REGISTER":
            # A form that only SQLite itself may use: refused, but as late as an error of meaning.
            self.pos = pos + 1
            self.fault(f'near "{self.text(pos)}": syntax error', pos)
            return Literal(None, self.text(pos))
        raise self.fail()

    def _named(self, pos: int) -> Expression:
        """A column reference or a function call."""
        kinds = self.kinds
        kind = kinds[pos]
        after = kinds[pos + 1]
        text = self.text(pos)
        if after == "(" and (kind in IDENTIFIERS or kind == "INDEXED"):
            return self._call(unquote(text))
        self.height = 1
        self.pos = pos + 1
        start = self.starts[pos] if self.places else -1
        if after != ".":
            return Name(None, None, unquote(text), text[0] == '"', start)
        self.pos = pos + 2
        second = self.name()
        self.height = 2
        self.room_for(3)
        if kinds[self.pos] != ".":
            return Name(None, unquote(text), second, self._is_double_quoted(), start)
        self.pos += 1
        third = self.name()
        self.height = 3
        self.room_for(5)
        return Name(unquote(text), second, third, self._is_double_quoted(), start)

    def _is_double_quoted(self) -> bool:
        return self.sql[self.starts[self.pos - 1]] == '"'

    def _call(self, name: str) -> Expression:
        """A function call; the cursor is on its name."""
        start = self.starts[self.pos] if self.places else -1
        self.pos += 2
        self.depth += 3
        self.height = 0
        arguments: list[Expression] = []
        distinct = star = False
        if self.accept("*"):
            star = True
        else:
            if self.accept("DISTINCT"):
                distinct = True
            else:
                self.accept("ALL")
            if self.kinds[self.pos] != ")":
                arguments = self.expression_list()
        self.depth -= 3
        self.expect(")")
        self.room_for(4 if star else 5)
        if len(arguments) > MAX_ARGUMENTS:
            self.fault(f"too many arguments on function {name}")
        self._grow()
        height = self.height
        condition = None
        over = None
        if self.kinds[self.pos] == "FILTER":
            self.pos += 1
            self.expect("(")
            self.expect("WHERE")
            self.depth += 8
            condition = self.expression()
            self.depth -= 8
            self.expect(")")
            self.room_for(10)
        if self.kinds[self.pos] == "OVER":
            self.pos += 1
            symbols = 5 if condition is None else 6
            self.depth += symbols
            over = self.over()
            self.depth -= symbols
        self.height = height
        return Call(name, arguments, distinct, star, condition, over, start)

    def _parenthesised(self) -> Expression:
        self.pos += 1
        if self.kinds[self.pos] in _SELECT_STARTS:
            select = self._nested_select(1)
            self._grow()
            return Subquery(select)
        self.depth += 1
        first = self.expression()
        if self.kinds[self.pos] != ",":
            self.depth -= 1
            self.expect(")")
            self.room_for(3)
            return first
        items = [first]
        height = self.height
        self.depth += 2
        while self.accept(","):
            items.append(self.expression())
            if self.height > height:
                height = self.height
        self.depth -= 3
        self.expect(")")
        self.room_for(5)
        self.height = 1
        return Row(items)

    def _variable(self, pos: int) -> Expression:
        """A bound parameter and its number (``lang_expr`` section 4)."""
        self.pos = pos + 1
        self.height = 1
        text = self.text(pos)
        if text == "?":
            number = self.last_variable + 1
        elif text[0] == "?":
            digits = text[1:].lstrip("0")
            number = int(digits) if 0 < len(digits) < 7 else 0
            if not 1 <= number <= MAX_VARIABLE:
                self.fault(f"variable number must be between ?1 and ?{MAX_VARIABLE}", pos)
                number = 0
            self.variables.setdefault(text, number)
        else:
            known = self.variables.get(text)
            number = self.last_variable + 1 if known is None else known
            self.variables[text] = number
        if number > self.last_variable:
            if number > MAX_VARIABLE:
                self.fault("too many SQL variables")
            self.last_variable = number
        return Variable(text, number)

    def _case(self) -> Expression:
        self.pos += 1
        depth = self.depth
        self.depth = depth + 1
        base = None if self.kinds[self.pos] == "WHEN" else self.expression()
        height = self.height if base is not None else 0
        whens: list[tuple[Expression, Expression]] = []
        self.expect("WHEN")
        while True:
            self.depth = depth + (4 if whens else 3)
            condition = self.expression()
            height = max(height, self.height)
            self.expect("THEN")
            self.depth += 2
            whens.append((condition, self.expression()))
            height = max(height, self.height)
            if not self.accept("WHEN"):
                break
        otherwise = None
        self.depth = depth + 4
        if self.accept("ELSE"):
            otherwise = self.expression()
            height = max(height, self.height)
        self.expect("END")
        self.room_for(1)
        self.depth = depth
        self.height = height
        self._grow()
        return Case(base, whens, otherwise)

    def _cast(self) -> Expression:
        self.pos += 1
        self.expect("(")
        self.depth += 2
        operand = self.expression()
        self.depth -= 2
        self.expect("AS")
        type_name = self.type_name() or ""
        self.expect(")")
        self.room_for(6)
        self._grow()
        return Cast(operand, type_name)

    def type_name(self) -> str | None:
        """The words of a type with its size, as written; None if there are none."""
        first = self.pos
        while self.kinds[self.pos] in ALIASES:
            self.pos += 1
        if self.pos == first:
            return None
        if self.accept("("):
            self._signed_number()
            if self.accept(","):
                self._signed_number()
            self.expect(")")
        return self.sql[self.starts[first] : self.ends[self.pos - 1]]

    def _signed_number(self) -> None:
        if self.kinds[self.pos] in _PREFIX and self.kinds[self.pos] != "~":
            self.pos += 1
        if self.kinds[self.pos] not in ("INTEGER", "FLOAT"):
            raise self.fail()
        self.pos += 1

    def _raise(self) -> Expression:
        self.pos += 1
        self.expect("(")
        action = self.kinds[self.pos]
        message = None
        if action == "IGNORE":
            self.pos += 1
        elif action in _RAISE_ACTIONS:
            self.pos += 1
            self.expect(",")
            message = self.name()
        else:
            raise self.fail()
        self.expect(")")
        self.height = 1
        return Raise(action, message)
