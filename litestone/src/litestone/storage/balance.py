"""Keeping a b-tree balanced, with the outcome that SQLite's own rules have.

A page is balanced if its cells fit and at most two thirds of it are free.
Otherwise its cells and those of up to two neighbours are shared out again
among as few pages as hold them; a root that is too full moves its content
into a new child, a root left with one child takes that child's content back.
"""

from __future__ import annotations

from litestone import errors
from litestone.storage import freelist, pointer_map, varint
from litestone.storage.node import TABLE_LEAF, cell_size, room, table_keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from litestone.storage.node import Node
    from litestone.storage.pager import Pager

    Path = list[tuple[Node, int]]


def balance(pager: Pager, path: Path, appended: bool = False, bulk: bool = False) -> None:
    """Balance the page at the end of ``path`` and then, as far as needed, those above it.

    ``path`` goes from the root down, each page with the place taken on it; it
    is shortened while going up. ``appended``: the cell that does not fit is
    the last one. ``bulk``: entries come in order, so leave full pages behind.
    """
    usable = pager.geometry.usable
    while True:
        node = path[-1][0]
        if node.free >= 0 and node.free * 3 <= usable * 2:
            return
        if len(path) == 1:
            if node.free >= 0:
                return
            path[:] = deepen(pager, node)
            continue
        parent, place = path[-2]
        pager.write(parent)
        if (
            appended and node.flag == TABLE_LEAF and node.free < 0
            and parent.number != 1 and place == len(parent.children) - 1
        ):
            split_last(pager, parent, node)
        else:
            redistribute(pager, parent, place, len(path) == 2, bulk)
        appended = False
        path.pop()


def deepen(pager: Pager, root: Node) -> Path:
    """Move the root's content into a new child."""
    number = freelist.allocate(pager, root.number)
    child = pager.fresh(number, root.flag)
    child.cells = root.cells
    child.keys = root.keys
    child.order = root.order
    child.children = root.children
    child.free = root.free + (100 if root.number == 1 else 0)
    top = pager.fresh(root.number, root.flag & ~8)
    top.order = root.order
    top.children = [number]
    if pointer_map.active(pager):
        pointer_map.put(pager, number, pointer_map.CHILD, root.number)
        pointer_map.claim(pager, child)
    return [(top, 0), (child, 0)]


def split_last(pager: Pager, parent: Node, node: Node) -> None:
    """Give the last cell of the last leaf a page of its own: the case of ascending rowids."""
    number = freelist.allocate(pager)
    fresh = pager.fresh(number, node.flag)
    cells, keys = node.cells, node.keys
    assert cells is not None and keys is not None
    cell = cells.pop()
    size = cell_size(True, cell) + 2
    node.free += size
    fresh.cells = [cell]
    fresh.keys = [keys.pop()]
    fresh.free -= size
    divider = varint.put(keys[-1])
    assert parent.cells is not None
    parent.cells.append(divider)
    if parent.keys is not None:
        parent.keys.append(keys[-1])
    parent.children.append(number)
    parent.free -= len(divider) + 6
    if pointer_map.active(pager):
        pointer_map.put(pager, number, pointer_map.CHILD, parent.number)
        pointer_map.claim_cell(pager, fresh, cell)


def redistribute(pager: Pager, parent: Node, place: int, parent_is_root: bool, bulk: bool) -> None:
    """Share out the cells of the child at ``place`` and its neighbours among as few pages as hold them."""
    first, old = siblings(pager, parent, place, bulk)
    leaf = old[0].leaf
    spread = old[0].flag != TABLE_LEAF
    stop = first + len(old) - 1
    assert parent.cells is not None
    cells, keys, children = gather(parent, first, old, spread)
    around = 2 if leaf else 6
    sizes = [size + around for size in map(len, cells)]
    if leaf and min(sizes) < 6:
        sizes = [max(size, 6) for size in sizes]
    free = room(old[0], pager.geometry)
    ends = []
    count = 0
    for node in old:
        count += len(node.cells or ())
        ends.append(count)
        if spread:
            count += 1
    used = [free - node.free for node in old]
    fill(sizes, ends, used, free, spread)
    even_out(sizes, ends, used, spread, bulk)

    numbers = page_numbers(pager, old, len(ends), bulk)
    dividers: list[bytes] = []
    divider_keys: list[Any] = []
    new: list[Node] = []
    start = 0
    for number, end, size in zip(numbers, ends, used, strict=True):
        node = pager.fresh(number, old[0].flag)
        node.cells = cells[start:end]
        node.keys = None if keys is None else keys[start:end]
        node.order = old[0].order
        node.free = free - size
        if not leaf:
            node.children = children[start:end + 1]
        new.append(node)
        if end < len(cells):
            if spread:
                dividers.append(cells[end])
                if keys is not None:
                    divider_keys.append(keys[end])
            else:
                assert keys is not None
                dividers.append(varint.put(keys[end - 1]))
                divider_keys.append(keys[end - 1])
        start = end + 1 if spread else end
    parent.free += sum(len(c) + 6 for c in parent.cells[first:stop]) - sum(len(c) + 6 for c in dividers)
    if parent.keys is not None:
        if len(divider_keys) == len(dividers):
            parent.keys[first:stop] = divider_keys
        else:
            parent.keys = None
    parent.cells[first:stop] = dividers
    parent.children[first:stop + 1] = numbers
    if parent_is_root and not parent.cells and new[0].free >= (100 if parent.number == 1 else 0):
        flatten(pager, parent, new[0])
    elif pointer_map.active(pager):
        pointer_map.claim(pager, parent)
        for node in new:
            pointer_map.claim(pager, node)
    for node in old[len(new):]:
        freelist.free(pager, node.number)


