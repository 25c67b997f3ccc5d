"""Resolving function calls: scalar functions, aggregates and the queries they belong to, window functions.

Documentation: ``lang_expr`` section 9, ``lang_aggfunc``, ``windowfunctions``.
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.function.registry import Aggregate, Scalar
from litestone.schema.expression import clone, equal, sources
from litestone.schema.expression import collation as collation_of
from litestone.schema.query import AggregateRef, Ordering, WindowRef
from litestone.text.tree import Call, Expression, Frame, FrameBound, Literal, Window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.resolve import Resolver
    from litestone.schema.scope import Scope

DEFAULT_FRAME = ("RANGE", "UNBOUNDED PRECEDING", "CURRENT ROW")
BACKWARDS = (
    ("CURRENT ROW", "PRECEDING"),
    ("FOLLOWING", "PRECEDING"),
    ("FOLLOWING", "CURRENT ROW"),
)


def misuse(text: str, place: int = -1) -> SqlError:
    """An error of using a function where it may not stand."""
    return SqlError(errors.ERROR, text, offset=place)


def resolve_call(resolver: Resolver, call: Call, scope: Scope) -> Expression:
    """A call with its function looked up and its arguments resolved."""
    count = 0 if call.star else len(call.arguments)
    if resolver.connection.names_only:
        return call_names(resolver, call, scope)
    function = resolver.connection.find_function(call.name, count)
    if function is None:
        if resolver.connection.function_exists(call.name):
            raise misuse(f"wrong number of arguments to function {call.name}()", call.start)
        raise misuse(f"no such function: {call.name}", call.start)
    if count > resolver.connection.most_arguments:
        raise misuse(f"too many arguments on function {call.name}", call.start)
    if resolver.connection.authorizer is not None:
        from litestone.authorization import may_call

        if not may_call(resolver, call.name):
            return Literal(None, "NULL")
    if isinstance(function, Aggregate):
        if call.over is not None:
            return resolve_window_call(resolver, call, function, scope)
        if function.window_only:
            raise misuse(f"misuse of window function {call.name}()", call.start)
        return resolve_aggregate(resolver, call, function, scope)
    return resolve_scalar_call(resolver, call, function, scope)


def resolve_scalar_call(resolver: Resolver, call: Call, function: Scalar, scope: Scope) -> Expression:
    """A call of an ordinary function."""
    if call.over is not None:
        raise misuse(f"{call.name}() may not be used as a window function", call.start)
    if call.filter is not None:
        raise misuse(f"FILTER may not be used with non-aggregate {call.name}()", call.start)
    if not function.deterministic and scope.prohibited not in (None, "CHECK constraints"):
        raise misuse(f"non-deterministic functions prohibited in {scope.prohibited}", call.start)
    arguments = [resolver.scalar(argument, scope) for argument in call.arguments]
    if call.name.lower() == "likelihood":
        check_likelihood(arguments[1])
    resolved = Call(call.name, arguments, call.distinct, call.star, None, None)
    resolved.function = function
    return resolved


def check_likelihood(probability: Expression) -> None:
    """Raise the error of a second argument of likelihood() that is no constant probability."""
    value = probability.value if isinstance(probability, Literal) else None
    if not isinstance(value, float) or not 0.0 <= value <= 1.0:
        raise misuse("second argument to likelihood() must be a constant between 0.0 and 1.0")


def call_names(resolver: Resolver, call: Call, scope: Scope) -> Expression:
    """A call of whatever is called so, where only names matter: those in all of its clauses."""
    arguments = [resolver.scalar(argument, scope) for argument in call.arguments]
    if call.name.lower() == "likelihood" and len(arguments) == 2:
        check_likelihood(arguments[1])
    if call.filter is not None:
        resolver.scalar(call.filter, scope)
    if isinstance(call.over, Window):
        window_names(resolver, call.over, scope)
    function = resolver.connection.find_function(call.name, 0 if call.star else len(arguments))
    if isinstance(function, Aggregate) and call.over is None and scope.query is not None:
        reference = AggregateRef(call.name, arguments, call.distinct, call.star)
        enter_aggregate(reference, scope)
        return reference
    resolved = Call(call.name, arguments, call.distinct, call.star, None, None)
    resolved.function = Scalar(call.name, len(arguments), lambda *values: None)
    return resolved


def window_names(resolver: Resolver, window: Window, scope: Scope) -> None:
    """Resolve the names in a window's definition; those in the bounds of its frame don't count."""
    for term in [*window.partition, *(term.expression for term in window.order)]:
        resolver.scalar(term, scope)


# -- aggregates


def resolve_aggregate(resolver: Resolver, call: Call, function: Aggregate, scope: Scope) -> Expression:
    """A call of an aggregate, entered with the innermost query that its arguments read."""
    if scope.aggregates == "no" or scope.query is None:
        raise misuse(f"misuse of aggregate function {call.name}()", call.start)
    if call.distinct and (len(call.arguments) != 1 or call.star):
        raise misuse("DISTINCT aggregates must have exactly one argument", call.start)
    before = scope.aggregates, scope.windows
    scope.aggregates, scope.windows = "no", False
    try:
        arguments = [resolver.scalar(argument, scope) for argument in call.arguments]
        condition = None if call.filter is None else resolver.scalar(call.filter, scope)
    finally:
        scope.aggregates, scope.windows = before
    reference = AggregateRef(call.name, arguments, call.distinct, call.star)
    reference.filter = condition
    owner = owning_scope(reference, scope)
    if owner is None or owner.query is None or owner.aggregates != "yes":
        raise misuse(f"misuse of aggregate: {call.name}()", call.start)
    enter_aggregate(reference, owner)
    return reference


def owning_scope(reference: AggregateRef, scope: Scope) -> Scope | None:
    """The innermost scope whose sources the arguments read; the nearest one where they read none."""
    read = {source for source in sources(reference) if source.kind != "row"}
    if not read:
        return scope
    level: Scope | None = scope
    while level is not None and read.isdisjoint(level.sources):
        level = level.parent
    return level


def enter_aggregate(reference: AggregateRef, owner: Scope) -> None:
    """Give an aggregate its number in the query it belongs to, that of an equal one where there is one."""
    query = owner.query
    assert query is not None
    reference.query = query
    for known in query.aggregates:
        if equal(known, reference):
            reference.number = known.number
            return
    reference.number = len(query.aggregates)
    query.aggregates.append(clone(reference))  # type: ignore[arg-type]


# -- window functions


def resolve_window_call(resolver: Resolver, call: Call, function: Aggregate, scope: Scope) -> Expression:
    """A call with OVER; it belongs to the query it stands in."""
    if not function.windowed:
        raise misuse(f"{call.name}() may not be used as a window function")
    if not scope.windows or scope.query is None:
        raise misuse(f"misuse of window function {call.name}()", call.start)
    if call.distinct:
        raise misuse("DISTINCT is not supported for window functions", call.start)
    if call.filter is not None and function.window_only:
        raise misuse("FILTER clause may only be used with aggregate window functions", call.start)
    scope.windows = False
    try:
        arguments = [resolver.scalar(argument, scope) for argument in call.arguments]
        reference = WindowRef(call.name, arguments, call.star)
        if call.filter is not None:
            reference.filter = resolver.scalar(call.filter, scope)
        spell_out(resolver, reference, call.over, scope)
    finally:
        scope.windows = True
    query = scope.query
    for known in query.windows:
        if equal(known, reference):
            reference.number = known.number
            return reference
    reference.number = len(query.windows)
    query.windows.append(clone(reference))  # type: ignore[arg-type]
    return reference


def find_window(scope: Scope, name: str) -> Window:
    """The window called ``name`` in the WINDOW clause."""
    found = scope.window_definitions.get(name.lower())
    if found is None:
        raise misuse(f"no such window: {name}")
    return found


def spell_out(resolver: Resolver, reference: WindowRef, over: str | Window | None, scope: Scope) -> None:
    """Resolve the window of a call, the windows it is built upon taken in."""
    assert over is not None
    window = merged_window(find_window(scope, over) if isinstance(over, str) else over, scope)
    reference.partition = [resolver.scalar(term, scope) for term in window.partition]
    for term in window.order:
        expression = resolver.scalar(term.expression, scope)
        last = term.descending if term.nulls is None else term.nulls == "LAST"
        reference.order.append(Ordering(expression, term.descending, last, collation_of(expression)))
    reference.frame = resolve_frame(resolver, window, scope)


def merged_window(window: Window, scope: Scope) -> Window:
    """A window with what its base windows say (``windowfunctions`` section 2.4)."""
    chain = [window]
    while chain[-1].base is not None:
        base = chain[-1].base
        found = find_window(scope, base)
        if any(found is one for one in chain):
            raise misuse(f"no such window: {base}")
        if chain[-1].partition:
            raise misuse(f"cannot override PARTITION clause of window: {base}")
        if found.order and chain[-1].order:
            raise misuse(f"cannot override ORDER BY clause of window: {base}")
        if found.frame is not None:
            raise misuse(f"cannot override frame specification of window: {base}")
        chain.append(found)
    partition = next((one.partition for one in chain if one.partition), [])
    order = next((one.order for one in chain if one.order), [])
    return Window(None, partition, order, window.frame)


def resolve_frame(resolver: Resolver, window: Window, scope: Scope) -> Frame:
    """The frame of a window, the default one where it has none."""
    frame = window.frame
    if frame is None:
        unit, start, end = DEFAULT_FRAME
        return Frame(unit, FrameBound(start, None), FrameBound(end, None), "")
    if (frame.start.kind, frame.end.kind) in BACKWARDS:
        raise misuse("unsupported frame specification")
    has_offset = frame.start.offset is not None or frame.end.offset is not None
    if frame.unit == "RANGE" and has_offset and len(window.order) != 1:
        raise misuse("RANGE with offset PRECEDING/FOLLOWING requires one ORDER BY expression")
    bounds = []
    for bound in (frame.start, frame.end):
        offset = None if bound.offset is None else resolver.scalar(bound.offset, scope)
        bounds.append(FrameBound(bound.kind, offset))
    return Frame(frame.unit, bounds[0], bounds[1], frame.exclude)
