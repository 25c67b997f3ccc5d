"""Bad input for Litestone: damaged database files and damaged SQL scripts, compared with real SQLite.

Prints how many were tried, on how many both engines came to the same outcome (for each statement ok, or the
primary result code of its error), and how many ended in a Python exception, out of time or out of memory;
of each kind of fault one line with how to see it again. Exit status 1 if there was any.

    python benchmarks/fuzz.py --files 20000 --scripts 20000 --cases CASES.jsonl
    python benchmarks/fuzz.py --replay FOLDER
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

import fuzz_files
import fuzz_scripts
from fuzz_outcome import INTERRUPTED, MEMORY, NOMEM, TIME, Outcome, agree, run_ours, run_real

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT.parent / "shared" / "cases" / "multilangbench-dev.jsonl"
MEMORY_LIMIT = 2 << 30
SECONDS_OURS = 10.0
SECONDS_REAL = 0.2
STATEMENTS = "statements.json"


class Tally:
    """What has been found so far, for one sort of input."""

    def __init__(self, sort: str, keep: Path) -> None:
        self.sort = sort
        self.keep = keep
        self.tried = 0
        self.agreed = 0
        self.undecided = 0
        self.statements = 0
        self.same = 0
        self.faults: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.shown: dict[str, str] = {}
        self.differences: Counter[str] = Counter()
        self.examples: dict[str, str] = {}

    def add(
        self, name: str, files: dict[str, bytes], statements: list[str], ours: Outcome, real: Outcome
    ) -> None:
        """Count one input; the first of each kind of fault is kept."""
        self.tried += 1
        heavy = real.fault == TIME or NOMEM in real.codes or INTERRUPTED in real.codes
        if ours.fault in (TIME, MEMORY) and heavy:
            self.undecided += 1
            return
        compared, same = agree(ours, real)
        self.statements += compared
        self.same += same
        if ours.fault:
            self.faults[ours.fault] += 1
            kind = f"{ours.fault}: {ours.kind}"
            self.kinds[kind] += 1
            if kind not in self.shown:
                self.shown[kind] = save(self.keep / name, files, statements, ours.trace)
        elif same == compared:
            self.agreed += 1
        else:
            self.note_difference(name, files, statements, ours, real)

    def note_difference(
        self, name: str, files: dict[str, bytes], statements: list[str], ours: Outcome, real: Outcome
    ) -> None:
        """Count the first statement whose outcomes differ, by the two outcomes and its first words."""
        at = next(at for at, (one, two) in enumerate(zip(ours.codes, real.codes, strict=False)) if one != two)
        words = " ".join(statements[at].split()[:2]) if self.sort == "files" else ""
        kind = f"ours {ours.codes[at]}, real {real.codes[at]} {words}"
        self.differences[kind] += 1
        if kind not in self.examples:
            self.examples[kind] = save(self.keep / name, files, statements[: at + 1], "")

    def report(self) -> None:
        """Print it all."""
        print(f"{self.sort}: {self.tried} tried, {self.agreed} agreed with SQLite", end=" ")
        print(f"({self.same} of {self.statements} statements),", end=" ")
        print(f"{self.faults['exception']} Python exceptions, {self.faults[TIME]} out of time,", end=" ")
        print(f"{self.faults[MEMORY]} out of memory, {self.undecided} too heavy for both")
        for kind, count in self.kinds.most_common():
            print(f"  {count} x {kind}: {self.shown[kind]}")
        for kind, count in self.differences.most_common(25):
            print(f"    {count} x {kind}: {self.examples[kind]}")


def save(folder: Path, files: dict[str, bytes], statements: list[str], trace: str) -> str:
    """Keep an input; gives the command that runs it again."""
    folder.mkdir(parents=True, exist_ok=True)
    for suffix, data in files.items():
        (folder / f"a.db{suffix}").write_bytes(data)
    (folder / STATEMENTS).write_text(json.dumps(statements, indent=1))
    if trace:
        (folder / "trace.txt").write_text(trace, errors="replace")
    return f"python benchmarks/fuzz.py --replay {folder}"


def both(scratch: Path, files: dict[str, bytes], statements: list[str]) -> tuple[Outcome, Outcome]:
    """Run the statements on both engines, each on files of its own (none: in memory)."""
    outcomes = []
    for name, run, seconds in (("real", run_real, SECONDS_REAL), ("ours", run_ours, SECONDS_OURS)):
        folder = scratch / name
        folder.mkdir()
        for suffix, data in files.items():
            (folder / f"a.db{suffix}").write_bytes(data)
        before = Path.cwd()
        os.chdir(folder)
        try:
            outcomes.append(run("a.db" if files else ":memory:", statements, seconds))
        finally:
            os.chdir(before)
            shutil.rmtree(folder)
    return outcomes[1], outcomes[0]


def fuzz_file(
    seed: int, number: int, originals: list[fuzz_files.Original], tally: Tally, scratch: Path
) -> None:
    """Damage and try one database."""
    random = Random(f"file {seed} {number}")
    original = random.choice(originals)
    files = fuzz_files.mutate(original, random)
    statements = fuzz_files.statements(random)
    ours, real = both(scratch, files, statements)
    tally.add(f"file-{seed}-{number}", files, statements, ours, real)


def fuzz_script(seed: int, number: int, scripts: list[list[str]], tally: Tally, scratch: Path) -> None:
    """Damage and try one script."""
    random = Random(f"script {seed} {number}")
    statements = fuzz_scripts.mutate(random.choice(scripts), scripts, random)
    ours, real = both(scratch, {}, statements)
    tally.add(f"script-{seed}-{number}", {}, statements, ours, real)


def replay(folder: Path, scratch: Path) -> int:
    """Run one kept input again and show both outcomes."""
    statements = json.loads((folder / STATEMENTS).read_text())
    files = {path.name.removeprefix("a.db"): path.read_bytes() for path in folder.glob("a.db*")}
    ours, real = both(scratch, files, statements)
    for at, sql in enumerate(statements):
        codes = [each.codes[at] if at < len(each.codes) else each.fault or "-" for each in (ours, real)]
        print(f"ours {codes[0]:>9}  real {codes[1]:>4}  {sql[:2000]}")
    print(ours.trace)
    return 1 if ours.fault else 0


def main() -> int:
    """Try what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--files", type=int, default=1000, help="damaged databases to try")
    parser.add_argument("--scripts", type=int, default=1000, help="damaged scripts to try")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600, help="stop after so long")
    parser.add_argument(
        "--cases", type=Path, default=CASES, help="cases (JSON lines) whose scripts are damaged"
    )
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "litestone-fuzz")
    parser.add_argument("--replay", type=Path, help="run one kept input again")
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, resource.getrlimit(resource.RLIMIT_AS)[1]))
    end = time.monotonic() + arguments.seconds
    tallies = [Tally("files", arguments.keep), Tally("scripts", arguments.keep)]
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        scratch = Path(name)
        if arguments.replay:
            return replay(arguments.replay, scratch)
        (scratch / "originals").mkdir()
        originals = fuzz_files.originals(scratch / "originals") if arguments.files else []
        scripts = fuzz_scripts.scripts_of_cases(arguments.cases, 4000) if arguments.scripts else []
        for number in range(max(arguments.files, arguments.scripts)):
            if time.monotonic() > end:
                break
            if number < arguments.files:
                fuzz_file(arguments.seed, number, originals, tallies[0], scratch)
            if number < arguments.scripts:
                fuzz_script(arguments.seed, number, scripts, tallies[1], scratch)
    for tally in tallies:
        tally.report()
    return 1 if any(tally.faults for tally in tallies) else 0


if __name__ == "__main__":
    sys.exit(main())
