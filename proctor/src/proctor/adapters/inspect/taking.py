"""Brings a submission out of a room, and says whose doing it is when that can't be done.

The model's (`Refused`, its score is 0): nothing there, too much there, a tree that can't be packed in time, a
tool of the room that it broke, a room that it used up. Ours (`Infrastructure`): a room that is lost.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from inspect_ai.util import OutputLimitExceededError, SandboxEnvironment, SandboxEnvironmentLimits

from proctor.adapters.inspect.artifact import MOST_BYTES, unpack
from proctor.adapters.inspect.docker_room import DockerRoom
from proctor.adapters.inspect.kinds import Answer, Folder, Output, Question, Taking
from proctor.grading.exam import Infrastructure, Refused
from proctor.isolation.protocol import IsolationError

_ARCHIVE = ".proctor-submission.tar"
_SECONDS = 120
_BIG = f"the submission is larger than {MOST_BYTES >> 20} MiB"
PROBE = ("tar", "--version")


async def take_out(
    taking: Taking, question: Question, answer: str, room: SandboxEnvironment | None, into: Path
) -> None:
    """Put the submission into an empty folder. Raises Refused and Infrastructure.

    answer: the text of the model's last answer. room: None where it had none.
    """
    if isinstance(taking, Answer):
        taking.write(question, answer, into)
        return
    if room is None:
        raise Infrastructure(f"{question.name} was sat without a room, so nothing can be taken out of it")
    container = _container(room)
    try:
        if container is not None:
            # Nothing that the model left running shall touch what is being taken out.
            await container.settle()
        if isinstance(taking, Output):
            taking.write(question, await _printed(taking, room), into)
        else:
            await asyncio.to_thread(unpack, await _archive(taking, room), into)
    except IsolationError as error:
        raise Infrastructure(f"the room of {question.name} is lost: {error}") from error


def _container(room: SandboxEnvironment) -> DockerRoom | None:
    """The room if it is one of our containers; Inspect hands out a stand-in for it."""
    try:
        return room.as_type(DockerRoom)
    except TypeError:
        return None


async def _printed(taking: Output, room: SandboxEnvironment) -> str:
    name = taking.command[0]
    most = SandboxEnvironmentLimits.MAX_EXEC_OUTPUT_SIZE
    try:
        done = await room.exec(list(taking.command), timeout=taking.seconds, timeout_retry=False)
    except TimeoutError:
        raise Refused(
            f"the submission can't be taken out: {name} took more than {taking.seconds} s"
        ) from None
    except OutputLimitExceededError:
        raise Refused(f"the submission can't be taken out: {name} prints too much") from None
    if not done.success:
        raise Refused(f"the submission can't be taken out: {_last_line(done.stderr, done.returncode)}")
    if len(done.stdout.encode()) >= most:
        # A room may as well have cut off what came first, and a part is no submission.
        raise Refused(f"the submission can't be taken out: {name} prints too much")
    return done.stdout


async def _archive(taking: Folder, room: SandboxEnvironment) -> bytes:
    container = _container(room)
    if container is not None:
        return await container.archive_of(taking.path, MOST_BYTES)
    pack = ["tar", "-cf", _ARCHIVE, "-C", taking.path, "."]
    try:
        packed = await room.exec(pack, timeout=_SECONDS, timeout_retry=False)
    except TimeoutError:
        raise Refused(f"the submission can't be packed within {_SECONDS} s") from None
    except OutputLimitExceededError:
        raise Refused("the submission can't be packed: tar has too much to say of it") from None
    if not packed.success:
        if "file-size limit" in packed.stderr or packed.returncode == 128 + 25:  # SIGXFSZ
            raise Refused(_BIG)
        raise Refused(f"there is no {taking.path}: {_last_line(packed.stderr, packed.returncode)}")
    try:
        archive = await room.read_file(_ARCHIVE, text=False)
    except (OutputLimitExceededError, MemoryError):
        raise Refused(_BIG) from None
    except (FileNotFoundError, PermissionError, IsADirectoryError) as error:
        raise Refused(f"the submission can't be packed: {os.strerror(error.errno or 0)}") from error
    return archive


def _last_line(stderr: str, code: int) -> str:
    lines = stderr.strip().splitlines()
    return lines[-1][-200:] if lines else f"exit status {code}"
