"""Submissions, honest and hostile, graded on cases of their own."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.core.outcome import Outcome
from proctor.core.verdict import Verdict
from proctor.exams.multilangbench.case import SqlCase, make_case, name_of
from proctor.exams.multilangbench.exam import MultiLangBench
from proctor.grading.exam import ExamError, Refused
from proctor.isolation.protocol import Isolation


def case(validation: str = "SELECT * FROM t;\n", golden: str = "1\n2\n") -> SqlCase:
    texts = tuple(
        text.encode()
        for text in (
            "CREATE TABLE t(a);\nINSERT INTO t VALUES(1);\n",
            "INSERT INTO t VALUES(2);\n",
            validation,
        )
    )
    return make_case(name_of(*texts), (*texts, golden.encode()), ("insert",))  # type: ignore[arg-type]


class Bench:
    """Grades shell scripts as submissions."""

    def __init__(self, folder: Path, isolation: Isolation) -> None:
        self.folder = folder
        self.isolation = isolation
        self.exam = MultiLangBench({"allow_sqlite": True, "cache": str(folder / "cache"), "wall_seconds": 5})
        self.number = 0

    def grade(self, script: str, one: SqlCase | None = None) -> Verdict:
        self.number += 1
        submission = self.folder / f"s{self.number}"
        submission.mkdir()
        (submission / "run").write_text("#!/bin/sh\n" + script)
        (submission / "run").chmod(0o755)
        prepared = self.exam.prepare(submission, self.folder / f"p{self.number}")
        workplace = self.folder / f"w{self.number}"
        workplace.mkdir()
        try:
            return self.exam.grade(prepared, one or case(), workplace, self.isolation)
        finally:
            shutil.rmtree(workplace)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, isolation: Isolation) -> Iterator[Bench]:
    made = Bench(tmp_path_factory.mktemp("bench"), isolation)
    yield made
    made.exam.close()


def test_the_real_sqlite_passes(bench: Bench) -> None:
    verdict = bench.grade('exec sqlite3 "$1"\n')
    assert verdict.outcome is Outcome.PASSED
    assert verdict.evidence["integrity"] == "ok"
    assert verdict.peak_rss_bytes


def test_doing_nothing_is_wrong_and_says_where(bench: Bench) -> None:
    verdict = bench.grade("cat >/dev/null\n")
    assert verdict.outcome is Outcome.WRONG
    difference = verdict.evidence["difference"]
    assert isinstance(difference, dict)
    assert (difference["line"], difference["expected"], difference["got"]) == (2, "2", None)
    assert difference["diff"] == [" 1", "-2"]


@pytest.mark.parametrize(
    ("script", "outcome", "reason"),
    [
        ('rm "$1"; ln -s /etc/passwd "$1"\n', Outcome.REFUSED, "symbolic link"),
        ('rm "$1"; mkfifo "$1"\n', Outcome.REFUSED, "FIFO"),
        ('rm "$1"; mkdir "$1"\n', Outcome.REFUSED, "directory"),
        ('rm "$1"\n', Outcome.WRONG, "is gone"),
        ("kill -SEGV $$\n", Outcome.CRASHED, "signal"),
        ("exit 3\n", Outcome.CRASHED, "status 3"),
        ('exec truncate -s 10G "$1"\n', Outcome.REFUSED, "bytes|limit"),
        ('printf garbage >"$1"\n', Outcome.WRONG, "something else"),
        ("sleep 60\n", Outcome.TIMED_OUT, "wall limit"),
    ],
)
def test_what_is_left_behind(bench: Bench, script: str, outcome: Outcome, reason: str) -> None:
    verdict = bench.grade(script)
    assert verdict.outcome is outcome, verdict.evidence
    assert re.search(reason, str(verdict.evidence["reason"]))


def test_a_file_that_makes_sqlite_loop_is_wrong(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    from proctor.exams.multilangbench import exam
    from proctor.exams.multilangbench.oracle.session import Allowance

    monkeypatch.setattr(exam, "Allowance", lambda output_bytes: Allowance(30, 2, output_bytes=output_bytes))
    view = "CREATE VIEW t AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT max(i) AS a FROM n"
    verdict = bench.grade(f'sqlite3 "$1" "DROP TABLE t" "{view}"\n')
    assert verdict.outcome is Outcome.WRONG
    assert "did not end" in str(verdict.evidence["reason"])


def test_neither_golden_nor_validation_is_in_sight(bench: Bench) -> None:
    secret = case("SELECT 'sesame' FROM t;\n", "open sesame\n")
    verdict = bench.grade(
        "word=ses; grep -rl ${word}ame / --exclude-dir=proc --exclude-dir=sys --exclude-dir=usr >&2; env >&2; true\n",
        secret,
    )
    assert "sesame" not in str(verdict.evidence["stderr"])
    assert verdict.outcome is Outcome.WRONG


def test_sqlite_is_hidden_unless_allowed(bench: Bench) -> None:
    bench.exam._options["allow_sqlite"] = None
    try:
        verdict = bench.grade('exec sqlite3 "$1"\n')
    finally:
        bench.exam._options["allow_sqlite"] = True
    assert verdict.outcome is not Outcome.PASSED


def test_a_program_cannot_change_itself(bench: Bench) -> None:
    verdict = bench.grade('echo changed >>"$0" || exec sqlite3 "$1"\n')
    assert verdict.outcome is Outcome.PASSED


def test_escape_codes_are_kept_as_evidence_only(bench: Bench) -> None:
    verdict = bench.grade("printf '\\033]0;owned\\007' >&2\n")
    assert "\x1b" in str(verdict.evidence["stderr"])
    assert b"\x1b" not in verdict.to_line()


@pytest.mark.parametrize("content", [None, "not = [toml", 'command = "sqlite3"', "command = []"])
def test_a_submission_without_a_program_is_refused(tmp_path: Path, content: str | None) -> None:
    folder = tmp_path / "s"
    folder.mkdir()
    if content is not None:
        (folder / "submission.toml").write_text(content)
    with pytest.raises(Refused):
        MultiLangBench().prepare(folder, tmp_path / "w")


def test_unknown_options_and_oracles_are_errors() -> None:
    with pytest.raises(ExamError, match="no option"):
        MultiLangBench({"speed": 9})
    with pytest.raises(ExamError, match=r"no SQLite 3\.99\.0"):
        MultiLangBench({"oracle_version": "3.99.0"}).oracle()
