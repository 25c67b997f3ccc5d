"""How a sitting is held: who sits, where, how often, within which limits, and where the attempts are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TypedDict

from inspect_ai.util import SandboxEnvironmentSpec

from proctor.adapters.inspect import bubblewrap_room, docker_room
from proctor.adapters.inspect.agents import check_agent
from proctor.adapters.inspect.kinds import Question, SittingKind
from proctor.adapters.inspect.place import Place
from proctor.core.usage import PriceList, Usage
from proctor.isolation.registry import DEFAULT
from proctor.reporting.attempts import attempt_folder
from proctor.reporting.bill import load_prices

ROOMS = ("bubblewrap", "docker", "none")


@dataclass(frozen=True, slots=True)
class Rules:
    """How a sitting is held. Money in US dollars, by `prices`; limits are of one attempt.

    agent, room: None for the kind's default. image: the image of a Docker room, in place of the kind's;
    compose: a compose file for Inspect's own Docker sandbox, in place of ours.
    on_call: told of each call, with the question and the attempt it was made for.
    """

    out: Path
    agent: str | None = None
    room: str | None = None
    image: str | None = None
    compose: str | None = None
    isolation: str = DEFAULT
    jobs: int | None = None
    epochs: int = 1
    money: Decimal | None = None
    tokens: int | None = None
    seconds: float | None = None
    batch: bool = False
    prices: PriceList = field(default_factory=load_prices)
    on_call: Callable[[str, int, Usage], None] | None = None

    def place(self, question: Question, epoch: int) -> Place:
        """Where an attempt lies."""
        return Place(attempt_folder(self.out, question.name, epoch))

    def agent_of(self, kind: SittingKind) -> str:
        """The agent that sits."""
        return self.agent or kind.agent

    def room_of(self, kind: SittingKind) -> str:
        """The room it sits in."""
        return self.room or kind.rooms[0]

    def check(self, kind: SittingKind) -> None:
        """Raises ValueError for rules that this kind of sitting can't keep."""
        room = self.room_of(kind)
        if room not in ROOMS:
            raise ValueError(f"no room is named {room!r}; there are {', '.join(ROOMS)}")
        if room not in kind.rooms:
            raise ValueError(f"{kind.exam} can't be sat in the room {room}; choose {', '.join(kind.rooms)}")
        if room != "docker" and (self.image or self.compose):
            raise ValueError(f"an image or a compose file is for the room docker, not {room}")
        if self.compose and kind.scans:
            raise ValueError(
                f"rooms of {kind.exam} are scanned; one of a compose file can't be: name an image"
            )
        check_agent(self.agent_of(kind), room)

    def sandbox(self, kind: SittingKind, question: Question) -> SandboxEnvironmentSpec | None:
        """The room of a question, as Inspect makes it. Raises ValueError without an image."""
        room = self.room_of(kind)
        if room == "none":
            return None
        if room == "bubblewrap":
            return SandboxEnvironmentSpec(bubblewrap_room.NAME, kind.room(question))
        if self.compose:
            return SandboxEnvironmentSpec("docker", self.compose)
        if self.image:
            return SandboxEnvironmentSpec(docker_room.NAME, kind.given(self.image))
        return SandboxEnvironmentSpec(docker_room.NAME, kind.container(question))


class RuleOptions(TypedDict, total=False):
    """What each of Proctor's Inspect tasks takes with `-T NAME=VALUE`, beside its own."""

    out: str
    agent: str
    room: str
    image: str
    compose: str
    isolation: str
    jobs: int
    epochs: int
    money: str | float
    tokens: int
    seconds: float
    prices: str


def rules_from(kind: SittingKind, options: RuleOptions) -> Rules:
    """The rules that task options mean. Raises ValueError for unknown ones and values that make no sense."""
    if unknown := sorted(options.keys() - RuleOptions.__annotations__.keys()):
        known = ", ".join(sorted(RuleOptions.__annotations__))
        raise ValueError(f"sittings have no option {unknown[0]}; there are {known}")
    prices = options.get("prices")
    return Rules(
        out=Path(options.get("out", f"sittings/{kind.exam}")),
        agent=options.get("agent"),
        room=options.get("room"),
        image=options.get("image"),
        compose=options.get("compose"),
        isolation=options.get("isolation", DEFAULT),
        jobs=options.get("jobs"),
        epochs=options.get("epochs", 1),
        money=None if (money := options.get("money")) is None else money_of(str(money)),
        tokens=options.get("tokens"),
        seconds=options.get("seconds"),
        prices=load_prices(Path(prices) if prices else None),
    )


def money_of(text: str) -> Decimal:
    """A limit on money. Raises ValueError for what is none."""
    try:
        money = Decimal(text)
    except InvalidOperation:
        raise ValueError(f"{text!r} is no sum of money") from None
    if not money.is_finite() or money <= 0:
        raise ValueError("a limit on money is above 0")
    return money


def names_of(told: object) -> list[str]:
    """The names in a task option: a text with commas between, or what Inspect's command line makes of one."""
    parts = told if isinstance(told, list | tuple) else str(told or "").split(",")
    return [name for name in (str(part).strip() for part in parts) if name]
