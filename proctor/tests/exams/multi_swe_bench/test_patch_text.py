"""What a patch's text shows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from proctor.exams.multi_swe_bench.patch_text import examine

GOOD = """diff --git a/stack.go b/stack.go
index 1..2 100644
--- a/stack.go
+++ b/stack.go
@@ -1,2 +1,3 @@ func x() {
 one
+two
 three
"""
PRINTED = (
    "--- a/stack.go\n"
    "+++ b/stack.go\n"
    "@@ func (s *Stack[T]) Pop() (T, error) {\n"
    "+\tif len(s.items) == 0 {\n"
    "+\t\tvar zero T\n"
    "+\t\treturn zero, ErrEmpty\n"
    "+\t}\n"
    " \tn := len(s.items)\n"
)


def test_a_good_patch() -> None:
    facts = examine(GOOD)
    assert (facts.problem, facts.files, facts.added) == (None, ("stack.go",), ("two",))
    assert not facts.crlf and not facts.lacks_newline


def test_the_printed_patch_has_no_line_numbers() -> None:
    facts = examine(PRINTED)
    assert facts.problem is not None and facts.problem.startswith("malformed hunk header in line 3")


def test_blank_is_empty() -> None:
    assert examine("").is_empty and examine(" \n\n").is_empty


def test_a_text_that_is_no_diff() -> None:
    assert examine("I could not find the bug.\n").problem == "it holds no diff"


def test_line_ends_are_seen() -> None:
    assert examine(GOOD.replace("\n", "\r\n")).crlf
    assert examine(GOOD.replace("\n", "\r\n")).files == ("stack.go",)
    assert examine(GOOD.rstrip("\n")).lacks_newline


def test_new_deleted_renamed_and_quoted_files() -> None:
    patch = """diff --git a/old.c b/new.c
similarity index 100%
rename from old.c
rename to new.c
diff --git a/gone.c b/gone.c
deleted file mode 100644
--- a/gone.c
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git "a/\\303\\244.c" "b/\\303\\244.c"
--- /dev/null
+++ "b/\\303\\244.c"
@@ -0,0 +1 @@
+--- a/not-a-file
"""
    facts = examine(patch)
    assert facts.files == ("old.c", "new.c", "gone.c", "ä.c")
    assert facts.added == ("--- a/not-a-file",)


@given(st.text())
def test_nothing_makes_it_raise(text: str) -> None:
    examine(text)
    examine(GOOD + text)
