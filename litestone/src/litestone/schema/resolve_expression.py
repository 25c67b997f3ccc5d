"""Resolving expressions: one function for each kind of node, all of which make new nodes.

A view's or a trigger's tree is resolved again and again, so it stays as it is.
Documentation: ``lang_expr``, ``rowvalue``.
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.schema.expression import clone
from litestone.schema.query import Truth
from litestone.schema.resolve_call import resolve_call
from litestone.schema.resolve_name import resolve_name
from litestone.schema.scope import Scope
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
    TableRef,
    Unary,
    Variable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.schema.query import Query
    from litestone.schema.resolve import Resolver

COMPARISONS = frozenset(("=", "<>", "<", "<=", ">", ">=", "IS", "IS NOT"))


def row_misused() -> SqlError:
    """The error of a row value where one value is wanted, or beside one of another size."""
    return SqlError(errors.ERROR, "row value misused")


def columns_error(given: int, wanted: int) -> SqlError:
    """The error of a subquery with the wrong number of columns."""
    return SqlError(errors.ERROR, f"sub-select returns {given} columns - expected {wanted}")


def width(e: Expression) -> int:
    """How many values ``e`` gives: more than one for row values and row subqueries."""
    if e.__class__ is Row:
        return len(e.items)
    if e.__class__ is Subquery:
        return len(e.select.columns)  # type: ignore[attr-defined]
    return 1


def resolve(resolver: Resolver, ast: Expression, scope: Scope) -> Expression:
    """``ast`` with its names resolved; it may be a row value."""
    return _RESOLVE[ast.__class__](resolver, ast, scope)


def resolve_scalar(resolver: Resolver, ast: Expression, scope: Scope) -> Expression:
    """As ``resolve`` where one value is wanted.

    Raises SqlError "row value misused" or "sub-select returns … columns - expected 1".
    """
    found = _RESOLVE[ast.__class__](resolver, ast, scope)
    if found.__class__ is Row:
        resolver.refuse(row_misused())
    if found.__class__ is Subquery:
        columns = len(found.select.columns)  # type: ignore[attr-defined]
        if columns != 1:
            resolver.refuse(columns_error(columns, 1))
    return found


def _literal(resolver: Resolver, e: Literal, scope: Scope) -> Expression:
    if e.value is None and e.text[:2].lower() == "0x":
        resolver.refuse(SqlError(errors.ERROR, f"hex literal too big: {e.text}"))
    return Literal(e.value, e.text)


def _current_time(resolver: Resolver, e: CurrentTime, scope: Scope) -> Expression:
    if scope.prohibited not in (None, "CHECK constraints"):
        raise SqlError(errors.ERROR, f"non-deterministic functions prohibited in {scope.prohibited}")
    return CurrentTime(e.kind)


def _variable(resolver: Resolver, e: Variable, scope: Scope) -> Expression:
    if scope.prohibited is not None:
        raise SqlError(errors.ERROR, f"parameters prohibited in {scope.prohibited}")
    return Variable(e.text, e.number)


def _unary(resolver: Resolver, e: Unary, scope: Scope) -> Expression:
    operand = e.operand
    if e.op == "-" and operand.__class__ is Literal and operand.text.lstrip("0") == "9223372036854775808":
        # The smallest integer: without its sign it would not be one.
        return Literal(-9223372036854775808, "-9223372036854775808")
    if e.op == "-" and operand.__class__ is Literal and operand.value.__class__ is float:
        # The sign of a literal belongs to it: -0.0 is not 0 - 0.0.
        return Literal(-operand.value, "-" + operand.text)
    return Unary(e.op, resolve_scalar(resolver, e.operand, scope))


def _binary(resolver: Resolver, e: Binary, scope: Scope) -> Expression:
    if e.op not in COMPARISONS:
        left = resolve_scalar(resolver, e.left, scope)
        return Binary(e.op, left, resolve_scalar(resolver, e.right, scope))
    left = resolve(resolver, e.left, scope)
    right = resolve(resolver, e.right, scope)
    if e.op in ("IS", "IS NOT"):
        ast, word = without_collation(e.right), without_collation(right)
        if is_truth_word(ast, word):
            assert isinstance(word, Literal)
            return Truth(left, word.value == 1, e.op == "IS NOT")
    if width(left) != width(right):
        raise row_misused()
    return Binary(e.op, left, right)


def without_collation(e: Expression) -> Expression:
    """What COLLATE operators are written behind."""
    while isinstance(e, Collate):
        e = e.operand
    return e


def is_truth_word(ast: Expression, resolved: Expression) -> bool:
    """Whether a right operand is TRUE or FALSE: the word, no column so called, or IN with an empty list."""
    if not isinstance(resolved, Literal) or resolved.value.__class__ is not int:
        return False
    return resolved.text in ("TRUE", "FALSE") and isinstance(ast, Name | InList)


def _is_null(resolver: Resolver, e: IsNull, scope: Scope) -> Expression:
    return IsNull(resolve_scalar(resolver, e.operand, scope), e.negated)


def _like(resolver: Resolver, e: Like, scope: Scope) -> Expression:
    operand = resolve_scalar(resolver, e.operand, scope)
    pattern = resolve_scalar(resolver, e.pattern, scope)
    escape = None if e.escape is None else resolve_scalar(resolver, e.escape, scope)
    count = 2 if escape is None else 3
    if resolver.connection.find_function(e.op, count) is None:
        if resolver.connection.function_exists(e.op):
            resolver.refuse(SqlError(errors.ERROR, f"wrong number of arguments to function {e.op}()"))
        resolver.refuse(SqlError(errors.ERROR, f"no such function: {e.op}"))
    return Like(e.op, operand, pattern, escape, e.negated)


def _between(resolver: Resolver, e: Between, scope: Scope) -> Expression:
    operand = resolve(resolver, e.operand, scope)
    low = resolve(resolver, e.low, scope)
    high = resolve(resolver, e.high, scope)
    if not width(operand) == width(low) == width(high):
        raise row_misused()
    return Between(operand, low, high, e.negated)


def _in_list(resolver: Resolver, e: InList, scope: Scope) -> Expression:
    if not e.items:
        # Nothing is in an empty list, whatever stands left of it (``lang_expr`` section 8).
        return Literal(int(e.negated), "TRUE" if e.negated else "FALSE")
    operand = resolve(resolver, e.operand, scope)
    wanted = width(operand)
    items = []
    for item in e.items:
        resolved = resolve(resolver, item, scope)
        given = width(resolved)
        if given != wanted:
            if wanted == 1:
                resolver.refuse(columns_error(given, 1) if resolved.__class__ is Subquery else row_misused())
            plural = "" if given == 1 else "s"
            text = f"IN(...) element has {given} term{plural} - expected {wanted}"
            resolver.refuse(SqlError(errors.ERROR, text))
        items.append(resolved)
    return InList(operand, items, e.negated)


def _in_select(resolver: Resolver, e: InSelect, scope: Scope) -> Expression:
    operand = resolve(resolver, e.operand, scope)
    query = nested(resolver, e.select, scope)
    if len(query.columns) != width(operand):
        resolver.refuse(columns_error(len(query.columns), width(operand)))
    return InSelect(operand, query, e.negated)  # type: ignore[arg-type]


def _in_table(resolver: Resolver, e: InTable, scope: Scope) -> Expression:
    if scope.prohibited is not None:
        raise SqlError(errors.ERROR, f"subqueries prohibited in {scope.prohibited}")
    operand = resolve(resolver, e.operand, scope)
    table = TableRef(e.schema, e.table, None, e.arguments, None, False)
    query = resolver.whole_table(table, scope)
    query.syntax = e
    if len(query.columns) != width(operand):
        resolver.refuse(columns_error(len(query.columns), width(operand)))
    return InSelect(operand, query, e.negated)  # type: ignore[arg-type]


def _exists(resolver: Resolver, e: Exists, scope: Scope) -> Expression:
    return Exists(nested(resolver, e.select, scope))  # type: ignore[arg-type]


def _subquery(resolver: Resolver, e: Subquery, scope: Scope) -> Expression:
    return Subquery(nested(resolver, e.select, scope))  # type: ignore[arg-type]


def nested(resolver: Resolver, select: Select, scope: Scope) -> Query:
    """The query of a subquery in an expression, which sees all names around it."""
    if scope.prohibited is not None:
        raise SqlError(errors.ERROR, f"subqueries prohibited in {scope.prohibited}")
    query = resolver.select(select, scope)
    note_outer(query, scope)
    return query


def note_outer(query: Query, scope: Scope) -> None:
    """Enter what a nested query reads of the scopes around its own with those."""
    outside = {source for source in query.correlated if source not in scope.sources}
    level: Scope | None = scope
    while outside and level is not None:
        level.correlated |= outside
        level = level.parent
        if level is not None:
            outside = {source for source in outside if source not in level.sources}


def _case(resolver: Resolver, e: Case, scope: Scope) -> Expression:
    base = None if e.base is None else resolve(resolver, e.base, scope)
    if base is not None and width(base) > 1:
        return row_case(resolver, e, base, scope)
    whens = [
        (resolve_scalar(resolver, when, scope), resolve_scalar(resolver, then, scope))
        for when, then in e.whens
    ]
    otherwise = None if e.otherwise is None else resolve_scalar(resolver, e.otherwise, scope)
    return Case(base, whens, otherwise)


def row_case(resolver: Resolver, e: Case, base: Expression, scope: Scope) -> Expression:
    """CASE of a row value: a comparison of rows for each WHEN."""
    whens: list[tuple[Expression, Expression]] = []
    for when, then in e.whens:
        resolved = resolve(resolver, when, scope)
        if width(resolved) != width(base):
            resolver.refuse(row_misused())
        whens.append((Binary("=", clone(base), resolved), resolve_scalar(resolver, then, scope)))
    return Case(None, whens, None if e.otherwise is None else resolve_scalar(resolver, e.otherwise, scope))


def _cast(resolver: Resolver, e: Cast, scope: Scope) -> Expression:
    return Cast(resolve_scalar(resolver, e.operand, scope), e.type_name)


def _collate(resolver: Resolver, e: Collate, scope: Scope) -> Expression:
    return Collate(resolve(resolver, e.operand, scope), e.collation)


def _row(resolver: Resolver, e: Row, scope: Scope) -> Expression:
    return Row([resolve_scalar(resolver, item, scope) for item in e.items])


def _raise(resolver: Resolver, e: Raise, scope: Scope) -> Expression:
    if not resolver.in_trigger:
        resolver.refuse(SqlError(errors.ERROR, "RAISE() may only be used within a trigger-program"))
    return Raise(e.action, e.message)


_RESOLVE: dict[type, Callable[[Any, Any, Scope], Expression]] = {
    Literal: _literal,
    CurrentTime: _current_time,
    Name: resolve_name,
    Variable: _variable,
    Unary: _unary,
    Binary: _binary,
    IsNull: _is_null,
    Like: _like,
    Between: _between,
    InList: _in_list,
    InSelect: _in_select,
    InTable: _in_table,
    Exists: _exists,
    Subquery: _subquery,
    Case: _case,
    Cast: _cast,
    Collate: _collate,
    Call: resolve_call,
    Row: _row,
    Raise: _raise,
}
