"""`proctor/multilangbench`: a model writes SQLite 3.40.1 in a language, from the documentation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

from inspect_ai import Task, task

from proctor.adapters import instructions
from proctor.adapters.inspect.bubblewrap_room import RoomConfig
from proctor.adapters.inspect.kinds import AnswerWriter, Question
from proctor.adapters.inspect.sitting import Rules, sitting_task
from proctor.core.selection import Selection
from proctor.exams.multilangbench.hiding import sqlite_paths
from proctor.reporting.bill import load_prices

_LANGUAGE = re.compile(r"[a-z][a-z0-9+#._-]{0,30}")


class MultiLangBenchSitting:
    """A question a language; the submission is a folder with an executable."""

    exam = "multilangbench"
    submission: str | AnswerWriter = "submission"

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

    def graded_path(self, folder: Path) -> Path:
        """The folder itself."""
        return folder

    def room_config(self) -> RoomConfig:
        """The documentation is in sight (it lies under /usr), every SQLite known to lie here is not."""
        return RoomConfig(hidden=tuple(str(path) for path in sqlite_paths()))


@task
def multilangbench(
    language: str,
    agent: str = "react",
    room: str = "bubblewrap",
    out: str = "sittings/multilangbench",
    compose: str | None = None,
    isolation: str = "bubblewrap",
    everything: bool = False,
    cases: str | None = None,
    epochs: int = 1,
    money: str | None = None,
    tokens: int | None = None,
    seconds: float | None = None,
    prices: str | None = None,
) -> Task:
    """MultiLangBench in one language, or in several with commas between."""
    kind = MultiLangBenchSitting()
    selection = Selection(Path(cases) if cases else None, everything)
    rules = Rules(
        out=Path(out),
        agent=agent,
        room=room,
        room_config=kind.room_config(),
        compose=compose,
        isolation=isolation,
        epochs=epochs,
        money=None if money is None else Decimal(str(money)),
        tokens=tokens,
        seconds=seconds,
        prices=load_prices(Path(prices) if prices else None),
    )
    return sitting_task(kind, kind.questions(language.split(","), selection), rules)
