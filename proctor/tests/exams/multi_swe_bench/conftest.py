"""The tiny repository, its record, and fresh places to run it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from local_place import FILES, LocalPlace, record_the_answer
from proctor.exams.multi_swe_bench.record import Record


@pytest.fixture
def place(tmp_path: Path) -> LocalPlace:
    return LocalPlace(tmp_path / "place")


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """The record of the answer."""
    return record_the_answer(tmp_path_factory.mktemp)


@pytest.fixture
def with_files(tmp_path: Path, record: Record) -> Callable[[Mapping[str, bytes]], tuple[Record, LocalPlace]]:
    """The record and a place with other files in the base commit."""

    def make(files: Mapping[str, bytes]) -> tuple[Record, LocalPlace]:
        made = LocalPlace(tmp_path / "other", {**FILES, **files})
        return replace(record, base_sha=made.commit), made

    return make
