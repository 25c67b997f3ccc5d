"""What is submitted: its digest, and removing whatever it left behind."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
from pathlib import Path


def digest_of(submission: Path) -> str:
    """Hex SHA-256 over a file, or over a folder's relative paths, kinds, executable bits, link targets and
    contents.

    Raises OSError if something in it can't be read, and ValueError for what is neither file, folder nor link.
    """
    digest = hashlib.sha256()
    if not submission.is_dir():
        return _add(digest, "", submission)
    for path in sorted(submission.rglob("*")):
        _add(digest, path.relative_to(submission).as_posix(), path)
    return digest.hexdigest()


def _add(digest: hashlib._Hash, name: str, path: Path) -> str:
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        kind, content = "link", os.fsencode(path.readlink())
    elif stat.S_ISDIR(mode):
        kind, content = "folder", b""
    elif stat.S_ISREG(mode):
        kind, content = "program" if mode & 0o111 else "file", path.read_bytes()
    else:
        raise ValueError(f"{path} is neither a file, a folder nor a link")
    # Lengths first, so that no two submissions run into the same bytes.
    head = f"{kind} {len(os.fsencode(name))} {len(content)}\n"
    digest.update(head.encode() + os.fsencode(name) + content)
    return digest.hexdigest()


def remove_tree(folder: Path) -> None:
    """Remove a folder that a hostile program may have filled: deep nesting, shut folders, pipes, odd names.

    Never follows a link. Raises OSError if something can't be removed.
    """
    try:
        _remove_flat(folder)
    except OSError:
        # Deeper than Python's recursion or the longest path: rm(1) walks by folder descriptors.
        subprocess.run(["chmod", "-R", "u+rwx", "--", folder], stderr=subprocess.DEVNULL, check=False)
        subprocess.run(["rm", "-rf", "--", folder], stderr=subprocess.DEVNULL, check=False)
        if folder.exists():
            raise


def _remove_flat(folder: Path) -> None:
    with os.scandir(folder) as entries:
        found = list(entries)
    for entry in found:
        if entry.is_dir(follow_symlinks=False):
            _remove_shallow(Path(entry.path))
        else:
            Path(entry.path).unlink()
    folder.rmdir()


def _remove_shallow(folder: Path) -> None:
    try:
        shutil.rmtree(folder)
    except RecursionError as error:
        raise OSError(f"{folder} is nested too deep") from error
