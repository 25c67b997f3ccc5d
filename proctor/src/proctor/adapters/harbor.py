"""Writes an exam as a Harbor task folder (task.toml, schema 1.4); Harbor itself is never imported.

DIR/
  task.toml               separate verifier; the folder /app/submission is the artifact
  instruction.md          what the model is asked
  environment/Dockerfile  the agent's room: the toolchain, the documentation, no SQLite
  tests/Dockerfile        the verifier: our wheel, the cases, the real SQLite; never in the agent's sight
  tests/test.sh           grades the artifact, writes /logs/verifier/reward.json (`reward` first)
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from proctor.exams.multilangbench.sources import BUNDLED
from proctor.grading.exam import ExamError
from proctor.languages.catalogue import Language

_BASE = "debian:bookworm-slim"
_NAME = re.compile(r"[a-z0-9][a-z0-9+.-]*")


@dataclass(frozen=True, slots=True)
class HarborTask:
    """What to write. packages: Debian's, beside those of the language; cases: a file of JSON lines."""

    language: Language
    instructions: str
    wheel: Path
    packages: Sequence[str] = ()
    cases: Path = BUNDLED
    agent_seconds: float = 14_400.0
    verifier_seconds: float = 21_600.0


def export_multilangbench(task: HarborTask, folder: Path) -> None:
    """Write the task into a folder that is empty or not there yet.

    Raises ExamError for a name that is none, a missing wheel or file of cases, and a folder that is not
    empty.
    """
    for name in task.packages:
        if not _NAME.fullmatch(name):
            raise ExamError(f"{name!r} is no name of a package")
    for path in (task.wheel, task.cases):
        if not path.is_file():
            raise ExamError(f"there is no file {path}")
    if folder.exists() and any(folder.iterdir()):
        raise ExamError(f"{folder} is not empty")
    (folder / "environment").mkdir(parents=True)
    tests = folder / "tests"
    tests.mkdir()
    (folder / "task.toml").write_text(_task_toml(task), "utf-8")
    (folder / "instruction.md").write_text(task.instructions, "utf-8")
    (folder / "environment" / "Dockerfile").write_text(_agent_dockerfile(task), "utf-8")
    (tests / "Dockerfile").write_text(_verifier_dockerfile(task), "utf-8")
    (tests / "test.sh").write_text(_TEST.replace("LANGUAGE", task.language.name), "utf-8")
    (tests / "test.sh").chmod(0o755)
    shutil.copyfile(task.wheel, tests / task.wheel.name)
    shutil.copyfile(task.cases, tests / "cases.jsonl")


def _task_toml(task: HarborTask) -> str:
    name, title = task.language.name, task.language.title
    return f"""schema_version = "1.4"
artifacts = ["/app/submission"]

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


def _agent_dockerfile(task: HarborTask) -> str:
    named = " ".join(["sqlite3-doc", *task.language.packages, *task.packages])
    return f"""FROM {_BASE}
# Slim images leave documentation out; this one needs it.
RUN rm -f /etc/dpkg/dpkg.cfg.d/docker && apt-get update \\
 && apt-get install -y --no-install-recommends {named} && rm -rf /var/lib/apt/lists/*
RUN find / -xdev \\( -name 'libsqlite3*' -o -name '_sqlite3*' -o -path '*/bin/sqlite3' \\) -delete
WORKDIR /app
"""


def _verifier_dockerfile(task: HarborTask) -> str:
    ours = ("python3", "python3-venv", "libsqlite3-0", "bubblewrap")
    named = " ".join([*ours, *task.language.packages, *task.packages])
    return f"""FROM {_BASE}
RUN apt-get update && apt-get install -y --no-install-recommends {named} && rm -rf /var/lib/apt/lists/*
COPY {task.wheel.name} /opt/
RUN python3 -m venv /opt/proctor \\
 && /opt/proctor/bin/pip install --no-cache-dir /opt/{task.wheel.name}
COPY . /tests
WORKDIR /app
"""


_TEST = """#!/bin/sh
# No reward is written unless the figures are final: a fault of the verifier is not the model's.
set -eu
mkdir -p /logs/verifier
/opt/proctor/bin/proctor grade multilangbench /app/submission \\
  --option language=LANGUAGE --cases /tests/cases.jsonl --run /logs/verifier/run
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
