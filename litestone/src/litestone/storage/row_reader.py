"""How rows leave a tree.

``RowReader`` turns records into row tuples.  It remembers, for each distinct
header it has met, a decoder that unpacks the wanted fields only; a table has
few distinct headers, so nearly every row costs one dict lookup and one
``struct`` call.
"""

from __future__ import annotations

from struct import error as struct_error

from litestone import errors
from litestone.storage import varint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Decoder = Callable[[bytes, int, int], tuple[Any, ...]]

_MAX_CACHED_HEADERS = 4096
_MAX_COMPILED = 64


class RowReader:
    """How rows leave a table tree: which fields, in which order.

    ``columns`` are record field numbers; a row is the tuple of those fields in
    that order and then the rowid (index trees leave it out: ``with_rowid``).
    A field the record does not have comes out as ``defaults[field number]``
    (None without ``defaults``); integers in a field of ``real_columns`` come
    out as float; the field ``rowid_column`` comes out as the rowid.
    """

    __slots__ = (
        "columns", "defaults", "real_columns", "rowid_column", "with_rowid", "encoding", "cache", "compiled",
    )

    def __init__(
        self,
        columns: Sequence[int],
        defaults: Sequence[Any] | None = None,
        real_columns: frozenset[int] = frozenset(),
        rowid_column: int = -1,
        with_rowid: bool = True,
    ) -> None:
        self.columns = tuple(columns)
        self.defaults = defaults
        self.real_columns = real_columns
        self.rowid_column = rowid_column
        self.with_rowid = with_rowid
        self.encoding = 1
        self.cache: dict[bytes, Decoder] = {}
        self.compiled = False

    def bind(self, encoding: int) -> dict[bytes, Decoder]:
        """The decoder cache (record header → ``f(data, header_end, rowid)``) for a file's encoding."""
        if self.encoding != encoding:
            self.encoding = encoding
            self.cache.clear()
        return self.cache

    def learn(self, header: bytes) -> Decoder:
        """The decoder for a header not met before; cached."""
        if len(self.cache) >= _MAX_CACHED_HEADERS:
            self.cache.clear()
        from litestone.storage.row_decoder import generic, source

        compiled = self.compiled and len(self.cache) < _MAX_COMPILED
        decoder = source(self, header) if compiled else generic(self, header)
        self.cache[header] = decoder
        return decoder

    def compile(self) -> None:
        """Exchange the cached decoders for compiled ones: worth it once many rows share few headers."""
        from litestone.storage.row_decoder import source

        self.compiled = True
        for header in list(self.cache)[:_MAX_COMPILED]:
            self.cache[header] = source(self, header)

    def row(self, payload: bytes, rowid: int) -> tuple[Any, ...]:
        """The row of a whole payload. Raises CORRUPT if it is no record."""
        try:
            size = payload[0]
            if size >= 128:
                size, _ = varint.get(payload, 0)
            header = payload[:size]
            decoder = self.cache.get(header)
            if decoder is None:
                decoder = self.learn(header)
            return decoder(payload, size, rowid)
        except (IndexError, struct_error):
            raise errors.corrupt() from None
