"""The virtual table dbstat: how the pages of each b-tree are used (``dbstat``).

Each b-tree is walked from its root: first a page itself, then for each cell
its overflow pages and the child left of it, last the rightmost child.
"""

from __future__ import annotations

import struct
from struct import unpack_from

from litestone import errors
from litestone.errors import SqlError
from litestone.schema.objects import Column
from litestone.storage import varint
from litestone.storage.cell import Geometry
from litestone.storage.row_reader import RowReader
from litestone.value import affinity as affinities
from litestone.value.cast import to_real, to_text
from litestone.virtual.module import IndexChoice, Module, VirtualTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from litestone.connection import Connection, Database
    from litestone.run.runtime import Runtime
    from litestone.schema.objects import Table
    from litestone.storage.store import Store
    from litestone.text.tree import Value
    from litestone.virtual.module import Constraint

    Row = tuple[Value, ...]

_COLUMNS = (
    ("name", "TEXT"),
    ("path", "TEXT"),
    ("pageno", "INTEGER"),
    ("pagetype", "TEXT"),
    ("ncell", "INTEGER"),
    ("payload", "INTEGER"),
    ("unused", "INTEGER"),
    ("mx_payload", "INTEGER"),
    ("pgoffset", "INTEGER"),
    ("pgsize", "INTEGER"),
    ("schema", "TEXT"),
    ("aggregate", "BOOLEAN"),
)
_NAME, _PATH, _SCHEMA, _AGGREGATE = 0, 1, 10, 11
# Which arguments a scan gets, as bits of its number.
_BY_SCHEMA, _BY_NAME, _BY_AGGREGATE, _IN_ORDER = 1, 2, 4, 8
_TABLE_INTERIOR = 5
_LEAVES = {10, 13}
_KINDS = {2, 5, 10, 13}


class _Cell:
    """A cell: its child (0 on leaves), its overflow pages, and the payload on the last of them."""

    __slots__ = ("child", "last", "overflow")

    def __init__(self, child: int) -> None:
        self.child = child
        self.overflow: list[int] = []
        self.last = 0


def _page_number(value: Value) -> int:
    assert isinstance(value, int)
    return value


class _Page:
    """What dbstat tells of a b-tree page."""

    __slots__ = ("cells", "kind", "largest", "payload", "right", "unused")

    def __init__(self) -> None:
        self.kind = "corrupted"
        self.cells: list[_Cell] = []
        self.right = 0
        self.payload = 0
        self.unused = 0
        self.largest = 0


class Walk:
    """The rows of one database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.size = store.page_size
        self.geometry = Geometry(store.page_size, store.reserved)

    def tree(self, name: str, root: int) -> Iterator[Row]:
        """The rows of one b-tree: name to pgsize of each page, in the order of the walk."""
        # Pages and finished rows to come, last first.
        todo: list[tuple[int, str] | Row] = [(root, "/")]
        number = root
        while todo:
            entry = todo.pop()
            if len(entry) > 2:
                # SQLite gives an overflow page the offset of the page told before it.
                yield (*entry, (number - 1) * self.size, self.size)
                number = _page_number(entry[2])
                continue
            number, path = _page_number(entry[0]), str(entry[1])
            page = self.page(number)
            yield (
                name, path, number, page.kind, len(page.cells), page.payload, page.unused, page.largest,
                (number - 1) * self.size, self.size,
            )  # fmt: skip
            below: list[tuple[int, str] | Row] = []
            for place, cell in enumerate(page.cells):
                below += self.overflow_rows(name, f"{path}{place:03x}+", cell)
                if cell.child:
                    below.append((cell.child, f"{path}{place:03x}/"))
            if page.right:
                below.append((page.right, f"{path}{len(page.cells):03x}/"))
            todo += reversed(below)

    def overflow_rows(self, name: str, path: str, cell: _Cell) -> Iterator[Row]:
        """The rows of a cell's overflow pages, less offset and size."""
        chunk = self.geometry.chunk
        for place, number in enumerate(cell.overflow):
            payload = cell.last if place == len(cell.overflow) - 1 else chunk
            yield name, f"{path}{place:06x}", number, "overflow", 0, payload, chunk - payload, 0

    def page(self, number: int) -> _Page:
        """Read one b-tree page; one that can't be read is told as corrupted."""
        try:
            return self.sound_page(number)
        except (IndexError, struct.error):  # an offset that points out of the page
            return _Page()

    def sound_page(self, number: int) -> _Page:
        """Read one b-tree page. Raises IndexError or struct.error where its offsets lead out of it."""
        page = _Page()
        image = self.store.read_page(number)
        start = 100 if number == 1 else 0
        flag = image[start]
        if flag not in _KINDS:
            return page
        leaf = flag in _LEAVES
        head = start + (8 if leaf else 12)
        free, count, content, fragments = unpack_from(">HHHB", image, start + 1)
        page.unused = content - head - 2 * count + fragments
        while free:
            following, size = unpack_from(">HH", image, free)
            page.unused += size
            if following and following <= free:
                return page
            free = following
        if not leaf:
            (page.right,) = unpack_from(">I", image, start + 8)
        for offset in unpack_from(f">{count}H", image, head):
            page.cells.append(self.cell(page, image, flag, offset))
        page.kind = "leaf" if leaf else "internal"
        return page

    def cell(self, page: _Page, image: bytes, flag: int, at: int) -> _Cell:
        """Read one cell, and count its payload in."""
        cell = _Cell(0)
        if flag not in _LEAVES:
            (cell.child,) = unpack_from(">I", image, at)
            at += 4
        if flag == _TABLE_INTERIOR:
            return cell
        size, at = varint.get(image, at)
        if flag == 13:
            _, at = varint.get(image, at)
        local = self.geometry.local(size, self.geometry.largest(flag == 13))
        page.largest = max(page.largest, size)
        page.payload += local
        if size > local:
            chunk = self.geometry.chunk
            pages = (size - local + chunk - 1) // chunk
            cell.last = size - local - (pages - 1) * chunk
            (following,) = unpack_from(">I", image, at + local)
            while following and len(cell.overflow) < pages:
                cell.overflow.append(following)
                (following,) = unpack_from(">I", self.store.read_page(following), 0)
        return cell


