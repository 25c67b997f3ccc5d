"""What of the things that Proctor can use is on this machine."""

from __future__ import annotations

import platform
import shutil
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from proctor.exams.cache import cache_folder
from proctor.exams.cobol_migration.layout import LANGUAGES
from proctor.exams.cobol_migration.oracle import versions
from proctor.exams.cobol_migration.target import load_target
from proctor.exams.multilangbench.oracle.find import find_oracle, find_shell
from proctor.exams.public_repository import fetched
from proctor.grading.exam import ExamError
from proctor.isolation.protocol import IsolationUnavailable
from proctor.isolation.registry import open_isolation


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing: whether it was found, what exactly (or how to get it), and whether grading needs it."""

    name: str
    found: bool
    what: str
    needed: bool = False


def _isolation(name: str, needed: bool) -> Finding:
    try:
        open_isolation(name).close()
    except IsolationUnavailable as error:
        return Finding(f"isolation: {name}", False, str(error), needed)
    return Finding(f"isolation: {name}", True, "works", needed)


def _oracle() -> Finding:
    try:
        oracle = find_oracle()
    except ExamError as error:
        return Finding("oracle", False, str(error), needed=True)
    return Finding("oracle", True, f"{oracle.identity().name}, {oracle.version}", needed=True)


def _package(name: str, extra: str) -> Finding:
    try:
        return Finding(name, True, version(name))
    except PackageNotFoundError:
        return Finding(name, False, f'for {extra}: pip install "proctor[{extra}]"')


def _clone() -> Finding:
    try:
        clone = fetched(cache_folder("multilangbench"))
    except ExamError as error:
        return Finding("published cases", False, str(error))
    if clone is None:
        return Finding(
            "published cases", False, "proctor fetch multilangbench (the bundled cases are used until then)"
        )
    return Finding("published cases", True, f"commit {clone.commit[:12]} in {clone.folder}")


def _shell() -> Finding:
    shell = find_shell("3.40.1")
    how = "for cases that use the shell's own functions; on Debian 12: apt-get install sqlite3"
    return Finding("sqlite3 shell 3.40.1", shell is not None, shell or how)


def _target(name: str) -> Finding:
    target = load_target(name)
    how = f"for ports of COBOL programs; on Debian: apt-get install {' '.join(target.packages)}"
    found = target.version()
    return Finding(f"target: {name}", found is not None, found or how)


def _cobol() -> Finding:
    try:
        said = versions()
    except ExamError as error:
        return Finding("cobc", False, f"only for making cases: {error}")
    return Finding("cobc", True, said["cobc"])


def examine() -> list[Finding]:
    """Everything, what grading needs first."""
    git = shutil.which("git")
    return [
        Finding("python", True, platform.python_version(), needed=True),
        _isolation("bubblewrap", needed=True),
        _oracle(),
        _shell(),
        _isolation("docker", needed=False),
        Finding("git", git is not None, git or "for fetching cases; on Debian: apt-get install git"),
        _clone(),
        _package("distributed", "dask"),
        _cobol(),
        *(_target(name) for name in LANGUAGES),
    ]
