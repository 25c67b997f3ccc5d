"""Ports built and run for real, in every target language."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.core.outcome import Outcome
from proctor.core.selection import Selection
from proctor.exams.cobol_migration.build import BuildFailed, build
from proctor.exams.cobol_migration.exam import CobolMigration
from proctor.exams.cobol_migration.target import load_target
from proctor.grading.exam import ExamError, Refused

HERE = Path(__file__).parent
LANGUAGES = ("cpp", "java", "kotlin", "python", "rust")


def port(tmp_path: Path, language: str, **files: str) -> Path:
    folder = tmp_path / "ports" / "loan-interest" / language
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name.replace("_dot_", ".")).write_text(text)
    return tmp_path / "ports"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_right_port_is_solved(sit, ports, language):
    verdict = sit(ports / f"right-{language}")
    assert verdict.outcome is Outcome.PASSED, verdict.evidence
    assert f"language:{language}" in verdict.tags


@pytest.mark.parametrize("language", ["cpp", "java", "python", "rust"])
def test_a_port_that_rounds_is_not_solved_and_its_trap_and_field_are_named(sit, ports, language):
    verdict = sit(ports / f"wrong-{language}")
    assert verdict.outcome is Outcome.WRONG
    assert verdict.evidence["trap"] == "truncation"
    assert "O-INTEREST" in verdict.evidence["field"]
    assert verdict.evidence["tests"] == {"equal": 1, "all": 2}
    titles = [section["title"] for section in verdict.evidence["sections"]]
    assert any("stdout differs at byte 29" in title for title in titles)


def test_a_compiler_error_is_told(sit, tmp_path):
    verdict = sit(port(tmp_path, "cpp", main_dot_cpp="int main() { return nonsense; }\n"))
    assert verdict.outcome is Outcome.WRONG
    assert verdict.evidence["kind"] == "build_failed"
    assert "nonsense" in verdict.evidence["reason"]


@pytest.mark.parametrize(
    ("language", "files", "said"),
    [
        ("java", {"Main_dot_java": "class Main { int wrong = \"text\"; }\n"}, "Main.java:1: error: incompatible types"),
        ("python", {"main_dot_py": "print(\n"}, "main.py:1: is not Python: '(' was never closed"),
        ("rust", {"main_dot_rs": "fn main() { let x: u8 = 300; }\n"}, "error: literal out of range for `u8`"),
    ],
)  # fmt: skip
def test_a_compiler_error_is_told_in_the_words_of_each_compiler(sit, tmp_path, language, files, said):
    verdict = sit(port(tmp_path, language, **files))
    assert not verdict.outcome.is_ours and verdict.outcome is not Outcome.PASSED
    assert said in verdict.evidence["reason"]


def test_a_build_that_takes_too_long_is_ended_and_told(walls, tmp_path):
    import dataclasses

    hasty = dataclasses.replace(load_target("cpp"), build_seconds=0.2)
    ports = port(
        tmp_path, "cpp", main_dot_cpp='#include <regex>\n#include <map>\nint main() { std::regex r("a"); }\n'
    )
    with pytest.raises(BuildFailed, match=r"took more than 0\.2 s"):
        build(walls, ports / "loan-interest" / "cpp", hasty, tmp_path / "build", ())


def test_a_toolchain_that_is_not_there_is_our_fault_and_says_how_to_get_it(sit, tmp_path, monkeypatch):
    import dataclasses

    absent = dataclasses.replace(load_target("rust"), build=("no-such-rustc",), packages=("rustc",))
    monkeypatch.setattr("proctor.exams.cobol_migration.exam.load_target", lambda _name: absent)
    verdict = sit(port(tmp_path, "rust", main_dot_rs="fn main() {}\n"))
    assert verdict.outcome is Outcome.INFRASTRUCTURE
    assert "no-such-rustc missing: apt-get install rustc" in verdict.evidence["reason"]


def test_a_binary_is_thrown_away(sit, tmp_path):
    ports = port(tmp_path, "cpp", main_dot_cpp="int main() { return 0; }\n")
    (ports / "loan-interest" / "cpp" / "program.o").write_bytes(b"\x7fELF")
    verdict = sit(ports)
    assert verdict.outcome is Outcome.WRONG
    assert verdict.evidence["set_aside"] == ["program.o"]


def test_an_extra_file_fails(sit, tmp_path):
    source = (HERE / "ports/right-python/loan-interest/python/main.py").read_text()
    verdict = sit(port(tmp_path, "python", main_dot_py="open('NOTES', 'w').close()\n" + source))
    assert verdict.outcome is Outcome.WRONG
    assert "NOTES is not expected" in verdict.evidence["reason"]


def test_a_port_sees_neither_golden_nor_compiler(sit, tmp_path):
    spy = (
        "import os\n"
        f"for path in ({str(HERE / 'cases')!r}, '/usr/bin/cob' + 'crun'):\n"
        "    try:\n"
        "        size = len(os.listdir(path)) if os.path.isdir(path) else len(open(path, 'rb').read())\n"
        "    except OSError:\n"
        "        size = 0\n"
        "    print(path.rpartition('/')[2], size)\n"
        "print(sorted(os.listdir('.')))\n"
    )
    verdict = sit(port(tmp_path, "python", main_dot_py=spy))
    shown = str(verdict.evidence["sections"])
    assert "+cases 0" in shown and "+cobcrun 0" in shown and "+['LOANS.DAT']" in shown


def test_a_port_without_end_times_out(sit, tmp_path, program, walls):
    import dataclasses

    exam = CobolMigration({})
    ports = port(tmp_path, "python", main_dot_py="while True:\n    pass\n")
    (tmp_path / "prepared").mkdir()
    (tmp_path / "cases" / "one").mkdir(parents=True)
    prepared = exam.prepare(ports, tmp_path / "prepared")
    hasty = dataclasses.replace(program, seconds=0.5)
    verdict = exam.grade(prepared, hasty, tmp_path / "cases" / "one", walls)
    assert verdict.outcome is Outcome.TIMED_OUT


def test_two_languages_need_a_choice(sit, tmp_path):
    ports = port(tmp_path, "python", main_dot_py="print(1)\n")
    port(tmp_path, "cpp", main_dot_cpp="int main() {}\n")
    assert sit(ports).outcome is Outcome.REFUSED


def test_a_choice_of_language_is_kept_to(sit, tmp_path):
    ports = port(tmp_path, "python", main_dot_py="print(1)\n")
    verdict = sit(ports, {"language": "rust"})
    assert verdict.outcome is Outcome.WRONG
    assert verdict.evidence["kind"] == "no_port"


def test_bad_options_and_submissions_are_said(tmp_path):
    with pytest.raises(ExamError, match="no option"):
        CobolMigration({"speed": 1})
    with pytest.raises(ExamError, match="language is one of"):
        CobolMigration({"language": "cobol"})
    with pytest.raises(Refused, match="holds no"):
        CobolMigration({}).prepare(tmp_path, tmp_path / "copy")


def test_the_figures_have_a_row_for_each_language(sit):
    verdict = sit(HERE / "ports" / "right-python")
    figures = CobolMigration({}).summarise([verdict])
    row = figures["by target language"]["rows"][0]
    assert row[:4] == ["python", 1, 1, "100.0%"]
    assert row[4] == "20.7%–100.0%"


def test_cases_are_found_and_a_missing_golden_is_told():
    cases = CobolMigration({}).load(Selection(source=HERE / "cases"))
    assert [case.name for case in cases] == ["loan-interest"]
    assert "src/LOANINT.cob" in next(iter(cases)).texts()
