"""Replaying goldens with the real SQLite: are they right, stable, and is doing nothing not enough?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from proctor.core.json_types import Json
from proctor.exams.multilangbench.case import SqlCase
from proctor.exams.multilangbench.evidence import difference
from proctor.exams.multilangbench.inputs import InputCache, copy_database
from proctor.exams.multilangbench.oracle.find import find_oracle
from proctor.exams.multilangbench.oracle.session import Allowance, OracleFault, Session
from proctor.grading.exam import CaseSet
from proctor.isolation.registry import open_isolation

_ALLOWANCE = Allowance()


@dataclass(frozen=True, slots=True)
class Replayed:
    """What replaying one case found.

    kind: `right`; `wrong` (another output than the golden), `unstable` (two outputs), `noop` (an unchanged
    database passes), `build` (right with this SQLite, another output with the other) or `unjudged` (it could
    not be replayed).
    """

    case: str
    kind: str
    what: str = ""

    @property
    def is_fault(self) -> bool:
        """Whether the case must not be graded with as it is."""
        return self.kind in ("wrong", "unstable", "unjudged")


class _Replay:
    """Replays cases with one SQLite."""

    def __init__(self, kind: str | None, isolation: str, folder: Path) -> None:
        self._isolation = open_isolation(isolation)
        oracle = find_oracle(kind)
        self._session = Session(oracle, self._isolation.wrap, folder)
        # The cache is this replay's own: a golden must not rest on a database that was built some other day.
        self._inputs = InputCache(folder / f"inputs-{oracle.kind}", oracle)
        self._database = folder / f"replay-{oracle.kind}.db"

    def output(self, case: SqlCase, query: bytes) -> bytes:
        """What the validation prints after a query. Raises OracleFault if it can't be known."""
        source = self._inputs.get(case.initial_database, self._session)
        copy_database(source, self._database)
        if query:
            ran = self._session.run(
                self._database, query, _ALLOWANCE, keep=self._database, made_by=case.initial_database
            )
            if not ran.done:
                raise OracleFault(f"the user query: {ran.status} {ran.detail}")
        made_by = case.initial_database + b"\n" + query
        judged = self._session.run(self._database, case.validation_query, _ALLOWANCE, made_by=made_by)
        if not judged.done:
            raise OracleFault(f"the validation query: {judged.status} {judged.detail}")
        return judged.output

    def forget(self, case: SqlCase) -> None:
        """Remove the built input, so that replaying many cases needs little room."""
        self._inputs.path_of(case.initial_database).unlink(missing_ok=True)

    def close(self) -> None:
        self._session.close()
        self._isolation.close()


def _replay(case: SqlCase, replay: _Replay, other: _Replay | None, twice: bool) -> Replayed:
    try:
        output = replay.output(case, case.user_query)
        if output != case.expected_output:
            found = difference(case.expected_output, output)
            return Replayed(
                case.name, "wrong", f"line {found['line']}: {found['expected']!r} is {found['got']!r}"
            )
        if twice and replay.output(case, case.user_query) != output:
            return Replayed(case.name, "unstable", "a second replay printed something else")
        if other is not None and other.output(case, case.user_query) != output:
            return Replayed(case.name, "build", "the other SQLite prints something else")
        if replay.output(case, b"") == output:
            return Replayed(case.name, "noop", "an unchanged database passes")
    except OracleFault as fault:
        return Replayed(case.name, "unjudged", str(fault))
    finally:
        replay.forget(case)
    return Replayed(case.name, "right")


def verify(
    cases: CaseSet, options: Mapping[str, Json], against: str | None, isolation: str, *, twice: bool = True
) -> Iterator[Replayed]:
    """Replay every case, one after the other. Raises ExamError where an SQLite asked for is missing."""
    kind = options.get("oracle")
    with tempfile.TemporaryDirectory(prefix="proctor-verify-") as folder:
        replay = _Replay(None if kind is None else str(kind), isolation, Path(folder))
        other = _Replay(against, isolation, Path(folder)) if against is not None else None
        try:
            for case in cases:
                assert isinstance(case, SqlCase)
                yield _replay(case, replay, other, twice)
        finally:
            replay.close()
            if other is not None:
                other.close()
