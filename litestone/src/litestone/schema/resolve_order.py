"""Resolving ORDER BY and GROUP BY terms: aliases, column numbers, expressions.

Documentation: ``lang_select`` sections 2.4 and 4.
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.schema.expression import clone, equal, explicit_collation, walk
from litestone.schema.expression import collation as collation_of
from litestone.schema.query import AggregateRef, ColumnRef, CompoundQuery, Ordering, SelectQuery, WindowRef
from litestone.text.tree import Call, Collate, Expression, Literal, Name, OrderTerm, Unary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.resolve import Resolver
    from litestone.schema.scope import Scope


MAX_COLUMN_NUMBER = 0x7FFFFFFF


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``4th`` …"""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def out_of_range(place: int, clause: str, columns: int) -> SqlError:
    """The error of a column number that is none."""
    text = f"{ordinal(place)} {clause} BY term out of range - should be between 1 and {columns}"
    return SqlError(errors.ERROR, text)


def integer_of(ast: Expression) -> int | None:
    """The value of a term that is an integer, with or without a sign."""
    if isinstance(ast, Literal):
        # Larger ones are values to sort by.
        return ast.value if isinstance(ast.value, int) and ast.value <= MAX_COLUMN_NUMBER else None
    if isinstance(ast, Unary) and ast.op in ("-", "+"):
        inner = integer_of(ast.operand)
        if inner is not None:
            return -inner if ast.op == "-" else inner
    return None


def bare_term(ast: Expression) -> Expression:
    """A term without COLLATE operators and hints about likelihood around it."""
    while True:
        if isinstance(ast, Collate):
            ast = ast.operand
        elif (
            isinstance(ast, Call)
            and ast.name.lower() in ("likely", "unlikely", "likelihood")
            and ast.arguments
        ):
            ast = ast.arguments[0]
        else:
            return ast


def named_output(ast: Expression, names: list[str | None]) -> int | None:
    """The result column that a term names by its alias."""
    if isinstance(ast, Name) and ast.table is None:
        wanted = ast.name.lower()
        for number, name in enumerate(names):
            if name is not None and name.lower() == wanted:
                return number
    return None


def recollated(term: Expression, output: Expression) -> Expression:
    """A copy of a result column under the COLLATE operators of the term that means it."""
    if isinstance(term, Collate):
        return Collate(recollated(term.operand, output), term.collation)
    return clone(output)


def make_ordering(expression: Expression, term: OrderTerm, output: int, collation: str | None) -> Ordering:
    """An ordering in the direction of ``term``."""
    last = term.descending if term.nulls is None else term.nulls == "LAST"
    made = Ordering(expression, term.descending, last, collation)
    made.output = output
    made.collated = explicit_collation(term.expression) is not None
    return made


def resolve_order_by(
    resolver: Resolver, terms: list[OrderTerm], scope: Scope, names: list[str | None]
) -> list[Ordering]:
    """The ORDER BY terms of a query that is no compound."""
    query = scope.query
    assert query is not None
    found = []
    for place, term in enumerate(terms):
        bare = bare_term(term.expression)
        output = named_output(bare, names)
        if output is None:
            number = integer_of(bare)
            if number is not None:
                if not 1 <= number <= len(query.outputs):
                    resolver.refuse(out_of_range(place + 1, "ORDER", len(query.outputs)))
                    continue
                output = number - 1
        if output is not None:
            repeat_windows(query.outputs[output], query)
            expression = recollated(term.expression, query.outputs[output])
        else:
            expression = resolver.scalar(term.expression, scope)
            output = equal_output(expression, query.outputs)
            if output >= 0:
                repeat_windows(query.outputs[output], query)
                expression = clone(query.outputs[output])
        found.append(make_ordering(expression, term, output, collation_of(expression)))
    return found


def repeat_windows(expression: Expression, query: SelectQuery) -> None:
    """Compute the window functions of a result column anew for ORDER BY, whose value is then shown."""
    for node in walk(expression):
        if isinstance(node, WindowRef) and not node.repeated:
            node.repeated = True
            for known in query.windows:
                if known.repeated and equal(known, node):
                    node.number = known.number
                    break
            else:
                node.number = len(query.windows)
                query.windows.append(clone(node))  # type: ignore[arg-type]


def equal_output(expression: Expression, outputs: list[Expression]) -> int:
    """The number of the result column that equals ``expression``, -1 without one."""
    for number, output in enumerate(outputs):
        if equal(expression, output):
            return number
    return -1


def resolve_group_by(resolver: Resolver, terms: list[Expression], scope: Scope) -> list[Expression]:
    """The GROUP BY terms of a query.

    Raises SqlError "aggregate functions are not allowed in the GROUP BY clause".
    """
    query = scope.query
    assert query is not None
    found = []
    for place, term in enumerate(terms):
        number = integer_of(bare_term(term))
        if number is None:
            expression = resolver.scalar(term, scope)
        elif not 1 <= number <= len(query.outputs):
            resolver.refuse(out_of_range(place + 1, "GROUP", len(query.outputs)))
            continue
        else:
            expression = recollated(term, query.outputs[number - 1])
        if any(node.__class__ is AggregateRef and node.query is query for node in walk(expression)):
            raise SqlError(errors.ERROR, "aggregate functions are not allowed in the GROUP BY clause")
        found.append(expression)
    return found


class Part:
    """A part of a compound as its ORDER BY sees it: its scope and its columns' names, None for VALUES."""

    __slots__ = ("names", "query", "scope")

    def __init__(self, query: SelectQuery, scope: Scope, names: list[str | None]) -> None:
        self.query = query
        self.scope = scope
        self.names = names


def resolve_compound_order(
    resolver: Resolver, terms: list[OrderTerm], compound: CompoundQuery, parts: list[Part | None]
) -> list[Ordering]:
    """The ORDER BY terms of a compound: each is a result column of some part.

    Raises SqlError "… ORDER BY term does not match any column in the result set".
    """
    found = []
    for place, term in enumerate(terms):
        output = compound_output(resolver, bare_term(term.expression), place, len(compound.columns), parts)
        if output is None:
            text = f"{ordinal(place + 1)} ORDER BY term does not match any column in the result set"
            raise SqlError(errors.ERROR, text)
        collation = explicit_collation(term.expression) or compound.collations[output]
        found.append(make_ordering(Literal(output + 1, str(output + 1)), term, output, collation))
    return found


def compound_output(
    resolver: Resolver, ast: Expression, place: int, columns: int, parts: list[Part | None]
) -> int | None:
    """The result column of a compound that a term means."""
    number = integer_of(ast)
    if number is not None:
        if not 1 <= number <= columns:
            raise out_of_range(place + 1, "ORDER", columns)
        return number - 1
    for part in parts:
        if part is None:
            continue
        output = named_output(ast, part.names)
        if output is not None:
            return output
        output = matching_output(resolver, ast, part)
        if output is not None:
            return output
    return None


def matching_output(resolver: Resolver, ast: Expression, part: Part) -> int | None:
    """The result column of one part that equals a term by the names of that part."""
    aggregates = list(part.query.aggregates)
    try:
        expression = resolver.scalar(ast, part.scope)
    except SqlError:
        # A term that means nothing here may still mean something in another part.
        return None
    finally:
        part.query.aggregates[:] = aggregates
    if isinstance(expression, Literal) and isinstance(ast, Name):
        return None
    number = equal_output(expression, part.query.outputs)
    return None if number < 0 else number


def column_label(reference: ColumnRef) -> str:
    """The name of the column that a reference reads."""
    return "rowid" if reference.column < 0 else reference.source.columns[reference.column].name
