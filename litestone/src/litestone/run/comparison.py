"""Comparing values and rows: ``= <> < <= > >= IS BETWEEN`` (``datatype3`` section 4, ``rowvalue``)."""

from __future__ import annotations

import operator

from litestone.schema.expression import affinity as affinity_of
from litestone.schema.expression import common_affinity, comparison_collation
from litestone.schema.query import CompoundQuery, ValuesQuery
from litestone.schema.resolve_expression import width
from litestone.text.tree import Collate, Literal, Row, Subquery
from litestone.value import affinity as affinities
from litestone.value.collation import byte_order
from litestone.value.compare import compare as compare_values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.run.compile import Compiler
    from litestone.schema.query import Query
    from litestone.text.tree import Between, Binary, Expression

    Frame = list[Any]
    Closure = Callable[[list[Any]], Any]
    Test = Callable[[Any, Any], bool]
    Key = Callable[[str], Any] | None

TESTS: dict[str, Test] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Terms:
    """What a comparison of two scalars applies: an affinity to both, and a collation key."""

    __slots__ = ("affinity", "key")

    def __init__(self, affinity: int | None, key: Key) -> None:
        self.affinity = affinity
        self.key = key


def terms_of(compiler: Compiler, left: Expression, right: Expression) -> Terms:
    """The terms of comparing two scalar expressions."""
    shared = common_affinity(affinity_of(left), affinity_of(right))
    collation = comparison_collation(left, right)
    return Terms(shared, compiler.connection.collation_key(collation))


def element(e: Expression, place: int) -> Expression:
    """The expression of one element of a row value, or one that is described alike."""
    bare = e
    while bare.__class__ is Collate:
        bare = bare.operand
    if isinstance(bare, Row):
        return bare.items[place]
    if isinstance(bare, Subquery) and (bare is e or width(bare) > 1):
        return output_of(bare.select, place)  # type: ignore[arg-type]
    return e


def output_of(query: Query, place: int) -> Expression:
    """The expression that describes a result column: that of the first part of a compound."""
    while isinstance(query, CompoundQuery):
        query = query.parts[0]
    return query.rows[0][place] if isinstance(query, ValuesQuery) else query.outputs[place]


# -- values


def adjust(a: Any, b: Any, affinity: int) -> tuple[Any, Any]:
    """Two values that are not NULL, with ``affinity`` applied where the other one asks for it."""
    if affinity >= affinities.NUMERIC:
        if isinstance(a, str):
            a = affinities.number_of_text(a)
        if isinstance(b, str):
            b = affinities.number_of_text(b)
    elif isinstance(b, str):
        if a.__class__ is int or a.__class__ is float:
            a = affinities.as_text(a)
    elif isinstance(a, str) and (b.__class__ is int or b.__class__ is float):
        b = affinities.as_text(b)
    return a, b


def value_test(test: Test, terms: Terms) -> Callable[[Any, Any], Any]:
    """A function of two values: whether ``test`` holds of their order; None if either is NULL."""
    affinity, key = terms.affinity, terms.key
    order = test not in (operator.eq, operator.ne)
    numeric = affinity is not None and affinity >= affinities.NUMERIC

    def check(a: Any, b: Any) -> Any:
        if a is None or b is None:
            return None
        if affinity is not None and (a.__class__ is not b.__class__ or (numeric and a.__class__ is str)):
            a, b = adjust(a, b, affinity)
        if a.__class__ is str and b.__class__ is str:
            if key is not None:
                return test(key(a), key(b))
            if order and not (a.isascii() or b.isascii()):
                return test(byte_order(a), byte_order(b))
            return test(a, b)
        return test(compare_values(a, b, key), 0)

    return check


def scalar_test(left: Closure, right: Closure, op: str, terms: Terms) -> Closure:
    """A closure that gives True, False or None (NULL)."""
    test = TESTS[op]
    slow = value_test(test, terms)

    def check(frame: Frame) -> Any:
        a = left(frame)
        b = right(frame)
        kind = a.__class__
        if (kind is int or kind is float) and (b.__class__ is int or b.__class__ is float):
            return test(a, b)
        return slow(a, b)

    return check


def constant_test(left: Closure, value: int, op: str, terms: Terms) -> Closure:
    """As ``scalar_test`` with an integer at the right."""
    test = TESTS[op]
    slow = value_test(test, terms)

    def check(frame: Frame) -> Any:
        a = left(frame)
        if a.__class__ is int:
            return test(a, value)
        return slow(a, value)

    return check


