"""Several shards become one run; what does not fit together is refused."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from proctor.core.case import Case
from proctor.grading.manifest import RunError, differences, selection_digest
from proctor.grading.run_folder import RunFolder


def merge(folders: Sequence[Path], into: Path) -> RunFolder:
    """Write one run folder that holds all verdicts of the given ones.

    Raises RunError for a shard that is not graded to its end, for a case in two of them, for cases of the
    selection that are in none, and for runs that differ in anything that decides a verdict (grader, oracle,
    submission, limits, …).
    """
    if not folders:
        raise RunError("nothing to merge")
    runs = [RunFolder(path) for path in folders]
    first = runs[0]
    for run in runs[1:]:
        if changed := differences(first.manifest, run.manifest):
            raise RunError(f"{run.path} does not belong with {first.path}: " + "; ".join(changed))
    owner: dict[str, Path] = {}
    cases: list[Case] = []
    for run in runs:
        for name, content_hash in run.cases():
            if content_hash in owner:
                raise RunError(f"case {name} is in {owner[content_hash]} and in {run.path}")
            owner[content_hash] = run.path
            cases.append(Case(name, content_hash))
        _check_complete(run)
    if selection_digest(cases) != first.manifest.selection_digest:
        missing = first.manifest.selected - len(cases)
        held = ", ".join(sorted(run.manifest.shard or "all" for run in runs))
        raise RunError(
            f"{missing} of {first.manifest.selected} cases are in none of the shards given ({held})"
        )
    manifest = dataclasses.replace(
        first.manifest,
        shard=None,
        cases=len(cases),
        merged_from=[str(run.path) for run in runs],
        changed_while_graded=any(run.manifest.changed_while_graded for run in runs),
    )
    merged = RunFolder.create(into, manifest, cases)
    with merged.writer() as writer:
        for run in runs:
            for verdict in run.verdicts():
                writer.append(verdict)
    return merged


def _check_complete(run: RunFolder) -> None:
    expected = {content_hash for _, content_hash in run.cases()}
    graded: set[str] = set()
    for verdict in run.verdicts():
        if verdict.content_hash not in expected:
            raise RunError(f"{run.path} holds a verdict on {verdict.case}, which is not one of its cases")
        if verdict.content_hash in graded:
            raise RunError(f"case {verdict.case} has two verdicts in {run.path}")
        graded.add(verdict.content_hash)
    if graded != expected and run.manifest.refused is None:
        raise RunError(
            f"{run.path} is not finished: {len(expected - graded)} of {len(expected)} cases have no verdict"
        )
