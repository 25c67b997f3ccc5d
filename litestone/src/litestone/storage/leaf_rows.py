"""Decoding many cells of a page at once.

A page's cells are looked at in its image where it has one, else in its list
of cells (``node``). Both kinds of ``rows`` functions give the rows of places
``start`` to ``stop`` (without) as a list: one call a page is what makes scans
fast.
"""

from __future__ import annotations

from struct import error as struct_error

from litestone import errors
from litestone.storage import overflow, varint
from litestone.storage.node import table_keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from litestone.storage.node import Node
    from litestone.storage.pager import Pager
    from litestone.storage.row_reader import RowReader

    Row = tuple[Any, ...]
    # The bytes a cell lies in and where it begins.
    Place = tuple[bytes, int]


def places(node: Node, start: int, stop: int) -> list[Place]:
    """Where cells (less child pointers) begin; stays good when the page is changed."""
    cells = node.cells
    if node.image is None:
        assert cells is not None
        return [(cell, 0) for cell in cells[start:stop]]
    image = node.image
    skip = 0 if node.leaf else 4
    return [(image, at + skip) for at in node.offsets[start:stop]]


def _rowids(node: Node, start: int, stop: int) -> Iterable[int]:
    """The rowids of a leaf's cells; a run without gaps is not looked at one by one."""
    keys = node.keys
    if keys is None:
        count = node.count()
        image = node.image
        if image is not None and count > 2:
            first = _rowid(image, node.offsets[0])
            if _rowid(image, node.offsets[-1]) - first == count - 1:
                return range(first + start, first + stop)
        keys = table_keys(node)
    return keys if start == 0 and stop == len(keys) else keys[start:stop]


def _rowid(image: bytes, at: int) -> int:
    try:
        _, at = varint.get(image, at)
        return varint.signed(varint.get(image, at)[0])
    except IndexError:
        raise errors.corrupt() from None


def table_rows(pager: Pager, node: Node, start: int, stop: int, reader: RowReader) -> list[Row]:
    """The rows of some cells of a table leaf."""
    rowids = _rowids(node, start, stop)
    if node.image is None:
        return _rows_of_cells(pager, node, start, stop, rowids, reader)
    image = node.image
    offsets = node.offsets
    if stop - start != len(offsets):
        offsets = offsets[start:stop]
    geometry = pager.geometry
    largest, usable = geometry.max_table, geometry.usable
    find = reader.cache.get
    rows: list[Row] = []
    add = rows.append
    try:
        for at, rowid in zip(offsets, rowids, strict=False):
            size = image[at]
            at += 2
            if size >= 128:
                low = image[at - 1]
                if low < 128:
                    size = (size & 127) << 7 | low
                    at += 1
                else:
                    size, at = varint.get(image, at - 2)
                    at += 1
            # The rowid is known; here only its length matters, and at - 1 is its first byte.
            if image[at - 1] >= 128:
                if image[at] < 128:
                    at += 1
                elif image[at + 1] < 128:
                    at += 2
                else:
                    at = varint.get(image, at - 1)[1]
            if size <= largest:
                if at + size > usable:
                    raise errors.corrupt()
                head = image[at]
                header = image[at:at + head]
                decoder = find(header)
                if decoder is None:
                    add(reader.row(image[at:at + size], rowid))
                else:
                    add(decoder(image, at + head, rowid))
            else:
                add(reader.row(spilled(pager, image, at, size, largest), rowid))
    except (IndexError, struct_error):
        raise errors.corrupt() from None
    return rows


def table_row(pager: Pager, node: Node, place: int, rowid: int, reader: RowReader) -> Row:
    """The row of one cell of a table leaf."""
    if node.image is None:
        assert node.cells is not None
        data, at = node.cells[place], 0
    else:
        data, at = node.image, node.offsets[place]
    try:
        size = data[at]
        at += 1
        if size >= 128:
            size, at = varint.get(data, at - 1)
        stop = at + 8
        while data[at] >= 128 and at < stop:
            at += 1
        at += 1
        geometry = pager.geometry
        if size > geometry.max_table:
            return reader.row(spilled(pager, data, at, size, geometry.max_table), rowid)
        if at + size > geometry.usable:
            raise errors.corrupt()
        head = data[at]
        decoder = reader.cache.get(data[at:at + head])
        if decoder is None:
            return reader.row(data[at:at + size], rowid)
        return decoder(data, at + head, rowid)
    except (IndexError, struct_error):
        raise errors.corrupt() from None


def _rows_of_cells(
    pager: Pager, node: Node, start: int, stop: int, rowids: Iterable[int], reader: RowReader
) -> list[Row]:
    cells = node.cells
    assert cells is not None
    largest = pager.geometry.max_table
    find = reader.cache.get
    rows: list[Row] = []
    for cell, rowid in zip(cells[start:stop], rowids, strict=False):
        try:
            size = cell[0]
            at = 1
            if size >= 128:
                size, at = varint.get(cell, 0)
            stop = at + 8
            while cell[at] >= 128 and at < stop:
                at += 1
            at += 1
            if size <= largest:
                head = cell[at]
                decoder = find(cell[at:at + head])
                if decoder is None:
                    rows.append(reader.row(cell[at:], rowid))
                else:
                    rows.append(decoder(cell, at + head, rowid))
            else:
                rows.append(reader.row(spilled(pager, cell, at, size, largest), rowid))
        except (IndexError, struct_error):
            raise errors.corrupt() from None
    return rows


def index_rows(pager: Pager, cells: Iterable[Place], reader: RowReader) -> list[Row]:
    """The rows of some cells of an index tree."""
    geometry = pager.geometry
    largest, usable = geometry.max_index, geometry.usable
    find = reader.cache.get
    rows: list[Row] = []
    add = rows.append
    try:
        for data, at in cells:
            size = data[at]
            at += 1
            if size >= 128:
                size, at = varint.get(data, at - 1)
            if size <= largest:
                if at + size > usable:
                    raise errors.corrupt()
                head = data[at]
                decoder = find(data[at:at + head])
                if decoder is None:
                    add(reader.row(data[at:at + size], 0))
                else:
                    add(decoder(data, at + head, 0))
            else:
                add(reader.row(spilled(pager, data, at, size, largest), 0))
    except (IndexError, struct_error):
        raise errors.corrupt() from None
    return rows


def index_payload(pager: Pager, data: bytes, at: int) -> bytes:
    """The whole payload of an index cell."""
    try:
        size = data[at]
        at += 1
        if size >= 128:
            size, at = varint.get(data, at - 1)
    except IndexError:
        raise errors.corrupt() from None
    largest = pager.geometry.max_index
    if size <= largest:
        if at + size > pager.geometry.usable:
            raise errors.corrupt()
        return data[at:at + size]
    return spilled(pager, data, at, size, largest)


def spilled(pager: Pager, data: bytes, at: int, size: int, largest: int) -> bytes:
    """The whole payload of ``size`` bytes that begins at ``at`` and goes on in overflow pages."""
    local = pager.geometry.local(size, largest)
    end = at + local
    if end + 4 > pager.geometry.usable:
        raise errors.corrupt()
    first = int.from_bytes(data[end:end + 4], "big")
    return data[at:end] + overflow.read(pager, first, size - local)
