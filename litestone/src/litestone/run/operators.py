"""Logic, arithmetic, CASE, CAST (``lang_expr`` sections 2, 3, 7)."""

from __future__ import annotations

from litestone.run import comparison
from litestone.value import affinity as affinities
from litestone.value import arithmetic
from litestone.value import cast as casts
from litestone.value.text import UTF8

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.run.compile import Compiler
    from litestone.schema.query import Truth
    from litestone.text.tree import Binary, Case, Cast, Expression, IsNull, Unary

    Frame = list[Any]
    Closure = Callable[[list[Any]], Any]

MAX = 0x7FFFFFFFFFFFFFFF
MIN = -MAX - 1


def both(first: Closure, second: Closure) -> Closure:
    """A predicate that is true where both are."""
    return lambda frame: first(frame) and second(frame)


def truth_of(compiler: Compiler, e: Expression) -> Closure:
    """A predicate from the value of any expression."""
    value_of = compiler.expression(e)
    truth = casts.truth

    def test(frame: Frame) -> Any:
        value = value_of(frame)
        return value if value.__class__ is int else truth(value)

    return test


# -- NOT, AND, OR and the like


def unary(compiler: Compiler, e: Unary) -> Closure:
    """``-x``, ``+x``, ``~x``, ``NOT x``."""
    operand = compiler.expression(e.operand)
    if e.op == "+":
        return operand
    if e.op == "NOT":
        truth = casts.truth

        def negation(frame: Frame) -> Any:
            value = operand(frame)
            if value.__class__ is not int:
                value = truth(value)
                if value is None:
                    return None
            return 0 if value else 1

        return negation
    compute = arithmetic.negate if e.op == "-" else arithmetic.bit_not
    return lambda frame: compute(operand(frame))


def binary(compiler: Compiler, e: Binary) -> Closure:
    """A binary operator as a value."""
    op = e.op
    if op in comparison.TESTS or op in ("IS", "IS NOT"):
        return comparison.compare(compiler, e)
    if op == "AND":
        return conjunction(compiler, e)
    if op == "OR":
        return disjunction(compiler, e)
    left = compiler.expression(e.left)
    right = compiler.expression(e.right)
    if op in ("+", "-", "*"):
        return _FAST[op](left, right)
    if op == "||":
        return concatenation(left, right, compiler.connection.encoding)
    if op in ("->", "->>"):
        from litestone.run.calls import json_operator

        return json_operator(compiler, op, left, right)
    compute = _ARITHMETIC[op]
    return lambda frame: compute(left(frame), right(frame))


def conjunction(compiler: Compiler, e: Binary) -> Closure:
    """AND as a value: false if either is, else NULL if either is."""
    left = compiler.expression(e.left)
    right = compiler.expression(e.right)
    truth = casts.truth

    def both_true(frame: Frame) -> Any:
        a = truth(left(frame))
        if a is False:
            return 0
        b = truth(right(frame))
        if b is False:
            return 0
        return None if a is None or b is None else 1

    return both_true


def disjunction(compiler: Compiler, e: Binary) -> Closure:
    """OR as a value: true if either is, else NULL if either is."""
    left = compiler.expression(e.left)
    right = compiler.expression(e.right)
    truth = casts.truth

    def either_true(frame: Frame) -> Any:
        a = truth(left(frame))
        if a:
            return 1
        b = truth(right(frame))
        if b:
            return 1
        return None if a is None or b is None else 0

    return either_true


def binary_predicate(compiler: Compiler, e: Binary) -> Closure | None:
    """A predicate for AND, OR and comparisons; None for other operators."""
    if e.op == "AND":
        return both(compiler.predicate(e.left), compiler.predicate(e.right))
    if e.op == "OR":
        first = compiler.predicate(e.left)
        second = compiler.predicate(e.right)
        return lambda frame: first(frame) or second(frame)
    if e.op in comparison.TESTS:
        return comparison.compare_predicate(compiler, e)
    return None


