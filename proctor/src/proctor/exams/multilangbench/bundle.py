"""The bundled cases: written by area as SQL source files, made into cases with goldens by the real SQLite
3.40.1.

A source file `bundled/areas/AREA.sql` is read in parts, each begun by a line of its own:

    -- ## setup          the initial database of the cases that follow (forgets the check)
    -- ## check          the validation query of the cases that follow
    -- ## each           every line from here to the next part is the user query of one case

`python -m proctor.exams.multilangbench.bundle` writes `bundled/cases.jsonl`; with `--check` it only says
whether that file is what it would write. A case that an unchanged database passes is an error, as it would
test nothing.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from proctor.exams.multilangbench.case import name_of
from proctor.exams.multilangbench.features import features_of
from proctor.exams.multilangbench.oracle.find import Oracle, find_oracle
from proctor.exams.multilangbench.oracle.session import Allowance, Session
from proctor.exams.multilangbench.sources import BUNDLED
from proctor.grading.exam import ExamError
from proctor.isolation.registry import open_isolation

AREAS = BUNDLED.parent / "areas"
_MARK = "-- ## "
_ALLOWANCE = Allowance()


@dataclass(frozen=True, slots=True)
class Draft:
    """A case without its golden."""

    area: str
    line: int
    initial_database: str
    user_query: str
    validation_query: str


def _one_a_line(sql: str) -> str:
    """Put every statement on a line of its own, so that one that fails does not take the next with it.

    Splits at a semicolon followed by a space at the top level: outside quotes, parentheses and trigger
    bodies.
    """
    pieces: list[str] = []
    start = depth = 0
    quote = ""
    in_trigger = False
    for position, char in enumerate(sql):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "()":
            depth += 1 if char == "(" else -1
        elif char == ";" and depth == 0:
            head = sql[start:position].strip().upper()
            in_trigger = head.startswith("CREATE") and " TRIGGER " in head and not head.endswith("END")
            if not in_trigger:
                pieces.append(sql[start : position + 1].strip())
                start = position + 1
    pieces.append(sql[start:].strip())
    return "".join(piece + "\n" for piece in pieces if piece)


def drafts(path: Path) -> Iterator[Draft]:
    """The cases of one source file. Raises ExamError for text outside the parts and for unknown parts."""
    part = ""
    texts = {"setup": "", "check": ""}
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        if line.startswith(_MARK):
            part = line.removeprefix(_MARK).strip()
            if part not in ("setup", "check", "each"):
                raise ExamError(f"{path.name}:{number}: there is no part {part!r}")
            if part == "setup":
                texts["check"] = ""
            if part != "each":
                texts[part] = ""
        elif part == "each":
            if line.strip():
                yield Draft(path.stem, number, texts["setup"], _one_a_line(line), texts["check"])
        elif part:
            texts[part] += line + "\n"
        elif line.strip():
            raise ExamError(f"{path.name}:{number}: text before the first part")


class Maker:
    """Makes goldens with the oracle."""

    def __init__(self, oracle: Oracle, session: Session, folder: Path) -> None:
        self._oracle = oracle
        self._session = session
        self._folder = folder

    def _answer(self, draft: Draft, query: str) -> tuple[bytes, int]:
        """What the validation prints after a query, and how many statements of the query failed."""
        database = self._folder / "made.db"
        self._session.run(None, draft.initial_database.encode(), _ALLOWANCE, keep=database)
        initial = draft.initial_database.encode()
        ran = self._session.run(database, query.encode(), _ALLOWANCE, keep=database, made_by=initial)
        made_by = initial + b"\n" + query.encode()
        judged = self._session.run(database, draft.validation_query.encode(), _ALLOWANCE, made_by=made_by)
        if not (ran.done and judged.done):
            raise ExamError(
                f"{draft.area}:{draft.line}: SQLite did not come to an end: {ran.detail}{judged.detail}"
            )
        return judged.output, ran.failed

    def make(self, draft: Draft) -> dict[str, object]:
        """The record of one case. Raises ExamError if doing nothing passes it, or if it is not stable."""
        where = f"{draft.area}:{draft.line}"
        golden, failed = self._answer(draft, draft.user_query)
        if self._answer(draft, "")[0] == golden:
            raise ExamError(f"{where}: an unchanged database passes")
        if self._answer(draft, draft.user_query)[0] != golden:
            raise ExamError(f"{where}: two runs differ")
        texts = (draft.initial_database, draft.user_query, draft.validation_query)
        initial, query, validation = (text.encode() for text in texts)
        tags = sorted({draft.area, *features_of(query, validation)})
        return {
            "name": name_of(initial, query, validation),
            "initial_database": draft.initial_database,
            "user_query": draft.user_query,
            "validation_query": draft.validation_query,
            "expected_output": golden.decode("utf-8", "surrogateescape"),
            "source": where,
            "features": tags,
            "user_query_rc": int(failed > 0),
        }


def _line(record: dict[str, object]) -> str:
    """A record as one line: readable, but for output that is not UTF-8, whose bytes stand there escaped."""
    text = json.dumps(record, ensure_ascii=False)
    return (
        text if text.isprintable() or text.encode("utf-8", "ignore").decode() == text else json.dumps(record)
    ) + "\n"


def make_all() -> str:
    """The text of `cases.jsonl`: one line a case, in the order of the source files.

    Raises ExamError that names every case which can't be made.
    """
    oracle = find_oracle()
    isolation = open_isolation()
    lines: list[str] = []
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="proctor-bundle-") as folder:
        session = Session(oracle, isolation.wrap)
        try:
            maker = Maker(oracle, session, Path(folder))
            for path in sorted(AREAS.glob("*.sql")):
                for draft in drafts(path):
                    try:
                        lines.append(_line(maker.make(draft)))
                    except ExamError as fault:
                        faults.append(str(fault))
        finally:
            session.close()
            isolation.close()
    if faults:
        raise ExamError("\n".join(faults))
    return "".join(lines)


def main(arguments: list[str]) -> int:
    """Write the cases, or with `--check` compare; returns the exit status."""
    try:
        text = make_all()
    except ExamError as error:
        print(error, file=sys.stderr)
        return 1
    if arguments == ["--check"]:
        same = BUNDLED.read_text() == text
        print("the bundled cases are as their sources say" if same else "the bundled cases are out of date")
        return 0 if same else 1
    BUNDLED.write_text(text)
    print(f"{text.count(chr(10))} cases written to {BUNDLED}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
