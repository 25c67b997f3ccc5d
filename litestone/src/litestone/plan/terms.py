"""The terms of a WHERE clause: what each compares, which sources it needs, and whether an index can use it.

A WHERE clause and the ON clauses are a conjunction of terms; ``TermSet.build``
splits them and adds *virtual* terms, which follow from the written ones and
serve only for finding rows (``optoverview`` sections 1 to 6): the two halves of
a BETWEEN, the range of a LIKE prefix, the IN of an OR of equalities, the
parts of a row-value comparison, ``x > NULL`` of ``x IS NOT NULL``.
"""

from __future__ import annotations

from litestone.plan import log_estimate
from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef, RowField
from litestone.text.tree import (
    Between,
    Binary,
    Call,
    Collate,
    InList,
    InSelect,
    IsNull,
    Like,
    Literal,
    Row,
    Subquery,
)
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.schema.query import SelectQuery, Source
    from litestone.text.tree import Expression

# Operators of a term, as bits.
EQ, LT, LE, GT, GE, IN, IS_NULL, IS, EQUIV, OR, AND = (1 << n for n in range(11))
RANGE = LT | LE | GT | GE
SINGLE = EQ | IN | RANGE | IS_NULL | IS
ROWID = -1
EXPRESSION = -2
NO_COLUMN = -3

_OPERATORS = {"=": EQ, "<": LT, "<=": LE, ">": GT, ">=": GE, "IS": IS}
_COMMUTED = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<=", "IS": "IS"}


class Term:
    """One term.

    ``whole`` is the term as written, ``expression`` the same, perhaps turned round; ``collation`` is that of
    a
    comparison, which depends on which side stands left. ``cursor`` and ``column`` say which source's column
    (or expression) stands at
    its left where an index could help, ``operator`` how. ``needs`` is the mask of
    the sources it reads, ``right_needs`` of those its right side reads.
    ``outer_on`` is the source of the outer join in whose ON clause it stands,
    ``inner_on`` the same for an inner join beside a RIGHT JOIN. ``truth`` is the
    logarithmic probability that a LIKELIHOOD gives, 1 without one. ``parent``
    is the written term that a virtual one follows from, ``children`` how many
    virtual terms together say the same as this one.
    ``partner`` is the upper bound that goes with a LIKE lower bound. ``split``: a row-value equality, for
    which the equalities of its parts (``row_value``) are used; it is tested as a whole.
    """

    __slots__ = (
        "anding", "children", "collation", "column", "copied", "cursor", "expression", "field", "inner_on",
        "needs", "never_null",
        "operator", "oring", "outer_on", "parent", "partner", "right_needs", "row_value", "split", "truth",
        "upper_like", "virtual", "whole",
    )  # fmt: skip

    def __init__(self, expression: Expression) -> None:
        self.expression = expression
        self.whole = expression
        self.collation: str | None = None
        self.cursor: Source | None = None
        self.column = NO_COLUMN
        self.operator = 0
        self.needs = 0
        self.right_needs = 0
        self.virtual = False
        self.copied = False
        self.row_value = False
        self.split = False
        self.parent: Term | None = None
        self.children = 0
        self.truth = 1
        self.partner: Term | None = None
        self.upper_like = False
        self.never_null = False
        self.field = -1
        self.outer_on: Source | None = None
        self.inner_on: Source | None = None
        self.oring: OrParts | None = None
        self.anding: TermSet | None = None

    @property
    def left(self) -> Expression:
        """The operand an index could hold."""
        expression = self.expression
        if isinstance(expression, Binary):
            return strip(expression.left)
        operand: Expression = strip(expression.operand)  # type: ignore[attr-defined]
        if self.field >= 0 and isinstance(operand, Row):
            return strip(operand.items[self.field])
        return operand

    @property
    def right(self) -> Expression | None:
        """The right operand of a comparison."""
        return self.expression.right if isinstance(self.expression, Binary) else None


class OrParts:
    """The disjuncts of an OR term and the mask of sources on which an index could serve each of them."""

    __slots__ = ("indexable", "terms")

    def __init__(self, terms: TermSet) -> None:
        self.terms = terms
        self.indexable = 0


def row_fields(e: Expression) -> list[Expression]:
    """The values of a row value, one by one; a single value gives itself."""
    e = strip(e)
    if isinstance(e, Row):
        return e.items
    if isinstance(e, Subquery):
        count = len(e.select.columns)  # type: ignore[attr-defined]
        if count > 1:
            return [RowField(e, field) for field in range(count)]
    return [e]


