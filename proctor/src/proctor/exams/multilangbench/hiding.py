"""Where this machine keeps SQLite, so that a submission can be kept from using it.

Source of the rule: the benchmark's README, "Environment Setup": all traces of SQLite are removed, libraries,
executables and implementations inside other programs.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PATTERNS = (
    "bin/sqlite3", "bin/sqldiff", "bin/sqlite3_analyzer", "bin/litecli", "bin/fossil",
    "lib/libsqlite3*", "lib/*/libsqlite3*", "lib64/libsqlite3*", "lib/*/libtclsqlite3*",
    "lib/python3*/lib-dynload/_sqlite3*", "lib/python3*/sqlite3", "lib/*/perl5/*/DBD/SQLite*",
    "lib/*/perl5/*/auto/DBD/SQLite", "lib/tcltk/sqlite3*", "lib/php/*/*sqlite3*",
    "lib/ruby/vendor_ruby/sqlite3*",
    "lib/python3/dist-packages/apsw*",
)  # fmt: skip


@cache
def sqlite_paths() -> tuple[Path, ...]:
    """The files and folders under /usr and /usr/local that hold an SQLite."""
    found = [
        path for root in ("/usr", "/usr/local") for pattern in _PATTERNS for path in Path(root).glob(pattern)
    ]
    return tuple(sorted(set(found)))
