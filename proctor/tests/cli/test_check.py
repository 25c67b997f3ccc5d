"""`proctor check`: what it prints and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proctor.cli.check import command


def run(*words: str) -> Result:
    return CliRunner().invoke(command, words)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "submission.toml").write_text('language = "lua"\nentry = "engine.lua"\n')
    (tmp_path / "engine.lua").write_text("io.open(arg[1], 'ab'):close()\n")
    return tmp_path


def test_clean_is_0(folder: Path) -> None:
    done = run(str(folder))
    assert done.exit_code == 0, done.output
    assert done.output == "lua: 1 source file, nothing wrong\n"


def test_refused_is_1_with_reasons(folder: Path) -> None:
    (folder / "engine.lua").write_text("os.execute('sqlite3 \x1b[31m')\n")
    (folder / "run.sh").write_text("sqlite3\n")
    done = run(str(folder))
    assert done.exit_code == 1
    assert "refused [call] engine.lua:1: starts another program: os.execute" in done.output
    assert "refused [ending] run.sh: is not Lua" in done.output
    assert "lua: 1 source file, 2 breaches" in done.output and "\x1b" not in done.output


def test_json_is_the_report(folder: Path) -> None:
    (folder / "notes.md").write_text("x\n")
    done = run(str(folder), "--json", "--language", "lua")
    report = json.loads(done.output)
    assert done.exit_code == 0
    assert (report["language"], report["refused"], report["set_aside"]) == ("lua", False, ["notes.md"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--language", "klingon"), "no language 'klingon'"),
        (("--isolation", "prison"), "Invalid value"),
    ],
)
def test_bad_input_is_2(folder: Path, words: tuple[str, ...], said: str) -> None:
    done = run(str(folder), *words)
    assert done.exit_code == 2 and said in done.output and "Traceback" not in done.output


def test_a_folder_that_names_no_language_is_bad_input(tmp_path: Path) -> None:
    assert run(str(tmp_path)).exit_code == 2
    assert run(str(tmp_path / "none")).exit_code == 2
    (tmp_path / "submission.toml").write_text("= x")
    assert run(str(tmp_path)).exit_code == 2
