"""Applying patches inside an instance: the candidate's by a chain of well-defined ways, the tests' exactly.

Each way is atomic: it applies the whole patch or leaves the tree alone, so that the next starts from the same
tree. What was tried is recorded, with what git said. The tests come last and win: a file that the test patch
touches is put back as the base commit has it first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from proctor.exams.multi_swe_bench.patch_text import PatchFacts, encoded, examine

Run: TypeAlias = Callable[[Sequence[str]], tuple[int, str]]
"""Runs a command in the repository: exit status, and what it printed."""

Put: TypeAlias = Callable[[str, bytes], str]
"""Writes a file of the given name beside the repository; its path there."""

_SAID = 600


class Applied(StrEnum):
    """What became of the candidate's patch."""

    APPLIED = "applied"
    EMPTY = "empty_patch"
    MALFORMED = "malformed_patch"
    CONFLICT = "does_not_apply"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way that was tried, and what was said."""

    way: str
    worked: bool
    said: str


@dataclass(frozen=True, slots=True)
class Application:
    """How applying the candidate's patch went.

    way: the way that worked. repairs: what was done to the text first, in words; empty if nothing was.
    """

    state: Applied
    reason: str
    facts: PatchFacts
    attempts: tuple[Attempt, ...] = ()
    way: str | None = None
    repairs: tuple[str, ...] = ()


EXACT = ("exact", ("git", "apply", "--whitespace=nowarn"))
WAYS = (
    EXACT,
    ("recounted", ("git", "apply", "--whitespace=nowarn", "--recount")),
    ("one line of context", ("git", "apply", "--whitespace=nowarn", "--recount", "-C1")),
    ("whitespace ignored", ("git", "apply", "--whitespace=nowarn", "--recount", "--ignore-whitespace")),
)
"""Ways in the order they are tried. `exact` alone is what the official harness does."""


def apply_candidate(patch: str, run: Run, put: Put, strict: bool = False) -> Application:
    """Apply a candidate's patch to a clean tree. `strict` tries the first way alone, without repairs."""
    facts = examine(patch)
    if facts.is_empty:
        return Application(Applied.EMPTY, "the patch is empty", facts)
    if facts.problem is not None:
        return Application(Applied.MALFORMED, f"the patch is malformed: {facts.problem}", facts)
    attempts: list[Attempt] = []
    versions = list(_versions(patch, facts, strict))
    for way, command in WAYS[:1] if strict else WAYS:
        for text, repairs in versions:
            path = put("candidate.patch", encoded(text))
            status, said = run([*command, path])
            attempts.append(Attempt("; ".join((way, *repairs)), status == 0, said[:_SAID]))
            if status == 0:
                reason = f"applied: {attempts[-1].way}"
                return Application(Applied.APPLIED, reason, facts, tuple(attempts), way, repairs)
    first = attempts[0].said.strip().splitlines()
    state = Applied.MALFORMED if "corrupt patch" in attempts[0].said else Applied.CONFLICT
    what = "is corrupt" if state is Applied.MALFORMED else "does not apply"
    reason = f"the patch {what}: {first[0] if first else 'git says nothing'}"
    return Application(state, reason, facts, tuple(attempts))


def _versions(patch: str, facts: PatchFacts, strict: bool) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The patch as it came, and after that with its line ends repaired where they ask for it."""
    if strict:
        yield patch, ()
        return
    ended = ("final newline added",) if facts.lacks_newline else ()
    whole = patch + "\n" if facts.lacks_newline else patch
    yield whole, ended
    if facts.crlf:
        yield whole.replace("\r\n", "\n"), (*ended, "CR LF made LF")
    elif "\r\n" not in patch:
        # A patch without CRs for files that have them: git says so only by failing.
        yield _with_crlf(whole), (*ended, "LF made CR LF")


def _with_crlf(patch: str) -> str:
    """The hunks' lines with CR LF, the headers as they are."""
    return "\n".join(
        f"{line}\r" if line.startswith(("+", "-", " ")) and not line.startswith(("+++ ", "--- ")) else line
        for line in patch.split("\n")
    )


_MARK = "put back: "
_PUT_BACK = rf"""
base=$1
shift
for path; do
  if git cat-file -e "$base:$path" 2>/dev/null; then
    git diff --quiet "$base" -- "$path" && continue
    rm -rf -- "$path"
    git checkout --quiet "$base" -- "$path" || exit 1
  else
    [ -e "$path" ] || [ -L "$path" ] || continue
    rm -rf -- "$path"
  fi
  printf '{_MARK}%s\n' "$path"
done
"""


class TestsNotInPlace(Exception):
    """The test files can't be put in place over what the candidate did; the message says which."""

    __test__ = False


def put_tests_in_place(
    test_patch: str, base: str, also: Iterable[str], run: Run, put: Put
) -> tuple[str, ...]:
    """Put back the files of the test patch, and those of `also`, as `base` has them; apply the test patch.

    Returns the paths that differed from the base before. Raises TestsNotInPlace.
    """
    paths = dict.fromkeys((*examine(test_patch).files, *also))
    status, said = run(["sh", "-c", _PUT_BACK, "put-back", base, *paths])
    if status:
        raise TestsNotInPlace(f"test files can't be put back: {said.strip()[-_SAID:]}")
    marked = [line for line in said.splitlines() if line.startswith(_MARK)]
    changed = tuple(line.removeprefix(_MARK) for line in marked)
    status, said = run([*EXACT[1], put("test.patch", encoded(test_patch))])
    if status:
        raise TestsNotInPlace(f"the test patch does not apply: {said.strip()[:_SAID]}")
    return changed
