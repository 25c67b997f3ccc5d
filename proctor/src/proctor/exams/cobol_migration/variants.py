"""Naive variants of the expected output, recorded: what the original gives after one small wrong turn.

`variants.json` of a case holds, for each mutant of the original that a hidden test kills, the place and the
bytes of the first difference in each test, as a digest. A port that gives the same wrong bytes at the same
place took the same turn, and the mutant's operator names the trap. It explains a failure; it never decides
one, so that a case without the file, or with a stale one, is judged all the same.

    {"layout": 1, "sources": digest, "tests": {"t01": digest of what goes in, …},
     "survived": [names of the mutants that no test kills], "stillborn": [of those that do not compile],
     "variants": [{"mutant": "…", "change": "ROUNDED -> ", "trap": "rounding" | null,
                   "seen": {"t01": "0123456789ab" or "" where it came to no end, …}}, …]}
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from proctor.exams.cobol_migration.compare import Difference
from proctor.exams.cobol_migration.golden import inputs_digest, sources_digest
from proctor.exams.cobol_migration.layout import BadCase, Program

_FILE = "variants.json"
_LAYOUT = 1
_REACH = 40
_NAMES = {".": "the period"}


@dataclass(frozen=True, slots=True)
class Variant:
    """One wrong turn. seen: by test, the fingerprint of its first difference, empty where it came to no end;
    tests it leaves equal are not in it.
    """

    mutant: str
    change: str
    trap: str | None
    seen: Mapping[str, str]

    def told(self) -> str:
        """In words, for a reason."""
        _, _, place = self.mutant.partition(" ")
        before, _, after = self.change.partition(" ->")
        after = after.strip()
        if not after:
            change = f"without {_NAMES.get(before, before)}"
        elif after.startswith(f"{before} "):
            change = f"with {after[len(before) + 1 :]} added"
        else:
            change = f"with {after} for {before}"
        return f"as the original {change} at {place.partition('#')[0]}"


def fingerprint(difference: Difference) -> str:
    """Twelve hexadecimal digits that stand for a first difference: its part, place and found bytes."""
    found = difference.found
    begin = found.rfind(b"\n", 0, difference.offset) + 1
    if difference.offset - begin > _REACH:
        begin = difference.offset - _REACH
    end = found.find(b"\n", difference.offset)
    end = min(end if end >= 0 else len(found), difference.offset + _REACH)
    digest = hashlib.sha256(f"{difference.part}\0{difference.kind}\0{difference.offset}\0".encode())
    digest.update(found[begin:end])
    return digest.hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Record:
    """All that was seen of a case's mutants: those killed as variants, the others by name."""

    variants: tuple[Variant, ...] = ()
    survived: tuple[str, ...] = ()
    stillborn: tuple[str, ...] = ()


def write_record(program: Program, record: Record) -> None:
    """Store what was seen of a case's mutants, replacing what was there."""
    lines = [
        json.dumps({"mutant": one.mutant, "change": one.change, "trap": one.trap, "seen": dict(one.seen)})
        for one in record.variants
    ]
    rest = {"survived": list(record.survived), "stillborn": list(record.stillborn)}
    head = json.dumps({"layout": _LAYOUT, **_of_what(program), **rest})
    text = f'{head[:-1]},\n "variants": [\n  ' + ",\n  ".join(lines) + "\n ]}\n"
    (program.folder / _FILE).write_text(text)


def read_record(program: Program) -> Record | None:
    """What was seen of a case's mutants; None where it is not recorded, or for other sources or tests.

    Raises BadCase for a file that is none.
    """
    path = program.folder / _FILE
    if not path.is_file():
        return None
    try:
        stored = json.loads(path.read_bytes())
        expected = {"layout": _LAYOUT, **_of_what(program)}
        if {key: stored[key] for key in expected} != expected:
            return None
        return Record(
            tuple(
                Variant(str(one["mutant"]), str(one["change"]), one["trap"], dict(one["seen"]))
                for one in stored["variants"]
            ),
            tuple(stored["survived"]),
            tuple(stored["stillborn"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise BadCase(f"{path}: {error!r}") from error


def best_variant(
    variants: Sequence[Variant], failed: Mapping[str, str | None], traps: Sequence[str]
) -> Variant | None:
    """The variant that explains the most of a port's failed tests, or None where none explains half of them.

    failed: by test, the fingerprint of the port's first difference, None where it has none. Among equals,
    the one that fails least elsewhere, then one whose trap the case declares, then one that names any.
    """

    def rank(one: Variant) -> tuple[int, int, bool, bool]:
        alike = sum(one.seen.get(test) == mark for test, mark in failed.items() if mark)
        elsewhere = sum(test not in failed for test in one.seen)
        return alike, -elsewhere, one.trap in traps, one.trap is not None

    best = max(variants, key=rank, default=None)
    return best if best is not None and 2 * rank(best)[0] >= max(1, len(failed)) else None


def _of_what(program: Program) -> dict[str, object]:
    tests = {test.folder.name: inputs_digest(test) for test in program.tests("hidden")}
    return {"sources": sources_digest(program), "tests": tests}
