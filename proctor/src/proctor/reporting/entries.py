"""What a board shows of a run, or of one attempt at all questions of a sitting, read from disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from proctor.core.case import Case
from proctor.core.outcome import Outcome
from proctor.core.printable import printable_line
from proctor.core.verdict import Verdict
from proctor.grading.loop import scorecard_of
from proctor.grading.manifest import Manifest, selection_digest
from proctor.grading.run_folder import RunFolder
from proctor.reporting.attempts import Asked, Attempt, attempts_of, by_language, pass_at_k, read_asked
from proctor.reporting.bill import CALLS, read_bill, read_calls
from proctor.reporting.sitting_record import read_sitting

MOST_FAILURES = 25
_REASON = 160
_NOT_ASKED = "nothing graded yet"


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that did not pass: its name, how it ended, and why in one line."""

    case: str
    outcome: str
    reason: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One run, or one attempt, as the board sees it. cost in US dollars, None where unknown.

    folders: the run folders it sums up. attempt: which one it is, empty for a run of no sitting. failed: how
    many cases did not pass through the submission's fault; failures: the first of them. section: what must
    be equal for two entries to be compared.
    """

    folders: tuple[Path, ...]
    model: str
    language: str
    passed: int
    counted: int
    cost: str | None
    prices: str | None
    not_final: tuple[str, ...]
    refused: str | None
    failed: int
    failures: tuple[Failure, ...]
    section: tuple[str, ...]
    attempt: str = ""

    @property
    def rate(self) -> float | None:
        """The fraction that passed; None where nothing counted."""
        return self.passed / self.counted if self.counted else None


@dataclass(frozen=True, slots=True)
class PassAt:
    """pass@k of a model in one language of a sitting, in words, and the section it belongs to."""

    model: str
    language: str
    text: str
    section: tuple[str, ...]


def entries_of(path: Path) -> tuple[list[Entry], list[PassAt]]:
    """What a run folder, or the folder of a sitting, gives for a board. Raises RunError if it is neither."""
    asked = read_asked(path)
    if asked is None:
        return [entry_of(path)], []
    entries: list[Entry] = []
    passes: list[PassAt] = []
    every = attempts_of(path)
    for language, attempts in by_language(every).items():
        of_language = [
            _attempt_entry(asked, language, epoch, [one for one in attempts if one.epoch == epoch])
            for epoch in range(1, asked.epochs + 1)
        ]
        entries += of_language
        if asked.epochs > 1 and (text := pass_at_text(attempts)):
            graded = [entry for entry in of_language if entry.folders]
            passes.append(PassAt(graded[0].model, language, text, graded[0].section))
    return _placed(entries, every), passes


def _placed(entries: Sequence[Entry], attempts: Sequence[Attempt]) -> list[Entry]:
    """Put the entries without a result where the other entries of the sitting stand, under the same model."""
    graded = next((entry for entry in entries if entry.folders), None)
    if graded is not None:
        model, section = graded.model, graded.section
        return [entry if entry.folders else replace(entry, model=model, section=section) for entry in entries]
    calls = (call for one in attempts if (one.folder / CALLS).exists() for call in read_calls(one.folder))
    first = next(calls, None)
    return (
        [replace(entry, model=printable_line(first.model)) for entry in entries] if first else list(entries)
    )


def pass_at_text(attempts: Sequence[Attempt]) -> str:
    """pass@k in words; empty where nothing is graded."""
    found = pass_at_k(attempts)
    told = ", ".join(f"pass@{k} {rate:.1%}" for k, rate in found.rates.items())
    if told and found.missing:
        told += f" (not final: {found.missing} of {len(attempts)} attempts have no final result)"
    return told


def entry_of(path: Path) -> Entry:
    """Read a run folder. Raises RunError if it is none, or damaged."""
    folder = RunFolder(path)
    run = folder.manifest
    card = scorecard_of(folder)
    bill = read_bill(path)
    sitting = read_sitting(path)
    details = run.submission_details
    language = sitting.language if sitting else str(details.get("language") or details.get("target") or "")
    return Entry(
        folders=(path,),
        model=printable_line(sitting.model if sitting else Path(run.submission).name),
        language=printable_line(language or "not said"),
        passed=card.tally.passed,
        counted=card.tally.counted,
        cost=bill.usd if bill else None,
        prices=bill.prices_dated if bill else None,
        not_final=tuple(printable_line(reason) for reason in card.not_final),
        refused=printable_line(run.refused) if run.refused else None,
        failed=card.tally.counted - card.tally.passed,
        failures=() if run.refused else _failures(folder),
        section=(
            *_head(run),
            run.selection,
            f"{run.selected} of {run.available} cases",
            run.selection_digest,
        ),
        attempt=f"attempt {sitting.epoch}" if sitting else "",
    )


def _head(run: Manifest) -> tuple[str, ...]:
    return (run.exam, f"version {run.exam_version}", f"{run.oracle['name']} {run.oracle['version']}")


def _failures(folder: RunFolder) -> tuple[Failure, ...]:
    found: list[Failure] = []
    for verdict in folder.verdicts():
        if verdict.outcome is Outcome.PASSED or verdict.outcome.is_ours:
            continue
        found.append(Failure(printable_line(verdict.case), verdict.outcome.value, _reason(verdict)))
        if len(found) == MOST_FAILURES:
            break
    return tuple(found)


def _reason(verdict: Verdict) -> str:
    reason = printable_line(str(verdict.evidence.get("reason") or ""))
    return reason if len(reason) <= _REASON else reason[: _REASON - 1] + "…"


def _attempt_entry(asked: Asked, language: str, epoch: int, attempts: Sequence[Attempt]) -> Entry:
    """One attempt at all questions of a language. What is not graded yet is said, never left out."""
    folders = [one.run for one in attempts if one.run is not None]
    entries = [entry_of(folder) for folder in folders]
    missing = len(attempts) - len(entries)
    not_final = [reason for entry in entries for reason in entry.not_final]
    if missing:
        not_final.insert(0, f"{missing} of {len(attempts)} questions have no result")
    refused = [entry.refused for entry in entries if entry.refused]
    costs = [entry.cost for entry in entries]
    prices = sorted({entry.prices or "none" for entry in entries})
    is_priced = bool(entries) and None not in costs and len(prices) == 1
    total = sum((Decimal(cost) for cost in costs if cost is not None), Decimal(0))
    return Entry(
        folders=tuple(folders),
        model=entries[0].model if entries else "not said",
        language=printable_line(language),
        passed=sum(entry.passed for entry in entries),
        counted=sum(entry.counted for entry in entries),
        cost=format(total.normalize(), "f") if is_priced else None,
        prices=prices[0] if len(prices) == 1 and prices != ["none"] else None,
        not_final=tuple(not_final),
        refused=_refusals(refused, len(attempts)),
        failed=sum(entry.failed for entry in entries),
        failures=tuple(failure for entry in entries for failure in entry.failures)[:MOST_FAILURES],
        section=_section_of(asked, folders, entries),
        attempt=f"attempt {epoch}",
    )


def _refusals(refused: Sequence[str], asked: int) -> str | None:
    if not refused:
        return None
    return refused[0] if asked == 1 else f"{len(refused)} of {asked} submissions, the first: {refused[0]}"


def _section_of(asked: Asked, folders: Sequence[Path], entries: Sequence[Entry]) -> tuple[str, ...]:
    if not entries:
        return (asked.exam, "", _NOT_ASKED, "", "", "")
    if len(entries) == 1:
        return entries[0].section
    runs = [RunFolder(folder) for folder in folders]
    cases = [Case(name, digest) for run in runs for name, digest in run.cases()]
    available = max(run.manifest.available for run in runs)
    count = f"{len(cases)} of {available} cases"
    return (*_head(runs[0].manifest), f"{len(runs)} questions", count, selection_digest(cases))
