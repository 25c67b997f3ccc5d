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
    told = {
        "patch_files": ["p.jsonl"],
        "dataset_files": ["d.jsonl"],
        "specifics": ["cli/cli:pr-1"],
        "max_workers": 2,
    }
    path.write_text(json.dumps(told))
    code, said = called("config", str(path))
    assert code == 0
    assert "proctor grade multi-swe-bench p.jsonl --cases d.jsonl --name cli/cli:pr-1 --jobs 2" in said


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"colour": 1}, "unknown keys: colour"),
        ({"mode": "image"}, "only evaluation grades"),
        ({}, "must name patch_files"),
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
