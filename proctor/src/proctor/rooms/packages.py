"""What Debian's package database says is installed here, and which files are whose.

Sources: dpkg(1), deb-control(5), dpkg-query(1) and update-alternatives(1) for the forms of the files under
/var/lib/dpkg.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

_STATUS = Path("/var/lib/dpkg/status")
_INFO = Path("/var/lib/dpkg/info")
_ALTERNATIVES = Path("/var/lib/dpkg/alternatives")
# What packages need when they are installed, and nothing in a room uses; and what is SQLite by its name.
_LEFT_OUT = (
    "*sqlite*", "debconf*", "cdebconf*", "dpkg", "install-info", "adduser", "systemd*", "init-system-helpers",
    "ca-certificates*",
    "fonts-*", "fontconfig*", "libfontconfig*", "perl-modules-*", "libperl5*", "perl",
    "media-types", "mime-support", "ucf", "sensible-utils", "lsb-base", "man-db", "tzdata-legacy",
)  # fmt: skip
_PYTHON = ("python3*", "libpython3*", "python-*")  # left out of other languages' rooms
_NAME = re.compile(r"[a-z0-9][a-z0-9+.-]*")


class NotInstalled(Exception):
    """The toolchain is not installed as Debian packages here; the message says how to get it."""


@dataclass(frozen=True, slots=True)
class Package:
    """An installed package. depends: one tuple of alternatives for each thing it needs."""

    name: str
    version: str
    architecture: str
    depends: tuple[tuple[str, ...], ...]
    provides: tuple[str, ...]

    def files(self) -> Iterator[str]:
        """The absolute paths of its files and folders."""
        for name in (f"{self.name}.list", f"{self.name}:{self.architecture}.list"):
            if (_INFO / name).is_file():
                yield from (_INFO / name).read_text("utf-8", "surrogateescape").splitlines()
                return


def _names(field: str) -> tuple[str, ...]:
    return tuple(found[0] for part in field.split("|") if (found := _NAME.search(part)))


@cache
def installed() -> dict[str, Package]:
    """The installed packages by name. Raises NotInstalled where this is no Debian."""
    try:
        text = _STATUS.read_text("utf-8")
    except FileNotFoundError:
        raise NotInstalled(
            "rooms are put together here from Debian's packages, and this is no Debian: use Docker's"
        ) from None
    found: dict[str, Package] = {}
    for paragraph in text.split("\n\n"):
        fields = dict(
            re.findall(
                r"^(Package|Status|Version|Architecture|Depends|Pre-Depends|Provides): (.*)$", paragraph, re.M
            )
        )
        if fields.get("Status") != "install ok installed":
            continue
        needs = [
            clause
            for key in ("Pre-Depends", "Depends")
            for clause in fields.get(key, "").split(",")
            if clause
        ]
        package = Package(
            name=fields["Package"],
            version=fields["Version"],
            architecture=fields["Architecture"],
            depends=tuple(map(_names, needs)),
            provides=_names(fields.get("Provides", "").replace(",", "|")),
        )
        found.setdefault(package.name, package)
    return found


@cache
def _providers() -> dict[str, str]:
    return {provided: package.name for package in installed().values() for provided in package.provides}


def closure(names: Iterable[str]) -> list[Package]:
    """The packages of these names and all they need, in the order of their names.

    Raises NotInstalled with the names of those that are missing and the command that installs them.
    """
    have, providers = installed(), _providers()
    wanted = list(names)
    missing = [name for name in wanted if name not in have and name not in providers]
    if missing:
        raise NotInstalled(f"not installed: {', '.join(missing)}; `apt-get install {' '.join(missing)}`")
    left_out = _LEFT_OUT if "python3" in wanted else (*_LEFT_OUT, *_PYTHON)
    taken: dict[str, Package] = {}
    while wanted:
        name = wanted.pop()
        package = have.get(name) or have[providers[name]]
        if package.name in taken or any(fnmatchcase(package.name, pattern) for pattern in left_out):
            continue
        taken[package.name] = package
        for alternatives in package.depends:
            wanted += [name for name in alternatives if name in have or name in providers]
    return [taken[name] for name in sorted(taken)]


def alternatives() -> Iterator[tuple[str, str]]:
    """Links that update-alternatives(1) made outside /etc: each with the name it has in /etc/alternatives.

    Of each group, the master link and its slaves.
    """
    for path in sorted(_ALTERNATIVES.glob("*")):
        lines = path.read_text("utf-8").split("\n")
        yield lines[1], path.name
        slaves = lines[2 : lines.index("", 2)]
        yield from zip(slaves[1::2], slaves[::2], strict=True)
