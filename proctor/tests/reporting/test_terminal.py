"""What the terminal gets is harmless, and says what to do next."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from rich.console import Console

from proctor.core.case import Case
from proctor.core.outcome import Outcome
from proctor.core.verdict import Verdict
from proctor.grading.loop import scorecard_of
from proctor.grading.run_folder import RunFolder
from proctor.reporting import terminal
from proctor.reporting.figures import percent, seconds, size
from proctor.reporting.progress import LiveProgress

MakeRun = Callable[..., RunFolder]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    stream = io.StringIO()
    monkeypatch.setattr(terminal, "console", lambda: Console(file=stream, width=120))
    return stream


def test_a_scorecard_is_harmless_and_names_the_next_command(make_run: MakeRun, shown: io.StringIO) -> None:
    folder = make_run("a", [Outcome.PASSED, Outcome.WRONG, Outcome.INFRASTRUCTURE])
    terminal.print_scorecard(scorecard_of(folder), folder, folder.path)
    text = shown.getvalue()
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "1 of 2 = 50.0 %" in text
    assert "not final" in text
    assert f"proctor show {folder.path}" in text.replace("\n", "")


def test_a_case_is_harmless(make_run: MakeRun, shown: io.StringIO) -> None:
    folder = make_run("a", [Outcome.WRONG])
    terminal.print_case(terminal.console(), next(folder.verdicts()), None, folder.manifest)
    assert "\x1b" not in shown.getvalue()
    assert "␛" in shown.getvalue()
    assert "not at hand" in shown.getvalue()


def test_the_way_to_grade_a_case_again_holds_the_exam_s_options(
    make_run: MakeRun, shown: io.StringIO
) -> None:
    folder = make_run(
        "a", [Outcome.WRONG], exam_options={"gold": True}, cases_path="/c/cases.jsonl", submission="/s"
    )
    verdict = next(folder.verdicts())
    terminal.print_case(
        terminal.console(), verdict, Case(verdict.case, verdict.content_hash), folder.manifest
    )
    said = shown.getvalue()
    assert f"proctor grade multilangbench /s --name {verdict.case}" in said
    assert "--cases /c/cases.jsonl --option gold=true" in said


def test_progress_tells_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("proctor.reporting.progress._PLAIN_EVERY", 0.0)
    progress = LiveProgress(Console(file=stream, width=200))
    progress.on_start(4, 1)
    for outcome in (Outcome.PASSED, Outcome.WRONG, Outcome.ORACLE_ERROR):
        progress.on_verdict(Verdict("c", "h", outcome))
    progress.on_end()
    assert "1 of 4 cases are graded already" in stream.getvalue()
    assert "4/4 · 1 passed · 1 failed · 1 ours · 50.0 %" in stream.getvalue()


def test_figures_never_round_to_all_or_nothing() -> None:
    assert (percent(0.99999), percent(0.00001), percent(1.0), percent(None)) == (
        ">99.9 %",
        "<0.1 %",
        "100.0 %",
        "—",
    )
    assert (seconds(0.0123), seconds(75), seconds(600), seconds(8000)) == (
        "12 ms",
        "75.0 s",
        "10 min 0 s",
        "2 h 13 min",
    )
    assert (size(500), size(5 << 20), size(10 << 30)) == ("500 B", "5 MiB", "10.0 GiB")
