"""Takes a submission out of a room. What comes out is hostile: it is unpacked by strict rules or refused."""

from __future__ import annotations

import errno
import io
import os
import posixpath
import tarfile
from pathlib import Path

from proctor.grading.exam import Refused

MOST_BYTES = 64 << 20
MOST_FILES = 20_000
# What the system says of a name, not of the disk. Whatever else it says is ours.
_OF_NAMES = (errno.ENAMETOOLONG, errno.EINVAL, errno.ELOOP, errno.EILSEQ)


def unpack(archive: bytes, folder: Path) -> None:
    """Unpack a tar archive into an empty folder: files, folders, and links that stay inside; nothing else.

    Owners, times and special modes are dropped; the executable bit is kept. Raises Refused for what is no
    such archive, names and links that leave the folder, devices, and too much of anything; OSError if the
    disk fails us.
    """
    root = Path(os.path.realpath(folder))
    try:
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as tar:
            total = 0
            for number, member in enumerate(tar, 1):
                total += member.size
                if number > MOST_FILES or total > MOST_BYTES:
                    raise Refused(
                        f"the submission is larger than {MOST_BYTES >> 20} MiB or {MOST_FILES} files"
                    )
                _unpack_one(tar, member, root)
    except (tarfile.TarError, ValueError, OverflowError, RecursionError) as error:
        # ValueError: a zero byte in a name, a number that is none; RecursionError: headers upon headers.
        raise Refused(f"the submission can't be unpacked: {error}") from error
    except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:
        raise Refused(f"the submission holds one name twice: {error.filename}") from error
    except OSError as error:
        if error.errno not in _OF_NAMES:
            raise
        raise Refused(f"the submission has a name that can't be: {error.strerror}") from error
    _check_links(root)


def _unpack_one(tar: tarfile.TarFile, member: tarfile.TarInfo, root: Path) -> None:
    name = posixpath.normpath(member.name)
    if name == ".":
        return
    if name.startswith("/") or name.split("/")[0] == "..":
        raise Refused(f"the submission names a file outside its folder: {member.name!r}")
    target = root / name
    parent = target.parent
    # A link unpacked earlier must not lead a later name out of the folder: not even to make a folder there.
    if not _is_inside(parent, root):
        raise Refused(f"the submission reaches {member.name!r} through a link that leaves its folder")
    parent.mkdir(parents=True, exist_ok=True)
    if member.isdir():
        target.mkdir(exist_ok=True)
    elif member.issym():
        inside = posixpath.normpath(posixpath.join(posixpath.dirname(name), member.linkname))
        if member.linkname.startswith("/") or inside.split("/")[0] == "..":
            raise Refused(f"the link {member.name!r} leaves the submission")
        target.symlink_to(member.linkname)
    elif member.isreg():
        source = tar.extractfile(member)
        assert source is not None
        with target.open("xb") as file:
            file.write(source.read())
        target.chmod(0o755 if member.mode & 0o111 else 0o644)
    elif member.islnk():
        _unpack_hard_link(member, root, target)
    else:
        raise Refused(f"{member.name!r} is neither a file, a folder nor a link")


def _unpack_hard_link(member: tarfile.TarInfo, root: Path, target: Path) -> None:
    """A second name of a file unpacked before, as a copy."""
    source = root / posixpath.normpath(member.linkname)
    if not _is_inside(source, root) or source.is_symlink() or not source.is_file():
        raise Refused(f"the link {member.name!r} leaves the submission")
    with target.open("xb") as file:
        file.write(source.read_bytes())
    target.chmod(source.stat().st_mode & 0o755)


def _check_links(root: Path) -> None:
    """Follow every link as the system does: through other links `a/../..` is not what it seems to be."""
    for folder, folders, files in os.walk(root):
        for name in (*folders, *files):
            path = Path(folder, name)
            if path.is_symlink() and not _is_inside(path, root):
                raise Refused(f"the link {path.relative_to(root).as_posix()!r} leaves the submission")


def _is_inside(path: Path, root: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(root)
