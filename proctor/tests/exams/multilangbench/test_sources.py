"""Cases are read from every layout, and what cannot be read is counted."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
import zstandard

from proctor.core.case import Malformed
from proctor.core.selection import Selection
from proctor.exams.multilangbench.case import SqlCase, name_of
from proctor.exams.multilangbench.selection import SelectedCases
from proctor.exams.multilangbench.sources import BUNDLED, Folder, JsonLines, open_source
from proctor.grading.exam import ExamError


def record(query: str, **more: object) -> dict[str, object]:
    texts = ("CREATE TABLE t(a);\n", query, "SELECT * FROM t;\n")
    name = name_of(*(text.encode() for text in texts))
    fields = dict(zip(("initial_database", "user_query", "validation_query"), texts, strict=True))
    return {"name": name, **fields, "expected_output": "1\n", **more}


GOOD = [record("INSERT INTO t VALUES(1);\n", features=["insert"]), record("UPDATE t SET a=1;\n")]


def lines(*records: object) -> bytes:
    return b"".join((one if isinstance(one, str) else json.dumps(one)).encode() + b"\n" for one in records)


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.ZstdCompressor().compress])
def test_reads_json_lines_however_packed(tmp_path: Path, pack: object) -> None:
    path = tmp_path / "cases"
    path.write_bytes(pack(lines(*GOOD)))  # type: ignore[operator]
    cases = list(JsonLines(path))
    assert [case.name for case in cases if isinstance(case, SqlCase)] == [one["name"] for one in GOOD]
    assert isinstance(cases[1], SqlCase)
    assert cases[1].tags == ("update",)
    assert cases[1].shard_key == cases[1].name[:2]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("{", "not JSON"),
        ([1], "not a JSON object"),
        (record("x", expected_output=5), "expected_output is not a string"),
        ({**GOOD[0], "name": "short"}, "name is not"),
        ({**GOOD[0], "name": "0" * 64}, "is not the SHA-256"),
        ({key: value for key, value in GOOD[0].items() if key != "user_query"}, "user_query is missing"),
    ],
)
def test_malformed_lines_are_told(tmp_path: Path, bad: object, reason: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_bytes(lines(GOOD[0], bad, GOOD[1]))
    selected = SelectedCases(JsonLines(path), Selection(everything=True))
    assert len(selected.keys()) == selected.available == 2
    assert selected.malformed[0].where == "cases.jsonl:2"
    assert reason in selected.malformed[0].reason


def test_a_cut_off_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "cut.gz"
    path.write_bytes(gzip.compress(lines(*GOOD))[:-20])
    assert isinstance(list(JsonLines(path))[-1], Malformed)


@pytest.mark.parametrize("ending", ["", ".sql", ".txt"])
def test_reads_the_published_layout(tmp_path: Path, ending: str) -> None:
    for one in GOOD:
        folder = tmp_path / "tests" / str(one["name"])
        folder.mkdir(parents=True)
        for key in ("initial_database", "user_query", "validation_query"):
            (folder / f"{key}{ending}").write_text(str(one[key]))
        (folder / "expected_output.txt").write_text(str(one["expected_output"]))
    broken = tmp_path / "tests" / ("f" * 64)
    broken.mkdir()
    (broken / "user_query").write_text("SELECT 1;")
    (tmp_path / "tests" / "README.md").write_text("not a case")
    selected = SelectedCases(Folder(tmp_path), Selection(everything=True))
    assert sorted(case.name for case in selected) == sorted(str(one["name"]) for one in GOOD)
    assert [bad.reason for bad in selected.malformed] == ["initial_database is missing"]


def test_a_second_case_of_one_name_is_malformed(tmp_path: Path) -> None:
    path = tmp_path / "twice.jsonl"
    path.write_bytes(lines(GOOD[0], GOOD[0]))
    selected = SelectedCases(JsonLines(path), Selection(everything=True))
    assert (len(selected.keys()), len(selected.malformed)) == (1, 1)


def test_selections() -> None:
    source = JsonLines(BUNDLED, "bundled")
    every = SelectedCases(source, Selection(everything=True))
    default = SelectedCases(source, Selection())
    assert {key.name[:2] for key in default.keys()} <= {"00", "01", "02"}  # noqa: SIM118
    assert default.available == every.available == len(every.keys())
    assert "official" in default.description
    json_cases = SelectedCases(source, Selection(tags=("json",)))
    assert all("json" in key.tags for key in json_cases.keys())  # noqa: SIM118
    others = SelectedCases(source, Selection(without=("json",)))
    assert len(others.keys()) + len(json_cases.keys()) == len(every.keys())
    one = every.keys()[0].name
    assert [case.name for case in SelectedCases(source, Selection(names=(one[:16],)))] == [one]
    with pytest.raises(ExamError, match="no case is selected"):
        SelectedCases(source, Selection(prefixes=("zz",)))


def test_nothing_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ExamError, match="there are no cases at"):
        open_source(tmp_path / "absent", tmp_path)
