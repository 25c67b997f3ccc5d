"""Multi-SWE-bench: does a patch resolve a real issue, judged by the project's own tests in a container?"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proctor.exams.multi_swe_bench.exam import MultiSweBench

__all__ = ["MultiSweBench"]


def __getattr__(name: str) -> object:
    if name == "MultiSweBench":
        from proctor.exams.multi_swe_bench.exam import MultiSweBench

        return MultiSweBench
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
