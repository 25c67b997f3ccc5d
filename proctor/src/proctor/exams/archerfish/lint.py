"""The workload linter: what is wrong with the questions themselves, before any system is graded on them.

Without a database: goldens that can't be read, `tables` that disagree with the golden, questions asked twice,
keys that nothing reads. With one: goldens that fail, return nothing or not the same twice, LIMIT that
cuts a tie, rules that name a column the golden never returns, and the self-check (the golden handed in as the
answer must pass).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from proctor.exams.archerfish.comparison import compare
from proctor.exams.archerfish.comparison.rules import resolve
from proctor.exams.archerfish.model import DEFAULT_PROFILE, Question, ResultSet, Rule, RuleError, Workload
from proctor.exams.archerfish.ordering import probe_of
from proctor.exams.archerfish.statement import UnreadableSql
from proctor.exams.archerfish.tables import same_tables, tables_of

UNREADABLE = "unreadable"
FAILS = "fails"
UNSTABLE = "unstable"
EMPTY = "empty"
CUT_TIE = "cut-tie"
UNKNOWN_COLUMN = "unknown-column"
TABLES = "tables"
ASKED_TWICE = "asked-twice"
UNKNOWN_KEY = "unknown-key"
SELF_CHECK = "self-check"

ERRORS = frozenset({UNREADABLE, FAILS, UNKNOWN_COLUMN, SELF_CHECK})
"""Findings that make a question unwinnable; the others are worth a look."""


class GoldenFailed(Exception):
    """A runner's word that the database refused or broke off a query. The message is one line."""


Runner = Callable[[Question, str], ResultSet]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong with one question."""

    question: str
    kind: str
    message: str
    source: str
    line: int

    @property
    def is_error(self) -> bool:
        """Whether no answer could pass."""
        return self.kind in ERRORS

    @property
    def is_self_check(self) -> bool:
        """Whether the golden would not pass as its own answer."""
        return self.kind in (FAILS, UNKNOWN_COLUMN, SELF_CHECK)


def lint(
    workload: Workload, dialect: str, run: Runner | None = None, profile: str = DEFAULT_PROFILE
) -> list[Finding]:
    """All findings, in the workload's order.

    dialect: of the goldens. run: executes a golden for a question, raising GoldenFailed; without it only what
    needs no database is checked.
    """
    findings: list[Finding] = []
    for question in workload.questions:
        for kind, message in _checks(question, dialect, run, profile):
            findings.append(Finding(question.name, kind, message, question.source, question.line))
    findings += _asked_twice(workload)
    places = {question.name: place for place, question in enumerate(workload.questions)}
    return sorted(findings, key=lambda finding: places[finding.question])


def _checks(question: Question, dialect: str, run: Runner | None, profile: str) -> Iterator[tuple[str, str]]:
    for key in question.unknown_keys:
        yield UNKNOWN_KEY, f"nothing reads the key {key!r}"
    tables_found: list[tuple[str, ...]] = []
    for golden, rules in goldens_of(question):
        try:
            tables_found.append(tables_of(golden, dialect))
        except UnreadableSql as fault:
            yield UNREADABLE, str(fault)
        if run is not None:
            yield from _run_checks(question, golden, rules, dialect, run, question.profile or profile)
    declared = question.tables
    if (
        declared is not None
        and tables_found
        and not any(same_tables(declared, each) for each in tables_found)
    ):
        yield (
            TABLES,
            f"tables says {', '.join(declared) or 'none'}; the golden reads {', '.join(tables_found[0])}",
        )


def goldens_of(question: Question) -> list[tuple[str, Sequence[Rule] | None]]:
    """Every distinct golden of the question with the rules that hold for it."""
    found: dict[str, Sequence[Rule] | None] = {}
    for reading in question.readings:
        for golden in reading.goldens:
            found.setdefault(golden, question.rules if reading.rules is None else reading.rules)
    for golden in question.goldens:
        found.setdefault(golden, question.rules)
    return list(found.items())


def _run_checks(
    question: Question,
    golden: str,
    rules: Sequence[Rule] | None,
    dialect: str,
    run: Runner,
    profile: str,
) -> Iterator[tuple[str, str]]:
    try:
        first, second = run(question, golden), run(question, golden)
    except GoldenFailed as fault:
        yield FAILS, str(fault)
        return
    if not first.rows:
        yield EMPTY, "the golden returns no rows: any query that returns none passes"
    if not compare(first, second, None, "strict").equal:
        yield UNSTABLE, "the golden returned other rows when run again"
    yield from _cut_tie(question, golden, dialect, run)
    try:
        resolve(rules, first.columns)
        checked = compare(first, second, rules, profile)
    except RuleError as fault:
        yield UNKNOWN_COLUMN, str(fault)
        return
    if not checked.equal:
        yield SELF_CHECK, f"the golden does not pass as its own answer: {checked.reason}"


def _cut_tie(question: Question, golden: str, dialect: str, run: Runner) -> Iterator[tuple[str, str]]:
    try:
        probe = probe_of(golden, dialect)
    except UnreadableSql:
        return
    if probe is None or probe.limit is None:
        return
    try:
        kept, ordering = probe.read(run(question, probe.sql))
    except (GoldenFailed, ValueError):  # the golden itself ran: only its ties stay unknown
        return
    held = set(map(repr, kept.rows))
    others = sum(repr(row) not in held for _, row in ordering.spare)
    if others:
        yield CUT_TIE, f"LIMIT {probe.limit} leaves out {others} rows that tie with those it keeps"


def _asked_twice(workload: Workload) -> Iterator[Finding]:
    asked: dict[tuple[str, tuple[str, ...]], Question] = {}
    for question in workload.questions:
        words = " ".join(question.question.casefold().split())
        first = asked.setdefault((words, question.schemas), question)
        if first is not question:
            same = "the same golden" if first.goldens == question.goldens else "another golden"
            yield Finding(
                question.name,
                ASKED_TWICE,
                f"{first.name} (line {first.line}) asks the same, with {same}",
                question.source,
                question.line,
            )
