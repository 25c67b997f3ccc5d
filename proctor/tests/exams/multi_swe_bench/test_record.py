"""Records: every field, and what is wrong with those that are none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.exams.multi_swe_bench.dataset import BUNDLED
from proctor.exams.multi_swe_bench.record import (
    Record,
    RecordError,
    read_records,
    results_from_json,
    results_to_json,
)
from proctor.exams.multi_swe_bench.transitions import Status

BUNDLED_LINES = (BUNDLED / "instances.jsonl").read_bytes().splitlines()


def a_row(**changes: Any) -> dict[str, Any]:
    return {**json.loads(BUNDLED_LINES[0]), **changes}


@pytest.mark.parametrize("line", BUNDLED_LINES)
def test_bundled_records_are_read_and_written_back(line: bytes) -> None:
    row = json.loads(line)
    assert Record.from_json(row).to_json() == row


def test_keys_of_the_hub_are_kept_and_change_nothing() -> None:
    row = a_row(instance_id="a__b-1", hints="look at stack.go", number="10001")
    record = Record.from_json(row)
    assert record.id.number == 10001
    assert record.to_json()["hints"] == "look at stack.go"
    assert record.content_hash == Record.from_json(a_row(number=10001)).content_hash


def test_optional_fields_may_be_missing() -> None:
    row = a_row()
    for name in (
        "tag",
        "number_interval",
        "lang",
        "fixed_tests",
        "p2p_tests",
        "f2p_tests",
        "s2p_tests",
        "n2p_tests",
    ):
        del row[name]
    record = Record.from_json(row)
    assert (record.tag, record.number_interval, record.lang, dict(record.transitions)) == ("", "", "", {})


@pytest.mark.parametrize("field", ["fix_patch", "test_patch", "tag", "number_interval"])
def test_what_decides_changes_the_hash(field: str) -> None:
    assert Record.from_json(a_row(**{field: "other"})).content_hash != Record.from_json(a_row()).content_hash


def test_what_is_only_told_does_not_change_the_hash() -> None:
    assert Record.from_json(a_row(title="Other")).content_hash == Record.from_json(a_row()).content_hash


COUNT = {"passed_count": 1, "failed_count": 0, "skipped_count": 0, "failed_tests": [], "skipped_tests": []}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"org": None}, "org is missing"),
        ({"number": "ten"}, "number is no number"),
        ({"number": True}, "number is no number"),
        ({"base": "main"}, "base is no object"),
        ({"base": {"label": "", "ref": ""}}, "base.sha is missing"),
        ({"resolved_issues": [1]}, "resolved_issues is no list of objects"),
        ({"resolved_issues": [{"number": 1, "body": None}]}, "resolved_issues.title is missing"),
        ({"run_result": None}, "run_result is missing"),
        ({"run_result": {**COUNT, "passed_tests": []}}, "passed_count is 1, but 0 names"),
        (
            {"run_result": {**COUNT, "failed_count": 1, "passed_tests": ["a"], "failed_tests": ["a"]}},
            "both PASS and FAIL",
        ),
        ({"f2p_tests": {"a": {"run": "PASS"}}}, "f2p_tests: a test's states"),
        ({"f2p_tests": {"a": {"run": "PASS", "test": "OK", "fix": "PASS"}}}, "f2p_tests: a test's states"),
    ],
)
def test_a_bad_row_names_its_field(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(RecordError, match=told.replace("(", r"\(")):
        Record.from_json(a_row(**changes))


def test_a_bad_line_costs_one_record() -> None:
    found = list(read_records([BUNDLED_LINES[0], b"\n", b"{", b"[]", BUNDLED_LINES[1]]))
    assert [number for number, _ in found] == [1, 3, 4, 5]
    assert [isinstance(one, Record) for _, one in found] == [True, False, False, True]


@given(st.dictionaries(st.text(min_size=1), st.sampled_from([Status.PASS, Status.FAIL, Status.SKIP])))
def test_results_are_written_and_read_back(results: dict[str, Status]) -> None:
    assert results_from_json(results_to_json(results)) == results
