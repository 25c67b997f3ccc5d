"""Builds a port from its sources, in isolation; whatever was built elsewhere is thrown away."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from proctor.exams.cobol_migration.compliance import breaches, sources_of
from proctor.exams.cobol_migration.target import Target
from proctor.isolation.protocol import Command, Isolation, LimitHit, Limits

_KEPT = 4_000
_TOOLCHAIN = ("/usr/bin/cobc", "/usr/bin/cobcrun", "/usr/share/gnucobol", "/usr/lib/gnucobol")


class BuildFailed(Exception):
    """The compiler refused the port, or did not come to an end; the message is what it printed."""


class NotAllowed(Exception):
    """The port breaks a rule; the message lists how."""


@dataclass(frozen=True, slots=True)
class Built:
    """A port ready to run: its command, what must be shown to it, and which files were set aside."""

    argv: tuple[str, ...]
    readonly: tuple[Path, ...]
    aside: tuple[str, ...] = ()
    hidden: tuple[Path, ...] = field(default=())


@functools.cache
def cobol_paths() -> tuple[Path, ...]:
    """The COBOL compiler and runtime of this machine: hidden from a port while it is built and run."""
    found = [Path(path) for path in _TOOLCHAIN]
    for folder in ("/usr/lib", "/usr/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"):
        found += [*Path(folder).glob("libcob.so*"), *Path(folder).glob("libcob.a"), Path(folder, "gnucobol")]
    return tuple(sorted({path for path in found if path.exists() and not path.is_symlink()}))


def build(isolation: Isolation, port: Path, target: Target, box: Path, hidden: tuple[Path, ...]) -> Built:
    """Check a port's folder and build it in `box`, a new folder.

    hidden: what must not be seen beside the COBOL tools. Raises NotAllowed, BuildFailed, IsolationError.
    """
    sources, aside, wrong = sources_of(port, target)
    wrong += breaches(sources, port, target)
    if wrong:
        raise NotAllowed("\n".join(wrong[:20]))
    src, out = box / "src", box / "out"
    out.mkdir(parents=True)
    copies = []
    for path in sources:
        copy = src / path.relative_to(port)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
        copies.append(copy)
    kept_out = (*cobol_paths(), *hidden)
    given = [str(copy) for copy in copies if copy.suffix in target.compiled]
    completed = isolation.run(
        Command(
            argv=_filled(target.build, src, out, given),
            writable=box,
            readonly=target.shows,
            hidden=kept_out,
            env={"LC_ALL": "C.UTF-8"},
            limits=Limits(
                wall_seconds=target.build_seconds,
                # Above the wall clock's: a compiler that is ended by it says so in words of its own.
                cpu_seconds=round(2 * target.build_seconds) + 1,
                memory_bytes=3 << 30,
                processes=256,
                disk_bytes=256 << 20,
            ),
        )
    )
    if completed.limit is not None:
        timed = completed.limit in (LimitHit.WALL, LimitHit.CPU)
        raise BuildFailed(
            f"error: the build took more than {target.build_seconds:g} s"
            if timed
            else f"error: the build hit the {completed.limit.value} limit"
        )
    if not completed.ok:
        said = (completed.stderr + completed.stdout).decode("utf-8", "replace").replace(f"{src}/", "").strip()
        raise BuildFailed(said[:_KEPT] or f"the build ended with status {completed.exit_code}")
    for cache in src.rglob("__pycache__"):
        shutil.rmtree(cache)
    return Built(_filled(target.run, src, out, given), (box, *target.shows), tuple(aside), kept_out)


def _filled(words: Sequence[str], src: Path, out: Path, sources: Sequence[str]) -> tuple[str, ...]:
    filled: list[str] = []
    for word in words:
        if word == "{sources}":
            filled += sources
        else:
            filled.append(word.replace("{src}", str(src)).replace("{out}", str(out)))
    return tuple(filled)
