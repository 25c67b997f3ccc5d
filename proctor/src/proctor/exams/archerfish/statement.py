"""SQL read by sqlglot, in the dialect of the database it is meant for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlglot import exp

_DIALECTS = {"postgresql": "postgres", "mssql": "tsql", "mariadb": "mysql", "awsathena": "athena"}


class UnreadableSql(ValueError):
    """The text is not one SQL statement. The message is one line."""


def sqlglot_dialect(name: str) -> str:
    """sqlglot's name for a dialect that SQLAlchemy names so ("postgresql+psycopg" included); "" stays ""."""
    base = name.partition("+")[0]
    return _DIALECTS.get(base, base)


def parse(sql: str, dialect: str) -> exp.Expr:
    """The one statement in the text. Raises UnreadableSql, also where sqlglot is not installed."""
    try:
        import sqlglot
        from sqlglot.errors import SqlglotError
    except ImportError as missing:
        raise UnreadableSql("reading SQL needs sqlglot: pip install 'proctor[archerfish]'") from missing
    try:
        trees = [
            tree for tree in sqlglot.parse(sql, read=sqlglot_dialect(dialect) or None) if tree is not None
        ]
    except (SqlglotError, RecursionError, ValueError) as fault:
        raise UnreadableSql(" ".join(str(fault).split())[:300]) from fault
    if len(trees) != 1:
        raise UnreadableSql(f"{len(trees)} statements, not one")
    tree: exp.Expr = trees[0]
    return tree
