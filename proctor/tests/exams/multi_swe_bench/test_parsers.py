"""Log parsers: what each runner really prints, and that no log makes one raise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.exams.multi_swe_bench.log_text import log_text
from proctor.exams.multi_swe_bench.parsers import PARSERS
from proctor.exams.multi_swe_bench.transitions import Status

P, F, S = Status.PASS, Status.FAIL, Status.SKIP

LOGS: dict[str, tuple[str, dict[str, Status]]] = {
    "go": (
        """=== RUN   TestClone
=== RUN   TestClone/deep_copy
    clone_test.go:15: no
--- FAIL: TestClone (0.00s)
    --- FAIL: TestClone/deep_copy (0.00s)
    --- PASS: TestClone/with space (0.00s)
=== RUN   TestLater
    x_test.go:3: not today
--- SKIP: TestLater (0.00s)
FAIL
FAIL\texample.org/stack\t0.003s
--- PASS: TestOther (1.20s)
ok  \texample.org/other\t(cached)
FAIL\texample.org/broken [build failed]
FAIL: something else
""",
        {"TestClone": F, "TestClone/deep_copy": F, "TestClone/with space": P, "TestLater": S, "TestOther": P},
    ),
    "cargo": (
        """   Compiling spans v0.1.0
     Running unittests src/lib.rs (target/debug/deps/spans-1)
test merge::tests::one ... ok
test merge::tests::two - should panic ... ok
     Running tests/merge.rs (target/debug/deps/merge-2)
test one ... FAILED
test two ... ignored, not today
test slow ... test slow has been running for over 60 seconds
   Doc-tests spans
test src/lib.rs - merge (line 3) ... ok
test bench::x ... bench:         123 ns/iter (+/- 4)
test result: FAILED. 1 passed; 1 failed; 1 ignored
""",
        {"merge::tests::one": P, "merge::tests::two": P, "one": F, "two": S, "src/lib.rs - merge (line 3)": P},
    ),
    "ctest": (
        """Test project /home/x/build
      Start  1: quick
 1/7 Test  #1: quick ............................   Passed    0.00 sec
 2/7 Test  #2: wrong ............................***Failed    0.01 sec
 3/7 Test  #3: dies .............................Subprocess aborted***Exception:   0.20 sec
 4/7 Test  #4: slow .............................***Timeout  10.01 sec
 5/7 Test  #5: later ............................***Skipped   0.00 sec
 6/7 Test  #6: off ..............................***Not Run (Disabled)   0.00 sec
 7/7 Test #7: absent ............................***Not Run   0.00 sec
57% tests passed, 3 tests failed out of 7
""",
        {"quick": P, "wrong": F, "dies": F, "slow": F, "later": S, "off": S, "absent": F},
    ),
    "lines": (
        "PASS: a\nFAIL: b c\nSKIP: d\nXFAIL: e\nXPASS: f\nERROR: g\nPASSED: no\n PASS: no\n",
        {"a": P, "b c": F, "d": S, "e": P, "f": F, "g": F},
    ),
    "tap": (
        """TAP version 13
# Subtest: plain
ok 1 - plain
  ---
  duration_ms: 1
  ...
# Subtest: group
    # Subtest: inner
    not ok 1 - inner
    # Subtest: later
    ok 2 - later # SKIP not today
    1..2
not ok 2 - group
# Subtest: todo
not ok 3 - todo # TODO
1..3
""",
        {"plain": P, "group > inner": F, "group > later": S, "group": F, "todo": S},
    ),
    "node-spec": (
        """✔ reads an amount (1.2ms)
✖ refuses a word (0.3ms)
  AssertionError [ERR_ASSERTION]: x
▶ group
  ✔ inner (0.1ms)
  ﹣ later (0.1ms) # SKIP
▶ group (0.5ms)

✖ failing tests:

✖ inner (0.1ms)
""",
        {"reads an amount": P, "refuses a word": F, "group > inner": P, "group > later": S},
    ),
    "surefire": (
        """[INFO] Running a.FirstTest
