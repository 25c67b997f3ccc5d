"""The exam: what MultiLangBench asks of a submission, and how it is judged.

One case: the candidate gets a copy of the input database and the user query; the real SQLite then runs the
validation query on the file it left, and passes it if the output is the golden, byte for byte. Only that file
counts: journals and other files beside it are thrown away, as the benchmark's README takes the one file out.
"""

from __future__ import annotations

import shlex
import stat
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

from proctor.compliance.toolchain import foreign_programs
from proctor.core.case import Case
from proctor.core.json_types import Json, JsonObject
from proctor.core.outcome import Outcome
from proctor.core.selection import Selection
from proctor.core.verdict import Verdict
from proctor.exams.cache import cache_folder
from proctor.exams.multilangbench.candidate import Rules, prepare_submission
from proctor.exams.multilangbench.case import SqlCase
from proctor.exams.multilangbench.evidence import difference, tail
from proctor.exams.multilangbench.inputs import InputCache, copy_database
from proctor.exams.multilangbench.oracle.find import WANTED, Oracle, find_oracle
from proctor.exams.multilangbench.oracle.session import Allowance, Answer, OracleFault, Session
from proctor.exams.multilangbench.selection import SelectedCases
from proctor.exams.multilangbench.sources import open_source
from proctor.grading.exam import CaseSet, ExamError, OracleIdentity, Prepared
from proctor.isolation.protocol import Command, Completed, Isolation, LimitHit, Limits
from proctor.isolation.registry import DEFAULT, NAMES
from proctor.languages.catalogue import languages
from proctor.traces.names import sqlite_paths

_ROOM = 1 << 16
_OPTIONS = frozenset(
    {"oracle", "oracle_version", "cache", "wall_seconds", "allow_sqlite", "language", "build_in", "judge"}
)
_BY_LIMIT = {
    LimitHit.WALL: Outcome.TIMED_OUT,
    LimitHit.CPU: Outcome.TIMED_OUT,
    LimitHit.MEMORY: Outcome.CRASHED,
    LimitHit.PROCESSES: Outcome.REFUSED,
    LimitHit.OUTPUT: Outcome.REFUSED,
    LimitHit.FILE_SIZE: Outcome.REFUSED,
    LimitHit.DISK: Outcome.REFUSED,
}
_WHY = {
    "done": "the validation query printed something else",
    "too_long": "the validation query printed far more than the golden",
    "timed_out": "the validation query did not end on the file left behind",
    "crashed": "the validation query crashed SQLite on the file left behind",
    "unopenable": "the file left behind does not open",
}


