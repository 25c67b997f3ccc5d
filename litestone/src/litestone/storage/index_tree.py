"""Index trees: records in the order of their leading fields (fileformat2, sections 1.6 and 2.4).

Every entry has a **key**: a flat tuple ``(class, value, class, value, …)`` of
its leading fields whose Python order is the tree's order. Classes are 0 NULL,
1 number, 2 text, 3 BLOB; for a descending field they are negative and the
value is reversed. A prefix of a key sorts before every key that begins with
it, and the prefix followed by ``_AFTER`` behind them.
"""

from __future__ import annotations

from bisect import bisect_left
from struct import error as struct_error

from litestone import errors
from litestone.storage import pointer_map, record, varint
from litestone.storage.balance import balance
from litestone.storage.key_decoder import build, compile_plain
from litestone.storage.leaf_rows import index_payload, index_rows, places
from litestone.storage.row_reader import RowReader
from litestone.storage.tree import Tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from litestone.storage.balance import Path
    from litestone.storage.key_decoder import KeyDecoder
    from litestone.storage.node import Node
    from litestone.storage.pager import Pager
    from litestone.storage.tree import TreeState

    Key = tuple[Any, ...]
    Place = tuple[bytes, int]

_AFTER = (9,)
_MAX_DECODERS = 4096
# A page looked at more often than this gets the keys of all its entries decoded.
_HOT = 2
# A scan begins with this many entries, as it may be cut short; then it goes page by page.
_FEW = 4
# Pages with more entries than this make it worth compiling the reader.
_MANY = 12
_INVERTED = bytes(range(255, -1, -1))


