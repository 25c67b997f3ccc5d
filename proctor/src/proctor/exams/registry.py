"""Finds exams by name, in the entry point group `proctor.exams`, so that other distributions can add
theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from proctor.core.json_types import Json
from proctor.grading.exam import Exam, ExamError

GROUP = "proctor.exams"


def exam_names() -> list[str]:
    """The names of all installed exams, sorted."""
    return sorted({entry.name for entry in entry_points(group=GROUP)})


def open_exam(name: str, options: Mapping[str, Json] | None = None) -> Exam:
    """Construct the exam `name` with its options.

    `name` may also be `package.module:Class`, for an exam that is not installed. Raises ExamError if there
    is none of that name, or if what is there can't be imported.
    """
    if ":" in name:
        entry = EntryPoint(name=name, value=name, group=GROUP)
    else:
        found = [entry for entry in entry_points(group=GROUP) if entry.name == name]
        if not found:
            known = ", ".join(exam_names()) or "none is installed"
            raise ExamError(f"there is no exam named {name!r}; known: {known}")
        entry = found[0]
    try:
        factory = getattr(import_module(entry.module), entry.attr)
    except (ImportError, AttributeError) as error:
        raise ExamError(f"the exam {name!r} can't be loaded: {error}") from error
    return cast(Exam, factory(dict(options or {})))
