"""A model's opinion of a submission, asked by way of a command. It is recorded, and decides nothing."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence

from proctor.core.json_types import JsonObject

SECONDS = 600.0
_KEPT = 8_000


def ask(command: Sequence[str], language: str, sources: Mapping[str, str]) -> JsonObject:
    """Run the command with the sources as JSON on its standard input, and return what it answered.

    The command gets `{"language": …, "sources": {file: text}}` and answers in JSON or in words. That it fails
    or takes more than ten minutes is recorded too.
    """
    given = json.dumps({"language": language, "sources": dict(sources)})
    told: JsonObject = {"command": list(command)}
    try:
        done = subprocess.run(
            list(command), input=given, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return {**told, "failed": str(error)}
    if done.returncode:
        return {**told, "failed": f"status {done.returncode}: {done.stderr.strip()[:_KEPT]}"}
    try:
        return {**told, "answer": json.loads(done.stdout)}
    except ValueError:
        return {**told, "answer": done.stdout.strip()[:_KEPT]}
