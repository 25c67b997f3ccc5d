"""``x IN (…)``: membership in a list or in the rows of a query (``lang_expr`` section 8)."""

from __future__ import annotations

from litestone.run.comparison import element, output_of
from litestone.schema.expression import (
    affinity as affinity_of,
)
from litestone.schema.expression import (
    comparison_collation,
    is_constant,
)
from litestone.schema.resolve_expression import width
from litestone.text.tree import Literal, Row
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from litestone.run.compile import Compiler
    from litestone.schema.query import Query
    from litestone.text.tree import Expression, InList, InSelect

    Frame = list[Any]
    Closure = Callable[[list[Any]], Any]
    Normal = Callable[[Any], Any]


def identity(affinity: int | None, key: Callable[[str], Any] | None) -> Normal:
    """A function of one value: equal results mean equal values under an affinity and a collation."""
    apply = None if affinity is None else affinities.applier(affinity)

    def normal(value: Any) -> Any:
        if apply is not None:
            value = apply(value)
        if key is not None and value.__class__ is str:
            return ("", key(value))
        return value

    if apply is None and key is None:
        return lambda value: value
    return normal


class Members:
    """The values that a right operand holds, normal, and whether NULL is among them."""

    __slots__ = ("has_null", "rows_with_null", "values")

    def __init__(self) -> None:
        self.values: set[Any] = set()
        self.has_null = False
        self.rows_with_null: list[tuple[Any, ...]] = []

    def find(self, value: Any) -> int | None:
        """1, 0 or None (NULL) for one normal value."""
        if value is None:
            return None if self.values or self.has_null else 0
        if value in self.values:
            return 1
        return None if self.has_null else 0

    def find_row(self, row: tuple[Any, ...]) -> int | None:
        """1, 0 or None (NULL) for a tuple of normal values."""
        if None not in row:
            if row in self.values:
                return 1
            candidates: Iterable[tuple[Any, ...]] = self.rows_with_null
        else:
            candidates = [*self.values, *self.rows_with_null]
        for other in candidates:
            if all(a is None or b is None or a == b for a, b in zip(row, other, strict=True)):
                return None
        return 0


def list_affinity(operand: Expression) -> int | None:
    """What a list's values and the left operand are made to: the left operand's affinity."""
    found = affinity_of(operand)
    if found >= affinities.NUMERIC:
        return affinities.NUMERIC
    return affinities.TEXT if found == affinities.TEXT else None


def negate(closure: Closure) -> Closure:
    """NOT of a closure that gives 1, 0 or None."""

    def negation(frame: Frame) -> Any:
        found = closure(frame)
        return found if found is None else 1 - found

    return negation


def in_list(compiler: Compiler, e: InList) -> Closure:
    """``x [NOT] IN (a, b, …)``."""
    closure = _in_list(compiler, e)
    return negate(closure) if e.negated else closure


def _in_list(compiler: Compiler, e: InList) -> Closure:
    if not e.items:
        return lambda frame: 0
    size = width(e.operand)
    operand = compiler.expression(e.operand)
    normals = []
    for place in range(size):
        part = element(e.operand, place)
        key = compiler.connection.collation_key(comparison_collation(part, Literal(None, "")))
        normals.append(identity(list_affinity(part), key))
    items = [compiler.expression(item) for item in e.items]
    whole = row_normal(normals) if size > 1 else normals[0]

    def gather(frame: Frame) -> Members:
        members = Members()
        for item in items:
            enter(members, whole(item(frame)), size)
        return members

    if all(constant_item(item) for item in e.items):
        slot = compiler.new_slot()
        return lookup_in(operand, whole, once(gather, slot), size)
    if size > 1:
        return lookup_in(operand, whole, gather, size)
    return one_by_one(operand, items, whole)


def constant_item(e: Expression) -> bool:
    """Whether an item has one value for a whole run."""
    if isinstance(e, Row):
        return all(is_constant(item) for item in e.items)
    return is_constant(e)


