"""`proctor/multilangbench`: a model writes SQLite 3.40.1 in a language, from the documentation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from inspect_ai import Task, task

from proctor.adapters import instructions
from proctor.adapters.inspect.bubblewrap_room import RoomConfig
from proctor.adapters.inspect.kinds import Question, SittingKind
from proctor.adapters.inspect.rules import RuleOptions, names_of, rules_from
from proctor.adapters.inspect.sitting import sitting_task
from proctor.core.selection import Selection
from proctor.exams.multilangbench.hiding import sqlite_paths

_LANGUAGE = re.compile(r"[a-z][a-z0-9+#._-]{0,30}")


class MultiLangBenchSitting(SittingKind):
    """A question a language; the submission is a folder with an executable."""

    exam = "multilangbench"

    def questions(self, chosen: Sequence[str], selection: Selection) -> list[Question]:
        """One question for each language named. Raises ValueError for none, and for what is no language's
        name.
        """
        if not chosen:
            raise ValueError("multilangbench needs a language")
        if unfit := [name for name in chosen if not _LANGUAGE.fullmatch(name)]:
            raise ValueError(f"{unfit[0]!r} is no name of a language")
        return [
            Question(name, name, instructions.multilangbench(name), selection=selection)
            for name in dict.fromkeys(chosen)
        ]

    def room(self, question: Question) -> RoomConfig:
        """The documentation is in sight (it lies under /usr), every SQLite known to lie here is not."""
        return RoomConfig(hidden=tuple(str(path) for path in sqlite_paths()))


@task
def multilangbench(
    language: str, everything: bool = False, cases: str | None = None, **rules: Unpack[RuleOptions]
) -> Task:
    """MultiLangBench in one language, or in several with commas between."""
    kind = MultiLangBenchSitting()
    selection = Selection(Path(cases) if cases else None, everything)
    return sitting_task(kind, kind.questions(names_of(language), selection), rules_from(kind, rules))