def strip(e: Expression) -> Expression:
    """``e`` without COLLATE operators and likelihood() wrappers around it."""
    while True:
        if isinstance(e, Collate):
            e = e.operand
        elif isinstance(e, Call) and e.name.lower() in ("likely", "unlikely", "likelihood") and e.arguments:
            e = e.arguments[0]
        else:
            return e


def truth_of(e: Expression) -> int:
    """The probability that likely(), unlikely() or likelihood() gives ``e``; 1 without one."""
    while isinstance(e, Collate):
        e = e.operand
    if isinstance(e, Call) and e.arguments:
        name = e.name.lower()
        if name == "unlikely":
            return log_estimate.of_probability(0.0625)
        if name == "likely":
            return log_estimate.of_probability(0.9375)
        if name == "likelihood" and isinstance(e.arguments[-1], Literal):
            value = e.arguments[-1].value
            if isinstance(value, float):
                return log_estimate.of_probability(value)
    return 1


class Scene:
    """What the analysis of terms knows: the sources with their bits, index expressions, and the
    connection.
    """

    __slots__ = ("bits", "connection", "index_expressions", "sources")

    def __init__(self, query: SelectQuery, connection: Connection) -> None:
        self.sources = query.sources
        self.connection = connection
        self.bits: dict[Source, int] = {source: 1 << i for i, source in enumerate(query.sources)}
        self.index_expressions: dict[tuple[Source, int, int], Expression] = {}
        for source in query.sources:
            if source.table is not None and source.kind == "table":
                for place, index in enumerate(source.table.indexes):
                    for field, part in enumerate(index.columns):
                        if part.expression is not None:
                            bound = bind(part.expression, source)
                            self.index_expressions[source, place, field] = bound

    def mask(self, e: Expression | None) -> int:
        """The mask of this query's sources that ``e`` reads."""
        if e is None:
            return 0
        found = 0
        for source in trees.sources(e):
            found |= self.bits.get(source, 0)
        return found

    def indexable(self, e: Expression) -> tuple[Source, int] | None:
        """The source and column that ``e`` is, or the source with an index on the expression ``e``."""
        if isinstance(e, Row):
            e = strip(e.items[0])
        if isinstance(e, ColumnRef):
            return (e.source, column_of(e)) if e.source in self.bits else None
        if self.index_expressions:
            for (source, _place, _field), bound in self.index_expressions.items():
                if trees.equal(strip(bound), e):
                    return source, EXPRESSION
        return None


def column_of(e: ColumnRef) -> int:
    """The column number of a reference; an INTEGER PRIMARY KEY is the rowid."""
    table = e.source.table
    if table is not None and e.column == table.rowid_column and e.source.kind == "table":
        return ROWID
    return e.column


def bind(e: Expression, source: Source) -> Expression:
    """A schema's expression (index or partial index) with its names made columns of ``source``."""
    table = source.table
    assert table is not None

    def change(node: Expression) -> Expression:
        from litestone.text.tree import Name

        if isinstance(node, Name):
            number = table.find_column(node.name)
            if number >= 0:
                return ColumnRef(source, number)
            if node.name.lower() in ("rowid", "oid", "_rowid_"):
                return ColumnRef(source, ROWID)
            return Literal(node.name, node.name)
        return node

    return trees.transform(trees.clone(e), change)


