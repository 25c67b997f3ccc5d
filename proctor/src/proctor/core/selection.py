"""Which cases of an exam a run grades."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from pathlib import Path

from proctor.core.case import Case


@dataclass(frozen=True, slots=True)
class Shard:
    """A range of shard keys, both ends included: `00-0f` is the first sixteenth.

    Raises ValueError for ends that are not two hex digits each, or stand in the wrong order.
    """

    first: str
    last: str

    def __post_init__(self) -> None:
        for end in (self.first, self.last):
            if len(end) != 2 or any(digit not in "0123456789abcdef" for digit in end):
                raise ValueError(
                    f"a shard is two lower-case hex digits, or two such with a dash, not {end!r}"
                )
        if self.first > self.last:
            raise ValueError(f"shard {self.first}-{self.last} runs backwards")

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Read `00-0f`, or `07` for a shard of one prefix."""
        first, _, last = text.lower().partition("-")
        return cls(first, last or first)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.first <= key <= self.last

    def __str__(self) -> str:
        return self.first if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True, slots=True)
class Selection:
    """Which cases of an exam to grade. The conditions add up: a case must meet each that is given.

    source: a file or folder to read the cases from; None for the exam's own.
    everything: take all cases instead of the exam's default slice.
    prefixes, tags, names: name prefixes, tags (any of them) and whole names.
    without: tags that a case must not have.
    origin: what the names came from, said on the scorecard (for instance "failed in RUN").
    """

    source: Path | None = None
    everything: bool = False
    prefixes: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    origin: str = ""
    without: tuple[str, ...] = ()

    @property
    def is_default(self) -> bool:
        """Whether the exam's default slice is meant."""
        return not (self.everything or self.prefixes or self.tags or self.names or self.without)

    def takes(
        self, case: Case, known: Container[str] = (), means: Callable[[str, str], bool] = str.__eq__
    ) -> bool:
        """Whether a case meets every condition that is given.

        A name may be cut short, as a person copies it from a table, unless it is itself one of the `known`
        names (`q1` beside `q12`). means(given, name): whether a name, in a form of the exam's own, is the
        case's name.
        """
        if self.prefixes and not case.name.startswith(self.prefixes):
            return False
        if self.without and not set(self.without).isdisjoint(case.tags):
            return False
        if self.tags and set(self.tags).isdisjoint(case.tags):
            return False
        return not self.names or any(
            means(given, case.name) or (given not in known and case.name.startswith(given))
            for given in self.names
        )

    def describe(self, default: str) -> str:
        """The selection in words; `default` is how the exam names its default slice."""
        if self.is_default:
            return default
        parts = []
        if self.prefixes:
            parts.append("prefix " + ", ".join(self.prefixes))
        if self.tags:
            parts.append("feature " + ", ".join(self.tags))
        if self.without:
            parts.append("without " + ", ".join(self.without))
        if self.origin:
            parts.append(self.origin)
        elif self.names:
            parts.append(f"{len(self.names)} named")
        return "; ".join(parts) or "all"