class MultiLangBench:
    """The exam as the grading floor sees it.

    options: `oracle` (library, shell or wheel; default: the first there is), `oracle_version` (default
    3.40.1), `cache` (a folder), `wall_seconds` (60 a case), `allow_sqlite` (leave the machine's SQLite in
    sight of the submission, for grading the real one), `language` (the one that the submission must be in),
    `build_in` (the isolation in which submissions are built: bubblewrap, docker or bare), `judge` (a command
    that is asked about the sources too, and decides nothing). Raises ExamError for any other.
    """

    name = "multilangbench"
    version = "3"

    def __init__(self, options: Mapping[str, Json] | None = None) -> None:
        self._options = dict(options or {})
        if unknown := set(self._options) - _OPTIONS:
            raise ExamError(f"multilangbench has no option {', '.join(sorted(unknown))}")
        self._found: Oracle | None = None
        self._session: Session | None = None
        self._inputs: InputCache | None = None

    @property
    def options(self) -> Mapping[str, Json]:
        """What the exam was constructed with."""
        return self._options

    @property
    def limits(self) -> Limits:
        """60 s a case, unless the options say otherwise."""
        seconds = self._options.get("wall_seconds")
        if seconds is None:
            return Limits()
        if not isinstance(seconds, int | float) or seconds <= 0:
            raise ExamError("wall_seconds is a number above 0")
        return replace(Limits(), wall_seconds=float(seconds), cpu_seconds=max(1, round(seconds)))

    @property
    def cache(self) -> Path:
        """Where built databases and the fetched repository are kept."""
        given = self._options.get("cache")
        return Path(given) if isinstance(given, str) else cache_folder(self.name)

    def load(self, selection: Selection) -> CaseSet:
        """The selected cases. Raises ExamError if there are none or they can't be read."""
        return SelectedCases(open_source(selection.source, self.cache), selection)

    def prepare(self, submission: Path, workplace: Path) -> Prepared:
        """Copy the submission; where it names its language, check it and build it from its sources.

        Raises Refused, Infrastructure and ExamError.
        """
        prepared = prepare_submission(submission, workplace, self._rules())
        hidden = [str(path) for path in self._hidden(prepared)]
        return replace(prepared, details={**prepared.details, "hidden": hidden})

    def _rules(self) -> Rules:
        language = str(self._options.get("language") or "")
        if language and language not in languages():
            raise ExamError(f"no language {language!r}; there are: {', '.join(languages())}")
        build_in = str(self._options.get("build_in") or DEFAULT)
        if build_in not in NAMES:
            raise ExamError(f"build_in is one of {', '.join(NAMES)}, not {build_in!r}")
        judge = shlex.split(str(self._options.get("judge") or ""))
        return Rules(language, build_in, self._sqlite(), tuple(judge))

    def _sqlite(self) -> tuple[Path, ...]:
        return () if self._options.get("allow_sqlite") else sqlite_paths()

    def _hidden(self, prepared: Prepared) -> tuple[Path, ...]:
        """What a run of it must not see: SQLite, and the tools of other languages than its own."""
        named = languages().get(str(prepared.details.get("language")))
        return self._sqlite() if named is None else (*self._sqlite(), *foreign_programs(named))

    def find(self) -> Oracle:
        """The oracle on this machine. Raises ExamError if there is none of the version wanted."""
        if self._found is None:
            kind = self._options.get("oracle")
            version = self._options.get("oracle_version")
            self._found = find_oracle(cast("str | None", kind), str(version) if version else WANTED)
        return self._found

    def oracle(self) -> OracleIdentity:
        """Who judges. Raises ExamError if there is no SQLite of the version wanted."""
        return self.find().identity()

    def open_session(self, isolation: Isolation, parent: Path) -> tuple[Session, InputCache]:
        """The oracle's process and the input databases it builds, opened when first asked for.

        parent: where the oracle's spool is made; best on the file system of the databases.
        """
        if self._session is None or self._inputs is None:
            oracle = self.find()
            self._session = Session(oracle, isolation.wrap, parent, alone=isolation.name == "docker")
            self._inputs = InputCache(self.cache / "inputs", oracle)
        return self._session, self._inputs

    def grade(self, prepared: Prepared, case: Case, workplace: Path, isolation: Isolation) -> Verdict:
        """Run the submission on one case and judge the file it leaves."""
        assert isinstance(case, SqlCase)
        session, inputs = self.open_session(isolation, workplace.parent)
        box = workplace / "box"
        box.mkdir()
        database = box / "output.db"
        try:
            copy_database(inputs.get(case.initial_database, session), database)
        except OracleFault as fault:
            return _verdict(case, Outcome.ORACLE_ERROR, None, {"reason": str(fault)})
        completed = isolation.run(
            Command(
                argv=(*prepared.argv, str(database)),
                writable=box,
                stdin=case.user_query,
                readonly=(prepared.root, *map(Path, cast("list[str]", prepared.details.get("shows", [])))),
                hidden=self._hidden(prepared),
                limits=self.limits,
            )
        )
        evidence: dict[str, Json] = {
            "stderr": tail(completed.stderr),
            "stdout_bytes": completed.stdout_bytes,
            "signal": completed.signal,
            "limit": None if completed.limit is None else completed.limit.value,
        }
        decided = _how_it_ended(completed) or self._unfit_to_open(database)
        if decided is not None:
            return _verdict(case, decided[0], completed, {"reason": decided[1], **evidence})
        return self._judge(case, database, completed, evidence, session)

    def _unfit_to_open(self, database: Path) -> tuple[Outcome, str] | None:
        """Why what lies at the database's path may not be given to the oracle, if so."""
        try:
            status = database.lstat()
        except FileNotFoundError:
            return Outcome.WRONG, "the database is gone"
        if not stat.S_ISREG(status.st_mode):
            return Outcome.REFUSED, f"the database was replaced by {_kind(status.st_mode)}"
        if status.st_size > self.limits.file_bytes:
            return Outcome.REFUSED, f"the database has {status.st_size:,} bytes, more than is allowed"
        return None

    def _judge(
        self, case: SqlCase, database: Path, completed: Completed, evidence: dict[str, Json], session: Session
    ) -> Verdict:
        evidence["file_bytes"] = database.lstat().st_size
        database.chmod(0o600)
        allowance = Allowance(output_bytes=len(case.expected_output) + _ROOM)
        try:
            made_by = case.initial_database + b"\n" + case.user_query
            answer = session.run(database, case.validation_query, allowance, check=True, made_by=made_by)
        except OracleFault as fault:
            return _verdict(case, Outcome.ORACLE_ERROR, completed, {"reason": str(fault), **evidence})
        evidence["integrity"] = answer.integrity
        evidence["validation_errors"] = list(answer.errors)
        if answer.done and answer.output == case.expected_output:
            return _verdict(case, Outcome.PASSED, completed, evidence)
        if answer.status == "timed_out" and answer.cpu_seconds < allowance.cpu_seconds / 4:
            reason = f"the validation query got too little of the processor: {answer.detail}"
            return _verdict(case, Outcome.ORACLE_ERROR, completed, {"reason": reason, **evidence})
        outcome = Outcome.CRASHED if (completed.exit_code or 0) > 1 else Outcome.WRONG
        found: dict[str, Json] = {"reason": _why(answer, completed)}
        if departs := difference(case.expected_output, answer.output):
            found["difference"] = departs
        return _verdict(case, outcome, completed, found | evidence)

    def summarise(self, verdicts: Iterable[Verdict]) -> JsonObject:
        """How many files failed the integrity check, among the passed and among the others."""
        damaged = {True: 0, False: 0}
        for verdict in verdicts:
            integrity = verdict.evidence.get("integrity")
            if integrity is not None and integrity != "ok":
                damaged[verdict.outcome is Outcome.PASSED] += 1
        return {"damaged_but_passed": damaged[True], "damaged_and_failed": damaged[False]}

    def close(self) -> None:
        """End the oracle's process."""
        if self._session is not None:
            self._session.close()
            self._session = None


