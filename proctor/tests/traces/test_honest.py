"""No false alarm on who writes about SQLite, or writes one anew."""

from __future__ import annotations

import io
import py_compile
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import proctor.traces
from proctor.traces.names import is_sqlite_name
from proctor.traces.scan import scan_file, scan_tree
from proctor.traces.signatures import KEYWORDS, Kind

_ROOT = Path(proctor.traces.__file__).parents[4]
_DOCUMENTS = Path("/usr/share/doc/sqlite3")
# What a reimplementation in a compiled language was seen to hold: error texts, opcodes, a source id, the magic.
_REIMPLEMENTATION = b"\0".join(
    (
        b"\x7fELF\2\1\1", b"SQLite format 3", b"sqlite_master", b"sqlite_schema", b"sqlite_source_id",
        b"2022-12-28 14:03:47 df5c253c0b3dd24916e4ec7cf77d3db5294cc9fd45ae7b9c5e82ad8197f38a24",
        b"database disk image is malformed", b"database schema has changed", b"unable to open database file",
        b"attempt to write a readonly databaseSeekGEOpenEphemeralMakeRecordIdxInsertAutoCommitVerifyCookie",
        b"REINDEX INDEXED DESC ESCAPE EACH CHECK KEY BEFORE FOREIGN IGNORE REGEXP EXPLAIN INSTEAD ADD DATABASE",
        b"REINDEXINDEXEDDESCESCAPEEACHCHECKKEYBEFOREFOREIGNIGNOREREGEXPEXPLAININSTEADADDDATABASESELECT",
    )
)  # fmt: skip


def test_litestone_is_no_trace() -> None:
    assert scan_tree(_ROOT / "litestone" / "src", names=False) == []


@pytest.mark.parametrize(
    "page", ["lang_keywords.html", "opcode.html", "rescode.html", "c3ref/intro.html", "fileformat2.html"]
)
def test_documentation_is_no_trace(page: str) -> None:
    assert (_DOCUMENTS / page).is_file(), "the tests need Debian's sqlite3-doc"
    assert scan_tree(_DOCUMENTS / page) == []


def test_scanner_does_not_find_itself(tmp_path: Path) -> None:
    folder = Path(proctor.traces.__file__).parent
    for source in folder.glob("*.py"):
        py_compile.compile(str(source), str(tmp_path / f"{source.stem}.pyc"), doraise=True)
    assert len(list(tmp_path.iterdir())) > 5
    assert scan_tree(tmp_path) == scan_tree(folder) == []


def test_reimplementation_is_no_engine() -> None:
    assert scan_file(io.BytesIO(_REIMPLEMENTATION)) == []
    assert [kind for _, kind, _ in scan_file(io.BytesIO(_REIMPLEMENTATION + KEYWORDS))] == [Kind.ENGINE]


def test_database_is_no_engine(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "a.db")
    database.execute("CREATE TABLE t(x)")
    database.execute("INSERT INTO t VALUES ('sqlite3_prepare_v2 sqlite3_step sqlite3_column_int64')")
    database.commit()
    database.close()
    assert scan_tree(tmp_path) == []


@given(st.binary(max_size=5000))
def test_bytes_are_no_engine(data: bytes) -> None:
    assert {kind for _, kind, _ in scan_file(io.BytesIO(data))} <= {Kind.UNOPENED}


@given(st.text(alphabet="ABCdef0123456789+/=_-\\x\"', \n$&#", max_size=3000))
def test_text_is_no_trace(text: str) -> None:
    assert scan_file(io.BytesIO(text.encode())) == []


@pytest.mark.parametrize(
    ("path", "is_name"),
    [
        ("usr/lib/x86_64-linux-gnu/libsqlite3.so.0", True),
        ("usr/lib/php/20220829/pdo_sqlite.so", True),
        ("usr/lib/python3.11/sqlite3/dump.py", True),
        ("usr/share/perl5/DBD/SQLite.pm", True),
        ("usr/lib/qt5/plugins/sqldrivers/libqsqlite.so", True),
        ("usr/lib/mono/gac/Mono.Data.Sqlite.dll", True),
        ("usr/bin/fossil", True),
        ("usr/lib/x86_64-linux-gnu/libdb5.3-sql.so", True),
        ("usr/lib/python3/dist-packages/apsw/__init__.py", True),
        ("usr/lib/x86_64-linux-gnu/libdb-5.3.so", False),
        ("usr/share/doc/sqlite3/lang.html", False),
        ("usr/share/man/man1/sqlite3.1.gz", False),
        ("usr/lib/litestone/engine.py", False),
        ("notes/how-sqlite-does-it.md", False),
    ],
)
def test_names(path: str, is_name: bool) -> None:
    assert is_sqlite_name(path) is is_name
