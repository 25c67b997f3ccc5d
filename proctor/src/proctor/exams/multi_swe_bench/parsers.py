"""Log parsers: from what a test command printed to the state of each test.

One function a test runner, by name in `PARSERS`. A test that a log shows more than once is FAIL if it failed
once, else PASS if it passed once; no log makes a parser raise. Each takes the text that `log_text` made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from proctor.exams.multi_swe_bench.transitions import Results, Status

Parser: TypeAlias = Callable[[str], Results]
Finding: TypeAlias = tuple[str, Status]

_ORDER = (Status.FAIL, Status.PASS, Status.SKIP)


def merged(findings: Iterable[Finding]) -> dict[str, Status]:
    """One state a test: the worst of what was seen, a pass counting as worse than a skip."""
    states: dict[str, Status] = {}
    for name, status in findings:
        if name not in states or _ORDER.index(status) < _ORDER.index(states[name]):
            states[name] = status
    return states


_GO_TEST = re.compile(r"\s*--- (PASS|FAIL|SKIP): (.+?)(?: \([0-9.]+s\))?$")
_GO_PACKAGE = re.compile(r"(?:ok  |FAIL|---)\s*\t(\S+)\t|FAIL\t(\S+) \[(?:build|setup) failed\]")


def go_test(text: str) -> Results:
    """`go test -v`: tests and subtests. A name seen in more packages than one gets its package before it.

    go test prints a package's line after its tests; the package of an unfinished one stays unknown.
    """
    by_package: list[tuple[str, list[Finding]]] = []
    current: list[Finding] = []
    for line in text.split("\n"):
        if found := _GO_TEST.match(line):
            current.append((found[2], Status(found[1])))
        elif package := _GO_PACKAGE.match(line):
            by_package.append((package[1] or package[2], current))
            current = []
    by_package.append(("", current))
    seen: dict[str, set[str]] = {}
    for name, findings in by_package:
        for test, _ in findings:
            seen.setdefault(test, set()).add(name)
    return merged(
        (f"{name}.{test}" if name and len(seen[test]) > 1 else test, status)
        for name, findings in by_package
        for test, status in findings
    )


_CARGO_TARGET = re.compile(r"\s*(?:Running (?:unittests )?(\S+)|Doc-tests (\S+))")
_CARGO_TEST = re.compile(r"test (.+?) \.\.\. (?:.*?\b)?(ok|FAILED|ignored)(?:, .*| \([0-9.]+s\))?$")
_CARGO = {"ok": Status.PASS, "FAILED": Status.FAIL, "ignored": Status.SKIP}


def cargo_test(text: str) -> Results:
    """`cargo test`: a name that several targets have gets its target before it."""
    findings: list[tuple[str, Finding]] = []
    target = ""
    for line in text.split("\n"):
        if found := _CARGO_TARGET.match(line):
            target = found[1] or found[2]
        elif found := _CARGO_TEST.match(line):
            name = found[1].removesuffix(" - should panic")
            findings.append((target, (name, _CARGO[found[2]])))
    seen: dict[str, set[str]] = {}
    for where, (name, _) in findings:
        seen.setdefault(name, set()).add(where)
    return merged(
        (f"{where}:{name}" if where and len(seen[name]) > 1 else name, status)
        for where, (name, status) in findings
    )


_CTEST = re.compile(
    r"\s*[0-9]+/[0-9]+ Test\s+#[0-9]+: (.+?) \.*\s*"
    r"(Passed|[A-Za-z ]*\*\*\*\S.*?|Not Run.*?|Disabled)\s*(?:[0-9.]+ sec.*)?$"
)


def ctest(text: str) -> Results:
    """`ctest`: one line a test; whatever failed, crashed or timed out is FAIL."""

    def findings() -> Iterator[Finding]:
        for line in text.split("\n"):
            if not (found := _CTEST.match(line)):
                continue
            if found[2] == "Passed":
                yield found[1], Status.PASS
            elif found[2] == "***Skipped" or found[2].strip("*").startswith(
                ("Not Run (Disabled)", "Disabled")
            ):
                yield found[1], Status.SKIP
            else:
                yield found[1], Status.FAIL

    return merged(findings())


_LINE = re.compile(r"(PASS|XFAIL|FAIL|XPASS|ERROR|SKIP): (.+?)\s*$")
_LINES = {
    "PASS": Status.PASS, "XFAIL": Status.PASS, "FAIL": Status.FAIL, "XPASS": Status.FAIL,
    "ERROR": Status.FAIL, "SKIP": Status.SKIP,
}  # fmt: skip


def lines(text: str) -> Results:
    """`PASS: name`, `FAIL: name`, `SKIP: name`, as Automake's test harness prints them."""
    return merged((found[2], _LINES[found[1]]) for line in text.split("\n") if (found := _LINE.match(line)))


_TAP = re.compile(r"(\s*)(not ok|ok)\s+[0-9]+(?: - |\s+)?(.*?)(?:\s+# (SKIP|TODO)\b.*)?$", re.IGNORECASE)
_TAP_SUBTEST = re.compile(r"(\s*)# Subtest: (.*)$")


