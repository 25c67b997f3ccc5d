"""What is graded as a unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Case:
    """One case, known by its name and by the hash of all that decides its verdict.

    An exam subclasses this with its own payload; the grading floor reads only what stands here.

    name: unique within an exam; what people type.
    content_hash: hex SHA-256 over everything that can change the verdict (texts and golden); keys results,
    so that
        a result from an older text of the same case can't be mistaken for a fresh one.
    tags: labels by which figures are broken down, in a fixed order.
    """

    name: str
    content_hash: str
    tags: tuple[str, ...] = ()

    @property
    def shard_key(self) -> str:
        """Two lower-case hex digits that say which shard the case belongs to.

        An exam whose names are hashes overrides this with the name's first two digits.
        """
        return self.content_hash[:2]

    def texts(self) -> Mapping[str, str]:
        """The texts a person reads of the case, by title; an exam overrides this with its own."""
        return {}

    def by_hand(self, program: str) -> str:
        """Shell commands that replay the case without Proctor, `program` being how the submission is called.

        Empty where there is no such way.
        """
        return ""


@dataclass(frozen=True, slots=True)
class Malformed:
    """A case that could not be read: where it stands, and why in one line."""

    where: str
    reason: str
