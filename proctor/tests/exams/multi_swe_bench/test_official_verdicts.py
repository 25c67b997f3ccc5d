"""350 triples of logs with the official harness's verdict, recorded with multi-swe-bench 1.1.2.

Each line of `official_verdicts.jsonl`: the parser, the three logs, what the record lists, and what
`generate_report` and `gen_report`'s checks said (`error` where they raised). Where `bug` stands, the official
verdict is wrong for that reason, and `verdict` is the right one.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from proctor.exams.multi_swe_bench.log_text import log_text
from proctor.exams.multi_swe_bench.parsers import PARSERS
from proctor.exams.multi_swe_bench.transitions import Status, Transition, judge

ROWS = [
    json.loads(line) for line in (Path(__file__).parent / "official_verdicts.jsonl").read_text().splitlines()
]
LISTED = Transition(Status.NONE, Status.NONE, Status.PASS)


def ours(row: dict[str, Any]) -> str:
    run, test, fix = (PARSERS[row["parser"]](log_text(log.encode())) for log in row["logs"])
    listed = {kind: dict.fromkeys(names, LISTED) for kind, names in row["listed"].items()}
    return "resolved" if judge(run, test, fix, listed).resolved else "unresolved"


@pytest.mark.parametrize("parser", ["go", "cargo", "lines", "surefire"])
def test_the_same_verdict_as_the_official_one_but_for_its_bugs(parser: str) -> None:
    rows = [row for row in ROWS if row["parser"] == parser]
    assert len(rows) >= 80
    for row in rows:
        assert ours(row) == row.get("verdict", row["official"]), row


def test_the_list_of_official_bugs() -> None:
    bugs = Counter(row["bug"] for row in ROWS if "bug" in row)
    assert bugs == {
        "the parser raises on a test seen in two states": 9,
        "colours hide every test": 3,
        "tests of one name in two packages are taken for one": 1,
    }
    assert all(row["official"] != row["verdict"] for row in ROWS if "bug" in row)
