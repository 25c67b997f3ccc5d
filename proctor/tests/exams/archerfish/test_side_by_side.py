"""Runs beside each other, and which files of a clone are workloads."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from proctor.core.outcome import Outcome
from proctor.core.scorecard import score
from proctor.core.usage import PriceList
from proctor.core.verdict import Verdict
from proctor.exams.archerfish.public_workloads import workloads_in
from proctor.exams.archerfish.report import COLUMNS, OWN_COLUMNS, row_of
from proctor.exams.archerfish.side_by_side import Side, write_side_by_side


def _side(name: str, *ends: tuple[str, Outcome, str]) -> Side:
    verdicts = [
        Verdict(case, case * 64, outcome, ("difficulty:easy",), evidence={
            "kind": "passed" if outcome is Outcome.PASSED else "mismatch", "question": f"{case}?", "golden": "SELECT 1",
            "generated": [sql], "reason": "<b>no</b>" if outcome is Outcome.WRONG else "", "profile": "strict/1",
            "usage": [{"model": "m", "input_tokens": 1000, "output_tokens": 10}],
        })
        for case, outcome, sql in ends
    ]  # fmt: skip
    run = {
        "oracle": {"name": "goldens", "version": "1"},
        "exam_options": {"model": name},
        "submission_digest": "0",
    }
    return Side(name, score(verdicts, run, len(verdicts)), {verdict.case: verdict for verdict in verdicts})


SIDES = [
    _side("one", ("a", Outcome.PASSED, "SELECT 1"), ("b", Outcome.WRONG, "=2")),
    _side("two", ("a", Outcome.WRONG, "SELECT 3"), ("b", Outcome.PASSED, "SELECT 1")),
]


def test_each_question_and_each_run_in_every_form() -> None:
    record = json.loads(write_side_by_side(SIDES, ["b", "a"], "json"))
    assert [run["success ratio"] for run in record["runs"]] == ["50.0 %", "50.0 %"]
    assert record["runs"][1]["gained and lost against the first"] == "+1 −1"
    assert record["runs"][0]["tokens"] == 2020
    assert [each["name"] for each in record["questions"]] == ["b", "a"]
    assert record["questions"][1]["ends"]["two"] == {
        "kind": "mismatch",
        "reason": "<b>no</b>",
        "generated": "SELECT 3",
    }
    rows = list(csv.DictReader(write_side_by_side(SIDES, ["a", "b"], "csv").splitlines()))
    assert (rows[0]["one: kind"], rows[0]["two: kind"], rows[1]["one: generated"]) == (
        "passed",
        "mismatch",
        "'=2",
    )
    page = write_side_by_side(SIDES, ["a", "b"], "html")
    assert "<b>no</b>" not in page and "&lt;b&gt;no" in page
    assert page.count('class="end failed"') == page.count('class="end passed"') == 2
    with pytest.raises(ValueError, match="not 'pdf'"):
        write_side_by_side(SIDES, [], "pdf")
    with pytest.raises(ValueError, match="no run"):
        write_side_by_side([], [], "html")


def test_a_question_is_priced_where_its_price_is_known() -> None:
    prices = {
        "dated": "d",
        "source": "s",
        "models": {"m": [{"from_prompt_tokens": 0, "input": 2, "output": 100}]},
    }
    for listed, cost in (
        (PriceList.from_json(prices), "0.003"),
        (PriceList("d", "s", {}), None),
        (None, None),
    ):
        row = dict(zip((*COLUMNS, *OWN_COLUMNS), row_of(SIDES[0].verdicts["a"], prices=listed), strict=True))
        assert (row["Tokens"], row["Cost in USD"], row["Difficulty"]) == (1010, cost, "easy")


def test_all_public_workloads_are_found(tmp_path: Path) -> None:
    names = (
        "workloads/flights/flights.yaml",
        "workloads/spider_workload.yaml",
        "config/benchmark_config.yaml",
    )
    for name in names:
        path = tmp_path / "resources" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    assert workloads_in(tmp_path) == [tmp_path / "resources" / name for name in names[:2]]
