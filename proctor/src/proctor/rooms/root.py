"""Lays out a room's root: the allow-listed files of packages, less SQLite's, as a folder of its own."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from proctor.rooms.packages import Package, alternatives
from proctor.rooms.store import Store
from proctor.traces.names import is_sqlite_name

_LINKS_AT_ROOT = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_TOP = ("usr/", "etc/", "opt/", "var/lib/ghc")
# No program needs these to build and run, and they are half of all files.
_NEEDLESS = (
    "usr/share/doc/*", "usr/share/man/*", "usr/share/locale/*", "usr/share/info/*", "usr/share/lintian/*",
    "usr/share/bug/*", "usr/share/bash-completion/*", "usr/share/doc-base/*", "usr/share/gdb/*",
    "usr/share/i18n/*", "etc/init.d/*", "etc/cron*", "etc/apt/*", "etc/systemd/*", "usr/lib/systemd/*",
    "*/__pycache__/*", "usr/lib/gcc/*/lto1", "usr/bin/*lto-dump*", "*/lib[atlu]san*", "*/libhwasan*",
    "*/libubsan*", "*/liblsan*", "usr/lib/*/gprofng/*", "usr/bin/*gp-*", "*/jmods/*", "*/lib/src.zip",
    "usr/share/go-*/test/*", "usr/share/go-*/src/*/testdata/*", "usr/share/go-*/src/*_test.go",
    "usr/lib/go-*/pkg/*_race/*", "usr/lib/go-*/pkg/*_dynlink/*", "*/race_*.syso", "usr/share/javadoc/*",
)  # fmt: skip
_FILES = {
    "etc/passwd": "root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n",
    "etc/group": "root:x:0:\nnogroup:x:65534:\n",
    "etc/hosts": "127.0.0.1 localhost\n",
}


def wanted_files(packages: Iterable[Package], more: Iterable[str], purge: Iterable[str]) -> dict[str, str]:
    """What a room's root shows: paths in the root, without the leading `/`, with those they are copied from.

    more: files and folders of the system beside those of the packages: what their installation made. purge:
    globs of absolute paths that are left out, beside all that bears SQLite's name.
    """
    patterns = tuple(purge)
    found: dict[str, str] = {}
    for path in (*(path for package in packages for path in package.files()), *_with_contents(more)):
        place = _place_of(path)
        if place.startswith(_TOP) and not _is_left_out(place, patterns):
            found[place] = path
    for path, name in alternatives():
        place = _place_of(path)
        if _place_of(os.path.realpath(path)) in found and not _is_left_out(place, patterns):
            found[place] = path
            found[f"etc/alternatives/{name}"] = f"/etc/alternatives/{name}"
    return found


def _place_of(path: str) -> str:
    """Where the system's path is in a root, links from the root into /usr resolved."""
    top, _, rest = path.lstrip("/").partition("/")
    link = Path("/", top)
    if rest and top in _LINKS_AT_ROOT and link.is_symlink():
        return f"{str(link.readlink()).lstrip('/')}/{rest}"
    return f"{top}/{rest}"


def _with_contents(paths: Iterable[str]) -> Iterator[str]:
    for name in paths:
        path = Path(name)
        yield name
        if path.is_dir() and not path.is_symlink():
            yield from (str(inner) for inner in sorted(path.rglob("*")))


def _is_left_out(place: str, purge: tuple[str, ...]) -> bool:
    if any(fnmatchcase(place, pattern) for pattern in _NEEDLESS) or is_sqlite_name(place):
        return True
    return any(
        fnmatchcase(f"/{place}", pattern) or fnmatchcase(f"/{place}", f"{pattern}/*") for pattern in purge
    )


def lay_out(root: Path, wanted: dict[str, str], store: Store) -> None:
    """Make the root of these files. Raises OSError."""
    for name in _LINKS_AT_ROOT:
        link = Path("/", name)
        if link.is_symlink():
            (root / name).symlink_to(link.readlink())
    for place, source in sorted(wanted.items()):
        _copy(root / place, Path(source), store)
    for place, text in _FILES.items():
        target = root / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        target.write_text(text, encoding="utf-8")


def _copy(target: Path, source: Path, store: Store) -> None:
    try:
        mode = source.lstat().st_mode
    except FileNotFoundError:
        return  # a package's file that the system's owner removed, or that dpkg diverted
    if stat.S_ISDIR(mode):
        target.mkdir(parents=True, exist_ok=True)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    if os.path.lexists(target):
        return  # /bin/x and /usr/bin/x are one file where /bin is a link
    if stat.S_ISLNK(mode):
        target.symlink_to(source.readlink())
    elif stat.S_ISREG(mode):
        store.link(source, target)
