"""Turning what can go wrong into one clear line and an exit status."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from proctor.core.printable import printable_line
from proctor.grading.exam import ExamError, Infrastructure, Refused
from proctor.grading.manifest import RunError
from proctor.isolation.protocol import IsolationError


class Failure(click.ClickException):
    """One line for the person, and exit status 1."""

    def __init__(self, message: str) -> None:
        super().__init__(printable_line(message))


@contextmanager
def one_line() -> Iterator[None]:
    """Let the errors that the floors below may raise end the command with one line, never a traceback."""
    try:
        yield
    except (ExamError, Infrastructure, IsolationError, Refused, RunError) as error:
        raise Failure(str(error)) from error
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        raise Failure(f"{error.strerror or error}{where}") from error
    except ValueError as error:
        raise Failure(str(error)) from error
