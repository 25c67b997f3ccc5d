"""The board: like with like alone, one self-contained page that no submission's words can break."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from proctor.core.outcome import Outcome
from proctor.core.usage import Usage
from proctor.grading.run_folder import RunFolder
from proctor.reporting.bill import append_call, load_prices, write_bill
from proctor.reporting.board import write_board

PASSED, WRONG, OURS = Outcome.PASSED, Outcome.WRONG, Outcome.INFRASTRUCTURE
OWN = """dated = "contract"
source = "x"
[models."m/m"]
tiers = [{ from_prompt_tokens = 0, input = "1", output = "1" }]
"""


class Page(HTMLParser):
    """The text of each section, and what a page must not hold."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.sections: list[str] = []
        self.foreign: list[str] = []
        self.plots = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "h2":
            self.sections.append("")
        if tag == "svg":
            self.plots += 1
        if tag in ("script", "link", "img", "iframe"):
            self.foreign.append(tag)
        self.foreign += [
            name
            for name, value in attrs
            if name.startswith("on") or (str(value).startswith("http") and name != "xmlns")
        ]

    def handle_data(self, data: str) -> None:
        if self.sections:
            self.sections[-1] += data


Make = Callable[..., Path]


@pytest.fixture
def run(make_run: Callable[..., RunFolder]) -> Make:
    def make(name: str, outcomes: list[Outcome], prices: Path | None = None, **changes: object) -> Path:
        folder = make_run(name, outcomes, **changes).path
        append_call(folder, Usage("m/m", 1000, 1000))
        write_bill(folder, load_prices(prices))
        return folder

    return make


def board(tmp_path: Path, *runs: Path) -> Page:
    write_board(runs, tmp_path / "board.html")
    return Page((tmp_path / "board.html").read_text())


def test_other_cases_exams_and_oracles_stand_apart(tmp_path: Path, run: Make) -> None:
    page = board(
        tmp_path,
        run("a", [PASSED, WRONG]),
        run("b", [PASSED, PASSED]),
        run("more", [PASSED, PASSED, PASSED]),
        run("version", [PASSED, PASSED], exam_version="2"),
        run(
            "oracle",
            [PASSED, PASSED],
            oracle={"name": "SQLite", "version": "3.40.0", "options": [], "notes": []},
        ),
    )
    assert len(page.sections) == 4
    assert sum("1 of 2" in section and "2 of 2" in section for section in page.sections) == 1
    assert page.foreign == []


def test_costs_by_other_price_lists_are_not_plotted_together(tmp_path: Path, run: Make) -> None:
    own, other = tmp_path / "own.toml", tmp_path / "other.toml"
    own.write_text(OWN)
    other.write_text(OWN.replace("contract", "another"))
    runs = [run("a", [PASSED, WRONG], own), run("b", [PASSED, PASSED], own), run("c", [WRONG, WRONG], other)]
    assert board(tmp_path, *runs).plots == 2


def test_unknown_cost_is_said_and_not_drawn(tmp_path: Path, run: Make) -> None:
    page = board(tmp_path, run("a", [PASSED, WRONG]))
    assert page.plots == 0
    assert "cost unknown" in page.sections[0]


def test_what_is_not_final_is_not_plotted(tmp_path: Path, run: Make) -> None:
    own = tmp_path / "own.toml"
    own.write_text(OWN)
    page = board(tmp_path, run("a", [PASSED, OURS], own))
    assert page.plots == 0 and "not final" in page.sections[0] and "our fault" in page.sections[0]


def test_failures_are_listed_with_their_reasons_and_the_rest_counted(tmp_path: Path, run: Make) -> None:
    page = board(tmp_path, run("a", [WRONG] * 30 + [PASSED]))
    text = page.sections[0]
    assert "30 failed" in text and "and 5 more" in text
    assert text.count("owned") >= 25, "the reason that the verdict gives"


def test_selection_and_rules_of_comparison_are_on_the_page(tmp_path: Path, run: Make) -> None:
    write_board([run("a", [PASSED], available=24000, selection="names 00 to 02")], tmp_path / "b.html")
    text = (tmp_path / "b.html").read_text()
    assert "names 00 to 02" in text and "1 of 24000 cases" in text
    assert "Only like is compared with like" in text


def test_link_leads_to_the_report_from_where_the_page_lies(tmp_path: Path, run: Make) -> None:
    folder = run("deep", [WRONG])
    (folder / "report.html").write_text("x")
    (tmp_path / "out").mkdir()
    write_board([folder], tmp_path / "out" / "board.html")
    assert 'href="../deep/report.html"' in (tmp_path / "out" / "board.html").read_text()


def test_a_model_that_sat_one_easy_language_does_not_lead(tmp_path: Path, run: Make) -> None:
    many = [
        run(f"many-{n}", [PASSED, WRONG], submission="/s/many", submission_details={"language": n})
        for n in "ab"
    ]
    one = run("one", [PASSED, PASSED], submission="/s/one", submission_details={"language": "a"})
    text = board(tmp_path, *many, one).sections[0]
    assert text.index("many") < text.index("one"), "a mean over fewer languages is no like"
