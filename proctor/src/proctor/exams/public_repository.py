"""Fetching an exam's published cases: a clone of their public repository in the user's cache."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from proctor.grading.exam import ExamError

_SECONDS = 1800


@dataclass(frozen=True, slots=True)
class Clone:
    """A clone at hand: its folder, the address it came from and the commit that is checked out."""

    folder: Path
    address: str
    commit: str


def _git(arguments: list[str], seconds: float = _SECONDS) -> str:
    environment = os.environ | {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ["git", *arguments], capture_output=True, text=True, errors="replace", timeout=seconds,
            env=environment,
            check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except FileNotFoundError:
        raise ExamError("git is missing; on Debian: apt-get install git") from None
    except subprocess.TimeoutExpired:
        raise ExamError(f"git {arguments[0]} took longer than {seconds:.0f} s and was stopped") from None
    if done.returncode != 0:
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        fatal = [line for line in lines if line.startswith(("fatal:", "error:"))]
        reason = (fatal or lines or ["no reason given"])[-1]
        raise ExamError(f"git {arguments[0]} failed: {reason}")
    return done.stdout


def fetched(cache: Path) -> Clone | None:
    """The clone in the cache, if there is one."""
    folder = cache / "repository"
    if not (folder / ".git").exists():
        return None
    commit = _git(["-C", str(folder), "rev-parse", "HEAD"], 60).strip()
    address = _git(["-C", str(folder), "config", "--get", "remote.origin.url"], 60).strip()
    return Clone(folder, address, commit)


def fetch(cache: Path, address: str, commit: str | None = None) -> Clone:
    """Clone the repository, or bring the clone up to date, and check a commit out (the newest unless one is
    given).

    A failed fetch leaves an older clone as it was. Raises ExamError with one line that says what went wrong.
    """
    folder = cache / "repository"
    if not (folder / ".git").exists():
        cache.mkdir(parents=True, exist_ok=True)
        fresh = cache / f"repository.{os.getpid()}.part"
        shutil.rmtree(fresh, ignore_errors=True)
        try:
            _git(["clone", "--quiet", address, str(fresh)])
            fresh.rename(folder)
        except ExamError as error:
            raise ExamError(f"{address} can't be fetched: {error}") from error
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    else:
        try:
            _git(["-C", str(folder), "fetch", "--quiet", "--force", "origin"])
        except ExamError as error:
            raise ExamError(f"{address} can't be fetched: {error}") from error
    _git(["-C", str(folder), "checkout", "--quiet", "--force", "--detach", commit or "origin/HEAD"])
    clone = fetched(cache)
    assert clone is not None
    return clone
