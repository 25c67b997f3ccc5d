"""The text of one line of EXPLAIN QUERY PLAN (``eqp`` section 1.1)."""

from __future__ import annotations

from litestone.plan.model import (
    AutomaticIndex,
    FullScan,
    IndexSearch,
    QueryScan,
    RowidEqual,
    RowidRange,
    VirtualScan,
)
from litestone.plan.scan import field_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.model import Access, Level
    from litestone.plan.query_number import QueryNumbers
    from litestone.schema.objects import Index
    from litestone.schema.query import Source


def source_name(source: Source, numbers: QueryNumbers) -> str:
    """How loops call a source: its alias, else as ``full_name``."""
    return source.alias if source.alias is not None else full_name(source, numbers)


def full_name(source: Source, numbers: QueryNumbers) -> str:
    """What a source is: its name with the database where that was written, ``(subquery-N)``, ``(join-N)``
    …
    """
    if source.name:
        return source.name if source.schema is None else f"{source.schema}.{source.name}"
    if source.alias is not None:
        return source.alias
    query = source.query
    assert query is not None
    return f"({'subquery' if source.nested is None else 'join'}-{numbers.of(query)})"


def describe_level(level: Level, access: Access, extreme: bool, numbers: QueryNumbers) -> str:
    """The line of one loop."""
    name = source_name(level.source, numbers)
    text = describe_access(name, level.source, access, extreme)
    return text + (" LEFT-JOIN" if level.source.join in ("left", "full") else "")


def describe_access(name: str, source: Source, access: Access, extreme: bool) -> str:
    """The line of one loop without what the join adds."""
    scan = "SEARCH" if extreme else "SCAN"
    if isinstance(access, FullScan):
        if access.index is not None:
            return f"{scan} {name} USING COVERING INDEX {access.index.name}"
        return f"{scan} {name}"
    if isinstance(access, RowidEqual):
        return f"SEARCH {name} USING INTEGER PRIMARY KEY (rowid=?)"
    if isinstance(access, RowidRange):
        return f"SEARCH {name} USING INTEGER PRIMARY KEY ({rowid_range(access)})"
    if isinstance(access, IndexSearch):
        return describe_index(name, access, scan)
    if isinstance(access, AutomaticIndex):
        return f"SEARCH {name} USING {describe_automatic(source, access)}"
    if isinstance(access, QueryScan):
        if access.probe is not None:
            return f"SEARCH {name} USING {describe_automatic(source, access.probe)}"
        return f"SCAN {name}"
    if isinstance(access, VirtualScan):
        return f"SCAN {name} VIRTUAL TABLE INDEX {access.number}:{access.text}"
    raise AssertionError(access)


def rowid_range(access: RowidRange) -> str:
    """The bounds of a rowid range."""
    if access.lower is not None and access.upper is not None:
        return "rowid>? AND rowid<?"
    return "rowid>?" if access.lower is not None else "rowid<?"


def describe_automatic(source: Source, access: AutomaticIndex) -> str:
    """An automatic index and its columns."""
    kind = "AUTOMATIC PARTIAL COVERING INDEX" if access.filters else "AUTOMATIC COVERING INDEX"
    return f"{kind} ({' AND '.join(f'{source.columns[n].name}=?' for n in access.columns)})"


def describe_bloom(level: Level, numbers: QueryNumbers) -> str:
    """The line of a Bloom filter."""
    access = level.access
    name = source_name(level.source, numbers)
    if isinstance(access, IndexSearch):
        places = range(access.skip, access.skip + len(access.equals))
        parts = [f"{field_name(access.index, n)}=?" for n in places]
        return f"BLOOM FILTER ON {name} ({' AND '.join(parts)})"
    table = level.source.table
    rowid = "rowid" if table is None or table.rowid_column < 0 else table.columns[table.rowid_column].name
    return f"BLOOM FILTER ON {name} ({rowid}=?)"


def describe_index(name: str, access: IndexSearch, scan: str) -> str:
    """A look-up in an index and its constraints."""
    index = access.index
    conditions = index_conditions(access)
    word = "SEARCH" if conditions else scan
    if index.table.without_rowid and index.origin == "pk":
        shown = " USING PRIMARY KEY" if word == "SEARCH" else ""
    elif access.covering:
        shown = f" USING COVERING INDEX {index.name}"
    else:
        shown = f" USING INDEX {index.name}"
    return f"{word} {name}{shown}" + (f" ({' AND '.join(conditions)})" if conditions else "")


def index_conditions(access: IndexSearch) -> list[str]:
    """The constraints of an index look-up: skipped columns, equal ones, bounds."""
    index = access.index
    parts = [f"ANY({field_name(index, n)})" for n in range(access.skip)]
    place = access.skip
    for _ in access.equals:
        parts.append(f"{field_name(index, place)}=?")
        place += 1
    if access.lower:
        parts.append(bound_text(index, place, len(access.lower), ">"))
    if access.upper:
        parts.append(bound_text(index, place, len(access.upper), "<"))
    return parts


def bound_text(index: Index, field: int, count: int, op: str) -> str:
    """One bound, of several columns for a row value."""
    if count == 1:
        return f"{field_name(index, field)}{op}?"
    names = ",".join(field_name(index, field + n) for n in range(count))
    return f"({names}){op}({','.join('?' * count)})"


def field_name(index: Index, field: int) -> str:
    """The name of an index field."""
    column = field_of(index, field)
    if column == -2:
        return "<expr>"
    table = index.table
    if column < 0 and field < len(index.columns) and table.rowid_column >= 0:
        column = table.rowid_column
    return "rowid" if column < 0 else table.columns[column].name