class _Reversed:
    """A value whose order is turned round, for descending fields with a collation of the user's."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: _Reversed) -> bool:
        return bool(other.value < self.value)

    def __gt__(self, other: _Reversed) -> bool:
        return bool(other.value > self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Reversed) and bool(self.value == other.value)

    __hash__ = None  # type: ignore[assignment]


def _descending_bytes(raw: bytes) -> str:
    # The end of the shorter string must sort behind any byte.
    return raw.translate(_INVERTED).decode("latin-1") + "\u0100"


class KeyOrder:
    """The order of an index tree: how many fields count, and for each its direction and collation key.

    ``keys[i]`` is None for BINARY (the file's bytes are compared) or a function
    from str to something comparable.
    """

    __slots__ = ("decoders", "descending", "encoding", "fields", "keys", "learned", "plain")

    def __init__(
        self,
        fields: int,
        descending: tuple[bool, ...],
        keys: tuple[Callable[[str], Any] | None, ...],
        encoding: int,
    ) -> None:
        self.fields = fields
        self.descending = descending
        self.keys = keys
        self.encoding = encoding
        self.plain = not any(descending[:fields]) and not any(keys[:fields])
        self.decoders: dict[bytes, KeyDecoder] = {}
        self.learned = 0

    def same(self, other: KeyOrder) -> bool:
        """Whether both describe one order."""
        return self is other or (
            self.fields == other.fields and self.descending == other.descending
            and self.encoding == other.encoding and len(self.keys) == len(other.keys)
            # By identity: a key made of a comparison cannot be compared itself.
            and all(one is another for one, another in zip(self.keys, other.keys, strict=True))
        )

    def of_values(self, values: Sequence[Any]) -> Key:
        """The key of the leading fields of ``values`` (fewer than ``fields`` give a prefix)."""
        flat: list[Any] = []
        for place, value in enumerate(values[:self.fields]):
            if isinstance(value, str):
                self.add_text(flat, place, value, None)
            else:
                self.add(flat, place, value)
        return tuple(flat)

    def add(self, flat: list[Any], place: int, value: float | bytes | None) -> None:
        """Append the class and value of a field that is no text."""
        if value is None or value != value:
            flat += (0, 0)
        elif isinstance(value, bytes):
            flat += (3, value) if not self.descending[place] else (-3, _descending_bytes(value))
        else:
            flat += (1, value) if not self.descending[place] else (-1, -value)

    def add_text(self, flat: list[Any], place: int, value: str | None, raw: bytes | None) -> None:
        """Append the class and value of a text, given as it is or as the file has it."""
        key = self.keys[place]
        if key is None:
            if raw is None:
                assert value is not None
                raw = record.raw_text(value, self.encoding)
            flat += (2, raw) if not self.descending[place] else (-2, _descending_bytes(raw))
            return
        if value is None:
            assert raw is not None
            value = record.text(raw, self.encoding)
        found = key(value)
        if self.descending[place]:
            flat += (-2, _Reversed(found))
        else:
            flat += (2, found)

    def of_payload(self, data: bytes, at: int = 0) -> Key:
        """The key of the record that begins at ``data[at]``. Raises CORRUPT if it is none."""
        try:
            size = data[at]
            if size >= 128:
                size = varint.get(data, at)[0]
            header = data[at:at + size]
            decoder = self.decoders.get(header)
            if decoder is None:
                decoder = self._learn(header)
            return decoder(data, at + size)
        except (IndexError, struct_error):
            raise errors.corrupt() from None

    def _learn(self, header: bytes) -> KeyDecoder:
        if len(self.decoders) >= _MAX_DECODERS:
            self.decoders.clear()
        # Compiling pays only for headers that come back often; the first few do as they are.
        self.learned += 1
        compiled = self.plain and 4 < self.learned < 200
        decoder = compile_plain(self, header) if compiled else build(self, header)
        self.decoders[header] = decoder
        return decoder


class IndexTree(Tree):
    """Entries of an index, or the rows of a WITHOUT ROWID table."""

    __slots__ = ("order", "readers")

    def __init__(self, pager: Pager, root: int, state: TreeState, order: KeyOrder) -> None:
        super().__init__(pager, root, state, False)
        self.order = order
        self.readers: dict[Any, RowReader] = {}

    # -- finding

    def _keys(self, node: Node) -> list[Key]:
        """The keys of all entries on a page; kept there."""
        if node.order is self.order and node.keys is not None:
            return node.keys
        keys = [self._key_at(data, at) for data, at in places(node, 0, node.count())]
        node.keys = keys
        node.order = self.order
        return keys

    def _key_at(self, data: bytes, at: int) -> Key:
        """The key of the cell that begins at ``data[at]``."""
        try:
            size = data[at]
            start = at + 1
            if size >= 128:
                size, start = varint.get(data, at)
        except IndexError:
            raise errors.corrupt() from None
        geometry = self.pager.geometry
        if size <= geometry.max_index:
            if start + size > geometry.usable:
                raise errors.corrupt()
            return self.order.of_payload(data, start)
        return self.order.of_payload(index_payload(self.pager, data, at))

    def _key(self, node: Node, place: int) -> Key:
        """The key of one entry."""
        if node.order is self.order and node.keys is not None:
            return node.keys[place]  # type: ignore[no-any-return]
        (data, at), = places(node, place, place + 1)
        return self._key_at(data, at)

    def _place(self, node: Node, key: Key) -> int:
        """Where ``key`` is or would be on a page."""
        if node.order is self.order and node.keys is not None:
            return bisect_left(node.keys, key)
        if node.image is not None and node.visits < _HOT:
            node.visits += 1
            return bisect_left(range(node.count()), key, key=lambda place: self._key(node, place))
        return bisect_left(self._keys(node), key)

    def _seek(self, key: Key) -> tuple[Path, Node, int, bool]:
        """The way down to the first entry not before ``key``: pages above, page, place, whether equal."""
        path: Path = []
        node = self.top()
        order = self.order
        while True:
            keys = node.keys
            if keys is None or node.order is not order:
                place = self._place(node, key)
                equal = place < node.count() and self._key(node, place) == key
            else:
                place = bisect_left(keys, key)
                equal = place < len(keys) and keys[place] == key
            if equal:
                return path, node, place, True
            if node.leaf:
                return path, node, place, False
            path.append((node, place))
            node = self.child(node.children[place], len(path))

    def _lower(self, key: Key) -> Path:
        """The way down to where the entries not before ``key`` begin; the last page is a leaf."""
        path: Path = []
        node = self.top()
        while True:
            place = self._place(node, key) if key else 0
            path.append((node, place))
            if node.leaf:
                return path
            node = self.child(node.children[place], len(path))

    def _upper(self) -> Path:
        """The way down to behind the last entry."""
        path: Path = []
        node = self.top()
        while not node.leaf:
            path.append((node, len(node.children) - 1))
            node = self.child(node.children[-1], len(path))
        path.append((node, node.count()))
        return path

    def find(self, prefix: Sequence[Any]) -> tuple[Any, ...] | None:
        """All fields of the first entry that begins with ``prefix``, or None."""
        key = self.order.of_values(prefix)
        for node, start, _ in self._forward(self._lower(key)):
            if self._key(node, start)[:len(key)] != key:
                return None
            (data, at), = places(node, start, start + 1)
            return tuple(record.decode(index_payload(self.pager, data, at), self.order.encoding))
        return None

    def count(self) -> int:
        """The number of entries."""
        return self.leaf_count()

    # -- scanning

    def reader(
        self, columns: tuple[int, ...], real_columns: frozenset[int], defaults: tuple[Any, ...] | None
    ) -> RowReader:
        """The reader for these columns; kept for the next time."""
        known = (columns, real_columns)
        found = self.readers.get(known)
        if found is None or found.defaults != defaults:
            found = self.readers[known] = RowReader(columns, defaults, real_columns, -1, False)
            found.bind(self.order.encoding)
        return found

    def scan(
        self,
        columns: tuple[int, ...],
        lower: Sequence[Any] | None = None,
        lower_open: bool = False,
        upper: Sequence[Any] | None = None,
        upper_open: bool = False,
        reverse: bool = False,
        real_columns: frozenset[int] = frozenset(),
        defaults: tuple[Any, ...] | None = None,
    ) -> Iterator[tuple[Any, ...]]:
        """The asked-for fields of the entries between two bounds, in the order of the tree or against it.

        A bound is a tuple of leading fields and covers all entries that begin
        with it; an open bound leaves these out. May go on while the tree is
        changed: it then continues behind the last entry it gave.
        """
        reader = self.reader(columns, real_columns, defaults)
        first: Key = ()
        last: Key = _AFTER
        if lower is not None:
            first = self.order.of_values(lower)
            if lower_open:
                first += _AFTER
        if upper is not None:
            last = self.order.of_values(upper)
            if not upper_open:
                last += _AFTER
        state = self.state
        while True:
            seen = state.changes
            for cells in self._spans(first, last, reverse):
                done = 0
                for row in index_rows(self.pager, cells, reader):
                    yield row
                    if state.changes != seen:
                        break
                    done += 1
                if state.changes != seen:
                    key = self._key_at(*cells[done])
                    if reverse:
                        last = key
                    else:
                        first = (*key, *_AFTER)
                    break
                if not reader.compiled and len(cells) > _MANY:
                    reader.compile()
                self.pager.trim()
            else:
                return

    def _spans(self, first: Key, last: Key, reverse: bool) -> Iterator[list[Place]]:
        """The cells of the entries from ``first`` (inclusive) to ``last`` (exclusive), some at a time."""
        fresh = True
        if reverse:
            path = self._upper() if last == _AFTER else self._lower(last)
            for node, start, stop in self._backward(path):
                done = bool(first) and self._key(node, start) < first
                if done:
                    start = self._place(node, first)
                if start < stop:
                    if fresh and stop - start > _FEW:
                        yield places(node, stop - _FEW, stop)[::-1]
                        stop -= _FEW
                    fresh = False
                    yield places(node, start, stop)[::-1]
                if done:
                    return
            return
        for node, start, stop in self._forward(self._lower(first)):
            done = last != _AFTER and not self._key(node, stop - 1) < last
            if done:
                stop = max(start, self._place(node, last))
            if fresh and stop - start > _FEW:
                yield places(node, start, start + _FEW)
                start += _FEW
            fresh = False
            if start < stop:
                yield places(node, start, stop)
            if done:
                return

    def _forward(self, path: Path) -> Iterator[tuple[Node, int, int]]:
        """The entries from the place ``path`` leads to onwards, as spans (page, start, stop)."""
        while path:
            node, place = path.pop()
            if node.leaf:
                if place < node.count():
                    yield node, place, node.count()
            elif place < len(node.children) - 1:
                yield node, place, place + 1
                path.append((node, place + 1))
                self._down(path, node.children[place + 1])

    def _down(self, path: Path, number: int) -> None:
        """Go on to the first leaf under a page."""
        while True:
            node = self.child(number, len(path))
            path.append((node, 0))
            if node.leaf:
                return
            number = node.children[0]

    def _backward(self, path: Path) -> Iterator[tuple[Node, int, int]]:
        """The entries before the place ``path`` leads to, last span first."""
        while path:
            node, place = path.pop()
            if node.leaf:
                if place:
                    yield node, 0, place
            elif place > 0:
                yield node, place - 1, place
                path.append((node, place - 1))
                number = node.children[place - 1]
                while True:
                    node = self.child(number, len(path))
                    if node.leaf:
                        path.append((node, node.count()))
                        break
                    path.append((node, len(node.children) - 1))
                    number = node.children[-1]

    # -- changing

    def insert(self, values: Sequence[Any], bulk: bool = False) -> None:
        """Store an entry; one with an equal key is replaced. ``bulk``: entries come in ascending order."""
        payload = record.encode(values, self.order.encoding)
        self.insert_payload(payload, self.order.of_values(values), bulk)

    def insert_payload(self, payload: bytes, key: Key, bulk: bool = False) -> None:
        """Store an encoded entry with a known key."""
        pager = self.pager
        path, node, place, equal = self._seek(key)
        keys = self._keys(node)
        cells = pager.write(node)
        self.state.changes += 1
        cell = self.with_overflow(varint.put(len(payload)), payload)
        least = 4 if node.leaf else 0
        size = max(len(cell), least)
        if equal:
            old = cells[place]
            self.free_overflow(node, old)
            cells[place] = cell
            keys[place] = key
            node.free += max(len(old), least) - size
        else:
            cells.insert(place, cell)
            keys.insert(place, key)
            node.free -= size + 2
        if pointer_map.active(pager):
            pointer_map.claim_cell(pager, node, cell)
        if node.free < 0:
            path.append((node, place))
            balance(pager, path, False, bulk)

    def delete(self, values: Sequence[Any]) -> bool:
        """Delete the entry whose key equals that of ``values``; False if there is none."""
        pager = self.pager
        path, node, place, equal = self._seek(self.order.of_values(values))
        if not equal:
            return False
        self.state.changes += 1
        keys = self._keys(node)
        cells = pager.write(node)
        path.append((node, place))
        depth = len(path)
        cell = cells[place]
        self.free_overflow(node, cell)
        if node.leaf:
            del cells[place]
            del keys[place]
            node.free += max(len(cell), 4) + 2
            balance(pager, path)
            return True
        self._replace_by_previous(path)
        leaf = path[-1][0]
        if leaf.free * 3 > pager.geometry.usable * 2:
            balance(pager, path)
        # Unless balancing has come up to the page of the deleted entry by itself, that may be too full now.
        del path[depth:]
        if len(path) == depth:
            balance(pager, path)
        return True

    def _replace_by_previous(self, path: Path) -> None:
        """The entry before a deleted one on an upper page moves up; ``path`` is made to lead to its leaf."""
        pager = self.pager
        node, place = path[-1]
        leaf = self.child(node.children[place], len(path))
        while not leaf.leaf:
            path.append((leaf, len(leaf.children) - 1))
            leaf = self.child(leaf.children[-1], len(path))
        source_keys = self._keys(leaf)
        source = pager.write(leaf)
        assert node.cells is not None and node.keys is not None
        node.free += len(node.cells[place])
        moved = node.cells[place] = source.pop()
        node.keys[place] = source_keys.pop()
        node.free -= len(moved)
        leaf.free += max(len(moved), 4) + 2
        path.append((leaf, len(source)))
        if pointer_map.active(pager):
            pointer_map.claim_cell(pager, node, moved)
