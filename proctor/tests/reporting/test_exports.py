"""Exports hold every verdict and nothing that drives a terminal or a spreadsheet."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from proctor.core.outcome import Outcome
from proctor.grading.run_folder import RunFolder
from proctor.reporting.comparison import compare
from proctor.reporting.exports import _cell, write_csv, write_json, write_junit

MakeRun = Callable[..., RunFolder]
MIXED = [Outcome.PASSED, Outcome.WRONG, Outcome.CRASHED, Outcome.INFRASTRUCTURE]


def test_json_holds_scorecards_and_verdicts(make_run: MakeRun, tmp_path: Path) -> None:
    write_json([make_run("a", MIXED), make_run("b", [])], tmp_path / "x.json")
    first, second = json.loads((tmp_path / "x.json").read_text())
    assert [verdict["outcome"] for verdict in first["verdicts"]] == MIXED
    assert first["scorecard"]["score"]["counted"] == 3
    assert first["scorecard"]["final"] is False
    assert second["verdicts"] == []


def test_csv_has_a_row_a_verdict(make_run: MakeRun, tmp_path: Path) -> None:
    write_csv([make_run("a", MIXED)], tmp_path / "x.csv")
    text = (tmp_path / "x.csv").read_text()
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["outcome"] for row in rows] == MIXED
    assert "\x1b" not in text
    assert _cell("=1+1") == "'=1+1"


def test_junit_counts_failures_and_errors_apart(make_run: MakeRun, tmp_path: Path) -> None:
    write_junit([make_run("a", MIXED)], tmp_path / "x.xml")
    suite = ElementTree.parse(tmp_path / "x.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "2", "1")
    assert [len(case) for case in suite] == [0, 1, 1, 1]


def test_comparison_counts_only_what_both_answer_for(make_run: MakeRun) -> None:
    p, w, ours = Outcome.PASSED, Outcome.WRONG, Outcome.ORACLE_ERROR
    found = compare(make_run("a", [p, p, w, w, w, ours]), make_run("b", [p, w, p, p, w, p]))
    assert (len(found.gained), len(found.lost), found.both, found.neither, found.left_out) == (2, 1, 1, 1, 1)
    assert found.p == 1.0
    assert not found.is_significant


def test_a_clear_difference_is_significant(make_run: MakeRun) -> None:
    found = compare(
        make_run("a", [Outcome.WRONG] * 12), make_run("b", [Outcome.PASSED] * 12, isolation="bare")
    )
    assert found.p == 2 / 2**12
    assert found.is_significant
    assert found.warnings == ["the runs differ in isolation: bubblewrap and bare"]
