"""A file of predicted SQL.

    .json    {name: SQL | [SQL, …] | {"sql": …, "seconds": …, "usage": […]}}
    .jsonl   one object a line: {"query_name": …, "sql": SQL | [SQL, …], "seconds": …, "usage": […]}
    .csv     columns query_name and sql; several rows of one name are several queries
    .sql     one query a line in the workload's order, a tab and whatever follows it cut off (Spider's form)

`usage` lists model calls: model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from proctor.core.usage import Usage
from proctor.exams.archerfish.systems import Asked, Generated, SystemFailed, queries_in
from proctor.isolation.protocol import Isolation

SUFFIXES = (".json", ".jsonl", ".csv", ".sql")


class PredictionsError(ValueError):
    """The file can't be read as predictions. The message names file and line."""


class Predictions:
    """Looks the SQL up by the question's name."""

    def __init__(self, path: Path, names: Sequence[str]) -> None:
        """names: the workload's, in its order. Raises PredictionsError."""
        self._found = read_predictions(path, names)

    def generate(self, asked: Asked, workplace: Path, isolation: Isolation) -> Generated:
        """See `System.generate`."""
        found = self._found.get(asked.name)
        if found is None or not found.queries:
            usage = () if found is None else found.usage
            raise SystemFailed("the file has no SQL for this question", usage=usage)
        return found

    def close(self) -> None:
        """See `System.close`."""


def read_predictions(path: Path, names: Sequence[str]) -> dict[str, Generated]:
    """Read a file of predictions. Raises PredictionsError."""
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise PredictionsError(f"{path.name} can't be read: {fault}") from fault
    if path.suffix == ".sql":
        lines = [line.partition("\t")[0].strip() for line in text.splitlines()]
        if len(lines) != len(names):
            raise PredictionsError(f"{path.name} has {len(lines)} lines for {len(names)} questions")
        return {name: Generated(queries_in(line)) for name, line in zip(names, lines, strict=True)}
    if path.suffix == ".csv":
        return _from_csv(path, text)
    if path.suffix == ".jsonl":
        return dict(_line(path, at, line) for at, line in enumerate(text.splitlines(), 1) if line.strip())
    record = _json(text, path.name)
    if not isinstance(record, dict):
        raise PredictionsError(f"{path.name} is an object from names to SQL")
    return {name: _generated(value, f"{path.name}, {name}") for name, value in record.items()}


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as fault:
        raise PredictionsError(f"{where} is no JSON: {fault}") from fault


def _line(path: Path, at: int, line: str) -> tuple[str, Generated]:
    where = f"{path.name}:{at}"
    record = _json(line, where)
    if not isinstance(record, dict) or not isinstance(record.get("query_name"), str):
        raise PredictionsError(f"{where} has no query_name")
    return record["query_name"], _generated(record, where)


def _from_csv(path: Path, text: str) -> dict[str, Generated]:
    reader = csv.DictReader(text.splitlines(keepends=True))
    if not {"query_name", "sql"} <= set(reader.fieldnames or ()):
        raise PredictionsError(f"{path.name}:1 has no columns query_name and sql")
    found: dict[str, list[str]] = {}
    for row in reader:
        found.setdefault(row["query_name"], []).append(row["sql"] or "")
    return {name: Generated(queries_in(queries)) for name, queries in found.items()}


def _generated(value: object, where: str) -> Generated:
    if not isinstance(value, Mapping):
        return Generated(queries_in(value))
    seconds = value.get("seconds")
    return Generated(
        queries_in(value.get("sql")),
        float(seconds) if isinstance(seconds, int | float) else None,
        usage=usage_of(value.get("usage"), where),
    )


def usage_of(value: object, where: str) -> tuple[Usage, ...]:
    """Model calls as the module's head describes them. Raises PredictionsError."""
    try:
        return tuple(Usage(**call) for call in value) if isinstance(value, list) else ()
    except TypeError as fault:
        raise PredictionsError(f"{where}: usage is a list of model calls: {fault}") from fault
