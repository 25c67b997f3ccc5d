"""``iterdump``: a database as SQL text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestone.dbapi.connection import Connection


def dump(connection: Connection) -> Iterator[str]:
    """The statements that make the database anew: tables by name with their rows, then all else."""
    cursor = connection.cursor()
    cursor.row_factory = None
    tables = cursor.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL ORDER BY name"
    ).fetchall()
    virtual = False
    sequences: list[str] = []
    yield "BEGIN TRANSACTION;"
    for name, sql in tables:
        if name == "sqlite_sequence":
            sequences = sequence_rows(connection)
            continue
        if name == "sqlite_stat1":
            yield 'ANALYZE "sqlite_master";'
        elif name.startswith("sqlite_"):
            continue
        elif sql.startswith("CREATE VIRTUAL TABLE"):
            if not virtual:
                virtual = True
                yield "PRAGMA writable_schema=ON;"
            shown = quoted(name)
            yield (
                "INSERT INTO sqlite_master(type,name,tbl_name,rootpage,sql)"
                f"VALUES('table',{shown},{shown},0,{quoted(sql)});"
            )
        else:
            yield f"{sql};"
        yield from table_rows(connection, name)
    rest = cursor.execute(
        "SELECT sql FROM sqlite_master WHERE type IN ('index', 'trigger', 'view') AND sql IS NOT NULL"
    ).fetchall()
    for (sql,) in rest:
        yield f"{sql};"
    if virtual:
        yield "PRAGMA writable_schema=OFF;"
    yield from sequences
    yield "COMMIT;"


def quoted(text: str, mark: str = "'") -> str:
    """``text`` as an SQL string, or an identifier with ``"``."""
    return mark + text.replace(mark, mark * 2) + mark


def table_rows(connection: Connection, name: str) -> Iterator[str]:
    """An INSERT for each row of a table."""
    cursor = connection.cursor()
    cursor.row_factory = None
    table = quoted(name, '"')
    columns = [str(row[1]) for row in cursor.execute(f"PRAGMA table_info({table})")]
    values = " || ',' || ".join(f"quote({quoted(column, chr(34))})" for column in columns)
    for (row,) in cursor.execute(f"SELECT {values} FROM {table}"):
        yield f"INSERT INTO {table} VALUES({row});"


def sequence_rows(connection: Connection) -> list[str]:
    """What sets the AUTOINCREMENT counters; it comes last."""
    cursor = connection.cursor()
    cursor.row_factory = None
    statements = ['DELETE FROM "sqlite_sequence";']
    for name, number in cursor.execute("SELECT name, seq FROM sqlite_sequence"):
        statements.append(f'INSERT INTO "sqlite_sequence" VALUES({quoted(name)},{number});')
    return statements
