"""The comparison, the field a byte falls in, the likely trap."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.exams.cobol_migration.compare import Difference, compare, first_difference
from proctor.exams.cobol_migration.copybook import field_at, fields_of, record_size
from proctor.exams.cobol_migration.layout import BUNDLED, case_folders, load_program
from proctor.exams.cobol_migration.likely import likely_trap
from proctor.exams.cobol_migration.running import Observed


def seen(stdout=b"", exit_code=0, files=None, gone=(), odd=()):
    return Observed(stdout, b"", exit_code, files or {}, gone, odd)


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_the_first_difference_is_the_first(one, other):
    at = first_difference(one, other)
    if at is None:
        assert one == other
    else:
        assert one[:at] == other[:at]
        assert one[at : at + 1] != other[at : at + 1]


@given(st.binary(max_size=30), st.dictionaries(st.sampled_from(["A", "B"]), st.binary(max_size=9)))
def test_equal_runs_have_no_difference(stdout, files):
    assert compare(seen(stdout, 3, files), seen(stdout, 3, dict(files)), stderr=True) == []


@pytest.mark.parametrize(
    ("golden", "found", "said"),
    [
        (
            seen(b"AB\n"),
            seen(b"AC\n"),
            "stdout differs at byte 1 (line 1, column 2): 42 'B' expected, 43 'C' found",
        ),
        (
            seen(b"AB\n"),
            seen(b"AB"),
            "stdout differs at byte 2 (line 1, column 3): 0A '.' expected, the end found",
        ),
        (seen(exit_code=4), seen(exit_code=0), "exit status 0 instead of 4"),
        (seen(files={"X": b"12"}), seen(), "X is missing (2 bytes expected)"),
        (seen(), seen(files={"X": b"1"}), "X is not expected (1 bytes)"),
        (seen(gone=("X",)), seen(), "X should have been removed"),
        (seen(), seen(gone=("X",)), "X is missing (0 bytes expected)"),
        (seen(), seen(odd=("X",)), "X is no plain file, or far too large"),
    ],
)
def test_each_part_counts(golden, found, said):
    assert [one.headline() for one in compare(golden, found, stderr=False)] == [said]


def test_the_view_shows_both_sides_as_hex_and_text():
    view = Difference("stdout", "differs", b"TOTAL 12\n", b"TOTAL 13\n", 7).view()
    assert view.split("\n") == [
        "golden >000000  54 4f 54 41 4c 20 31 32 0a                       |TOTAL 12.|",
        "found  >000000  54 4f 54 41 4c 20 31 33 0a                       |TOTAL 13.|",
        "                                     ^^                                  ^",
    ]


@given(st.binary(max_size=90), st.binary(max_size=90))
def test_the_mark_stands_under_the_first_differing_byte(one, other):
    at = first_difference(one, other)
    if at is None:
        return
    rows = Difference("stdout", "differs", one, other, at).view().split("\n")
    mark = next(number for number, row in enumerate(rows) if row.strip("^ ") == "")
    hexed, text = (
        place for place, sign in enumerate(rows[mark]) if sign == "^" and rows[mark][place - 1] != "^"
    )
    for row, content in ((rows[mark - 2], one), (rows[mark - 1], other)):
        assert row[hexed : hexed + 2].strip() == content[at : at + 1].hex()
        assert (text < len(row) and row[text] != "|") or at >= len(content) or content[at] == ord("|")


COPYBOOK = """\
       01  REC.
      *    05  OLD    PIC X(99).
           05  R-KEY       PIC X(4).
           05  R-DATE      PIC 9(8).
           05  R-PARTS REDEFINES R-DATE.
               10  R-YEAR  PIC 9(4).
               10  R-REST  PIC X(4).
           05  R-AMOUNT    PIC S9(5)V99 COMP-3.
           05  R-COUNT     PIC 9(4) COMP.
           05  R-LINE OCCURS 2 TIMES.
               10  R-QTY   PIC 9(3).
               10  R-SIGN  PIC S9(2) SIGN IS TRAILING SEPARATE.
           05  R-SHOWN     PIC ZZ,ZZ9.99.
               88  R-NONE  VALUE "0.".
