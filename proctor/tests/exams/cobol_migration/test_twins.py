"""The ports that come with the exam: the right ones are solved, each wrong twin falls into its trap."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from cobol_ports import SUBMISSIONS, twin_builder
from proctor.core.outcome import Outcome
from proctor.exams.cobol_migration.exam import CobolMigration
from proctor.exams.cobol_migration.layout import BUNDLED, load_program
from proctor.exams.cobol_migration.variants import Variant, best_variant, read_record

TRAPS = {
    Path(twin["to"]).parts[1]: twin["trap"]
    for twin in tomllib.loads((SUBMISSIONS / "twins.toml").read_text())["twin"]
    if twin["to"].startswith("wrong/")
}
# What runs on the JVM is dear: one twin each in Java and Kotlin is enough here.
TWINS = sorted(set(TRAPS) - {"operator-console", "savings-interest"})


@pytest.fixture
def grade(walls, tmp_path):
    def run(ports: Path, name: str):
        exam = CobolMigration({})
        (tmp_path / "prepared").mkdir(exist_ok=True)
        workplace = tmp_path / "cases" / name
        workplace.mkdir(parents=True)
        prepared = exam.prepare(ports, tmp_path / "prepared" / name)
        return exam.grade(prepared, load_program(BUNDLED / name), workplace, walls)

    return run


@pytest.mark.parametrize("name", TWINS)
def test_a_wrong_twin_is_unsolved_and_its_trap_named(grade, submissions, name):
    verdict = grade(submissions / "wrong", name)
    assert verdict.outcome is Outcome.WRONG
    assert verdict.evidence["trap"] == TRAPS[name], verdict.evidence["reason"]


@pytest.mark.parametrize("name", ["sort-names-ebcdic", "discount-matrix"])
def test_a_right_port_is_solved_and_no_trap_named(grade, submissions, name):
    verdict = grade(submissions / "right", name)
    assert verdict.outcome is Outcome.PASSED, verdict.evidence["reason"]
    assert "trap" not in verdict.evidence and "like" not in verdict.evidence


def test_every_right_port_has_a_wrong_twin_and_each_language_two_of_each(submissions):
    for kind in ("right", "wrong"):
        ports = sorted(path.relative_to(submissions / kind) for path in (submissions / kind).glob("*/*"))
        assert {path.parts[0] for path in ports} == set(TRAPS)
        languages = [path.parts[1] for path in ports]
        assert {name: languages.count(name) for name in languages} == dict.fromkeys(
            ("cpp", "java", "kotlin", "python", "rust"), 2
        )


NAIVE = {
    # program: its trap, tests that it must fail, tests that it must pass
    "savings-interest": ("truncation", {"t01", "t04"}, {"t06"}),  # binary floats
    "discount-matrix": ("truncation", {"t01", "t03"}, {"t02", "t08"}),  # half up everywhere
    "sort-names-ebcdic": ("collation", {"t01", "t07"}, {"t03", "t10"}),  # ASCII order
}


@pytest.mark.parametrize("name", sorted(NAIVE))
def test_a_naive_port_fails_where_it_should_and_nowhere_else(grade, submissions, name):
    verdict = grade(submissions / "naive", name)
    trap, failed, passed = NAIVE[name]
    rows = {row[0]: row[1] for row in verdict.evidence["sections"][0]["rows"]}
    assert verdict.outcome is Outcome.WRONG
    assert verdict.evidence["trap"] == trap
    assert {rows[test] for test in failed} == {"wrong"}
    assert {rows[test] for test in passed} == {"equal"}


def test_the_reason_says_which_turn_the_port_took(grade, submissions):
    verdict = grade(submissions / "wrong", "sort-names-ebcdic")
    assert verdict.evidence["reason"].endswith(
        "likely trap: collation (as the original with NATIVE for EBCDIC at SORTNAM.cob:7)"
    )


A = Variant("drop-rounded A.cob:1#1", "ROUNDED ->", "rounding", {"t1": "a", "t2": "b"})
B = Variant("relation A.cob:2#1", "> -> >=", None, {"t1": "a", "t2": "b", "t3": "c"})
C = Variant("add-rounded A.cob:3#1", "COMPUTE X -> COMPUTE X ROUNDED", "truncation", {"t1": "", "t4": "z"})


@pytest.mark.parametrize(
    ("failed", "best"),
    [
        ({"t1": "a", "t2": "b"}, A),  # as many, but B would fail t3 too
        ({"t1": "a", "t2": "b", "t3": "c"}, B),
        ({"t1": None, "t2": None}, None),
        ({"t1": ""}, None),
        ({"t1": "a", "t4": "y", "t5": "y"}, None),  # explains less than half
    ],
)
def test_the_variant_that_explains_most(failed, best):
    assert best_variant([A, B, C], failed, ["rounding"]) is best


def test_a_variant_in_words():
    assert A.told() == "as the original without ROUNDED at A.cob:1"
    assert B.told() == "as the original with >= for > at A.cob:2"
    assert C.told() == "as the original with ROUNDED added at A.cob:3"


def test_no_variant_is_taken_from_a_record_of_other_tests(tmp_path):
    import shutil

    own = tmp_path / "sort-names-ebcdic"
    shutil.copytree(BUNDLED / own.name, own)
    assert read_record(load_program(own)) is not None
    (own / "hidden/t01/stdin").write_bytes(b"")
    assert read_record(load_program(own)) is None


def test_a_twin_that_no_longer_fits_its_right_port_is_told():
    builder = twin_builder()
    assert builder.changed("a = b;", [{"old": "b", "new": "c"}], "x") == "a = c;"
    for text in ("a = d;", "b = b;"):
        with pytest.raises(builder.BadTwin, match="x: found"):
            builder.changed(text, [{"old": "b", "new": "c"}], "x")
