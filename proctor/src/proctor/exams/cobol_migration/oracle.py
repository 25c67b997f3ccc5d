"""The oracle: the original, compiled with GnuCOBOL, run in isolation under two different surroundings.

Only recording needs a COBOL compiler; grading reads the goldens that recording stored.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from proctor.exams.cobol_migration.golden import (
    manifest_of,
    read_golden,
    sources_digest,
    write_golden,
)
from proctor.exams.cobol_migration.layout import BadCase, Program, Test
from proctor.exams.cobol_migration.running import Observed, limits_of, run_test
from proctor.grading.exam import ExamError
from proctor.isolation.protocol import Command, Completed, Isolation, Limits

# What the two runs of a test differ in, beside the working folder: GnuCOBOL takes its clock from
# COB_CURRENT_DATE (GnuCOBOL 3.x, runtime.cfg: current_date), the C library its zone from TZ.
SURROUNDINGS: tuple[Mapping[str, str], ...] = (
    {"TZ": "UTC", "COB_CURRENT_DATE": "2001/02/03 04:05:06"},
    {"TZ": "Asia/Kathmandu", "COB_CURRENT_DATE": "2031/11/29 22:58:57"},
)
_COMPILE = Limits(wall_seconds=60, cpu_seconds=60)
# Debian keeps the compiler's dialects, and the runtime's settings, under /etc: outside what isolation shows.
_CONFIGURATION = tuple(path for path in (Path("/etc/gnucobol3"), Path("/etc/gnucobol")) if path.is_dir())


class CompileError(Exception):
    """The compiler refused the program; the message is what it printed."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of one test: `problem` is None where the golden stands."""

    test: str
    problem: str | None


def versions() -> dict[str, str]:
    """The compiler's and the runtime's own words on their versions. Raises ExamError without a compiler."""
    said: dict[str, str] = {}
    for key, tool in (("cobc", "cobc"), ("runtime", "cobcrun")):
        path = shutil.which(tool)
        if path is None:
            raise ExamError(f"{tool} is missing; on Debian: apt-get install gnucobol3")
        done = subprocess.run([path, "--version"], capture_output=True, timeout=30, check=False)
        said[key] = done.stdout.decode("utf-8", "replace").splitlines()[0]
    return said


def compile_program(
    isolation: Isolation,
    box: Path,
    sources: Sequence[Path],
    flags: Sequence[str],
    readonly: tuple[Path, ...],
    copies: Path | None,
    *,
    quick: bool = False,
) -> Path:
    """Compile in `box`, a new folder; gives the program's path. Raises CompileError.

    quick: without debugging symbols, by the faster linker if there is one; the program does the same.
    """
    box.mkdir(parents=True)
    target = box / "program"
    include = ("-I", str(copies)) if copies else ()
    argv = ("cobc", "-x", *flags, *include, "-o", str(target), *(str(path) for path in sources))
    done = isolation.run(
        Command(
            argv=argv,
            writable=box,
            readonly=(*readonly, *_CONFIGURATION),
            env=_quick() if quick else {},
            limits=_COMPILE,
        )
    )
    if not done.ok or not target.is_file():
        said = (done.stderr + done.stdout).decode("utf-8", "replace").strip()
        raise CompileError(said or f"cobc ended with {done.exit_code}, limit {done.limit}")
    return target


def _quick() -> dict[str, str]:
    """cobc's own variables for the C compiler and the linker (GnuCOBOL FAQ, "environment variables")."""
    linker = {"COB_LDFLAGS": "-fuse-ld=gold"} if shutil.which("ld.gold") else {}
    return {"COB_CFLAGS": "-pipe -O0 -w", **linker}


def compile_original(isolation: Isolation, program: Program, box: Path) -> Path:
    """Compile a case's program. Raises CompileError."""
    copies = program.folder / "copy"
    shown = (program.folder / "src", copies) if copies.is_dir() else (program.folder / "src",)
    return compile_program(
        isolation, box, program.sources(), program.flags, shown, copies if copies.is_dir() else None
    )


def run_original(
    isolation: Isolation, program: Program, binary: Path, test: Test, box: Path, surroundings: int = 0
) -> tuple[Completed, Observed]:
    """Run one test of the compiled original."""
    return run_test(
        isolation,
        test,
        (str(binary),),
        box,
        (binary.parent, *_CONFIGURATION),
        limits_of(program.seconds),
        internal=program.internal,
        env=SURROUNDINGS[surroundings],
    )


def record(isolation: Isolation, program: Program, workplace: Path, *, verify: bool) -> list[Recorded]:
    """Run every test twice; store the goldens, or with `verify` compare with those stored.

    workplace: an empty folder. Raises CompileError, and BadCase where the compiler is not the case's.
    """
    said = versions()
    if program.compiler not in said["cobc"]:
        raise BadCase(f"{program.name} wants cobc {program.compiler}; this one is {said['cobc']}")
    binary = compile_original(isolation, program, workplace / "build" / "box")
    return [
        Recorded(test.name, _record_one(isolation, program, binary, test, workplace, said, verify))
        for test in program.all_tests()
    ]


def _record_one(
    isolation: Isolation,
    program: Program,
    binary: Path,
    test: Test,
    workplace: Path,
    said: Mapping[str, str],
    verify: bool,
) -> str | None:
    seen: list[Observed] = []
    for number in range(len(SURROUNDINGS)):
        box = workplace / f"{test.name.replace('/', '-')}-{number}" / f"{'elsewhere' * number}box"
        box.parent.mkdir()
        completed, observed = run_original(isolation, program, binary, test, box, number)
        if completed.limit is not None or completed.exit_code is None:
            return f"the original hit a limit or a signal ({completed.limit or completed.signal})"
        if observed.odd:
            return f"the original left what is no plain file: {', '.join(observed.odd)}"
        seen.append(observed)
        shutil.rmtree(box.parent)
    if problem := unstable(program, *seen):
        return problem
    if not verify:
        write_golden(test, program, seen[0], said)
        return None
    try:
        golden = read_golden(test)
        manifest = manifest_of(test)
    except BadCase as error:
        return str(error)
    if manifest["sources"] != sources_digest(program):
        return "the sources were changed after the golden was recorded"
    parts = differing_parts(program, golden, seen[0])
    return f"the golden differs in {', '.join(parts)}" if parts else None


def unstable(program: Program, first: Observed, second: Observed) -> str | None:
    """What makes a test unfit: something that differs between two runs of the same program on it."""
    parts = differing_parts(program, first, second)
    if not parts:
        return None
    return f"unstable: {', '.join(parts)} differ between two runs (clock, zone, folder or chance)"


def differing_parts(program: Program, one: Observed, other: Observed) -> list[str]:
    """The names of what differs between two runs of a program, in a fixed order."""
    parts = []
    if one.stdout != other.stdout:
        parts.append("stdout")
    if program.compares_stderr and one.stderr != other.stderr:
        parts.append("stderr")
    if one.exit_code != other.exit_code:
        parts.append("exit status")
    names = sorted({*one.files, *other.files})
    parts += [name for name in names if one.files.get(name) != other.files.get(name)]
    if one.gone != other.gone:
        parts.append("files removed")
    return parts + sorted({*one.odd, *other.odd})
