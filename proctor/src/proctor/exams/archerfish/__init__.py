"""Archerfish: NL2SQL graded by intent, on real databases."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proctor.exams.archerfish.exam import Archerfish

__all__ = ["Archerfish"]


def __getattr__(name: str) -> object:
    if name == "Archerfish":
        from proctor.exams.archerfish.exam import Archerfish

        return Archerfish
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
