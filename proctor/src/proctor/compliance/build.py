"""Builds a submission from its sources, in isolation, by its language's fixed commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from proctor.compliance.toolchain import missing_programs, shown_paths
from proctor.isolation.protocol import Command, Completed, Isolation, Limits
from proctor.languages.catalogue import Language

BUILD_SECONDS = 300.0
_KEPT = 4_000


class BuildFailed(Exception):
    """The compiler refused the sources, or did not come to an end; the message says what it said."""


class ToolchainMissing(Exception):
    """The language's tools are not on this machine; the message says how to get them."""


@dataclass(frozen=True, slots=True)
class Built:
    """A program ready to be called.

    argv: how it is called, without the database's path. root: the folder that holds it, with the sources it
    was built from. shows: what it needs to see beside that. seconds: how long the build took.
    """

    argv: tuple[str, ...]
    root: Path
    shows: tuple[Path, ...]
    seconds: float


def build(
    isolation: Isolation,
    source_root: Path,
    sources: Sequence[str],
    language: Language,
    entry: str,
    box: Path,
    hidden: tuple[Path, ...] = (),
) -> Built:
    """Copy the sources into `box`, a new folder, and build them there.

    sources: paths in source_root, in the order in which they are compiled. hidden: what must not be seen.
    Raises BuildFailed, ToolchainMissing, IsolationError and OSError.
    """
    if missing := missing_programs(language):
        raise ToolchainMissing(
            f"{', '.join(missing)} missing, needed for {language.title}: "
            f"apt-get install {' '.join(language.packages)}"
        )
    src = box / "src"
    for name in sources:
        copy = src / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((source_root / name).read_bytes())
    shows = shown_paths(language)
    program, seconds = str(box / "program"), 0.0
    for argv in language.build_commands(str(src / entry), program):
        completed = isolation.run(
            Command(
                argv=_with_sources(argv, src, sources, entry),
                writable=box,
                workdir=src,
                readonly=shows,
                hidden=hidden,
                env={"LC_ALL": "C.UTF-8", "HOME": str(box)},
                limits=_limits(),
            )
        )
        seconds += completed.wall_seconds
        if reason := _failure(completed, src):
            raise BuildFailed(reason)
    return Built(tuple(language.run_command(str(src / entry), program)), box, shows, seconds)


def _with_sources(argv: Sequence[str], src: Path, sources: Sequence[str], entry: str) -> tuple[str, ...]:
    """`{sources}`, a word of its own, stands for every file compiled by itself, the entry last."""
    kind = PurePosixPath(entry).suffix
    others = [str(src / name) for name in sources if name != entry and PurePosixPath(name).suffix == kind]
    words: list[str] = []
    for word in argv:
        words += [*others, str(src / entry)] if word == "{sources}" else [word]
    return tuple(words)


def _limits() -> Limits:
    return Limits(
        wall_seconds=BUILD_SECONDS,
        cpu_seconds=round(BUILD_SECONDS),
        memory_bytes=3 << 30,
        processes=256,
        disk_bytes=1 << 30,
    )


def _failure(completed: Completed, src: Path) -> str | None:
    """Why the build failed, with what the compiler said, if it did."""
    said = (completed.stderr + b"\n" + completed.stdout).decode("utf-8", "replace")
    said = said.replace(f"{src}/", "").strip()[:_KEPT]
    if completed.limit is not None:
        head = f"the build hit the {completed.limit.value} limit ({BUILD_SECONDS:g} s)"
    elif completed.signal is not None:
        head = f"the compiler was ended by signal {completed.signal}"
    elif completed.exit_code:
        head = f"the compiler ended with status {completed.exit_code}"
    else:
        return None
    return f"{head}:\n{said}" if said else head
