"""The page: self-contained, harmless whatever the submission printed, and looked at in a real browser."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from proctor.core.outcome import Outcome
from proctor.grading.run_folder import RunFolder
from proctor.reporting.html import render, write_html

MakeRun = Callable[..., RunFolder]
MIXED = [Outcome.PASSED, Outcome.WRONG, Outcome.CRASHED, Outcome.INFRASTRUCTURE]


def dom(page: Path, tmp_path: Path, *extra: str) -> str:
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert browser, "the tests need chromium; scripts/setup --tests installs it"
    done = subprocess.run(
        [
            browser, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
            *extra, "--virtual-time-budget=2000", "--dump-dom", page.as_uri(),
        ],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return done.stdout


def test_holds_no_link_out_and_no_raw_control_character(make_run: MakeRun) -> None:
    page = render([make_run("a", MIXED), make_run("b", MIXED)], {})
    assert not re.search(r"(?:src|href)\s*=\s*[\"']?(?:https?:|//)|@import|url\(", page)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202e]", page)
    assert page.count("<script") == 2
    assert "not final" in page


def test_escapes_the_texts_of_cases(make_run: MakeRun) -> None:
    page = render([make_run("a", MIXED)], {f"{1:064x}": {"user_query": "SELECT '</script><b>&';"}})
    assert "</script><b>" not in page
    assert "\\u003c/script\\u003e" in page


def test_the_browser_shows_failures_as_text(make_run: MakeRun, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    write_html([make_run("a", MIXED)], page, {})
    seen = dom(page, tmp_path)
    title = re.search("<title>(.*?)</title>", seen)
    assert title is not None
    assert title.group(1) != "owned"
    assert seen.count("<details") == 4  # three failures, and how the oracle was built
    assert "3 of 3 listed failures" in seen
    assert "␛[31mred&lt;/script&gt;" in seen


def test_fits_a_phone(make_run: MakeRun, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    write_html(
        [make_run("a", MIXED), make_run("b", MIXED[::-1])], page, {f"{1:064x}": {"user_query": "x" * 500}}
    )
    measure = "<script>document.querySelectorAll('details').forEach(d=>d.open=true);setTimeout(()=>{document.body.dataset.over=document.documentElement.scrollWidth-innerWidth},500)</script></body>"
    page.write_text(page.read_text().replace("</body>", measure))
    over = re.search(r'data-over="(-?\d+)"', dom(page, tmp_path, "--window-size=500,900"))
    assert over is not None
    assert int(over.group(1)) <= 0


def test_filters_narrow_the_list(make_run: MakeRun, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    write_html([make_run("a", MIXED)], page, {})
    choose = "<script>const s=document.querySelector('.by-outcome');s.value='crashed';s.dispatchEvent(new Event('change'))</script></body>"
    page.write_text(page.read_text().replace("</body>", choose))
    assert "1 of 3 listed failures" in dom(page, tmp_path)


@pytest.mark.parametrize("outcomes", [[Outcome.PASSED], [Outcome.INFRASTRUCTURE]])
def test_runs_without_failures_or_without_score(make_run: MakeRun, outcomes: list[Outcome]) -> None:
    page = render([make_run("a", outcomes)], {})
    assert ("None." in page) == (outcomes == [Outcome.PASSED])
