"""The exported task folder: what Harbor 0.26's schema asks, and its verifier run in Docker by hand."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import proctor
from proctor.cli import main
from proctor.isolation.docker import find_docker
from proctor.languages.catalogue import languages
from sittings import CASES, COUNTED, write_cases

# What `privileged` gives that bubblewrap needs; a daemon without all rights can't give the rest.
OPEN = [
    word
    for what in ("seccomp", "apparmor", "systempaths")
    for word in ("--security-opt", f"{what}=unconfined")
]
ENGINE = 'import sys\nopen(sys.argv[1], "ab").close()\n'


def export(folder: Path, *more: str, language: str = "python") -> Path:
    wheel = folder / "proctor-0-py3-none-any.whl"
    wheel.write_bytes(b"wheel")
    write_cases(folder / "four.jsonl")
    solution = folder / "given"
    solution.mkdir()
    (solution / "engine.py").write_text(ENGINE)
    (solution / "submission.toml").write_text(f'language = "{language}"\nentry = "engine.py"\n')
    task = folder / "task"
    told = ["export", "harbor", "multilangbench", str(task), "--language", language, "--wheel", str(wheel)]
    told += ["--all", "--cases", str(folder / "four.jsonl"), "--solution", str(solution), *more]
    done = CliRunner().invoke(main, told)
    assert done.exit_code == 0, done.output
    again = CliRunner().invoke(main, told)
    assert again.exit_code == 1 and "is not empty" in again.output, (
        "a folder that holds something is left alone"
    )
    return task


def test_task_keeps_to_harbors_schema(tmp_path: Path) -> None:
    """The facts of Harbor 0.26's `models/task/config.py` that this task rests on."""
    folder = export(tmp_path, "--package", "ocaml-nox", language="ocaml")
    task = tomllib.loads((folder / "task.toml").read_text())
    assert task.keys() == {"schema_version", "artifacts", "task", "agent", "environment", "verifier"}
    assert task["schema_version"] == "1.4"
    assert re.fullmatch(r"[a-z0-9][a-z0-9._-]*/[a-z0-9][a-z0-9._-]*", task["task"]["name"])
    assert task["verifier"]["environment_mode"] == "separate"
    assert task["artifacts"] == ["/work/submission"]
    assert (
        task["environment"]["network_mode"] == task["verifier"]["environment"]["network_mode"] == "no-network"
    )
    assert task["agent"]["timeout_sec"] > 0 and task["verifier"]["timeout_sec"] > 0
    assert "in OCaml" in (folder / "instruction.md").read_text()
    for script in ("tests/test.sh", "solution/solve.sh"):
        assert os.access(folder / script, os.X_OK), "Harbor calls it"


def test_cases_wheel_and_solution_are_out_of_the_agents_sight(tmp_path: Path) -> None:
    folder = export(tmp_path)
    assert {path.name for path in (folder / "environment").iterdir()} == {
        "Dockerfile", "INSTRUCTIONS.md", "purge.sh", "docs",
    }  # fmt: skip
    assert {path.name for path in (folder / "tests").iterdir()} == {
        "Dockerfile", "docker-compose.yaml", "test.sh", "cases.jsonl", "proctor-0-py3-none-any.whl",
    }  # fmt: skip
    golden = CASES[2][2].encode()
    seen = [path for path in (folder / "environment").rglob("*") if path.is_file()]
    assert seen and not any(golden in path.read_bytes() for path in seen)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--package", "x; curl y"], "is no name of a package"),
        (["--cases", "/nowhere"], "there is no file /nowhere"),
        (["--solution", "/nowhere"], "there is no folder /nowhere"),
        (["--language", "klingon"], "no language 'klingon'"),
        (["--docs", "/nowhere"], "no documentation of SQLite at /nowhere"),
    ],
)
def test_what_makes_no_task_is_said_in_one_line(tmp_path: Path, more: list[str], said: str) -> None:
    (tmp_path / "w.whl").touch()
    told = ["export", "harbor", "multilangbench", str(tmp_path / "t"), "--language", "python"]
    done = CliRunner().invoke(main, [*told, "--wheel", str(tmp_path / "w.whl"), *more])
    assert done.exit_code == 1 and said in done.output and "Traceback" not in done.output