def enter(members: Members, value: Any, size: int) -> None:
    """Add a normal value, or a tuple of them, to ``members``."""
    if size > 1:
        if None in value:
            members.has_null = True
            members.rows_with_null.append(value)
        else:
            members.values.add(value)
    elif value is None:
        members.has_null = True
    else:
        members.values.add(value)


def row_normal(normals: list[Normal]) -> Normal:
    """The normal form of a row value."""
    return lambda row: tuple([normal(value) for normal, value in zip(normals, row, strict=True)])


def once(gather: Callable[[Frame], Members], slot: int) -> Callable[[Frame], Members]:
    """``gather``, done once in each run of the statement."""

    def kept(frame: Frame) -> Members:
        found = frame[slot]
        if found is None:
            found = frame[slot] = gather(frame)
        return found  # type: ignore[no-any-return]

    return kept


def lookup_in(operand: Closure, normal: Normal, members_of: Callable[[Frame], Members], size: int) -> Closure:
    """What looks the left operand up among members."""
    if size > 1:
        return lambda frame: members_of(frame).find_row(normal(operand(frame)))
    return lambda frame: members_of(frame).find(normal(operand(frame)))


def one_by_one(operand: Closure, items: list[Closure], normal: Normal) -> Closure:
    """Membership in a list whose items change from row to row."""

    def check(frame: Frame) -> int | None:
        value = normal(operand(frame))
        if value is None:
            return None
        unknown = False
        for item in items:
            other = normal(item(frame))
            if other is None:
                unknown = True
            elif other == value:
                return 1
        return None if unknown else 0

    return check


# -- queries


def select_normals(compiler: Compiler, operand: Expression, query: Query) -> list[Normal]:
    """Normal forms under which the left operand is compared with each column of ``query``."""
    from litestone.schema.expression import common_affinity

    normals = []
    for place, column in enumerate(query.columns):
        part = element(operand, place)
        shared = common_affinity(affinity_of(part), column.affinity)
        collation = comparison_collation(part, output_of(query, place))
        normals.append(identity(shared, compiler.connection.collation_key(collation)))
    return normals


def looks_in_descending_index(e: InSelect) -> bool:
    """Whether SQLite looks for the value in an index of the table that is sorted downwards.

    It then takes the first entry to be NULL if any is, and does not see a NULL that stands last.
    """
    from litestone.plan.in_operator import index_for_in

    found = index_for_in(e, False)
    return found is not None and found[1] is not None and found[1].columns[0].descending


def select_members(compiler: Compiler, e: InSelect) -> Callable[[Frame], Members]:
    """What gathers the rows of the right operand, once where it reads no outer row."""
    query: Query = e.select  # type: ignore[assignment]
    size = len(query.columns)
    normals = select_normals(compiler, e.operand, query)
    correlated = bool(query.correlated)
    hides_null = size == 1 and not correlated and looks_in_descending_index(e)
    program = compiler.query(query)

    def gather(frame: Frame) -> Members:
        members = Members()
        if size == 1:
            normal = normals[0]
            values = {normal(row[0]) for row in program.rows(frame)}
            if None in values:
                values.discard(None)
                members.has_null = not (hides_null and values)
            members.values = values
        else:
            whole = row_normal(normals)
            for row in program.rows(frame):
                enter(members, whole(row), size)
        return members

    return gather if correlated else once(gather, compiler.new_slot())


def in_select(compiler: Compiler, e: InSelect) -> Closure:
    """``x [NOT] IN (SELECT …)``."""
    size = width(e.operand)
    query: Query = e.select  # type: ignore[assignment]
    normals = select_normals(compiler, e.operand, query)
    whole = row_normal(normals) if size > 1 else normals[0]
    closure = lookup_in(compiler.expression(e.operand), whole, select_members(compiler, e), size)
    return negate(closure) if e.negated else closure
