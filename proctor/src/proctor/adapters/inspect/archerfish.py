"""`proctor/archerfish`: a model answers each question of a workload with SQL.

mode `single` (default): one call, with the schema in its prompt. mode `agent`: the model may also try queries
on a copy of the target database, read-only, under the guard and the limits that its answer is run under. The
copy is a file where the database is one (SQLite, DuckDB); a server is asked itself, in its read-only
transactions. Goldens are never shown; where they run is another process's business.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from inspect_ai import Task, task
from inspect_ai.tool import Tool, tool

from proctor.adapters.inspect.kinds import Answer, Question, SittingKind, file_name
from proctor.adapters.inspect.rules import RuleOptions, names_of, rules_from
from proctor.adapters.inspect.sitting import sitting_task
from proctor.core.json_types import Json
from proctor.core.selection import Selection

if TYPE_CHECKING:
    from proctor.exams.archerfish.read_only_copy import ReadOnlyCopy

MODES = {"single": "single", "agent": "react"}
PREDICTIONS = "predictions.json"
_EXAM_OPTIONS = frozenset({"source", "target", "profile", "config", "implementation", "seconds"})
_TOOL_PROMPT = """\
The tool `query` runs a query on a read-only copy of the database and shows the first rows. Try your query
before you answer. Submit the query alone as your answer."""


class ArcherfishSitting(SittingKind):
    """A question of the workload each; the submission is the SQL in the model's last answer."""

    exam = "archerfish"
    rooms = ("none",)
    option_names = _EXAM_OPTIONS | {"mode"}

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """Raises ValueError for an option that there is not, and for a mode that there is not."""
        super().__init__(options)
        self._mode = self.options.get("mode", "single")
        if self._mode not in MODES:
            raise ValueError(f"mode is single or agent, not {self._mode!r}")
        self.agent = MODES[self._mode]
        self._cases: dict[str, tuple[str, str | None]] = {}
        self._copy: ReadOnlyCopy | None = None
        # One thread for as long as this lives: the process that queries run in dies with the thread that
        # started it.
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="archerfish-queries")

    def questions(self, chosen: Sequence[str], selection: Selection) -> list[Question]:
        """One question for each of the workload's; chosen: their names.

        Raises ValueError for a name that there is not, ExamError for what the exam can't use.
        """
        from proctor.exams.archerfish.cases import QuestionCase
        from proctor.exams.archerfish.databases import dialect_of
        from proctor.exams.archerfish.exam import Archerfish
        from proctor.exams.archerfish.read_only_copy import ReadOnlyCopy

        options: dict[str, Json] = {
            name: float(value) if name == "seconds" else value
            for name, value in self.options.items()
            if name in _EXAM_OPTIONS
        }
        exam = Archerfish(options)
        try:
            cases = {case.name: case for case in exam.load(selection)}
            if unknown := [name for name in chosen if name not in cases]:
                raise ValueError(f"the workload has no question {unknown[0]!r}")
            target, found = exam.settings.site.target, []
            self._copy = self._copy or ReadOnlyCopy(target, exam.settings.allowance)
            for case in (cases[name] for name in chosen or cases):
                assert isinstance(case, QuestionCase)
                asked = case.question
                name = file_name(case.name)
                self._cases[name] = (case.name, asked.schemas[0] if asked.schemas else None)
                found.append(
                    Question(
                        name,
                        dialect_of(target),
                        self._prompt(asked.question, asked.tweaks, dialect_of(target), exam.schema_of(asked)),
                        exam_options=options,
                        selection=Selection(selection.source, names=(case.name,)),
                    )
                )
            return found
        finally:
            exam.close()

    def _prompt(self, question: str, tweaks: Sequence[str], dialect: str, schema: str) -> str:
        from proctor.exams.archerfish.systems.chat import SYSTEM_PROMPT

        parts = [SYSTEM_PROMPT.format(dialect=dialect, schema=schema), "\n".join((question, *tweaks))]
        if self._mode == "agent":
            parts.insert(1, _TOOL_PROMPT)
        return "\n\n".join(parts)

    def taking(self, question: Question) -> Answer:
        """The SQL in the last answer; an answer without any is graded as such."""
        return Answer(self._write)

    def _write(self, question: Question, answer: str, folder: Path) -> None:
        from proctor.exams.archerfish.systems.chat import queries_of

        name, _ = self._cases[question.name]
        (folder / PREDICTIONS).write_text(json.dumps({name: list(queries_of(answer))}), "utf-8")

    def graded_path(self, folder: Path) -> Path:
        """The file of predictions."""
        return folder / PREDICTIONS

    def tools(self, question: Question) -> list[Tool]:
        """`query`, for an agent."""
        if self._mode != "agent":
            return []
        assert self._copy is not None
        copy, (_, schema) = self._copy, self._cases[question.name]
        return [query(lambda sql: copy.run(sql, schema), self._executor)]


@tool
def query(run: Callable[[str], str], executor: ThreadPoolExecutor) -> Tool:
    """The tool that tries a query. run: what to do with its text, in the executor's thread."""

    async def execute(sql: str) -> str:
        """Run one SQL query on a read-only copy of the database and show the first rows of its result.

        Args:
            sql: The query: one statement that only reads.
        """
        return await asyncio.get_running_loop().run_in_executor(executor, run, sql)

    return execute


@task
def archerfish(
    language: str = "",
    mode: str = "single",
    cases: str | None = None,
    source: str = "",
    target: str = "",
    profile: str = "",
    config: str = "",
    implementation: str = "",
    **rules: Unpack[RuleOptions],
) -> Task:
    """Archerfish on a workload (`cases`; default: the bundled); language: names of questions, with commas."""
    given = {
        "mode": mode,
        "source": source,
        "target": target,
        "profile": profile,
        "config": config,
        "implementation": implementation,
    }
    kind = ArcherfishSitting({name: value for name, value in given.items() if value})
    selection = Selection(Path(cases) if cases else None)
    return sitting_task(kind, kind.questions(names_of(language), selection), rules_from(kind, rules))
