"""A run folder written by hand, with a hostile submission's words in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proctor.core.case import Case
from proctor.core.outcome import Outcome
from proctor.core.verdict import Verdict
from proctor.grading.manifest import Manifest, selection_digest
from proctor.grading.run_folder import RunFolder

HOSTILE = "\x1b]0;owned\x07\x1b[31mred</script><script>document.title='owned'</script>\u202egnp"


def manifest(cases: list[Case], **changes: Any) -> Manifest:
    fields: dict[str, Any] = {
        "exam": "multilangbench", "exam_version": "1", "exam_options": {}, "grader": "proctor 0", "submission": f"/s/{HOSTILE}",
        "submission_digest": "d" * 64, "submission_details": {"command": ["run"]},
        "oracle": {"name": "SQLite", "version": "3.40.1", "options": ["A=1"], "notes": ["n"]}, "isolation": "bubblewrap",
        "isolation_warning": None, "limits": {"wall_seconds": 60.0}, "source": "bundled", "revision": "e" * 64,
        "selection": "all", "selected": len(cases), "available": len(cases), "selection_digest": selection_digest(cases),
        "shard": None, "cases": len(cases), "malformed": [], "created": "2024-01-01T00:00:00+00:00",
    }  # fmt: skip
    return Manifest(**(fields | changes))


@pytest.fixture
def make_run(tmp_path: Path) -> Callable[..., RunFolder]:
    def make(name: str, outcomes: list[Outcome], **changes: Any) -> RunFolder:
        cases = [
            Case(f"{number:064x}", f"{number:063x}c", ("json", HOSTILE)) for number in range(len(outcomes))
        ]
        folder = RunFolder.create(tmp_path / name, manifest(cases, **changes), cases)
        with folder.writer() as writer:
            for case, outcome in zip(cases, outcomes, strict=True):
                evidence: dict[str, Any] = {} if outcome is Outcome.PASSED else {
                    "reason": HOSTILE, "stderr": HOSTILE, "integrity": "ok",
                    "difference": {"line": 1, "expected": "1", "got": HOSTILE, "diff": ["-1", "+" + HOSTILE]},
                }  # fmt: skip
                writer.append(
                    Verdict(
                        case.name, case.content_hash, outcome, case.tags, 0.01, 0.01, 1 << 20, 0, evidence
                    )
                )
        return folder

    return make
