"""Finding the column a name means (``lang_expr`` section 11, ``lang_select`` section 2.3)."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.schema.expression import clone, sources, walk
from litestone.schema.query import AggregateRef, ColumnRef, Source, WindowRef
from litestone.schema.scope import QUALIFIED_ONLY
from litestone.text.tree import Call, Expression, Literal, Name, Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import NestedColumn
    from litestone.schema.resolve import Resolver
    from litestone.schema.scope import Scope

ROWID_NAMES = ("rowid", "_rowid_", "oid")


class Matches:
    """The columns of one query's sources that a name may mean.

    ``count`` above one is an ambiguity, unless ``merged`` holds the columns that a FULL JOIN's USING joins.
    """

    __slots__ = ("column", "count", "merged", "source")

    def __init__(self) -> None:
        self.count = 0
        self.source: Source | None = None
        self.column = -1
        self.merged: list[tuple[Source, int]] = []

    def add(self, source: Source, column: int, name: str) -> None:
        """Take a further match in, by the rules of USING."""
        if self.count:
            if name not in source.using:
                self.merged.clear()
            elif source.join not in ("right", "full"):
                return
            elif source.join == "right":
                self.count = 0
                self.merged.clear()
            elif self.source is not None:
                self.merged.append((self.source, self.column))
        self.count += 1
        self.source = source
        self.column = column

    def complete(self) -> bool:
        """Whether several matches are the merged column of FULL JOINs."""
        return bool(self.merged) and len(self.merged) == self.count - 1


def resolve_name(resolver: Resolver, name: Name, scope: Scope) -> Expression:
    """The column, alias or constant that ``name`` means in ``scope``.

    Raises SqlError "no such column: …", "ambiguous column name: …", or a misuse of an alias.
    """
    if name.table is not None and scope.prohibited in ("index expressions", "generated columns"):
        raise SqlError(errors.ERROR, f'the "." operator prohibited in {scope.prohibited}')
    passed: list[Scope] = []
    level: Scope | None = scope
    while level is not None:
        found = find_in(resolver, name, level, scope)
        if found is not None:
            note_correlation(found, level, passed)
            return found
        passed.append(level)
        level = level.parent
    if name.table is None:
        if name.quoted and resolver.connection.quoted_strings:
            observer = resolver.connection.name_observer
            if observer is not None:
                observer(name.name, None, -1)
            return Literal(name.name, name.name)
        folded = name.name.lower()
        if folded in ("true", "false"):
            return Literal(int(folded == "true"), folded.upper())
    raise SqlError(errors.ERROR, f"no such column: {full_name(name)}", offset=name.start)


def full_name(name: Name) -> str:
    """``schema.table.column`` as far as it was written."""
    return ".".join(part for part in (name.schema, name.table, name.name) if part is not None)


def note_correlation(found: Expression, level: Scope, passed: list[Scope]) -> None:
    """Tell the scopes between a name and its source that they read an outer row."""
    if passed:
        if found.__class__ is ColumnRef:
            read = {found.source}
        else:
            read = sources(found)
        for scope in passed:
            scope.correlated |= read


def find_in(resolver: Resolver, name: Name, level: Scope, origin: Scope) -> Expression | None:
    """What ``name`` means among the sources and aliases of one scope; None where it means nothing there."""
    wanted = name.name.lower()
    matches = Matches()
    rowids: list[Source] = []
    for source in level.sources:
        if source.nested is not None and match_nested(source, name, wanted, matches):
            continue
        if not qualifies(source, name):
            continue
        column = column_number(source, wanted)
        if column is not None:
            matches.add(source, column, wanted)
        elif has_rowid(source):
            rowids.append(source)
    free = origin.prohibited not in ("index expressions", "generated columns")
    if not matches.count and len(rowids) == 1 and wanted in ROWID_NAMES and free:
        return column_of(resolver, rowids[0], rowid_number(rowids[0]))
    if not matches.count:
        if name.table is None and level.aliases is not None and wanted in level.aliases:
            return resolve_alias(resolver, name, level, origin)
        return None
    assert matches.source is not None
    if matches.count > 1:
        if not matches.complete():
            raise SqlError(errors.ERROR, f"ambiguous column name: {full_name(name)}", offset=name.start)
        matches.merged.append((matches.source, matches.column))
        call = Call(
            "coalesce", [column_of(resolver, *item) for item in matches.merged], False, False, None, None
        )
        call.function = resolver.scalar_function("coalesce", len(call.arguments))
        return call
    observer = resolver.connection.name_observer
    if observer is not None:
        observer(name.name, matches.source, matches.column)
    return column_of(resolver, matches.source, matches.column)


def match_nested(source: Source, name: Name, wanted: str, matches: Matches) -> bool:
    """Look for a name among the columns of a join in parentheses; whether that settles this source."""
    assert source.nested is not None
    hit = False
    for number, column in enumerate(source.nested):
        if column.name.lower() != wanted:
            continue
        if name.table is None:
            if column.hidden:
                continue
        elif not named_so(column, name):
            continue
        matches.add(source, number, wanted)
        hit = True
        if column.merged:
            break
    return hit or name.table is None


def named_so(column: NestedColumn, name: Name) -> bool:
    """Whether a column stands in the table and schema that ``name`` gives."""
    if column.table is None or column.table.lower() != (name.table or "").lower():
        return False
    return name.schema is None or (column.schema or "").lower() == name.schema.lower()


def qualifies(source: Source, name: Name) -> bool:
    """Whether the table and schema that ``name`` gives, if any, are those of ``source``."""
    if name.table is None:
        return source.kind != "row" or source.alias is None or source.alias.lower() not in QUALIFIED_ONLY
    wanted = name.table.lower()
    if name.schema is not None:
        schema = name.schema.lower()
        if source.table is None or source.table.database.lower() != schema:
            return False
    if source.alias is not None:
        return source.alias.lower() == wanted
    if source.name.lower() == wanted:
        return True
    return source.table is not None and source.kind == "table" and source.table.name.lower() == wanted


def column_number(source: Source, wanted: str) -> int | None:
    """Number of the column called ``wanted`` (lower case), None without one."""
    for number, column in enumerate(source.columns):
        if column.name.lower() == wanted:
            return number
    return None


def has_rowid(source: Source) -> bool:
    """Whether ``rowid`` means something for ``source``; of a subquery or view it is NULL."""
    return source.table is None or not source.table.without_rowid


def rowid_number(source: Source) -> int:
    """The column that holds the rowid of ``source``, -1 where no declared one does."""
    if source.table is not None and source.kind in ("table", "row"):
        return source.table.rowid_column
    return -1


def column_of(resolver: Resolver, source: Source, column: int) -> Expression:
    """A reference to a column; NULL for the rowid of a subquery or view."""
    if resolver.connection.authorizer is not None:
        from litestone.authorization import may_read

        if not may_read(resolver, source, column):
            return Literal(None, "NULL")
    if column < 0 and source.kind in ("query", "recursive"):
        return Literal(None, "NULL")
    reference = ColumnRef(source, column)
    if column not in source.used:
        source.used.add(column)
        if column >= 0 and source.kind == "table" and source.table is not None:
            declared = source.table.columns[column]
            if declared.generated is not None and not declared.stored:
                resolver.read_generated(source, column)
    return reference


def resolve_alias(resolver: Resolver, name: Name, level: Scope, origin: Scope) -> Expression:
    """A copy of the result column that an alias names.

    Raises SqlError "misuse of aliased …" where it may not be used at ``origin``.
    """
    assert level.aliases is not None and level.query is not None
    output = level.query.outputs[level.aliases[name.name.lower()]]
    if output.__class__ is Row:
        raise SqlError(errors.ERROR, "row value misused")
    for node in walk(output):
        if node.__class__ is AggregateRef and node.query is level.query:
            if level.aggregates == "late":
                resolver.refuse(SqlError(errors.ERROR, f"misuse of aggregate: {node.name}()"))
            elif level.aggregates != "yes":
                resolver.refuse(SqlError(errors.ERROR, f"misuse of aliased aggregate {name.name}"))
        elif node.__class__ is WindowRef and not origin.windows:
            raise SqlError(errors.ERROR, f"misuse of aliased window function {name.name}")
    return clone(output)
