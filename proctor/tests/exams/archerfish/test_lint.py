"""The linter on a workload in which each thing is wrong once."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from proctor.exams.archerfish.lint import (
    ASKED_TWICE,
    CUT_TIE,
    EMPTY,
    FAILS,
    TABLES,
    UNKNOWN_COLUMN,
    UNKNOWN_KEY,
    UNREADABLE,
    UNSTABLE,
    GoldenFailed,
    lint,
)
from proctor.exams.archerfish.model import Question, ResultSet
from proctor.exams.archerfish.workload import load_workload

WORKLOAD = """\
good: {question: good?, golden_query: SELECT name FROM city ORDER BY name, tables: [CITY]}
unreadable: {question: unreadable?, golden_query: SELECT name FROM city grup by name having}
fails: {question: fails?, golden_query: SELECT nothing FROM city}
unstable: {question: unstable?, golden_query: SELECT random() AS r}
empty: {question: empty?, golden_query: SELECT name FROM city WHERE pop > 99}
tie: {question: tie?, golden_query: SELECT name FROM city ORDER BY pop DESC LIMIT 1}
no_tie: {question: no tie?, golden_query: SELECT name FROM city ORDER BY pop LIMIT 1}
column: {question: column?, golden_query: SELECT name FROM city, comparison_rules: [{columns: [nom], match: exact}]}
tables: {question: tables?, golden_query: SELECT name FROM city, tables: [country]}
twice: {question: GOOD?, golden_query: SELECT pop FROM city}
key: {question: key?, golden_query: SELECT name FROM city, colour: red}
"""


def test_each_fault_is_found_once(tmp_path: Path) -> None:
    path = tmp_path / "workload.yaml"
    path.write_text(WORKLOAD)
    connection = sqlite3.connect(":memory:")
    connection.executescript(
        "CREATE TABLE city(name, pop); INSERT INTO city VALUES ('a', 5), ('b', 5), ('c', 1);"
    )

    def run(_: Question, sql: str) -> ResultSet:
        try:
            cursor = connection.execute(sql)
        except sqlite3.Error as fault:
            raise GoldenFailed(str(fault)) from fault
        return ResultSet(tuple(each[0] for each in cursor.description), cursor.fetchall())

    workload = load_workload(path)
    findings = lint(workload, "sqlite", run)
    connection.close()
    assert {(finding.question, finding.kind) for finding in findings} == {
        ("unreadable", UNREADABLE),
        ("unreadable", FAILS),
        ("fails", FAILS),
        ("unstable", UNSTABLE),
        ("unstable", "self-check"),
        ("empty", EMPTY),
        ("tie", CUT_TIE),
        ("column", UNKNOWN_COLUMN),
        ("tables", TABLES),
        ("twice", ASKED_TWICE),
        ("key", UNKNOWN_KEY),
    }
    assert next(finding for finding in findings if finding.kind == TABLES).line == 9
    assert [finding.is_error for finding in findings if finding.question == "column"] == [True]
    without = lint(workload, "sqlite")
    assert {finding.kind for finding in without} == {UNREADABLE, TABLES, ASKED_TWICE, UNKNOWN_KEY}
