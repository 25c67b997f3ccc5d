"""The syntax tree of expressions and SELECT (documentation: ``lang_expr``, ``lang_select``).

Nodes hold what the text says and have no behaviour; names keep the case they
were written in, without quotes. Offsets count characters of the statement's text.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Union

    from litestone.function.registry import Scalar

    Value = Union[None, int, float, str, bytes]


class Node:
    """Base of every node of the tree."""

    __slots__ = ()


class Expression(Node):
    """Base of every expression node."""

    __slots__ = ()


class Literal(Expression):
    """A literal; ``text`` is its source spelling (a number's sign is a separate ``Unary``)."""

    __slots__ = ("value", "text")

    def __init__(self, value: Value, text: str) -> None:
        self.value = value
        self.text = text


class CurrentTime(Expression):
    """``CURRENT_TIME``, ``CURRENT_DATE`` or ``CURRENT_TIMESTAMP`` (``kind``, upper case)."""

    __slots__ = ("kind",)

    def __init__(self, kind: str) -> None:
        self.kind = kind


class Name(Expression):
    """A column reference, ``schema.table.name``; ``quoted`` where the last part stood in double quotes and
    may fall back to a string; ``start`` is its offset in the text, or -1.
    """

    __slots__ = ("schema", "table", "name", "quoted", "start")

    def __init__(
        self, schema: str | None, table: str | None, name: str, quoted: bool, start: int = -1
    ) -> None:
        self.schema = schema
        self.table = table
        self.name = name
        self.quoted = quoted
        self.start = start


class Variable(Expression):
    """A bound parameter as written (``?``, ``?5``, ``:a``, ``@a``, ``$a``) and its 1-based number."""

    __slots__ = ("text", "number")

    def __init__(self, text: str, number: int) -> None:
        self.text = text
        self.number = number


class Unary(Expression):
    """``op`` is one of ``- + ~ NOT``."""

    __slots__ = ("op", "operand")

    def __init__(self, op: str, operand: Expression) -> None:
        self.op = op
        self.operand = operand


class Binary(Expression):
    """``op`` is upper case and canonical: ``OR AND = <> IS`` ``IS NOT < <= > >= & | << >> + - * / % || ->
    ->>`` (``==`` becomes ``=``, ``!=`` ``<>``, ``IS NOT DISTINCT FROM`` ``IS``).
    """

    __slots__ = ("op", "left", "right")

    def __init__(self, op: str, left: Expression, right: Expression) -> None:
        self.op = op
        self.left = left
        self.right = right


class IsNull(Expression):
    """``ISNULL``, ``NOTNULL``, ``NOT NULL``, and ``IS [NOT] NULL`` with the literal NULL."""

    __slots__ = ("operand", "negated")

    def __init__(self, operand: Expression, negated: bool) -> None:
        self.operand = operand
        self.negated = negated


class Like(Expression):
    """``op`` is ``LIKE``, ``GLOB``, ``REGEXP`` or ``MATCH``."""

    __slots__ = ("op", "operand", "pattern", "escape", "negated")

    def __init__(
        self, op: str, operand: Expression, pattern: Expression, escape: Expression | None, negated: bool
    ) -> None:
        self.op = op
        self.operand = operand
        self.pattern = pattern
        self.escape = escape
        self.negated = negated


class Between(Expression):
    """``x [NOT] BETWEEN low AND high``."""

    __slots__ = ("operand", "low", "high", "negated")

    def __init__(self, operand: Expression, low: Expression, high: Expression, negated: bool) -> None:
        self.operand = operand
        self.low = low
        self.high = high
        self.negated = negated


class InList(Expression):
    """``x [NOT] IN (a, b, …)``."""

    __slots__ = ("operand", "items", "negated")

    def __init__(self, operand: Expression, items: list[Expression], negated: bool) -> None:
        self.operand = operand
        self.items = items
        self.negated = negated


class InSelect(Expression):
    """``x [NOT] IN (SELECT …)``."""

    __slots__ = ("operand", "select", "negated")

    def __init__(self, operand: Expression, select: Select, negated: bool) -> None:
        self.operand = operand
        self.select = select
        self.negated = negated


class InTable(Expression):
    """``x IN schema.table`` or ``x IN table(args)``."""

    __slots__ = ("operand", "schema", "table", "arguments", "negated")

    def __init__(
        self,
        operand: Expression,
        schema: str | None,
        table: str,
        arguments: list[Expression] | None,
        negated: bool,
    ) -> None:
        self.operand = operand
        self.schema = schema
        self.table = table
        self.arguments = arguments
        self.negated = negated


class Exists(Expression):
    """``EXISTS (SELECT …)``."""

    __slots__ = ("select",)

    def __init__(self, select: Select) -> None:
        self.select = select


class Subquery(Expression):
    """A scalar or row subquery."""

    __slots__ = ("select",)

    def __init__(self, select: Select) -> None:
        self.select = select


class Case(Expression):
    """``CASE [base] WHEN … THEN … ELSE … END``."""

    __slots__ = ("base", "whens", "otherwise")

    def __init__(
        self,
        base: Expression | None,
        whens: list[tuple[Expression, Expression]],
        otherwise: Expression | None,
    ) -> None:
        self.base = base
        self.whens = whens
        self.otherwise = otherwise


class Cast(Expression):
    """``CAST(x AS type)``."""

    __slots__ = ("operand", "type_name")

    def __init__(self, operand: Expression, type_name: str) -> None:
        self.operand = operand
        self.type_name = type_name


class Collate(Expression):
    """``x COLLATE name``."""

    __slots__ = ("operand", "collation")

    def __init__(self, operand: Expression, collation: str) -> None:
        self.operand = operand
        self.collation = collation


class Call(Expression):
    """A function call; ``star`` for ``f(*)``; ``over`` is a window name or definition.

    ``function`` is what the name was resolved to (``function.registry.Scalar``), None before;
    ``start`` is the call's offset in the text, or -1.
    """

    __slots__ = ("name", "arguments", "distinct", "star", "filter", "over", "function", "start")

    def __init__(
        self,
        name: str,
        arguments: list[Expression],
        distinct: bool,
        star: bool,
        filter: Expression | None,
        over: str | Window | None,
        start: int = -1,
    ) -> None:
        self.start = start
        self.name = name
        self.arguments = arguments
        self.distinct = distinct
        self.star = star
        self.filter = filter
        self.over = over
        self.function: Scalar | None = None


class Row(Expression):
    """A row value ``(a, b, …)`` of two or more."""

    __slots__ = ("items",)

    def __init__(self, items: list[Expression]) -> None:
        self.items = items


class Raise(Expression):
    """``action`` is ``IGNORE``, ``ROLLBACK``, ``ABORT`` or ``FAIL``."""

    __slots__ = ("action", "message")

    def __init__(self, action: str, message: str | None) -> None:
        self.action = action
        self.message = message


class OrderTerm(Node):
    """``nulls`` is ``FIRST``, ``LAST`` or None."""

    __slots__ = ("expression", "descending", "nulls")

    def __init__(self, expression: Expression, descending: bool, nulls: str | None) -> None:
        self.expression = expression
        self.descending = descending
        self.nulls = nulls


class FrameBound(Node):
    """``kind`` is ``UNBOUNDED PRECEDING``, ``PRECEDING``, ``CURRENT ROW``, ``FOLLOWING`` or ``UNBOUNDED
    FOLLOWING``.
    """

    __slots__ = ("kind", "offset")

    def __init__(self, kind: str, offset: Expression | None) -> None:
        self.kind = kind
        self.offset = offset


class Frame(Node):
    """``unit`` is ``ROWS``, ``RANGE`` or ``GROUPS``; ``exclude`` is empty, ``NO OTHERS``, ``CURRENT ROW``,
    ``GROUP`` or ``TIES``.
    """

    __slots__ = ("unit", "start", "end", "exclude")

    def __init__(self, unit: str, start: FrameBound, end: FrameBound, exclude: str) -> None:
        self.unit = unit
        self.start = start
        self.end = end
        self.exclude = exclude


class Window(Node):
    """A window definition; ``base`` names the window it extends."""

    __slots__ = ("base", "partition", "order", "frame")

    def __init__(
        self, base: str | None, partition: list[Expression], order: list[OrderTerm], frame: Frame | None
    ) -> None:
        self.base = base
        self.partition = partition
        self.order = order
        self.frame = frame


class ResultColumn(Node):
    """One result column with its source text ``start:end`` in the statement."""

    __slots__ = ("expression", "alias", "text")

    def __init__(self, expression: Expression, alias: str | None, text: str) -> None:
        self.expression = expression
        self.alias = alias
        self.text = text


class Star(Node):
    """``*`` or ``table.*``."""

    __slots__ = ("table",)

    def __init__(self, table: str | None) -> None:
        self.table = table


class TableRef(Node):
    """``arguments`` for a table-valued function; ``indexed_by`` an index name, ``not_indexed`` for NOT
    INDEXED.
    """

    __slots__ = ("schema", "name", "alias", "arguments", "indexed_by", "not_indexed")

    def __init__(
        self,
        schema: str | None,
        name: str,
        alias: str | None,
        arguments: list[Expression] | None,
        indexed_by: str | None,
        not_indexed: bool,
    ) -> None:
        self.schema = schema
        self.name = name
        self.alias = alias
        self.arguments = arguments
        self.indexed_by = indexed_by
        self.not_indexed = not_indexed


class SubqueryRef(Node):
    """A subquery in FROM."""

    __slots__ = ("select", "alias")

    def __init__(self, select: Select, alias: str | None) -> None:
        self.select = select
        self.alias = alias


class JoinRef(Node):
    """A join in parentheses, ``(a JOIN b) AS alias``."""

    __slots__ = ("terms", "alias")

    def __init__(self, terms: list[FromTerm], alias: str | None) -> None:
        self.terms = terms
        self.alias = alias


class FromTerm(Node):
    """One source and how it joins what stands left of it. ``join`` holds the words among ``NATURAL CROSS
    INNER LEFT RIGHT FULL`` (LEFT and RIGHT both for FULL too); ``,`` and plain JOIN give an empty
    set, and ``comma`` tells them apart.
    """

    __slots__ = ("source", "join", "comma", "on", "using")

    def __init__(
        self,
        source: TableRef | SubqueryRef | JoinRef,
        join: frozenset[str],
        comma: bool,
        on: Expression | None,
        using: list[str] | None,
    ) -> None:
        self.source = source
        self.join = join
        self.comma = comma
        self.on = on
        self.using = using


class Core(Node):
    """One SELECT without ORDER BY and LIMIT."""

    __slots__ = ("distinct", "columns", "sources", "where", "group_by", "having", "windows")

    def __init__(
        self,
        distinct: bool,
        columns: list[ResultColumn | Star],
        sources: list[FromTerm],
        where: Expression | None,
        group_by: list[Expression],
        having: Expression | None,
        windows: list[tuple[str, Window]],
    ) -> None:
        self.distinct = distinct
        self.columns = columns
        self.sources = sources
        self.where = where
        self.group_by = group_by
        self.having = having
        self.windows = windows


class Values(Node):
    """``VALUES (…), (…)``."""

    __slots__ = ("rows",)

    def __init__(self, rows: list[list[Expression]]) -> None:
        self.rows = rows


class CommonTable(Node):
    """``materialized`` is True, False (NOT MATERIALIZED) or None."""

    __slots__ = ("name", "columns", "materialized", "select")

    def __init__(
        self, name: str, columns: list[str] | None, materialized: bool | None, select: Select
    ) -> None:
        self.name = name
        self.columns = columns
        self.materialized = materialized
        self.select = select


class With(Node):
    """A WITH clause."""

    __slots__ = ("recursive", "tables")

    def __init__(self, recursive: bool, tables: list[CommonTable]) -> None:
        self.recursive = recursive
        self.tables = tables


class Select(Node):
    """``cores`` joined by ``operators`` (``UNION``, ``UNION ALL``, ``INTERSECT``, ``EXCEPT``; one fewer),
    then ORDER BY and LIMIT of the whole.
    """

    __slots__ = ("with_", "cores", "operators", "order_by", "limit", "offset")

    def __init__(
        self,
        with_: With | None,
        cores: list[Core | Values],
        operators: list[str],
        order_by: list[OrderTerm],
        limit: Expression | None,
        offset: Expression | None,
    ) -> None:
        self.with_ = with_
        self.cores = cores
        self.operators = operators
        self.order_by = order_by
        self.limit = limit
        self.offset = offset