def _how_it_ended(completed: Completed) -> tuple[Outcome, str] | None:
    """The outcome that the run alone decides, if it does: a limit was hit, or a signal ended it."""
    if completed.limit is not None:
        return _BY_LIMIT[completed.limit], f"the submission hit the {completed.limit.value} limit"
    if completed.signal is not None:
        return Outcome.CRASHED, f"the submission was ended by signal {completed.signal}"
    return None


def _kind(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "a symbolic link"
    if stat.S_ISDIR(mode):
        return "a directory"
    if stat.S_ISFIFO(mode):
        return "a FIFO"
    return "something that is no regular file"


def _why(answer: Answer, completed: Completed) -> str:
    detail = f" ({answer.detail})" if answer.detail else ""
    exited = (
        f"; the submission exited with status {completed.exit_code}" if (completed.exit_code or 0) > 1 else ""
    )
    return _WHY[answer.status] + detail + exited


def _verdict(case: SqlCase, outcome: Outcome, completed: Completed | None, evidence: JsonObject) -> Verdict:
    return Verdict(
        case=case.name,
        content_hash=case.content_hash,
        outcome=outcome,
        tags=case.tags,
        wall_seconds=None if completed is None else round(completed.wall_seconds, 6),
        cpu_seconds=None if completed is None else completed.cpu_seconds,
        peak_rss_bytes=None if completed is None else completed.peak_rss_bytes,
        exit_code=None if completed is None else completed.exit_code,
        evidence=evidence,
    )
