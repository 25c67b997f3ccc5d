"""The check as a whole, and the program that is built."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from proctor.compliance.build import BuildFailed, build
from proctor.compliance.check import CheckImpossible, check
from proctor.compliance.finding import Report
from proctor.compliance.toolchain import foreign_programs
from proctor.isolation.protocol import Command, Isolation
from proctor.languages.catalogue import language


@pytest.fixture
def checked(tmp_path: Path, isolation: Isolation):  # type: ignore[no-untyped-def]
    def run(name: str, files: dict[str, str], judge: tuple[str, ...] = ()) -> Report:
        folder = tmp_path / "cases" / "s"
        for file, text in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text)
        return check(folder, language(name), isolation, tmp_path / "cases" / "parsed", judge)

    return run


def test_a_finding_names_place_and_mend(checked) -> None:  # type: ignore[no-untyped-def]
    report = checked("lua", {"engine.lua": "local x = 1\nos.execute('sqlite3')\n"})
    (finding,) = report.breaches
    assert str(finding) == "engine.lua:2: starts another program: os.execute"
    assert finding.to_json() == {
        "rule": "call", "file": "engine.lua", "line": 2, "text": "starts another program: os.execute",
        "mend": "do it in the program itself", "refuses": True,
    }  # fmt: skip
    assert report.to_json()["refused"] is True


def test_what_the_compiler_cannot_read_is_refused(checked) -> None:  # type: ignore[no-untyped-def]
    report = checked("lua", {"engine.lua": "local x = = 1\n", "other.lua": "return 1\n"})
    (finding,) = report.breaches
    assert (finding.rule, finding.file) == ("parse", "engine.lua")
    assert "unexpected symbol near '='" in finding.text


def test_a_missing_compiler_is_said_and_detectors_stand_in(
    checked, monkeypatch: pytest.MonkeyPatch  # type: ignore[no-untyped-def]
) -> None:  # fmt: skip
    monkeypatch.setattr("proctor.compliance.parse.PATH", "/nowhere")
    source = (
        "#include <vector>\nclass A { public: int x; };\nint main() { std::vector<A> a; return a.size(); }\n"
    )
    report = checked("lua", {"engine.lua": source * 3})
    assert report.unchecked == ("luac5.4 is not on this machine: no compiler has read the sources",)
    assert {finding.rule for finding in report.breaches} == {"disguise"}


def test_without_linguist_there_is_no_check(
    checked, monkeypatch: pytest.MonkeyPatch  # type: ignore[no-untyped-def]
) -> None:  # fmt: skip
    monkeypatch.setitem(sys.modules, "enry", None)
    with pytest.raises(CheckImpossible, match=r'pip install "proctor\[languages\]"'):
        checked("lua", {"engine.lua": "local x = 1\n"})


def test_a_judge_is_recorded_and_decides_nothing(checked, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    judge = tmp_path / "judge.py"
    judge.write_text(
        "import json, sys\nasked = json.load(sys.stdin)\n"
        "print(json.dumps({'cheats': True, 'files': sorted(asked['sources']), 'language': asked['language']}))\n"
    )
    report = checked("lua", {"engine.lua": "local x = 1\n"}, (sys.executable, str(judge)))
    assert not report.breaches
    assert report.judge == {
        "command": [sys.executable, str(judge)],
        "answer": {"cheats": True, "files": ["engine.lua"], "language": "lua"},
    }


@pytest.mark.parametrize("code", ["raise SystemExit(3)", "print('in words')"])
def test_a_judge_that_fails_or_speaks_in_words_is_recorded_too(checked, code: str) -> None:  # type: ignore[no-untyped-def]
    report = checked("lua", {"engine.lua": "local x = 1\n"}, (sys.executable, "-c", code))
    assert report.judge is not None
    said = json.dumps(report.judge)
    assert "status 3" in said or '"answer": "in words"' in said


def test_files_are_built_in_the_order_given(tmp_path: Path, isolation: Isolation) -> None:
    source = tmp_path / "cases" / "s"
    source.mkdir(parents=True)
    (source / "zed.ml").write_text('let name = "zed"\n')
    (source / "main.ml").write_text("let () = print_string Zed.name\n")
    built = build(
        isolation, source, ["zed.ml", "main.ml"], language("ocaml"), "main.ml", tmp_path / "cases" / "b"
    )
    box = tmp_path / "cases" / "run"
    box.mkdir()
    done = isolation.run(Command(argv=built.argv, writable=box, readonly=(built.root, *built.shows)))
    assert done.stdout == b"zed" and built.seconds > 0


def test_a_build_that_fails_says_what_the_compiler_said(tmp_path: Path, isolation: Isolation) -> None:
    source = tmp_path / "cases" / "s"
    source.mkdir(parents=True)
    (source / "main.ml").write_text("let () = print_string Nowhere.name\n")
    with pytest.raises(BuildFailed, match=r"status 2:(?s:.)*Unbound module Nowhere"):
        build(isolation, source, ["main.ml"], language("ocaml"), "main.ml", tmp_path / "cases" / "b")


def test_a_program_does_not_find_the_tools_of_other_languages(tmp_path: Path, isolation: Isolation) -> None:
    hidden = foreign_programs(language("lua"))
    assert hidden and not [path for path in hidden if "lua" in path.name]
    box = tmp_path / "cases" / "run"
    box.mkdir(parents=True)
    script = "print((os.execute('perl -e 1')), (os.execute('cc --version')), (os.execute('true')))"
    done = isolation.run(Command(argv=("lua5.4", "-e", script), writable=box, hidden=hidden))
    assert done.stdout.split()[:2] == [b"nil", b"nil"] and done.stdout.split()[2] == b"true", done
