"""The exam: a question is put to a system, its SQL run on the target, and the result judged by the golden's.

Kinds of ends (`evidence["kind"]`) and the outcomes they count as:

    passed        PASSED
    mismatch      WRONG       the results differ
    no_sql        WRONG       the system gave no SQL (CRASHED, TIMED_OUT where its program did)
    sql_error     WRONG       the database says the SQL is wrong
    timeout       TIMED_OUT   the generated SQL ran too long
    refused       REFUSED     it would write, or reach outside the database
    too_large     REFUSED     it returned more than the caps allow
    golden_error  ORACLE_ERROR
    database      INFRASTRUCTURE
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from pathlib import Path

from proctor.core.case import Case
from proctor.core.json_types import Json, JsonObject
from proctor.core.outcome import Outcome
from proctor.core.selection import Selection
from proctor.core.verdict import Verdict
from proctor.exams.archerfish.cases import QuestionCase, Questions
from proctor.exams.archerfish.comparison import PROFILE_VERSIONS
from proctor.exams.archerfish.databases import OK, QueryProcess, dialect_of
from proctor.exams.archerfish.figures import figures_of
from proctor.exams.archerfish.judging import Judge, Judged
from proctor.exams.archerfish.model import Question, Workload, WorkloadError
from proctor.exams.archerfish.settings import Settings, settings_of
from proctor.exams.archerfish.statement import UnreadableSql
from proctor.exams.archerfish.systems import Asked, Generated, System, SystemFailed
from proctor.exams.archerfish.systems.opening import open_system, prepare_system
from proctor.exams.archerfish.tables import same_tables, tables_of
from proctor.exams.archerfish.workload import load_workload
from proctor.grading.exam import CaseSet, ExamError, OracleIdentity, Prepared
from proctor.isolation.protocol import Isolation, Limits

_SHOWN = 4000
_VERSIONS = {
    "sqlite": "SELECT sqlite_version()",
    "duckdb": "SELECT version()",
    "postgresql": "SELECT current_setting('server_version')",
    "mysql": "SELECT version()",
    "snowflake": "SELECT CURRENT_VERSION()",
}


class Archerfish:
    """The exam as the grading floor sees it; its options: `settings`. Raises ExamError for others."""

    name = "archerfish"
    version = "1"

    def __init__(self, options: Mapping[str, Json] | None = None) -> None:
        self._options = dict(options or {})
        self._workload_path: Path | None = None
        self._settings: Settings | None = None
        self._workload: Workload | None = None
        self._process: QueryProcess | None = None
        self._system: System | None = None
        self._schemas: dict[tuple[str, str | None], str] = {}
        settings_of({**self._options, "source": "sqlite:///unopened"})

    @property
    def options(self) -> Mapping[str, Json]:
        """What the exam was constructed with."""
        return self._options

    @property
    def settings(self) -> Settings:
        """What the options lead to. Raises ExamError."""
        if self._settings is None:
            self._settings = settings_of(self._options, self._workload_path)
        return self._settings

    @property
    def limits(self) -> Limits:
        """Of a command; queries have limits of their own."""
        seconds = self.settings.wall_seconds
        return dataclasses.replace(Limits(), wall_seconds=seconds, cpu_seconds=max(1, round(seconds)))

    @property
    def workload(self) -> Workload:
        """The questions. Raises ExamError, naming file and line."""
        if self._workload is None:
            try:
                self._workload = load_workload(self.settings.workload)
            except (WorkloadError, OSError) as fault:
                raise ExamError(str(fault)) from fault
        return self._workload

    def load(self, selection: Selection) -> CaseSet:
        """The selected questions. Raises ExamError if there are none or they can't be read."""
        if selection.source is not None and selection.source != self._workload_path:
            self._workload_path, self._settings, self._workload = selection.source, None, None
        path = self.settings.workload
        return Questions(self.workload, selection, self.settings.dialect, path.name)

    def prepare(self, submission: Path, workplace: Path) -> Prepared:
        """Find out what kind of system it is and copy it. Raises Refused and Infrastructure."""
        names = [question.name for question in self.workload.questions]
        prepared = prepare_system(submission, workplace, self.settings, names)
        details = {
            **prepared.details,
            "workload": str(self.settings.workload.resolve()),
            "names": list(names),
        }
        return dataclasses.replace(prepared, details=details)

    def oracle(self) -> OracleIdentity:
        """The golden queries on the source database. Raises ExamError if it does not answer."""
        settings = self.settings
        version = "unknown"
        if (sql := _VERSIONS.get(settings.dialect)) is not None:
            answer = self._queries().run(settings.site.source, sql, trusted=True)
            if answer.status != OK or answer.result is None:
                raise ExamError(f"the source database does not answer: {answer.message}")
            version = str(answer.result.rows[0][0])
        profile = f"profile {settings.profile}/{PROFILE_VERSIONS[settings.profile]}"
        notes = () if settings.intent else ("results compared in order, names included",)
        target = dialect_of(settings.site.target)
        return OracleIdentity(
            f"golden queries on {settings.dialect}", version, (profile, f"target {target}"), notes
        )

    def grade(self, prepared: Prepared, case: Case, workplace: Path, isolation: Isolation) -> Verdict:
        """Ask the system, run what it gives, judge the result."""
        assert isinstance(case, QuestionCase)
        names = prepared.details["names"]
        assert isinstance(names, list)
        if self._system is None:
            self._system = open_system(prepared, self.settings, [str(name) for name in names])
        question = case.question
        needs_schema = prepared.details["system"] in ("command", "model", "plugin")
        schema = self.schema_of(question) if needs_schema else ""
        asked = Asked.of(question, dialect_of(self.settings.site.target), schema)
        try:
            generated = self._system.generate(asked, workplace, isolation)
        except SystemFailed as fault:
            outcome = (
                Outcome.TIMED_OUT if fault.timed_out else Outcome.CRASHED if fault.crashed else Outcome.WRONG
            )
            judged = Judged(outcome, "no_sql", str(fault), generated_error=str(fault))
            return self._verdict(case, judged, Generated((), usage=fault.usage))
        judged = Judge(self.settings, self._queries()).judge(question, generated.queries)
        return self._verdict(case, judged, generated)

    def summarise(self, verdicts: Iterable[Verdict]) -> JsonObject:
        """Kinds of ends, run times, tables, tokens, readings, R-VES."""
        return figures_of(verdicts)

    def close(self) -> None:
        """End the system and the queries' process."""
        if self._system is not None:
            self._system.close()
            self._system = None
        if self._process is not None:
            self._process.close()
            self._process = None

    def _queries(self) -> QueryProcess:
        if self._process is None:
            self._process = QueryProcess(self.settings.allowance)
        return self._process

    def schema_of(self, question: Question) -> str:
        """The target's tables as CREATE TABLE statements. Raises OSError with one line."""
        schema = question.schemas[0] if question.schemas else None
        url = self.settings.site.target
        if (url, schema) not in self._schemas:
            self._schemas[url, schema] = self._queries().schema_text(url, schema)
        return self._schemas[url, schema]

    def _verdict(self, case: QuestionCase, judged: Judged, generated: Generated) -> Verdict:
        question = case.question
        target = dialect_of(self.settings.site.target)
        own = _tables(question.goldens[0], self.settings.dialect)
        golden_tables = list(question.tables) if question.tables is not None else own
        used = _tables(generated.queries[0], target) if generated.queries else []
        profile = question.profile or self.settings.profile
        evidence: dict[str, Json] = {
            "reason": judged.reason,
            "kind": judged.kind,
            "profile": f"{profile}/{PROFILE_VERSIONS[profile]}",
            "question": question.question[:_SHOWN],
            "tweaks": [tweak[:_SHOWN] for tweak in question.tweaks],
            "generated": [query[:_SHOWN] for query in generated.queries[:8]],
            "golden": question.goldens[0][:_SHOWN],
            "generation_seconds": generated.seconds,
            "generated_seconds": judged.generated_seconds,
            "golden_seconds": judged.golden_seconds,
            "golden_tables": list(golden_tables),
            "generated_tables": list(used),
            "table_check": bool(used) and same_tables(tuple(golden_tables), tuple(used)),
            "generated_error": judged.generated_error,
            "golden_error": judged.golden_error,
        }
        if judged.literal_difference is not None:
            evidence["literal_difference"] = judged.literal_difference[:_SHOWN]
        if generated.usage:
            evidence["usage"] = [_as_json(call) for call in generated.usage[:50]]
        if judged.reward is not None:
            evidence["r_ves_reward"] = judged.reward
        if judged.readings is not None:
            score = judged.readings
            evidence["readings"] = {
                "found": list(score.found), "missed": list(score.missed), "wrong": score.wrong,
                "recall": score.recall, "precision": score.precision,
            }  # fmt: skip
        evidence["sections"] = _sections(judged, generated, question)
        return Verdict(
            case.name, case.content_hash, judged.outcome, case.tags,
            wall_seconds=generated.seconds, cpu_seconds=generated.cpu_seconds, evidence=evidence,
        )  # fmt: skip


