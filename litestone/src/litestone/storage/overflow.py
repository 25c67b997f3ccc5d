"""Chains of overflow pages (fileformat2, section 1.6): next page(4), content."""

from __future__ import annotations

from litestone import errors
from litestone.storage import freelist, pointer_map

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.storage.pager import Pager


def read(pager: Pager, first: int, size: int) -> bytes:
    """``size`` bytes from the chain that begins at ``first``. Raises CORRUPT if the chain is too short."""
    parts = []
    chunk = pager.geometry.chunk
    if size > chunk * pager.page_count:
        raise errors.corrupt()
    while size > 0:
        if first == 0:
            raise errors.corrupt()
        image = pager.image(first)
        parts.append(image[4:4 + (chunk if size > chunk else size)])
        size -= chunk
        first = int.from_bytes(image[:4], "big")
    return b"".join(parts)


def write(pager: Pager, content: bytes) -> int:
    """Store ``content`` in a new chain; gives its first page."""
    geometry = pager.geometry
    chunk = geometry.chunk
    pages: list[int] = []
    last = 0
    vacuum = pointer_map.active(pager)
    for _ in range(0, len(content), chunk):
        if vacuum:
            last += 1
            while pointer_map.is_map(geometry, last) or last == geometry.pending_page:
                last += 1
        page = freelist.allocate(pager, last)
        if vacuum and pages:
            pointer_map.put(pager, page, pointer_map.OVERFLOW_NEXT, pages[-1])
        pages.append(page)
        last = page
    padding = bytes(geometry.page_size - geometry.usable)
    for place, page in enumerate(pages):
        following = pages[place + 1] if place + 1 < len(pages) else 0
        part = content[place * chunk:(place + 1) * chunk].ljust(chunk, b"\0")
        pager.put(page, following.to_bytes(4, "big") + part + padding)
    return pages[0]


def free(pager: Pager, first: int, size: int) -> None:
    """Free the chain of ``size`` bytes at ``first``. Raises CORRUPT if it is too short or not a chain."""
    chunk = pager.geometry.chunk
    while size > 0:
        if first < 2 or first > pager.page_count:
            raise errors.corrupt()
        following = int.from_bytes(pager.image(first)[:4], "big") if size > chunk else 0
        freelist.free(pager, first)
        first = following
        size -= chunk
