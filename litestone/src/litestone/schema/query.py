"""Queries after name resolution: what the planner reads and the executor compiles.

A resolved expression is a tree of ``text.tree`` nodes whose leaves have been
replaced: ``Name`` by ``ColumnRef``, aggregate and window calls by
``AggregateRef`` and ``WindowRef``, every nested ``Select`` by a ``Query`` (in
the ``select`` field of ``Subquery``, ``Exists``, ``InSelect``). Trees are never
shared between two places of a query, so that a rewrite may change them.
"""

from __future__ import annotations

from litestone.text.tree import Expression

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Union

    from litestone.plan.model import SelectPlan
    from litestone.schema.objects import Table
    from litestone.text.tree import Frame, Node

    Query = Union["SelectQuery", "CompoundQuery", "ValuesQuery"]


class OutputColumn:
    """One column that a query or source gives: its name, and what it was declared as.

    ``affinity`` and ``collation`` are what a comparison with it uses
    (``collation`` None: no collation of its own, BINARY by default);
    ``type_name`` is the declared type where the column comes straight from a
    table column. ``origin`` is (database, table, column) for the same.
    """

    __slots__ = ("affinity", "collation", "hidden", "name", "origin", "type_name")

    def __init__(self, name: str, affinity: int, collation: str | None, type_name: str | None = None) -> None:
        self.name = name
        self.affinity = affinity
        self.collation = collation
        self.type_name = type_name
        self.hidden = False
        self.origin: tuple[str, str, str] | None = None


class Source:
    """One item of a FROM clause.

    ``kind``: ``table`` (a stored table), ``query`` (subquery, view or CTE with
    its own ``query``), ``recursive`` (a recursive CTE's reference to itself;
    ``query`` is the CompoundQuery it belongs to), ``virtual`` (virtual table,
    ``arguments`` where called like a function), ``row`` (a single row that the
    caller puts in place: OLD, NEW, excluded).
    ``join`` is ``inner``, ``cross``, ``left``, ``right`` or ``full``: how it joins
    what stands before it. ``on`` holds the conjuncts of its ON and USING
    clauses. ``slot`` is its place in the frame; ``used`` the columns of it that
    are read anywhere (-1 the rowid). ``number`` is its place in its FROM clause.
    ``generated`` holds the resolved expressions of the VIRTUAL columns that are
    read, ``nested`` what each column of a join in parentheses stands for. Two references to one common table
    have the same ``definition``. ``schema`` is the database named before the table. ``pushed``: the planner
    has given its query conditions of the outer one.
    """

    __slots__ = (
        "alias", "arguments", "columns", "cte", "definition", "generated", "indexed_by", "join", "kind",
        "materialized", "name", "nested", "not_indexed", "number", "on", "pushed", "query", "schema",
        "slot", "table", "used", "using",
    )  # fmt: skip

    def __init__(self, kind: str, name: str, alias: str | None, columns: list[OutputColumn]) -> None:
        self.kind = kind
        self.name = name
        self.alias = alias
        self.columns = columns
        self.table: Table | None = None
        self.query: Query | None = None
        self.cte: str | None = None
        self.materialized: bool | None = None
        self.arguments: list[Expression] = []
        self.join = "inner"
        self.on: list[Expression] = []
        self.using: list[str] = []
        self.indexed_by: str | None = None
        self.not_indexed = False
        self.number = 0
        self.slot = -1
        self.used: set[int] = set()
        self.generated: dict[int, Expression] = {}
        self.nested: list[NestedColumn] | None = None
        self.definition: object = None
        self.pushed = False
        self.schema: str | None = None


class NestedColumn:
    """What a column of a join in parentheses is called outside of it.

    ``merged`` is the one column that USING makes of several, which stand behind it with ``hidden`` set:
    they are found by their full name alone.
    """

    __slots__ = ("hidden", "merged", "name", "schema", "table")

    def __init__(self, schema: str | None, table: str | None, name: str) -> None:
        self.schema = schema
        self.table = table
        self.name = name
        self.merged = False
        self.hidden = False


class ColumnRef(Expression):
    """Column ``column`` of ``source`` (-1: its rowid). ``source`` may belong to an enclosing query."""

    __slots__ = ("column", "source")

    def __init__(self, source: Source, column: int) -> None:
        self.source = source
        self.column = column


class RowField(Expression):
    """Value number ``field`` of the row value ``row`` (a subquery of several columns)."""

    __slots__ = ("field", "row")

    def __init__(self, row: Expression, field: int) -> None:
        self.row = row
        self.field = field


class Truth(Expression):
    """``x IS [NOT] TRUE`` or ``x IS [NOT] FALSE``: never NULL (``lang_expr`` section 2)."""

    __slots__ = ("negated", "operand", "value")

    def __init__(self, operand: Expression, value: bool, negated: bool) -> None:
        self.operand = operand
        self.value = value
        self.negated = negated


