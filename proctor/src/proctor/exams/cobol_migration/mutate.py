"""How strong the tests of a case are: mutants of the original, each of which some hidden test should kill.

A mutant is killed when a hidden test's output differs from the golden in any byte, or does not come to an
end. What no test kills is either waived in writing in the case (`waivers.json`: an equivalent mutant, say)
or a hole in the tests.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from proctor.exams.cobol_migration.compare import compare
from proctor.exams.cobol_migration.golden import read_golden
from proctor.exams.cobol_migration.layout import BadCase, Program, load_program
from proctor.exams.cobol_migration.operators import Mutant, mutants_of
from proctor.exams.cobol_migration.oracle import CompileError, compile_program, run_original
from proctor.exams.cobol_migration.variants import Record, Variant, fingerprint, read_record
from proctor.isolation.protocol import Isolation
from proctor.isolation.registry import open_isolation


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: `killed`, `survived`, `waived` or `stillborn` (does not compile).

    killers: the hidden tests that kill it (all of them where a matrix was asked for, else the first), each
    with the fingerprint of its first difference, empty where it ran into a limit.
    """

    mutant: Mutant
    fate: str
    killers: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""


def waivers_of(program: Program) -> dict[str, str]:
    """The waived mutants of a case, each with its reason. Raises BadCase where a reason is missing."""
    path = program.folder / "waivers.json"
    if not path.is_file():
        return {}
    try:
        records = json.loads(path.read_bytes())
        found = {str(record["mutant"]): str(record["reason"]).strip() for record in records}
    except (ValueError, KeyError, TypeError) as error:
        raise BadCase(f"{path}: {error!r}; expected a list of mutant and reason") from error
    if bare := [name for name, reason in found.items() if not reason]:
        raise BadCase(f"{path}: no reason for {', '.join(bare)}")
    return found


def all_mutants(program: Program) -> list[Mutant]:
    """Every mutant of a program's sources."""
    free = "-free" in program.flags
    copybooks = "\n".join(path.read_text("latin-1") for path in program.copybooks())
    return [
        mutant
        for path in program.sources()
        for mutant in mutants_of(path.name, path.read_text("latin-1"), free=free, copybooks=copybooks)
    ]


def mutate(program: Program, jobs: int, isolation: str, *, matrix: bool = False) -> Iterator[Fate]:
    """Compile and run every mutant, in the order of `all_mutants`. Raises BadCase for a bad waiver."""
    waivers = waivers_of(program)
    mutants = all_mutants(program)
    chunks = [mutants[at : at + 8] for at in range(0, len(mutants), 8)]
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        work = [pool.submit(_fates, program.folder, chunk, isolation, matrix) for chunk in chunks]
        for future in work:
            for fate in future.result():
                yield _waived(fate, waivers)


def _fates(folder: Path, mutants: Sequence[Mutant], isolation: str, matrix: bool) -> list[Fate]:
    """In a worker process: the fate of each."""
    program = load_program(folder)
    walls = open_isolation(isolation)
    try:
        return [_fate(program, mutant, walls, matrix) for mutant in mutants]
    finally:
        walls.close()


def _fate(program: Program, mutant: Mutant, isolation: Isolation, matrix: bool) -> Fate:
    with TemporaryDirectory(prefix="proctor-mutant-") as name:
        workplace = Path(name)
        src = workplace / "src"
        src.mkdir()
        sources = []
        for path in program.sources():
            text = path.read_text("latin-1")
            target = src / path.name
            target.write_text(mutant.apply(text) if path.name == mutant.file else text, "latin-1")
            sources.append(target)
        copies = program.folder / "copy"
        shown = (src, copies) if copies.is_dir() else (src,)
        try:
            binary = compile_program(
                isolation, workplace / "build" / "box", sources, program.flags, shown,
                copies if copies.is_dir() else None, quick=True,
            )  # fmt: skip
        except CompileError:
            return Fate(mutant, "stillborn")
        killers: dict[str, str] = {}
        for test in program.tests("hidden"):
            box = workplace / f"run-{test.folder.name}" / "box"
            box.parent.mkdir()
            completed, seen = run_original(isolation, program, binary, test, box)
            differences = compare(read_golden(test), seen, stderr=program.compares_stderr)
            if completed.limit is not None or differences:
                ended = completed.limit is None and differences
                killers[test.folder.name] = fingerprint(differences[0]) if ended else ""
                if not matrix:
                    break
    return Fate(mutant, "killed" if killers else "survived", killers)


def record_of(fates: Sequence[Fate]) -> Record:
    """What to store of the fates of all mutants of a program."""
    return Record(
        tuple(
            Variant(fate.mutant.name, fate.mutant.change, fate.mutant.trap, fate.killers)
            for fate in fates
            if fate.killers
        ),
        tuple(fate.mutant.name for fate in fates if fate.fate in ("survived", "waived")),
        tuple(fate.mutant.name for fate in fates if fate.fate == "stillborn"),
    )


def recorded(program: Program) -> list[Fate]:
    """The fates that were stored, with today's waivers.

    Raises BadCase where none are stored for these sources, tests and operators.
    """
    record = read_record(program)
    mutants = {mutant.name: mutant for mutant in all_mutants(program)}
    killers = {one.mutant: one.seen for one in record.variants} if record else {}
    known = {*killers, *record.survived, *record.stillborn} if record else set()
    if record is None or known != set(mutants):
        raise BadCase(f"{program.name}: its mutants changed: proctor cobol mutate --record {program.name}")
    waivers = waivers_of(program)
    return [
        Fate(mutant, "killed", killers[name])
        if name in killers
        else Fate(mutant, "stillborn")
        if name in record.stillborn
        else _waived(Fate(mutant, "survived"), waivers)
        for name, mutant in mutants.items()
    ]


def _waived(fate: Fate, waivers: Mapping[str, str]) -> Fate:
    reason = waivers.get(fate.mutant.name)
    return Fate(fate.mutant, "waived", reason=reason) if fate.fate == "survived" and reason else fate


def idle_waivers(program: Program, fates: Sequence[Fate]) -> list[str]:
    """Waivers of mutants that are killed, or that there are not."""
    used = {fate.mutant.name for fate in fates if fate.fate == "waived"}
    return sorted(set(waivers_of(program)) - used)
