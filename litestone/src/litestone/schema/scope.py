"""What names mean at some place of a statement: the sources, aliases and common tables in sight."""

from __future__ import annotations

from litestone.schema.query import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from litestone.schema.query import CompoundQuery, OutputColumn, SelectQuery
    from litestone.text.tree import CommonTable, Window

# Row sources under these names are read by qualified names alone (``lang_createtrigger``, ``lang_upsert``).
QUALIFIED_ONLY = ("old", "new", "excluded")


class CommonTableEntry:
    """A common table of a WITH clause, and what it is while it is being resolved.

    ``problem`` is the error of reading it now (it is being defined), ``recursive``
    what a recursive part reads: the query it belongs to and its columns.
    """

    __slots__ = ("definition", "problem", "recursive", "tables")

    def __init__(self, definition: CommonTable, tables: CommonTables) -> None:
        self.definition = definition
        self.tables = tables
        self.problem: str | None = None
        self.recursive: tuple[CompoundQuery, list[OutputColumn]] | None = None


class CommonTables:
    """The common tables in sight: those of one WITH clause, then those of the ``outer`` ones."""

    __slots__ = ("entries", "outer")

    def __init__(self, outer: CommonTables | None) -> None:
        self.outer = outer
        self.entries: dict[str, CommonTableEntry] = {}

    def find(self, name: str) -> CommonTableEntry | None:
        """The nearest common table called ``name`` (any case)."""
        wanted = name.lower()
        level: CommonTables | None = self
        while level is not None:
            found = level.entries.get(wanted)
            if found is not None:
                return found
            level = level.outer
        return None


class Scope:
    """The names of one query, or of a place outside of queries; ``parent`` is what encloses it.

    ``aliases`` are the result columns' names in lower case where they are in
    sight, each with its number. ``aggregates`` says what an aggregate of this
    query is here: ``yes`` (allowed), ``no`` (an error at once) or ``late`` (an
    error of the query). ``prohibited`` names the place in a schema that the
    expression is for (``CHECK constraints``, ``index expressions``, ``partial
    index WHERE clauses``, ``generated columns``), which takes no subqueries or
    parameters. ``correlated`` collects the outer sources that are read.
    """

    __slots__ = (
        "aggregates", "aliases", "correlated", "parent", "prohibited", "query", "sources", "tables",
        "window_definitions", "windows",
    )  # fmt: skip

    def __init__(
        self,
        parent: Scope | None = None,
        sources: Sequence[Source] = (),
        query: SelectQuery | None = None,
        prohibited: str | None = None,
    ) -> None:
        self.parent = parent
        self.sources: list[Source] = list(sources)
        self.query = query
        self.prohibited = prohibited
        self.aliases: dict[str, int] | None = None
        self.aggregates = "no"
        self.windows = False
        self.window_definitions: dict[str, Window] = {}
        self.correlated: set[Source] = set()
        self.tables: CommonTables | None = None if parent is None else parent.tables
