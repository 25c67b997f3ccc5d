"""The interface of virtual tables (``vtab`` sections 1.3 and 2), in the shape this engine asks for.

A ``Module`` makes ``VirtualTable`` objects. For a scan the planner first asks
``best_index`` which of the constraints it can use, then the executor asks
``rows`` with the values of those constraints.
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from litestone.connection import Connection
    from litestone.run.runtime import Runtime
    from litestone.schema.objects import Column, Table
    from litestone.text.tree import Value


class Constraint:
    """``column op value``: ``op`` is ``= > >= < <= <> IS MATCH LIKE GLOB REGEXP`` or ``ISNULL``.

    ``usable``: whether the value is known when the scan starts.
    """

    __slots__ = ("column", "op", "usable")

    def __init__(self, column: int, op: str, usable: bool) -> None:
        self.column = column
        self.op = op
        self.usable = usable


class IndexChoice:
    """What ``best_index`` decides.

    ``number`` and ``text`` go to ``rows`` as they are. ``uses[i]`` is the place
    of constraint ``i``'s value among the arguments (None: not used), ``omit[i]``
    whether the table enforces it so that it need not be tested again. ``cost``
    and ``row_count`` are estimates; ``ordered`` whether rows come as ORDER BY asks;
    ``unique`` whether at most one row is found.
    """

    __slots__ = ("cost", "number", "omit", "ordered", "row_count", "text", "unique", "uses")

    def __init__(self, number: int, text: str, uses: list[int | None], omit: list[bool]) -> None:
        self.number = number
        self.text = text
        self.uses = uses
        self.omit = omit
        self.cost = 5e98
        self.row_count = 25
        self.ordered = False
        self.unique = False


class VirtualTable:
    """One virtual table of a connection. ``columns`` as declared, hidden ones marked."""

    columns: list[Column]

    def best_index(
        self, constraints: Sequence[Constraint], order: Sequence[tuple[int, bool]]
    ) -> IndexChoice | None:
        """How to scan under ``constraints``; ``order`` is (column, descending) of each ORDER BY term.

        None: not possible with these constraints (SQLITE_CONSTRAINT). The default is a full scan.
        """
        return IndexChoice(0, "", [None] * len(constraints), [False] * len(constraints))

    if TYPE_CHECKING:  # every table has its own

        def rows(
            self, runtime: Runtime, number: int, text: str, arguments: Sequence[Value]
        ) -> Iterator[tuple[Value, ...]]:
            """The rows of a scan: every column in order, then the rowid."""

    def update(
        self, runtime: Runtime, old_rowid: Value, rowid: Value, values: Sequence[Value] | None
    ) -> Value:
        """Change a row (``values`` None: delete; ``old_rowid`` None: insert) and give its rowid."""
        raise SqlError(errors.ERROR, "table may not be modified")

    def destroy(self) -> None:
        """The table is being dropped."""


class Module:
    """A kind of virtual table. ``eponymous``: it is a table of its own name without CREATE."""

    name = ""
    eponymous = False

    if TYPE_CHECKING:  # every module has its own

        def connect(self, connection: Connection, table: Table) -> VirtualTable:
            """The object behind a table made by CREATE VIRTUAL TABLE, or behind the eponymous table."""

    def create(self, connection: Connection, table: Table) -> VirtualTable:
        """As ``connect``, when the table is new: storage it needs is made."""
        return self.connect(connection, table)
