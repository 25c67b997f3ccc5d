"""Runs the hidden tests of one built port and says what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from proctor.core.outcome import Outcome
from proctor.exams.cobol_migration.build import Built
from proctor.exams.cobol_migration.compare import Difference, compare
from proctor.exams.cobol_migration.copybook import field_at, fields_of, record_size
from proctor.exams.cobol_migration.golden import read_golden
from proctor.exams.cobol_migration.layout import Program, Test
from proctor.exams.cobol_migration.likely import likely_trap
from proctor.exams.cobol_migration.running import limits_of, run_test
from proctor.exams.cobol_migration.variants import best_variant, fingerprint, read_record
from proctor.isolation.protocol import Completed, Isolation, LimitHit

_TIMEOUTS_BORNE = 3
_BY_LIMIT = {
    LimitHit.WALL: Outcome.TIMED_OUT,
    LimitHit.CPU: Outcome.TIMED_OUT,
    LimitHit.MEMORY: Outcome.CRASHED,
}


@dataclass(frozen=True, slots=True)
class Judged:
    """One test: its outcome, why in one line, where it departs. completed is None where it was not run.

    like: the wrong turn of the original that gives the same, in words.
    """

    test: Test
    outcome: Outcome
    reason: str
    completed: Completed | None = None
    differences: Sequence[Difference] = ()
    field: str | None = None
    trap: str | None = None
    like: str | None = None


def judge(isolation: Isolation, program: Program, built: Built, workplace: Path) -> list[Judged]:
    """Run every hidden test, each in a folder of its own. Raises BadCase, IsolationError, OSError.

    After three tests that ran out of time the others are not run any more: they count as failed.
    """
    judged: list[Judged] = []
    for test in program.tests("hidden"):
        if sum(one.outcome is Outcome.TIMED_OUT for one in judged) >= _TIMEOUTS_BORNE:
            judged.append(Judged(test, Outcome.TIMED_OUT, "not run: three tests before it ran out of time"))
            continue
        judged.append(_judge_one(isolation, program, built, test, workplace))
    return _explained(program, judged)


def _explained(program: Program, judged: list[Judged]) -> list[Judged]:
    """The same tests, with the trap of the recorded variant that explains the most of the failed ones."""
    failed = {
        one.test.folder.name: fingerprint(one.differences[0]) if one.differences else None
        for one in judged
        if one.outcome is not Outcome.PASSED
    }
    record = read_record(program)
    best = best_variant(record.variants, failed, program.traps) if failed and record else None
    if best is None:
        return judged
    return [
        replace(one, like=best.told(), trap=best.trap or one.trap)
        if one.differences and best.seen.get(one.test.folder.name) == failed.get(one.test.folder.name)
        else one
        for one in judged
    ]


def _judge_one(isolation: Isolation, program: Program, built: Built, test: Test, workplace: Path) -> Judged:
    golden = read_golden(test)
    box = workplace / f"run-{test.folder.name}"
    completed, found = run_test(
        isolation, test, built.argv, box, built.readonly, limits_of(program.seconds),
        hidden=built.hidden, internal=program.internal, env={"LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    if completed.limit is not None:
        outcome = _BY_LIMIT.get(completed.limit, Outcome.REFUSED)
        return Judged(test, outcome, f"the port hit the {completed.limit.value} limit", completed)
    differences = compare(golden, found, stderr=program.compares_stderr)
    if not differences:
        return Judged(test, Outcome.PASSED, "equal in every byte", completed)
    first = differences[0]
    places = ((one, field_name(program, one)) for one in differences)
    field = next((f"{name} in {one.part}" for one, name in places if name), None)
    trap = likely_trap(first, program.traps)
    if completed.signal is not None:
        return Judged(
            test, Outcome.CRASHED, f"the port was ended by signal {completed.signal}", completed, differences
        )
    reason = first.headline() + (f"; {field}" if field else "")
    return Judged(test, Outcome.WRONG, reason, completed, differences, field, trap)


def field_name(program: Program, difference: Difference) -> str | None:
    """The field of the record that the first differing byte falls in, where the case describes the record."""
    described = program.records.get(difference.part)
    if described is None or difference.kind != "differs":
        return None
    path, _, record = described.partition("#")
    source = program.folder / path
    if not source.is_file():
        return None
    fields = fields_of(source.read_text("utf-8", "replace"), record or None)
    size = record_size(fields)
    if not size:
        return None
    expected = difference.expected
    # Fixed records follow each other without a newline; lines are records of their own.
    is_fixed = len(expected) % size == 0 and b"\n" not in expected[:size]
    within = difference.offset % size if is_fixed else difference.column - 1
    number = difference.offset // size + 1 if is_fixed else difference.line
    field = field_at(fields, within)
    if field is None:
        return None
    place = f"bytes {field.offset + 1}–{field.offset + field.size}"
    return f"field {field.name} (PIC {field.picture}, {place}) of record {number}"
