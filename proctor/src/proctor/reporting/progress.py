"""The live progress bar."""

from __future__ import annotations

import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from proctor.core.outcome import Outcome
from proctor.core.verdict import Verdict
from proctor.reporting.figures import percent, seconds

_PLAIN_EVERY = 15.0


class LiveProgress:
    """An observer that draws passed, failed, rate, cases a second and the time left.

    On a terminal it is a bar that moves; elsewhere (a log file) a line now and then.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar: Progress | None = None
        self._task = TaskID(0)
        self._total = self._earlier = self._passed = self._failed = self._ours = 0
        self._began = self._told = 0.0

    def on_start(self, total: int, done: int) -> None:
        """See `Observer.on_start`."""
        self._total, self._earlier = total, done
        self._began = self._told = time.monotonic()
        if done:
            self._console.print(f"going on: {done:,} of {total:,} cases are graded already")
        if self._console.is_terminal:
            self._bar = Progress(
                TextColumn("grading"), BarColumn(bar_width=None), MofNCompleteColumn(),
                TextColumn("{task.fields[figures]}"),
                console=self._console, refresh_per_second=5,
            )  # fmt: skip
            self._task = self._bar.add_task("grading", total=total, completed=done, figures="")
            self._bar.start()

    def _figures(self) -> str:
        here = self._passed + self._failed + self._ours
        elapsed = max(time.monotonic() - self._began, 1e-6)
        speed = here / elapsed
        left = self._total - self._earlier - here
        counted = self._passed + self._failed
        ours = f" · {self._ours:,} ours" if self._ours else ""
        rate = percent(self._passed / counted if counted else None)
        until = seconds(left / speed) if speed else "—"
        return (
            f"{self._passed:,} passed · {self._failed:,} failed{ours} · {rate} · {speed:.1f}/s · {until} left"
        )

    def on_verdict(self, verdict: Verdict) -> None:
        """See `Observer.on_verdict`."""
        if verdict.outcome is Outcome.PASSED:
            self._passed += 1
        elif verdict.outcome.is_ours:
            self._ours += 1
        else:
            self._failed += 1
        if self._bar is not None:
            self._bar.update(self._task, advance=1, figures=self._figures())
        elif time.monotonic() - self._told >= _PLAIN_EVERY:
            self._told = time.monotonic()
            graded = self._earlier + self._passed + self._failed + self._ours
            self._console.print(f"{graded:,}/{self._total:,} · {self._figures()}", highlight=False)

    def on_end(self) -> None:
        """See `Observer.on_end`."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
