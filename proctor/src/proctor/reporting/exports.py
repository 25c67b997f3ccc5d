"""Runs as JSON, CSV and JUnit XML."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from proctor.core.outcome import Outcome
from proctor.core.printable import printable, printable_line
from proctor.core.verdict import Verdict
from proctor.grading.run_folder import RunFolder
from proctor.reporting.card import full_scorecard

_COLUMNS = (
    "run",
    "case",
    "outcome",
    "reason",
    "wall_seconds",
    "cpu_seconds",
    "peak_rss_bytes",
    "exit_code",
    "integrity",
    "tags",
)


def write_json(folders: Sequence[RunFolder], path: Path) -> None:
    """Scorecards and all verdicts: a list of one object a run. Written as it is read, so memory stays
    small.
    """
    with path.open("w", encoding="utf-8") as out:
        out.write("[")
        for number, folder in enumerate(folders):
            card = json.dumps({"path": str(folder.path), "scorecard": full_scorecard(folder).to_json()})
            out.write(("," if number else "") + "\n" + card[:-1] + ', "verdicts": [')
            for index, verdict in enumerate(folder.verdicts()):
                out.write(("," if index else "") + "\n" + json.dumps(verdict.to_json()))
            out.write("]}")
        out.write("]\n")


def _cell(text: str) -> str:
    """A text that a spreadsheet takes for text: it would run what begins like a formula."""
    shown = printable_line(text)
    return "'" + shown if shown[:1] in "=+-@" and shown else shown


def write_csv(folders: Sequence[RunFolder], path: Path) -> None:
    """One row a verdict."""
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(_COLUMNS)
        for folder in folders:
            for v in folder.verdicts():
                reason, integrity = v.evidence.get("reason") or "", v.evidence.get("integrity") or ""
                writer.writerow(
                    [
                        _cell(folder.path.name), _cell(v.case), v.outcome.value, _cell(str(reason)),
                        v.wall_seconds,
                        v.cpu_seconds,
                        v.peak_rss_bytes, v.exit_code, _cell(str(integrity)), _cell(" ".join(v.tags)),
                    ]
                )  # fmt: skip


def _junit_case(verdict: Verdict, exam: str) -> str:
    time = f'time="{verdict.wall_seconds or 0:.6f}"'
    head = f"<testcase classname={quoteattr(exam)} name={quoteattr(printable_line(verdict.case))} {time}"
    if verdict.outcome is Outcome.PASSED:
        return head + "/>\n"
    reason = printable_line(str(verdict.evidence.get("reason", "")))
    departs = verdict.evidence.get("difference")
    diff = "\n".join(str(line) for line in departs["diff"]) if isinstance(departs, dict) else ""
    element = "error" if verdict.outcome.is_ours else "failure"
    attributes = f"type={quoteattr(verdict.outcome.value)} message={quoteattr(reason)}"
    body = f"<{element} {attributes}>{escape(printable(diff))}</{element}>"
    return f"{head}>{body}</testcase>\n"


def write_junit(folders: Sequence[RunFolder], path: Path) -> None:
    """One test suite; our own faults are errors, what the submission failed are failures."""
    folder = folders[0]
    card = full_scorecard(folder)
    ours = sum(count for outcome, count in card.outcomes.items() if outcome.is_ours)
    failed = card.tally.counted - card.tally.passed
    total = sum(verdict.wall_seconds or 0 for verdict in folder.verdicts())
    with path.open("w", encoding="utf-8") as out:
        out.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        out.write(
            f'<testsuite name={quoteattr(folder.manifest.exam)} tests="{card.graded}" failures="{failed}"'
            f' errors="{ours}" time="{total:.3f}">\n'
        )
        for verdict in folder.verdicts():
            out.write(_junit_case(verdict, folder.manifest.exam))
        out.write("</testsuite>\n")
