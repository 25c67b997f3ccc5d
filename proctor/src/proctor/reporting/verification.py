"""Watching `verify-cases`: progress, and what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Protocol, TypeVar

from rich.markup import escape
from rich.progress import track

from proctor.core.printable import printable_line
from proctor.reporting.terminal import console

_NAMED = 50


class Finding(Protocol):
    """What replaying one case found."""

    @property
    def case(self) -> str:
        """The case's name."""
        ...

    @property
    def kind(self) -> str:
        """`right`, or what is the matter."""
        ...

    @property
    def what(self) -> str:
        """The matter in words."""
        ...


F = TypeVar("F", bound=Finding)


def watch(findings: Iterator[F], total: int) -> list[F]:
    """Print findings as they come, and how many there were of each kind; return those that are not
    `right`.
    """
    out = console()
    counts: Counter[str] = Counter()
    kept: list[F] = []
    followed = track(findings, "replaying", total, console=out) if out.is_terminal else findings
    for finding in followed:
        counts[finding.kind] += 1
        if finding.kind == "right":
            continue
        kept.append(finding)
        if counts[finding.kind] <= _NAMED:
            out.print(
                f"{finding.kind:9} {escape(finding.case)}  {escape(printable_line(finding.what, 200))}",
                soft_wrap=True,
            )
    out.print(", ".join(f"{count:,} {kind}" for kind, count in counts.most_common()) or "no case")
    return kept
