"""A case of this exam: a record, and what is needed to run it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from proctor.core.case import Case
from proctor.exams.multi_swe_bench.recipes import Recipe
from proctor.exams.multi_swe_bench.record import Record

UNKNOWN = "unknown"
_LANGUAGES = {
    "golang": "go", "javascript": "js", "typescript": "ts", "c++": "cpp", "rs": "rust", "py": "python",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SweCase(Case):
    """One instance. `recipe_problem` says why there is no recipe, if there is none."""

    record: Record | None = None
    recipe_problem: str = ""

    def texts(self) -> Mapping[str, str]:
        """The issue, and both patches."""
        if self.record is None:
            return {}
        record = self.record
        return {
            "issue": record.problem,
            "base commit": record.base_sha,
            "test patch": record.test_patch,
            "gold patch": record.fix_patch,
        }


def make_case(
    record: Record, recipe: Recipe | None, difficulty: str, is_flaky: bool, problem: str = ""
) -> SweCase:
    """A case with its tags; the hash is over the record and the recipe, so that a changed recipe counts."""
    identity = recipe.identity if recipe is not None else ""
    content_hash = sha256(f"{record.content_hash}\n{identity}".encode()).hexdigest()
    lang = record.lang.lower()
    tags = [f"language:{_LANGUAGES.get(lang, lang) or UNKNOWN}", f"difficulty:{difficulty or UNKNOWN}"]
    if is_flaky:
        tags.append("flaky")
    return SweCase(str(record.id), content_hash, tuple(tags), record, problem)
