"""The leaderboard: one self-contained page over runs, that compares only like with like.

Runs are put into sections: the same exam, the same selection of cases, the same oracle. Within a section a
table
shows model by language, and plots set costs by one price list against rates; nothing is ranked across
sections.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

import proctor
from proctor.core.outcome import Outcome
from proctor.core.printable import printable_line
from proctor.core.statistics import wilson
from proctor.grading.loop import scorecard_of
from proctor.grading.run_folder import RunFolder
from proctor.reporting.bill import read_bill
from proctor.reporting.figures import percent
from proctor.reporting.frontier import Point, frontier_svg
from proctor.reporting.page import fill_template
from proctor.reporting.sitting_record import read_sitting


@dataclass(frozen=True, slots=True)
class Entry:
    """One run as the board sees it. cost in US dollars, None where unknown."""

    folder: Path
    model: str
    language: str
    passed: int
    counted: int
    cost: str | None
    prices: str | None
    not_final: tuple[str, ...]
    refused: str | None
    failures: int
    section: tuple[str, ...]

    @property
    def rate(self) -> float | None:
        """The fraction that passed; None where nothing counted."""
        return self.passed / self.counted if self.counted else None


def entry_of(path: Path) -> Entry:
    """Read a run folder. Raises RunError if it is none, or damaged."""
    folder = RunFolder(path)
    run = folder.manifest
    card = scorecard_of(folder)
    bill = read_bill(path)
    sitting = read_sitting(path)
    details = run.submission_details
    language = sitting.language if sitting else str(details.get("language") or details.get("target") or "")
    return Entry(
        folder=path,
        model=printable_line(sitting.model if sitting else Path(run.submission).name),
        language=printable_line(language or "not said"),
        passed=card.tally.passed,
        counted=card.tally.counted,
        cost=bill.usd if bill else None,
        prices=bill.prices_dated if bill else None,
        not_final=tuple(printable_line(reason) for reason in card.not_final),
        refused=printable_line(run.refused) if run.refused else None,
        failures=sum(
            count
            for outcome, count in card.outcomes.items()
            if outcome is not Outcome.PASSED and not outcome.is_ours
        ),
        section=(
            run.exam,
            f"version {run.exam_version}",
            run.selection,
            f"{run.selected} of {run.available}",
            f"{run.oracle['name']} {run.oracle['version']}",
            run.selection_digest,
        ),
    )


def render_board(entries: Sequence[Entry], page: Path) -> str:
    """The page; links to runs are relative to where the page will lie."""
    keys = sorted({entry.section for entry in entries})
    sections = [_section(key, [entry for entry in entries if entry.section == key], page) for key in keys]
    return fill_template("board.html", sections=sections, version=proctor.__version__)


def write_board(runs: Sequence[Path], page: Path) -> None:
    """Write the page over these run folders. Raises RunError and OSError."""
    page.write_text(render_board([entry_of(run) for run in runs], page), encoding="utf-8")


def _section(key: tuple[str, ...], entries: Sequence[Entry], page: Path) -> dict[str, Any]:
    languages = sorted({entry.language for entry in entries})
    models = sorted({entry.model for entry in entries}, key=lambda model: (-_mean(entries, model), model))
    return {
        "exam": printable_line(key[0]),
        "facts": [printable_line(fact) for fact in (*key[1:5], f"cases {key[5][:12]}")],
        "languages": languages,
        "rows": [
            {
                "model": model,
                "cells": [
                    [_cell(e, page) for e in entries if e.model == model and e.language == language]
                    for language in languages
                ],
            }
            for model in models
        ],
        "plots": _plots(entries, languages),
    }


def _mean(entries: Sequence[Entry], model: str) -> float:
    rates = [entry.rate for entry in entries if entry.model == model and entry.rate is not None]
    return sum(rates) / len(rates) if rates else -1.0


def _cell(entry: Entry, page: Path) -> dict[str, Any]:
    interval = wilson(entry.passed, entry.counted)
    report = entry.folder / "report.html"
    link = os.path.relpath(report if report.exists() else entry.folder, page.resolve().parent)
    return {
        "rate": percent(entry.rate),
        "width": round(100 * (entry.rate or 0), 1),
        "low": percent(interval.low),
        "high": percent(interval.high),
        "passed": entry.passed,
        "counted": entry.counted,
        "cost": "cost unknown" if entry.cost is None else f"${float(entry.cost):.4g}",
        "prices": entry.prices,
        "failures": entry.failures,
        "link": link,
        "refused": entry.refused,
        "not_final": list(entry.not_final),
    }


def _plots(entries: Sequence[Entry], languages: Sequence[str]) -> list[dict[str, Any]]:
    """One plot a language and price list, of runs whose figures are final."""
    plots = []
    for language in languages:
        final = [e for e in entries if e.language == language and not e.not_final and e.rate is not None]
        for dated in sorted({entry.prices for entry in final if entry.prices is not None}):
            points = [_point(entry) for entry in final if entry.prices == dated]
            if svg := frontier_svg(points):
                unknown = sum(point.cost is None for point in points)
                plots.append({"language": language, "prices": dated, "svg": Markup(svg), "unknown": unknown})
    return plots


def _point(entry: Entry) -> Point:
    interval = wilson(entry.passed, entry.counted)
    cost = None if entry.cost is None else float(entry.cost)
    return Point(entry.model, entry.language, cost, entry.rate or 0.0, interval.low, interval.high)
