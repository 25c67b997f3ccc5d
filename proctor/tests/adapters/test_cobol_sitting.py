"""A model ports a COBOL program: what is in its room, what is not, and how its port is graded."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cobol_ports import EXAM, ports_of
from proctor.cli import main
from proctor.grading.run_folder import RunFolder

PROGRAM = Path(__file__).with_name("scripted_cobol.py")


def held(out: Path, cases: Path, port: str) -> dict:
    source = ports_of(EXAM / "ports", out.parent / "ports") / port / "loan-interest" / "python" / "main.py"
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(out), str(cases), str(source)],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")] or [done.stderr]
    return json.loads(line.removeprefix("RESULT "))


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    return shutil.copytree(EXAM / "cases", tmp_path / "cases")


def test_a_right_port_is_solved_and_nothing_hidden_was_in_the_room(tmp_path, cases):
    out = tmp_path / "out"
    result = held(out, cases, "right-python")
    assert not result["failed"], result
    told, room = result["seen"][0], result["seen"][1].splitlines()
    assert "submission/loan-interest/python/main.py" in told and "python3 -s -B SRC/main.py" in told
    assert "./program/src/LOANINT.cob" in room and "./program/copy/OUTREC.cpy" in room
    assert "./public/t01/in/LOANS.DAT" in room and "./public/t01/golden/stdout" in room
    assert not [line for line in room if "hidden" in line or line == "has cobc"]
    assert {"has g++", "has python3"} <= set(room)
    (verdict,) = RunFolder(out / "loan-interest-python-1" / "run").verdicts()
    assert verdict.outcome.value == "passed"
    assert "language:python" in verdict.tags


def test_a_wrong_port_is_unsolved_where_gnucobol_stood_in_the_room(tmp_path, cases):
    path = cases / "loan-interest" / "case.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"cobol_in_room": True}))
    out = tmp_path / "out"
    result = held(out, cases, "wrong-python")
    assert not result["failed"], result
    assert "has cobc" in result["seen"][1].splitlines()
    assert "It is in this room" in result["seen"][0]
    (verdict,) = RunFolder(out / "loan-interest-python-1" / "run").verdicts()
    assert verdict.outcome.value == "wrong"
    assert verdict.evidence["trap"] == "truncation"


def test_a_target_language_is_needed(tmp_path):
    for chosen, said in ((), "needs a target language"), (("--language", "cobol"), "no target language"):
        done = CliRunner().invoke(main, ["sit", "cobol-migration", "--model", "mockllm/model", *chosen])
        assert done.exit_code != 0 and said in done.output