[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.01 s - in a.FirstTest
[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.01 s <<< FAILURE! - in a.SecondTest
[ERROR] a.SecondTest.adds  Time elapsed: 0.005 s  <<< FAILURE!
[WARNING] Tests run: 1, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0 s -- in a.ThirdTest
[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 1
""",
        {"a.FirstTest": P, "a.SecondTest": F, "a.SecondTest.adds": F, "a.ThirdTest": S},
    ),
    "unittest": (
        """test_a (m.C.test_a) ... ok
test_b (m.C.test_b)
It has a docstring. ... FAIL
test_c (m.C.test_c) ... a warning in between
ok
test_d (m.C) ... skipped 'not today'
test_e (m.C.test_e) ... expected failure
setUpClass (m.D) ... ERROR
======
FAIL: test_b (m.C.test_b)
""",
        {"m.C.test_a": P, "m.C.test_b": F, "m.C.test_c": P, "m.C.test_d": S, "m.C.test_e": P, "m.D.setUpClass": F},
    ),
    "pytest": (
        """tests/test_a.py::test_one PASSED                  [ 10%]
tests/test_a.py::test_two[x y] FAILED             [ 20%]
tests/test_a.py::C::test_three SKIPPED (not today) [ 30%]
tests/test_a.py::test_four XFAIL (known)
ERROR tests/test_b.py - ImportError: no
FAILED tests/test_a.py::test_two[x y] - assert 0
""",
        {
            "tests/test_a.py::test_one": P, "tests/test_a.py::test_two[x y]": F,
            "tests/test_a.py::C::test_three": S, "tests/test_a.py::test_four": P, "tests/test_b.py": F,
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(PARSERS))
def test_what_the_runner_prints_is_read(name: str) -> None:
    text, wanted = LOGS[name]
    assert PARSERS[name](text) == wanted


@pytest.mark.parametrize("name", sorted(PARSERS))
@given(raw=st.binary(max_size=200), cut=st.integers(0, 600))
def test_no_log_makes_a_parser_raise(name: str, raw: bytes, cut: int) -> None:
    text = LOGS[name][0].encode()
    PARSERS[name](log_text(text[:cut] + raw + text[cut:]))


@pytest.mark.parametrize("name", sorted(PARSERS))
def test_colours_and_carriage_returns_hide_nothing(name: str) -> None:
    text, wanted = LOGS[name]
    coloured = "".join(f"\x1b[1;31m{line}\x1b[0m\r\n" for line in text.splitlines())
    assert PARSERS[name](log_text(coloured.encode())) == wanted


@pytest.mark.parametrize("name", sorted(PARSERS))
def test_an_empty_log_has_no_tests(name: str) -> None:
    assert PARSERS[name]("") == {}


def test_a_test_that_failed_once_has_failed() -> None:
    assert PARSERS["lines"]("PASS: a\nFAIL: a\nPASS: a\nSKIP: b\nPASS: b\n") == {"a": F, "b": P}


def test_one_name_in_two_packages_is_two_tests() -> None:
    log = "--- PASS: TestLen (0.00s)\nok  \tx/a\t0.1s\n--- FAIL: TestLen (0.00s)\nFAIL\nFAIL\tx/b\t0.1s\n"
    assert PARSERS["go"](log) == {"x/a.TestLen": P, "x/b.TestLen": F}
    log = "  Running tests/a.rs (x)\ntest len ... ok\n  Running tests/b.rs (y)\ntest len ... FAILED\n"
    assert PARSERS["cargo"](log) == {"tests/a.rs:len": P, "tests/b.rs:len": F}


def test_bytes_that_are_no_text_cost_nothing() -> None:
    assert PARSERS["lines"](log_text(b"\xff\xfe\x00\nPASS: a\n\xc3\nFAIL: \xe9t\xe9\n")) == {
        "a": P,
        "\ufffdt\ufffd": F,
    }
