"""Pages in memory: the cache, and undoing changes by page pre-image.

A page is a ``Node`` (a b-tree page) or a ``Raw`` (any other, or not looked at
yet).  Changed pages stay here until the transaction commits.  Each open level
(0 is the transaction, 1 and up are savepoints) keeps the pages it has changed
as they were when it was opened, so that undoing it puts those back; the pages
saved by level 0 are exactly the pages to be written.

The file header is kept apart from page 1 in ``header``.
"""

from __future__ import annotations

from litestone import errors
from litestone.storage import header as fields
from litestone.storage.cell import Geometry
from litestone.storage.node import TABLE_LEAF, Node, Raw, empty, explode, parse, serialise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Page = Node | Raw

_CACHED_PAGES = 20000


class Level:
    """What one level has changed, as it was before."""

    __slots__ = ("header", "page_count", "saved")

    def __init__(self, page_count: int, header: bytearray) -> None:
        self.page_count = page_count
        self.header = header[:]
        self.saved: dict[int, Page | None] = {}


class Pager:
    """The pages of one database. ``read`` fetches a page's bytes from the file; None for memory."""

    # For code that looks into ``cache`` itself.
    node_class = Node

    __slots__ = ("cache", "geometry", "header", "levels", "max_page_count", "page_count", "read", "stamp")

    def __init__(self, page_size: int = 4096, reserved: int = 0) -> None:
        self.geometry = Geometry(page_size, reserved)
        self.header = fields.fresh(page_size, reserved, 0)
        self.page_count = 0
        self.cache: dict[int, Page] = {}
        self.levels: list[Level] = []
        self.stamp = 0
        self.max_page_count = 0xFFFFFFFE
        self.read: Callable[[int], bytes] | None = None

    # -- reading

    def node(self, number: int) -> Node:
        """The b-tree page ``number``. Raises CORRUPT if it is none."""
        page = self.cache.get(number)
        if page.__class__ is Node:
            return page
        if number == 1 and not self.page_count:
            # A database without pages reads as one with an empty schema.
            return empty(1, TABLE_LEAF, self.geometry)
        node = parse(number, self.image(number), self.geometry)
        self.cache[number] = node
        return node

    def image(self, number: int) -> bytes:
        """The bytes of any page. Raises CORRUPT for a number outside the database."""
        page = self.cache.get(number)
        if page is None:
            if not 0 < number <= self.page_count:
                raise errors.corrupt()
            if self.read is None:
                image = bytes(self.geometry.page_size)
            else:
                image = self.read(number)
            self.cache[number] = Raw(number, image, -1)
            return image
        if page.__class__ is Node:
            return serialise(page, self.geometry, self.header if number == 1 else None)  # type: ignore[arg-type]
        image = page.image  # type: ignore[assignment]
        if number == 1:
            image = bytes(self.header) + image[100:]
        return image

    def trim(self) -> None:
        """Forget clean pages if there are many. Not to be called in the middle of a change."""
        if self.read is not None and len(self.cache) > _CACHED_PAGES:
            if not self.levels:
                self.cache.clear()
                return
            kept: set[int] = set()
            for level in self.levels:
                kept.update(level.saved)
            for number in [n for n in self.cache if n not in kept]:
                del self.cache[number]

    # -- changing

    def write(self, node: Node) -> list[bytes]:
        """Make a b-tree page ready to be changed: saved for undo, decoded, without image. Gives its cells."""
        if node.stamp != self.stamp:
            self._save(node.number)
            node.stamp = self.stamp
        cells = node.cells
        if cells is None:
            cells = explode(node, self.geometry)
        node.image = None
        return cells

    def put(self, number: int, image: bytes) -> None:
        """Give a page other bytes; what it was is saved for undo."""
        self._save(number)
        self.cache[number] = Raw(number, image, self.stamp)

    def fresh(self, number: int, flag: int) -> Node:
        """Make page ``number`` an empty b-tree page."""
        self._save(number)
        node = empty(number, flag, self.geometry)
        node.stamp = self.stamp
        self.cache[number] = node
        return node

    def touch_header(self) -> bytearray:
        """The file header, ready to be changed."""
        self._save(1)
        return self.header

    def _save(self, number: int) -> None:
        if not self.levels:
            raise errors.SqlError(errors.MISUSE, "page written outside a transaction")
        level = self.levels[-1]
        saved = level.saved
        if number in saved:
            return
        if number > level.page_count:
            saved[number] = None
            return
        page = self.cache.get(number)
        if page is None:
            saved[number] = Raw(number, self.image(number), -1)
        elif page.image is not None:
            saved[number] = Raw(number, page.image, -1)
        else:
            saved[number] = page.copy()

    def resize(self, page_count: int) -> None:
        """Change how many pages the database has; pages cut off are saved for undo."""
        for number in range(page_count + 1, self.page_count + 1):
            self._save(number)
            self.cache.pop(number, None)
        self.page_count = page_count
        fields.put(self.touch_header(), fields.PAGE_COUNT, page_count)

    # -- levels

    def open_level(self) -> int:
        """Open a level and give its number."""
        self.levels.append(Level(self.page_count, self.header))
        self.stamp += 1
        return len(self.levels) - 1

    def release(self, number: int) -> None:
        """Close level ``number`` and those above it; their changes belong to the level below."""
        while len(self.levels) > number:
            level = self.levels.pop()
            below = self.levels[-1]
            for page, image in level.saved.items():
                if page not in below.saved:
                    below.saved[page] = image if page <= below.page_count else None
        self.stamp += 1

    def undo(self, number: int) -> None:
        """Put back what was when level ``number`` was opened. It stays open, those above it close."""
        cache = self.cache
        while len(self.levels) > number:
            level = self.levels.pop()
            for page, image in level.saved.items():
                if image is None:
                    cache.pop(page, None)
                else:
                    cache[page] = image
            self.page_count = level.page_count
            self.header = level.header
        self.open_level()

    def forget(self) -> None:
        """Drop every page and level: the file has changed."""
        self.cache.clear()
        self.levels.clear()
        self.stamp += 1