"""


@pytest.mark.parametrize(
    ("offset", "name"),
    [(0, "R-KEY"), (4, "R-DATE"), (11, "R-DATE"), (12, "R-AMOUNT"), (15, "R-AMOUNT"), (16, "R-COUNT"),
     (18, "R-QTY(1)"), (21, "R-SIGN(1)"), (24, "R-QTY(2)"), (29, "R-SIGN(2)"), (30, "R-SHOWN")],
)  # fmt: skip
def test_the_field_of_a_byte(offset, name):
    field = field_at(fields_of(COPYBOOK), offset)
    assert field is not None
    assert field.name == name


def test_a_copybook_below_level_01_with_a_placeholder_is_one_record():
    fields = fields_of("           05  :P:-KEY PIC X(4).\n           05  :P:-QTY PIC 9(3).\n")
    assert [(one.name, one.offset) for one in fields] == [("KEY", 0), ("QTY", 4)]


def test_every_described_record_of_the_bundled_cases_fits_the_goldens():
    described = 0
    for folder in case_folders(BUNDLED):
        program = load_program(folder)
        for name, where in program.records.items():
            path, _, record = where.partition("#")
            size = record_size(fields_of((folder / path).read_text(), record or None))
            files = [test.golden / "out" / name for test in program.tests("hidden")]
            sizes = [file.stat().st_size for file in files if file.is_file()]
            assert sizes and all(length % size == 0 for length in sizes), (program.name, name, size)
            described += 1
    assert described >= 6


def test_the_length_of_a_record():
    assert record_size(fields_of(COPYBOOK)) == 39


def trap(expected, found, *declared):
    (one,) = compare(seen(expected), seen(found), stderr=False)
    return likely_trap(one, declared)


@pytest.mark.parametrize(
    ("expected", "found", "declared", "name"),
    [
        (b"TOTAL 51.06\n", b"TOTAL 51.07\n", (), "truncation"),
        (b"TOTAL 0.13\n", b"TOTAL 0.12\n", (), "rounding"),
        (b"TOTAL 2.2\n", b"TOTAL 2.3\n", ("rounding-mode",), "rounding-mode"),
        (b"AMT 004\n", b"AMT 1004\n", (), "high-order"),
        (b"AMT -1.50\n", b"AMT 1.50\n", (), "sign"),
        (b"012s\n", b"0123\n", (), "sign"),
        (b"N AB   \n", b"N AB\n", (), "padding"),
        (b"N AB\n", b"N AB   \n", ("line-sequential",), "line-sequential"),
        (b"A\nB\n", b"A\nB", (), "line-sequential"),
        (b"1,234.50\n", b"1234.50\n", (), "editing"),
        (b" 000.00\n", b"-000.00\n", (), "lost-sign"),
        (b"0.3\n", b"0.30000000000000004\n", (), "float"),
        (b"abc\nABC\n123\n", b"123\nABC\nabc\n", (), "collation"),
        (b"K1 A\nK1 B\n", b"K1 B\nK1 A\n", (), "stable-sort"),
        (b"01 abc 5\n02 ABC 7\n", b"02 ABC 7\n01 abc 5\n", (), "collation"),
        (b"K1 A\nK1 B\n", b"K1 B\nK1 A\n", ("collation",), "collation"),
        (b"01 abc 5\n02 ABC 7\n", b"02 ABC 7\n01 abc 5\n", ("stable-sort",), "stable-sort"),
        (b"R \x12\x3d\n", b"R \x12\x3c\n", ("packed",), "packed"),
        (b"R 007\n", b"R 002\n", ("size-error",), "size-error"),
        (b"HELLO\n", b"WORLD\n", (), None),
    ],
)
def test_the_likely_trap(expected, found, declared, name):
    assert trap(expected, found, *declared) == name


@given(st.binary(max_size=40), st.binary(max_size=40), st.sets(st.sampled_from(["packed", "sign", "odo"])))
def test_guessing_never_fails(expected, found, declared):
    for one in compare(seen(expected), seen(found), stderr=False):
        assert likely_trap(one, declared) is None or isinstance(likely_trap(one, declared), str)
