"""What a sitting needs to know of an exam: one small protocol, one class an exam.

Four kinds of submission are foreseen: a folder with an executable, the files of a port, the text of an SQL
statement, and a patch. The first two are folders that the model leaves in its room, the last two may as well
be the text of its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

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


AnswerWriter: TypeAlias = Callable[[Question, str, Path], None]
"""Writes the submission that an answer to a question stands for into an empty folder.

Raises Refused if the answer holds none.
"""


class SittingKind(Protocol):
    """How models sit one exam."""

    @property
    def exam(self) -> str:
        """The exam's name in Proctor's registry."""
        ...

    @property
    def submission(self) -> str | AnswerWriter:
        """Where the submission is: a folder, relative to the work folder, that is taken out of the room; or,
        where it is the text of the model's answer, what writes it into a folder.
        """
        ...

    def questions(self, chosen: Sequence[str], selection: Selection) -> list[Question]:
        """What is asked, for the chosen languages or names (all of them for none).

        Raises ValueError for a choice that there is not, ExamError without cases.
        """
        ...

    def graded_path(self, folder: Path) -> Path:
        """What of the stored submission is handed to the exam: the folder itself, or a file in it."""
        ...

    def room_config(self) -> RoomConfig:
        """What a bubblewrap room on this machine shows and hides."""
        ...
