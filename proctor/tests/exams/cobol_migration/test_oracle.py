"""Recording with the real compiler, and mutants of the original."""

from __future__ import annotations

import json

import pytest

from proctor.exams.cobol_migration.golden import read_golden
from proctor.exams.cobol_migration.layout import BadCase, load_program
from proctor.exams.cobol_migration.mutate import mutate, waivers_of
from proctor.exams.cobol_migration.operators import mutants_of
from proctor.exams.cobol_migration.oracle import CompileError, record


def problems(walls, folder, workplace, *, verify):
    workplace.mkdir()
    return [one.problem for one in record(walls, load_program(folder), workplace, verify=verify)]


def test_the_goldens_hold(walls, own_copy, tmp_path):
    assert problems(walls, own_copy, tmp_path / "work", verify=True) == [None, None, None]


def test_a_changed_golden_is_found_and_recorded_anew(walls, own_copy, tmp_path):
    (own_copy / "hidden/t01/golden/stdout").write_bytes(b"LOANS\n")
    found = problems(walls, own_copy, tmp_path / "one", verify=True)
    assert found[0] is None and "not as it was recorded" in found[1]
    assert problems(walls, own_copy, tmp_path / "two", verify=False) == [None, None, None]
    assert problems(walls, own_copy, tmp_path / "three", verify=True) == [None, None, None]


def test_a_changed_input_is_found(own_copy):
    (own_copy / "hidden/t01/in/LOANS.DAT").write_bytes(b"EVANS   00000010100\n")
    with pytest.raises(BadCase, match="inputs"):
        read_golden(load_program(own_copy).tests("hidden")[0])


@pytest.mark.parametrize("what", ["FUNCTION CURRENT-DATE", "FUNCTION WHEN-COMPILED(1:1) WS-ZONE"])
def test_what_depends_on_the_clock_is_refused(walls, own_copy, tmp_path, what):
    source = own_copy / "src/LOANINT.cob"
    text = source.read_text()
    if "ZONE" in what:
        text = text.replace("01  WS-COUNT", "01  WS-ZONE  PIC X(30).\n       01  WS-COUNT")
        text = text.replace("MAIN-PARA.\n", 'MAIN-PARA.\n           ACCEPT WS-ZONE FROM ENVIRONMENT "TZ".\n')
        what = "WS-ZONE"
    source.write_text(
        text.replace("           STOP RUN.", f"           DISPLAY {what}.\n           STOP RUN.")
    )
    found = problems(walls, own_copy, tmp_path / "work", verify=False)
    assert all("unstable: stdout" in problem for problem in found)


def test_a_program_that_does_not_compile_is_told(walls, own_copy, tmp_path):
    source = own_copy / "src/LOANINT.cob"
    source.write_text(source.read_text().replace("MOVE L-NAME TO", "MOVE L-NAMES TO"))
    with pytest.raises(CompileError, match="L-NAMES"):
        problems(walls, own_copy, tmp_path / "work", verify=False)


def test_another_compiler_is_refused(walls, own_copy, tmp_path):
    path = own_copy / "case.json"
    path.write_text(path.read_text().replace("3.1.2", "2.2"))
    with pytest.raises(BadCase, match=r"wants cobc 2\.2"):
        problems(walls, own_copy, tmp_path / "work", verify=True)


SOURCE = """\
       PROCEDURE DIVISION.
      * IF A > B ROUNDED
           COMPUTE X ROUNDED = A * B
               ON SIZE ERROR MOVE 0 TO X
           END-COMPUTE.
           IF A > 10 AND B NOT = 2 DISPLAY "A > B ROUNDED".
           PERFORM P VARYING I FROM 1 BY 1 UNTIL I > 12.
           SORT F ON ASCENDING KEY K COLLATING SEQUENCE IS EBCDIC.
"""


def changed(operator):
    return [
        mutant.apply(SOURCE).split("\n")
        for mutant in mutants_of("A.cob", SOURCE, free=False)
        if mutant.operator == operator
    ]


@pytest.mark.parametrize(
    ("operator", "line", "text"),
    [
        ("drop-rounded", 2, "           COMPUTE X  = A * B"),
        ("drop-size-error", 3, " " * 40),
        ("and-or", 5, '           IF A > 10 OR B NOT = 2 DISPLAY "A > B ROUNDED".'),
        ("relation", 5, '           IF A >= 10 AND B NOT = 2 DISPLAY "A > B ROUNDED".'),
        ("until-off-by-one", 6, "           PERFORM P VARYING I FROM 1 BY 1 UNTIL I > 13."),
        ("from-off-by-one", 6, "           PERFORM P VARYING I FROM 2 BY 1 UNTIL I > 12."),
        ("sort-direction", 7, "           SORT F ON DESCENDING KEY K COLLATING SEQUENCE IS EBCDIC."),
        ("collation", 7, "           SORT F ON ASCENDING KEY K COLLATING SEQUENCE IS NATIVE."),
    ],
)
def test_operators_change_code_and_nothing_else(operator, line, text):
    first = changed(operator)[0]
    assert first[line] == text
    assert [one for at, one in enumerate(first) if one != SOURCE.split("\n")[at]] == [text]


def test_comments_and_literals_are_left_alone():
    for mutant in mutants_of("A.cob", SOURCE, free=False):
        lines = mutant.apply(SOURCE).split("\n")
        assert lines[1] == "      * IF A > B ROUNDED"
        assert '"A > B ROUNDED"' in lines[5]


def test_mutants_are_killed_and_waivers_heeded(own_copy):
    (own_copy / "hidden/t01/in/LOANS.DAT").write_bytes(b"")
    program = load_program(own_copy)
    name = next(iter(mutants_of("LOANINT.cob", program.sources()[0].read_text(), free=False))).name
    (own_copy / "waivers.json").write_text(json.dumps([{"mutant": name, "reason": "kept for the test"}]))
    assert waivers_of(program) == {name: "kept for the test"}
    (own_copy / "waivers.json").write_text(json.dumps([{"mutant": name, "reason": " "}]))
    with pytest.raises(BadCase, match="no reason"):
        waivers_of(program)


def test_every_mutant_of_the_small_case_has_a_fate(program):
    fates = list(mutate(program, 1, "bubblewrap"))
    assert len(fates) >= 8
    assert {fate.fate for fate in fates} == {"killed"}
