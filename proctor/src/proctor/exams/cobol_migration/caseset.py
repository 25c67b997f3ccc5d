"""The cases of the exam: every program of a folder that a selection takes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from proctor.core.case import Malformed
from proctor.core.selection import Selection
from proctor.exams.cobol_migration.golden import manifest_of
from proctor.exams.cobol_migration.layout import BUNDLED, BadCase, Program, case_folders, load_program
from proctor.grading.case_set import HeldCases
from proctor.grading.exam import ExamError, Provenance


class SelectedPrograms(HeldCases[Program]):
    """The programs of a folder that a selection takes. Raises ExamError if it takes none."""

    def __init__(self, selection: Selection, only: frozenset[str] | None) -> None:
        source = selection.source
        bundled = source is None or str(source) == "bundled"
        root = BUNDLED if source is None or bundled else source.resolve()
        if not root.is_dir():
            raise ExamError(f"{root} is no folder of cases")
        malformed: list[Malformed] = []
        everything: list[Program] = []
        for folder in case_folders(root):
            try:
                program = load_program(folder)
                for test in program.tests("hidden"):
                    manifest_of(test)
            except (BadCase, OSError) as error:
                malformed.append(Malformed(folder.name, str(error)))
                continue
            everything.append(program)
        known = {program.name for program in everything}
        chosen = [
            program
            for program in everything
            if selection.takes(program, known) and (only is None or program.name in only)
        ]
        provenance = Provenance("bundled" if bundled else root.name, _revision(everything))
        description = selection.describe("all programs") + ("" if only is None else "; those ported")
        super().__init__(chosen, provenance, description, len(everything), malformed, noun="program")


def _revision(programs: Sequence[Program]) -> str:
    lines = "".join(f"{program.name} {program.content_hash}\n" for program in programs)
    return hashlib.sha256(lines.encode()).hexdigest()
