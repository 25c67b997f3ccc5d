"""Where one attempt lies on disk, so that a killed sitting goes on and a graded one can be graded again.

calls.jsonl      usage, one call a line, also of attempts that were killed
submission/      what was taken out of the room
submitted.json   how the model's part ended; written last: without it the model has to sit again
run/             the run folder of the grading, with the bill and the record of the sitting
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from proctor.grading.run_folder import write_whole
from proctor.grading.submission import remove_tree
from proctor.reporting.bill import CALLS


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
    def ended(self) -> str | None:
        """How the model's part ended; None while it has not."""
        try:
            return str(json.loads((self.folder / "submitted.json").read_text("utf-8"))["ended"])
        except FileNotFoundError:
            return None

    def begin(self) -> None:
        """Make the folder, without what a killed attempt left half done."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.submission.exists():
            remove_tree(self.submission)
        (self.folder / CALLS).touch()

    def submit(self, ended: str) -> None:
        """The submission is there, whole."""
        write_whole(self.folder / "submitted.json", json.dumps({"ended": ended}) + "\n")

    def copy_calls(self) -> None:
        """Put the record of calls into the run folder, which is what reports and boards read."""
        shutil.copyfile(self.folder / CALLS, self.run / CALLS)
