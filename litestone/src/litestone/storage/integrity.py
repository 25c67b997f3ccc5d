"""The b-tree level of PRAGMA integrity_check: every page is used once, every page is sound.

The texts are SQLite's. A message that belongs to a place begins with it: the
tree page and cell being looked at, the right child, or the freelist.
"""

from __future__ import annotations

from litestone import errors
from litestone.storage import header as fields
from litestone.storage import pointer_map, varint
from litestone.storage.tree import MAX_DEPTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from litestone.storage.store import Store

_LARGEST = 0x7FFFFFFFFFFFFFFF


def tree_faults(store: Store, roots: Sequence[int], limit: int = 100, partial: bool = False) -> list[str]:
    """What is wrong with the pages of a database, at most ``limit`` messages.

    ``roots`` are the root pages of all its trees; with ``partial`` they are
    those of one table, and other pages are left alone.
    """
    check = _Check(store, limit)
    if store.page_count:
        try:
            check.run(roots, partial)
        except _Enough:
            pass
    return check.faults


def _shown(number: int) -> int:
    # SQLite prints page numbers as signed.
    return number - 0x100000000 if number > 0x7FFFFFFF else number


class _Enough(Exception):
    """There are as many messages as were asked for."""


class _Cell:
    """Where a cell lies and what it holds."""

    __slots__ = ("child", "end", "overflow", "rowid", "spilled", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.end = start
        self.child = 0
        self.rowid = 0
        self.spilled = 0
        self.overflow = 0


class _Check:
    """One run over a database. ``place`` begins the next message, ``page`` and ``cell`` fill it in."""

    def __init__(self, store: Store, limit: int) -> None:
        self.pager = store.pager
        self.geometry = store.pager.geometry
        self.limit = limit
        self.faults: list[str] = []
        self.used = bytearray(store.pager.page_count + 1)
        self.vacuum = pointer_map.active(store.pager)
        self.place = ""
        self.page = 0
        self.cell = 0

    def say(self, message: str) -> None:
        """Note a fault at the present place."""
        if len(self.faults) < self.limit:
            self.faults.append(self.place.format(self.page, self.cell) + message)
        if len(self.faults) >= self.limit:
            raise _Enough

    def run(self, roots: Sequence[int], partial: bool) -> None:
        """Check freelist, trees, and that no page is left over."""
        header = self.pager.header
        count = self.pager.page_count
        if self.geometry.pending_page <= count:
            self.used[self.geometry.pending_page] = 1
        if not partial:
            self.place = "Main freelist: "
            trunk = fields.get(header, fields.FREELIST_TRUNK)
            self.chain(True, trunk, fields.get(header, fields.FREELIST_COUNT))
            self.place = ""
            largest = fields.get(header, fields.LARGEST_ROOT)
            if self.vacuum:
                highest = max(roots, default=0)
                if highest != largest:
                    self.say(f"max rootpage ({highest}) disagrees with header ({largest})")
            elif fields.get(header, fields.INCREMENTAL_VACUUM):
                self.say("incremental_vacuum enabled with a max rootpage of zero")
        for root in roots:
            if root:
                if self.vacuum and root > 1 and not partial:
                    self.mapped(root, pointer_map.ROOT, 0)
                self.tree(root, _LARGEST, 0)
        if partial:
            return
        for number in range(1, count + 1):
            is_map = self.vacuum and pointer_map.is_map(self.geometry, number)
            if not self.used[number] and not is_map:
                self.say(f"Page {number} is never used")
            if self.used[number] and is_map:
                self.say(f"Pointer map page {number} is referenced")

    def take(self, number: int) -> bool:
        """Note that a page is used; False if that cannot be."""
        if not 0 < number <= self.pager.page_count:
            self.say(f"invalid page number {_shown(number)}")
            return False
        if self.used[number]:
            self.say(f"2nd reference to page {number}")
            return False
        self.used[number] = 1
        return True

    def mapped(self, number: int, kind: int, parent: int) -> None:
        """Compare a page's entry in the pointer map."""
        try:
            found = pointer_map.get(self.pager, number)
        except errors.SqlError:
            self.say(f"Failed to read ptrmap key={_shown(number)}")
            return
        if found != (kind, parent):
            self.say(
                f"Bad ptr map entry key={number} expected=({kind},{parent}) got=({found[0]},{found[1]})"
            )

    def chain(self, is_freelist: bool, number: int, length: int) -> None:
        """Walk the freelist or a chain of overflow pages that should have ``length`` pages."""
        left = length
        faults = len(self.faults)
        while number:
            if not self.take(number):
                break
            left -= 1
            image = self.pager.image(number)
            if is_freelist:
                left -= self.trunk(number, image)
            elif self.vacuum and left > 0:
                self.mapped(int.from_bytes(image[:4], "big"), pointer_map.OVERFLOW_NEXT, number)
            number = int.from_bytes(image[:4], "big")
        if left and faults == len(self.faults):
            what = "size" if is_freelist else "overflow list length"
            self.say(f"{what} is {length - left} but should be {length}")

    def trunk(self, number: int, image: bytes) -> int:
        """One trunk page of the freelist; gives how many pages it lists."""
        if self.vacuum:
            self.mapped(number, pointer_map.FREE, 0)
        leaves = int.from_bytes(image[4:8], "big")
        if leaves > self.geometry.usable // 4 - 2:
            self.say(f"freelist leaf count too big on page {number}")
            return 1
        for at in range(8, 8 + 4 * leaves, 4):
            leaf = int.from_bytes(image[at:at + 4], "big")
            if self.vacuum:
                self.mapped(leaf, pointer_map.FREE, 0)
            self.take(leaf)
        return leaves

    def tree(self, number: int, largest: int, level: int) -> tuple[int, int]:
        """Check a page and all below it; gives (depth, smallest rowid)."""
        if number == 0 or not self.take(number):
            return 0, largest
        saved = self.place, self.page, self.cell
        self.place, self.page = "Page {0}: ", number
        try:
            return self.tree_page(number, largest, level)
        finally:
            self.place, self.page, self.cell = saved

    def tree_page(self, number: int, largest: int, level: int) -> tuple[int, int]:
        start = 100 if number == 1 else 0
        image = self.pager.image(number) + bytes(32)
        flag = image[start]
        count = int.from_bytes(image[start + 3:start + 5], "big")
        if flag not in (2, 5, 10, 13) or count > (self.geometry.page_size - 8) // 6 or level > MAX_DEPTH * 2:
            self.say("btreeInitPage() returns error code 11")
            return 0, largest
        leaf = flag >= 10
        head = start + (8 if leaf else 12)
        blocks = self.free_blocks(image, start, head + 2 * count)
        if blocks is None:
            self.say("free space corruption")
            return 0, largest
        depth = -1
        content = int.from_bytes(image[start + 5:start + 7], "big") or 65536
        self.place = "On tree page {0} cell {1}: "
        inclusive = True
        if not leaf:
            child = int.from_bytes(image[start + 8:start + 12], "big")
            if self.vacuum:
                self.place = "On page {0} at right child: "
                self.mapped(child, pointer_map.CHILD, number)
            depth, largest = self.tree(child, largest, level + 1)
            inclusive = False
        whole = True
        spans = []
        for place in range(count - 1, -1, -1):
            self.cell = place
            at = int.from_bytes(image[head + 2 * place:head + 2 * place + 2], "big")
            cell = self.sound_cell(image, at, flag, content)
            if cell is None:
                whole = False
                continue
            spans.append((at, cell.end - 1))
            if flag in (5, 13):
                if cell.rowid > largest or (cell.rowid == largest and not inclusive):
                    self.say(f"Rowid {cell.rowid} out of order")
                largest = cell.rowid
                inclusive = False
            if cell.spilled:
                chunk = self.geometry.chunk
                if self.vacuum:
                    self.mapped(cell.overflow, pointer_map.OVERFLOW_FIRST, number)
                self.chain(False, cell.overflow, (cell.spilled + chunk - 1) // chunk)
            if not leaf:
                if self.vacuum:
                    self.mapped(cell.child, pointer_map.CHILD, number)
                below, largest = self.tree(cell.child, largest, level + 1)
                inclusive = False
                if below != depth:
                    self.say("Child page depth differs")
                    depth = below
        self.place = ""
        if whole:
            self.coverage(number, spans + blocks, content, image[start + 7])
        return depth + 1, largest

    def free_blocks(self, image: bytes, start: int, first_cell: int) -> list[tuple[int, int]] | None:
        """The free blocks as (first byte, last byte); None if they or the free space cannot be."""
        usable = self.geometry.usable
        content = int.from_bytes(image[start + 5:start + 7], "big") or 65536
        at = int.from_bytes(image[start + 1:start + 3], "big")
        free = image[start + 7] + content
        blocks = []
        if at:
            if at < content:
                return None
            while True:
                if at > usable - 4:
                    return None
                following = int.from_bytes(image[at:at + 2], "big")
                size = int.from_bytes(image[at + 2:at + 4], "big")
                free += size
                blocks.append((at, at + size - 1))
                if following <= at + size + 3:
                    break
                at = following
            if following or at + size > usable:
                return None
        return blocks if first_cell <= free <= usable else None

    def sound_cell(self, image: bytes, at: int, flag: int, content: int) -> _Cell | None:
        """The cell at an offset; None, with a message, if it cannot be there."""
        usable = self.geometry.usable
        if at < content or at > usable - 4:
            self.say(f"Offset {at} out of range {content}..{usable - 4}")
            return None
        cell = self.parse(image, at, flag)
        if cell.end > usable:
            self.say("Extends off end of page")
            return None
        return cell

    def parse(self, image: bytes, at: int, flag: int) -> _Cell:
        """Take a cell apart."""
        cell = _Cell(at)
        leaf = flag >= 10
        if not leaf:
            cell.child = int.from_bytes(image[at:at + 4], "big")
            at += 4
        if flag == 5:
            rowid, at = varint.get(image, at)
            cell.rowid = varint.signed(rowid)
            cell.end = at
            return cell
        size, at = varint.get(image, at)
        size &= 0xFFFFFFFF
        if flag == 13:
            rowid, at = varint.get(image, at)
            cell.rowid = varint.signed(rowid)
        largest = self.geometry.largest(flag == 13)
        if size <= largest:
            cell.end = max(at + size, cell.start + 4)
            return cell
        local = self.geometry.local(size, largest)
        cell.end = at + local + 4
        cell.overflow = int.from_bytes(image[at + local:at + local + 4], "big")
        cell.spilled = size - local
        return cell

    def coverage(self, number: int, spans: list[tuple[int, int]], content: int, fragments: int) -> None:
        """Each byte behind the content's start belongs to one cell, one free block, or a counted fragment."""
        spans.sort()
        last = content - 1
        lost = 0
        for place, (first, end) in enumerate(spans):
            if last >= first:
                self.say(f"Multiple uses for byte {first} of page {number}")
                if place + 1 < len(spans):
                    return
                break
            lost += first - last - 1
            last = end
        lost += self.geometry.usable - last - 1
        if lost != fragments:
            self.say(f"Fragmentation of {lost} bytes reported as {fragments} on page {number}")
