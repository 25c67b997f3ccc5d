"""The Inspect task of a sitting: one sample a question, the agent in its room, the grading outside it.

A failure of the model (no submission, a refused one, a limit reached) is scored, with 0 where nothing
passes. A failure of ours raises: the sample is an error, the other samples go on, and the evaluation as a
whole ends as failed, so that nothing silently leaves the denominator. Run again with the same folder it goes
on where it stopped.
"""

from __future__ import annotations

import asyncio

import anyio
from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError, SandboxEnvironment, sandbox, time_limit

from proctor.adapters.inspect.agents import open_agent
from proctor.adapters.inspect.calls import CURRENT, CallLog
from proctor.adapters.inspect.docker_room import RoomSpoilt
from proctor.adapters.inspect.grading import grade_place
from proctor.adapters.inspect.kinds import Answer, Question, SittingKind
from proctor.adapters.inspect.place import Ended, Place
from proctor.adapters.inspect.rules import Rules
from proctor.adapters.inspect.taking import PROBE, take_out
from proctor.core.usage import Usage, total_cost
from proctor.grading.exam import Infrastructure, Refused
from proctor.reporting.attempts import Asked, write_asked
from proctor.reporting.bill import read_calls
from proctor.reporting.sitting_record import SittingRecord

SUBMITTED = "submitted"
_SETUP_SECONDS = 600


def sitting_task(kind: SittingKind, questions: list[Question], rules: Rules) -> Task:
    """The task. Raises ValueError for rules that can't be kept, and for questions of one name."""
    rules.check(kind)
    by_name = {question.name: question for question in questions}
    if len(by_name) < len(questions):
        raise ValueError(f"two questions of {kind.exam} have one name")
    asked = {question.name: question.language for question in questions}
    write_asked(rules.out, Asked(kind.exam, asked, rules.epochs))
    samples = [
        Sample(
            id=question.name,
            input=question.instructions,
            metadata={"language": question.language},
            sandbox=rules.sandbox(kind, question),
        )
        for question in questions
    ]
    return Task(
        dataset=MemoryDataset(samples, name=kind.exam),
        solver=_take(kind, by_name, rules),
        scorer=_graded(kind, by_name, rules),
        epochs=rules.epochs,
        fail_on_error=True,
        continue_on_fail=True,
        name=kind.exam,
    )


@solver(name="proctor_sitting")
def _take(kind: SittingKind, questions: dict[str, Question], rules: Rules) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        question = questions[str(state.sample_id)]
        place = rules.place(question, state.epoch)
        model = str(get_model())
        if (ended := place.ended) is not None:
            if ended.model != model:
                raise Infrastructure(f"{place.folder} is an attempt of {ended.model}: choose another folder")
            return state
        place.begin()
        room = None if rules.room_of(kind) == "none" else sandbox()
        if room is not None:
            await _furnish(kind, question, room)
        taking = kind.taking(question)
        agent = open_agent(
            rules.agent_of(kind), rules.room_of(kind), kind.tools(question), isinstance(taking, Answer)
        )
        refused: str | None = None
        try:
            state, how = await _within_limits(agent, state, generate, place, question, rules)
            await take_out(taking, question, state.output.completion, room, place.submission)
        except RoomSpoilt as refusal:
            how, refused = "room spoilt", str(refusal)
        except Refused as refusal:
            refused = str(refusal)
        if refused is not None:
            place.empty()
        place.submit(Ended(model, how, refused))
        return state

    return solve


async def _furnish(kind: SittingKind, question: Question, room: SandboxEnvironment) -> None:
    """Lay files into the room and look at it. Raises Infrastructure: whatever fails here is ours."""
    for name, content in question.files.items():
        await room.write_file(name, content)
    for command in (PROBE, *question.setup):
        try:
            done = await room.exec(list(command), timeout=_SETUP_SECONDS, timeout_retry=False)
        except TimeoutError:
            raise Infrastructure(f"the room can't be furnished: {command[0]} takes too long") from None
        if not done.success:
            said = (done.stderr or done.stdout).strip()[-300:]
            raise Infrastructure(f"the room can't be furnished: {command[0]}: {said}")
    if (reason := await kind.check(question, room)) is not None:
        raise Infrastructure(f"the room is refused: {reason}")


async def _within_limits(
    agent: Solver, state: TaskState, generate: Generate, place: Place, question: Question, rules: Rules
) -> tuple[TaskState, str]:
    """Let the agent work; how its part ended: `submitted`, or the limit that ended it.

    Limits on money and tokens are kept here and not by Inspect: it ends the work before it tells of the call
    that went over its limit, and that call would be missing from the bill.
    """
    spent = list(read_calls(place.folder))
    epoch = state.epoch
    hit: list[str] = []
    with anyio.CancelScope() as purse:

        def on_call(call: Usage) -> None:
            spent.append(call)
            if rules.on_call is not None:
                rules.on_call(question.name, epoch, call)
            if (limit := _limit_reached(spent, rules)) is not None:
                hit.append(limit)
                purse.cancel()

        before = CURRENT.set(CallLog(place.folder, rules.batch, on_call))
        try:
            with time_limit(rules.seconds):
                state = await agent(state, generate)
        except LimitExceededError as error:
            return state, f"{error.type} limit"
        finally:
            CURRENT.reset(before)
    return state, hit[0] if purse.cancelled_caught else SUBMITTED


def _limit_reached(spent: list[Usage], rules: Rules) -> str | None:
    """Which limit the calls of an attempt have reached; money of an unknown price counts as too much."""
    if rules.tokens is not None and sum(call.tokens for call in spent) >= rules.tokens:
        return "token limit"
    if rules.money is not None:
        cost = total_cost(spent, rules.prices)
        if cost is None or cost >= rules.money:
            return "money limit"
    return None


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
        record = SittingRecord(
            exam=kind.exam,
            model=ended.model,
            language=question.language,
            agent=rules.agent_of(kind),
            room=rules.room_of(kind),
            epoch=state.epoch,
            ended=ended.how,
            question=question.name,
        )
        graded = await asyncio.to_thread(
            grade_place, place, kind, question, record, rules.prices, rules.isolation, rules.jobs
        )
        tally = graded.card.tally
        refused = graded.card.run.get("refused")
        return Score(
            value={"pass_rate": tally.rate or 0.0, "passed": tally.passed, "counted": tally.counted},
            explanation=f"{tally.passed} of {tally.counted} passed; {ended.how}",
            metadata={
                "run_digest": graded.digest,
                "run": str(place.run),
                "refused": refused,
                "api_cost_usd": graded.usd,
                "prices_dated": graded.prices_dated,
                "unpriced": list(graded.unpriced),
                "ended": ended.how,
            },
        )

    return score
