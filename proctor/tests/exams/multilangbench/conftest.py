"""One oracle process for all tests of this folder, inside the default sandbox."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.exams.multilangbench.oracle.find import Oracle, find_oracle
from proctor.exams.multilangbench.oracle.session import Session
from proctor.isolation.protocol import Isolation
from proctor.isolation.registry import open_isolation


@pytest.fixture(scope="session")
def isolation() -> Iterator[Isolation]:
    backend = open_isolation()
    yield backend
    backend.close()


@pytest.fixture(scope="session")
def oracle() -> Oracle:
    return find_oracle()


@pytest.fixture(scope="session")
def session(
    oracle: Oracle, isolation: Isolation, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Session]:
    opened = Session(oracle, isolation.wrap, tmp_path_factory.mktemp("spool"))
    yield opened
    opened.close()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "some.db"
    path.touch()
    return path
