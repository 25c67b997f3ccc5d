"""Tables and texts for the terminal. Whatever came from a submission passes through `printable` first."""

from __future__ import annotations

import functools
import heapq
import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from proctor.core.case import Case
from proctor.core.outcome import Outcome
from proctor.core.printable import printable, printable_line
from proctor.core.scorecard import Scorecard, Tally
from proctor.core.verdict import Verdict
from proctor.grading.manifest import Manifest
from proctor.grading.run_folder import RunFolder
from proctor.reporting.comparison import Comparison
from proctor.reporting.evidence import Section, cell, sections, table_of, text_of
from proctor.reporting.evidence import Table as EvidenceTable
from proctor.reporting.figures import by_kind, language_line, percent, score_line, seconds, short_name, size

if TYPE_CHECKING:
    from proctor.cli.findings import Finding

_SLOWEST = 5
_STYLES = {Outcome.PASSED: "green", Outcome.ORACLE_ERROR: "yellow", Outcome.INFRASTRUCTURE: "yellow"}


@functools.cache
def console() -> Console:
    """The one console of this process."""
    return Console(highlight=False)


def _bar(tally: Tally, width: int = 20) -> Text:
    filled = round((tally.rate or 0) * width)
    return Text("█" * filled, style="green") + Text("░" * (width - filled), style="dim")


def print_scorecard(card: Scorecard, folder: RunFolder, shown_as: Path) -> None:
    """Print a run's figures, where they are kept and what to type next."""
    out = console()
    run = folder.manifest
    out.print()
    out.print(f"[bold]{escape(run.exam)}[/]  {escape(printable_line(Path(run.submission).name))}")
    out.print(f"score      [bold]{score_line(card.tally)}[/]")
    shard = f", shard {run.shard}" if run.shard else ""
    out.print(
        f"cases      {escape(run.selection)}: {run.selected:,} of {run.available:,}"
        f" from {escape(run.source)}{shard}"
    )
    if run.malformed:
        out.print(f"malformed  [yellow]{len(run.malformed):,}[/] could not be read (see manifest.json)")
    out.print(f"oracle     {escape(str(run.oracle['name']))} {escape(str(run.oracle['version']))}")
    limit = run.limits.get("wall_seconds")
    warned = f"  [yellow]{escape(run.isolation_warning)}[/]" if run.isolation_warning else ""
    out.print(f"isolation  {escape(run.isolation)}, {limit:g} s a case{warned}")
    if checked := language_line(run.submission_details):
        out.print(f"language   {escape(checked)}")
    cost = "unknown" if card.cost is None else f"{card.cost} USD (prices of {card.prices_dated})"
    out.print(f"api cost   {cost}")
    if run.refused:
        out.print(f"[red]refused[/]    {escape(printable_line(run.refused))}")
    for reason in card.not_final:
        out.print(f"[yellow]not final[/]  {escape(printable_line(reason))}")
    _print_outcomes(out, card)
    _print_tags(out, card)
    _print_slowest(out, folder)
    _print_figures(out, card)
    _print_next(out, card, folder, shlex.quote(str(shown_as)))


def _print_outcomes(out: Console, card: Scorecard) -> None:
    table = Table(title="by outcome", title_justify="left", box=None, pad_edge=False)
    table.add_column("outcome")
    table.add_column("cases", justify="right")
    for outcome in Outcome:
        if count := card.outcomes.get(outcome, 0):
            table.add_row(Text(outcome.value, style=_STYLES.get(outcome, "red")), f"{count:,}")
    out.print()
    out.print(table)


def _print_tags(out: Console, card: Scorecard) -> None:
    for title, tallies in by_kind(card.by_tag):
        table = Table(title=f"{title}, worst first", title_justify="left", box=None, pad_edge=False)
        table.add_column(title.removeprefix("by "))
        for name in ("passed", "of", "rate"):
            table.add_column(name, justify="right")
        table.add_column("")
        for tag, tally in tallies:
            table.add_row(
                Text(printable_line(tag, 32)),
                f"{tally.passed:,}",
                f"{tally.counted:,}",
                percent(tally.rate),
                _bar(tally),
            )
        out.print()
        out.print(table)


def _print_slowest(out: Console, folder: RunFolder) -> None:
    timed = ((v.wall_seconds, v.case, v.outcome) for v in folder.verdicts() if v.wall_seconds is not None)
    slowest = heapq.nlargest(_SLOWEST, timed)
    if not slowest:
        return
    table = Table(title="slowest cases", title_justify="left", box=None, pad_edge=False)
    table.add_column("case")
    table.add_column("time", justify="right")
    table.add_column("outcome")
    for wall, case, outcome in slowest:
        table.add_row(Text(printable_line(short_name(case), 48)), seconds(wall), outcome.value)
    out.print()
    out.print(table)


def _print_figures(out: Console, card: Scorecard) -> None:
    for name, value in card.exam_figures.items():
        title = escape(printable_line(name.replace("_", " ")))
        if (table := table_of(value)) is not None:
            out.print(f"\n{title}")
            out.print(_table(table))
        else:
            out.print(f"{title}: {escape(cell(value))}")


