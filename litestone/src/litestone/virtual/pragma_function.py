"""Table-valued functions ``pragma_NAME`` (``pragma`` section "PRAGMA functions").

Columns are those of the pragma, then hidden ``arg`` and ``schema``.
"""

from __future__ import annotations

from litestone.define.pragma import Pragma, find
from litestone.schema.objects import Column
from litestone.value import affinity as affinities
from litestone.value.cast import to_text
from litestone.virtual.module import IndexChoice, Module, VirtualTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from litestone.connection import Connection
    from litestone.run.runtime import Runtime
    from litestone.schema.objects import Table
    from litestone.text.tree import Value
    from litestone.virtual.module import Constraint


class PragmaTable(VirtualTable):
    """The rows of one pragma."""

    def __init__(self, connection: Connection, pragma: Pragma) -> None:
        self.connection = connection
        self.pragma = pragma
        self.columns = [Column(name, None, affinities.BLOB) for name in pragma.columns]
        for name in ("arg", "schema"):
            hidden = Column(name, None, affinities.BLOB)
            hidden.hidden = True
            self.columns.append(hidden)

    def best_index(
        self, constraints: Sequence[Constraint], order: Sequence[tuple[int, bool]]
    ) -> IndexChoice | None:
        """Equality with ``arg`` and ``schema`` is all that can be used, and both must be known first."""
        width = len(self.pragma.columns)
        uses: list[int | None] = [None] * len(constraints)
        omit = [False] * len(constraints)
        kinds = ""
        for wanted in (0, 1):
            for place, constraint in enumerate(constraints):
                if constraint.column == width + wanted and constraint.op == "=":
                    if not constraint.usable:
                        return None
                    uses[place] = len(kinds)
                    omit[place] = True
                    kinds += "as"[wanted]
                    break
        choice = IndexChoice(len(kinds), kinds, uses, omit)
        choice.cost = 20.0 if kinds else 2147483647.0
        choice.row_count = 20 if kinds else 2147483647
        return choice

    def rows(
        self, runtime: Runtime, number: int, text: str, arguments: Sequence[Value]
    ) -> Iterator[tuple[Value, ...]]:
        """Run the pragma with the argument and the schema that were given."""
        given = dict(zip(text, arguments, strict=True))
        argument = to_text(given.get("a"))
        schema = to_text(given.get("s"))
        for rowid, row in enumerate(self.pragma.run(self.connection, schema, argument), 1):
            yield (*row, argument, schema, rowid)


class PragmaModule(Module):
    """The module behind one pragma function."""

    eponymous = True

    def __init__(self, pragma: Pragma) -> None:
        self.name = "pragma_" + pragma.name
        self.pragma = pragma

    def connect(self, connection: Connection, table: Table) -> VirtualTable:
        """The object behind the function."""
        return PragmaTable(connection, self.pragma)


def pragma_module(name: str) -> PragmaModule | None:
    """The module for ``pragma_NAME`` where that pragma gives rows and can't change anything."""
    pragma = find(name[len("pragma_") :])
    if pragma is None or not pragma.columns:
        return None
    return PragmaModule(pragma)
