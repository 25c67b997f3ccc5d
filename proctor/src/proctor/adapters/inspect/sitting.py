"""The Inspect task of a sitting: one sample a question, the agent in its room, the grading outside it.

A failure of the model (no submission, a refused one, a limit reached) is scored, with 0 where nothing
passes. A
failure of ours raises: the sample is an error, the other samples go on, and the evaluation as a whole ends
as failed,
so that nothing silently leaves the denominator. Run again with the same folder it goes on where it stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

import anyio
from inspect_ai import Task
from inspect_ai.agent import as_solver
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError, SandboxEnvironmentSpec, sandbox, time_limit, token_limit

from proctor.adapters.inspect.agents import REACT, open_agent
from proctor.adapters.inspect.artifact import unpack
from proctor.adapters.inspect.bubblewrap_room import NAME, RoomConfig
from proctor.adapters.inspect.calls import CURRENT, CallLog
from proctor.adapters.inspect.grading import grade_place
from proctor.adapters.inspect.kinds import Question, SittingKind
from proctor.adapters.inspect.place import Place
from proctor.core.usage import PriceList, Usage, total_cost
from proctor.grading.exam import Infrastructure, Refused
from proctor.isolation.registry import DEFAULT
from proctor.reporting.bill import load_prices, read_calls
from proctor.reporting.sitting_record import SittingRecord

ROOMS = ("bubblewrap", "docker")
_ARCHIVE = ".proctor-submission.tar"


@dataclass(frozen=True, slots=True)
class Rules:
    """How a sitting is held. Money in US dollars, by `prices`; limits are of one attempt.

    room_config: what a bubblewrap room shows and hides; compose: the compose file of a docker room.
    on_call: told of each call, with the question it was made for.
    """

    out: Path
    agent: str = REACT
    room: str = "bubblewrap"
    room_config: RoomConfig = field(default_factory=RoomConfig)
    compose: str | None = None
    isolation: str = DEFAULT
    jobs: int | None = None
    epochs: int = 1
    money: Decimal | None = None
    tokens: int | None = None
    seconds: float | None = None
    batch: bool = False
    prices: PriceList = field(default_factory=load_prices)
    on_call: Callable[[str, Usage], None] | None = None

    def place(self, question: Question, epoch: int) -> Place:
        """Where an attempt lies."""
        return Place(self.out / f"{question.name}-{epoch}")


def sitting_task(kind: SittingKind, questions: list[Question], rules: Rules) -> Task:
    """The task. Raises ValueError for rules that can't be kept."""
    if rules.room not in ROOMS:
        raise ValueError(f"no room is named {rules.room!r}; there are {', '.join(ROOMS)}")
    agent = open_agent(rules.agent, rules.room)
    by_name = {question.name: question for question in questions}
    if rules.room == "bubblewrap":
        room = SandboxEnvironmentSpec(NAME, rules.room_config)
    else:
        room = SandboxEnvironmentSpec("docker", rules.compose)
    samples = [
        Sample(id=question.name, input=question.instructions, metadata={"language": question.language})
        for question in questions
    ]
    return Task(
        dataset=MemoryDataset(samples, name=kind.exam),
        solver=_take(kind, by_name, rules, as_solver(agent)),
        scorer=_graded(kind, by_name, rules),
        sandbox=room,
        epochs=rules.epochs,
        fail_on_error=True,
        continue_on_fail=True,
        name=kind.exam,
    )


@solver(name="proctor_sitting")
def _take(kind: SittingKind, questions: dict[str, Question], rules: Rules, agent: Solver) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        question = questions[str(state.sample_id)]
        place = rules.place(question, state.epoch)
        if place.ended is not None:
            return state
        place.begin()
        for name, content in question.files.items():
            await sandbox().write_file(name, content)
        state, ended = await _within_limits(agent, state, generate, place, question, rules)
        await _take_out(kind, question, place, state.output.completion)
        place.submit(ended)
        return state

    return solve


async def _within_limits(
    agent: Solver, state: TaskState, generate: Generate, place: Place, question: Question, rules: Rules
) -> tuple[TaskState, str]:
    """Let the agent work; how its part ended: `submitted`, or the limit that ended it."""
    spent = list(read_calls(place.folder))
    with anyio.CancelScope() as purse:

        def on_call(call: Usage) -> None:
            spent.append(call)
            if rules.on_call is not None:
                rules.on_call(question.name, call)
            cost = total_cost(spent, rules.prices)
            if rules.money is not None and (cost is None or cost >= rules.money):
                purse.cancel()

        before = CURRENT.set(CallLog(place.folder, rules.batch, on_call))
        try:
            with token_limit(rules.tokens), time_limit(rules.seconds):
                state = await agent(state, generate)
        except LimitExceededError as error:
            return state, f"{error.type} limit"
        finally:
            CURRENT.reset(before)
    return state, "money limit" if purse.cancelled_caught else "submitted"


async def _take_out(kind: SittingKind, question: Question, place: Place, answer: str) -> None:
    """Bring the submission out of the room; what the model left amiss becomes a submission that is
    refused.
    """
    place.submission.mkdir()
    try:
        submission = kind.submission
        if not isinstance(submission, str):
            submission(question, answer, place.submission)
            return
        packed = await sandbox().exec(["tar", "-cf", _ARCHIVE, "-C", submission, "."], timeout=120)
        if not packed.success:
            raise Refused(f"there is no {submission}: {packed.stderr.strip()[-200:]}")
        archive = await sandbox().read_file(_ARCHIVE, text=False)
        await asyncio.to_thread(unpack, archive, place.submission)
    except Refused as refusal:
        (place.folder / "refused.txt").write_text(f"{refusal}\n", encoding="utf-8")
        for path in sorted(place.submission.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()


@scorer(
    name="proctor",
    metrics={"pass_rate": [mean(), stderr()], "passed": [mean()], "counted": [mean()]},
)
def _graded(kind: SittingKind, questions: dict[str, Question], rules: Rules) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        question = questions[str(state.sample_id)]
        place = rules.place(question, state.epoch)
        ended = place.ended
        if ended is None:
            raise Infrastructure(f"{question.name} has no submission on record")
        model = str(get_model())
        record = SittingRecord(
            kind.exam, model, question.language, rules.agent, rules.room, state.epoch, ended
        )
        graded = await asyncio.to_thread(
            grade_place, place, kind, question, record, rules.prices, rules.isolation, rules.jobs
        )
        tally = graded.card.tally
        return Score(
            value={"pass_rate": tally.rate or 0.0, "passed": tally.passed, "counted": tally.counted},
            explanation=f"{tally.passed} of {tally.counted} passed; {ended}",
            metadata={
                "run_digest": graded.digest,
                "run": str(place.run),
                "refused": graded.card.run.get("refused"),
                "api_cost_usd": graded.usd,
                "prices_dated": graded.prices_dated,
                "unpriced": list(graded.unpriced),
                "ended": ended,
            },
        )

    return score
