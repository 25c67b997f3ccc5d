"""What is read off the SQL itself: tables, difficulty, and the order a golden leaves open."""

from __future__ import annotations

import sqlite3

import pytest

from proctor.exams.archerfish.ambiguity import score_readings
from proctor.exams.archerfish.comparison import compare
from proctor.exams.archerfish.difficulty import difficulty_of
from proctor.exams.archerfish.model import Reading, ResultSet
from proctor.exams.archerfish.ordering import Probe, probe_of
from proctor.exams.archerfish.statement import UnreadableSql
from proctor.exams.archerfish.tables import same_tables, tables_of


@pytest.mark.parametrize(
    ("sql", "tables"),
    [
        ("SELECT * FROM City c JOIN city d ON c.id = d.id", ("city",)),
        ("WITH city AS (SELECT * FROM city WHERE pop > 5) SELECT * FROM city", ("city",)),
        ("WITH big AS (SELECT * FROM city) SELECT * FROM big JOIN land ON TRUE", ("city", "land")),
        ("SELECT * FROM db.schema.city WHERE id IN (SELECT id FROM other)", ("city", "other")),
        ("SELECT a FROM t UNION SELECT a FROM u;", ("t", "u")),
        ("WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT * FROM r", ()),
    ],
)
def test_tables(sql: str, tables: tuple[str, ...]) -> None:
    assert tables_of(sql, "postgresql") == tables


def test_same_tables() -> None:
    assert same_tables(("A", "s.B"), ("b", "a"))
    assert not same_tables(("a",), ("a", "b"))


@pytest.mark.parametrize("sql", ["SELECT FROM WHERE (", "SELECT 1; SELECT 2", ""])
def test_what_is_no_statement(sql: str) -> None:
    with pytest.raises(UnreadableSql):
        tables_of(sql, "sqlite")


@pytest.mark.parametrize(
    ("sql", "level"),
    [
        ("SELECT a FROM t WHERE a = 1", "easy"),
        ("SELECT a, COUNT(*) FROM t JOIN u ON t.i = u.i GROUP BY a", "medium"),
        ("SELECT a FROM t JOIN u ON t.i = u.i WHERE a > 1 AND b > 2 GROUP BY a ORDER BY a LIMIT 1", "hard"),
        (
            "WITH c AS (SELECT a, RANK() OVER (ORDER BY a) r FROM t) SELECT a FROM c JOIN t USING (a) UNION SELECT 1",
            "extra",
        ),
    ],
)
def test_difficulty(sql: str, level: str) -> None:
    assert difficulty_of(sql, "sqlite") == level


def _run(sql: str) -> ResultSet:
    connection = sqlite3.connect(":memory:")
    connection.executescript(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, pop INT);"
        "INSERT INTO t VALUES (1,'a',10),(2,'b',20),(3,'c',20),(4,'d',5),(5,'e',20),(6,'f',NULL);"
    )
    cursor = connection.execute(sql)
    result = ResultSet(tuple(each[0] for each in cursor.description), cursor.fetchall())
    connection.close()
    return result


def _probe(sql: str) -> Probe:
    probe = probe_of(sql, "sqlite")
    assert probe is not None
    return probe


@pytest.mark.parametrize(
    ("golden", "right", "wrong"),
    [
        (
            "SELECT name FROM t ORDER BY pop DESC LIMIT 2",
            "SELECT name FROM t ORDER BY pop DESC, id DESC LIMIT 2",
            "SELECT name FROM t ORDER BY pop LIMIT 2",
        ),
        (
            "SELECT name, pop AS p FROM t ORDER BY p, name",
            "SELECT name, pop FROM t ORDER BY 2, 1",
            "SELECT name, pop FROM t ORDER BY pop, name DESC",
        ),
        (
            "SELECT name FROM t ORDER BY pop DESC",
            "SELECT name FROM t ORDER BY pop DESC, name DESC",
            "SELECT name FROM t ORDER BY name",
        ),
        (
            "SELECT name FROM t LIMIT 2",
            "SELECT name FROM t ORDER BY id DESC LIMIT 2",
            "SELECT 'z' UNION ALL SELECT 'a'",
        ),
        (
            "SELECT name FROM t ORDER BY pop DESC LIMIT 1 OFFSET 2",
            "SELECT name FROM t ORDER BY pop DESC, id DESC LIMIT 1 OFFSET 2",
            "SELECT name FROM t ORDER BY pop DESC LIMIT 1 OFFSET 3",
        ),
        (
            "SELECT pop, COUNT(*) FROM t GROUP BY pop ORDER BY COUNT(*) DESC",
            "SELECT pop, COUNT(*) FROM t GROUP BY 1 ORDER BY 2 DESC, 1 DESC",
            "SELECT pop, COUNT(*) FROM t GROUP BY 1 ORDER BY 2, 1",
        ),
        (
            "SELECT name FROM t UNION SELECT 'z' ORDER BY name DESC LIMIT 2",
            "SELECT 'z' UNION ALL SELECT 'f'",
            "SELECT 'f' UNION ALL SELECT 'z'",
        ),
        (
            "SELECT name, ROW_NUMBER() OVER (ORDER BY id) AS r FROM t ORDER BY r DESC LIMIT 1",
            "SELECT 'f', 6",
            "SELECT 'e', 5",
        ),
    ],
)
def test_order_with_its_ties(golden: str, right: str, wrong: str) -> None:
    plain = _run(golden)
    expected, ordering = _probe(golden).read(_run(_probe(golden).sql), plain.columns)
    assert len(expected.rows) == len(plain.rows)
    for sql, verdict in ((golden, True), (right, True), (wrong, False)):
        answer = _run(sql)
        renamed = ResultSet(tuple(f"c{at}" for at in range(len(answer.columns))), answer.rows)
        assert compare(expected, renamed, None, "strict", ordering=ordering).equal is verdict, sql


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT a FROM t",
        "SELECT a FROM t ORDER BY a LIMIT 1 + 1",
        "SELECT DISTINCT ON (a) a FROM t ORDER BY a",
        "DELETE FROM t",
    ],
)
def test_what_leaves_nothing_to_probe(sql: str) -> None:
    assert probe_of(sql, "postgresql") is None


def test_a_probe_reads_only_its_own_result() -> None:
    with pytest.raises(ValueError, match="rank"):
        _probe("SELECT name FROM t LIMIT 1").read(ResultSet(("name",), [("a",)]))
    with pytest.raises(ValueError, match="2 names for 1 columns"):
        _probe("SELECT name FROM t LIMIT 1").read(ResultSet(("name", "proctor_rank"), []), ("a", "b"))


def test_readings() -> None:
    readings = (Reading("first", ("SELECT 1",)), Reading("second", ("SELECT 2",)))
    one = score_readings(readings, [[False, True]], "any")
    assert (one.passed, one.found, one.missed, one.recall, one.precision) == (
        True,
        ("second",),
        ("first",),
        0.5,
        1.0,
    )
    assert not score_readings(readings, [[False, True]], "all").passed
    both = score_readings(readings, [[False, True], [True, False]], "all")
    assert both.passed and both.all_found
    beside = score_readings(readings, [[False, True], [True, False], [False, False]], "all")
    assert (beside.passed, beside.all_found, beside.wrong) == (False, True, 1)
    none = score_readings(readings, [], "any")
    assert (none.passed, none.precision) == (False, None)
    with pytest.raises(ValueError, match="any or all"):
        score_readings(readings, [], "most")
