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


@dataclass(frozen=True, slots=True)
class Held:
    """What came of it. lines: one an attempt, for a person; failed: through a fault of ours, not the
    model's.
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
    return Held(tuple(lines), any(log.status != "success" for log in logs))
