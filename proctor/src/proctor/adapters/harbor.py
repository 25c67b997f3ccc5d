"""Writes an exam as a Harbor task folder (task.toml, schema 1.4); Harbor itself is never imported.

DIR/
  task.toml                  separate verifier; the folder /work/submission is the artifact
  instruction.md             what the model is asked
  environment/Dockerfile     the agent's room, that of `proctor rooms`: toolchain, documentation, no SQLite
  tests/Dockerfile           the verifier: our wheel, the cases, the real SQLite; never in the agent's sight
  tests/docker-compose.yaml  lets the verifier make namespaces, in which it shuts submissions in
  tests/test.sh              grades the artifact, writes /logs/verifier/reward.json (`reward` first)
  solution/solve.sh          lays a known submission down, for Harbor's oracle agent; only if one is given
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from proctor.exams.multilangbench.sources import BUNDLED
from proctor.grading.exam import ExamError
from proctor.languages.catalogue import Language
from proctor.rooms.contract import contract
from proctor.rooms.dockerfile import DOCUMENTS, INSTRUCTIONS, PURGE, base_of, dockerfile_of, purge_script
from proctor.rooms.documents import find_documents, lay_documents
from proctor.rooms.store import Store

_NAME = re.compile(r"[a-z0-9][a-z0-9+.-]*")


@dataclass(frozen=True, slots=True)
class HarborTask:
    """What to write. packages: Debian's, beside those of the language; cases: a file of JSON lines.

    everything: grade all of them instead of the official slice. base: the image both sides are built on.
    documents: SQLite's documentation, if not Debian's. solution: a folder that is submitted by Harbor's
    oracle agent.
    """

    language: Language
    wheel: Path
    packages: Sequence[str] = ()
    cases: Path = BUNDLED
    base: str | None = None
    documents: Path | None = None
    solution: Path | None = None
    everything: bool = False
    agent_seconds: float = 14_400.0
    verifier_seconds: float = 21_600.0


def export_multilangbench(task: HarborTask, folder: Path) -> None:
    """Write the task into a folder that is empty or not there yet.

    Raises ExamError for a name that is none, a missing wheel, file of cases or solution, and a folder that
    is not empty; NoDocuments without SQLite's documentation.
    """
    for name in task.packages:
        if not _NAME.fullmatch(name):
            raise ExamError(f"{name!r} is no name of a package")
    for path in (task.wheel, task.cases):
        if not path.is_file():
            raise ExamError(f"there is no file {path}")
    if task.solution is not None and not task.solution.is_dir():
        raise ExamError(f"there is no folder {task.solution}")
    if folder.exists() and any(folder.iterdir()):
        raise ExamError(f"{folder} is not empty")
    _write_room(task, folder / "environment")
    tests = folder / "tests"
    tests.mkdir()
    (folder / "task.toml").write_text(_task_toml(task), "utf-8")
    (folder / "instruction.md").write_text(contract(task.language), "utf-8")
    (tests / "Dockerfile").write_text(_verifier_dockerfile(task), "utf-8")
    (tests / "test.sh").write_text(_script(task), "utf-8")
    (tests / "test.sh").chmod(0o755)
    (tests / "docker-compose.yaml").write_text(_COMPOSE, "utf-8")
    shutil.copyfile(task.wheel, tests / task.wheel.name)
    shutil.copyfile(task.cases, tests / "cases.jsonl")
    if task.solution is not None:
        _write_solution(task.solution, folder / "solution")


def _script(task: HarborTask) -> str:
    which = " --all" if task.everything else ""
    return _TEST.replace("LANGUAGE", task.language.name).replace(" WHICH", which)


def _write_room(task: HarborTask, folder: Path) -> None:
    """The context of the room's image."""
    folder.mkdir(parents=True)
    pages = find_documents(task.documents)
    with tempfile.TemporaryDirectory(prefix="proctor-pages-") as store:
        lay_documents(pages, folder / DOCUMENTS, Store(Path(store)))
    (folder / "Dockerfile").write_text(dockerfile_of(task.language, task.base), "utf-8")
    (folder / PURGE).write_text(purge_script(task.language), "utf-8")
    (folder / INSTRUCTIONS).write_text(contract(task.language), "utf-8")


def _write_solution(solution: Path, folder: Path) -> None:
    shutil.copytree(solution, folder / "submission", symlinks=True)
    (folder / "solve.sh").write_text(_SOLVE, "utf-8")
    (folder / "solve.sh").chmod(0o755)


def _task_toml(task: HarborTask) -> str:
    name, title = task.language.name, task.language.title
    return f"""schema_version = "1.4"
artifacts = ["/work/submission"]

[task]
name = "proctor/multilangbench-{name}"
description = {json.dumps(f"Implement SQLite 3.40.1 in {title} from its documentation")}
keywords = ["multilangbench", {json.dumps(name)}]

[agent]
timeout_sec = {task.agent_seconds}

[environment]
network_mode = "no-network"

[verifier]
environment_mode = "separate"
timeout_sec = {task.verifier_seconds}

[verifier.environment]
network_mode = "no-network"
"""


def _verifier_dockerfile(task: HarborTask) -> str:
    ours = ("python3", "python3-venv", "libsqlite3-0", "bubblewrap")
    named = " ".join([*ours, *task.language.packages, *task.packages])
    return f"""FROM {base_of(task.language, task.base)}
RUN apt-get update && apt-get install -y --no-install-recommends {named} && rm -rf /var/lib/apt/lists/*
COPY {task.wheel.name} /opt/
RUN python3 -m venv /opt/proctor \\
 && /opt/proctor/bin/pip install --no-cache-dir '/opt/{task.wheel.name}[languages]'
COPY . /tests
WORKDIR /work
"""


_COMPOSE = """\
# The verifier shuts each submission in by bubblewrap: that takes namespaces and a /proc of its own, which
# Docker grants to privileged containers alone. What is submitted has neither privileges nor network in there.
services:
  main:
    privileged: true
"""
_SOLVE = """#!/bin/sh
set -eu
rm -rf /work/submission
cp -R "$(dirname "$0")/submission" /work/submission
"""
_TEST = """#!/bin/sh
# No reward is written unless the figures are final: a fault of the verifier is not the model's.
set -eu
# An agent that left nothing has submitted an empty folder.
mkdir -p /logs/verifier /work/submission
/opt/proctor/bin/proctor grade multilangbench /work/submission \\
  --option language=LANGUAGE --cases /tests/cases.jsonl WHICH --run /logs/verifier/run
/opt/proctor/bin/proctor report /logs/verifier/run --format json --output /logs/verifier/report.json
/opt/proctor/bin/python - <<'END'
import json
card = json.load(open("/logs/verifier/report.json"))[0]["scorecard"]
if not card["final"]:
    raise SystemExit("not final: " + "; ".join(card["not_final_because"]))
score = card["score"]
reward = {"reward": score["rate"] or 0.0, "passed": score["passed"], "counted": score["counted"]}
json.dump(reward, open("/logs/verifier/reward.json", "w"))
END
"""
