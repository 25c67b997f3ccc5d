"""What a sitting needs to know of an exam: one small protocol, one class an exam.

Four kinds of submission are foreseen: a folder with an executable, the files of a port, the text of an SQL
statement, and a patch. The first two are folders that the model leaves in its room (`submission_folder`),
the last
two may as well be the text of its answer (`from_answer`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from proctor.adapters.inspect.bubblewrap_room import RoomConfig
from proctor.core.json_types import Json
from proctor.core.selection import Selection


@dataclass(frozen=True, slots=True)
class Question:
    """One thing a model is asked for: a language, a program, a question or an instance.

    name: unique in the exam, fit for a file name. language: what boards list the run under.
    files: what lies in the room at the start, by path relative to its work folder.
    exam_options: options for the exam that grades it. selection: the cases it is graded on.
    """

    name: str
    language: str
    instructions: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    exam_options: Mapping[str, Json] = field(default_factory=dict)
    selection: Selection = field(default_factory=Selection)


class SittingKind(Protocol):
    """How models sit one exam."""

    @property
    def exam(self) -> str:
        """The exam's name in Proctor's registry."""
        ...

    @property
    def submission_folder(self) -> str | None:
        """The folder, relative to the work folder, that is taken out of the room; None for an answer in
        text.
        """
        ...

    def questions(self, chosen: Sequence[str], selection: Selection) -> list[Question]:
        """What is asked, for the chosen languages or names (all of them for none).

        Raises ValueError for a choice that there is not, ExamError without cases.
        """
        ...

    def from_answer(self, question: Question, answer: str, folder: Path) -> None:
        """Write the submission that a text answer stands for into an empty folder.

        Called only where `submission_folder` is None. Raises Refused if the answer holds none.
        """
        ...

    def graded_path(self, folder: Path) -> Path:
        """What of the stored submission is handed to the exam: the folder itself, or a file in it."""
        ...

    def room_config(self) -> RoomConfig:
        """What a bubblewrap room on this machine shows and hides."""
        ...
