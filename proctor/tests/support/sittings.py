"""Runs scripted sittings (`tests/adapters/scripted_sitting.py`) and reads what became of them."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from proctor.exams.multilangbench.case import name_of

PROGRAM = Path(__file__).parents[1] / "adapters" / "scripted_sitting.py"
PRICES = """dated = "test"
source = "a test"
[models."mockllm/model"]
tiers = [{ from_prompt_tokens = 0, input = "1", output = "10", cache_read = "0.1" }]
"""
SAYS_WHAT = """printf 'language = "python"\\nentry = "engine.py"\\n' > submission.toml"""
# Creates an empty database and nothing more: right for two of the four cases below.
HONEST = f"""mkdir submission && cd submission && {SAYS_WHAT}
printf 'import sys\\nopen(sys.argv[1], "ab").close()\\n' > engine.py"""
# Destroys what it is given: right for none of them.
WRONG = f"""mkdir submission && cd submission && {SAYS_WHAT}
printf 'import sys\\nopen(sys.argv[1], "wb").write(b"no database")\\n' > engine.py"""
CASES = (
    ("", "SELECT 1;", "SELECT count(*) FROM sqlite_schema;", "0\n"),
    ("CREATE TABLE t(a);", "SELECT a FROM t;", "SELECT name FROM sqlite_schema;", "t\n"),
    ("", "CREATE TABLE u(b);", "SELECT name FROM sqlite_schema;", "u\n"),
    ("CREATE TABLE t(a);", "INSERT INTO t VALUES (7);", "SELECT * FROM t;", "7\n"),
)
COUNTED = len(CASES)


@dataclass(frozen=True)
class Sat:
    """What became of a scenario: the attempts' folder, one line an attempt, whether ours failed."""

    out: Path
    lines: list[str]
    failed: bool

    @classmethod
    def of(cls, folder: Path, told: dict[str, Any]) -> Sat:
        return cls(folder / told["name"], told["lines"], told["failed"])

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def attempt(self) -> Path:
        return self.out / "python-1"

    @property
    def run(self) -> Path:
        return self.attempt / "run"


def write_cases(path: Path) -> None:
    """The four cases as a file of JSON lines."""
    keys = ("initial_database", "user_query", "validation_query", "expected_output")
    with path.open("w") as file:
        for texts in CASES:
            first, query, check, _ = (text.encode() for text in texts)
            name = name_of(first, query, check)
            file.write(json.dumps({"name": name, **dict(zip(keys, texts, strict=True))}) + "\n")


def sit(folder: Path, scenarios: dict[str, dict[str, Any]], seconds: float = 1500) -> dict[str, Sat]:
    """Hold the scenarios in one process; one that a kill left undone is not among the results."""
    return {one["name"]: Sat.of(folder, one) for one in _held(folder, scenarios, seconds)}


def sit_once(
    factory: pytest.TempPathFactory, name: str, scenarios: dict[str, dict[str, Any]]
) -> dict[str, Sat]:
    """Hold them once for all workers of a test run: it is the dearest part of these tests."""
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    shared = (factory.getbasetemp().parent if is_worker else factory.getbasetemp()) / name
    shared.mkdir(exist_ok=True)
    done = shared / "held.json"
    with (shared / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            done.write_text(json.dumps(_held(shared, scenarios, 1500)))
    return {one["name"]: Sat.of(shared, one) for one in json.loads(done.read_text())}


def _held(folder: Path, scenarios: dict[str, dict[str, Any]], seconds: float) -> list[dict[str, Any]]:
    (folder / "prices.toml").write_text(PRICES)
    write_cases(folder / "cases.jsonl")
    always = {"prices": str(folder / "prices.toml"), "cases": str(folder / "cases.jsonl")}
    told = [
        {"name": name, "out": str(folder / name), "commands": [HONEST]} | always | scenario
        for name, scenario in scenarios.items()
    ]
    (folder / "scenarios.json").write_text(json.dumps(told))
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(folder / "scenarios.json")],
        capture_output=True, text=True, timeout=seconds,
    )  # fmt: skip
    assert done.returncode in (0, -9), done.stdout + done.stderr
    return [json.loads(line[7:]) for line in done.stdout.splitlines() if line.startswith("RESULT ")]
