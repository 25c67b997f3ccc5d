"""Whether an index holds everything of a table that a query reads (covering indexes)."""

from __future__ import annotations

from litestone.plan.terms import column_of, strip
from litestone.schema import expression as trees
from litestone.schema.query import ColumnRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.terms import Scene
    from litestone.schema.objects import Index
    from litestone.schema.query import Source
    from litestone.text.tree import Expression


class Coverage:
    """Answers for the sources of one query."""

    __slots__ = ("held", "scene")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.held: dict[Index, set[int]] = {}

    def columns_held(self, index: Index) -> set[int]:
        """The table columns in the index record; an INTEGER PRIMARY KEY is always there."""
        held = self.held.get(index)
        if held is None:
            table = index.table
            fields = [part.column for part in index.columns]
            if table.without_rowid and index.origin == "c":
                fields += index.suffix
            held = {n for n in fields if n >= 0 and table.columns[n].storage >= 0}
            if not table.without_rowid:
                held.add(-1)
                if table.rowid_column >= 0:
                    held.add(table.rowid_column)
            self.held[index] = held
        return held

    def covers(self, source: Source, index: Index) -> bool:
        """Whether the index holds every column that is read from ``source``."""
        if index.table.without_rowid and index.origin == "pk":
            return True
        return source.used <= self.columns_held(index)

    def expression_covered(self, e: Expression, source: Source, index: Index) -> bool:
        """Whether all that ``e`` reads of ``source`` is in the index."""
        held = self.columns_held(index)
        expressions = self.index_expressions(source, index)
        stack = [e]
        while stack:
            node = stack.pop()
            if any(trees.equal(strip(node), other) for other in expressions):
                continue
            if isinstance(node, ColumnRef):
                if node.source is source and column_of(node) not in held:
                    return False
                continue
            if trees.nested_query(node) is not None and source in trees.sources(node):
                return False
            stack.extend(trees.children(node))
        return True

    def index_expressions(self, source: Source, index: Index) -> list[Expression]:
        """The expressions of an index, bound to ``source``."""
        if all(part.expression is None for part in index.columns):
            return []
        place = index.table.indexes.index(index)
        return [
            strip(self.scene.index_expressions[source, place, field])
            for field, part in enumerate(index.columns)
            if part.expression is not None
        ]