def _total(name: str, rows: Iterator[Row]) -> Row:
    """One row for a whole b-tree."""
    pages = cells = payload = unused = largest = size = 0
    for row in rows:
        numbers = [value if isinstance(value, int) else 0 for value in row]
        pages += 1
        cells += numbers[4]
        payload += numbers[5]
        unused += numbers[6]
        largest = max(largest, numbers[7])
        size += numbers[9]
    return name, None, pages, None, cells, payload, unused, largest, None, size


def _roots(database: Database) -> Iterator[tuple[str, int]]:
    """Name and root page of each b-tree, in the order of ``sqlite_schema``."""
    if not database.store.page_count:
        return
    yield "sqlite_schema", 1
    for name, root, _ in database.store.table(1).scan(RowReader((1, 3))):
        if root:
            yield name, root


class StatTable(VirtualTable):
    """The pages of one database of a connection."""

    def __init__(self, connection: Connection, schema: str) -> None:
        self.connection = connection
        self.schema = schema
        self.columns = [Column(name, kind, affinities.type_affinity(kind)) for name, kind in _COLUMNS]
        for column in self.columns[_SCHEMA:]:
            column.hidden = True

    def best_index(
        self, constraints: Sequence[Constraint], order: Sequence[tuple[int, bool]]
    ) -> IndexChoice | None:
        """Equality with name, schema and aggregate is used; all of it must be known before the scan."""
        places: dict[int, int] = {}
        for place, constraint in enumerate(constraints):
            if constraint.op == "=":
                if not constraint.usable:
                    return None
                places[constraint.column] = place
        choice = IndexChoice(0, "", [None] * len(constraints), [False] * len(constraints))
        choice.cost = 1.0
        arguments = 0
        for column, bit in ((_SCHEMA, _BY_SCHEMA), (_NAME, _BY_NAME), (_AGGREGATE, _BY_AGGREGATE)):
            if column in places:
                choice.number |= bit
                choice.uses[places[column]] = arguments
                choice.omit[places[column]] = column != _NAME
                arguments += 1
        if list(order) in ([(_NAME, False)], [(_NAME, False), (_PATH, False)]):
            choice.ordered = True
            choice.number |= _IN_ORDER
        return choice

    def rows(
        self, runtime: Runtime, number: int, text: str, arguments: Sequence[Value]
    ) -> Iterator[tuple[Value, ...]]:
        """One row for each page, or with ``aggregate`` for each b-tree."""
        given = iter(arguments)
        schema = to_text(next(given)) if number & _BY_SCHEMA else self.schema
        wanted = to_text(next(given)) if number & _BY_NAME else None
        whole = bool(to_real(next(given))) if number & _BY_AGGREGATE else False
        database = None if schema is None else self.connection.find_database(schema)
        if database is None:
            return
        roots = [pair for pair in _roots(database) if wanted is None or pair[0] == wanted]
        if number & _IN_ORDER:
            roots.sort()
        walk = Walk(database.store)
        for name, root in roots:
            rows = walk.tree(name, root)
            for row in iter([_total(name, rows)]) if whole else rows:
                yield (*row, database.name, int(whole), row[2])


class StatModule(Module):
    """The module, also usable as ``CREATE VIRTUAL TABLE temp.t USING dbstat(schema)``."""

    name = "dbstat"
    eponymous = True

    def connect(self, connection: Connection, table: Table) -> VirtualTable:
        """The object behind a table; raises SqlError "no such database: …"."""
        schema = table.arguments[0].strip() if table.arguments else "main"
        if connection.find_database(schema) is None:
            raise SqlError(errors.ERROR, f"no such database: {schema}")
        return StatTable(connection, schema)


MODULES = {"dbstat": StatModule()}
