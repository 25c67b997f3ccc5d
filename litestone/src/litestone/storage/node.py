"""B-tree pages, as bytes and decoded (fileformat2, section 1.6).

::

    [file header, page 1 only] | page header | cell pointers | gap | cells | [reserved]

    page header:  flag(1) first-freeblock(2) cell-count(2) content-start(2) fragments(1) [right child(4)]
    table leaf cell:      payload size (varint), rowid (varint), payload, [first overflow page(4)]
    table interior cell:  left child(4), rowid (varint)
    index leaf cell:      payload size (varint), payload, [first overflow page(4)]
    index interior cell:  left child(4), payload size (varint), payload, [first overflow page(4)]

A ``Node`` has two forms.  Clean: ``image`` and ``offsets``, for reading.
Decoded: ``cells`` (without child pointers and padding) and, for interior
pages, ``children`` (one more than cells).  The first change drops the image;
``serialise`` makes it anew, with all cells packed at the end of the page.
``keys`` (rowids, or sort keys of index entries) exist when somebody has
searched the page.
"""

from __future__ import annotations

from itertools import accumulate
from struct import Struct

from litestone import errors
from litestone.storage import varint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from litestone.storage.cell import Geometry

INDEX_INTERIOR = 2
TABLE_INTERIOR = 5
INDEX_LEAF = 10
TABLE_LEAF = 13

_offset_unpackers: dict[int, Any] = {}


def unpack_offsets(data: bytes, at: int, count: int) -> tuple[int, ...]:
    """``count`` two-byte numbers from ``at``."""
    unpack = _offset_unpackers.get(count)
    if unpack is None:
        unpack = _offset_unpackers[count] = Struct(f">{count}H").unpack_from
    offsets: tuple[int, ...] = unpack(data, at)
    return offsets


class Raw:
    """A page that is no b-tree page, or has not been looked at as one: just its bytes."""

    __slots__ = ("number", "image", "stamp")

    def __init__(self, number: int, image: bytes, stamp: int) -> None:
        self.number = number
        self.image = image
        self.stamp = stamp


class Node:
    """One b-tree page; see the module's head for its two forms."""

    __slots__ = (
        "number", "flag", "leaf", "table", "image", "offsets", "cells", "keys", "order", "children", "free",
        "stamp", "visits",
    )

    def __init__(self, number: int, flag: int) -> None:
        self.number = number
        self.flag = flag
        self.leaf = flag >= INDEX_LEAF
        self.table = flag in (TABLE_LEAF, TABLE_INTERIOR)
        self.image: bytes | None = None
        self.offsets: tuple[int, ...] = ()
        self.cells: list[bytes] | None = None
        self.keys: list[Any] | None = None
        self.order: object = None
        self.children: list[int] = []
        self.free = 0
        self.stamp = -1
        self.visits = 0

    def copy(self) -> Node:
        """A decoded copy with lists of its own: the pre-image of a page changed in memory."""
        twin = Node(self.number, self.flag)
        twin.image = self.image
        twin.offsets = self.offsets
        twin.cells = None if self.cells is None else self.cells[:]
        twin.keys = None if self.keys is None else self.keys[:]
        twin.order = self.order
        twin.children = self.children[:]
        twin.free = self.free
        return twin

    def count(self) -> int:
        """The number of cells."""
        return len(self.cells) if self.cells is not None else len(self.offsets)


def cell_size(node_is_leaf: bool, cell: bytes) -> int:
    """Bytes a cell takes on its page, without its pointer; a leaf cell takes at least 4."""
    size = len(cell)
    if node_is_leaf:
        return size if size > 4 else 4
    return size + 4


def empty(number: int, flag: int, geometry: Geometry) -> Node:
    """A page without cells, in decoded form."""
    node = Node(number, flag)
    node.cells = []
    node.keys = []
    node.free = room(node, geometry)
    return node


def room(node: Node, geometry: Geometry) -> int:
    """Bytes for cells and their pointers on an empty page of this kind."""
    return geometry.usable - (8 if node.leaf else 12) - (100 if node.number == 1 else 0)


