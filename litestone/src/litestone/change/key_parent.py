"""Finding the parent of a foreign key: which index holds its key, and whether a row is there."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from litestone.connection import Connection
    from litestone.schema.objects import Index, IndexColumn, Table
    from litestone.text.statement import ForeignKey
    from litestone.text.tree import Value


class ParentKey:
    """The parent key of a foreign key.

    ``columns`` are the parent's columns in the order of the child's. ``index``
    is the unique index that holds them, None where they are the rowid.
    """

    __slots__ = ("affinities", "columns", "connection", "index", "order", "table")

    def __init__(self, connection: Connection, table: Table, columns: list[int], index: Index | None) -> None:
        self.connection = connection
        self.table = table
        self.columns = columns
        self.index = index
        self.affinities = [
            affinities.INTEGER if number < 0 else table.columns[number].affinity for number in columns
        ]
        self.order = (
            [] if index is None else [columns.index(table_column(index, part)) for part in index.columns]
        )

    def exists(self, values: Sequence[Value]) -> bool:
        """Whether a parent row has the key ``values`` (none of them NULL), in the child's column order."""
        wanted = [affinities.apply(v, kind) for v, kind in zip(values, self.affinities, strict=True)]
        if self.index is None:
            rowid = wanted[0]
            return rowid.__class__ is int and self.connection.table_tree(self.table).exists(rowid)
        tree = self.connection.index_tree(self.index)
        return tree.find([wanted[place] for place in self.order]) is not None


def mismatch(child: Table, key: ForeignKey) -> SqlError:
    """The error for a key that no unique index of the parent holds (``foreignkeys`` section 3)."""
    return SqlError(errors.ERROR, f'foreign key mismatch - "{child.name}" referencing "{key.table}"')


def find_parent(connection: Connection, child: Table, key: ForeignKey) -> ParentKey | None:
    """The parent key of ``key``, None where the parent table does not exist.

    Raises SqlError "foreign key mismatch …".
    """
    table = connection.find_table(child.database, key.table)
    if table is None:
        return None
    found = locate(connection, table, key)
    if found is None:
        raise mismatch(child, key)
    return found


def locate(connection: Connection, table: Table, key: ForeignKey) -> ParentKey | None:
    """The rowid or unique index of ``table`` that holds the parent key; None without one."""
    names = key.parent_columns
    if len(key.columns) == 1 and table.rowid_column >= 0:
        own = table.columns[table.rowid_column].name.lower()
        if names is None or names[0].lower() == own:
            return ParentKey(connection, table, [table.rowid_column], None)
    for index in table.indexes:
        if not index.unique or index.where is not None or len(index.columns) != len(key.columns):
            continue
        if names is None:
            if index.origin == "pk":
                return ParentKey(
                    connection, table, [table_column(index, part) for part in index.columns], index
                )
            continue
        columns = matching(table, index, names)
        if columns is not None:
            return ParentKey(connection, table, columns, index)
    return None


def matching(table: Table, index: Index, names: list[str]) -> list[int] | None:
    """The columns called ``names`` if ``index`` is on exactly them with their own collations."""
    columns = [table.find_column(name) for name in names]
    if -1 in columns:
        return None
    own = set()
    for part in index.columns:
        number = table_column(index, part)
        if number not in columns or part.collation.lower() != table.columns[number].collation.lower():
            return None
        own.add(number)
    if len(own) != len(set(columns)):
        return None
    return columns


def table_column(index: Index, part: IndexColumn) -> int:
    """The table column that a field of an index holds: its rowid field is the INTEGER PRIMARY KEY."""
    return index.table.rowid_column if part.column == -1 else part.column
