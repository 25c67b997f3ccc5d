"""One instance, one candidate: apply, put the tests in place, run, read the log, say what became of it.

What a run left is a `Trace`: the log, the exit status, how the patch was applied. `conclude` makes the
verdict of a trace alone, so that stored logs are graded again without Docker.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from proctor.core.outcome import Outcome
from proctor.exams.multi_swe_bench import anticheat
from proctor.exams.multi_swe_bench.containers import Ran
from proctor.exams.multi_swe_bench.log_text import log_text
from proctor.exams.multi_swe_bench.patch import (
    EXACT,
    Applied,
    TestsNotInPlace,
    apply_candidate,
    put_tests_in_place,
)
from proctor.exams.multi_swe_bench.patch_text import encoded, examine
from proctor.exams.multi_swe_bench.recipes import Recipe
from proctor.exams.multi_swe_bench.record import Record
from proctor.exams.multi_swe_bench.transitions import Judged, Results, Rule, Status, judge


class Place(Protocol):
    """Where an instance runs: `containers.Room`, or what stands in for it."""

    workdir: str

    def put(self, name: str, content: bytes) -> str:
        """Write a file; its path."""
        ...

    def call(self, command: Sequence[str]) -> tuple[int, str]:
        """A command of ours: exit status and output."""
        ...

    def run(
        self, command: Sequence[str], seconds: float | None = None, env: Mapping[str, str] | None = None
    ) -> Ran:
        """The candidate's command."""
        ...


