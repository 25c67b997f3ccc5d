"""ALTER TABLE beside views and triggers: what is rewritten, let be and refused is what SQLite does.

``trigger_steps.sql`` holds statements of trigger bodies, ``view_queries.sql``
queries of views, right and wrong ones; a schema that has one of them is altered
on both engines.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

import litestone.dbapi

HERE = Path(__file__).parent
TABLES = [
    "CREATE TABLE t1(a, b, c)",
    "CREATE TABLE t2(x, y, z)",
    "CREATE TABLE t3(p, q, r)",
    "CREATE TABLE gg(a, g AS (a + 1))",
    "CREATE INDEX i1 ON t1(a)",
    "CREATE INDEX i2 ON t2(x)",
    "CREATE VIEW v0 AS SELECT p FROM t3",
]
ALTERATIONS = [
    "ALTER TABLE t1 RENAME a TO aa",
    "ALTER TABLE t1 RENAME TO t9",
    "ALTER TABLE t1 DROP COLUMN c",
    "ALTER TABLE t1 ADD COLUMN d",
    "ALTER TABLE t3 RENAME p TO pp",
    "ALTER TABLE t3 RENAME TO t8",
]
STEPS = (HERE / "trigger_steps.sql").read_text().splitlines()
QUERIES = (HERE / "view_queries.sql").read_text().replace(";\n", "\n").splitlines()
CONDITIONS = [
    "n1", "(SELECT n1 FROM n2)", "abs(new.a, 2)", "new.n1", "old.a", "new.a = 1 AND sum(new.b)",
    "nosuch(new.a) OVER (ORDER BY n1)", "(new.a, 2)", '"str"', '"new".a = "a"', "rowid", "new.rowid",
]  # fmt: skip
TEXTS = [
    """CREATE TABLE d1(a, b, c DEFAULT "dd", g1 AS ("gen" || a), CHECK (a <> "zz"))""",
    """CREATE TABLE d1(a, b, h CHECK ("q"), CHECK ("u" > a), PRIMARY KEY("a"))""",
    """CREATE TABLE d1(a, b); CREATE INDEX d2 ON d1(a) WHERE a <> "hello" """,
    """CREATE TABLE d1(a, b); CREATE INDEX d2 ON d1("zork")""",
    """CREATE TABLE d1(a, b); CREATE INDEX d2 ON d1("b")""",
    """CREATE TABLE d1(a, b); CREATE INDEX d2 ON d1('b')""",
    """CREATE TABLE d1(a, b); CREATE INDEX d2 ON d1("zork" COLLATE NOCASE, a || "qq")""",
    """CREATE TABLE d1(a, b); CREATE INDEX d2 ON d1("a" || "x", likelihood(1, 2) AND 0)""",
    """CREATE TABLE d1(a, b); CREATE INDEX d2 ON d1("c" = b)""",
    """CREATE TABLE d1(a, b); CREATE VIEW d2 AS SELECT "str", "a", "it""s" FROM d1""",
    """CREATE TABLE d1(a, b); CREATE TEMP VIEW d2 AS SELECT "strg"FROM d1""",
    """CREATE TABLE d1(a, b); CREATE TEMP TRIGGER d2 AFTER INSERT ON main.d1 WHEN "s" BEGIN
       SELECT "str""g'x", "a" FROM d1; END""",
    """CREATE TABLE d1(a, b); CREATE VIEW d2 AS SELECT a FROM d1 WHERE nosuch;
       CREATE VIEW d3 AS SELECT "str", a FROM d1; PRAGMA writable_schema = ON""",
    """CREATE TABLE d1(a, b); CREATE TRIGGER d2 INSERT ON d1 BEGIN SELECT nosuch, "q" FROM d1; END;
       PRAGMA writable_schema = ON""",
    """PRAGMA legacy_alter_table = ON; CREATE TABLE d1(a, b); CREATE TEMP TABLE d1(x);
       CREATE TEMP TRIGGER d2 INSERT ON main.d1 BEGIN INSERT INTO d1 VALUES(new.a); END""",
    """CREATE TABLE d1(a, b); CREATE VIEW d2 AS SELECT (SELECT a FROM d1) IN (), (SELECT a FROM d1) AND 0""",
]


def outcome(module: object, setup: list[str], alterations: list[str]) -> list[str]:
    """Errors and the texts of the schema after statements on a fresh database."""
    connection = module.connect(":memory:", isolation_level=None)  # type: ignore[attr-defined]
    found = []
    for sql in setup:
        connection.execute(sql)
    for sql in alterations:
        try:
            connection.execute(sql)
        except module.Error as error:  # type: ignore[attr-defined]
            found.append(f"{sql}: {error}")
    query = "SELECT sql FROM sqlite_schema UNION ALL SELECT sql FROM sqlite_temp_schema"
    found += [text for (text,) in connection.execute(query) if text is not None]
    connection.close()
    return found


def compare(setup: list[str], alterations: list[str]) -> None:
    """Both engines end alike."""
    ours = outcome(litestone.dbapi, setup, alterations)
    assert ours == outcome(sqlite3, setup, alterations)


@pytest.mark.parametrize("step", STEPS)
def test_trigger_with_a_step(step: str) -> None:
    """A trigger whose names all mean something is rewritten, whatever else is wrong with it."""
    for alteration in ALTERATIONS:
        compare([*TABLES, f"CREATE TRIGGER tr INSERT ON t1 BEGIN {step} END"], [alteration])


@pytest.mark.parametrize("condition", CONDITIONS)
def test_trigger_with_a_condition(condition: str) -> None:
    """The same for WHEN clauses."""
    for alteration in ALTERATIONS:
        compare([*TABLES, f"CREATE TRIGGER tr INSERT ON t1 WHEN {condition} BEGIN SELECT 1; END"], [alteration])


@pytest.mark.parametrize("query", QUERIES)
def test_view(query: str) -> None:
    """The same for views."""
    for alteration in ALTERATIONS:
        compare([*TABLES, f"CREATE VIEW v AS {query}"], [alteration])


@pytest.mark.parametrize("texts", TEXTS)
def test_strings_in_double_quotes(texts: str) -> None:
    """Strings in double quotes become real ones before a column is renamed or dropped."""
    setup = [part.replace("#", ";") for part in texts.replace("; END", "# END").split(";")]
    for alteration in (
        "ALTER TABLE main.d1 RENAME a TO zz",
        'ALTER TABLE main.d1 RENAME a TO "zork"',
        "ALTER TABLE main.d1 DROP COLUMN b",
        "ALTER TABLE main.d1 RENAME TO d9",
    ):
        compare(setup, [alteration])


def test_there_are_cases() -> None:
    """An empty file would pass unseen."""
    assert len(STEPS) > 100 and len(QUERIES) > 60
