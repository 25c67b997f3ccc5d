"""Unused pages (fileformat2, section 1.5): a chain of trunk pages, each with a list of leaves.

::

    trunk: next trunk(4), number of leaves(4), leaves(4 each)
"""

from __future__ import annotations

from litestone import errors
from litestone.storage import header as fields
from litestone.storage import pointer_map

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.storage.pager import Pager

ANY = 0
EXACT = 1
AT_MOST = 2


def _number(image: bytes, at: int) -> int:
    return int.from_bytes(image[at:at + 4], "big")


def count(pager: Pager) -> int:
    """How many pages are unused."""
    return fields.get(pager.header, fields.FREELIST_COUNT)


def free(pager: Pager, page: int) -> None:
    """Put ``page`` on the freelist, its content wiped (``secure_delete``)."""
    if not 1 < page <= pager.page_count:
        raise errors.corrupt()
    header = pager.touch_header()
    unused = fields.get(header, fields.FREELIST_COUNT)
    fields.put(header, fields.FREELIST_COUNT, unused + 1)
    size = pager.geometry.page_size
    if pointer_map.active(pager):
        pointer_map.put(pager, page, pointer_map.FREE, 0)
    trunk = 0
    if unused:
        trunk = fields.get(header, fields.FREELIST_TRUNK)
        image = pager.image(trunk)
        leaves = _number(image, 4)
        if leaves > pager.geometry.usable // 4 - 2:
            raise errors.corrupt()
        # The last six places stay empty, as readers older than 3.6.0 would call them corrupt.
        if leaves < pager.geometry.usable // 4 - 8:
            at = 8 + 4 * leaves
            longer = (leaves + 1).to_bytes(4, "big")
            changed = (image[:4], longer, image[8:at], page.to_bytes(4, "big"), image[at + 4:])
            pager.put(trunk, b"".join(changed))
            pager.put(page, bytes(size))
            return
    pager.put(page, trunk.to_bytes(4, "big") + bytes(size - 4))
    fields.put(header, fields.FREELIST_TRUNK, page)


def allocate(pager: Pager, near: int = 0, mode: int = ANY) -> int:
    """Take a page into use and give its number.

    ``ANY`` prefers a free page close to ``near`` on the first trunk page;
    ``EXACT`` takes the page ``near`` itself if it is free; ``AT_MOST`` takes a
    free page up to ``near``. Without a fitting free page the file grows.
    """
    unused = count(pager)
    if unused >= pager.page_count > 0:
        raise errors.corrupt()
    if unused:
        wanted = ANY
        if mode == AT_MOST:
            wanted = AT_MOST
        elif mode == EXACT and near <= pager.page_count:
            wanted = EXACT if pointer_map.get(pager, near)[0] == pointer_map.FREE else ANY
        page = _take(pager, near, wanted)
        if page:
            fields.put(pager.touch_header(), fields.FREELIST_COUNT, unused - 1)
            return page
    return grow(pager)


def grow(pager: Pager) -> int:
    """Add a page at the end of the file; pages for locks and for the pointer map are left out."""
    geometry = pager.geometry
    page = pager.page_count + 1
    if page == geometry.pending_page:
        page += 1
    if pointer_map.active(pager) and pointer_map.is_map(geometry, page):
        if page > pager.max_page_count:
            raise errors.SqlError(errors.FULL, "database or disk is full")
        pager.resize(page)
        pager.put(page, bytes(geometry.page_size))
        page += 1
        if page == geometry.pending_page:
            page += 1
    if page > pager.max_page_count:
        raise errors.SqlError(errors.FULL, "database or disk is full")
    pager.resize(page)
    pager.put(page, bytes(geometry.page_size))
    return page


def _take(pager: Pager, near: int, mode: int) -> int:
    header = pager.touch_header()
    previous = 0
    trunk = fields.get(header, fields.FREELIST_TRUNK)
    limit = pager.geometry.usable // 4 - 2
    for _ in range(pager.page_count + 1):
        if not 1 < trunk <= pager.page_count:
            if trunk == 0 and mode != ANY:
                return 0
            raise errors.corrupt()
        image = pager.image(trunk)
        following = image[:4]
        leaves = _number(image, 4)
        if leaves > limit:
            raise errors.corrupt()
        if mode == ANY and leaves == 0:
            fields.put(header, fields.FREELIST_TRUNK, int.from_bytes(following, "big"))
            return trunk
        if mode != ANY and (trunk == near or (mode == AT_MOST and trunk < near)):
            _unlink(pager, previous, trunk, image)
            return trunk
        if leaves:
            place = _choose(image, leaves, near, mode)
            if place >= 0:
                return _take_leaf(pager, trunk, image, place)
        previous = trunk
        trunk = int.from_bytes(following, "big")
    raise errors.corrupt()


def _choose(image: bytes, leaves: int, near: int, mode: int) -> int:
    """The place of the leaf to take from a trunk page, -1 for none."""
    if near == 0:
        return 0
    numbers = [_number(image, 8 + 4 * i) for i in range(leaves)]
    if mode == AT_MOST:
        for place, number in enumerate(numbers):
            if number <= near:
                return place
        return -1
    best = min(range(leaves), key=lambda i: abs(numbers[i] - near))
    if mode == EXACT and numbers[best] != near:
        return -1
    return best


def _take_leaf(pager: Pager, trunk: int, image: bytes, place: int) -> int:
    leaves = _number(image, 4)
    at = 8 + 4 * place
    page = _number(image, at)
    if not 1 < page <= pager.page_count:
        raise errors.corrupt()
    last = 8 + 4 * (leaves - 1)
    changed = bytearray(image)
    changed[at:at + 4] = image[last:last + 4]
    changed[4:8] = (leaves - 1).to_bytes(4, "big")
    pager.put(trunk, bytes(changed))
    return page


def _unlink(pager: Pager, previous: int, trunk: int, image: bytes) -> None:
    """Take a trunk page itself out of the chain; its first leaf takes over the others."""
    leaves = _number(image, 4)
    follower = _number(image, 0)
    if leaves:
        heir = _number(image, 8)
        if not 1 < heir <= pager.page_count:
            raise errors.corrupt()
        content = image[:4] + (leaves - 1).to_bytes(4, "big") + image[12:12 + 4 * (leaves - 1)]
        pager.put(heir, content.ljust(pager.geometry.page_size, b"\0"))
        follower = heir
    if previous:
        before = pager.image(previous)
        pager.put(previous, follower.to_bytes(4, "big") + before[4:])
    else:
        fields.put(pager.touch_header(), fields.FREELIST_TRUNK, follower)
