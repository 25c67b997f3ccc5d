"""Grades a stored submission with Proctor's core, outside the room, without a model."""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass
from pathlib import Path

from proctor.adapters.inspect.kinds import Question, SittingKind
from proctor.adapters.inspect.place import Place
from proctor.core.scorecard import Scorecard
from proctor.core.usage import PriceList
from proctor.exams.registry import open_exam
from proctor.grading.exam import Infrastructure
from proctor.grading.loop import Plan, grade
from proctor.grading.processes import Processes
from proctor.grading.run_folder import RunFolder
from proctor.isolation.registry import DEFAULT
from proctor.reporting.bill import write_bill
from proctor.reporting.sitting_record import SittingRecord, write_sitting


@dataclass(frozen=True, slots=True)
class Graded:
    """The figures of one attempt: what Inspect gets as its score."""

    card: Scorecard
    digest: str
    usd: str | None
    prices_dated: str
    unpriced: tuple[str, ...]


def grade_place(
    place: Place,
    kind: SittingKind,
    question: Question,
    record: SittingRecord,
    prices: PriceList,
    isolation: str = DEFAULT,
    jobs: int | None = None,
) -> Graded:
    """Grade what the place holds (only what is missing, if it was begun) and price its calls.

    Raises Infrastructure if the figures can't be final through a fault of ours, and what `grading.loop.grade`
    raises. A submission that breaks the rules is no such fault: it scores 0 of all cases.
    """
    ended = place.ended
    refused = ended.refused if ended else None
    graded = place.submission if refused else kind.graded_path(place.submission)
    plan = Plan(
        exam=functools.partial(open_exam, kind.exam, dict(question.exam_options)),
        submission=graded.resolve(),
        folder=place.run.resolve(),
        selection=question.selection,
        isolation=isolation,
        refused=refused,
    )
    card = grade(plan, Processes(jobs))
    write_sitting(place.run, record)
    place.copy_calls()
    bill = write_bill(place.run, prices)
    ours = sum(count for outcome, count in card.outcomes.items() if outcome.is_ours)
    if ours or (card.graded < card.expected and not card.run.get("refused")):
        raise Infrastructure(f"{question.name} is not graded to its end: {'; '.join(card.not_final)}")
    return Graded(card, run_digest(place.run), bill.usd, bill.prices_dated, bill.unpriced)


def run_digest(run: Path) -> str:
    """Hex SHA-256 over what was graded and what came of it: submission, cases and outcomes, in no order of
    time.
    """
    folder = RunFolder(run)
    head = [folder.manifest.grader, folder.manifest.submission_digest, folder.manifest.selection_digest]
    verdicts = sorted(f"{verdict.content_hash} {verdict.outcome.value}" for verdict in folder.verdicts())
    return hashlib.sha256("\n".join([*head, *verdicts]).encode()).hexdigest()
