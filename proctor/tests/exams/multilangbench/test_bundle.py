"""The bundled cases are many, of every area, and as their sources say."""

from __future__ import annotations

from proctor.exams.multilangbench.bundle import AREAS, _one_a_line, drafts, make_all
from proctor.exams.multilangbench.case import SqlCase
from proctor.exams.multilangbench.features import FEATURES
from proctor.exams.multilangbench.sources import BUNDLED, JsonLines


def cases() -> list[SqlCase]:
    return [item for item in JsonLines(BUNDLED) if isinstance(item, SqlCase)]


def test_every_area_has_cases_and_some_are_official() -> None:
    found = cases()
    assert len(found) >= 400
    assert len({case.name for case in found}) == len(found) == len(BUNDLED.read_text().splitlines())
    assert set(FEATURES) <= {tag for case in found for tag in case.tags}
    assert any(case.name.startswith(("00", "01", "02")) for case in found)


def test_sources_and_cases_agree_without_the_oracle() -> None:
    texts = [
        (d.initial_database, d.user_query, d.validation_query)
        for p in sorted(AREAS.glob("*.sql"))
        for d in drafts(p)
    ]
    assert texts == [
        (c.initial_database.decode(), c.user_query.decode(), c.validation_query.decode()) for c in cases()
    ]


def test_the_oracle_makes_the_same_goldens() -> None:
    assert make_all() == BUNDLED.read_text()


def test_statements_come_to_stand_on_lines_of_their_own() -> None:
    sql = "SELECT ';'; CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; SELECT (2); END; SELECT 3;"
    assert _one_a_line(sql).splitlines() == [
        "SELECT ';';", "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; SELECT (2); END;", "SELECT 3;",
    ]  # fmt: skip
