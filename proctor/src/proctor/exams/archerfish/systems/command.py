"""A command that reads the question and the schema as JSON on standard input and prints SQL, in isolation.

What it prints is the query, or a JSON object {"sql": SQL | [SQL, …], "usage": […]}.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from proctor.exams.archerfish.systems import Asked, Generated, SystemFailed, queries_in
from proctor.exams.archerfish.systems.predictions import PredictionsError, usage_of
from proctor.isolation.protocol import Command, Isolation, Limits


class CommandSystem:
    """Runs a program once a question; it sees no database and has no network, as any submission."""

    def __init__(self, argv: tuple[str, ...], root: Path, limits: Limits) -> None:
        self._argv = argv
        self._root = root
        self._limits = limits

    def generate(self, asked: Asked, workplace: Path, isolation: Isolation) -> Generated:
        """See `System.generate`."""
        box = workplace / "box"
        box.mkdir()
        stdin = json.dumps(asked.to_json(), ensure_ascii=False).encode()
        done = isolation.run(
            Command(
                self._argv, writable=box, stdin=stdin, readonly=(self._root,), limits=self._limits,
                env={"PYTHONIOENCODING": "utf-8"},
            )
        )  # fmt: skip
        if done.timed_out:
            raise SystemFailed(
                f"the program took longer than {self._limits.wall_seconds:g} s", timed_out=True
            )
        if not done.ok:
            last = (
                done.stderr.decode("utf-8", "replace").strip().splitlines() or ["nothing on standard error"]
            )[-1]
            how = (
                f"limit: {done.limit.value}" if done.limit else f"exit {done.exit_code}, signal {done.signal}"
            )
            raise SystemFailed(f"the program failed ({how}): {last[:300]}", crashed=True)
        generated = read_output(done.stdout)
        if not generated.queries:
            raise SystemFailed("the program printed no SQL", usage=generated.usage)
        return Generated(
            generated.queries, done.wall_seconds, usage=generated.usage, cpu_seconds=done.cpu_seconds
        )

    def close(self) -> None:
        """See `System.close`."""


def read_output(output: bytes) -> Generated:
    """The queries in what a command printed. Raises SystemFailed for bytes that are not UTF-8."""
    try:
        text = output.decode().strip()
    except UnicodeDecodeError:
        raise SystemFailed("the program printed bytes that are not UTF-8") from None
    if not text.startswith("{"):
        return Generated(queries_in(text))
    try:
        record = json.loads(text)
    except ValueError:
        return Generated(queries_in(text))
    assert isinstance(record, Mapping)
    try:
        return Generated(queries_in(record.get("sql")), usage=usage_of(record.get("usage"), "the output"))
    except PredictionsError as fault:
        raise SystemFailed(str(fault)) from fault
