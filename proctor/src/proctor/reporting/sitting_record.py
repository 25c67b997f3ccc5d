"""Which model took the exam, in which language, by which agent: kept in the folder of the sitting's run."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from proctor.grading.manifest import RunError
from proctor.grading.run_folder import write_whole

SITTING = "sitting.json"


@dataclass(frozen=True, slots=True)
class SittingRecord:
    """One attempt. ended: how the model's part ended (`submitted`, or which limit ended it).

    question: its name in the exam's kind of sitting. epoch: which attempt at it, from 1.
    """

    exam: str
    model: str
    language: str
    agent: str
    room: str
    epoch: int
    ended: str
    question: str = ""


def write_sitting(folder: Path, record: SittingRecord) -> None:
    """Keep the record in a folder, whole or not at all."""
    write_whole(folder / SITTING, json.dumps(asdict(record), indent=2) + "\n")


def read_sitting(folder: Path) -> SittingRecord | None:
    """The record in a folder; None if the run is of no sitting. Raises RunError if it is damaged."""
    try:
        return SittingRecord(**json.loads((folder / SITTING).read_text("utf-8")))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError) as error:
        raise RunError(f"{folder / SITTING} is damaged: {error}") from error
