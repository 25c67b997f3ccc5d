"""The leaderboard: one self-contained page over runs, that compares only like with like.

Runs are put into sections: the same exam, the same selection of cases, the same oracle. Within a section a
table shows model by language, and plots set costs by one price list against rates; nothing is ranked across
sections.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

import proctor
from proctor.core.printable import printable_line
from proctor.core.statistics import wilson
from proctor.reporting.entries import Entry, PassAt, entries_of
from proctor.reporting.figures import percent
from proctor.reporting.frontier import Point, frontier_svg
from proctor.reporting.page import fill_template


def render_board(entries: Sequence[Entry], passes: Sequence[PassAt], page: Path) -> str:
    """The page; links to runs are relative to where the page will lie."""
    keys = sorted({entry.section for entry in entries})
    sections = [
        _section(
            key,
            [entry for entry in entries if entry.section == key],
            [one for one in passes if one.section == key],
            page,
        )
        for key in keys
    ]
    return fill_template("board.html", sections=sections, version=proctor.__version__)


def write_board(runs: Sequence[Path], page: Path) -> None:
    """Write the page over these folders of runs or sittings. Raises RunError and OSError."""
    entries: list[Entry] = []
    passes: list[PassAt] = []
    for run in runs:
        found, estimates = entries_of(run)
        entries += found
        passes += estimates
    page.write_text(render_board(entries, passes, page), encoding="utf-8")


def _section(
    key: tuple[str, ...], entries: Sequence[Entry], passes: Sequence[PassAt], page: Path
) -> dict[str, Any]:
    languages = sorted({entry.language for entry in entries})
    models = sorted({entry.model for entry in entries}, key=lambda model: _rank(entries, model))
    return {
        "exam": printable_line(key[0]),
        "facts": [printable_line(fact) for fact in (*key[1:5], _digest(key[5])) if fact],
        "languages": languages,
        "rows": [
            {
                "model": model,
                "cells": [
                    {
                        "entries": [
                            _cell(one, page)
                            for one in entries
                            if (one.model, one.language) == (model, language)
                        ],
                        "passes": [
                            one.text for one in passes if (one.model, one.language) == (model, language)
                        ],
                    }
                    for language in languages
                ],
            }
            for model in models
        ],
        "plots": _plots(entries, languages),
    }


def _digest(digest: str) -> str:
    return f"cases {digest[:12]}" if digest else ""


def _rank(entries: Sequence[Entry], model: str) -> tuple[int, float, str]:
    """Models with final rates in more languages first, then those with the higher mean over languages."""
    rates: dict[str, list[float]] = {}
    for entry in entries:
        if entry.model == model and entry.rate is not None and not entry.not_final:
            rates.setdefault(entry.language, []).append(entry.rate)
    means = [sum(of_language) / len(of_language) for of_language in rates.values()]
    return -len(means), -(sum(means) / len(means) if means else 0.0), model


def _cell(entry: Entry, page: Path) -> dict[str, Any]:
    interval = wilson(entry.passed, entry.counted)
    links = [_link(folder, page) for folder in entry.folders]
    return {
        "rate": percent(entry.rate),
        "width": round(100 * (entry.rate or 0), 1),
        "is_graded": entry.rate is not None,
        "low": percent(interval.low),
        "high": percent(interval.high),
        "passed": entry.passed,
        "counted": entry.counted,
        "cost": "cost unknown" if entry.cost is None else f"${float(entry.cost):.4g}",
        "prices": entry.prices,
        "attempt": entry.attempt,
        "failed": entry.failed,
        "failures": entry.failures,
        "links": links,
        "refused": entry.refused,
        "not_final": list(entry.not_final),
    }


def _link(folder: Path, page: Path) -> str:
    """The run's own report where there is one, else its folder."""
    report = folder / "report.html"
    return os.path.relpath(report if report.exists() else folder, page.resolve().parent)


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
    return Point(
        entry.model.rpartition("/")[2], entry.language, cost, entry.rate or 0.0, interval.low, interval.high
    )
