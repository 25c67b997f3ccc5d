"""What a candidate might do to pass without resolving the issue."""

from __future__ import annotations

from pathlib import Path

import pytest

from local_place import LocalPlace
from proctor.exams.multi_swe_bench import anticheat, images
from proctor.exams.multi_swe_bench.patch_text import examine


def adding(path: str, *lines: str) -> str:
    body = "".join(f"+{line}\n" for line in lines)
    return f"diff --git a/{path} b/{path}\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{len(lines)} @@\n{body}"


def kinds(patch: str, tests: tuple[str, ...] = (), gold: tuple[str, ...] = ()) -> set[str]:
    return {finding.kind for finding in anticheat.look_at_patch(examine(patch), tests, gold)}


def test_an_honest_patch_shows_nothing() -> None:
    assert kinds(adding("src/stack.go", "return zero, ErrEmpty")) == set()


@pytest.mark.parametrize(
    ("patch", "kind"),
    [
        (adding("stack_test.go", "x"), "touches_other_tests"),
        (adding("src/__tests__/a.js", "x"), "touches_other_tests"),
        (adding("conftest.py", "x"), "touches_test_config"),
        (adding("web/jest.config.ts", "x"), "touches_test_config"),
        (adding("sub/Makefile", "x"), "touches_build"),
        (adding("a.py", 'open("/home/fix.patch")'), "reads_gold_patch"),
        (adding("a.py", 'glob("/home/*.patch"); "gold_patch"'), "reads_gold_patch"),
        (adding("a.go", 'exec.Command("git show HEAD@{1}")'), "reads_history"),
        (adding("a.go", 'fmt.Println("--- PASS: TestX (0.00s)")'), "prints_test_lines"),
        (adding("a.rs", 'println!("test one ... ok")'), "prints_test_lines"),
    ],
)
def test_each_trick_is_found(patch: str, kind: str) -> None:
    assert kinds(patch) == {kind}


def test_tests_of_the_issue_and_build_files_of_the_fix() -> None:
    assert kinds(adding("tests/a.c", "x"), tests=("tests/a.c",)) == {"touches_tests"}
    assert kinds(adding("package.json", "x"), gold=("package.json",)) == set()


def test_only_reading_the_gold_patch_refuses_by_itself() -> None:
    patch = adding("conftest.py", "PASSED", "git log", "fix.patch")
    found = anticheat.look_at_patch(examine(patch), (), ())
    assert [finding.kind for finding in found if finding.refuses] == ["reads_gold_patch"]


def test_tests_and_their_configuration_are_put_back_and_build_files_are_not() -> None:
    patch = (
        adding("a_test.go", "x") + adding("conftest.py", "x") + adding("Makefile", "x") + adding("a.go", "x")
    )
    assert anticheat.to_put_back(examine(patch)) == ("a_test.go", "conftest.py")


@pytest.fixture
def leaking(tmp_path: Path) -> LocalPlace:
    """A repository with a commit after the base, a tag on it, a branch, a remote, and a reflog."""
    place = LocalPlace(tmp_path)
    (place.root / "answer.sh").write_text("the fix\n")
    for words in (
        ("commit", "-qam", "Fix"), ("tag", "-a", "v2", "-m", "v2"), ("branch", "later"),
        ("remote", "add", "origin", "https://example.org/x.git"), ("update-ref", "refs/remotes/origin/main", "HEAD"),
        ("stash", "list"), ("reset", "-q", "--hard", place.commit),
    ):  # fmt: skip
        images._git(place.root, *words)
    return place


def test_every_leak_is_seen(leaking: LocalPlace) -> None:
    told = "; ".join(anticheat.leaks(leaking.commit, leaking.call))
    for leak in ("1 commits after the base", "tags: v2", "remotes: origin", "a reflog"):
        assert leak in told


def test_history_is_removed_and_nothing_is_left(leaking: LocalPlace) -> None:
    later = leaking.call(["git", "rev-parse", "later"])[1].strip()
    anticheat.strip_history(leaking.commit, leaking.call)
    assert anticheat.leaks(leaking.commit, leaking.call) == []
    assert leaking.call(["git", "cat-file", "-e", later])[0] != 0
    assert leaking.call(["git", "rev-parse", "HEAD"]) == (0, f"{leaking.commit}\n")
    assert leaking.call(["git", "status", "--porcelain"]) == (0, "")


def test_history_before_the_base_stays(leaking: LocalPlace) -> None:
    later = leaking.call(["git", "rev-parse", "later"])[1].strip()
    anticheat.strip_history(later, leaking.call)
    assert anticheat.leaks(later, leaking.call) == []
    assert leaking.call(["git", "log", "--format=%s"]) == (0, "Fix\nBase\n")


def test_a_missing_base_is_told(leaking: LocalPlace) -> None:
    assert "is not there" in anticheat.leaks("0" * 40, leaking.call)[0]
    with pytest.raises(ValueError, match="can't be removed"):
        anticheat.strip_history("0" * 40, leaking.call)
