"""The bundled exam: a small shipping company's database, questions about it, and answers of known worth.

Everything is made once for SQLite, DuckDB and PostgreSQL, so that their verdicts can be compared.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from proctor.exams.archerfish.model import Workload
from proctor.exams.archerfish.workload import load_workload

_FOLDER = Path(__file__).parent / "bundled"
WORKLOAD_PATH = _FOLDER / "harbour.yaml"
PREDICTIONS_PATH = _FOLDER / "predictions.jsonl"


@dataclass(frozen=True, slots=True)
class Prediction:
    """An answer to a bundled question.

    expected: by profile, whether it passes. why: what is right or wrong about it. kind: "no-sql", "sql-error"
    or "refused" where it never comes to a comparison, else "".
    """

    query_name: str
    sql: str
    expected: Mapping[str, bool]
    why: str
    kind: str


def bundled_workload() -> Workload:
    """The questions."""
    return load_workload(WORKLOAD_PATH)


def database_statements() -> list[str]:
    """The statements that make the database, one by one, for any of the three kinds."""
    text = (_FOLDER / "harbour.sql").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("--")]
    return [statement.strip() for statement in "\n".join(lines).split(";\n") if statement.strip(" ;\n")]


def bundled_predictions() -> list[Prediction]:
    """An answer for every question, in the workload's order."""
    found = []
    for line in PREDICTIONS_PATH.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        found.append(
            Prediction(
                record["query_name"],
                record["sql"],
                record["expected"],
                record["why"],
                record.get("kind", ""),
            )
        )
    return found
