"""Models sit Archerfish: one call with the schema, and an agent that tries queries on a read-only copy."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from proctor.exams.archerfish.settings import bundled_database
from proctor.grading.run_folder import RunFolder

PROGRAM = Path(__file__).with_name("scripted_archerfish.py")


@pytest.fixture(scope="module")
def sat(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict]:
    out = tmp_path_factory.mktemp("sat")
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(out)], capture_output=True, text=True, timeout=600
    )
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")] or [done.stderr]
    return out, json.loads(line.removeprefix("RESULT "))


def _kind_of_end(run: Path) -> str:
    (verdict,) = RunFolder(run).verdicts()
    return str(verdict.evidence["kind"])


def test_one_call_a_question_with_the_schema_in_its_prompt(sat: tuple[Path, dict]) -> None:
    out, told = sat[0] / "single", sat[1]["single"]
    assert not told["failed"], told
    (prompt,) = told["seen"]
    assert "CREATE TABLE ship" in prompt and "sqlite dialect" in prompt and "golden" not in prompt.lower()
    ends = {name: _kind_of_end(out / f"harbour_{name}-1" / "run") for name in (1, 2)}
    assert ends == {1: "passed", 2: "no_sql"}
    assert told["lines"][-1].startswith("sqlite, 2 attempts: pass@1 50.0%")
    assert told["lines"][-1].endswith("2 calls, 2200 tokens, 0.0024 USD (prices today)")


def test_an_agent_tries_queries_on_a_copy_that_it_can_not_harm(sat: tuple[Path, dict]) -> None:
    out, told = sat[0] / "agent", sat[1]["agent"]
    assert not told["failed"], told
    prompt, *answers = told["seen"]
    assert "read-only copy" in prompt
    assert answers[0].splitlines()[0] == "n" and answers[0].endswith("(1 row)")
    assert answers[1].startswith("refused: ")
    assert answers[2].startswith("error: ")
    assert _kind_of_end(out / "harbour_1-1" / "run") == "passed"
    assert "4 calls" in told["lines"][-1]
    connection = sqlite3.connect(bundled_database())
    assert connection.execute("SELECT count(*) FROM ship").fetchone()[0] > 0
    connection.close()