def _print_next(out: Console, card: Scorecard, folder: RunFolder, path: str) -> None:
    out.print()
    out.print(f"run folder: {escape(path)}")
    failed = next((v for v in folder.verdicts() if v.outcome is not Outcome.PASSED), None)
    if failed is not None:
        name = shlex.quote(printable_line(short_name(failed.case)))
        out.print(f"next:  proctor show {escape(path)} {escape(name)}")
    out.print(f"{'      ' if failed else 'next: '} proctor report {escape(path)}")


def print_case(out: Console, verdict: Verdict, payload: Case | None, run: Manifest) -> None:
    """Print one case: its texts (if they are at hand), the verdict and a command that reproduces it."""
    out.print(f"[bold]{escape(printable_line(verdict.case))}[/]")
    style = _STYLES.get(verdict.outcome, "red")
    reason = printable_line(str(verdict.evidence.get("reason", "")))
    out.print(f"[{style}]{verdict.outcome.value}[/]  {escape(reason)}")
    integrity = verdict.evidence.get("integrity")
    out.print(
        f"exit {verdict.exit_code} · {seconds(verdict.wall_seconds)} · {size(verdict.peak_rss_bytes)}"
        f" · features {escape(', '.join(printable_line(tag) for tag in verdict.tags)) or 'none'}"
        + (f" · integrity {escape(printable_line(str(integrity)))}" if integrity is not None else "")
    )
    if payload is None:
        out.print("[yellow]the case's texts are not at hand; say with --cases where they are[/]")
    else:
        for title, text in payload.texts().items():
            _section(out, title, text_of(text))
    for section in sections(verdict.evidence):
        _print_section(out, section)
    if payload is not None:
        _section(out, "by hand", printable(payload.by_hand(_program(run)) or _grade_again(payload, run)))


def _section(out: Console, title: str, text: str) -> None:
    out.print(f"\n[bold]── {escape(printable_line(title))} ──[/]")
    out.print(Text(text.rstrip("\n") or "(empty)"), soft_wrap=True)


def _print_section(out: Console, section: Section) -> None:
    if section.table is not None:
        out.print(f"\n[bold]── {escape(section.title)} ──[/]")
        out.print(_table(section.table))
    elif section.diff is not None:
        out.print(f"\n[bold]── {escape(section.title)} ──[/]")
        for line in section.diff:
            style = {"-": "red", "+": "green"}.get(line[:1], "dim")
            out.print(Text(line, style=style), soft_wrap=True)
    else:
        _section(out, section.title, section.text or "")


def _table(found: EvidenceTable) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in found.columns:
        table.add_column(Text(name))
    for row in found.rows:
        table.add_row(*(Text(one) for one in row))
    return table


def _grade_again(payload: Case, run: Manifest) -> str:
    """The command that grades one case as the run did."""
    words = ["proctor", "grade", run.exam, run.submission, "--name", payload.name]
    if run.cases_path is not None:
        words += ["--cases", run.cases_path]
    for name, value in run.exam_options.items():
        words += ["--option", f"{name}={json.dumps(value)}"]
    return shlex.join(words)


def _program(run: Manifest) -> str:
    """How the submission is called, with its own files where they were submitted from."""
    submission = Path(run.submission)
    if submission.is_file():
        return shlex.quote(str(submission))
    words = [str(word) for word in run.submission_details.get("command", [])]
    return shlex.join(str(submission / word) if (submission / word).is_file() else word for word in words)


def print_comparison(out: Console, found: Comparison, most: int) -> None:
    """Print what was gained and lost, and how likely chance is."""
    out.print(f"A  {escape(found.first)}\nB  {escape(found.second)}")
    for warning in found.warnings:
        out.print(f"[yellow]{escape(printable_line(warning))}[/]")
    out.print(f"both pass {found.both:,} · neither {found.neither:,} · not comparable {found.left_out:,}")
    out.print(f"B gained [green]{len(found.gained):,}[/] and lost [red]{len(found.lost):,}[/]")
    verdict = "significant" if found.is_significant else "not significant"
    out.print(f"the difference is [bold]{verdict}[/] (McNemar's exact test, p = {found.p:.3g})")
    for title, names in (("gained", found.gained), ("lost", found.lost)):
        for name in names[:most]:
            out.print(f"  {title}  {escape(printable_line(name))}")
        if len(names) > most > 0:
            out.print(f"  … {len(names) - most:,} more {title}")


def print_findings(out: Console, findings: Sequence[Finding]) -> None:
    """Print what `proctor doctor` found."""
    for finding in findings:
        mark = (
            "[green]ok     [/]"
            if finding.found
            else ("[red]missing[/]" if finding.needed else "[yellow]absent [/]")
        )
        out.print(f"{mark}  [bold]{escape(finding.name)}[/]  {escape(finding.what)}", soft_wrap=True)
