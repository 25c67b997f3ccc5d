"""All attempts of a sitting together: what was asked, what became of each, pass@k, what it cost.

A sitting's folder:

    asked.json          the questions, each with its language, and how many attempts at each
    QUESTION-N/         attempt N at a question: its calls, its submission, and `run/` once it is graded

An attempt that is asked for and not graded to its end stays in sight: whatever lacks it is not final.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

from proctor.core.outcome import Outcome
from proctor.grading.loop import scorecard_of
from proctor.grading.manifest import RunError
from proctor.grading.run_folder import RunFolder, write_whole

ASKED = "asked.json"
RUN = "run"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a sitting is to hold: each question's language by the question's name, and the attempts at it."""

    exam: str
    questions: Mapping[str, str]
    epochs: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt. folder: where it lies, if it was begun."""

    question: str
    language: str
    epoch: int
    folder: Path

    @property
    def run(self) -> Path | None:
        """Its run folder; None while there is none."""
        run = self.folder / RUN
        return run if RunFolder.exists(run) else None


def attempt_folder(sitting: Path, question: str, epoch: int) -> Path:
    """Where an attempt lies."""
    return sitting / f"{question}-{epoch}"


def write_asked(sitting: Path, asked: Asked) -> None:
    """Keep what is asked, beside what was asked there before. Raises RunError for another exam's folder."""
    before = read_asked(sitting)
    if before is not None:
        if before.exam != asked.exam:
            raise RunError(f"{sitting} holds sittings of {before.exam}; choose another folder")
        epochs = max(before.epochs, asked.epochs)
        asked = Asked(asked.exam, {**before.questions, **asked.questions}, epochs)
    sitting.mkdir(parents=True, exist_ok=True)
    record = {"exam": asked.exam, "questions": dict(asked.questions), "epochs": asked.epochs}
    write_whole(sitting / ASKED, json.dumps(record, indent=2) + "\n")


def read_asked(sitting: Path) -> Asked | None:
    """What was asked; None if the folder is no sitting's. Raises RunError for a damaged record."""
    path = sitting / ASKED
    try:
        record = json.loads(path.read_text("utf-8"))
        return Asked(str(record["exam"]), dict(record["questions"]), int(record["epochs"]))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise RunError(f"{path} is damaged: {error}") from error


def attempts_of(sitting: Path) -> list[Attempt]:
    """All attempts that were asked for, begun or not. Raises RunError if the folder is no sitting's."""
    asked = read_asked(sitting)
    if asked is None:
        raise RunError(f"{sitting} is no folder of a sitting: it has no {ASKED}")
    return [
        Attempt(name, language, epoch, attempt_folder(sitting, name, epoch))
        for name, language in asked.questions.items()
        for epoch in range(1, asked.epochs + 1)
    ]


def pass_at(k: int, attempts: int, passed: int) -> float:
    """The chance that at least one of k attempts passes, drawn without replacement from those made.

    1 - C(n - c, k) / C(n, k), the estimator without bias of M. Chen et al., "Evaluating Large Language
    Models Trained on Code" (2021), section 2.1. Raises ValueError unless 1 <= k <= n and 0 <= c <= n.
    """
    if not 1 <= k <= attempts or not 0 <= passed <= attempts:
        raise ValueError(f"{passed} of {attempts} attempts passed: there is no pass@{k}")
    return 1.0 - comb(attempts - passed, k) / comb(attempts, k)


@dataclass(frozen=True, slots=True)
class PassAtK:
    """pass@k over the cases of a sitting, for some k, and what it rests on.

    rates: by k, the mean over all cases. cases: how many; attempts: the fewest at any of them. missing:
    attempts that are asked for and have no final result; the rates are not final while there are any.
    """

    rates: Mapping[int, float]
    cases: int
    attempts: int
    missing: int


def pass_at_k(attempts: Sequence[Attempt]) -> PassAtK:
    """pass@k by case over these attempts: a case is passed by the attempts in whose run it passed.

    k goes up in powers of two to the number of attempts, which is in it too. A submission refused as a
    whole fails all its cases. Raises RunError for a damaged run.
    """
    tried: Counter[tuple[str, str]] = Counter()
    passed: Counter[tuple[str, str]] = Counter()
    missing = 0
    for attempt in attempts:
        if attempt.run is None:
            missing += 1
            continue
        folder = RunFolder(attempt.run)
        missing += bool(scorecard_of(folder).not_final)
        for case, did_pass in _results(folder):
            tried[attempt.question, case] += 1
            passed[attempt.question, case] += did_pass
    fewest = min(tried.values(), default=0)
    rates = {
        k: sum(pass_at(k, n, passed[case]) for case, n in tried.items()) / len(tried) for k in _ks(fewest)
    }
    return PassAtK(rates, len(tried), fewest, missing)


def _results(folder: RunFolder) -> Iterator[tuple[str, bool]]:
    """Each case of a run with whether it passed; without those that ended by a fault of ours."""
    if folder.manifest.refused:
        for _, content_hash in folder.cases():
            yield content_hash, False
        return
    for verdict in folder.verdicts():
        if not verdict.outcome.is_ours:
            yield verdict.content_hash, verdict.outcome is Outcome.PASSED


def _ks(most: int) -> list[int]:
    powers = [1 << power for power in range(most.bit_length()) if 1 << power <= most]
    return sorted({*powers, most} - {0})


def by_language(attempts: Sequence[Attempt]) -> dict[str, list[Attempt]]:
    """The attempts of each language, in order of their names."""
    found: dict[str, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        found[attempt.language].append(attempt)
    return dict(sorted(found.items()))
