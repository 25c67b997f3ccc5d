"""MultiLangBench: can a program do to a database file what SQLite 3.40.1 does to it?

The package is imported lazily: the oracle's isolated process imports its own part of it alone.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proctor.exams.multilangbench.exam import MultiLangBench

__all__ = ["MultiLangBench"]


def __getattr__(name: str) -> object:
    if name == "MultiLangBench":
        from proctor.exams.multilangbench.exam import MultiLangBench

        return MultiLangBench
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
