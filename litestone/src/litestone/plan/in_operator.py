"""``x IN (SELECT column FROM table)`` answered by an index of that table instead of a list
(``optoverview``).
"""

from __future__ import annotations

from litestone.plan.scan import combine_affinity
from litestone.plan.terms import column_of, strip
from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef, SelectQuery
from litestone.text.tree import Row
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.objects import Index, Table
    from litestone.text.tree import Expression, InSelect


def index_for_in(node: InSelect, unique: bool) -> tuple[Table, Index | None] | None:
    """The table and the index (None: the rowid) that hold just the values of an IN's subquery.

    ``unique``: each value must come once, as where the IN drives a loop.
    """
    columns = plain_columns(node)
    if columns is None:
        return None
    table = columns[0].source.table
    assert table is not None
    if len(columns) == 1 and column_of(columns[0]) < 0:
        return table, None
    operands = left_operands(node.operand)
    if len(operands) != len(columns):
        return None
    for operand, column in zip(operands, columns, strict=True):
        stored = trees.affinity(column)
        compared = combine_affinity(trees.affinity(operand), stored)
        if compared >= affinities.NUMERIC and stored < affinities.NUMERIC:
            return None
        if compared == affinities.TEXT and stored != affinities.TEXT:
            return None
    for index in table.indexes:
        if serves(index, columns, operands, unique):
            return table, index
    return None


def plain_columns(node: InSelect) -> list[ColumnRef] | None:
    """The columns of a subquery that is no more than ``SELECT columns FROM table``."""
    query = node.select
    if (
        not isinstance(query, SelectQuery)
        or query.correlated
        or query.limit is not None
        or query.where is not None
    ):
        return None
    if query.distinct or query.aggregates or query.group_by or len(query.sources) != 1 or query.windows:
        return None
    source = query.sources[0]
    if source.kind != "table" or not all(
        isinstance(e, ColumnRef) and e.source is source for e in query.outputs
    ):
        return None
    return [e for e in query.outputs if isinstance(e, ColumnRef)]


def left_operands(e: Expression) -> list[Expression]:
    """The operands at the left of IN, one for each column."""
    bare = strip(e)
    return bare.items if isinstance(bare, Row) else [e]


def serves(index: Index, columns: list[ColumnRef], operands: list[Expression], unique: bool) -> bool:
    """Whether the leading fields of ``index`` are the columns, in any order, under the right collations."""
    count = len(columns)
    if index.where is not None or len(index.record_columns()) < count:
        return False
    if unique and (len(index.columns) > count or (len(index.record_columns()) > count and not index.unique)):
        return False
    taken: set[int] = set()
    for column, operand in zip(columns, operands, strict=True):
        wanted = (trees.comparison_collation(operand, column) or "BINARY").upper()
        for place, part in enumerate(index.columns[:count]):
            if part.column == column.column and part.collation.upper() == wanted and place not in taken:
                taken.add(place)
                break
        else:
            return False
    return True
