"""What the tests of this exam share: the case and the ports that lie beside them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cobol_ports import SUBMISSIONS, ports_of
from proctor.core.verdict import Verdict
from proctor.exams.cobol_migration.exam import CobolMigration
from proctor.exams.cobol_migration.layout import Program, load_program
from proctor.isolation.protocol import Isolation
from proctor.isolation.registry import open_isolation

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def ports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small case's ports: right-LANGUAGE, and wrong-LANGUAGE made from them."""
    return ports_of(HERE / "ports", tmp_path_factory.mktemp("ports"))


@pytest.fixture(scope="session")
def submissions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled programs' ports: right, and wrong and naive made from them."""
    return ports_of(SUBMISSIONS, tmp_path_factory.mktemp("submissions"))


@pytest.fixture(scope="session")
def walls() -> Iterator[Isolation]:
    isolation = open_isolation("bubblewrap")
    yield isolation
    isolation.close()


@pytest.fixture
def program() -> Program:
    return load_program(HERE / "cases" / "loan-interest")


@pytest.fixture
def own_copy(tmp_path: Path) -> Path:
    """A copy of the case that a test may change."""
    target = tmp_path / "loan-interest"
    shutil.copytree(HERE / "cases" / "loan-interest", target)
    return target


@pytest.fixture
def sit(walls: Isolation, program: Program, tmp_path: Path):
    """Grades a folder of ports on the case."""

    def grade(ports: Path, options: dict[str, str] | None = None) -> Verdict:
        exam = CobolMigration(options or {})
        workplace = tmp_path / "cases" / "one"
        (tmp_path / "prepared").mkdir()
        workplace.mkdir(parents=True)
        prepared = exam.prepare(ports, tmp_path / "prepared")
        return exam.grade(prepared, program, workplace, walls)

    return grade
