"""The exported task folder: what Harbor 0.26's task.toml asks, and nothing of the cases in the agent's sight."""

import tomllib
from pathlib import Path

from click.testing import CliRunner

from proctor.cli import main


def test_cases_and_wheel_lie_on_the_verifiers_side_alone(tmp_path: Path) -> None:
    wheel = tmp_path / "proctor-0-py3-none-any.whl"
    wheel.write_bytes(b"wheel")
    folder = tmp_path / "task"
    arguments = [
        "export",
        "harbor",
        "multilangbench",
        str(folder),
        "--language",
        "ocaml",
        "--wheel",
        str(wheel),
    ]
    done = CliRunner().invoke(main, [*arguments, "--package", "ocaml-nox"])
    assert done.exit_code == 0, done.output
    task = tomllib.loads((folder / "task.toml").read_text())
    assert task["schema_version"] == "1.4" and task["verifier"]["environment_mode"] == "separate"
    assert task["artifacts"] == ["/app/submission"]
    assert task["environment"]["network_mode"] == "no-network"
    assert {p.name for p in (folder / "environment").iterdir()} == {"Dockerfile"}
    assert {p.name for p in (folder / "tests").iterdir()} == {
        "Dockerfile",
        "test.sh",
        "cases.jsonl",
        wheel.name,
    }
    assert "in OCaml" in (folder / "instruction.md").read_text()
    assert CliRunner().invoke(main, arguments).exit_code == 1, "a folder that holds something is left alone"


def test_a_name_can_not_smuggle_a_command_into_a_dockerfile(tmp_path: Path) -> None:
    wheel = tmp_path / "w.whl"
    wheel.touch()
    arguments = [
        "export",
        "harbor",
        "multilangbench",
        str(tmp_path / "t"),
        "--language",
        "python",
        "--wheel",
        str(wheel),
    ]
    assert CliRunner().invoke(main, [*arguments, "--package", "x; curl y"]).exit_code == 1
