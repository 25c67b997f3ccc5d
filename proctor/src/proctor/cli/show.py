"""``proctor show RUN CASE``."""

from __future__ import annotations

import functools
from pathlib import Path

import click

from proctor.cli.failures import Failure, one_line
from proctor.core.case import Case
from proctor.core.selection import Selection
from proctor.exams.registry import open_exam
from proctor.grading.exam import Exam, ExamError
from proctor.grading.manifest import Manifest
from proctor.grading.run_folder import RunFolder


def source_of(manifest: Manifest) -> Path | None:
    """Where a run's cases came from, if that is not the exam's own place for them."""
    if manifest.cases_path is not None:
        return Path(manifest.cases_path)
    return Path("bundled") if manifest.source == "bundled" else None


@click.command("show")
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("case")
@click.option(
    "--cases",
    "source",
    type=click.Path(path_type=Path),
    help="where the run's cases are, if they are not where they were",
)
def command(run: Path, case: str, source: Path | None) -> None:
    """Show the case of RUN whose name begins with CASE: its texts, the verdict, and how to reproduce it by
    hand.
    """
    with one_line():
        from proctor.reporting.terminal import console, print_case

        folder = RunFolder(run)
        verdict = folder.verdict(case)
        exam = functools.partial(open_exam, folder.manifest.exam, folder.manifest.exam_options)()
        payload = _payload(exam, folder, verdict.case, verdict.content_hash, source)
        print_case(console(), verdict, payload, folder.manifest)


def _payload(exam: Exam, folder: RunFolder, name: str, content_hash: str, source: Path | None) -> Case | None:
    place = source or source_of(folder.manifest)
    try:
        for case in exam.load(Selection(source=place, names=(name,))):
            if case.content_hash != content_hash:
                raise Failure(f"the case there is not the one that was graded: it has changed since ({name})")
            return case
    except ExamError:
        return None
    return None
