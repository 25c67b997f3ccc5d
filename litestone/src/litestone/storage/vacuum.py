"""Auto-vacuum: moving pages to where roots and the end of the file must be (fileformat2, section 1.8)."""

from __future__ import annotations

from litestone import errors
from litestone.storage import freelist, pointer_map
from litestone.storage import header as fields
from litestone.storage.node import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.storage.pager import Pager


def _special(pager: Pager, page: int) -> bool:
    return page == pager.geometry.pending_page or pointer_map.is_map(pager.geometry, page)


def create_root(pager: Pager) -> int:
    """A page for a new root: all roots stand before all other pages."""
    root = fields.get(pager.header, fields.LARGEST_ROOT) + 1
    while _special(pager, root):
        root += 1
    page = freelist.allocate(pager, root, freelist.EXACT)
    if page != root:
        kind, parent = pointer_map.get(pager, root)
        if kind in (pointer_map.ROOT, pointer_map.FREE):
            raise errors.corrupt()
        relocate(pager, root, page, kind, parent)
    pointer_map.put(pager, root, pointer_map.ROOT, 0)
    fields.put(pager.touch_header(), fields.LARGEST_ROOT, root)
    return root


def drop_root(pager: Pager, root: int) -> tuple[int, int] | None:
    """Free a cleared root page; the last root moves into the gap: (from, to), or None."""
    last = fields.get(pager.header, fields.LARGEST_ROOT)
    moved = None
    if root == last:
        freelist.free(pager, root)
    else:
        relocate(pager, last, root, pointer_map.ROOT, 0)
        freelist.free(pager, last)
        moved = (last, root)
    last -= 1
    while _special(pager, last):
        last -= 1
    fields.put(pager.touch_header(), fields.LARGEST_ROOT, last)
    return moved


def relocate(pager: Pager, source: int, target: int, kind: int, parent: int) -> None:
    """Move a page and mend what points to it and what it is pointed to by."""
    if source < 3:
        raise errors.corrupt()
    image = pager.image(source)
    pager.put(target, image)
    if kind in (pointer_map.CHILD, pointer_map.ROOT):
        pointer_map.claim(pager, pager.node(target))
    else:
        following = int.from_bytes(image[:4], "big")
        if following:
            pointer_map.put(pager, following, pointer_map.OVERFLOW_NEXT, target)
    if kind != pointer_map.ROOT:
        _repoint(pager, parent, source, target, kind)
        pointer_map.put(pager, target, kind, parent)


def _repoint(pager: Pager, parent: int, source: int, target: int, kind: int) -> None:
    """Change the reference to ``source`` on page ``parent`` to ``target``."""
    if kind == pointer_map.OVERFLOW_NEXT:
        image = pager.image(parent)
        if int.from_bytes(image[:4], "big") != source:
            raise errors.corrupt()
        pager.put(parent, target.to_bytes(4, "big") + image[4:])
        return
    node = pager.node(parent)
    cells = pager.write(node)
    if kind == pointer_map.CHILD:
        if source not in node.children:
            raise errors.corrupt()
        node.children[node.children.index(source)] = target
        return
    for place, cell in enumerate(cells):
        if pager.geometry.overflow_of(node.flag, cell) == source:
            cells[place] = cell[:-4] + target.to_bytes(4, "big")
            return
    raise errors.corrupt()


def _final_size(pager: Pager, unused: int) -> int:
    """How many pages remain when ``unused`` free ones are given up."""
    geometry = pager.geometry
    entries = geometry.usable // 5
    count = pager.page_count
    maps = (unused - count + pointer_map.map_page(geometry, count) + entries) // entries
    final = count - unused - maps
    if count > geometry.pending_page > final:
        final -= 1
    while _special(pager, final):
        final -= 1
    return final


def shrink(pager: Pager) -> bool:
    """Full auto-vacuum at commit: fill all free pages from the end and cut the file. True if pages moved."""
    unused = freelist.count(pager)
    if not unused:
        return False
    if _special(pager, pager.page_count):
        raise errors.corrupt()
    final = _final_size(pager, unused)
    if final > pager.page_count:
        raise errors.corrupt()
    size = pager.page_count
    for last in range(size, final, -1):
        if _special(pager, last):
            continue
        kind, parent = pointer_map.get(pager, last)
        if kind == pointer_map.ROOT:
            raise errors.corrupt()
        if kind != pointer_map.FREE:
            page = freelist.allocate(pager)
            while page > final:
                if page > size:  # no free page lies before the new end
                    raise errors.corrupt()
                page = freelist.allocate(pager)
            relocate(pager, last, page, kind, parent)
    header = pager.touch_header()
    fields.put(header, fields.FREELIST_TRUNK, 0)
    fields.put(header, fields.FREELIST_COUNT, 0)
    pager.resize(final)
    return True


def vacuum_pages(pager: Pager, count: int) -> None:
    """Incremental vacuum: give up ``count`` free pages (0: all) at the end of the file."""
    done = 0
    while freelist.count(pager) and (count <= 0 or done < count):
        unused = freelist.count(pager)
        final = _final_size(pager, unused)
        last = pager.page_count
        if final > last or unused >= last:
            raise errors.corrupt()
        _give_up_last(pager, final, last)
        done += 1


def _give_up_last(pager: Pager, final: int, last: int) -> None:
    if not _special(pager, last):
        kind, parent = pointer_map.get(pager, last)
        if kind == pointer_map.ROOT:
            raise errors.corrupt()
        if kind == pointer_map.FREE:
            if freelist.allocate(pager, last, freelist.EXACT) != last:
                raise errors.corrupt()
        else:
            page = freelist.allocate(pager, final, freelist.AT_MOST)
            if page > last:
                raise errors.corrupt()
            relocate(pager, last, page, kind, parent)
    last -= 1
    while _special(pager, last):
        last -= 1
    pager.resize(last)


__all__ = ["Node", "create_root", "drop_root", "relocate", "shrink", "vacuum_pages"]
