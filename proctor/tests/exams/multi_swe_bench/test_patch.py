"""Applying patches: each way, each repair, each clear end; and the tests over what the candidate did."""

from __future__ import annotations

from pathlib import Path

import pytest

from local_place import FILES, FIX, TEST, TEST_PATCH, LocalPlace
from proctor.exams.multi_swe_bench.patch import Applied, TestsNotInPlace, apply_candidate, put_tests_in_place

FIXED = FILES["answer.sh"].replace(b"41", b"42")
PRINTED = "--- a/answer.sh\n+++ b/answer.sh\n@@ answer() {\n-  echo 41\n+  echo 42\n }\n"


def apply(place: LocalPlace, patch: str, strict: bool = False) -> tuple[Applied, str | None, tuple[str, ...]]:
    done = apply_candidate(patch, place.call, place.put, strict)
    return done.state, done.way, done.repairs


def answer(place: LocalPlace) -> bytes:
    return (place.root / "answer.sh").read_bytes()


def test_a_good_patch_applies_as_it_is(place: LocalPlace) -> None:
    assert apply(place, FIX) == (Applied.APPLIED, "exact", ())
    assert answer(place) == FIXED


def test_a_missing_final_newline_is_added_and_said(place: LocalPlace) -> None:
    patch = FIX.removesuffix("\n")
    assert apply(place, patch) == (Applied.APPLIED, "exact", ("final newline added",))
    assert answer(place) == FIXED


def test_strictly_a_missing_final_newline_is_a_corrupt_patch(place: LocalPlace) -> None:
    patch = FIX.removesuffix("\n")
    assert apply(place, patch, strict=True)[0] is Applied.MALFORMED
    assert answer(place) == FILES["answer.sh"]


def test_crlf_is_made_lf_and_said(place: LocalPlace) -> None:
    assert apply(place, FIX.replace("\n", "\r\n")) == (Applied.APPLIED, "exact", ("CR LF made LF",))
    assert answer(place) == FIXED


def test_a_patch_with_lf_fits_a_file_with_crlf(tmp_path: Path) -> None:
    crlf = FILES["answer.sh"].replace(b"\n", b"\r\n")
    place = LocalPlace(tmp_path, {**FILES, "answer.sh": crlf})
    state, _, _ = apply(place, FIX)
    assert state is Applied.APPLIED
    assert b"echo 42" in answer(place)


def test_wrong_counts_are_counted_again(place: LocalPlace) -> None:
    assert apply(place, FIX.replace("-1,4 +1,4", "-1,9 +1,9")) == (Applied.APPLIED, "recounted", ())
    assert answer(place) == FIXED


def test_context_that_changed_at_the_edge(place: LocalPlace) -> None:
    assert apply(place, FIX.replace("# The answer.", "# An answer.")) == (
        Applied.APPLIED,
        "one line of context",
        (),
    )
    assert answer(place) == FIXED


@pytest.mark.parametrize("patch", ["", "\n \n"])
def test_nothing_is_empty(place: LocalPlace, patch: str) -> None:
    assert apply(place, patch) == (Applied.EMPTY, None, ())


@pytest.mark.parametrize("patch", [PRINTED, "no diff at all\n"])
def test_what_no_tool_can_read_is_malformed_and_nothing_is_tried(place: LocalPlace, patch: str) -> None:
    done = apply_candidate(patch, place.call, place.put)
    assert done.state is Applied.MALFORMED and done.attempts == ()
    assert "malformed" in done.reason


def test_a_conflict_tells_what_git_said_and_leaves_the_tree_alone(place: LocalPlace) -> None:
    two = FIX.replace("-  echo 41", "-  echo 40") + FIX.replace("answer.sh", "run.sh")
    done = apply_candidate(two, place.call, place.put)
    assert done.state is Applied.CONFLICT
    assert "answer.sh" in done.reason and len(done.attempts) == 8
    assert place.call(["git", "status", "--porcelain"]) == (0, "")


@pytest.mark.parametrize("path", ["../outside.sh", "/tmp/outside.sh", ".git/config"])
def test_a_patch_can_not_leave_the_repository(place: LocalPlace, path: str) -> None:
    patch = f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n"
    assert apply(place, patch)[0] in (Applied.CONFLICT, Applied.MALFORMED)
    assert not (place.root.parent / "outside.sh").exists()


def in_place(place: LocalPlace, *also: str) -> tuple[str, ...]:
    return put_tests_in_place(TEST_PATCH, place.commit, also, place.call, place.put)


def test_tests_come_over_an_untouched_tree(place: LocalPlace) -> None:
    assert in_place(place) == ()
    assert (place.root / "tests/answer.sh").read_bytes() == TEST


def test_a_file_at_the_new_tests_path_gives_way(place: LocalPlace) -> None:
    (place.root / "tests/answer.sh").write_text("echo 'PASS: answer'\n")
    assert in_place(place) == ("tests/answer.sh",)
    assert (place.root / "tests/answer.sh").read_bytes() == TEST


def test_a_link_or_a_folder_at_the_new_tests_path_gives_way(place: LocalPlace) -> None:
    (place.root / "tests/answer.sh").symlink_to("/nowhere")
    assert in_place(place) == ("tests/answer.sh",)
    (place.root / "tests/answer.sh").unlink()
    (place.root / "tests/answer.sh").mkdir()
    assert in_place(place) == ("tests/answer.sh",)


def test_other_tests_that_were_changed_or_removed_are_put_back(place: LocalPlace) -> None:
    (place.root / "tests/name.sh").unlink()
    (place.root / "tests/new.sh").write_text("echo 'PASS: more'\n")
    assert in_place(place, "tests/name.sh", "tests/new.sh") == ("tests/name.sh", "tests/new.sh")
    assert (place.root / "tests/name.sh").read_bytes() == FILES["tests/name.sh"]
    assert not (place.root / "tests/new.sh").exists()


def test_a_file_in_place_of_the_tests_folder_is_told(place: LocalPlace) -> None:
    place.call(["rm", "-r", "tests"])
    (place.root / "tests").write_text("no folder\n")
    with pytest.raises(TestsNotInPlace, match="tests"):
        in_place(place)
