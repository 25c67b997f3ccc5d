"""From the SQL that a system gave to what became of it: run, compare, and say why."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

from proctor.core.outcome import Outcome
from proctor.exams.archerfish.ambiguity import ReadingScore, score_readings
from proctor.exams.archerfish.comparison import compare, compare_all, compare_any
from proctor.exams.archerfish.comparison.archerfish_code import literal_difference
from proctor.exams.archerfish.databases import (
    ERROR,
    OK,
    REFUSED,
    TIMEOUT,
    TOO_LARGE,
    UNUSABLE,
    Answer,
    QueryProcess,
    dialect_of,
)
from proctor.exams.archerfish.model import Comparison, Ordering, Question, ResultSet, Rule, RuleError
from proctor.exams.archerfish.ordering import probe_of
from proctor.exams.archerfish.settings import Settings, Site
from proctor.exams.archerfish.statement import UnreadableSql

_ENDS = {
    ERROR: (Outcome.WRONG, "sql_error"),
    TIMEOUT: (Outcome.TIMED_OUT, "timeout"),
    REFUSED: (Outcome.REFUSED, "refused"),
    TOO_LARGE: (Outcome.REFUSED, "too_large"),
    UNUSABLE: (Outcome.INFRASTRUCTURE, "database"),
}
Expectation = tuple[ResultSet, Ordering | None]


class GoldenUnusable(Exception):
    """The golden failed, or a rule does not fit it: nothing was learnt about the system."""

    def __init__(self, message: str, *, infrastructure: bool = False) -> None:
        super().__init__(message)
        self.infrastructure = infrastructure


@dataclass(slots=True)
class Judged:
    """What became of an answer. Seconds are those of the queries alone; None where one did not run.

    literal_difference: why the answer's rows are not the golden's, order and names included; empty if they
    are, None where there is nothing to compare.
    """

    outcome: Outcome
    kind: str
    reason: str = ""
    comparison: Comparison | None = None
    readings: ReadingScore | None = None
    golden_seconds: float | None = None
    generated_seconds: float | None = None
    reward: float | None = None
    golden_error: str = ""
    generated_error: str = ""
    literal_difference: str | None = None


@dataclass(slots=True)
class Judge:
    """Judges questions under one set of settings, with one process for the queries."""

    settings: Settings
    process: QueryProcess
    _golden_seconds: float | None = field(default=None, init=False)

    def judge(self, question: Question, queries: Sequence[str]) -> Judged:
        """Run the goldens on the source, the queries on the target, and compare."""
        self._golden_seconds = None
        sites = self.settings.sites(question.databases)
        groups = _groups(question)
        try:
            expected = [
                [[self._expect(question, site, golden) for golden in goldens] for _, goldens, _ in groups]
                for site in sites
            ]
        except GoldenUnusable as fault:
            outcome = Outcome.INFRASTRUCTURE if fault.infrastructure else Outcome.ORACLE_ERROR
            return Judged(outcome, "golden_error", f"golden: {fault}", golden_error=str(fault))
        used = list(queries) if question.readings else list(queries[:1])
        answers = [[self.run(site.target, query, question) for query in used] for site in sites]
        first = next((each for group in answers for each in group if each.status != OK), None)
        if first is not None and (not question.readings or first.status == UNUSABLE):
            outcome, kind = _ENDS[first.status]
            return Judged(
                outcome, kind, first.message, golden_seconds=self._golden_seconds,
                generated_seconds=first.seconds, generated_error=first.message,
            )  # fmt: skip
        try:
            judged = self._compare(question, sites, groups, expected, answers)
        except RuleError as fault:
            return Judged(
                Outcome.ORACLE_ERROR, "golden_error", f"rule: {fault}", golden_error=str(fault),
                golden_seconds=self._golden_seconds,
            )  # fmt: skip
        judged.golden_seconds = self._golden_seconds
        judged.generated_seconds = answers[0][0].seconds
        if (result := answers[0][0].result) is not None:
            judged.literal_difference = literal_difference(expected[0][0][0][0], result)
        if self.settings.r_ves:
            judged.reward = 0.0
            if judged.outcome is Outcome.PASSED:
                judged.reward = self._reward(question, sites[0], used[0])
        return judged

    def run(self, url: str, sql: str, question: Question, *, trusted: bool = False) -> Answer:
        """One query, where the question's first schema is looked in."""
        schema = question.schemas[0] if question.schemas else None
        return self.process.run(url, sql, schema, trusted=trusted)

    def _expect(self, question: Question, site: Site, golden: str) -> Expectation:
        answer = self.run(site.source, golden, question, trusted=True)
        if answer.result is None:
            message = f"{answer.status}: {answer.message}"
            raise GoldenUnusable(message, infrastructure=answer.status == UNUSABLE)
        if self._golden_seconds is None:
            self._golden_seconds = answer.seconds
        if (question.profile or self.settings.profile) != "strict":
            return answer.result, None
        try:
            probe = probe_of(golden, dialect_of(site.source))
        except UnreadableSql:
            probe = None
        if probe is None:
            return answer.result, None
        probed = self.run(site.source, probe.sql, question, trusted=True)
        if probed.result is None:
            return answer.result, None
        try:
            return probe.read(probed.result, answer.result.columns)
        except ValueError:  # the probe can't be read: the golden itself still can
            return answer.result, None

    def _compare(
        self,
        question: Question,
        sites: Sequence[Site],
        groups: Sequence[tuple[str, Sequence[str], Sequence[Rule] | None]],
        expected: Sequence[Sequence[Sequence[Expectation]]],
        answers: Sequence[Sequence[Answer]],
    ) -> Judged:
        matches: list[list[bool]] = []
        nearest: Comparison | None = None
        for at in range(len(answers[0])):
            row = []
            for group, (_, _, rules) in enumerate(groups):
                found = [
                    (
                        site.name or f"database {number}",
                        self._one(question, expected[number][group], each, rules),
                    )
                    for number, (site, each) in enumerate(zip(sites, (a[at] for a in answers), strict=True))
                    if each.result is not None
                ]
                together = compare_all(found) if len(found) == len(sites) else None
                if together is not None and (nearest is None or (together.equal and not nearest.equal)):
                    nearest = _plain(together, len(sites))
                row.append(together is not None and together.equal)
            matches.append(row)
        if not question.readings:
            assert nearest is not None
            outcome, kind = (Outcome.PASSED, "passed") if nearest.equal else (Outcome.WRONG, "mismatch")
            return Judged(outcome, kind, nearest.reason, nearest)
        score = score_readings(question.readings, matches, question.readings_score)
        if score.passed:
            return Judged(Outcome.PASSED, "passed", "", nearest, score)
        failed = next((each for group in answers for each in group if each.status != OK), None)
        if failed is not None and not score.found:
            outcome, kind = _ENDS[failed.status]
            return Judged(outcome, kind, failed.message, nearest, score, generated_error=failed.message)
        reason = (
            f"readings not answered: {', '.join(score.missed) or 'none'}; answers beside them: {score.wrong}"
        )
        return Judged(Outcome.WRONG, "mismatch", reason, nearest, score)

    def _one(
        self, question: Question, goldens: Sequence[Expectation], answer: Answer, rules: Sequence[Rule] | None
    ) -> Comparison:
        assert answer.result is not None
        if not self.settings.intent:
            return compare(goldens[0][0], answer.result, rules, "archerfish-code", intent=False)
        return compare_any(goldens, answer.result, rules, question.profile or self.settings.profile)

    def _reward(self, question: Question, site: Site, query: str) -> float | None:
        golden: list[float] = []
        generated: list[float] = []
        for _ in range(self.settings.r_ves):
            one = self.run(site.source, question.goldens[0], question, trusted=True)
            other = self.run(site.target, query, question)
            if one.status != OK or other.status != OK:
                return None
            golden.append(one.seconds)
            generated.append(other.seconds)
        return reward_of(trimmed_mean(golden), trimmed_mean(generated))


