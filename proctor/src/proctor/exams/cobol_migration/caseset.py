"""The cases of the exam: every program of a folder that a selection takes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from proctor.core.case import Case, Malformed
from proctor.core.selection import Selection
from proctor.exams.cobol_migration.golden import manifest_of
from proctor.exams.cobol_migration.layout import BUNDLED, BadCase, Program, case_folders, load_program
from proctor.grading.exam import ExamError, Provenance


class SelectedPrograms:
    """The programs of a folder that a selection takes. Raises ExamError if it takes none."""

    def __init__(self, selection: Selection, only: frozenset[str] | None) -> None:
        source = selection.source
        bundled = source is None or str(source) == "bundled"
        root = BUNDLED if source is None or bundled else source.resolve()
        if not root.is_dir():
            raise ExamError(f"{root} is no folder of cases")
        self._programs: list[Program] = []
        self._malformed: list[Malformed] = []
        everything: list[Program] = []
        for folder in case_folders(root):
            try:
                program = load_program(folder)
                for test in program.tests("hidden"):
                    manifest_of(test)
            except (BadCase, OSError) as error:
                self._malformed.append(Malformed(folder.name, str(error)))
                continue
            everything.append(program)
            if _chooses(selection, program) and (only is None or program.name in only):
                self._programs.append(program)
        self._available = len(everything)
        ported = "" if only is None else "; those ported"
        self._description = selection.describe("all programs") + ported
        self._provenance = Provenance("bundled" if bundled else root.name, _revision(everything))
        if not self._programs:
            bad = f", and {len(self._malformed)} malformed" if self._malformed else ""
            raise ExamError(f"no case is selected ({self._description}) of {self._available} at hand{bad}")

    @property
    def provenance(self) -> Provenance:
        """Where the cases came from."""
        return self._provenance

    @property
    def description(self) -> str:
        """Which cases were selected, in words."""
        return self._description

    @property
    def available(self) -> int:
        """How many well-formed cases the folder holds."""
        return self._available

    @property
    def malformed(self) -> Sequence[Malformed]:
        """What could not be read as a case."""
        return self._malformed

    def keys(self) -> Sequence[Case]:
        """Every selected case without its payload."""
        return [Case(program.name, program.content_hash, program.tags) for program in self._programs]

    def __iter__(self) -> Iterator[Program]:
        return iter(self._programs)


def _chooses(selection: Selection, program: Program) -> bool:
    if selection.prefixes and not program.name.startswith(selection.prefixes):
        return False
    if selection.without and set(selection.without) & set(program.tags):
        return False
    if selection.tags and not set(selection.tags) & set(program.tags):
        return False
    return not selection.names or program.name in selection.names


def _revision(programs: Sequence[Program]) -> str:
    lines = "".join(f"{program.name} {program.content_hash}\n" for program in programs)
    return hashlib.sha256(lines.encode()).hexdigest()