@dataclass(frozen=True, slots=True)
class Trace:
    """What one run left.

    stage: how far it came (`instance`, `patch`, `tests`, `run`); a stage before `run` ended it, for `reason`.
    kind: the name of that end, "" if the tests were run. put_back: files that were put back as the base has
    them. attempts: ways of applying, each with whether it worked and what was said.
    """

    stage: str
    kind: str = ""
    reason: str = ""
    way: str | None = None
    repairs: tuple[str, ...] = ()
    attempts: tuple[tuple[str, bool, str], ...] = ()
    put_back: tuple[str, ...] = ()
    exit_code: int | None = None
    ended: str = ""
    seconds: float = 0.0
    log: bytes = b""

    def to_json(self) -> dict[str, Any]:
        """All but the log, as a JSON object."""
        told = asdict(self)
        del told["log"]
        return told

    @classmethod
    def from_json(cls, told: Mapping[str, Any], log: bytes) -> Trace:
        """Read what `to_json` wrote. Raises TypeError and KeyError for anything else."""
        lists = {name: tuple(told[name]) for name in ("repairs", "put_back")}
        attempts = tuple((way, worked, said) for way, worked, said in told["attempts"])
        return cls(**{**told, **lists, "attempts": attempts, "log": log})


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What became of one run: outcome, its kind in a word, why in a line, and the tests' transitions."""

    outcome: Outcome
    kind: str
    reason: str
    judged: Judged | None = None
    findings: tuple[anticheat.Finding, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Manner:
    """How candidates are run.

    strict: apply as the official harness does, in one way. strip: take what came after the base commit out of
    the repository first, which takes minutes where it is large.
    """

    strict: bool = False
    strip: bool = False


def trace(record: Record, recipe: Recipe, patch: str, place: Place, manner: Manner | None = None) -> Trace:
    """Run one candidate in a fresh place. Raises IsolationError if the place fails."""
    manner = manner or Manner()
    place.workdir = recipe.workdir
    base = record.base_sha
    if (unfit := _unfit(record, place, manner.strip)) is not None:
        return Trace("instance", "bad_instance", unfit)
    application = apply_candidate(patch, place.call, place.put, manner.strict)
    attempts = tuple((one.way, one.worked, one.said) for one in application.attempts)
    if application.state is not Applied.APPLIED:
        return Trace("patch", application.state.value, application.reason, attempts=attempts)
    also = anticheat.to_put_back(application.facts)
    try:
        put_back = put_tests_in_place(record.test_patch, base, also, place.call, place.put)
    except TestsNotInPlace as error:
        return Trace(
            "tests", "tests_not_in_place", str(error), application.way, application.repairs, attempts
        )
    place.call(["rm", "-rf", "/proctor-in"])
    ran = place.run(test_command(recipe), env=recipe.environment)
    return Trace(
        stage="run",
        way=application.way,
        repairs=application.repairs,
        attempts=attempts,
        put_back=put_back,
        exit_code=ran.exit_code,
        ended=ran.ended,
        seconds=round(ran.seconds, 3),
        log=ran.output,
    )


def test_command(recipe: Recipe) -> list[str]:
    """The recipe's test as a command: both outputs in one pipe, so that their lines keep their order."""
    return ["/bin/sh", "-c", f"exec 2>&1\n{recipe.test}"]


test_command.__test__ = False  # type: ignore[attr-defined]


def _unfit(record: Record, place: Place, strip: bool) -> str | None:
    """Why an instance can't be judged at all; the gold patch is taken out of it here."""
    status, said = place.call(["sh", "-c", 'rm -f "$@"; git rev-parse HEAD', "look", *anticheat.INSIDE])
    if status:
        return f"there is no repository in the image: {said.strip()[:200]}"
    if said.strip() != record.base_sha:
        status, said = place.call(["git", "checkout", "--quiet", "--force", record.base_sha])
        if status:
            return f"the base commit is not in the image: {said.strip()[:200]}"
    if strip and anticheat.leaks(record.base_sha, place.call):
        try:
            anticheat.strip_history(record.base_sha, place.call)
        except ValueError as error:
            return str(error)
        if left := anticheat.leaks(record.base_sha, place.call):
            return f"the image shows what came after the base commit: {'; '.join(left)}"
    status, said = place.call([*EXACT[1], "--check", place.put("test.patch", encoded(record.test_patch))])
    return f"the test patch does not apply to the base commit: {said.strip()[:200]}" if status else None


_ENDS = {
    "timeout": (Outcome.TIMED_OUT, "the tests hit the time limit"),
    "memory": (Outcome.CRASHED, "a process was killed for memory while the tests ran"),
    "output": (Outcome.REFUSED, "the tests printed more than is allowed"),
    "lost": (Outcome.INFRASTRUCTURE, "the container was lost while the tests ran"),
}
_STAGES = {
    "empty_patch": Outcome.WRONG,
    "malformed_patch": Outcome.REFUSED,
    "does_not_apply": Outcome.REFUSED,
    "tests_not_in_place": Outcome.REFUSED,
    "bad_instance": Outcome.ORACLE_ERROR,
}
_RULES = {
    Rule.REGRESSION: "tests that passed fail now",
    Rule.NOTHING_FIXED: "no test that failed passes now",
    Rule.ANOMALY: "tests that passed without the test patch fail now",
    Rule.NOT_AS_RECORDED: "tests that the true fix makes pass do not pass",
}


def conclude(record: Record, recipe: Recipe, patch: str, left: Trace) -> Conclusion:
    """The verdict of a trace; the same trace always gives the same."""
    facts = examine(patch)
    findings = tuple(
        anticheat.look_at_patch(facts, examine(record.test_patch).files, examine(record.fix_patch).files)
    )
    if left.stage != "run":
        return Conclusion(_STAGES[left.kind], left.kind, left.reason, None, findings)
    results = recipe.parse(log_text(left.log))
    judged = judge(record.run, record.test, results, record.transitions)
    outcome, kind, reason = _of_run(left, results, judged, findings)
    return Conclusion(outcome, kind, reason, judged, findings)


def _of_run(
    left: Trace, results: Results, judged: Judged, findings: tuple[anticheat.Finding, ...]
) -> tuple[Outcome, str, str]:
    if left.ended:
        outcome, reason = _ENDS[left.ended]
        return outcome, left.ended, reason
    for finding in findings:
        if finding.refuses:
            return Outcome.REFUSED, finding.kind, f"the patch {finding.what}"
    if not results:
        return (
            Outcome.CRASHED,
            "no_tests",
            f"no test was run (exit status {left.exit_code}): does it still build?",
        )
    if judged.broken:
        rule, tests = next(iter(judged.broken.items()))
        named = ", ".join(tests[:3]) + (f" and {len(tests) - 3} more" if len(tests) > 3 else "")
        return Outcome.WRONG, rule.value, _RULES[rule] + (f": {named}" if named else "")
    if left.exit_code and Status.FAIL not in results.values():
        return (
            Outcome.WRONG,
            "exit_status",
            f"every test printed passes, yet the exit status is {left.exit_code}",
        )
    return Outcome.PASSED, "resolved", f"resolved: {len(judged.of_kind('fixed'))} tests fixed"


def dump(left: Trace, patch_digest: str) -> str:
    """A trace without its log, with the digest of the patch it belongs to, as JSON."""
    return json.dumps({"patch": patch_digest, **left.to_json()}, indent=1)
