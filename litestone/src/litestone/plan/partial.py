"""When a partial index may be used: its WHERE must follow from the query's terms (``partialindex`` section
3).
"""

from __future__ import annotations

from litestone.plan.terms import strip
from litestone.schema import expression as trees
from litestone.schema.query import Truth
from litestone.text.tree import Between, Binary, InList, InSelect, IsNull, Literal, Unary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.terms import TermSet
    from litestone.schema.query import Source
    from litestone.text.tree import Expression

_STRICT = ("=", "<>", "<", "<=", ">", ">=", "+", "-", "|", "<<", ">>", "||")
_ARITHMETIC = ("*", "%", "&", "/")


def implied(terms: TermSet, source: Source, where: Expression) -> bool:
    """Whether the WHERE of a partial index holds wherever the terms of the query do."""
    outer = source.join in ("left", "full")
    for part in trees.conjuncts(where):
        if not any(
            (term.outer_on is source if outer else term.outer_on is None)
            and not term.split
            and implies(term.whole, part)
            for term in terms.terms[: terms.written]
            if not term.never_null
        ):
            return False
    return True


def implies(known: Expression, wanted: Expression) -> bool:
    """Whether ``wanted`` is true in every row for which ``known`` is."""
    if trees.equal(known, wanted):
        return True
    if isinstance(wanted, Binary) and wanted.op == "OR":
        return implies(known, wanted.left) or implies(known, wanted.right)
    operand = not_null_operand(wanted)
    return operand is not None and requires(known, operand, False)


def not_null_operand(e: Expression) -> Expression | None:
    """``x`` of ``x IS NOT NULL``."""
    if isinstance(e, IsNull) and e.negated:
        return e.operand
    if isinstance(e, Binary) and e.op == "IS NOT" and isinstance(e.right, Literal) and e.right.value is None:
        return e.left
    return None


def requires(e: Expression, wanted: Expression, negated: bool) -> bool:
    """Whether ``e`` cannot be true while ``wanted`` is NULL.

    ``negated``: ``e`` stands where false may count as true, so that only NULL is safe.
    """
    e = strip(e)
    if trees.equal(e, strip(wanted)):
        return not (isinstance(e, Literal) and e.value is None)
    if isinstance(e, Binary):
        if e.op in _STRICT:
            return requires(e.left, wanted, True) or requires(e.right, wanted, True)
        if e.op in _ARITHMETIC:
            return requires(e.left, wanted, negated) or requires(e.right, wanted, negated)
        return False
    if isinstance(e, Unary):
        return requires(e.operand, wanted, negated or e.op in ("NOT", "~"))
    if isinstance(e, Between):
        inner = requires(e.operand, wanted, True)
        return not (negated or e.negated) and (
            inner or requires(e.low, wanted, negated) or requires(e.high, wanted, negated)
        )
    if isinstance(e, InList):
        return not negated and not e.negated and bool(e.items) and requires(e.operand, wanted, True)
    if isinstance(e, InSelect):
        return not negated and not e.negated and requires(e.operand, wanted, True)
    if isinstance(e, Truth):
        return not negated and not e.negated and requires(e.operand, wanted, True)
    return False
