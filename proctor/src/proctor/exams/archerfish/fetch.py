"""Fetching the public workloads: a clone of Archerfish's repository in the user's cache."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from proctor.grading.exam import ExamError

ADDRESS = "https://github.com/archerfish-bench/benchmark"
_SECONDS = 1800


@dataclass(frozen=True, slots=True)
class Clone:
    """A clone at hand: its folder, where it came from, the commit that is checked out."""

    folder: Path
    address: str
    commit: str


def fetch(cache: Path, commit: str | None = None, address: str = ADDRESS) -> Clone:
    """Clone the repository or bring the clone up to date; a failure leaves an older clone as it was.

    commit: which to check out; default: the newest. Raises ExamError with one line.
    """
    folder = cache / "repository"
    if (folder / ".git").exists():
        _git("-C", str(folder), "fetch", "--quiet", "--force", "origin")
    else:
        cache.mkdir(parents=True, exist_ok=True)
        fresh = cache / f"repository.{os.getpid()}.part"
        try:
            _git("clone", "--quiet", address, str(fresh))
            fresh.rename(folder)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    _git("-C", str(folder), "checkout", "--quiet", "--force", "--detach", commit or "origin/HEAD")
    return Clone(folder, address, _git("-C", str(folder), "rev-parse", "HEAD").strip())


def workloads_in(folder: Path) -> list[Path]:
    """The workload files of a clone, sorted."""
    return sorted(path for path in folder.rglob("*workload*.y*ml") if ".git" not in path.parts)


def _git(*arguments: str) -> str:
    environment = os.environ | {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ["git", *arguments], capture_output=True, text=True, errors="replace", timeout=_SECONDS,
            env=environment, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except FileNotFoundError:
        raise ExamError("git is missing; on Debian: apt-get install git") from None
    except subprocess.TimeoutExpired:
        raise ExamError(f"git took longer than {_SECONDS} s and was stopped") from None
    if done.returncode:
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()] or ["no reason given"]
        fatal = [line for line in lines if line.startswith(("fatal:", "error:"))]
        raise ExamError(f"the public workloads can't be fetched: {(fatal or lines)[-1]}")
    return done.stdout
