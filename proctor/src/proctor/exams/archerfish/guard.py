"""Looks at generated SQL before any database sees it, and refuses whatever does more than read.

This is the first of two walls and not the one that is relied on: the statement is run read-only in any case
(`engines`). A text that sqlglot can't read is let through where the engine itself keeps it from writing, and
refused where only this wall stands (`has_own_wall`).
"""

from __future__ import annotations

import logging

from proctor.exams.archerfish.statement import UnreadableSql, parse, sqlglot_dialect

logging.getLogger("sqlglot").setLevel(logging.ERROR)  # it warns of statements that are refused here anyway

_WALLED = frozenset({"sqlite", "postgres", "duckdb", "mysql", "oracle"})

_FUNCTIONS = frozenset(
    {
        *("set_config", "setval", "nextval", "query_to_xml", "table_to_xml", "database_to_xml", "dblink"),
        *(
            "dblink_exec",
            "dblink_connect",
            "load_extension",
            "writefile",
            "readfile",
            "edit",
            "fts3_tokenizer",
        ),
        *("sleep", "benchmark", "load_file", "get_lock", "read_text", "read_blob", "read_csv", "glob_files"),
        *("read_csv_auto", "read_parquet", "read_json", "read_json_auto", "sniff_csv", "parquet_scan"),
        *("sqlite_attach", "postgres_attach", "sqlite_scan", "postgres_scan", "postgres_query"),
        *("xp_cmdshell", "openrowset", "opendatasource", "system$wait", "getenv", "query", "query_table"),
        *("utl_http", "utl_file", "dbms_lock", "dbms_scheduler"),
    }
)
_PREFIXES: tuple[str, ...] = (
    "pg_sleep",
    "pg_read_",
    "pg_ls_",
    "pg_terminate_",
    "pg_cancel_",
    "pg_advisory_",
    "pg_try_advisory_",
)
_PREFIXES += ("pg_reload_", "pg_rotate_", "pg_logical_", "pg_create_", "pg_drop_", "pg_switch_", "pg_promote")
_PREFIXES += ("lo_", "dblink", "pg_file_", "pg_stat_file", "pg_notify", "pg_export_", "pg_replication_")


def has_own_wall(dialect: str) -> bool:
    """Whether the engine itself refuses writes, without this check, the way `engines` opens it."""
    return sqlglot_dialect(dialect) in _WALLED


def refusal(sql: str, dialect: str) -> str | None:
    """Why the statement may not be run, in one line; None if it may."""
    try:
        tree = parse(sql, dialect)
    except UnreadableSql as fault:
        several = str(fault).endswith("statements, not one")
        if several or not has_own_wall(dialect):
            return str(fault)
        return None
    from sqlglot import exp

    if not isinstance(tree, exp.Query | exp.Values):
        if isinstance(tree, exp.Condition | exp.Alias) and has_own_wall(dialect):
            return None  # mere words, which the database shall call an error in its own way
        return f"the statement is {type(tree).__name__.upper()}, not a query"
    forbidden = (exp.DML, exp.DDL, exp.Drop, exp.Alter, exp.Command, exp.Set, exp.Pragma, exp.Attach)
    for node in tree.walk():
        if isinstance(node, forbidden) and not isinstance(node, exp.Query):
            return f"the query contains {type(node).__name__.upper()}"
        if isinstance(node, exp.Into):
            return "the query is a SELECT INTO"
        if isinstance(node, exp.Lock):
            return "the query locks rows"
        name = _function(node)
        if name in _FUNCTIONS or name.startswith(_PREFIXES):
            return f"the query calls {name}"
        if isinstance(node, exp.Table) and _is_file(node, dialect):
            return "the query reads a file"
    return None


def _function(node: object) -> str:
    from sqlglot import exp

    if isinstance(node, exp.Anonymous):
        return node.name.lower()
    return node.sql_name().lower() if isinstance(node, exp.Func) else ""


def _is_file(table: object, dialect: str) -> bool:
    """DuckDB takes the name of a table for a path where it looks like one."""
    from sqlglot import exp

    assert isinstance(table, exp.Table)
    name = table.name
    return sqlglot_dialect(dialect) == "duckdb" and (
        "/" in name or name.endswith((".csv", ".parquet", ".json"))
    )
