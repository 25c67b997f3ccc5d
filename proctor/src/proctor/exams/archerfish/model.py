"""What the parts of this exam hand to one another: results, rules, questions, and what a comparison found.

The functions over these types, by module:

    workload.load_workload(path) -> Workload            raises WorkloadError (file:line in its message)
    config.load_config(path) -> BenchmarkConfig         raises WorkloadError too
    comparison.compare(expected, actual, rules, profile, *, ordering=None) -> Comparison
    comparison.compare_any(expectations, actual, rules, profile) -> Comparison   several goldens
    ordering.probe_of(sql, dialect) -> Probe | None     what to run instead of a golden to know its ties
                                        probe.read(result, names) -> (ResultSet, Ordering)
    tables.tables_of(sql, dialect) -> tuple[str, ...]   the real tables a statement reads
    difficulty.difficulty_of(sql, dialect) -> str       easy, medium, hard, extra
    ambiguity.score_readings(readings, matches, how) -> ReadingScore
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from proctor.core.json_types import Json

Row = tuple[object, ...]

PROFILES = ("archerfish-readme", "archerfish-code", "strict")
DEFAULT_PROFILE = "archerfish-readme"


class RuleError(ValueError):
    """A comparison rule can't be applied: it names a column that the golden does not return."""


class WorkloadError(ValueError):
    """A workload or benchmark config can't be used. The message names file and line and is for a person."""


@dataclass(frozen=True, slots=True)
class ResultSet:
    """What a query returned: names as the driver gave them (the same name may stand twice) and the rows."""

    columns: tuple[str, ...]
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class Rule:
    """One comparison rule of a question: `match` is "exact" or "oneof", `columns` may be ("*",)."""

    match: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand an ambiguous question, and the golden queries that answer it so."""

    name: str
    goldens: tuple[str, ...]
    rules: tuple[Rule, ...] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One entry of a workload.

    name: its query_name. goldens: acceptable golden queries, at least one, the first being Archerfish's
    `golden_query`; those of every reading if the question has readings. tables: None where the workload says
    nothing. rules: None where the entry has no comparison_rules (all columns are then compared). tweaks:
    follow-up prompts, the last answer is scored. profile: overrides the run's. readings_score: "any" or
    "all". databases: names of the database instances to grade on; empty means the configured one.
    unknown_keys: keys of the entry that nothing reads. source, line: where the entry begins.
    """

    name: str
    question: str
    goldens: tuple[str, ...]
    rules: tuple[Rule, ...] | None = None
    tables: tuple[str, ...] | None = None
    schemas: tuple[str, ...] = ()
    auto_select_schema: bool = False
    tweaks: tuple[str, ...] = ()
    profile: str | None = None
    readings: tuple[Reading, ...] = ()
    readings_score: str = "any"
    databases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    unknown_keys: tuple[str, ...] = ()
    source: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Workload:
    """A workload file: its questions in the file's order and the hex SHA-256 of its bytes."""

    source: str
    digest: str
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Database:
    """How a database is reached. type: the connector ("sqlalchemy"); connection: a SQLAlchemy URL."""

    type: str
    connection: str


@dataclass(frozen=True, slots=True)
class Implementation:
    """One system of a benchmark config.

    class_path: `module.Class` or `module:Class`. target: None if it is the same as the source. instances:
    further databases by name, each with its own source, on which goldens and predictions run too. settings:
    the whole entry as it stands, for `setup` of the plug-in (`waii_configs`, `vanna_configs`, …).
    """

    name: str
    class_path: str
    description: str = ""
    threads_count: int = 1
    source: Database | None = None
    target: Database | None = None
    instances: Mapping[str, Database] = field(default_factory=dict)
    settings: Mapping[str, Json] = field(default_factory=dict)
    line: int = 0


@dataclass(frozen=True, slots=True)
class BenchmarkConfig:
    """A benchmark config file."""

    source: str
    digest: str
    implementations: tuple[Implementation, ...]

    def find(self, name: str) -> Implementation:
        """The implementation of that name. Raises WorkloadError that lists the names there are."""
        for implementation in self.implementations:
            if implementation.name == name:
                return implementation
        known = ", ".join(each.name for each in self.implementations)
        raise WorkloadError(f"{self.source}: no implementation {name!r}; it has {known}")


@dataclass(frozen=True, slots=True)
class Ordering:
    """The order a golden result must stand in, ties understood (`strict` only).

    ranks: one number a row, never falling; rows of equal rank may stand in any order among themselves.
    spare: rank and row of those that LIMIT and OFFSET cut off although they tie with one that was kept; they
    may stand in for rows of that rank.
    """

    ranks: tuple[int, ...]
    spare: tuple[tuple[int, Row], ...] = ()


@dataclass(frozen=True, slots=True)
class UnmatchedRow:
    """A row without a partner, and the nearest row of the other side.

    number: its place, from 1. cells: for each compared column its name, the row's own value as shown, and
    the nearest row's value (None if there is no row left to compare with).
    """

    number: int
    cells: tuple[tuple[str, str, str | None], ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a comparison found.

    reason: one line, why; empty if equal. mapping: expected column → the actual columns it was compared
    with. missing: the first golden rows without a partner; surplus: the first rows of the answer without one.
    """

    equal: bool
    profile: str
    reason: str = ""
    mapping: tuple[tuple[str, str], ...] = ()
    missing: tuple[UnmatchedRow, ...] = ()
    surplus: tuple[UnmatchedRow, ...] = ()
    expected_rows: int = 0
    actual_rows: int = 0

    def sections(self) -> list[dict[str, Json]]:
        """The evidence a person is shown: tables bounded to a few rows, in the floor's form."""
        shown: list[dict[str, Json]] = []
        if self.mapping:
            pairs: list[Json] = [[expected, actual] for expected, actual in self.mapping[:_SHOWN_COLUMNS]]
            shown.append({"title": "Columns compared", "columns": ["golden", "answer"], "rows": pairs})
        for title, own, other, rows in (
            ("Golden rows without a partner", "golden", "nearest of the answer", self.missing),
            ("Rows of the answer without a partner", "answer", "nearest golden", self.surplus),
        ):
            if rows:
                cells: list[Json] = [
                    [row.number, column, mine, "" if theirs is None else theirs]
                    for row in rows
                    for column, mine, theirs in row.cells[:_SHOWN_COLUMNS]
                ]
                shown.append({"title": title, "columns": ["row", "column", own, other], "rows": cells})
        return shown


_SHOWN_COLUMNS = 24
