"""Making an instance of one's own: the two runs a record needs beside its patches, and that with the fix.

The patches of a record with empty results are run as a candidate's would be; what the tests say goes in.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TypeAlias

from proctor.exams.multi_swe_bench.judging import Place, test_command
from proctor.exams.multi_swe_bench.log_text import log_text
from proctor.exams.multi_swe_bench.patch import EXACT
from proctor.exams.multi_swe_bench.recipes import Recipe
from proctor.exams.multi_swe_bench.record import Record
from proctor.exams.multi_swe_bench.transitions import Results, judge

Open: TypeAlias = Callable[[], AbstractContextManager[Place]]


class RecordingError(Exception):
    """The patches do not make an instance; the message says why."""


def record_results(draft: Record, recipe: Recipe, open_place: Open) -> Record:
    """Run the base commit, the base with the tests, and that with the fix; each in a fresh place.

    Raises RecordingError if a patch does not apply exactly, if a run does not end, or if the fix does not
    resolve the issue by the rules of `transitions`; and IsolationError.
    """
    run = _results(draft, recipe, open_place, ())
    test = _results(draft, recipe, open_place, (draft.test_patch,))
    fix = _results(draft, recipe, open_place, (draft.test_patch, draft.fix_patch))
    judged = judge(run, test, fix)
    if not judged.resolved:
        broken = ", ".join(f"{rule} ({', '.join(tests)})" for rule, tests in judged.broken.items())
        raise RecordingError(f"{draft.id}: the fix does not resolve it: {broken}")
    made = {kind: judged.of_kind(kind) for kind in ("fixed", "p2p", "f2p", "s2p", "n2p")}
    return replace(draft, run=run, test=test, fix=fix, transitions=made)


def _results(draft: Record, recipe: Recipe, open_place: Open, patches: tuple[str, ...]) -> Results:
    with open_place() as place:
        place.workdir = recipe.workdir
        for patch in patches:
            status, said = place.call([*EXACT[1], place.put("one.patch", patch.encode())])
            if status:
                raise RecordingError(f"{draft.id}: a patch does not apply: {said.strip()}")
        ran = place.run(test_command(recipe), env=recipe.environment)
    if ran.ended:
        raise RecordingError(f"{draft.id}: a run ended by {ran.ended}")
    return recipe.parse(log_text(ran.output))