def _as_json(call: object) -> dict[str, Json]:
    assert dataclasses.is_dataclass(call) and not isinstance(call, type)
    return dict(dataclasses.asdict(call))


def _tables(sql: str, dialect: str) -> list[str]:
    try:
        return list(tables_of(sql, dialect))
    except UnreadableSql:
        return []


def _sections(judged: Judged, generated: Generated, question: Question) -> list[Json]:
    found: list[Json] = [
        {"title": "Generated SQL" if number == 1 else f"Generated SQL {number}", "text": query[:_SHOWN]}
        for number, query in enumerate(generated.queries[:4], 1)
    ]
    found += [
        {"title": "Golden SQL" if number == 1 else f"Golden SQL {number}", "text": golden[:_SHOWN]}
        for number, golden in enumerate(question.goldens[:4], 1)
    ]
    if judged.readings is not None:
        rows: list[Json] = [[name, "answered"] for name in judged.readings.found]
        rows += [[name, "not answered"] for name in judged.readings.missed]
        found.append({"title": "Readings of the question", "columns": ["reading", ""], "rows": rows})
    if judged.comparison is not None and judged.outcome is not Outcome.PASSED:
        comparison = judged.comparison
        counts: Json = [[comparison.expected_rows, comparison.actual_rows]]
        found.append({"title": "Rows", "columns": ["golden", "answer"], "rows": counts})
        found += comparison.sections()
    return found
