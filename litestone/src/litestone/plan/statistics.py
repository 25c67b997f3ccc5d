"""What the planner believes about tables and indexes: row counts, selectivity, row widths.

Without ANALYZE a table is taken to hold about a million rows and an index's
leading columns to narrow them to 10, 9, 8, 7, 6 and then 5 rows. With it the
numbers are those of ``sqlite_stat1`` (``fileformat2`` section 2.6.4).
"""

from __future__ import annotations

from litestone.plan import log_estimate
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.objects import Column, Index, Table

DEFAULT_ROWS = 200
LEAST_INDEXED_ROWS = 99
_DEFAULT_STEPS = (33, 32, 30, 28, 27)
_LATER_STEP = 23


def table_rows(table: Table) -> int:
    """Estimated rows of ``table``."""
    if table.kind != "table":
        return DEFAULT_ROWS
    if table.row_count is None:
        return DEFAULT_ROWS
    rows = log_estimate.of(table.row_count)
    if rows < LEAST_INDEXED_ROWS and any(index.stat is None for index in table.indexes):
        return LEAST_INDEXED_ROWS
    return rows


def index_rows(index: Index) -> list[int]:
    """Estimated entries of ``index`` in all, then for an equal first column, first two columns, …"""
    keys = len(index.columns)
    if index.stat:
        known = [log_estimate.of(count) for count in index.stat[: keys + 1]]
        return known + [0] * (keys + 1 - len(known))
    rows = table_rows(index.table)
    if index.where is not None:
        rows -= 10
    steps = [_DEFAULT_STEPS[i] if i < len(_DEFAULT_STEPS) else _LATER_STEP for i in range(keys)]
    if index.unique:
        steps[-1] = 0
    return [rows, *steps]


def has_option(index: Index, word: str) -> bool:
    """Whether the index's ``sqlite_stat1`` row carries ``word`` (``unordered``, ``noskipscan``)."""
    return any(option.startswith(word) for option in index.stat_options)


def column_width(column: Column) -> int:
    """Estimated width of a column's values in units of four bytes."""
    if column.type_name is None:
        return 1
    declared = column.type_name.upper()
    affinity = affinities.type_affinity(declared)
    if declared == "ANY" or affinity >= affinities.NUMERIC:
        return 1
    bracketed = "(" in declared
    if "BLOB" in declared and "CHAR" not in declared and "CLOB" not in declared and "TEXT" not in declared:
        sized = bracketed
    else:
        sized = any(c.isdigit() for c in declared)
    if not sized:
        plain = declared in ("TEXT", "BLOB") or ("BLOB" in declared and not bracketed)
        return 5 if plain else 1
    digits = ""
    for c in declared:
        if c.isdigit():
            digits += c
        elif digits:
            break
    return min(int(digits or 0) // 4 + 1, 255)


def table_width(table: Table) -> int:
    """Estimated width of a row of ``table``, logarithmic."""
    width = sum(column_width(column) for column in table.columns)
    if table.rowid_column < 0:
        width += 1
    return log_estimate.of(width * 4)


def index_width(index: Index) -> int:
    """Estimated width of an entry of ``index``, logarithmic."""
    for option in index.stat_options:
        if option.startswith("sz=") and option[3:].isdigit():
            return log_estimate.of(max(int(option[3:]), 2))
    columns = index.table.columns
    width = sum(column_width(columns[n]) if n >= 0 else 1 for n in index.record_columns())
    return log_estimate.of(width * 4)