def parse(number: int, image: bytes, geometry: Geometry) -> Node:
    """A page's clean form. Raises CORRUPT for a page that cannot be a b-tree page."""
    start = 100 if number == 1 else 0
    flag = image[start]
    if flag != TABLE_LEAF and flag != INDEX_LEAF and flag != TABLE_INTERIOR and flag != INDEX_INTERIOR:
        raise errors.corrupt()
    node = Node(number, flag)
    node.image = image
    count = image[start + 3] << 8 | image[start + 4]
    head = start + (8 if node.leaf else 12)
    usable = geometry.usable
    if count:
        if head + 2 * count > usable:
            raise errors.corrupt()
        node.offsets = offsets = unpack_offsets(image, head, count)
        if min(offsets) < head + 2 * count or max(offsets) > usable - 4:
            raise errors.corrupt()
    if not node.leaf:
        children = [
            image[at] << 24 | image[at + 1] << 16 | image[at + 2] << 8 | image[at + 3] for at in node.offsets
        ]
        at = start + 8
        children.append(int.from_bytes(image[at:at + 4], "big"))
        node.children = children
    return node


def explode(node: Node, geometry: Geometry) -> list[bytes]:
    """Fill ``cells`` and ``free`` from the image. Raises CORRUPT for a cell that leaves its page."""
    image = node.image
    assert image is not None
    cells = []
    usable = geometry.usable
    leaf = node.leaf
    skip = 0 if leaf else 4
    total = 0
    try:
        for at in node.offsets:
            at += skip
            end = geometry.cell_end(node.flag, image, at)
            if end > usable:
                raise errors.corrupt()
            cells.append(image[at:end])
            total += end - at if end - at > 4 or not leaf else 4
    except IndexError:
        raise errors.corrupt() from None
    node.free = room(node, geometry) - total - len(cells) * (2 + skip)
    if node.free < 0:
        raise errors.corrupt()
    node.cells = cells
    return cells


def table_keys(node: Node) -> list[int]:
    """The rowids on a table page; kept in ``keys``."""
    keys = []
    leaf = node.leaf
    get = varint.get
    try:
        if node.cells is not None:
            for cell in node.cells:
                at = 0
                if leaf:
                    while cell[at] >= 128 and at < 8:
                        at += 1
                    at += 1
                x = cell[at]
                if x >= 128:
                    x = get(cell, at)[0]
                    if x > 0x7FFFFFFFFFFFFFFF:
                        x -= 0x10000000000000000
                keys.append(x)
        else:
            image = node.image
            assert image is not None
            for at in node.offsets:
                if leaf:
                    stop = at + 8
                    while image[at] >= 128 and at < stop:
                        at += 1
                    at += 1
                else:
                    at += 4
                x = image[at]
                if x >= 128:
                    y = image[at + 1]
                    if y < 128:
                        x = (x & 127) << 7 | y
                    else:
                        x = get(image, at)[0]
                        if x > 0x7FFFFFFFFFFFFFFF:
                            x -= 0x10000000000000000
                keys.append(x)
    except IndexError:
        raise errors.corrupt() from None
    node.keys = keys
    return keys


_head = Struct(">BHHHB").pack
_child = Struct(">I").pack


def serialise(node: Node, geometry: Geometry, file_header: bytes | None = None) -> bytes:
    """The page's bytes: the image if unchanged, else cells packed at the end, unused bytes zero."""
    if node.image is not None:
        if node.number == 1 and file_header is not None:
            return bytes(file_header) + node.image[100:]
        return node.image
    cells = node.cells
    assert cells is not None
    if node.leaf:
        if cells and len(min(cells, key=len)) < 4:
            cells = [cell if len(cell) >= 4 else cell.ljust(4, b"\0") for cell in cells]
    else:
        cells = [_child(child) + cell for child, cell in zip(node.children, cells, strict=False)]
    count = len(cells)
    usable = geometry.usable
    ends = list(accumulate(map(len, cells), initial=0))
    content = usable - ends[-1]
    prefix = b"" if node.number != 1 else bytes(file_header or bytes(100))
    head = _head(node.flag, 0, count, content & 0xFFFF, 0)
    if not node.leaf:
        head += _child(node.children[-1])
    pointers = Struct(f">{count}H").pack(*[usable - end for end in ends[1:]])
    cells = cells[::-1]
    front = prefix + head + pointers
    image = b"".join((front, bytes(content - len(front)), *cells, bytes(geometry.page_size - usable)))
    node.image = image
    node.offsets = unpack_offsets(image, len(front) - 2 * count, count)
    return image
