"""A submission of this exam: an executable called as ``EXE DATABASE`` with the query on its standard input.

A submission is an executable file, or a folder. A folder says how it is called in ``submission.toml``::

    command = ["python3", "-I", "engine.py"]   # names on the PATH, or files of the folder
    language = "python"                         # optional, shown on the scorecard

Without that file the folder's executable named ``run`` is called, or the only executable file in it.
"""

from __future__ import annotations

import os
import shutil
import stat
import tomllib
from pathlib import Path

from proctor.core.json_types import Json
from proctor.grading.exam import Infrastructure, Prepared, Refused
from proctor.grading.submission import digest_of

MANIFEST = "submission.toml"


def _is_executable(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _from_manifest(folder: Path, text: bytes) -> tuple[tuple[str, ...], dict[str, Json]]:
    try:
        manifest = tomllib.loads(text.decode())
    except ValueError as error:
        raise Refused(f"{MANIFEST} can't be read: {error}") from error
    command = manifest.get("command")
    if not isinstance(command, list) or not command or not all(isinstance(word, str) for word in command):
        raise Refused(f'{MANIFEST} must say: command = ["PROGRAM", …]')
    # A word that names a file of the submission means that file, wherever the submission's copy lies.
    argv = tuple(str(folder / word) if (folder / word).is_file() else word for word in command)
    details: dict[str, Json] = {"command": list(command)}
    if isinstance(manifest.get("language"), str):
        details["language"] = manifest["language"]
    return argv, details


def _from_folder(folder: Path) -> tuple[tuple[str, ...], dict[str, Json]]:
    manifest = folder / MANIFEST
    if manifest.is_file():
        return _from_manifest(folder, manifest.read_bytes())
    if _is_executable(folder / "run"):
        return (str(folder / "run"),), {"command": ["run"]}
    found = sorted(path for path in folder.iterdir() if _is_executable(path))
    if len(found) == 1:
        return (str(found[0]),), {"command": [found[0].name]}
    many = f"{len(found)} executable files" if found else "no executable file"
    raise Refused(f"the folder has {many}, no file named run and no {MANIFEST} to say what to call")


def _copy(submission: Path, target: Path) -> None:
    """Copy with symlinks kept, so that the copy holds what the digest covers."""
    try:
        if submission.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", ".git", "*.pyc")
            shutil.copytree(submission, target, symlinks=True, ignore=ignored)
        else:
            target.mkdir(parents=True)
            shutil.copy2(submission, target / submission.name)
    except shutil.Error as error:
        raise Refused(f"the submission can't be copied: {error.args[0][0][2]}") from error


def _make_readable(root: Path) -> None:
    """Let this user read and enter all of the copy, whatever the modes it came with."""
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | stat.S_IRUSR | (stat.S_IXUSR if path.is_dir() else 0))


def prepare_submission(submission: Path, workplace: Path) -> Prepared:
    """Make a private copy of a submission and find out how it is called.

    Raises Refused if there is nothing to call, and Infrastructure if the copy can't be made.
    """
    if not submission.exists():
        raise Refused(f"there is no submission at {submission}")
    if submission.is_file() and not _is_executable(submission):
        raise Refused(f"{submission} is not executable")
    root = workplace / "submission"
    try:
        _copy(submission, root)
        _make_readable(root)
        if submission.is_dir():
            argv, details = _from_folder(root)
        else:
            argv, details = (str(root / submission.name),), {"command": [submission.name]}
        digest = digest_of(root)
    except OSError as error:
        raise Infrastructure(f"the submission can't be copied: {error}") from error
    return Prepared(root=root, argv=argv, digest=digest, details=details)
