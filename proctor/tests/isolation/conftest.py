"""Both walled backends keep the same promises: each test runs under both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from proctor.isolation.protocol import Command, Completed, Isolation, Limits
from proctor.isolation.registry import open_isolation

Python = Callable[..., Completed]


@pytest.fixture(params=["bubblewrap", pytest.param("docker", marks=pytest.mark.docker)])
def walled(request: pytest.FixtureRequest) -> Iterator[Isolation]:
    """A backend with walls."""
    isolation = open_isolation(request.param)
    yield isolation
    isolation.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The one folder a program may write to."""
    path = tmp_path / "writable"
    path.mkdir()
    return path


@pytest.fixture
def python(walled: Isolation, folder: Path) -> Python:
    """Runs Python code shut in."""

    def run(code: str, limits: Limits | None = None, **more: object) -> Completed:
        command = Command(
            ("/usr/bin/python3", "-I", "-S", "-c", code),
            folder,
            limits=limits or Limits(wall_seconds=20),
            **more,
        )  # type: ignore[arg-type]
        return walled.run(command)

    return run
