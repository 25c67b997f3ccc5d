"""The names that SQLite's files have, and where Debian's packages put them."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

# Beside whatever has `sqlite` in its name: what has not, and holds or binds it all the same.
_OTHER_NAMES = (
    "fossil",
    "litecli",
    "libspatialite*",
    "mod_spatialite*",
    "libdb_sql*",
    "libdb5*-sql*",
    "*lsqlite*",
)
_OTHER_FOLDERS = frozenset({"apsw"})
# Documentation says a lot of SQLite and is no trace of it: rooms have it on purpose.
_DOCUMENTATION = (
    "usr/share/doc/",
    "usr/share/man/",
    "usr/share/info/",
    "usr/share/lintian/",
    "usr/share/locale/",
)
_TEXT_ENDINGS = (".html", ".htm", ".md", ".rst", ".txt", ".css", ".gif", ".png", ".svg", ".jpg")

_PLACES = (
    "bin/sqlite3", "bin/sqldiff", "bin/sqlite3_analyzer", "bin/litecli", "bin/fossil",
    "lib/libsqlite3*", "lib/*/libsqlite3*", "lib64/libsqlite3*", "lib/*/libtclsqlite3*",
    "lib/python3*/lib-dynload/_sqlite3*", "lib/python3*/sqlite3", "lib/*/perl5/*/DBD/SQLite*",
    "lib/*/perl5/*/auto/DBD/SQLite", "lib/tcltk/sqlite3*", "lib/php/*/*sqlite3*",
    "lib/ruby/vendor_ruby/sqlite3*",
    "lib/python3/dist-packages/apsw*",
)  # fmt: skip


def is_sqlite_name(path: str) -> bool:
    """Whether a file of this path (relative, with `/`), or a folder it lies in, is called as SQLite's are.

    Documentation is not: files under /usr/share/doc and the like, and files with the ending of a document.
    """
    lowered = path.lower().replace("\\", "/").lstrip("./")
    if lowered.startswith(_DOCUMENTATION) or lowered.endswith(_TEXT_ENDINGS):
        return False
    if "sqlite" in lowered:
        return True
    *folders, name = lowered.split("/")
    return any(fnmatchcase(name, pattern) for pattern in _OTHER_NAMES) or not _OTHER_FOLDERS.isdisjoint(
        folders
    )


@cache
def sqlite_paths() -> tuple[Path, ...]:
    """The files and folders under /usr and /usr/local that hold an SQLite, to mask them from a submission.

    Source of the rule: MultiLangBench's README, "Environment Setup": all traces of SQLite are removed,
    libraries, executables and implementations inside other programs.
    """
    found = [
        path for root in ("/usr", "/usr/local") for pattern in _PLACES for path in Path(root).glob(pattern)
    ]
    return tuple(sorted(set(found)))
