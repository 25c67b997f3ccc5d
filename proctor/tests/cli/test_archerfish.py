"""`proctor archerfish`: the original's flags in both spellings, filters, reports, the linter."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from proctor.cli import main
from proctor.exams.archerfish.bundle import PREDICTIONS_PATH


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PROCTOR_CACHE", str(tmp_path / "cache"))
    return CliRunner()


def test_run_as_the_original_is_called(runner: CliRunner, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Mine:\n    def setup(self, config): pass\n    def cleanup(self): pass\n"
        "    def generate_query(self, query_info): return 'SELECT count(*) FROM ship'\n"
    )
    (tmp_path / "w.yaml").write_text(
        "".join(
            f"q_{n}:\n  query_name: q_{n}\n  question: How many?\n  golden_query: SELECT {n} AS n\n"
            f"  comparison_rules:\n  - columns: [n]\n    match: exact\n  schemas: [s{n}]\n"
            for n in (1, 2, 12)
        )
    )
    import sqlite3

    connection = sqlite3.connect(tmp_path / "s.db")
    connection.executescript("CREATE TABLE ship (a); INSERT INTO ship VALUES (1), (2);")
    connection.close()
    (tmp_path / "b.yaml").write_text(
        "implementations:\n- name: MineBenchmark\n  class: mine.Mine\n  threads_count: 1\n  databases:\n    source:\n"
        f"      type: sqlalchemy\n      connection: sqlite:///{tmp_path}/s.db\n    target:\n      same_as_source: true\n"
    )
    call = [
        "archerfish",
        "run",
        "-b",
        "b.yaml",
        "-n",
        "MineBenchmark",
        "-w",
        "w.yaml",
        "-i",
        "once",
        "-r",
        "q_1,q_2,q_9",
    ]
    done = runner.invoke(
        main, [*call, "--schema_filter", "s1,s2", "--report_format=csv,json", "--halt-on-error"]
    )
    assert done.exit_code == 130, done.output  # q_1 fails, and that halts it
    done = runner.invoke(main, [*call, "--schema-filter", "s1,s2", "--report_format", "csv,json"])
    assert done.exit_code == 0, done.output
    assert "no question q_9" in done.output
    (report,) = (tmp_path / "reports").glob("once_*.csv")
    rows = list(csv.DictReader(report.read_text().splitlines()))
    fine = {row["Query Name"]: row["Is Results Comparison Fine (intent_based)"] for row in rows}
    assert fine == {"q_1": "False", "q_2": "True"}
    (report,) = (tmp_path / "reports").glob("once_*.json")
    assert json.loads(report.read_text())["scorecard"]["score"]["passed"] == 1
    both = [
        "archerfish",
        "report",
        "runs/once",
        "runs/once",
        "--report-format",
        "json,html",
        "--output",
        "both",
    ]
    done = runner.invoke(main, both)
    assert done.exit_code == 0, done.output
    record = json.loads((tmp_path / "both.json").read_text())
    assert [run["run"] for run in record["runs"]] == ["once", "runs/once"]
    assert [each["ends"]["once"]["kind"] for each in record["questions"]] == ["mismatch", "passed"]


def test_bad_input_is_one_line(runner: CliRunner, tmp_path: Path) -> None:
    (tmp_path / "w.yaml").write_text("a:\n  question: q\n  golden_query: [\n")
    for arguments, words in (
        (["run"], "what to grade"),
        (["run", "--submission", str(PREDICTIONS_PATH), "--report_format", "pdf"], "html, csv or json"),
        (["run", "-w", "w.yaml", "--source", "sqlite:///x", "--submission", "x"], "w.yaml"),
        (["run", "--submission", str(PREDICTIONS_PATH), "-i", "../x"], "no slashes"),
        (["run", "--submission", str(PREDICTIONS_PATH), "-r", "nothing"], "leave no question"),
    ):
        done = runner.invoke(main, ["archerfish", *arguments])
        assert done.exit_code == 1 and words in done.output and "Traceback" not in done.output, done.output


def test_lint(runner: CliRunner, tmp_path: Path) -> None:
    done = runner.invoke(main, ["archerfish", "lint"])
    assert done.exit_code == 0, done.output
    assert "62 questions, 0 errors" in done.output
    (tmp_path / "w.yaml").write_text("a:\n  question: q\n  golden_query: SELECT a grup by b\n")
    done = runner.invoke(main, ["archerfish", "lint", "-w", "w.yaml", "--no-database"])
    assert done.exit_code == 1
    assert "w.yaml:2: error: a: unreadable" in done.output
