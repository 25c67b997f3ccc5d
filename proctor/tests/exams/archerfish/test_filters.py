"""The facts of the original's tests of its filters, and unknown names, which it ignores."""

from __future__ import annotations

import pytest

from proctor.exams.archerfish.filters import Filters
from proctor.exams.archerfish.model import Question

QUESTIONS = tuple(
    Question(name, "?", ("SELECT 1",), schemas=schemas)
    for name, schemas in (
        ("info1", ("schema1",)),
        ("info2", ("schema11",)),
        ("info3", ("schema111", "other")),
    )
)


@pytest.mark.parametrize(
    ("filters", "left"),
    [
        (Filters(), ["info1", "info2", "info3"]),
        (Filters([]), ["info1", "info2", "info3"]),
        (Filters(["info1"]), ["info1"]),
        (Filters(["info3", "info1"]), ["info1", "info3"]),
        (Filters(["info4"]), []),
        (Filters(exclude=["info1"]), ["info2", "info3"]),
        (Filters(exclude=["info1", "info3"]), ["info2"]),
        (Filters(exclude=["info4"]), ["info1", "info2", "info3"]),
        (Filters(schemas=["schema1"]), ["info1"]),
        (Filters(schemas=["schema2"]), []),
        (Filters(schemas=["SCHEMA1"]), []),
        (Filters(schemas=["other", "schema1"]), ["info1", "info3"]),
        (Filters(["info1", "info2"], ["info1"], ["schema1", "schema11"]), ["info2"]),
    ],
)
def test_exact_names(filters: Filters, left: list[str]) -> None:
    assert [question.name for question in filters.chosen(QUESTIONS)] == left


def test_unknown_names_are_told() -> None:
    assert Filters().unknown(QUESTIONS) == []
    found = Filters(["info1", "info4"], ["info5"], ["schema2"]).unknown(QUESTIONS)
    assert found == [("question", {"info4", "info5"}), ("schema", {"schema2"})]