def is_null(compiler: Compiler, e: IsNull) -> Closure:
    """``x ISNULL``, ``x NOTNULL``."""
    operand = compiler.expression(e.operand)
    if e.negated:
        return lambda frame: 0 if operand(frame) is None else 1
    return lambda frame: 1 if operand(frame) is None else 0


def truth_test(compiler: Compiler, e: Truth) -> Closure:
    """``x IS [NOT] TRUE``, ``x IS [NOT] FALSE``."""
    operand = compiler.expression(e.operand)
    wanted, negated, truth = e.value, e.negated, casts.truth

    def test(frame: Frame) -> int:
        return int((truth(operand(frame)) is wanted) is not negated)

    return test


# -- arithmetic


def addition(left: Closure, right: Closure) -> Closure:
    """``a + b``."""
    slow = arithmetic.add

    def add(frame: Frame) -> Any:
        a, b = left(frame), right(frame)
        if a.__class__ is int and b.__class__ is int:
            total = a + b
            if MIN <= total <= MAX:
                return total
        return slow(a, b)

    return add


def subtraction(left: Closure, right: Closure) -> Closure:
    """``a - b``."""
    slow = arithmetic.subtract

    def subtract(frame: Frame) -> Any:
        a, b = left(frame), right(frame)
        if a.__class__ is int and b.__class__ is int:
            difference = a - b
            if MIN <= difference <= MAX:
                return difference
        return slow(a, b)

    return subtract


def multiplication(left: Closure, right: Closure) -> Closure:
    """``a * b``."""
    slow = arithmetic.multiply

    def multiply(frame: Frame) -> Any:
        a, b = left(frame), right(frame)
        if a.__class__ is int and b.__class__ is int:
            product = a * b
            if MIN <= product <= MAX:
                return product
        return slow(a, b)

    return multiply


def concatenation(left: Closure, right: Closure, encoding: int) -> Closure:
    """``a || b``."""
    compute = arithmetic.concat
    if encoding == UTF8:
        return lambda frame: compute(left(frame), right(frame))
    return lambda frame: compute(left(frame), right(frame), encoding)


_FAST = {"+": addition, "-": subtraction, "*": multiplication}
_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "/": arithmetic.divide,
    "%": arithmetic.remainder,
    "&": arithmetic.bit_and,
    "|": arithmetic.bit_or,
    "<<": arithmetic.shift_left,
    ">>": arithmetic.shift_right,
}


# -- CASE and CAST


def case(compiler: Compiler, e: Case) -> Closure:
    """``CASE``; its base is evaluated once."""
    values = [compiler.expression(then) for _, then in e.whens]
    otherwise = None if e.otherwise is None else compiler.expression(e.otherwise)
    if e.base is None:
        tests = [compiler.predicate(when) for when, _ in e.whens]
        return searched_case(list(zip(tests, values, strict=True)), otherwise)
    base = compiler.expression(e.base)
    matches = []
    for when, _ in e.whens:
        matches.append((compiler.expression(when), comparison.equality(compiler, e.base, when)))
    branches = [(when, same, value) for (when, same), value in zip(matches, values, strict=True)]

    def simple(frame: Frame) -> Any:
        subject = base(frame)
        for when, same, value in branches:
            if same(subject, when(frame)):
                return value(frame)
        return None if otherwise is None else otherwise(frame)

    return simple


def searched_case(branches: list[tuple[Closure, Closure]], otherwise: Closure | None) -> Closure:
    """``CASE WHEN condition THEN …``."""

    def searched(frame: Frame) -> Any:
        for test, value in branches:
            if test(frame):
                return value(frame)
        return None if otherwise is None else otherwise(frame)

    return searched


def cast(compiler: Compiler, e: Cast) -> Closure:
    """``CAST(x AS type)``."""
    operand = compiler.expression(e.operand)
    wanted = affinities.type_affinity(e.type_name)
    convert, encoding = casts.cast, compiler.connection.encoding
    return lambda frame: convert(operand(frame), wanted, encoding)
