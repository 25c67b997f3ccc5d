"""Where one attempt lies on disk, so that a killed sitting goes on and a graded one can be graded again.

calls.jsonl      usage, one call a line, also of attempts that were killed
submission/      what was taken out of the room
submitted.json   how the model's part ended, and why nothing could be taken out if so; written last: without
                 it the model has to sit again
run/             the run folder of the grading, with the bill and the record of the sitting
"""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

from proctor.grading.manifest import RunError
from proctor.grading.run_folder import write_whole
from proctor.grading.submission import remove_tree
from proctor.reporting.bill import CALLS

_SUBMITTED = "submitted.json"


@dataclass(frozen=True, slots=True)
class Ended:
    """How the model's part ended (`submitted`, or the limit that ended it), and why it is refused, if so."""

    model: str
    how: str
    refused: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """The folder of one attempt at one question."""

    folder: Path

    @property
    def submission(self) -> Path:
        """What was taken out of the room."""
        return self.folder / "submission"

    @property
    def run(self) -> Path:
        """The run folder."""
        return self.folder / "run"

    @property
    def ended(self) -> Ended | None:
        """How the model's part ended; None while it has not. Raises RunError for a damaged record."""
        path = self.folder / _SUBMITTED
        try:
            record = json.loads(path.read_text("utf-8"))
            return Ended(str(record["model"]), str(record["how"]), record["refused"])
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError) as error:
            raise RunError(f"{path} is damaged: {error}") from error

    def begin(self) -> None:
        """Make the folder, without what a killed attempt left half done."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.empty()
        (self.folder / CALLS).touch()

    def empty(self) -> None:
        """Make the submission's folder, without anything in it."""
        if self.submission.exists():
            remove_tree(self.submission)
        self.submission.mkdir()

    def submit(self, ended: Ended) -> None:
        """The submission is there, whole."""
        write_whole(self.folder / _SUBMITTED, json.dumps(asdict(ended)) + "\n")

    def copy_calls(self) -> None:
        """Put the record of calls into the run folder, which is what reports and boards read."""
        shutil.copyfile(self.folder / CALLS, self.run / CALLS)
