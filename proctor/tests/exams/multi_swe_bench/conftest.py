"""The tiny repository, its record, and fresh places to run it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from local_place import FILES, FIX, RECIPE, TEST_PATCH, LocalPlace
from proctor.exams.multi_swe_bench import recording
from proctor.exams.multi_swe_bench.names import InstanceId
from proctor.exams.multi_swe_bench.record import Issue, Record


@pytest.fixture
def place(tmp_path: Path) -> LocalPlace:
    return LocalPlace(tmp_path / "place")


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """The record of the answer, its results recorded by running it."""
    commit = LocalPlace(tmp_path_factory.mktemp("base")).commit
    issue = Issue(7, "The answer is off by one", "It should be 42.")
    draft = Record(
        InstanceId("local", "answer", 7), "closed", "Answer", None, "l", "main", commit, (issue,), FIX, TEST_PATCH,
        {}, {}, {}, lang="sh",
    )  # fmt: skip

    @contextmanager
    def fresh() -> Iterator[LocalPlace]:
        yield LocalPlace(tmp_path_factory.mktemp("run"))

    return recording.record_results(draft, RECIPE, fresh)


@pytest.fixture
def with_files(tmp_path: Path, record: Record) -> Callable[[Mapping[str, bytes]], tuple[Record, LocalPlace]]:
    """The record and a place with other files in the base commit."""

    def make(files: Mapping[str, bytes]) -> tuple[Record, LocalPlace]:
        made = LocalPlace(tmp_path / "other", {**FILES, **files})
        return replace(record, base_sha=made.commit), made

    return make
