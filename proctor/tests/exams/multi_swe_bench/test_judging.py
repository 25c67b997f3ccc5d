"""Each way an instance can end has its own outcome and says why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from local_place import FILES, FIX, RECIPE, TEST_PATCH, LocalPlace
from proctor.core.outcome import Outcome
from proctor.exams.multi_swe_bench import images
from proctor.exams.multi_swe_bench.judging import Conclusion, Manner, Trace, conclude, trace
from proctor.exams.multi_swe_bench.parsers import PARSERS
from proctor.exams.multi_swe_bench.record import Record
from proctor.exams.multi_swe_bench.transitions import Status, Transition

Make = Callable[[Mapping[str, bytes]], tuple[Record, LocalPlace]]


def judged(record: Record, place: LocalPlace, patch: str, manner: Manner | None = None) -> Conclusion:
    return conclude(record, RECIPE, patch, trace(record, RECIPE, patch, place, manner))


def changed(path: str, content: str) -> str:
    """A patch that makes or replaces a whole file."""
    old = FILES.get(path, b"").decode().splitlines()
    new = content.splitlines()
    head = f"--- a/{path}" if old else "new file mode 100644\n--- /dev/null"
    body = [f"-{line}" for line in old] + [f"+{line}" for line in new]
    ranges = f"@@ -{1 if old else 0},{len(old)} +1,{len(new)} @@"
    return "\n".join([f"diff --git a/{path} b/{path}", head, f"+++ b/{path}", ranges, *body]) + "\n"


def test_the_record_says_what_the_tests_said(record: Record) -> None:
    assert record.run == {"name": Status.PASS}
    assert record.transitions["f2p"] == {"answer": Transition(Status.NONE, Status.FAIL, Status.PASS)}
    assert list(record.transitions["p2p"]) == ["name"]


def test_the_gold_patch_resolves(record: Record, place: LocalPlace) -> None:
    ended = judged(record, place, FIX)
    assert (ended.outcome, ended.kind) == (Outcome.PASSED, "resolved")


FORGED = "answer() {\n  echo 41\n}\nname() { echo deep; }\necho 'PASS: answer'\necho 'PASS: name'\n"


@pytest.mark.parametrize(
    ("patch", "outcome", "kind"),
    [
        ("", Outcome.WRONG, "empty_patch"),
        ("--- a/answer.sh\n+++ b/answer.sh\n@@ answer() {\n+x\n", Outcome.REFUSED, "malformed_patch"),
        (FIX.replace("41", "40"), Outcome.REFUSED, "does_not_apply"),
        (FIX.replace("\n", "\r\n"), Outcome.PASSED, "resolved"),
        (FIX.removesuffix("\n"), Outcome.PASSED, "resolved"),
        (FIX.replace("+  echo 42", "+  echo 43"), Outcome.WRONG, "nothing_fixed"),
        (changed("answer.sh", "answer() { echo 42; }\nname() { echo x; }\n"), Outcome.WRONG, "regression"),
        (changed("run.sh", "exit 3\n"), Outcome.CRASHED, "no_tests"),
        (changed("answer.sh", FORGED + "exit 1\n"), Outcome.WRONG, "exit_status"),
        (changed("answer.sh", FORGED), Outcome.WRONG, "nothing_fixed"),
        (changed("run.sh", "cat /home/fix.patch | git apply\necho 'PASS: answer'\n"), Outcome.REFUSED, "reads_gold_patch"),
        (changed("tests/answer.sh", "echo 'PASS: answer'\n"), Outcome.WRONG, "nothing_fixed"),
        (FIX + changed("tests/answer.sh", "echo 'PASS: answer'\n"), Outcome.PASSED, "resolved"),
        (FIX + changed("tests/name.sh", "echo 'SKIP: name'\n"), Outcome.PASSED, "resolved"),
        (changed("tests", "no folder any more\n"), Outcome.REFUSED, "does_not_apply"),
    ],
)  # fmt: skip
def test_each_end_has_its_outcome(
    record: Record, place: LocalPlace, patch: str, outcome: Outcome, kind: str
) -> None:
    ended = judged(record, place, patch)
    assert (ended.outcome, ended.kind) == (outcome, kind), ended.reason
    assert ended.reason


def test_what_was_put_back_is_said(record: Record, place: LocalPlace) -> None:
    patch = FIX + changed("tests/answer.sh", "echo 'PASS: answer'\n") + changed("tests/name.sh", "exit 0\n")
    left = trace(record, RECIPE, patch, place)
    assert left.put_back == ("tests/answer.sh", "tests/name.sh")
    found = {finding.kind for finding in conclude(record, RECIPE, patch, left).findings}
    assert found == {"touches_tests", "touches_other_tests", "prints_test_lines"}


def test_a_test_that_is_skipped_now_is_not_as_recorded(record: Record, place: LocalPlace) -> None:
    patch = FIX + changed("run.sh", FILES["run.sh"].decode() + "echo 'SKIP: name'\n").replace(
        "+. ./answer.sh", "+. ./answer.sh\n+name() { echo; }"
    ).replace("+1,6", "+1,7")
    ended = conclude(record, RECIPE, patch, replace(_ran(), log=b"PASS: answer\nSKIP: name\n"))
    assert (ended.outcome, ended.kind) == (Outcome.WRONG, "not_as_recorded")


def _ran() -> Trace:
    return Trace("run", way="exact", exit_code=0, log=b"PASS: answer\nPASS: name\n")


@pytest.mark.parametrize(
    ("ended", "outcome"),
    [
        ("timeout", Outcome.TIMED_OUT),
        ("memory", Outcome.CRASHED),
        ("output", Outcome.REFUSED),
        ("lost", Outcome.INFRASTRUCTURE),
    ],
)
def test_a_run_that_did_not_end_is_never_unresolved_in_silence(
    record: Record, place: LocalPlace, ended: str, outcome: Outcome
) -> None:
    place.ended = ended
    found = judged(record, place, FIX)
    assert (found.outcome, found.kind) == (outcome, ended)


def test_a_failing_exit_status_beside_a_failing_test_is_explained(record: Record) -> None:
    log = b"PASS: answer\nPASS: name\nFAIL: known to fail\n"
    assert conclude(record, RECIPE, FIX, replace(_ran(), exit_code=1, log=log)).outcome is Outcome.PASSED


def test_one_name_in_two_packages_hides_no_failure(record: Record) -> None:
    recipe = replace(RECIPE, parse=PARSERS["go"])
    good = "--- PASS: TestLen (0.00s)\nok  \tx/a\t0.1s\n--- PASS: TestLen (0.00s)\nok  \tx/b\t0.1s\n"
    bad = good.replace("--- PASS: TestLen (0.00s)\nok  \tx/b", "--- FAIL: TestLen (0.00s)\nFAIL\tx/b")
    before, fixed = recipe.parse(bad), recipe.parse(good)
    assert len(fixed) == 2
    told = replace(record, run=before, test=before, fix=fixed, transitions={})
    assert conclude(told, recipe, FIX, replace(_ran(), log=good.encode())).kind == "resolved"
    ended = conclude(told, recipe, FIX, replace(_ran(), exit_code=1, log=bad.encode()))
    assert (ended.outcome, ended.kind) == (Outcome.WRONG, "nothing_fixed")
    other = good.replace("--- PASS: TestLen (0.00s)\nok  \tx/a", "--- FAIL: TestLen (0.00s)\nFAIL\tx/a")
    ended = conclude(told, recipe, FIX, replace(_ran(), exit_code=1, log=other.encode()))
    assert (ended.outcome, ended.kind) == (Outcome.WRONG, "regression")


def test_bytes_that_are_no_text_cost_nothing(record: Record) -> None:
    log = b"\xff\xfe\x80 noise\nPASS: answer\nPASS: name\n"
    assert conclude(record, RECIPE, FIX, replace(_ran(), log=log)).outcome is Outcome.PASSED


def test_an_instance_whose_test_patch_does_not_apply_is_our_fault(with_files: Make) -> None:
    record, place = with_files({"tests/answer.sh": b"there already\n"})
    ended = judged(record, place, FIX)
    assert (ended.outcome, ended.kind) == (Outcome.ORACLE_ERROR, "bad_instance")


def test_an_instance_without_its_base_commit_is_our_fault(record: Record, place: LocalPlace) -> None:
    ended = judged(replace(record, base_sha="0" * 40), place, FIX)
    assert ended.outcome is Outcome.ORACLE_ERROR
    assert "the base commit is not in the image" in ended.reason


def test_the_future_is_taken_out_before_the_candidate_runs(record: Record, place: LocalPlace) -> None:
    (place.root / "answer.sh").write_text("the fix\n")
    images._git(place.root, "commit", "-qam", "Fix")
    later = place.call(["git", "rev-parse", "HEAD"])[1].strip()
    assert judged(record, place, FIX, Manner(strip=True)).outcome is Outcome.PASSED
    assert place.call(["git", "cat-file", "-e", later])[0] != 0


def test_strictly_a_patch_is_taken_as_the_official_harness_takes_it(
    record: Record, place: LocalPlace
) -> None:
    ended = judged(record, place, FIX.replace("\n", "\r\n"), Manner(strict=True))
    assert ended.outcome is Outcome.REFUSED


def test_a_trace_is_read_back_as_it_was(record: Record, place: LocalPlace) -> None:
    left = trace(record, RECIPE, FIX, place)
    assert Trace.from_json(left.to_json(), left.log) == left
    assert b"PASS: answer" in left.log and record.test_patch == TEST_PATCH
