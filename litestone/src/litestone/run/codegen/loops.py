"""The nest of loops as source: scans, look-ups by rowid and by index, filters."""

from __future__ import annotations

from litestone.plan.model import FullScan, IndexSearch, NullSafe, RowidEqual
from litestone.run.access import exact_rowid
from litestone.run.codegen.expression import Refused, Writer, column_name
from litestone.run.probe import is_membership
from litestone.text.tree import Expression

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.plan.model import Level, SelectPlan
    from litestone.run.compile import Compiler
    from litestone.run.join import Loops
    from litestone.schema.query import Source
    from litestone.storage.row_reader import RowReader
    from litestone.storage.table_tree import TableTree

_MOST_KEPT = 50_000


class RowsByRowid(dict[object, "tuple[Any, ...] | None"]):
    """The rows of a table that have been looked up, by what was asked for (equal numbers find one row)."""

    __slots__ = ("reader", "tree")

    def __init__(self, tree: TableTree, reader: RowReader) -> None:
        super().__init__()
        self.tree = tree
        self.reader = reader

    def __missing__(self, value: Any) -> tuple[Any, ...] | None:
        rowid = exact_rowid(value)
        if rowid is None:
            return None
        if len(self) >= _MOST_KEPT:
            self.clear()
        row = self[rowid] = self.tree.get(rowid, self.reader)
        return row


class Nest:
    """Writes the loops of a plan around what ``sink`` writes.

    ``drained``: the loops run to their end before anybody can change a table, so that pages are read whole
    and what has been looked up is kept.
    """

    __slots__ = ("compiler", "drained", "levels", "plan", "unique", "writer")

    def __init__(self, writer: Writer, plan: SelectPlan, levels: list[Loops], drained: bool) -> None:
        self.writer = writer
        self.compiler: Compiler = writer.compiler
        self.plan = plan
        self.levels = levels
        self.drained = drained
        # Whether each row of the outermost loop leads to one row at most.
        self.unique = True

    def rows(self) -> str:
        """Source of the tuple of the current rows."""
        return "(" + "".join(f"r{level.slot}, " for level in self.levels) + ")"

    def put_rows(self, count: int) -> None:
        """Put the rows of the first ``count`` loops into the frame, for closures."""
        for level in self.levels[:count]:
            self.writer.line(f"frame[{level.slot}] = r{level.slot}")

    def write(self, sink: Callable[[], None]) -> None:
        """Write everything."""
        writer = self.writer
        marks = []
        for number, level in enumerate(self.plan.levels):
            self.open_loop(number, level)
            writer.places[level.source] = set()
            marks.append((len(writer.lines), writer.depth, level.source))
            self.filter(number, level)
        sink()
        for at, depth, source in reversed(marks):
            writer.lines[at:at] = [
                "    " * depth + f"{column_name(source, place)} = r{source.slot}[{place}]"
                for place in sorted(writer.places[source])
            ]

    def loop(self, text: str) -> None:
        """Open one ``for``."""
        self.writer.line(text)
        self.writer.depth += 1

    def open_loop(self, number: int, level: Level) -> None:
        """The head of a loop, or a look-up of one row."""
        writer = self.writer
        access, source = level.access, level.source
        row = f"r{source.slot}"
        scan = writer.constant(self.levels[number].scan)
        if number == 0:
            if self.drained and isinstance(access, FullScan) and self.plain_table(source, access):
                reader = writer.constant(self.reader(source))
                tree = self.tree(source)
                self.loop(f"for rows in {tree}.batches({reader}):")
                self.loop(f"for {row} in rows:")
            else:
                self.loop(f"for {row} in {scan}(frame):")
            return
        if self.drained and isinstance(access, RowidEqual):
            probe = self.plain_probe(access.probe)
            if probe is not None:
                reader = writer.constant(self.reader(source))
                kept = writer.first(f"{writer.constant(RowsByRowid)}({self.tree(source)}, {reader})", "m")
                writer.line(f"{row} = {kept}[{probe}]")
                writer.line(f"if {row} is None: continue")
                return
        self.unique = self.unique and isinstance(access, RowidEqual)
        if self.drained and isinstance(access, IndexSearch) and self.one_value(access):
            probe = self.plain_probe(access.equals[0])
            if probe is not None:
                self.kept_search(number, row, scan, probe)
                return
        self.put_rows(number)
        self.loop(f"for {row} in {scan}(frame):")

    def kept_search(self, number: int, row: str, scan: str, probe: str) -> None:
        """A loop over the entries of an index for one value; those found are kept for integers and text.

        (Under TEXT affinity 1 and 1.0, equal as keys, find different entries.)
        """
        writer = self.writer
        kept = writer.first("{}", "m")
        found = writer.name("f")
        writer.line(f"{found} = {kept}.get({probe}) if {probe}.__class__ in (int, str) else None")
        writer.line(f"if {found} is None:")
        writer.depth += 1
        self.put_rows(number)
        writer.line(f"{found} = list({scan}(frame))")
        writer.line(f"if {probe}.__class__ in (int, str):")
        writer.line(f"    if len({kept}) >= {_MOST_KEPT}: {kept}.clear()")
        writer.line(f"    {kept}[{probe}] = {found}")
        writer.depth -= 1
        self.loop(f"for {row} in {found}:")

    def plain_table(self, source: Source, access: FullScan) -> bool:
        """Whether a scan goes through the tree of a rowid table forwards."""
        table = source.table
        return source.kind == "table" and table is not None and not (
            table.without_rowid or access.index is not None or access.reverse
        )

    def one_value(self, access: IndexSearch) -> bool:
        """Whether a search is for one equal field alone."""
        return len(access.equals) == 1 and not (access.lower or access.upper or access.skip)

    def plain_probe(self, probe: Any) -> str | None:
        """An atom for a probe that is an expression with a source form; None elsewhere."""
        if isinstance(probe, NullSafe) or is_membership(probe) or not isinstance(probe, Expression):
            return None
        at = len(self.writer.lines)
        try:
            atom = self.writer.value(probe)
        except Refused:
            del self.writer.lines[at:]
            return None
        return atom if not atom.isdigit() else self.writer.kept(atom)

    def reader(self, source: Source) -> RowReader:
        """A reader of a table's rows in the layout of the source."""
        assert source.table is not None
        return self.compiler.connection.reader(
            source.table, self.compiler.layouts[source].columns or ()
        )

    def tree(self, source: Source) -> str:
        """A name for the tree of a table."""
        writer = self.writer
        table = writer.constant(source.table)
        return writer.first(f"{writer.constant(self.compiler.connection.table_tree)}({table})", "tree")

    def filter(self, number: int, level: Level) -> None:
        """The tests of a level, by its closures where one has no source form."""
        writer = self.writer
        at = len(writer.lines)
        try:
            for term in level.on_filters + level.filters:
                writer.line(f"if not {writer.test(term)}: continue")
        except Refused:
            del writer.lines[at:]
            self.put_rows(number + 1)
            for test in (self.levels[number].matches, self.levels[number].passes):
                if test is not None:
                    writer.line(f"if not {writer.constant(test)}(frame): continue")
