"""Whose doing it is that a submission can't be taken out of a room: the model's, or ours."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.util import ExecResult, OutputLimitExceededError

from proctor.adapters.inspect import taking
from proctor.adapters.inspect.docker_room import RoomSpoilt
from proctor.adapters.inspect.kinds import Folder, Output, Question, Taking
from proctor.grading.exam import Infrastructure, Refused
from proctor.isolation.protocol import IsolationError

QUESTION = Question("q", "python", "do it")
FINE: ExecResult[str] = ExecResult(True, 0, "printed", "")


class Room:
    """A room whose commands end, and whose files read, as told."""

    def __init__(self, ends: object, reads: object = b"") -> None:
        self._ends, self._reads = ends, reads

    def as_type(self, kind: type) -> Any:
        raise TypeError("no container")

    async def exec(self, command: list[str], **how: object) -> Any:
        return told(self._ends)

    async def read_file(self, file: str, text: bool = True) -> Any:
        return told(self._reads)


def told(what: object) -> object:
    if isinstance(what, BaseException):
        raise what
    return what


def write(question: Question, text: str, folder: Path) -> None:
    (folder / "text").write_text(text)


def take(room: object, what: Taking, folder: Path) -> None:
    asyncio.run(taking.take_out(what, QUESTION, "", room, folder))  # type: ignore[arg-type]


PRINTED = Output(("git", "diff"), write)
MODELS = {
    "packing takes too long": (Folder(), Room(TimeoutError()), "can't be packed within 120 s"),
    "packing says too much": (Folder(), Room(OutputLimitExceededError("1", None)), "too much to say"),
    "nothing there": (
        Folder(),
        Room(ExecResult(False, 2, "", "tar: submission: gone")),
        "there is no submission",
    ),
    "file too large": (Folder(), Room(ExecResult(False, 153, "", "")), "larger than 64 MiB"),
    "archive too large": (Folder(), Room(FINE, OutputLimitExceededError("1", None)), "larger than 64 MiB"),
    "no archive": (Folder(), Room(FINE, b"no archive" * 100), "can't be unpacked"),
    "archive gone": (Folder(), Room(FINE, FileNotFoundError(2, "gone")), "can't be packed"),
    "printing takes too long": (PRINTED, Room(TimeoutError()), "took more than 120 s"),
    "prints too much": (PRINTED, Room(OutputLimitExceededError("1", None)), "prints too much"),
    "printed and cut": (PRINTED, Room(ExecResult(True, 0, "x" * (10 << 20), "")), "prints too much"),
    "command broken": (PRINTED, Room(ExecResult(False, 127, "", "git: not found")), "git: not found"),
    "memory gone": (PRINTED, Room(RoomSpoilt("it took all memory")), "all memory"),
}


@pytest.mark.parametrize("name", MODELS)
def test_models_doing_is_refused_with_the_reason(tmp_path: Path, name: str) -> None:
    what, room, reason = MODELS[name]
    with pytest.raises(Refused, match=reason):
        take(room, what, tmp_path)


@pytest.mark.parametrize("what", [Folder(), PRINTED], ids=["folder", "output"])
def test_room_that_is_lost_is_ours(tmp_path: Path, what: Taking) -> None:
    with pytest.raises(Infrastructure, match="the room of q is lost: the container is gone"):
        take(Room(IsolationError("the container is gone")), what, tmp_path)
    with pytest.raises(Infrastructure, match="without a room"):
        take(None, what, tmp_path)


def test_what_is_printed_is_written(tmp_path: Path) -> None:
    take(Room(FINE), PRINTED, tmp_path)
    assert (tmp_path / "text").read_text() == "printed"
