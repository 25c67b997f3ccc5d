"""COBOL migration: ports of COBOL programs, judged byte for byte against what the originals put out."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proctor.exams.cobol_migration.exam import CobolMigration

__all__ = ["CobolMigration"]


def __getattr__(name: str) -> object:
    if name == "CobolMigration":
        from proctor.exams.cobol_migration.exam import CobolMigration

        return CobolMigration
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
