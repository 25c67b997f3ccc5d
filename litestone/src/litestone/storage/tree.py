"""What table trees and index trees have in common: their pages, cells and emptying."""

from __future__ import annotations

from litestone import errors
from litestone.storage import freelist, overflow, varint
from litestone.storage.node import explode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.storage.node import Node
    from litestone.storage.pager import Pager

# No sound tree is deeper (SQLite's own limit for a cursor).
MAX_DEPTH = 20


class TreeState:
    """Shared by all objects for one tree: ``changes`` moves whenever the tree does."""

    __slots__ = ("changes",)

    def __init__(self) -> None:
        self.changes = 0


class Tree:
    """A b-tree by its root page."""

    __slots__ = ("pager", "root", "state", "table")

    def __init__(self, pager: Pager, root: int, state: TreeState, table: bool) -> None:
        self.pager = pager
        self.root = root
        self.state = state
        self.table = table

    def top(self) -> Node:
        """The root page. Raises CORRUPT if it is not one of this kind of tree."""
        node = self.pager.node(self.root)
        if node.table is not self.table:
            raise errors.corrupt()
        return node

    def child(self, number: int, depth: int) -> Node:
        """A page below the root. Raises CORRUPT for one that cannot stand there."""
        pager = self.pager
        node = pager.cache.get(number)
        if node.__class__ is not pager.node_class:
            node = pager.node(number)
        if node.table is not self.table or depth > MAX_DEPTH or not (node.cells or node.offsets):
            raise errors.corrupt()
        return node

    def spans(self, pages: int) -> bool:
        """Whether the tree has ``pages`` leaves or more, as far as the upper pages show at once."""
        if pages <= 0:
            return True
        node = self.top()
        if node.leaf:
            return False
        return len(node.children) >= pages or not self.child(node.children[0], 1).leaf

    def payload(self, node: Node, place: int) -> bytes:
        """The whole payload of a cell."""
        cells = node.cells
        if cells is None:
            cells = explode(node, self.pager.geometry)
        cell = cells[place]
        try:
            size = cell[0]
            at = 1
            if size >= 128:
                size, at = varint.get(cell, 0)
            if node.table:
                last = at + 8  # the ninth byte of a rowid is its last, whatever its high bit says
                while at < last and cell[at] >= 128:
                    at += 1
                at += 1
        except IndexError:
            raise errors.corrupt() from None
        geometry = self.pager.geometry
        largest = geometry.max_table if node.table else geometry.max_index
        if size <= largest:
            return cell[at:at + size]
        local = geometry.local(size, largest)
        first = int.from_bytes(cell[at + local:at + local + 4], "big")
        return cell[at:at + local] + overflow.read(self.pager, first, size - local)

    def with_overflow(self, head: bytes, payload: bytes) -> bytes:
        """The cell for a payload, stored in overflow pages as far as it is too long; ``head`` goes before."""
        geometry = self.pager.geometry
        largest = geometry.max_table if self.table else geometry.max_index
        if len(payload) <= largest:
            return head + payload
        local = geometry.local(len(payload), largest)
        first = overflow.write(self.pager, payload[local:])
        return head + payload[:local] + first.to_bytes(4, "big")

    def free_overflow(self, node: Node, cell: bytes) -> None:
        """Free the overflow pages of a cell that goes."""
        if node.flag == 5:
            return
        size = cell[0]
        if size >= 128:
            size, _ = varint.get(cell, 0)
        geometry = self.pager.geometry
        largest = geometry.max_table if node.table else geometry.max_index
        if size > largest:
            overflow.free(
                self.pager, int.from_bytes(cell[-4:], "big"), size - geometry.local(size, largest)
            )

    def leaf_count(self) -> int:
        """The number of entries."""
        return self._count(self.top(), 0)

    def _count(self, node: Node, depth: int) -> int:
        total = len(node.children) - 1 if not node.leaf else node.count()
        if node.leaf:
            return total
        if node.table:
            total = 0
        for number in node.children:
            total += self._count(self.child(number, depth + 1), depth + 1)
        return total

    def clear(self) -> int:
        """Delete all entries; gives how many there were. The root stays, as an empty leaf."""
        self.state.changes += 1
        root = self.top()
        total = self._clear(root, 0, {self.root})
        self.pager.fresh(self.root, root.flag | 8)
        return total

    def _clear(self, node: Node, depth: int, seen: set[int]) -> int:
        pager = self.pager
        cells = node.cells
        if cells is None:
            cells = explode(node, pager.geometry)
        total = 0 if node.table and not node.leaf else len(cells)
        children = node.children
        for place, cell in enumerate(cells):
            if children:
                total += self._clear_child(children[place], depth, seen)
            self.free_overflow(node, cell)
        if children:
            total += self._clear_child(children[-1], depth, seen)
        return total

    def _clear_child(self, number: int, depth: int, seen: set[int]) -> int:
        if number in seen:
            raise errors.corrupt()
        seen.add(number)
        node = self.pager.node(number)
        if node.table is not self.table or depth > MAX_DEPTH:
            raise errors.corrupt()
        total = self._clear(node, depth + 1, seen)
        freelist.free(self.pager, number)
        return total
