"""When a partial index may be used: its WHERE must follow from the query's terms (``partialindex`` section 3)."""

from __future__ import annotations

from litestone.plan.terms import strip
from litestone.schema import expression as trees
from litestone.text.tree import Between, Binary, InList, IsNull, Like, Literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.terms import TermSet
    from litestone.schema.query import Source
    from litestone.text.tree import Expression


def implied(terms: TermSet, source: Source, where: Expression) -> bool:
    """Whether the WHERE of a partial index holds wherever the terms of the query do."""
    outer = source.join in ("left", "full")
    for part in trees.conjuncts(where):
        if not any(
            (term.outer_on is source if outer else term.outer_on is None)
            and not term.row_value
            and implies(term.expression, part)
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
    return operand is not None and requires(known, operand, 0)


def not_null_operand(e: Expression) -> Expression | None:
    """``x`` of ``x IS NOT NULL``."""
    if isinstance(e, IsNull) and e.negated:
        return e.operand
    if isinstance(e, Binary) and e.op == "IS NOT" and isinstance(e.right, Literal) and e.right.value is None:
        return e.left
    return None


def requires(e: Expression, wanted: Expression, depth: int) -> bool:
    """Whether ``e`` cannot be true while ``wanted`` is NULL."""
    e = strip(e)
    if trees.equal(e, strip(wanted)):
        return not (isinstance(e, Literal) and e.value is None)
    if isinstance(e, Binary):
        if e.op in ("=", "<>", "<", "<=", ">", ">=", "+", "-", "*", "|", "<<", ">>", "||", "/", "%", "&"):
            return requires(e.left, wanted, depth) or requires(e.right, wanted, depth)
        return False
    if isinstance(e, Between):
        if e.negated:
            return False
        return (
            requires(e.operand, wanted, 1) or requires(e.low, wanted, 1) or requires(e.high, wanted, 1)
        )
    if isinstance(e, InList):
        return not e.negated and requires(e.operand, wanted, 1)
    if isinstance(e, Like):
        return False
    return False