def verify(task: Path, submission: Path | None, logs: Path) -> tuple[int, dict[str, float] | None]:
    """Run tests/test.sh as Harbor does, in a container with this machine's system for its image's.

    What the image installs by its Dockerfile is this Proctor instead; exit status and reward.
    """
    find_docker()  # makes the empty image too
    tools = task.parent / "tools"
    tools.mkdir(exist_ok=True)
    for name, program in (("proctor", "-m proctor_main"), ("python", "")):
        (tools / name).write_text(f'#!/bin/sh\nexec {sys.executable} {program} "$@"\n')
        (tools / name).chmod(0o755)
    (tools / "proctor_main.py").write_text(
        "from proctor.cli import main\n\nif __name__ == '__main__':\n    main()\n"
    )
    logs.mkdir()
    shown = {"/usr", "/etc/alternatives", "/etc/ld.so.cache", "/etc/passwd"}
    shown |= {sys.prefix, sys.base_prefix, str(Path(proctor.__file__).parents[1])}
    binds = [f"{path}:{path}:ro" for path in sorted(shown) if Path(path).exists()]
    binds += [f"{tools}:/opt/proctor/bin:ro", f"{task / 'tests'}:/tests:ro", f"{logs}:/logs"]
    if submission is not None:
        binds.append(f"{submission}:/work/submission:ro")
    volumes = [word for bind in binds for word in ("--volume", bind)]
    done = subprocess.run(
        ["docker", "run", "--rm", *OPEN, "--network", "none", "--tmpfs", "/tmp", "--tmpfs", "/root",
         "--env", "PYTHONPATH=/opt/proctor/bin", "--env", "HOME=/root", "--env", "PATH=/usr/bin:/bin",
         *volumes, "proctor-empty-root", "/bin/sh", "/tests/test.sh"],
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    reward = logs / "verifier" / "reward.json"
    print(done.stdout, done.stderr)
    return done.returncode, json.loads(reward.read_text()) if reward.exists() else None


@pytest.mark.docker
@pytest.mark.timeout(1800)
def test_verifier_rewards_the_solution_and_nothing_else(tmp_path: Path) -> None:
    task = export(tmp_path)
    applied = tmp_path / "applied"
    solve = (task / "solution" / "solve.sh").read_text().replace("/work/submission", str(applied))
    (task / "solution" / "here.sh").write_text(solve)
    subprocess.run(["sh", str(task / "solution" / "here.sh")], check=True, timeout=60)
    assert (applied / "engine.py").read_text() == ENGINE
    reward = {"reward": 0.5, "passed": 2, "counted": COUNTED}
    assert verify(task, applied, tmp_path / "logs") == (0, reward)
    # Only the cases that creating a file is enough for: the whole reward.
    lines = (task / "tests" / "cases.jsonl").read_text().splitlines()
    (task / "tests" / "cases.jsonl").write_text("\n".join(lines[:2]) + "\n")
    assert verify(task, applied, tmp_path / "all") == (0, {"reward": 1.0, "passed": 2, "counted": 2})
    # Nothing submitted is no fault of the verifier: no reward, and said so.
    assert verify(task, None, tmp_path / "nothing") == (0, {"reward": 0.0, "passed": 0, "counted": 2})
    shutil.copytree(applied, tmp_path / "another")
    (tmp_path / "another" / "submission.toml").write_text('language = "lua"\nentry = "engine.lua"\n')
    assert verify(task, tmp_path / "another", tmp_path / "wrong")[1] == {
        "reward": 0.0,
        "passed": 0,
        "counted": 2,
    }


@pytest.mark.docker
@pytest.mark.timeout(1800)
def test_verifier_that_can_not_judge_gives_no_reward(tmp_path: Path) -> None:
    task = export(tmp_path)
    (task / "tests" / "cases.jsonl").write_text("{}\n")
    status, reward = verify(task, tmp_path / "given", tmp_path / "logs")
    assert status != 0 and reward is None


def test_every_language_can_be_exported(tmp_path: Path) -> None:
    from proctor.adapters.harbor import HarborTask, _task_toml

    wheel = tmp_path / "w.whl"
    for language in languages().values():
        tomllib.loads(_task_toml(HarborTask(language, wheel)))
