"""What a sitting needs to know of an exam: one class an exam.

A kind says what is asked (one question a language, a program, a question or an instance), what stands in the
room, which tools the model gets beside a shell, and how the submission comes out of the room:

Folder   a folder that the model leaves in its room
Answer   the text of its last answer (an SQL statement, say)
Output   what a command of ours prints in the room (a diff, say)

Grading is not its business: the exam of the same name does that, outside the room.
"""

from __future__ import annotations

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from inspect_ai.tool import Tool
from inspect_ai.util import SandboxEnvironment

from proctor.adapters.inspect.bubblewrap_room import RoomConfig
from proctor.adapters.inspect.docker_room import ContainerConfig
from proctor.core.json_types import Json
from proctor.core.selection import Selection

_UNFIT = re.compile(r"[^A-Za-z0-9._+#-]+")
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Question:
    """One thing a model is asked for: a language, a program, a question or an instance.

    name: unique in the exam, fit for a file name (`file_name` makes one). language: what boards list the run
    under. files: what lies in the room at the start, by path relative to its work folder. setup: commands of
    ours that are run after that, before the model begins. exam_options: options for the exam that grades it.
    selection: the cases it is graded on; they are looked up by the exam, whatever the model did.
    """

    name: str
    language: str
    instructions: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    setup: Sequence[Sequence[str]] = ()
    exam_options: Mapping[str, Json] = field(default_factory=dict)
    selection: Selection = field(default_factory=Selection)


AnswerWriter: TypeAlias = Callable[[Question, str, Path], None]
"""Writes the submission that a text stands for into an empty folder. Raises Refused if it holds none."""


@dataclass(frozen=True, slots=True)
class Folder:
    """The submission is a folder of the room; path: relative to the work folder."""

    path: str = "submission"


@dataclass(frozen=True, slots=True)
class Answer:
    """The submission is the text of the model's last answer."""

    write: AnswerWriter


@dataclass(frozen=True, slots=True)
class Output:
    """The submission is what a command prints in the room once the model has ended.

    A command that fails, or prints too much, is the model's doing: it may have done anything to its room.
    """

    command: Sequence[str]
    write: AnswerWriter
    seconds: int = 120


Taking: TypeAlias = Folder | Answer | Output


class SittingKind(ABC):
    """How models sit one exam. Make it with options of its own (names in `option_names`).

    exam: its name in Proctor's registry. rooms: where it can be sat, the default first: `bubblewrap`,
    `docker`, `none` (no room and no shell: the model has its answer alone). agent: the default one; `single`
    is one call without tools. scans: whether each room is looked through before anybody is let in, which a
    room of a compose file can't be. Raises ValueError for an option that it has not.
    """

    exam: str
    rooms: tuple[str, ...] = ("bubblewrap", "docker")
    agent: str = "react"
    option_names: frozenset[str] = frozenset()
    scans: bool = False

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        self.options = dict(options or {})
        if unknown := sorted(self.options.keys() - self.option_names):
            known = ", ".join(sorted(self.option_names)) or "none"
            raise ValueError(f"sittings of {self.exam} have no option {unknown[0]}; there are {known}")

    @abstractmethod
    def questions(self, chosen: Sequence[str], selection: Selection) -> list[Question]:
        """What is asked, for the chosen languages or names (all of them for none).

        Raises ValueError for a choice that there is not, ExamError without cases.
        """

    def taking(self, question: Question) -> Taking:
        """Where the submission is."""
        return Folder()

    def graded_path(self, folder: Path) -> Path:
        """What of the stored submission is handed to the exam: the folder itself, or a file in it."""
        return folder

    def room(self, question: Question) -> RoomConfig:
        """What a bubblewrap room on this machine shows and hides."""
        return RoomConfig()

    def container(self, question: Question) -> ContainerConfig:
        """What a Docker room is made of. Raises ValueError if that must be said by an option."""
        raise ValueError(f"sittings of {self.exam} have no image for a Docker room: name one with --image")

    def given(self, image: str) -> ContainerConfig:
        """What a Docker room of an image is made of that whoever holds the sitting names."""
        return ContainerConfig(image=image)

    def tools(self, question: Question) -> list[Tool]:
        """What the model may call beside a shell in its room."""
        return []

    async def check(self, question: Question, room: SandboxEnvironment) -> str | None:
        """Why the model must not enter its furnished room; None if it may."""
        return None


def file_name(text: str) -> str:
    """A name fit for a file, the same for the same text and another for another."""
    slug = _UNFIT.sub("-", text).strip("-.")[:_LONGEST]
    if slug == text:
        return text
    return f"{slug}-{hashlib.sha256(text.encode()).hexdigest()[:8]}".lstrip("-")
