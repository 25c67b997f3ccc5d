"""Table trees: rows by rowid (fileformat2, section 1.6)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from struct import error as struct_error

from litestone import errors
from litestone.storage import overflow, pointer_map, varint
from litestone.storage.balance import balance
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
        reader.bind(self.encoding)
        for row in self._rows(node, range(place, place + 1), reader):
            return row
        return None

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
        start: int | None = upper if reverse else lower
        while True:
            seen = state.changes
            row = None
            for path, node, places in step(start, lower if reverse else upper):
                for row in self._rows(node, places, reader):
                    yield row
                    if state.changes != seen:
                        break
                if state.changes != seen:
                    break
                self.pager.trim()
            if state.changes == seen:
                return
            if row is not None:
                last = row[-1]
                if last == (MIN_ROWID if reverse else MAX_ROWID):
                    return
                start = last - 1 if reverse else last + 1

    def _step(self, lower: int | None, upper: int | None) -> Iterator[tuple[Path, Node, range]]:
        """The leaves in ascending order, each with the places on it that are within the bounds."""
        path, node, place = self._seek(MIN_ROWID if lower is None else lower)
        while True:
            count = node.count()
            stop = count
            if upper is not None:
                stop = bisect_right(node.keys or table_keys(node), upper)
            if place < stop:
                yield path, node, range(place, stop)
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

    def _step_back(self, upper: int | None, lower: int | None) -> Iterator[tuple[Path, Node, range]]:
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
                yield path, node, range(place - 1, start - 1, -1)
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

    def _rows(self, node: Node, places: range, reader: RowReader) -> Iterator[tuple[Any, ...]]:
        """The rows at some places of a leaf."""
        if node.image is None:
            return self._rows_of_cells(node, places, reader)
        return self._rows_of_image(node, places, reader)

    def _rows_of_image(self, node: Node, places: range, reader: RowReader) -> Iterator[tuple[Any, ...]]:
        image = node.image
        assert image is not None
        offsets = node.offsets
        if len(places) != len(offsets):
            offsets = tuple([offsets[place] for place in places])
        elif places.step < 0:
            offsets = offsets[::-1]
        geometry = self.pager.geometry
        largest, usable = geometry.max_table, geometry.usable
        decoders = reader.cache
        find = decoders.get
        get = varint.get
        if len(offsets) > 8 and not reader.compiled and len(decoders) * 8 < node.count():
            reader.compile()
        try:
            for at in offsets:
                size = image[at]
                at += 1
                if size >= 128:
                    size, at = get(image, at - 1)
                rowid = image[at]
                at += 1
                if rowid >= 128:
                    low = image[at]
                    if low < 128:
                        rowid = (rowid & 127) << 7 | low
                        at += 1
                    else:
                        rowid, at = get(image, at - 1)
                        if rowid > MAX_ROWID:
                            rowid -= 0x10000000000000000
                if size <= largest:
                    if at + size > usable:
                        raise errors.corrupt()
                    head = image[at]
                    if head < 128:
                        header = image[at:at + head]
                        decoder = find(header)
                        if decoder is None:
                            decoder = reader.learn(header)
                        yield decoder(image, at + head, rowid)
                    else:
                        yield reader.row(image[at:at + size], rowid)
                else:
                    yield reader.row(self._spilled(image, at, size), rowid)
        except (IndexError, struct_error):
            raise errors.corrupt() from None

    def _rows_of_cells(self, node: Node, places: range, reader: RowReader) -> Iterator[tuple[Any, ...]]:
        cells = node.cells
        keys = node.keys
        assert cells is not None
        if keys is None:
            keys = table_keys(node)
        largest = self.pager.geometry.max_table
        find = reader.cache.get
        get = varint.get
        # The lists change in place if the table is changed between two rows; the caller then seeks anew.
        try:
            for place in places:
                cell = cells[place]
                size = cell[0]
                at = 1
                if size >= 128:
                    size, at = get(cell, 0)
                while cell[at] >= 128 and at < 17:
                    at += 1
                at += 1
                if size <= largest:
                    head = cell[at]
                    if head < 128:
                        header = cell[at:at + head]
                        decoder = find(header)
                        if decoder is None:
                            decoder = reader.learn(header)
                        yield decoder(cell, at + head, keys[place])
                    else:
                        yield reader.row(cell[at:], keys[place])
                else:
                    yield reader.row(self.payload(node, place), keys[place])
        except (IndexError, struct_error):
            raise errors.corrupt() from None

    def _spilled(self, image: bytes, at: int, size: int) -> bytes:
        """The whole payload of ``size`` bytes that begins at ``at`` and goes on in overflow pages."""
        geometry = self.pager.geometry
        local = geometry.local(size, geometry.max_table)
        end = at + local
        if end + 4 > geometry.usable:
            raise errors.corrupt()
        first = int.from_bytes(image[end:end + 4], "big")
        return image[at:end] + overflow.read(self.pager, first, size - local)

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