def trimmed_mean(seconds: Sequence[float]) -> float:
    """The mean of what lies within three standard deviations of the mean, as BIRD trims its timings."""
    mean, deviation = statistics.fmean(seconds), statistics.pstdev(seconds)
    kept = [each for each in seconds if abs(each - mean) <= 3 * deviation + 1e-12]
    return statistics.fmean(kept or seconds)


def reward_of(golden_seconds: float, generated_seconds: float) -> float:
    """BIRD's reward for a right answer by how many times faster than the golden it is."""
    ratio = golden_seconds / generated_seconds if generated_seconds > 0 else math.inf
    for least, reward in ((2.0, 1.25), (1.0, 1.0), (0.5, 0.75), (0.25, 0.5)):
        if ratio >= least:
            return reward
    return 0.25


def _groups(question: Question) -> list[tuple[str, Sequence[str], Sequence[Rule] | None]]:
    """Name, goldens and rules of each reading; one without a name where the question has none."""
    if not question.readings:
        return [("", question.goldens, question.rules)]
    return [
        (each.name, each.goldens, question.rules if each.rules is None else each.rules)
        for each in question.readings
    ]


def _plain(comparison: Comparison, sites: int) -> Comparison:
    """On a single database its name says nothing."""
    if sites > 1 or not comparison.reason.startswith("on database 0: "):
        return comparison
    import dataclasses

    return dataclasses.replace(comparison, reason=comparison.reason.removeprefix("on database 0: "))