class AggregateRef(Expression):
    """The result of an aggregate of the query it belongs to (``query.aggregates[number]``)."""

    __slots__ = ("arguments", "distinct", "filter", "name", "number", "query", "star")

    def __init__(self, name: str, arguments: list[Expression], distinct: bool, star: bool) -> None:
        self.name = name
        self.arguments = arguments
        self.distinct = distinct
        self.star = star
        self.filter: Expression | None = None
        self.number = 0
        self.query: SelectQuery | None = None


class WindowRef(Expression):
    """The result of a window function call (``query.windows[number]``), its window fully spelled out.

    ``repeated``: it stands in ORDER BY for a result column, which SQLite computes anew, inside all others.
    """

    __slots__ = ("arguments", "filter", "frame", "name", "number", "order", "partition", "repeated", "star")

    def __init__(self, name: str, arguments: list[Expression], star: bool) -> None:
        self.name = name
        self.arguments = arguments
        self.star = star
        self.filter: Expression | None = None
        self.partition: list[Expression] = []
        self.order: list[Ordering] = []
        self.frame: Frame | None = None
        self.number = 0
        self.repeated = False


class Ordering:
    """A resolved ORDER BY term. ``output`` is the number of the result column it equals, -1 else.

    ``nulls_last`` is final: the clause's own word or what the direction implies.
    ``collated``: a COLLATE stands in the clause.
    """

    __slots__ = ("collated", "collation", "descending", "expression", "nulls_last", "output")

    def __init__(
        self, expression: Expression, descending: bool, nulls_last: bool, collation: str | None
    ) -> None:
        self.expression = expression
        self.descending = descending
        self.nulls_last = nulls_last
        self.collation = collation
        self.output = -1
        self.collated = False


class SelectQuery:
    """One SELECT. ``outputs[i]`` is computed as ``columns[i]`` describes.

    ``correlated`` holds the sources of enclosing queries that it reads, at any depth.
    ``where`` and ``having`` are whole expressions (None without); the planner splits them.
    ``changing`` is set where the rows are those that UPDATE or DELETE will change;
    ``outer_rows`` (logarithmic) is how often an enclosing query runs it, ``plan`` how it
    runs: these are the planner's, as are ``prepared`` (rewritten already), ``counted`` (its
    common tables are counted), ``in_compound`` and ``recursive_part`` (what it is a part of).
    ``syntax`` is what it was resolved from.
    """

    __slots__ = (
        "aggregates", "changing", "columns", "correlated", "counted", "distinct", "group_by", "having",
        "in_compound", "limit", "offset", "order_by", "outer_rows", "outputs", "plan", "prepared",
        "recursive_part", "sources", "syntax", "where", "windows",
    )  # fmt: skip

    def __init__(self) -> None:
        self.sources: list[Source] = []
        self.outputs: list[Expression] = []
        self.columns: list[OutputColumn] = []
        self.where: Expression | None = None
        self.group_by: list[Expression] = []
        self.having: Expression | None = None
        self.distinct = False
        self.aggregates: list[AggregateRef] = []
        self.windows: list[WindowRef] = []
        self.order_by: list[Ordering] = []
        self.limit: Expression | None = None
        self.offset: Expression | None = None
        self.correlated: set[Source] = set()
        self.changing = False
        self.prepared = False
        self.counted = False
        self.in_compound = False
        self.recursive_part = False
        self.outer_rows = 0
        self.plan: SelectPlan | None = None
        self.syntax: Node | None = None


class ValuesQuery:
    """``VALUES (…), (…)``: rows of expressions, all of one length."""

    __slots__ = ("columns", "correlated", "limit", "offset", "order_by", "rows", "syntax")

    def __init__(self, rows: list[list[Expression]], columns: list[OutputColumn]) -> None:
        self.rows = rows
        self.columns = columns
        self.order_by: list[Ordering] = []
        self.limit: Expression | None = None
        self.offset: Expression | None = None
        self.correlated: set[Source] = set()
        self.syntax: Node | None = None


class CompoundQuery:
    """Parts joined by ``operators`` (one fewer), evaluated from left to right.

    ``collations[i]`` is what UNION, INTERSECT and EXCEPT compare column ``i``
    with. ``recursive`` is the ``Source`` through which a recursive CTE reads its
    own queue (in every part from ``first_recursive`` on), None for an ordinary compound.
    """

    __slots__ = (
        "collations", "columns", "correlated", "counted", "first_recursive", "limit", "offset",
        "operators", "order_by", "outer_rows", "parts", "prepared", "recursive",
    )  # fmt: skip

    def __init__(self, parts: list[SelectQuery | ValuesQuery], operators: list[str]) -> None:
        self.parts = parts
        self.operators = operators
        self.columns: list[OutputColumn] = []
        self.collations: list[str | None] = []
        self.order_by: list[Ordering] = []
        self.limit: Expression | None = None
        self.offset: Expression | None = None
        self.recursive: list[Source] = []
        self.first_recursive = 0
        self.correlated: set[Source] = set()
        self.prepared = False
        self.counted = False
        self.outer_rows = 0
