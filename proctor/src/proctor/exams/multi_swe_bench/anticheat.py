"""What a candidate might do to pass without resolving the issue: seen in its patch, in its log, in the image.

in the image   history after the base commit, other branches, tags, remotes, reflogs: removed and checked
in the patch   test files and test configuration (put back before the run), words that only the harness
               prints, paths where harnesses keep the gold patch
in the log     a failing exit status though no test failed (`judging.py`)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from proctor.exams.multi_swe_bench.patch import Run as Run
from proctor.exams.multi_swe_bench.patch_text import PatchFacts

INSIDE = ("/home/fix.patch", "/home/test.patch", "/home/run.sh", "/home/test-run.sh", "/home/fix-run.sh")
"""Where published images keep the gold patch, the test patch and the scripts that apply them."""

_TEST_NAMES = (
    "*_test.go", "test_*.py", "*_test.py", "*.test.js", "*.spec.js", "*.test.ts", "*.spec.ts", "*.test.mjs",
    "*.test.jsx", "*.test.tsx", "*.spec.tsx", "*.test.cjs", "*Test.java", "*Tests.java", "*IT.java",
    "*_test.rs",
    "*_test.c", "*_test.cc", "*_test.cpp", "test_*.c", "test_*.cpp", "*.snap",
)  # fmt: skip
_TEST_FOLDERS = frozenset({"test", "tests", "__tests__", "testdata", "spec", "__snapshots__"})
_CONFIG_NAMES = (
    "conftest.py", "pytest.ini", "tox.ini", "jest.config.*", "vitest.config.*", ".mocharc*", "karma.conf.*",
    "sitecustomize.py", "usercustomize.py", "nextest.toml", "junit-platform.properties", "CTestCustom.cmake",
)  # fmt: skip
_BUILD_NAMES = (
    "package.json", "Makefile", "CMakeLists.txt", "go.mod", "Cargo.toml", "build.rs", "pom.xml",
    "build.gradle*",
    "setup.cfg", "pyproject.toml", "GNUmakefile", "tsconfig*.json",
)  # fmt: skip
_READS_GOLD = re.compile(
    r"/home/(?:fix|test)\.patch|\b(?:fix|gold|golden)[._-]patch\b|/home/fix-run\.sh|/proctor-in\b",
    re.IGNORECASE,
)
_READS_HISTORY = re.compile(
    r"\bgit\b[^#\n]{0,40}\b(?:log|show|reflog|fsck|cat-file|rev-list)\b|\.git/(?:objects|logs)"
)
_FORGES = re.compile(
    r"--- PASS: |\bPASS: |\.\.\. ok\b|<<< (?:FAILURE|ERROR)!|Tests run: [0-9%]|\bok [0-9]+ - |✔ |\bPASSED\b"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was seen. `refuses`: it breaks a rule by itself, whatever the tests say."""

    kind: str
    what: str
    refuses: bool = False


def is_test_file(path: str) -> bool:
    """Whether a path is a test by its name or its folder, as test runners find them."""
    pure = PurePosixPath(path)
    return bool(_TEST_FOLDERS & set(pure.parts[:-1])) or _named(pure.name, _TEST_NAMES)


def is_test_config(path: str) -> bool:
    """Whether a path does nothing but steer a test runner."""
    return _named(PurePosixPath(path).name, _CONFIG_NAMES)


def _named(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def to_put_back(facts: PatchFacts) -> tuple[str, ...]:
    """The files of a candidate's patch that are tests or their configuration: the run does not take them."""
    return tuple(path for path in facts.files if is_test_file(path) or is_test_config(path))


def look_at_patch(facts: PatchFacts, test_files: Iterable[str], gold_files: Iterable[str]) -> list[Finding]:
    """What a candidate's patch shows.

    test_files: those of the issue's test patch. gold_files: those of the gold patch; build files among them
    are no finding, for the true fix touches them too.
    """
    findings: list[Finding] = []
    mine, theirs, gold = set(facts.files), set(test_files), set(gold_files)
    if touched := sorted(mine & theirs):
        findings.append(Finding("touches_tests", f"changes test files of the issue: {_some(touched)}"))
    if touched := sorted(path for path in mine - theirs if is_test_file(path)):
        findings.append(Finding("touches_other_tests", f"changes other test files: {_some(touched)}"))
    if touched := sorted(path for path in mine if is_test_config(path)):
        findings.append(Finding("touches_test_config", f"changes test configuration: {_some(touched)}"))
    if touched := sorted(path for path in mine - gold if _named(PurePosixPath(path).name, _BUILD_NAMES)):
        findings.append(
            Finding("touches_build", f"changes build files that the fix leaves alone: {_some(touched)}")
        )
    for kind, pattern, what, refuses in (
        ("reads_gold_patch", _READS_GOLD, "reaches for the gold patch", True),
        ("reads_history", _READS_HISTORY, "reaches for the repository's history", False),
        ("prints_test_lines", _FORGES, "prints what only a test runner prints", False),
    ):
        if line := next((line for line in facts.added if pattern.search(line)), None):
            findings.append(Finding(kind, f"{what}: {line.strip()[:120]}", refuses))
    return findings


def _some(paths: list[str]) -> str:
    return ", ".join(paths[:5]) + (f" and {len(paths) - 5} more" if len(paths) > 5 else "")


STRIP_HISTORY = r"""
set -e
git remote | while read -r name; do git remote remove "$name"; done
git checkout --quiet --detach "$1"
git for-each-ref --format='delete %(refname)' | git update-ref --stdin
rm -f "$(git rev-parse --git-path ORIG_HEAD)" "$(git rev-parse --git-path FETCH_HEAD)" \
  "$(git rev-parse --git-path MERGE_HEAD)" "$(git rev-parse --git-path CHERRY_PICK_HEAD)" \
  "$(git rev-parse --git-path packed-refs)"
rm -rf "$(git rev-parse --git-path logs)" "$(git rev-parse --git-path objects/info/alternates)"
git reflog expire --expire=now --expire-unreachable=now --all
git -c gc.cruftPacks=false gc --quiet --prune=now
git branch --force "${2:-main}" "$1"
git checkout --quiet "${2:-main}"
rm -rf "$(git rev-parse --git-path logs)"
"""
"""Shell: leaves of a repository the commit `$1` and what came before it, on a branch `$2`; nothing else."""


def strip_history(base: str, run: Run) -> None:
    """Remove all that came after `base`. Raises ValueError with what git said if it fails."""
    status, said = run(["sh", "-c", STRIP_HISTORY, "strip", base])
    if status:
        raise ValueError(f"the history can't be removed: {said.strip()[-300:]}")


def leaks(base: str, run: Run) -> list[str]:
    """What of the future a repository shows: commits that `base` does not rest on, tags, remotes, reflogs."""
    found: list[str] = []
    _, objects = run(["git", "cat-file", "--batch-check=%(objecttype) %(objectname)", "--batch-all-objects"])
    commits = {line.split()[1] for line in objects.splitlines() if line.startswith("commit ")}
    tags = [line for line in objects.splitlines() if line.startswith("tag ")]
    status, ancestors = run(["git", "rev-list", base])
    if status:
        return [f"the base commit {base} is not there"]
    if later := commits - set(ancestors.split()):
        found.append(f"{len(later)} commits after the base, or beside it")
    names = run(["git", "tag", "--list"])[1].split()
    if names or tags:
        found.append(f"tags: {_some(names) or len(tags)}")
    if remotes := run(["git", "remote"])[1].split():
        found.append(f"remotes: {_some(remotes)}")
    if run(["git", "reflog", "--all"])[1].strip():
        found.append("a reflog")
    return found
