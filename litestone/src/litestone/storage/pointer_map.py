"""The pointer map of auto-vacuum databases (fileformat2, section 1.8).

A map page holds five bytes for each of the pages behind it: the kind of the
page and the page that points to it.
"""

from __future__ import annotations

from litestone import errors
from litestone.storage import header as fields
from litestone.storage import varint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.storage.cell import Geometry
    from litestone.storage.node import Node
    from litestone.storage.pager import Pager

ROOT = 1
FREE = 2
OVERFLOW_FIRST = 3
OVERFLOW_NEXT = 4
CHILD = 5


def active(pager: Pager) -> bool:
    """Whether the database has a pointer map."""
    return pager.header[fields.LARGEST_ROOT:fields.LARGEST_ROOT + 4] != b"\0\0\0\0"


def map_page(geometry: Geometry, page: int) -> int:
    """The map page that holds the entry of ``page``, or ``page`` itself if it is a map page."""
    span = geometry.usable // 5 + 1
    found = (page - 2) // span * span + 2
    return found + 1 if found == geometry.pending_page else found


def is_map(geometry: Geometry, page: int) -> bool:
    """Whether ``page`` is a map page."""
    return page >= 2 and map_page(geometry, page) == page


def put(pager: Pager, page: int, kind: int, parent: int) -> None:
    """Note what ``page`` is and who points to it. Raises CORRUPT for a page that has no entry."""
    place = map_page(pager.geometry, page)
    at = 5 * (page - place - 1)
    if page < 2 or at < 0:
        raise errors.corrupt()
    image = pager.image(place)
    entry = bytes((kind,)) + parent.to_bytes(4, "big")
    if image[at:at + 5] != entry:
        pager.put(place, image[:at] + entry + image[at + 5:])


def get(pager: Pager, page: int) -> tuple[int, int]:
    """The kind of a page and who points to it. Raises CORRUPT for an entry that cannot be."""
    place = map_page(pager.geometry, page)
    at = 5 * (page - place - 1)
    if at < 0:
        raise errors.corrupt()
    entry = pager.image(place)[at:at + 5]
    if not 1 <= entry[0] <= 5:
        raise errors.corrupt()
    return entry[0], int.from_bytes(entry[1:], "big")


def claim(pager: Pager, node: Node) -> None:
    """Note ``node`` as the parent of its children and of its cells' overflow pages."""
    number = node.number
    for child in node.children:
        put(pager, child, CHILD, number)
    if node.flag != 5:
        for cell in pager.write(node):
            claim_cell(pager, node, cell)


def claim_cell(pager: Pager, node: Node, cell: bytes) -> None:
    """Note ``node`` as the owner of a cell's overflow chain, if it has one."""
    size = cell[0]
    if size >= 128:
        size, _ = varint.get(cell, 0)
    geometry = pager.geometry
    if size > (geometry.max_table if node.flag == 13 else geometry.max_index):
        put(pager, int.from_bytes(cell[-4:], "big"), OVERFLOW_FIRST, node.number)
