"""``INSERT INTO a SELECT * FROM b`` between tables alike: records are copied as they are.

SQLite does so where nothing could make a difference but what can be observed:
rows keep their rowids, and each index is filled in its own order after the
table. The conditions were found by observing it.
"""

from __future__ import annotations

from litestone import errors
from litestone.change.sequence import next_rowid
from litestone.change.session import Body
from litestone.errors import SqlError
from litestone.schema.expression import equal
from litestone.storage.row_reader import RowReader
from litestone.text.tree import Core, Star, TableRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.change.compilation import Compilation
    from litestone.change.insert import InsertBody
    from litestone.change.session import Row, Session
    from litestone.connection import Connection
    from litestone.schema.objects import Column, Index, Table
    from litestone.text.statement import Insert


def transfer_body(
    ast: Insert, compilation: Compilation, table: Table, ordinary: InsertBody
) -> TransferBody | None:
    """The body that copies records or falls back to ``ordinary``; None where it does not fit."""
    source = source_table(ast, compilation)
    if source is None or source is table or ast.upserts or ast.returning or ordinary.inserter.has_triggers:
        return None
    settings = compilation.connection.settings
    if settings.count_changes or (settings.foreign_keys and table.foreign_keys) or ast.columns is not None:
        return None
    pairs = alike(source, table, settings.ignore_check_constraints)
    if pairs is None:
        return None
    return TransferBody(compilation.connection, source, table, pairs, ordinary)


def source_table(ast: Insert, compilation: Compilation) -> Table | None:
    """The table of ``SELECT * FROM table`` if the statement's source is just that."""
    select = ast.source
    if select is None or ast.with_ is not None or select.with_ is not None or len(select.cores) != 1:
        return None
    core = select.cores[0]
    if select.order_by or select.limit is not None or not isinstance(core, Core):
        return None
    if core.distinct or core.where is not None or core.group_by or core.having is not None:
        return None
    if len(core.columns) != 1 or not isinstance(core.columns[0], Star) or core.columns[0].table is not None:
        return None
    if len(core.sources) != 1 or not isinstance(core.sources[0].source, TableRef):
        return None
    item = core.sources[0].source
    if item.arguments is not None:
        return None
    found = compilation.resolver.find_table(item.schema, item.name)
    return found if found is not None and found.kind == "table" and found.root != 1 else None


def alike(source: Table, table: Table, ignore_checks: bool) -> list[tuple[Index, Index]] | None:
    """The pairs (index of ``table``, equal index of ``source``) if records may be copied, else None."""
    if source.without_rowid != table.without_rowid or source.rowid_column != table.rowid_column:
        return None
    if source.strict != table.strict or len(source.columns) != len(table.columns):
        return None
    columns = zip(source.columns, table.columns, strict=True)
    if not all(column_fits(one, other, place) for place, (one, other) in enumerate(columns)):
        return None
    if not ignore_checks and table.checks:
        if len(table.checks) != len(source.checks):
            return None
        for check, other in zip(table.checks, source.checks, strict=True):
            if not equal(check.expression, other.expression):
                return None
    pairs = []
    for index in table.indexes:
        twin = next((other for other in source.indexes if same_index(index, other)), None)
        if twin is None:
            return None
        pairs.append((index, twin))
    return pairs


def column_fits(source: Column, column: Column, place: int) -> bool:
    """Whether values of a source column may be kept as they are in ``column``."""
    if source.hidden or column.hidden or source.affinity != column.affinity:
        return False
    if source.collation.lower() != column.collation.lower():
        return False
    if (source.generated is None) != (column.generated is None) or source.stored != column.stored:
        return False
    if source.generated is not None and not equal(source.generated, column.generated):
        return False
    if column.not_null is not None and source.not_null is None:
        return False
    if column.generated is None and place > 0:
        return equal(source.default, column.default)
    return True


def same_index(index: Index, other: Index) -> bool:
    """Whether two indexes hold the same entries for the same rows."""
    if len(index.columns) != len(other.columns) or index.unique != other.unique:
        return False
    if index.conflict != other.conflict or not equal(index.where, other.where):
        return False
    for one, two in zip(index.columns, other.columns, strict=True):
        if one.column != two.column or one.descending != two.descending:
            return False
        if one.collation.lower() != two.collation.lower() or not equal(one.expression, two.expression):
            return False
    return True


class TransferBody(Body):
    """A compiled transfer between two tables."""

    __slots__ = ("connection", "needs_empty", "ordinary", "pairs", "source", "table")

    def __init__(
        self,
        connection: Connection,
        source: Table,
        table: Table,
        pairs: list[tuple[Index, Index]],
        ordinary: InsertBody,
    ) -> None:
        super().__init__()
        self.connection = connection
        self.source = source
        self.table = table
        self.pairs = pairs
        self.ordinary = ordinary
        rule = ordinary.inserter.rule or (table.key_conflict if table.rowid_column >= 0 else "ABORT")
        self.needs_empty = (
            (table.rowid_column < 0 and bool(table.indexes))
            or any(index.unique for index in table.indexes)
            or rule not in ("ABORT", "ROLLBACK")
        )

    def execute(self, session: Session, old: Row, new: Row) -> None:
        """Copy the rows, or insert them one by one where the table has rows that could be in the way."""
        inserter = self.ordinary.inserter
        inserter.open(session)
        key = inserter.writer.key
        empty = (
            inserter.writer.tree.last_rowid() is None
            if key is None
            else next(key.tree.scan((0,)), None) is None
        )
        if self.needs_empty and not empty:
            self.ordinary.execute(session, old, new)
            return
        if key is None:
            self.copy_rows(session)
        for index, twin in self.pairs:
            self.copy_entries(session, index, twin)

    def copy_rows(self, session: Session) -> None:
        """Copy the records of a rowid table."""
        connection = self.connection
        table = self.table
        tree = self.ordinary.inserter.writer.tree
        origin = connection.table_tree(self.source)
        keep = table.rowid_column >= 0
        renumber = not keep and not table.indexes
        for (rowid,) in origin.scan(RowReader(())):
            payload = origin.get_payload(rowid)
            if payload is None:
                raise errors.corrupt()
            if renumber:
                rowid = next_rowid(tree)
            elif keep and tree.exists(rowid):
                unique = self.ordinary.inserter.unique.rowid_constraint(self.ordinary.inserter.rule)
                effect = unique.rule if unique.rule in ("ABORT", "ROLLBACK") else "ABORT"
                raise SqlError(unique.code, unique.text, effect)
            if table.autoincrement:
                session.sequences[table].note(rowid)
            tree.insert(rowid, payload)
            session.changes += 1
            connection.last_insert_rowid = rowid

    def copy_entries(self, session: Session, index: Index, twin: Index) -> None:
        """Copy the entries of an index, or the rows of a WITHOUT ROWID table."""
        connection = self.connection
        tree = connection.index_tree(index)
        fields = tuple(range(len(index.record_columns())))
        rows = index.table.without_rowid and index.origin == "pk"
        for entry in connection.index_tree(twin).scan(fields):
            tree.insert(entry, True)
            if rows:
                session.changes += 1
