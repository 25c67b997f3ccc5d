"""The bundled cases hold what the exam promises: programs, traps, tests, and mutants that the tests kill."""

from __future__ import annotations

import json
import shutil

import pytest
from click.testing import CliRunner

from proctor.cli import main
from proctor.exams.cobol_migration.decimals import Decimals
from proctor.exams.cobol_migration.layout import BUNDLED, BadCase, case_folders, load_program
from proctor.exams.cobol_migration.mutate import idle_waivers, recorded
from proctor.exams.cobol_migration.operators import TRAP_OF
from proctor.exams.cobol_migration.traps import TRAPS

PROGRAMS = [load_program(folder) for folder in case_folders(BUNDLED)]


def test_there_are_forty_programs_up_to_some_six_hundred_lines():
    lines = {
        program.name: sum(len(path.read_bytes().splitlines()) for path in program.sources())
        for program in PROGRAMS
    }
    assert len(PROGRAMS) >= 40
    assert min(lines.values()) < 60 and max(lines.values()) > 550
    assert all(len(program.tests("hidden")) >= 8 for program in PROGRAMS)
    assert all(program.tests("public") for program in PROGRAMS)


@pytest.mark.parametrize("trap", TRAPS)
def test_every_trap_is_held_by_several_programs(trap):
    assert sum(trap in program.traps for program in PROGRAMS) >= 2


def test_what_a_mutant_tells_is_a_trap():
    assert set(TRAP_OF.values()) <= set(TRAPS)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_nine_of_ten_mutants_are_killed_and_the_others_waived(program):
    fates = recorded(program)
    killed = sum(fate.fate == "killed" for fate in fates)
    survived = [fate.mutant.name for fate in fates if fate.fate == "survived"]
    assert killed >= 0.9 * (killed + len(survived)), survived
    assert idle_waivers(program, fates) == []


def test_what_is_recorded_must_be_of_these_mutants_and_tests(tmp_path):
    own = tmp_path / "edited-amounts"
    shutil.copytree(BUNDLED / own.name, own)
    path = own / "variants.json"
    record = json.loads(path.read_text())
    path.write_text(json.dumps(record | {"variants": record["variants"][1:]}))
    with pytest.raises(BadCase, match="its mutants changed"):
        recorded(load_program(own))
    path.write_text(json.dumps(record))
    assert recorded(load_program(own))
    (own / "hidden/t01/stdin").write_bytes(b"changed")
    with pytest.raises(BadCase, match="proctor cobol mutate --record"):
        recorded(load_program(own))


def test_the_recorded_figures_are_printed_and_a_floor_is_kept(tmp_path):
    done = CliRunner().invoke(main, ["cobol", "mutate", "--recorded", "savings-interest"])
    assert done.exit_code == 0 and "23 of 23 killed = 100.0%" in done.output
    own = tmp_path / "savings-interest"
    shutil.copytree(BUNDLED / own.name, own)
    path = own / "variants.json"
    record = json.loads(path.read_text())
    lost = [one["mutant"] for one in record["variants"][:5]]
    weaker = {"variants": record["variants"][5:], "survived": record["survived"] + lost}
    path.write_text(json.dumps(record | weaker))
    done = CliRunner().invoke(main, ["cobol", "mutate", "--recorded", "--cases", str(own)])
    assert done.exit_code == 1 and "fewer than 90 % killed: savings-interest" in done.output


def test_programs_and_traps_are_listed():
    done = CliRunner().invoke(main, ["cobol", "list"])
    assert "water-billing" in done.output and done.exit_code == 0
    done = CliRunner().invoke(main, ["cobol", "list", "--traps"])
    assert [line.split()[0] for line in done.output.splitlines()] == list(TRAPS)


DATA = """\
       01  A PIC 9(3)V99.
       01  B PIC S9V9(3) COMP-3.
       01  T PIC ZZ9.99.
       01  I PIC 9(4).
       01  F COMP-2.
"""


@pytest.mark.parametrize(
    ("expression", "target", "settled"),
    [
        ("A + 1.25", "T", True),
        ("A + B", "T", False),
        ("A * I - 3", "T", True),
        ("A * 0.5", "T", False),
        ("A / 2", "T", False),
        ("-(A + I) * 2", "A", True),
        ("A (I + 1) + A (2)", "A", True),
        ("FUNCTION MOD (I 7) + 1", "I", True),
        ("FUNCTION SQRT (I)", "I", False),
        ("F + 1", "I", False),
        ("I ** 2", "I", False),
        ("I + UNKNOWN", "I", False),
    ],
)
def test_whether_there_is_anything_to_round(expression, target, settled):
    code = f"           COMPUTE {target} = {expression}\n           DISPLAY T."
    assert Decimals(DATA).settle(code, code.index("COMPUTE")) is settled
