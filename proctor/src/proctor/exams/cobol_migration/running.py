"""Runs one test of a program, original or port, in isolation, and gathers what came out of it."""

from __future__ import annotations

import fnmatch
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from proctor.exams.cobol_migration.layout import Test
from proctor.isolation.protocol import Command, Completed, Isolation, Limits

OUTPUT_BYTES = 4 << 20
FILE_BYTES = 32 << 20


@dataclass(frozen=True, slots=True)
class Observed:
    """What a run let itself be seen by.

    exit_code is None where a signal or a limit ended it. files holds every file that is new or changed in
    the working folder; gone names the input files that are there no more; odd what is neither file nor
    folder.
    """

    stdout: bytes
    stderr: bytes
    exit_code: int | None
    files: Mapping[str, bytes]
    gone: tuple[str, ...] = ()
    odd: tuple[str, ...] = ()


def limits_of(seconds: float) -> Limits:
    """The limits of one test: its seconds, and bounds that no honest port comes near."""
    return Limits(
        wall_seconds=seconds,
        cpu_seconds=max(1, round(seconds)),
        output_bytes=OUTPUT_BYTES,
        file_bytes=FILE_BYTES,
        disk_bytes=2 * FILE_BYTES,
        files=500,
    )


def run_test(
    isolation: Isolation,
    test: Test,
    argv: Sequence[str],
    box: Path,
    readonly: tuple[Path, ...],
    limits: Limits,
    *,
    hidden: tuple[Path, ...] = (),
    internal: Sequence[str] = (),
    env: Mapping[str, str] | None = None,
) -> tuple[Completed, Observed]:
    """Run one test in `box`, a new folder that gets the test's input files and nothing else.

    internal: patterns of files that are not gathered. env comes on top of the test's own. Raises
    IsolationError and OSError.
    """
    box.mkdir()
    inputs = test.inputs()
    for name, content in inputs.items():
        target = box / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    completed = isolation.run(
        Command(
            argv=(*argv, *test.args()),
            writable=box,
            stdin=test.stdin(),
            readonly=readonly,
            hidden=hidden,
            env={**test.env(), **(env or {})},
            limits=limits,
            keep_output=limits.output_bytes,
        )
    )
    return completed, _gather(completed, box, inputs, internal)


def _gather(
    completed: Completed, box: Path, inputs: Mapping[str, bytes], internal: Sequence[str]
) -> Observed:
    files: dict[str, bytes] = {}
    odd: list[str] = []
    present: set[str] = set()
    for parent, folders, names in os.walk(box, followlinks=False):
        for name in (*folders, *names):
            path = Path(parent, name)
            relative = path.relative_to(box).as_posix()
            present.add(relative)
            mode = path.lstat().st_mode
            if stat.S_ISDIR(mode) or _matches(relative, internal):
                continue
            if not stat.S_ISREG(mode) or path.lstat().st_size > FILE_BYTES:
                odd.append(relative)
                continue
            path.chmod(0o600)
            content = path.read_bytes()
            if inputs.get(relative) != content:
                files[relative] = content
    gone = tuple(name for name in sorted(inputs) if name not in present and not _matches(name, internal))
    return Observed(
        completed.stdout, completed.stderr, completed.exit_code, dict(sorted(files.items())), gone, tuple(odd)
    )


def _matches(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)
