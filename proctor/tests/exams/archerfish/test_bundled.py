"""The bundled questions and answers: each answer gets the verdict it was made for, on every database at hand."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import cache
from typing import Any

import duckdb
import pytest

from proctor.exams.archerfish.ambiguity import score_readings
from proctor.exams.archerfish.bundle import (
    Prediction,
    bundled_predictions,
    bundled_workload,
    database_statements,
)
from proctor.exams.archerfish.comparison import compare, compare_any
from proctor.exams.archerfish.lint import ASKED_TWICE, CUT_TIE, lint
from proctor.exams.archerfish.model import Ordering, Question, ResultSet, Rule
from proctor.exams.archerfish.ordering import probe_of

Run = Callable[[str], ResultSet]
QUESTIONS = {question.name: question for question in bundled_workload().questions}
ANSWERS = bundled_predictions()


@cache
def _connection(kind: str) -> Any:
    connection: Any = sqlite3.connect(":memory:") if kind == "sqlite" else duckdb.connect(":memory:")
    for statement in database_statements():
        connection.execute(statement)
    return connection


@pytest.fixture(params=["sqlite", "duckdb"])
def database(request: pytest.FixtureRequest) -> tuple[str, Run]:
    connection = _connection(request.param)

    def run(sql: str) -> ResultSet:
        cursor = connection.execute(sql)
        return ResultSet(tuple(each[0] for each in cursor.description), cursor.fetchall())

    return request.param, run


def _expectation(sql: str, dialect: str, run: Run) -> tuple[ResultSet, Ordering | None]:
    probe = probe_of(sql, dialect)
    golden = run(sql)
    return (golden, None) if probe is None else probe.read(run(probe.sql), golden.columns)


def _passes(question: Question, answer: Prediction, profile: str, dialect: str, run: Run) -> bool:
    profile = question.profile or profile
    actual = run(answer.sql)

    def equals(goldens: tuple[str, ...], rules: tuple[Rule, ...] | None) -> bool:
        expectations = [_expectation(golden, dialect, run) for golden in goldens]
        return compare_any(expectations, actual, rules, profile).equal

    if not question.readings:
        return equals(question.goldens, question.rules)
    matches = [[equals(reading.goldens, reading.rules or question.rules) for reading in question.readings]]
    return score_readings(question.readings, matches, question.readings_score).passed


def test_an_answer_for_every_question() -> None:
    assert [answer.query_name for answer in ANSWERS] == list(QUESTIONS)
    assert len(QUESTIONS) >= 60
    assert {answer.kind for answer in ANSWERS} == {"", "no-sql", "sql-error", "refused"}


@pytest.mark.parametrize("profile", ["archerfish-readme", "strict"])
@pytest.mark.parametrize(
    "answer", [each for each in ANSWERS if not each.kind], ids=lambda each: each.query_name
)
def test_each_answer_gets_its_verdict(answer: Prediction, profile: str, database: tuple[str, Run]) -> None:
    found = _passes(QUESTIONS[answer.query_name], answer, profile, *database)
    assert found is answer.expected[profile], answer.why


@pytest.mark.parametrize("profile", ["archerfish-readme", "archerfish-code", "strict"])
def test_goldens_pass_as_their_own_answers(profile: str, database: tuple[str, Run]) -> None:
    dialect, run = database
    for question in QUESTIONS.values():
        for golden in question.goldens:
            result = run(golden)
            assert compare(result, run(golden), question.rules, profile).equal, question.name
            _, ordering = expected = _expectation(golden, dialect, run)
            if profile == "strict" and ordering is not None:
                assert compare(expected[0], result, question.rules, profile, ordering=ordering).equal


def test_the_linter_finds_only_what_was_put_there(database: tuple[str, Run]) -> None:
    dialect, run = database
    findings = lint(bundled_workload(), dialect, lambda _, sql: run(sql))
    assert {finding.kind for finding in findings} <= {CUT_TIE, ASKED_TWICE}
    assert "harbour_44" in {finding.question for finding in findings if finding.kind == CUT_TIE}
