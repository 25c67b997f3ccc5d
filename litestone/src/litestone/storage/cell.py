"""How much of a payload lies on its b-tree page, and where the rest begins.

fileformat2, section 1.6: with usable size U, a payload of P bytes stays whole
if P <= X (U-35 on table leaves, (U-12)*64/255-23 on index pages); else K =
M+(P-M)%(U-4) bytes stay if K <= X, and M bytes otherwise, where M is
(U-12)*32/255-23.  A 4-byte number of the first overflow page follows.
"""

from __future__ import annotations

from litestone.storage import varint


class Geometry:
    """The sizes that follow from a file's page size and reserved bytes."""

    __slots__ = ("page_size", "usable", "max_table", "max_index", "min_local", "chunk", "pending_page")

    def __init__(self, page_size: int, reserved: int) -> None:
        self.page_size = page_size
        usable = self.usable = page_size - reserved
        self.max_table = usable - 35
        self.max_index = (usable - 12) * 64 // 255 - 23
        self.min_local = (usable - 12) * 32 // 255 - 23
        self.chunk = usable - 4
        # The page that holds the lock bytes is never used (section 1.4).
        self.pending_page = 0x40000000 // page_size + 1

    def local(self, payload: int, largest: int) -> int:
        """How many of ``payload`` bytes stay on the page; ``largest`` is X for its kind."""
        if payload <= largest:
            return payload
        kept = self.min_local + (payload - self.min_local) % self.chunk
        return kept if kept <= largest else self.min_local

    def largest(self, is_table: bool) -> int:
        """X of the module's head."""
        return self.max_table if is_table else self.max_index

    def cell_end(self, flag: int, data: bytes, at: int) -> int:
        """The offset behind the cell (less child pointer) at ``at``. Raises IndexError beyond the data."""
        if flag == 5:
            stop = at + 8
            while data[at] >= 128 and at < stop:
                at += 1
            return at + 1
        size = data[at]
        if size < 128:
            at += 1
        else:
            size, at = varint.get(data, at)
        largest = self.max_index
        if flag == 13:
            stop = at + 8
            while data[at] >= 128 and at < stop:
                at += 1
            at += 1
            largest = self.max_table
        if size <= largest:
            return at + size
        return at + self.local(size, largest) + 4

    def overflow_of(self, flag: int, cell: bytes) -> int:
        """The first overflow page of a cell (less child pointer), 0 if its payload is whole."""
        if flag == 5:
            return 0
        size = cell[0]
        if size >= 128:
            size, _ = varint.get(cell, 0)
        if size <= (self.max_table if flag == 13 else self.max_index):
            return 0
        return int.from_bytes(cell[-4:], "big")