def tap(text: str) -> Results:
    """TAP 13, as `node --test --test-reporter=tap` prints it; a subtest's name follows its parents'."""

    def findings() -> Iterator[Finding]:
        parents: list[tuple[int, str]] = []
        for line in text.split("\n"):
            if found := _TAP_SUBTEST.match(line):
                depth = len(found[1])
                parents = [(level, name) for level, name in parents if level < depth]
                parents.append((depth, found[2]))
            elif (found := _TAP.match(line)) and found[3]:
                depth = len(found[1])
                path = [name for level, name in parents if level < depth]
                directive = (found[4] or "").upper()
                status = Status.PASS if found[2].lower() == "ok" else Status.FAIL
                if directive:
                    status = Status.SKIP
                yield " > ".join((*path, found[3])), status

    return merged(findings())


_SPEC = re.compile(r"(\s*)([✔✖﹣]) (.+?)(?: \([0-9.]+ms\))?(?: # (?:SKIP|TODO).*)?\s*$")
_SPEC_SUITE = re.compile(r"(\s*)▶ (.+?)(?: \([0-9.]+ms\))?\s*$")
_SPEC_STATES = {"✔": Status.PASS, "✖": Status.FAIL, "﹣": Status.SKIP}


def node_spec(text: str) -> Results:
    """`node --test --test-reporter=spec`; a subtest's name follows its suites'."""

    def findings() -> Iterator[Finding]:
        suites: list[tuple[int, str]] = []
        for line in text.split("\n"):
            if line.startswith("✖ failing tests:"):
                return  # the same failures again, without their suites
            if found := _SPEC_SUITE.match(line):
                depth = len(found[1])
                closing = bool(suites) and suites[-1] == (depth, found[2])
                suites = [suite for suite in suites if suite[0] < depth]
                if not closing:
                    suites.append((depth, found[2]))
            elif found := _SPEC.match(line):
                depth = len(found[1])
                path = [name for level, name in suites if level < depth]
                yield " > ".join((*path, found[3])), _SPEC_STATES[found[2]]

    return merged(findings())


_SUREFIRE_CLASS = re.compile(
    r"(?:.*\s)?Tests run: ([0-9]+), Failures: ([0-9]+), Errors: ([0-9]+), Skipped: ([0-9]+)"
    r".*?(?:- in| -- in) (\S+)"
)
_SUREFIRE_TEST = re.compile(r"(?:\[ERROR\]\s+)?(\S+)\.(\w+)(?::[0-9]+| )?.*?<<< (FAILURE|ERROR)!")


def surefire(text: str) -> Results:
    """Maven Surefire's summary: a class is a test; it fails if one of its methods did.

    The methods that failed are named too, those that passed are not printed.
    """

    def findings() -> Iterator[Finding]:
        for line in text.split("\n"):
            if found := _SUREFIRE_TEST.match(line):
                yield f"{found[1]}.{found[2]}", Status.FAIL
            elif found := _SUREFIRE_CLASS.match(line):
                run, failures, errors, skipped = (int(found[part]) for part in range(1, 5))
                if failures or errors:
                    yield found[5], Status.FAIL
                else:
                    yield found[5], Status.SKIP if run == skipped else Status.PASS

    return merged(findings())


_UNITTEST = re.compile(r"(\w+) \(([\w.<>]+)\)(?: \.\.\. |$)")
_UNITTEST_END = re.compile(r"(?:.* \.\.\. )?(ok|FAIL|ERROR|expected failure|unexpected success|skipped .*)$")
_UNITTEST_STATES = {
    "ok": Status.PASS, "expected failure": Status.PASS, "FAIL": Status.FAIL, "ERROR": Status.FAIL,
    "unexpected success": Status.FAIL,
}  # fmt: skip


def unittest(text: str) -> Results:
    """`python3 -m unittest -v`: `test_name (module.Class.test_name) ... ok`, perhaps over several lines."""

    def findings() -> Iterator[Finding]:
        waiting = ""
        for line in text.split("\n"):
            if found := _UNITTEST.match(line):
                name, where = found[1], found[2]
                waiting = where if where.endswith(f".{name}") else f"{where}.{name}"
            if waiting and (found := _UNITTEST_END.match(line)):
                yield waiting, _UNITTEST_STATES.get(found[1], Status.SKIP)
                waiting = ""

    return merged(findings())


_PYTEST_WORDS = "(PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)"
_PYTEST = re.compile(rf"(\S+\.py(?:::.+?)?) {_PYTEST_WORDS}\b")
_PYTEST_SUMMARY = re.compile(rf"{_PYTEST_WORDS} (\S+\.py(?:::.+?)?)(?: - .*)?$")
_PYTEST_STATES = {
    "PASSED": Status.PASS, "XFAIL": Status.PASS, "XPASS": Status.PASS, "FAILED": Status.FAIL,
    "ERROR": Status.FAIL, "SKIPPED": Status.SKIP,
}  # fmt: skip


def pytest(text: str) -> Results:
    """`pytest -v`, and the lines that `-rA` adds at the end."""

    def findings() -> Iterator[Finding]:
        for line in text.split("\n"):
            if found := _PYTEST.match(line):
                yield found[1], _PYTEST_STATES[found[2]]
            elif found := _PYTEST_SUMMARY.match(line):
                yield found[2], _PYTEST_STATES[found[1]]

    return merged(findings())


PARSERS: Mapping[str, Parser] = {
    "go": go_test,
    "cargo": cargo_test,
    "ctest": ctest,
    "lines": lines,
    "tap": tap,
    "node-spec": node_spec,
    "surefire": surefire,
    "unittest": unittest,
    "pytest": pytest,
}
