"""Stored runs: the log and the trace of each, so that they can be graded again without Docker.

    RUN/logs/INSTANCE/1/fix-patch-run.log   what the tests printed, byte for byte (the official name)
    RUN/logs/INSTANCE/1/trace.json          all else that decides, and the digest of the patch it belongs to

The number is that of the repetition.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from proctor.exams.multi_swe_bench.judging import Trace, dump
from proctor.exams.multi_swe_bench.patch_text import encoded

FOLDER = "logs"
_LOG = "fix-patch-run.log"
_TRACE = "trace.json"


class NotStored(Exception):
    """There is no stored run of this patch; the message says what is there instead."""


def patch_digest(patch: str) -> str:
    """Hex SHA-256 of a patch."""
    return sha256(encoded(patch)).hexdigest()


class TraceStore:
    """The stored runs below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, instance: str, repetition: int, patch: str, left: Trace) -> None:
        """Store a run; one that is there already is replaced. Raises OSError."""
        folder = self._folder / instance / str(repetition)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _TRACE).unlink(missing_ok=True)
        (folder / _LOG).write_bytes(left.log)
        # Last: without it there is no stored run.
        (folder / _TRACE).write_text(dump(left, patch_digest(patch)), "utf-8")

    def find(self, instance: str, repetition: int, patch: str) -> Trace:
        """The stored run of this very patch. Raises NotStored."""
        folder = self._folder / instance / str(repetition)
        try:
            told = json.loads((folder / _TRACE).read_text("utf-8"))
            log = (folder / _LOG).read_bytes()
        except FileNotFoundError:
            raise NotStored(f"no log of run {repetition} of {instance} is stored in {self._folder}") from None
        except ValueError as error:
            raise NotStored(f"{folder / _TRACE} is damaged: {error}") from error
        if told.pop("patch", None) != patch_digest(patch):
            raise NotStored(f"the log of {instance} is of another patch: it says nothing about this one")
        try:
            return Trace.from_json(told, log)
        except (KeyError, TypeError, ValueError) as error:
            raise NotStored(f"{folder / _TRACE} is damaged: {error!r}") from error
