"""An exam small enough to reason about: the submission is run with a number and must print its square."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from proctor.core.case import Case, Malformed
from proctor.core.json_types import Json, JsonObject
from proctor.core.outcome import Outcome
from proctor.core.selection import Selection
from proctor.core.verdict import Verdict
from proctor.grading.exam import OracleIdentity, Prepared, Provenance, Refused
from proctor.grading.submission import digest_of
from proctor.isolation.protocol import Command, Isolation, Limits


@dataclass(frozen=True, slots=True)
class Number(Case):
    number: int = 0


class Numbers:
    provenance = Provenance("toy", "1")
    description = "the first numbers"
    malformed: Sequence[Malformed] = ()

    def __init__(self, count: int) -> None:
        self.available = count

    def keys(self) -> Sequence[Case]:
        return list(self)

    def __iter__(self) -> Iterator[Case]:
        for number in range(self.available):
            digest = hashlib.sha256(str(number).encode()).hexdigest()
            yield Number(f"n{number}", digest, ("even" if number % 2 == 0 else "odd",), number)


class ToyExam:
    """Options: `count` cases; `oracle_version`, to be unlike another exam."""

    name = "toy"
    version = "1"

    def __init__(self, options: Mapping[str, Json] | None = None) -> None:
        self.options: Mapping[str, Json] = options or {}
        self.limits = Limits(wall_seconds=5.0)

    def load(self, selection: Selection) -> Numbers:
        count = self.options.get("count", 10)
        assert isinstance(count, int)
        return Numbers(count)

    def prepare(self, submission: Path, workplace: Path) -> Prepared:
        if not submission.is_file():
            raise Refused("a toy submission is one shell script")
        copy = workplace / "program"
        shutil.copyfile(submission, copy)
        return Prepared(workplace, ("/bin/sh", str(copy)), digest_of(submission))

    def grade(self, prepared: Prepared, case: Case, workplace: Path, isolation: Isolation) -> Verdict:
        assert isinstance(case, Number)
        completed = isolation.run(
            Command(
                (*prepared.argv, str(case.number)), workplace, readonly=(prepared.root,), limits=self.limits
            )
        )
        right = completed.stdout == b"%d\n" % case.number**2
        return Verdict(
            case.name,
            case.content_hash,
            Outcome.PASSED if right else Outcome.WRONG,
            case.tags,
            completed.wall_seconds,
            completed.cpu_seconds,
            completed.peak_rss_bytes,
            completed.exit_code,
            {"printed": completed.stdout.decode("utf-8", "replace")},
        )

    def oracle(self) -> OracleIdentity:
        return OracleIdentity("arithmetic", str(self.options.get("oracle_version", "1")))

    def summarise(self, verdicts: Iterable[Verdict]) -> JsonObject:
        return {"verdicts": sum(1 for _ in verdicts)}

    def close(self) -> None:
        pass


SQUARES = "echo $(( $1 * $1 ))\n"
