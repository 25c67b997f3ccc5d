"""Holds a sitting from Python: what `proctor sit` does, and what other programs may call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inspect_ai import eval as inspect_eval
from inspect_ai.model import Model

from proctor.adapters.inspect.kinds import Question, SittingKind
from proctor.adapters.inspect.registry import KINDS
from proctor.adapters.inspect.rules import Rules
from proctor.adapters.inspect.sitting import sitting_task
from proctor.reporting.attempts import attempts_of, by_language
from proctor.reporting.bill import bill_of, read_calls
from proctor.reporting.entries import pass_at_text


@dataclass(frozen=True, slots=True)
class Held:
    """What came of it.

    lines: one an attempt, for a person, then one a language with pass@k and what all its attempts cost.
    failed: through a fault of ours, not the model's.
    """

    lines: tuple[str, ...]
    failed: bool


def kind_of(exam: str, options: Mapping[str, str] | None = None) -> SittingKind:
    """How models sit the exam. Raises ValueError if no model can, and for options that the kind has not."""
    if exam not in KINDS:
        raise ValueError(f"no model can sit {exam!r}; there are {', '.join(sorted(KINDS))}")
    return KINDS[exam](options)


def hold(kind: SittingKind, questions: list[Question], rules: Rules, model: str | Model) -> Held:
    """Let the model sit what is missing in `rules.out`, and grade it.

    Raises ValueError for rules that can't be kept. A fault of ours in one attempt does not stop the others.
    """
    logs = inspect_eval(
        sitting_task(kind, questions, rules),
        model=model,
        log_dir=str(rules.out / "logs"),
        display="none",
        batch=rules.batch or None,
    )
    lines: list[str] = []
    for log in logs:
        if log.error is not None:
            lines.append(f"error: {log.error.message}")
        for sample in log.samples or []:
            where = f"{sample.id}, attempt {sample.epoch}"
            if sample.error is not None:
                lines.append(f"{where}: our fault: {sample.error.message}")
                continue
            for score in (sample.scores or {}).values():
                found = score.metadata or {}
                cost = found.get("api_cost_usd")
                money = "cost unknown" if cost is None else f"{cost} USD (prices {found['prices_dated']})"
                refused = f"; refused: {found['refused']}" if found.get("refused") else ""
                lines.append(f"{where}: {score.explanation}{refused}; {money}; run {found['run']}")
    lines += _summary(rules)
    return Held(tuple(lines), any(log.status != "success" for log in logs))


def _summary(rules: Rules) -> list[str]:
    lines = []
    for language, attempts in by_language(attempts_of(rules.out)).items():
        calls = [call for one in attempts if one.folder.is_dir() for call in read_calls(one.folder)]
        bill = bill_of(calls, rules.prices)
        money = "cost unknown" if bill.usd is None else f"{bill.usd} USD (prices {bill.prices_dated})"
        found = pass_at_text(attempts) or "nothing is graded"
        count = f"{len(attempts)} attempt{'s' if len(attempts) > 1 else ''}"
        lines.append(f"{language}, {count}: {found}; {bill.calls} calls, {bill.tokens} tokens, {money}")
    return lines
