"""One self-contained HTML file for one run or several: no network, dark and light, readable on a phone.

Everything a submission printed is made printable first, and reaches the page only as text: the template
escapes it, and the list of failures is data that the page's script puts in as text nodes.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from markupsafe import Markup

import proctor
from proctor.core.outcome import Outcome
from proctor.core.printable import printable, printable_line
from proctor.core.verdict import Verdict
from proctor.grading.manifest import RunError
from proctor.grading.run_folder import RunFolder
from proctor.reporting.card import full_scorecard
from proctor.reporting.comparison import compare
from proctor.reporting.evidence import cell, sections, table_of
from proctor.reporting.figures import by_kind, language_line, percent, seconds, short_name, size
from proctor.reporting.page import fill_template

_MOST_FAILURES = 3000
_BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60)
Texts = Mapping[str, Mapping[str, str]]


def _failure(verdict: Verdict, texts: Texts) -> dict[str, Any]:
    integrity = verdict.evidence.get("integrity")
    measured = [f"exit {verdict.exit_code}", seconds(verdict.wall_seconds), size(verdict.peak_rss_bytes)]
    if integrity is not None:
        measured.append(f"integrity: {printable_line(str(integrity))}")
    return {
        "name": printable_line(verdict.case),
        "shown": printable_line(short_name(verdict.case)),
        "outcome": verdict.outcome.value,
        "tags": [printable_line(tag) for tag in verdict.tags],
        "reason": printable_line(str(verdict.evidence.get("reason", ""))),
        "measured": " · ".join(measured),
        "sections": [section.to_json() for section in sections(verdict.evidence)],
        "texts": {
            printable_line(name): printable(text) for name, text in texts.get(verdict.case, {}).items()
        },
    }


def _histogram(counts: Counter[int]) -> list[dict[str, Any]]:
    """Buckets of wall time as bars; heights in per cent of the largest, by logarithm so that rare ones
    show.
    """
    if not counts:
        return []
    first, last = min(counts), max(counts)
    top = math.log1p(max(counts.values()))
    bars = []
    for bucket in range(first, last + 1):
        label = f"≤ {seconds(_BUCKETS[bucket])}" if bucket < len(_BUCKETS) else f"> {seconds(_BUCKETS[-1])}"
        bars.append(
            {"label": label, "count": counts[bucket], "height": round(100 * math.log1p(counts[bucket]) / top)}
        )
    return bars


def _bucket(wall: float) -> int:
    return next((index for index, edge in enumerate(_BUCKETS) if wall <= edge), len(_BUCKETS))


def _run(folder: RunFolder, texts: Texts) -> dict[str, Any]:
    card = full_scorecard(folder)
    run = folder.manifest
    failures: list[dict[str, Any]] = []
    failed = 0
    times: Counter[int] = Counter()
    for verdict in folder.verdicts():
        if verdict.wall_seconds is not None:
            times[_bucket(verdict.wall_seconds)] += 1
        if verdict.outcome is not Outcome.PASSED:
            failed += 1
            if len(failures) < _MOST_FAILURES:
                failures.append(_failure(verdict, texts))
    interval = card.tally.interval
    options = [str(option) for option in run.oracle.get("options", [])]
    notes = [str(note) for note in run.oracle.get("notes", [])]
    return {
        "title": printable_line(Path(run.submission).name),
        "exam": run.exam,
        "passed": card.tally.passed,
        "counted": card.tally.counted,
        "rate": percent(card.tally.rate),
        "low": percent(interval.low),
        "high": percent(interval.high),
        "bar": {"rate": 100 * (card.tally.rate or 0), "low": 100 * interval.low, "high": 100 * interval.high},
        "reasons": [printable_line(reason) for reason in card.not_final],
        "refused": printable_line(run.refused) if run.refused else None,
        "facts": [
            ("cases", f"{run.selection}: {run.selected:,} of {run.available:,}"),
            ("source", f"{run.source} ({run.revision[:16]})"),
            ("malformed", f"{len(run.malformed):,}"),
            ("oracle", f"{run.oracle['name']} {run.oracle['version']}"),
            ("isolation", run.isolation + (f": {run.isolation_warning}" if run.isolation_warning else "")),
            ("time limit", f"{run.limits.get('wall_seconds')} s a case"),
            *([("language", checked)] if (checked := language_line(run.submission_details)) else []),
            (
                "api cost",
                "unknown" if card.cost is None else f"{card.cost} USD (prices of {card.prices_dated})",
            ),
            ("submission", f"{printable_line(run.submission)} ({run.submission_digest[:16]})"),
            ("grader", run.grader),
            ("begun", run.created),
            *(
                (printable_line(name.replace("_", " ")), cell(value))
                for name, value in card.exam_figures.items()
                if table_of(value) is None
            ),
        ],
        "oracle_details": "\n".join([*notes, *options]),
        "outcomes": [(o.value, card.outcomes[o]) for o in Outcome if card.outcomes.get(o)],
        "tables": [
            {"title": printable_line(name.replace("_", " ")), "columns": table.columns, "rows": table.rows}
            for name, value in card.exam_figures.items()
            if (table := table_of(value)) is not None
        ],
        "kinds": [
            {
                "title": f"{title[0].upper()}{title[1:]}, worst first",
                "tags": [
                    {
                        "name": printable_line(tag),
                        "passed": t.passed,
                        "counted": t.counted,
                        "rate": percent(t.rate),
                        "width": round(100 * (t.rate or 0), 1),
                    }
                    for tag, t in tallies
                ],
            }
            for title, tallies in by_kind(card.by_tag)
        ],
        "times": _histogram(times),
        "failures": failures,
        "failed": failed,
    }


def _comparisons(folders: Sequence[RunFolder]) -> list[dict[str, Any]]:
    found = []
    for first, second in pairwise(folders):
        try:
            one = compare(first, second)
        except RunError:
            continue
        found.append(
            {
                "first": printable_line(Path(first.manifest.submission).name),
                "second": printable_line(Path(second.manifest.submission).name),
                "gained": len(one.gained), "lost": len(one.lost), "both": one.both, "neither": one.neither,
                "p": f"{one.p:.3g}", "significant": one.is_significant, "warnings": one.warnings,
            }
        )  # fmt: skip
    return found


def render(folders: Sequence[RunFolder], texts: Texts) -> str:
    """The page. texts: by case name, what `show` would print of failed cases; cases that are missing show no
    SQL.
    """
    runs = [_run(folder, texts) for folder in folders]
    data = json.dumps([run["failures"] for run in runs], ensure_ascii=True)
    # Inside a script element only "<" could end it early; as an escape it is the same JSON.
    safe = Markup(data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
    return fill_template(
        "report.html",
        runs=runs,
        comparisons=_comparisons(folders),
        failures=safe,
        version=proctor.__version__,
    )


def write_html(folders: Sequence[RunFolder], path: Path, texts: Texts) -> None:
    """Write the page. Raises OSError if the file can't be written."""
    path.write_text(render(folders, texts), encoding="utf-8")
