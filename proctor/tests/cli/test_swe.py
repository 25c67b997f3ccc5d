"""``proctor swe``, as a person calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from proctor.cli import main


def called(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["swe", *words])
    return done.exit_code, done.output


def test_an_official_configuration_becomes_a_command(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    (tmp_path / "p.jsonl").touch()
    told = {
        "patch_files": [f"{tmp_path}/*.jsonl"],
        "dataset_files": [f"{tmp_path}/p.jsonl"],
        "output_dir": "out",
        "max_workers": 2,
        "log_dir": "logs",
    }
    path.write_text(json.dumps(told))
    code, said = called("config", str(path))
    assert code == 0
    assert f"proctor grade multi-swe-bench {path} --option config={path} --run out --jobs 2" in said
    assert "log_dir has no meaning here" in said


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"colour": 1}, "unknown keys: colour"),
        ({"mode": "image"}, "only evaluation grades"),
        ({}, "names no patch_files"),
        ({"patch_files": ["gone*"]}, "patch_files: nothing fits 'gone*'"),
    ],
)
def test_a_bad_configuration_is_one_line(tmp_path: Path, told: dict[str, object], said: str) -> None:
    path = tmp_path / "config.json"
    path.write_text(json.dumps(told))
    code, output = called("config", str(path))
    assert code == 1 and said in output and "Traceback" not in output


def test_what_is_no_run_is_told(tmp_path: Path) -> None:
    code, output = called("report", str(tmp_path))
    assert code == 1 and "is not a run folder" in output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["multi-swe-bench"], "SUBMISSION is missing"),
        (["multilangbench", "--gold"], "has no option gold"),
        (["multilangbench", "x", "--repeat", "2"], "has no option repeat"),
    ],
)
def test_a_self_check_without_an_exam_that_has_one_is_one_line(words: list[str], said: str) -> None:
    done = CliRunner().invoke(main, ["grade", *words])
    assert done.exit_code == 1 and said in done.output and "Traceback" not in done.output
