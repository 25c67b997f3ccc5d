"""Table trees: rows by rowid (fileformat2, section 1.6)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from litestone.storage import pointer_map, varint
from litestone.storage.balance import balance
from litestone.storage.leaf_rows import table_row, table_rows
from litestone.storage.node import table_keys
from litestone.storage.tree import Tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from litestone.storage.balance import Path
    from litestone.storage.node import Node
    from litestone.storage.pager import Pager
    from litestone.storage.row_reader import RowReader
    from litestone.storage.tree import TreeState

MAX_ROWID = 0x7FFFFFFFFFFFFFFF
MIN_ROWID = -0x8000000000000000
_FEW = 4
# Pages with more rows than this make it worth compiling the reader.
_MANY = 12


class TableTree(Tree):
    """Rows by rowid. Rows leave it as a ``RowReader`` says, and enter it as record payloads."""

    __slots__ = ("encoding", "tail")

    def __init__(self, pager: Pager, root: int, state: TreeState, encoding: int) -> None:
        super().__init__(pager, root, state, True)
        self.encoding = encoding
        self.tail: Node | None = None

    # -- finding

    def _seek(self, rowid: int) -> tuple[Path, Node, int]:
        """The way down to where ``rowid`` is or would be: pages above the leaf, the leaf, the place on it."""
        path: Path = []
        node = self.top()
        depth = 0
        while not node.leaf:
            keys = node.keys
            if keys is None:
                keys = table_keys(node)
            place = bisect_left(keys, rowid)
            path.append((node, place))
            depth += 1
            node = self.child(node.children[place], depth)
        keys = node.keys
        if keys is None:
            keys = table_keys(node)
        return path, node, bisect_left(keys, rowid)

    def _find(self, rowid: int) -> tuple[Node, int]:
        """The leaf of ``rowid`` and its place there, -1 if there is no such row."""
        node = self.top()
        depth = 0
        while not node.leaf:
            keys = node.keys
            if keys is None:
                keys = table_keys(node)
            depth += 1
            node = self.child(node.children[bisect_left(keys, rowid)], depth)
        keys = node.keys
        if keys is None:
            keys = table_keys(node)
        place = bisect_left(keys, rowid)
        if place < len(keys) and keys[place] == rowid:
            return node, place
        return node, -1

    def exists(self, rowid: int) -> bool:
        """Whether there is a row with that rowid."""
        return self._find(rowid)[1] >= 0

    def get(self, rowid: int, reader: RowReader) -> tuple[Any, ...] | None:
        """The row with that rowid, or None."""
        node, place = self._find(rowid)
        if place < 0:
            return None
        if reader.encoding != self.encoding:
            reader.bind(self.encoding)
        return table_row(self.pager, node, place, rowid, reader)

    def get_payload(self, rowid: int) -> bytes | None:
        """The record with that rowid, or None."""
        node, place = self._find(rowid)
        return None if place < 0 else self.payload(node, place)

    def last_rowid(self) -> int | None:
        """The largest rowid, None for an empty table."""
        node = self.top()
        depth = 0
        while not node.leaf:
            depth += 1
            node = self.child(node.children[-1], depth)
        keys = node.keys
        if keys is None:
            keys = table_keys(node)
        return keys[-1] if keys else None

    def count(self) -> int:
        """The number of rows."""
        return self.leaf_count()

    # -- scanning

    def scan(
        self, reader: RowReader, lower: int | None = None, upper: int | None = None, reverse: bool = False
    ) -> Iterator[tuple[Any, ...]]:
        """The rows with rowids from ``lower`` to ``upper`` (both inclusive), ascending or descending.

        May go on while the table is changed: it then continues behind the last row it gave.
        """
        reader.bind(self.encoding)
        state = self.state
        step = self._step_back if reverse else self._step
        near: int | None = upper if reverse else lower
        far: int | None = lower if reverse else upper
        few = _FEW
        while True:
            seen = state.changes
            row = None
            for node, start, stop in step(near, far):
                if stop - start > few:
                    # The scan may be cut short: begin with few rows, then go page by page.
                    middle = stop - few if reverse else start + few
                    spans = [(start, middle), (middle, stop)]
                    if reverse:
                        spans.reverse()
                    few = MAX_ROWID
                else:
                    spans = [(start, stop)]
                for start, stop in spans:
                    rows = table_rows(self.pager, node, start, stop, reader)
                    if reverse:
                        rows.reverse()
                    for row in rows:
                        yield row
                        if state.changes != seen:
                            break
                    if state.changes != seen:
                        break
                if state.changes != seen:
                    break
                if not reader.compiled and stop > _MANY:
                    reader.compile()
                self.pager.trim()
            if state.changes == seen:
                return
            if row is not None:
                last = row[-1]
                if last == (MIN_ROWID if reverse else MAX_ROWID):
                    return
                near = last - 1 if reverse else last + 1

    def batches(self, reader: RowReader) -> Iterator[list[tuple[Any, ...]]]:
        """All rows in ascending order, a page at a time; the tree must not be changed meanwhile."""
        reader.bind(self.encoding)
        for node, start, stop in self._step(None, None):
            yield table_rows(self.pager, node, start, stop, reader)
            if not reader.compiled and stop > _MANY:
                reader.compile()
            self.pager.trim()

    def _step(self, lower: int | None, upper: int | None) -> Iterator[tuple[Node, int, int]]:
        """The leaves in ascending order, each with the places on it that are within the bounds."""
        path, node, place = self._seek(MIN_ROWID if lower is None else lower)
        while True:
            count = node.count()
            stop = count
            if upper is not None:
                stop = bisect_right(node.keys or table_keys(node), upper)
            if place < stop:
                yield node, place, stop
            if stop < count:
                return
            while path:
                node, place = path.pop()
                place += 1
                if place < len(node.children):
                    break
            else:
                return
            while True:
                path.append((node, place))
                node = self.child(node.children[place], len(path))
                place = 0
                if node.leaf:
                    break

    def _step_back(self, upper: int | None, lower: int | None) -> Iterator[tuple[Node, int, int]]:
        """The leaves in descending order."""
        path, node, place = self._seek(MAX_ROWID if upper is None else upper)
        keys = node.keys or table_keys(node)
        if place < len(keys) and keys[place] == (MAX_ROWID if upper is None else upper):
            place += 1
        while True:
            start = 0
            if lower is not None:
                start = bisect_left(node.keys or table_keys(node), lower)
            if start < place:
                yield node, start, place
            if start:
                return
            while path:
                node, place = path.pop()
                place -= 1
                if place >= 0:
                    break
            else:
                return
            while True:
                path.append((node, place))
                node = self.child(node.children[place], len(path))
                place = len(node.children) - 1
                if node.leaf:
                    place = node.count()
                    break

    # -- changing

    def insert(self, rowid: int, payload: bytes) -> None:
        """Store a row; one with the same rowid is replaced."""
        pager = self.pager
        tail = self.tail
        if tail is not None and pager.cache.get(tail.number) is tail:
            keys = tail.keys
            if keys and keys[-1] < rowid and len(payload) <= pager.geometry.max_table:
                cell = varint.put(len(payload)) + varint.put(rowid) + payload
                if len(cell) + 2 <= tail.free and len(cell) > 3:
                    cells = pager.write(tail)
                    cells.append(cell)
                    keys.append(rowid)
                    tail.free -= len(cell) + 2
                    self.state.changes += 1
                    return
        self._insert(rowid, payload)

    def _insert(self, rowid: int, payload: bytes) -> None:
        pager = self.pager
        path, leaf, place = self._seek(rowid)
        cells = pager.write(leaf)
        keys = leaf.keys
        assert keys is not None
        self.state.changes += 1
        cell = self.with_overflow(varint.put(len(payload)) + varint.put(rowid), payload)
        size = len(cell) if len(cell) > 4 else 4
        appended = place == len(keys)
        if not appended and keys[place] == rowid:
            old = cells[place]
            self.free_overflow(leaf, old)
            cells[place] = cell
            leaf.free += (len(old) if len(old) > 4 else 4) - size
            appended = place == len(keys) - 1
        else:
            cells.insert(place, cell)
            keys.insert(place, rowid)
            leaf.free -= size + 2
        self._claim(leaf, cell)
        if leaf.free < 0:
            self.tail = None
            path.append((leaf, place))
            balance(pager, path, appended)
        elif appended and all(at == len(node.children) - 1 for node, at in path):
            self.tail = leaf

    def _claim(self, leaf: Node, cell: bytes) -> None:
        if pointer_map.active(self.pager):
            pointer_map.claim_cell(self.pager, leaf, cell)

    def delete(self, rowid: int) -> bool:
        """Delete the row with that rowid; False if there is none."""
        path, leaf, place = self._seek(rowid)
        keys = leaf.keys
        assert keys is not None
        if place == len(keys) or keys[place] != rowid:
            return False
        self.state.changes += 1
        self.tail = None
        cells = self.pager.write(leaf)
        cell = cells[place]
        self.free_overflow(leaf, cell)
        del cells[place]
        del keys[place]
        leaf.free += (len(cell) if len(cell) > 4 else 4) + 2
        path.append((leaf, place))
        balance(self.pager, path)
        return True