class TermSet:
    """The terms of one conjunction (or, inside an OR, of its disjuncts): ``terms`` in order, virtual ones
    last.
    """

    __slots__ = ("has_or", "joined_by_and", "outer", "scene", "terms", "written")

    def __init__(self, scene: Scene, joined_by_and: bool = True, outer: TermSet | None = None) -> None:
        self.scene = scene
        self.joined_by_and = joined_by_and
        self.outer = outer
        self.terms: list[Term] = []
        self.written = 0
        self.has_or = False

    def add(self, expression: Expression) -> Term:
        """Append a written term, not yet analysed."""
        truth = truth_of(expression)
        term = Term(strip(expression) if truth != 1 or isinstance(expression, Call) else expression)
        term.truth = truth
        self.terms.append(term)
        self.written = len(self.terms)
        return term

    def add_virtual(self, expression: Expression, parent: Term, child: bool) -> Term:
        """Append and analyse a term that follows from ``parent``."""
        term = Term(expression)
        term.virtual = True
        term.outer_on = parent.outer_on
        term.inner_on = parent.inner_on
        if child:
            self.adopt(parent, term)
        self.terms.append(term)
        self.analyse(term)
        return term

    @staticmethod
    def adopt(parent: Term, term: Term) -> None:
        """Make ``term`` a child of ``parent``: all children together stand for it."""
        term.parent = parent
        term.truth = parent.truth
        parent.children += 1

    def analyse_all(self) -> None:
        """Analyse every written term, the last first."""
        for place in range(len(self.terms) - 1, -1, -1):
            self.analyse(self.terms[place])

    def analyse(self, term: Term) -> None:
        """Find out what a term compares, and add the virtual terms that follow from it."""
        scene = self.scene
        e = term.expression
        term.needs = scene.mask(e)
        extra = self.outer_join_needs(term)
        if isinstance(e, Binary):
            if e.op in _OPERATORS:
                self.analyse_comparison(term, e, extra)
            elif e.op == "OR":
                from litestone.plan.or_terms import analyse_or

                analyse_or(self, term)
            elif e.op == "IS NOT" and self.is_null_literal(e.right):
                self.analyse_not_null(term, e.left)
        elif isinstance(e, IsNull):
            self.analyse_null_test(term, e)
        elif isinstance(e, InList | InSelect):
            if not e.negated:
                self.analyse_in(term, e)
        elif isinstance(e, Between):
            if not e.negated and self.joined_by_and:
                self.add_virtual(Binary(">=", e.operand, e.low), term, True)
                self.add_virtual(Binary("<=", e.operand, e.high), term, True)
        elif isinstance(e, Like) and self.joined_by_and and not e.negated:
            from litestone.plan.like_range import add_range

            add_range(self, term, e)
        term.right_needs |= extra

    def outer_join_needs(self, term: Term) -> int:
        """What a term of an outer join's ON clause needs besides: every source before the joined one."""
        if term.outer_on is None:
            return 0
        bit = self.scene.bits.get(term.outer_on, 0)
        term.needs |= bit
        return bit - 1 if bit else 0

    @staticmethod
    def is_null_literal(e: Expression) -> bool:
        """Whether ``e`` is the literal NULL."""
        return isinstance(e, Literal) and e.value is None

    def analyse_comparison(self, term: Term, e: Binary, extra: int) -> None:
        """``x op y``: useful for an index on x, and turned round on y."""
        scene = self.scene
        left, right = strip(e.left), strip(e.right)
        left_needs, right_needs = scene.mask(e.left), scene.mask(e.right)
        term.right_needs = right_needs
        both = bool(left_needs & right_needs)
        operator = _OPERATORS[e.op]
        term.collation = trees.comparison_collation(e.left, e.right) or "BINARY"
        if not self.vectors_fit(left, right, e.op):
            found = turned = None
        else:
            found, turned = scene.indexable(left), scene.indexable(right)
        if found is not None:
            term.cursor, term.column = found
            term.operator = 0 if both else operator
        if turned is not None:
            new = term
            swapped = Binary(_COMMUTED[e.op], e.right, e.left)
            equivalent = 0
            if found is not None:
                new = Term(swapped)
                new.virtual = True
                new.outer_on, new.inner_on = term.outer_on, term.inner_on
                self.adopt(term, new)
                term.copied = True
                self.terms.append(new)
                new.needs = term.needs
                if self.is_equivalence(term, e):
                    term.operator |= EQUIV
                    equivalent = EQUIV
            new.expression = swapped
            new.collation = term.collation
            new.cursor, new.column = turned
            new.right_needs = left_needs | extra
            new.operator = (0 if both else _OPERATORS[swapped.op]) | equivalent
        if e.op in ("=", "IS"):
            self.split_row_equality(term, e)

    @staticmethod
    def vectors_fit(left: Expression, right: Expression, op: str) -> bool:
        """Whether a comparison is of single values, or an inequality of row values."""
        return True if not isinstance(left, Row) and not isinstance(right, Row) else op not in ("=", "IS")

    def split_row_equality(self, term: Term, e: Binary) -> None:
        """``(a, b) = (c, d)`` is ``a = c AND b = d``."""
        ones, others = row_fields(e.left), row_fields(e.right)
        if (
            not (isinstance(e.left, Row) or isinstance(e.right, Row))
            or len(ones) != len(others)
            or len(ones) < 2
        ):
            return
        for one, other in zip(ones, others, strict=True):
            part = Term(Binary(e.op, one, other))
            part.row_value = True
            part.outer_on, part.inner_on = term.outer_on, term.inner_on
            part.parent = term
            self.terms.append(part)
            self.written = len(self.terms)
            self.analyse(part)
        term.split = True
        term.operator = 0
        term.children = len(ones)

    def is_equivalence(self, term: Term, e: Binary) -> bool:
        """Whether ``x = y`` lets what is equal to one be sought with the other (transitive constraints)."""
        if e.op not in ("=", "IS") or term.outer_on is not None:
            return False
        one, other = trees.affinity(e.left), trees.affinity(e.right)
        if one != other and (one < affinities.NUMERIC or other < affinities.NUMERIC):
            return False
        name = (trees.comparison_collation(e.left, e.right) or "BINARY").upper()
        if name == "BINARY":
            return True
        return (trees.collation(e.left) or "BINARY").upper() == (trees.collation(e.right) or "BINARY").upper()

    def analyse_null_test(self, term: Term, e: IsNull) -> None:
        """``x IS NULL`` can be sought; ``x IS NOT NULL`` is a range above NULL."""
        if e.negated:
            self.analyse_not_null(term, e.operand)
            return
        found = self.scene.indexable(strip(e.operand))
        if found is not None:
            term.cursor, term.column = found
            term.operator = IS_NULL

    def analyse_not_null(self, term: Term, operand: Expression) -> None:
        """``x IS NOT NULL`` for a column that is not the rowid: everything behind the NULLs of an index."""
        if (
            not isinstance(operand, ColumnRef)
            or operand.source not in self.scene.bits
            or term.outer_on is not None
        ):
            return
        if column_of(operand) < 0:
            return
        new = Term(Binary(">", operand, Literal(None, "")))
        new.virtual = True
        new.never_null = True
        new.cursor, new.column = operand.source, column_of(operand)
        new.operator = GT
        new.needs = term.needs
        new.inner_on = term.inner_on
        self.adopt(term, new)
        self.terms.append(new)

    def analyse_in(self, term: Term, e: InList | InSelect) -> None:
        """``x IN (…)``, and each column of ``(x, y) IN (SELECT …)``."""
        scene = self.scene
        operand = strip(e.operand)
        if isinstance(e, InList) and not e.items:
            term.needs = 0
            return
        if isinstance(e, InSelect):
            needs = 0
            for source in e.select.correlated:  # type: ignore[attr-defined]
                needs |= scene.bits.get(source, 0)
            term.right_needs = needs
        else:
            for item in e.items:
                term.right_needs |= scene.mask(item)
        if isinstance(operand, Row):
            if isinstance(e, InSelect) and self.joined_by_and and term.field < 0 and self.is_plain(e):
                for field in range(len(operand.items)):
                    new = Term(e)
                    new.virtual = True
                    new.field = field
                    new.outer_on, new.inner_on = term.outer_on, term.inner_on
                    self.adopt(term, new)
                    self.terms.append(new)
                    self.analyse(new)
                return
            if term.field < 0:
                return
            operand = strip(operand.items[term.field])
        left_needs = scene.mask(operand)
        found = scene.indexable(operand)
        if found is not None and not left_needs & term.right_needs:
            term.cursor, term.column = found
            term.operator = IN

    @staticmethod
    def is_plain(e: InSelect) -> bool:
        """Whether the subquery of a row-value IN is a single SELECT without window functions."""
        from litestone.schema.query import SelectQuery

        select = e.select
        return isinstance(select, SelectQuery) and not select.windows


def build_terms(query: SelectQuery, connection: Connection) -> TermSet:
    """The analysed terms of a query's WHERE and ON clauses."""
    scene = Scene(query, connection)
    terms = TermSet(scene)
    for e in trees.conjuncts(query.where):
        terms.add(e)
    beside_right = any(source.join in ("right", "full") for source in query.sources)
    for source in query.sources:
        for clause in source.on:
            for e in trees.conjuncts(clause):
                term = terms.add(e)
                if source.join in ("left", "right", "full"):
                    term.outer_on = source
                elif beside_right:
                    term.inner_on = source
    terms.analyse_all()
    return terms


def has_subquery(e: Expression) -> bool:
    """Whether a nested query stands in ``e``."""
    return any(isinstance(node, Subquery) or trees.nested_query(node) is not None for node in trees.walk(e))