def equality(compiler: Compiler, left: Expression, right: Expression) -> Callable[[Any, Any], Any]:
    """A function of two scalars: whether they are equal as ``left = right`` is."""
    return value_test(operator.eq, terms_of(compiler, left, right))


def compare(compiler: Compiler, e: Binary) -> Closure:
    """A comparison as a value: 1, 0 or NULL."""
    if e.op in ("IS", "IS NOT"):
        return distinct_test(compiler, e)
    check = compare_predicate(compiler, e)

    def value(frame: Frame) -> Any:
        found = check(frame)
        return found if found is None else 1 if found else 0

    return value


def compare_predicate(compiler: Compiler, e: Binary) -> Closure:
    """A comparison that gives True, False or None."""
    size = width(e.left)
    left = compiler.expression(e.left)
    if size > 1:
        return row_test(compiler, e, size)
    terms = terms_of(compiler, e.left, e.right)
    if isinstance(e.right, Literal) and e.right.value.__class__ is int:
        return constant_test(left, e.right.value, e.op, terms)
    return scalar_test(left, compiler.expression(e.right), e.op, terms)


def distinct_test(compiler: Compiler, e: Binary) -> Closure:
    """``IS`` and ``IS NOT``: NULL is a value like others."""
    size = width(e.left)
    left = compiler.expression(e.left)
    right = compiler.expression(e.right)
    negated = e.op == "IS NOT"
    if size > 1:
        tests = [equality(compiler, element(e.left, n), element(e.right, n)) for n in range(size)]

        def rows(frame: Frame) -> int:
            pairs = zip(left(frame), right(frame), tests, strict=True)
            same = all((a is b) if a is None or b is None else test(a, b) for a, b, test in pairs)
            return int(same is not negated)

        return rows
    same = equality(compiler, e.left, e.right)

    def scalars(frame: Frame) -> int:
        a = left(frame)
        b = right(frame)
        found = a is b if a is None or b is None else bool(same(a, b))
        return int(found is not negated)

    return scalars


# -- rows


def row_test(compiler: Compiler, e: Binary, size: int) -> Closure:
    """A comparison of row values: element by element, from the left."""
    left = compiler.expression(e.left)
    right = compiler.expression(e.right)
    check = row_values_test(compiler, e.left, e.right, e.op, size)
    return lambda frame: check(left(frame), right(frame))


def row_values_test(
    compiler: Compiler, left: Expression, right: Expression, op: str, size: int
) -> Callable[[Any, Any], Any]:
    """A function of two tuples of ``size`` values: True, False or None."""
    terms = [terms_of(compiler, element(left, n), element(right, n)) for n in range(size)]
    equal = [value_test(operator.eq, one) for one in terms]
    if op in ("=", "<>"):
        wanted = op == "="

        def same(a: Any, b: Any) -> Any:
            unknown = False
            for x, y, test in zip(a, b, equal, strict=True):
                found = test(x, y)
                if found is None:
                    unknown = True
                elif not found:
                    return not wanted
            return None if unknown else wanted

        return same
    strict = [value_test(TESTS[op[0]], one) for one in terms]
    last = value_test(TESTS[op], terms[-1])

    def ordered(a: Any, b: Any) -> Any:
        for place in range(size - 1):
            x, y = a[place], b[place]
            found = equal[place](x, y)
            if found is None:
                return None
            if not found:
                return strict[place](x, y)
        return last(a[-1], b[-1])

    return ordered


# -- BETWEEN


def between(compiler: Compiler, e: Between) -> Closure:
    """``x BETWEEN low AND high``; ``x`` is evaluated once."""
    size = width(e.operand)
    operand = compiler.expression(e.operand)
    low = compiler.expression(e.low)
    high = compiler.expression(e.high)
    if size > 1:
        above = row_values_test(compiler, e.operand, e.low, ">=", size)
        below = row_values_test(compiler, e.operand, e.high, "<=", size)
    else:
        above = value_test(operator.ge, terms_of(compiler, e.operand, e.low))
        below = value_test(operator.le, terms_of(compiler, e.operand, e.high))
    negated = e.negated

    def check(frame: Frame) -> Any:
        value = operand(frame)
        first = above(value, low(frame))
        if first is None or first:
            second = below(value, high(frame))
            if second is None or (first is None and second):
                return None
            first = second
        return int(bool(first) is not negated)

    return check
