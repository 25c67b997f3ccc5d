"""Fails if Litestone passes fewer cases than it once did.

Grades a fixed sample of the development cases with `submissions/litestone`, through Proctor like any
submission, and compares with the floor in `ratchet.json`. The floor is raised by hand, never lowered without
a reason in the commit.

The sample: cases by ascending name (a hash, so that they fall as if drawn by lot), those without full-text
search and R-Tree first.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path

from proctor.core.outcome import Outcome
from proctor.core.selection import Selection
from proctor.exams.registry import open_exam
from proctor.grading.loop import Plan, grade
from proctor.grading.processes import Processes
from proctor.grading.run_folder import RunFolder

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
CASES = ROOT.parent / "shared" / "cases" / "multilangbench-dev.jsonl.zst"
SUBMISSION = ROOT / "submissions" / "litestone"
LAST = frozenset({"fts3", "fts4", "fts5", "rtree"})
SAMPLE = 1500
SECONDS_A_CASE = 20


def sample(cases: Path, count: int) -> tuple[str, ...]:
    """The names of the fixed sample."""
    keys = open_exam("multilangbench").load(Selection(source=cases, everything=True)).keys()
    ordered = sorted(keys, key=lambda case: (bool(LAST.intersection(case.tags)), case.name))
    return tuple(case.name for case in ordered[:count])


def main() -> int:
    """Grade the sample; exit status 1 if fewer pass than the floor."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--cases", type=Path, default=CASES)
    parser.add_argument(
        "--count", type=int, default=SAMPLE, help="cases to grade; the floor holds for the default"
    )
    parser.add_argument("--run", type=Path, help="keep the run folder here")
    arguments = parser.parse_args()
    for needed in (arguments.cases, SUBMISSION):
        if not needed.exists():
            print(f"ratchet: {needed} is absent: nothing to compare")
            return 0
    subprocess.run([sys.executable, SUBMISSION / "build.py"], check=True)
    floor = json.loads((HERE / "ratchet.json").read_text("utf-8"))["floor"]
    with tempfile.TemporaryDirectory(prefix="ratchet-") as scratch:
        folder = arguments.run or Path(scratch) / "run"
        plan = Plan(
            exam=partial(open_exam, "multilangbench", {"wall_seconds": SECONDS_A_CASE}),
            submission=SUBMISSION,
            folder=folder,
            selection=Selection(source=arguments.cases, names=sample(arguments.cases, arguments.count)),
        )
        card = grade(plan, Processes())
        reasons = Counter(
            str(verdict.evidence.get("stderr", "")).strip().splitlines()[0][:90]
            for verdict in RunFolder(folder).verdicts()
            if verdict.outcome is not Outcome.PASSED and str(verdict.evidence.get("stderr", "")).strip()
        )
    for outcome, count in sorted(card.outcomes.items()):
        print(f"ratchet: {outcome.value:14} {count:5}")
    for reason, count in reasons.most_common(10):
        print(f"ratchet:   {count:5} × {reason!a}")
    print(f"ratchet: {card.tally.passed} of {card.expected} pass; the floor is {floor}")
    if card.not_final:
        print("ratchet: not final: " + "; ".join(card.not_final))
        return 1
    if arguments.count == SAMPLE and card.tally.passed < floor:
        print("ratchet: fewer than before: something broke")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
