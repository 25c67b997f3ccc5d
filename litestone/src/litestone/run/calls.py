"""Calls of functions, LIKE and its kin, the JSON operators, RAISE.

Documentation: ``lang_expr`` sections 5 and 9, ``lang_createtrigger`` section 6.
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import IgnoreRow, SqlError
from litestone.function.registry import Scalar
from litestone.schema.expression import collation as collation_of
from litestone.schema.query import AggregateRef, WindowRef
from litestone.text.tree import Call, Collate
from litestone.value import cast as casts
from litestone.value.json_text import JsonText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.run.compile import Compiler
    from litestone.text.tree import CurrentTime, Expression, Like, Raise

    Frame = list[Any]
    Closure = Callable[[list[Any]], Any]


def lookup(compiler: Compiler, name: str, nargs: int) -> Scalar:
    """A scalar function; raises SqlError "no such function: …"."""
    found = compiler.connection.find_function(name, nargs)
    if not isinstance(found, Scalar):
        raise SqlError(errors.ERROR, f"no such function: {name}")
    return found


def plain(value: Any) -> Any:
    """A value without the JSON subtype."""
    return str(value) if value.__class__ is JsonText else value


def keeps_json(compiler: Compiler, e: Expression) -> bool:
    """Whether the value of ``e`` may carry the JSON subtype into a function."""
    while isinstance(e, Collate):
        e = e.operand
    if isinstance(e, Call):
        return e.function is not None and e.function.returns_json
    if isinstance(e, (AggregateRef, WindowRef)):
        found = compiler.connection.find_function(e.name, 0 if e.star else len(e.arguments))
        return found is not None and found.returns_json
    return False


def argument(compiler: Compiler, e: Expression, takes_json: bool) -> Closure:
    """An argument of a function, which keeps its JSON subtype where the function looks for it."""
    if takes_json and keeps_json(compiler, e):
        while isinstance(e, Collate):
            e = e.operand
        if isinstance(e, Call):
            return raw_call(compiler, e)
        if isinstance(e, (AggregateRef, WindowRef)):
            from litestone.run.compile import raw_reference

            return raw_reference(compiler, e)
    return compiler.expression(e)


def call(compiler: Compiler, e: Call) -> Closure:
    """A function call as a value."""
    closure = raw_call(compiler, e)
    if e.function is not None and e.function.returns_json:
        return lambda frame: plain(closure(frame))
    return closure


def raw_call(compiler: Compiler, e: Call) -> Closure:
    """A function call whose result keeps the JSON subtype."""
    function = e.function or lookup(compiler, e.name, len(e.arguments))
    special = _SPECIAL.get(e.name.lower())
    if special is not None and not compiler.connection.functions:
        return special(compiler, e)
    arguments = [argument(compiler, item, function.takes_json) for item in e.arguments]
    return applied(function, arguments, key_of(compiler, function, e.arguments))


def key_of(compiler: Compiler, function: Any, arguments: list[Expression]) -> Any:
    """The collation key for a function that asks for one: of the first argument that has a collation."""
    if not function.needs_collation:
        return None
    for item in arguments:
        found = collation_of(item)
        if found is not None:
            return compiler.connection.collation_key(found)
    return compiler.connection.collation_key(None)


def applied(function: Scalar, arguments: list[Closure], key: Any) -> Closure:
    """What calls ``function`` with the values of ``arguments``."""
    compute = function.call
    if function.needs_collation:
        inner = compute
        compute = lambda *values: inner(*values, key=key)  # noqa: E731
    if function.needs_context:
        if len(arguments) == 1:
            only = arguments[0]
            return lambda frame: compute(frame[0], only(frame))
        return lambda frame: compute(frame[0], *[item(frame) for item in arguments])
    if len(arguments) == 1:
        only = arguments[0]
        return lambda frame: compute(only(frame))
    if len(arguments) == 2:
        first, second = arguments
        return lambda frame: compute(first(frame), second(frame))
    return lambda frame: compute(*[item(frame) for item in arguments])


# -- functions that do not evaluate all of their arguments


def _coalesce(compiler: Compiler, e: Call) -> Closure:
    arguments = [compiler.expression(item) for item in e.arguments]

    def first_known(frame: Frame) -> Any:
        for item in arguments:
            value = item(frame)
            if value is not None:
                return value
        return None

    return first_known


def _iif(compiler: Compiler, e: Call) -> Closure:
    test = compiler.predicate(e.arguments[0])
    then = compiler.expression(e.arguments[1])
    otherwise = compiler.expression(e.arguments[2])
    return lambda frame: then(frame) if test(frame) else otherwise(frame)


def _itself(compiler: Compiler, e: Call) -> Closure:
    return compiler.expression(e.arguments[0])


_SPECIAL: dict[str, Callable[[Compiler, Call], Closure]] = {
    "coalesce": _coalesce,
    "ifnull": _coalesce,
    "iif": _iif,
    "likely": _itself,
    "unlikely": _itself,
    "likelihood": _itself,
}


# -- operators that are functions


def current_time(compiler: Compiler, e: CurrentTime) -> Closure:
    """``CURRENT_TIME`` and the like."""
    return applied(lookup(compiler, e.kind, 0), [], None)


def json_operator(compiler: Compiler, op: str, left: Closure, right: Closure) -> Closure:
    """``->`` and ``->>``."""
    closure = applied(lookup(compiler, op, 2), [left, right], None)
    return lambda frame: plain(closure(frame))


def like(compiler: Compiler, e: Like) -> Closure:
    """``LIKE``, ``GLOB``, ``REGEXP``, ``MATCH``: functions that take the pattern first."""
    arguments = [compiler.expression(e.pattern), compiler.expression(e.operand)]
    if e.escape is not None:
        arguments.append(compiler.expression(e.escape))
    function = lookup(compiler, e.op, len(arguments))
    closure = applied(function, arguments, None)
    if not e.negated:
        return closure
    truth = casts.truth

    def negation(frame: Frame) -> Any:
        found = truth(closure(frame))
        return None if found is None else int(not found)

    return negation


def raise_error(compiler: Compiler, e: Raise) -> Closure:
    """``RAISE(…)``; IGNORE skips the row that fired the trigger."""
    action, message = e.action, e.message

    def stop(frame: Frame) -> Any:
        if action == "IGNORE":
            raise IgnoreRow
        raise SqlError(errors.CONSTRAINT_TRIGGER, message or "", action)

    return stop
