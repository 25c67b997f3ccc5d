"""Where the columns of a source stand in its row tuples."""

from __future__ import annotations

from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from litestone.schema.query import Source
    from litestone.text.tree import Value


class Layout:
    """The places of a source's columns in its rows.

    ``columns`` are the table columns that the leading fields of a row hold;
    the rowid stands last. None: a row holds every column at its own number.
    ``null_row`` is the one row of NULLs that outer joins use.
    """

    __slots__ = ("columns", "null_row", "places")

    def __init__(self, columns: Sequence[int] | None, width: int = 0) -> None:
        self.columns = columns
        self.places = None if columns is None else {number: place for place, number in enumerate(columns)}
        self.null_row: tuple[Value, ...] = (None,) * ((width if columns is None else len(columns)) + 1)

    def gives_real(self, source: Source, number: int) -> bool:
        """Whether reading a column makes integers REAL, as a column of a query with that affinity does."""
        return number >= 0 and source.kind in ("query", "recursive") and (
            source.columns[number].affinity == affinities.REAL
        )

    def place(self, source: Source, number: int) -> int | None:
        """The place of column ``number`` (-1: the rowid); None for one that has to be computed."""
        if number < 0:
            return -1
        if self.places is None:
            return number
        if source.table is not None and source.kind == "table" and number == source.table.rowid_column:
            return -1
        return self.places.get(number)
