"""``Row``: a row that is also read by column name."""

from __future__ import annotations

from collections.abc import Sequence

from litestone.dbapi.exception import kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from litestone.dbapi.cursor import Description


def same_name(one: str, other: str) -> bool:
    """Whether two column names are the same: ASCII letters without their case, all else exactly."""
    return one == other or (one.isascii() and other.isascii() and one.lower() == other.lower())


class Row:
    """A row that is read by number, slice, or name in any case; it can be iterated, hashed and compared.

    Meant as a ``row_factory``.
    """

    __slots__ = ("_data", "_description")

    _data: tuple[Any, ...]
    _description: Description

    def __new__(cls, cursor: Any, data: Any, /) -> Row:
        """Raises TypeError unless given a cursor and a tuple."""
        from litestone.dbapi.cursor import Cursor

        if not issubclass(type(cursor), Cursor):
            raise TypeError(f"Row() argument 1 must be sqlite3.Cursor, not {kind_of(cursor)}")
        if not issubclass(type(data), tuple):
            raise TypeError(f"Row() argument 2 must be tuple, not {kind_of(data)}")
        self = super().__new__(cls)
        self._data = data
        self._description = cursor.description
        return self

    def keys(self) -> list[str]:
        """The names of the columns."""
        return [column[0] for column in self._description or ()]

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            for place, column in enumerate(self._description or ()):
                if same_name(key, column[0]):
                    return self._data[place]
            raise IndexError("No item with that key")
        if isinstance(key, (int, slice)):
            return self._data[key]
        raise IndexError("Index must be int or string")

    def __iter__(self) -> Iterator[Any]:
        return iter(self._data)

    def __hash__(self) -> int:
        return hash(self._description) ^ hash(self._data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Row):
            return NotImplemented
        return self._description == other._description and self._data == other._data


Sequence.register(Row)
