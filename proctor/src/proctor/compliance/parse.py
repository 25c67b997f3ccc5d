"""The target compiler's own reading of a submission, in isolation: macros and directives may run.

A compiler is the judge of what its language is: where it can't read a file, that file is refused, and where
it can, a detector's doubt is no more than a hint.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from proctor.compliance.finding import Finding
from proctor.compliance.rules import Rules
from proctor.compliance.toolchain import shown_paths
from proctor.isolation.launch import PATH
from proctor.isolation.protocol import Command, Completed, Isolation, Limits
from proctor.languages.catalogue import Language

SECONDS = 120.0
_KEPT = 400


@dataclass(slots=True)
class Parsed:
    """read: the files that the compiler read without a fault. unchecked: why there was no reading, if so."""

    read: set[str] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)
    unchecked: str = ""


def parse(
    isolation: Isolation, root: Path, sources: Sequence[str], language: Language, rules: Rules, box: Path
) -> Parsed:
    """Have the sources read, in a copy of them in `box`, a new folder. Raises IsolationError and OSError."""
    if not rules.parse:
        return Parsed(unchecked=f"{language.title} is read by its compiler when it is built")
    if shutil.which(rules.parse[0], path=PATH) is None:
        return Parsed(unchecked=f"{rules.parse[0]} is not on this machine: no compiler has read the sources")
    wanted = [name for name in sources if PurePosixPath(name).suffix not in rules.fragments]
    src, scratch = box / "src", box / "scratch"
    scratch.mkdir(parents=True)
    for name in sources:
        copy = src / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((root / name).read_bytes())
    (scratch / "reader").write_text(rules.reader)
    reading = _Reading(isolation, language, rules, src, scratch)
    together = "{files}" in rules.parse or "{entry}" in rules.parse
    for files in [wanted] if together else [[name] for name in wanted]:
        reading.read(files)
    return reading.parsed


@dataclass(slots=True)
class _Reading:
    isolation: Isolation
    language: Language
    rules: Rules
    src: Path
    scratch: Path
    parsed: Parsed = field(default_factory=Parsed)

    def read(self, files: list[str]) -> None:
        completed = self.isolation.run(
            Command(
                argv=self._argv(files),
                writable=self.src.parent,
                workdir=self.src,
                readonly=shown_paths(self.language),
                env={"LC_ALL": "C.UTF-8", "HOME": str(self.scratch)},
                limits=Limits(
                    wall_seconds=SECONDS,
                    cpu_seconds=round(SECONDS),
                    memory_bytes=3 << 30,
                    processes=256,
                    disk_bytes=512 << 20,
                ),
            )
        )
        if completed.ok:
            self.parsed.read.update(files)
            return
        said = (completed.stderr + b"\n" + completed.stdout).decode("utf-8", "replace")
        said = said.replace(f"{self.src}/", "").strip()
        text = f"is not {self.language.title}: {_why(completed)}"
        if lines := [line.strip() for line in said.splitlines() if line.strip()]:
            first = next((at for at, line in enumerate(lines) if "rror" in line), 0)
            text += f": {' '.join(lines[first : first + 3])[:_KEPT]}"
        file = next((name for name in files if name in said), files[0])
        self.parsed.findings.append(
            Finding(
                "parse",
                file,
                None,
                text,
                f"every source must be read by the compiler of {self.language.title}",
            )
        )

    def _argv(self, files: list[str]) -> tuple[str, ...]:
        paths = [str(self.src / name) for name in files]
        filled: list[str] = []
        for word in self.rules.parse:
            if word == "{files}":
                filled += paths
                continue
            for name, value in {
                "{file}": paths[0],
                "{entry}": paths[-1],
                "{folder}": str(self.src),
                "{scratch}": str(self.scratch),
                "{reader_file}": str(self.scratch / "reader"),
                "{reader}": self.rules.reader,
            }.items():
                word = word.replace(name, value)
            filled.append(word)
        return tuple(filled)


def _why(completed: Completed) -> str:
    if completed.limit is not None:
        return f"its compiler hit the {completed.limit.value} limit"
    if completed.signal is not None:
        return f"its compiler was ended by signal {completed.signal}"
    return f"its compiler ended with status {completed.exit_code}"