def siblings(pager: Pager, parent: Node, place: int, bulk: bool) -> tuple[int, list[Node]]:
    """The place of the first page to share out, and the pages, ready to be changed."""
    dividers = len(parent.children) - 1
    if dividers < 2 or place == 0:
        first = 0
    elif place == dividers:
        first = dividers - 2 + bulk
    else:
        first = place - 1
    stop = min(first + (2 if bulk and dividers >= 2 else 3), dividers + 1)
    old: list[Node] = []
    seen = {parent.number}
    for number in parent.children[first:stop]:
        node = pager.node(number)
        if number in seen or number < 2 or (old and node.flag != old[0].flag) or (
            node.table != parent.table
        ):
            raise errors.corrupt()
        seen.add(number)
        pager.write(node)
        old.append(node)
    return first, old


def gather(
    parent: Node, first: int, old: list[Node], spread: bool
) -> tuple[list[bytes], list[Any] | None, list[int]]:
    """All cells of the pages in order, with the dividers between them unless these only repeat rowids."""
    cells: list[bytes] = []
    keys: list[Any] | None = []
    children: list[int] = []
    table = parent.table
    if table:
        for node in (*old, parent):
            if node.keys is None:
                table_keys(node)
    assert parent.cells is not None
    for offset, node in enumerate(old):
        assert node.cells is not None
        cells += node.cells
        children += node.children
        if keys is not None:
            same = node.keys is not None and (table or node.order is parent.order)
            keys = keys + node.keys if same and node.keys is not None else None
        if spread and offset < len(old) - 1:
            cells.append(parent.cells[first + offset])
            if keys is not None:
                if parent.keys is None:
                    keys = None
                else:
                    keys.append(parent.keys[first + offset])
    return cells, keys, children


def fill(sizes: list[int], ends: list[int], used: list[int], free: int, spread: bool) -> None:
    """Fill the pages from left to right. ``ends`` (last cell of each page, plus one) and ``used`` change."""
    total = len(sizes)
    i = 0
    while i < len(ends):
        while used[i] > free:
            if i + 1 >= len(ends):
                if len(ends) >= 5:
                    raise errors.corrupt()
                ends.append(total)
                used.append(0)
            used[i] -= sizes[ends[i] - 1]
            moved = sizes[ends[i] - 1]
            if spread:
                moved = sizes[ends[i]] if ends[i] < total else 0
            used[i + 1] += moved
            ends[i] -= 1
        while ends[i] < total and used[i] + sizes[ends[i]] <= free:
            moved = sizes[ends[i]]
            used[i] += moved
            ends[i] += 1
            if spread:
                moved = sizes[ends[i]] if ends[i] < total else 0
            if i + 1 < len(ends):
                used[i + 1] -= moved
        if ends[i] >= total:
            del ends[i + 1:]
            del used[i + 1:]
        elif ends[i] <= (ends[i - 1] if i else 0):
            raise errors.corrupt()
        i += 1


def even_out(sizes: list[int], ends: list[int], used: list[int], spread: bool, bulk: bool) -> None:
    """Move cells to the right while that makes neighbours more alike; left pages stay the fuller ones."""
    last = len(ends) - 1
    for i in range(last, 0, -1):
        right, left = used[i], used[i - 1]
        r = ends[i - 1] - 1
        d = r + 1 if spread else r
        # Sizes here include the cell's pointer of two bytes; the rightmost page is weighed without one.
        lean = 2 if i == last else 0
        while r >= 0:
            if right and (bulk or right + sizes[d] > left - (sizes[r] - lean)):
                break
            right += sizes[d]
            left -= sizes[r]
            ends[i - 1] = r
            r -= 1
            d -= 1
        used[i], used[i - 1] = right, left
        if ends[i - 1] <= (ends[i - 2] if i > 1 else 0):
            raise errors.corrupt()


def page_numbers(pager: Pager, old: list[Node], count: int, bulk: bool) -> list[int]:
    """Numbers for ``count`` pages in ascending order: those of the old pages first, then new ones."""
    numbers = [node.number for node in old[:count]]
    near = numbers[0]
    while len(numbers) < count:
        near = freelist.allocate(pager, 1 if bulk else near)
        numbers.append(near)
    numbers.sort()
    return numbers


def flatten(pager: Pager, root: Node, child: Node) -> None:
    """The root takes the content of its only child, which is freed."""
    top = pager.fresh(root.number, child.flag)
    top.cells = child.cells
    top.keys = child.keys
    top.order = child.order
    top.children = child.children
    top.free = child.free - (100 if root.number == 1 else 0)
    freelist.free(pager, child.number)
    if pointer_map.active(pager):
        pointer_map.claim(pager, top)
