"""`proctor/cobol_migration`: a model ports COBOL programs to a target language, one program a question.

The room holds the sources, the copybooks, the notes, the public tests with what must come out of them, and
this machine's toolchain of the target language. It never holds a hidden test, and GnuCOBOL only where the
case says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Unpack

from inspect_ai import Task, task
from inspect_ai.util import SandboxEnvironment

from proctor.adapters.inspect.bubblewrap_room import RoomConfig
from proctor.adapters.inspect.kinds import Question, SittingKind, file_name
from proctor.adapters.inspect.rules import RuleOptions, names_of, rules_from
from proctor.adapters.inspect.sitting import sitting_task
from proctor.core.selection import Selection
from proctor.exams.cobol_migration.build import cobol_paths
from proctor.exams.cobol_migration.exam import CobolMigration
from proctor.exams.cobol_migration.layout import BUNDLED, LANGUAGES, Program, files_below
from proctor.exams.cobol_migration.target import Target, load_target
from proctor.grading.exam import ExamError

_GNUCOBOL = ("/etc/gnucobol3", "/etc/gnucobol")
_INSTRUCTIONS = """\
Port a COBOL program to {label}, in {label} alone and with its standard library alone.

In the folder you start in lie
- program/src/: the COBOL sources; program/{main} is the main program{copybooks}
- program/docs/: notes, where there are any
- public/: example tests, a folder each. `args.json` holds the arguments, `stdin` what is on standard input,
  `env.json` the environment, `in/` the files that lie in the working folder; what is left out is empty.
  `golden/stdout`, `golden/exit` and `golden/out/` are what must come out: standard output, exit status and
  files.

The original was compiled by GnuCOBOL {compiler} with {flags}.{cobol} There is no network.

Leave the sources of your port in submission/{program}/{language}/{entry}.
They are built anew, with SRC for that folder, and run, like this:
{build}      {run}
in a working folder that holds the input files of a test, with the arguments of the test. Each test has
{seconds:g} s.

The port is judged by hidden tests of the same kind. It counts only if in every one of them the bytes of
standard output, the exit status, and the names and bytes of all files are equal to the original's.{stderr}

Not allowed: COBOL, its compiler or its runtime in any form; another language; starting another program; a
library beyond the standard one; assembler; expected output stored in the port. Submit when you are done.
"""


class CobolMigrationSitting(SittingKind):
    """A question for each program and target language; the submission is a folder of sources."""

    exam = "cobol-migration"

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self._with_cobol: set[str] = set()

    def questions(self, chosen: Sequence[str], selection: Selection) -> list[Question]:
        """One question for each program and each target language named.

        Raises ValueError for none, and for what is no target language; ExamError without cases.
        """
        if not chosen:
            raise ValueError(f"cobol-migration needs a target language: {', '.join(LANGUAGES)}")
        if strange := [name for name in chosen if name not in LANGUAGES]:
            raise ValueError(f"{strange[0]!r} is no target language; there are {', '.join(LANGUAGES)}")
        cases = CobolMigration().load(selection)
        if cases.malformed:
            raise ExamError(f"{cases.malformed[0].where}: {cases.malformed[0].reason}")
        found = []
        for language in dict.fromkeys(chosen):
            for program in cases:
                if not isinstance(program, Program) or language not in program.targets:
                    continue
                question = _question(program, load_target(language), selection)
                found.append(question)
                if program.cobol_in_room:
                    self._with_cobol.add(question.name)
        return found

    def room(self, question: Question) -> RoomConfig:
        """This machine's toolchain of the target language; GnuCOBOL only if the case says so."""
        shows = [str(path) for path in load_target(question.language).shows]
        if question.name in self._with_cobol:
            shows += [path for path in _GNUCOBOL if Path(path).is_dir()]
            hidden: tuple[Path, ...] = ()
        else:
            hidden = cobol_paths()
        if Path("/usr") in BUNDLED.parents:
            hidden = (*hidden, BUNDLED)
        return RoomConfig(readonly=tuple(shows), hidden=tuple(str(path) for path in hidden))

    async def check(self, question: Question, room: SandboxEnvironment) -> str | None:
        """The toolchain must be there, GnuCOBOL only if the case says so."""
        target = load_target(question.language)
        for word in sorted({target.build[0], target.run[0]}):
            if not word.startswith("{") and not await _finds(room, word):
                return f"it has no {word}: apt-get install {' '.join(target.packages)}"
        has_cobol = await _finds(room, "cobc") or await _finds(room, "cobcrun")
        if has_cobol and question.name not in self._with_cobol:
            return "it has GnuCOBOL"
        if not has_cobol and question.name in self._with_cobol:
            return "it has no GnuCOBOL: apt-get install gnucobol3"
        return None


async def _finds(room: SandboxEnvironment, program: str) -> bool:
    """Whether a room has a program: it must be found and not be empty (as what is hidden is)."""
    look = 'found=$(command -v "$1") && test -s "$found"'
    return (await room.exec(["sh", "-c", look, "sh", program], timeout=60)).success


def _question(program: Program, target: Target, selection: Selection) -> Question:
    return Question(
        name=file_name(f"{program.name}-{target.name}"),
        language=target.name,
        instructions=_told(program, target),
        files=dict(_shown(program)),
        setup=(("mkdir", "-p", f"submission/{program.name}/{target.name}"),),
        exam_options={"language": target.name},
        selection=Selection(selection.source, names=(program.name,)),
    )


def _shown(program: Program) -> Iterator[tuple[str, bytes]]:
    """What is laid into the room: sources, copybooks, notes, and the public tests with their goldens."""
    for part in ("src", "copy", "docs"):
        for name, content in files_below(program.folder / part).items():
            yield f"program/{part}/{name}", content
    for test in program.tests("public"):
        for name, content in files_below(test.folder).items():
            if name != "golden/manifest.json":
                yield f"public/{test.folder.name}/{name}", content


def _told(program: Program, target: Target) -> str:
    entry = target.main or f"*{target.extensions[0]}"
    places = {"{src}": "SRC", "{out}": "OUT", "{sources}": f"SRC/*{target.compiled[0]}"}
    return _INSTRUCTIONS.format(
        label=target.label,
        main=program.main,
        copybooks="; program/copy/: its copybooks" if program.copybooks() else "",
        compiler=program.compiler,
        flags=" ".join(program.flags),
        cobol=" It is in this room: cobc." if program.cobol_in_room else " It is not in this room.",
        program=program.name,
        language=target.name,
        entry=entry,
        build="" if not target.build else f"      {_words(target.build, places)}\n",
        run=_words(target.run, places),
        seconds=program.seconds,
        stderr=" Standard error counts too." if program.compares_stderr else "",
    )


def _words(command: Sequence[str], places: Mapping[str, str]) -> str:
    line = " ".join(command)
    for mark, place in places.items():
        line = line.replace(mark, place)
    return line


@task
def cobol_migration(
    target: str,
    cases: str | None = None,
    prefix: str | None = None,
    everything: bool = False,
    **rules: Unpack[RuleOptions],
) -> Task:
    """COBOL programs to be ported to a target language, or to several with commas between."""
    kind = CobolMigrationSitting()
    selection = Selection(Path(cases) if cases else None, everything, (prefix,) if prefix else ())
    return sitting_task(kind, kind.questions(names_of(target), selection), rules_from(kind, rules))
