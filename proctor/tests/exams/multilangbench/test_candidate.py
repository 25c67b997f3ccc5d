"""Submissions that name their language are built from source; others are called as they stand."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from proctor.core.outcome import Outcome
from proctor.core.verdict import Verdict
from proctor.exams.multilangbench.case import make_case, name_of
from proctor.exams.multilangbench.exam import MultiLangBench
from proctor.grading.exam import ExamError, Infrastructure, Prepared, Refused
from proctor.isolation.protocol import Isolation

OCAML = """\
let () =
  let out = open_out_gen [Open_creat; Open_append; Open_binary] 0o644 Sys.argv.(1) in
  close_out out
"""


def submission(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / "s" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder / "s"


def prepared(folder: Path, files: dict[str, str | bytes], **options: str) -> Prepared:
    return MultiLangBench(dict(options)).prepare(submission(folder, files), folder / "w")


def graded(folder: Path, found: Prepared, isolation: Isolation, **options: str) -> Verdict:
    """The verdict on a case that is passed by whoever leaves its database alone."""
    texts = (b"CREATE TABLE t(a);\nINSERT INTO t VALUES(1);\n", b"SELECT 1;\n", b"SELECT * FROM t;\n")
    case = make_case(name_of(*texts), (*texts, b"1\n"), ())
    exam = MultiLangBench({"cache": str(folder / "cache"), **options})
    workplace = folder / "cases" / "c1"
    workplace.mkdir(parents=True)
    try:
        return exam.grade(found, case, workplace, isolation)
    finally:
        exam.close()


def test_an_ocaml_program_is_built_run_and_graded(tmp_path: Path, isolation: Isolation) -> None:
    files: dict[str, str | bytes] = {
        "submission.toml": 'language = "ocaml"\nentry = "engine.ml"\n',
        "engine.ml": OCAML,
        "engine": b"\x7fELF" + b"\0" * 100,
        "engine.cmx": b"\0\1\2",
        "README.md": "How it works.\n",
    }
    found = prepared(tmp_path, files)
    assert found.argv[0].endswith("/built/program")
    assert found.details["language_check"] == "checked and built from source (1 files)"
    assert set(found.details["set_aside"]) == {"engine", "engine.cmx", "README.md"}  # type: ignore[arg-type]
    assert not (found.root / "src" / "engine").exists()
    assert graded(tmp_path, found, isolation).outcome is Outcome.PASSED


def test_a_python_program_runs_by_the_fixed_command(tmp_path: Path, isolation: Isolation) -> None:
    files: dict[str, str | bytes] = {
        "submission.toml": 'language = "python"\nentry = "engine.py"\n',
        "engine.py": "import sys\nopen(sys.argv[1], 'ab').close()\n",
    }
    found = prepared(tmp_path, files, language="python")
    assert found.details["command"] == ["python3", "-I", "src/engine.py"]
    assert graded(tmp_path, found, isolation).outcome is Outcome.PASSED


def test_the_command_of_a_manifest_names_the_entry_too(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "submission.toml": 'language = "python"\ncommand = ["sh", "-c", "sqlite3", "engine.py"]\n',
        "engine.py": "print(1)\n",
    }
    assert prepared(tmp_path, files).details["command"] == ["python3", "-I", "src/engine.py"]


def test_a_program_that_does_not_compile_is_refused_with_what_the_compiler_said(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "submission.toml": 'language = "ocaml"\nentry = "engine.ml"\n',
        "engine.ml": 'let x : int = "one"\nlet () = exit x\n',
    }
    with pytest.raises(Refused, match=r"does not build: the compiler ended with status 2:(?s:.)*engine\.ml"):
        prepared(tmp_path, files)


@pytest.mark.parametrize(
    ("manifest", "reason"),
    [
        ('language = "ocaml"\n', 'must say: entry = "FILE"'),
        ('language = "ocaml"\nentry = "engine.py"\n', "no file of OCaml"),
        ('language = "ocaml"\nentry = "other.ml"\n', "no source in the folder"),
        ('language = "ocaml"\nentry = "../engine.ml"\n', "no file of the submission"),
        ('entry = "engine.ml"\n', "names an entry and no language"),
        ('language = 3\nentry = "engine.ml"\n', "language must be a word"),
        ('language = "ocaml"\nentry = "engine.ml"\nsources = "x.ml"\n', "must be a list of words"),
    ],
)
def test_a_manifest_that_makes_no_sense_is_refused(tmp_path: Path, manifest: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        prepared(tmp_path, {"submission.toml": manifest, "engine.ml": OCAML})


@pytest.mark.parametrize(
    ("manifest", "reason"),
    [(None, "names no language"), ('language = "python"\nentry = "e.py"\n', "says python")],
)
def test_the_language_asked_for_must_be_the_one_named(
    tmp_path: Path, manifest: str | None, reason: str
) -> None:
    files: dict[str, str | bytes] = {"engine.ml": OCAML, "e.py": ""}
    if manifest:
        files["submission.toml"] = manifest
    with pytest.raises(Refused, match=reason):
        prepared(tmp_path, files, language="ocaml")


def test_what_names_no_language_is_called_as_it_stands_and_said_so(tmp_path: Path) -> None:
    found = prepared(tmp_path, {"submission.toml": 'command = ["cat"]\n'})
    assert found.argv == ("cat",)
    assert found.details["language_check"] == "not checked: the submission names no language"
    shutil.rmtree(tmp_path / "w")
    found = prepared(tmp_path, {"submission.toml": 'command = ["cat"]\nlanguage = "c"\n'})
    assert "says c, for which there are no rules" in str(found.details["language_check"])


def test_missing_tools_are_no_fault_of_the_submission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proctor.compliance.toolchain.PATH", str(tmp_path))
    files: dict[str, str | bytes] = {
        "submission.toml": 'language = "ocaml"\nentry = "engine.ml"\n',
        "engine.ml": OCAML,
    }
    with pytest.raises(Infrastructure, match="ocamlopt missing, needed for OCaml: apt-get install ocaml-nox"):
        prepared(tmp_path, files)


@pytest.mark.parametrize("options", [{"language": "c"}, {"build_in": "nothing"}])
def test_options_that_make_no_sense_are_errors(tmp_path: Path, options: dict[str, str]) -> None:
    with pytest.raises(ExamError):
        prepared(tmp_path, {"submission.toml": 'command = ["cat"]\n'}, **options)


def test_a_breach_refuses_the_submission_with_reasons(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "submission.toml": 'language = "lua"\nentry = "engine.lua"\n',
        "engine.lua": "os.execute('sqlite3 ' .. arg[1])\n" * 4,
        "run.sh": "#!/bin/sh\nsqlite3 $1\n",
    }
    with pytest.raises(Refused) as caught:
        prepared(tmp_path, files)
    assert str(caught.value) == (
        "is not in lua alone: run.sh: is not Lua but a script; "
        "engine.lua:1: starts another program: os.execute; engine.lua:2: starts another program: os.execute; "
        "and 2 more (see proctor check)"
    )


def test_a_judge_is_asked_and_its_answer_kept(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "submission.toml": 'language = "lua"\nentry = "engine.lua"\n',
        "engine.lua": "io.open(arg[1], 'ab'):close()\n",
    }
    found = prepared(tmp_path, files, judge="echo cheating")
    assert found.details["judge"] == {"command": ["echo", "cheating"], "answer": "cheating"}


@pytest.mark.parametrize("name", ["nothing", "sqlite3", "litestone"])
def test_the_submissions_of_the_repository_are_called_as_they_stand(tmp_path: Path, name: str) -> None:
    source = Path(__file__).parents[4] / "submissions" / name
    found = MultiLangBench().prepare(source, tmp_path / "w")
    assert str(found.details["language_check"]).startswith("not checked")
