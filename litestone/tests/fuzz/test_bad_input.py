"""Kinds of bad input, one test each, that once ended in a Python exception, a hang or another error than SQLite's."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest

from litestone.connection import Connection
from litestone.errors import SqlError


def error_of(path: str, *statements: str) -> list[str | None]:
    connection = Connection(path)
    found: list[str | None] = []
    for sql in statements:
        try:
            connection.execute(sql)
            found.append(None)
        except SqlError as error:
            found.append(error.message)
    connection.close()
    return found


def real_error_of(path: str, *statements: str) -> list[str | None]:
    connection = sqlite3.connect(path, isolation_level=None)
    found: list[str | None] = []
    for sql in statements:
        try:
            connection.execute(sql).fetchall()
            found.append(None)
        except sqlite3.Error as error:
            found.append(str(error))
    connection.close()
    return found


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT " + "NOT " * 1200 + "1",
        "SELECT " + "1 " + "COLLATE nocase " * 1200,
        "SELECT 1" + " + 1" * 990,
        "SELECT " + "- " * 5000 + "1",
        "SELECT " + "(" * 5000 + "1" + ")" * 5000,
        "SELECT " + "abs(" * 3000 + "1" + ")" * 3000,
        "SELECT * FROM " + "(SELECT * FROM " * 3000 + "t" + ")" * 3000,
        "SELECT " + "CASE WHEN 1 THEN " * 3000 + "1" + " END" * 3000,
        "SELECT 1" + " UNION SELECT 1" * 2000,
    ],
    ids=lambda sql: sql[:24],
)
def test_deep_statements(sql: str) -> None:
    ours, real = error_of(":memory:", sql), real_error_of(":memory:", sql)
    assert [each is None for each in ours] == [each is None for each in real]


def test_deep_conditions_over_many_rows() -> None:
    rows = "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO t SELECT i FROM n"
    deep = " OR a = 1" * 450
    for sql in (f"SELECT a FROM t WHERE a = 0{deep}", f"SELECT sum(a) FROM t WHERE a = 0{deep}"):
        connection = Connection(":memory:")
        connection.execute("CREATE TABLE t(a)")
        connection.execute(rows)
        assert connection.execute(sql) == [(1,)]


def test_deeper_than_any_limit() -> None:
    assert error_of(":memory:", "SELECT " + "NOT " * 100_000 + "1")[0] is not None


def test_long_chains_of_common_tables_take_no_cubic_time() -> None:
    chain = "c0 AS (SELECT 1)" + "".join(f", c{i} AS (SELECT * FROM c{i - 1})" for i in range(1, 160))
    start = time.process_time()
    assert Connection(":memory:").execute(f"WITH {chain} SELECT * FROM c159") == [(1,)]
    assert time.process_time() - start < 4


def test_a_refused_file_is_refused_again(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    real = sqlite3.connect(path, isolation_level=None)
    real.execute("PRAGMA journal_mode = wal")
    real.execute("CREATE TABLE t(a)")
    real.close()
    data = bytearray(path.read_bytes())
    data[16:18] = b"\3\3"
    path.write_bytes(data)
    assert error_of(str(path), "SELECT * FROM t", "SELECT * FROM t") == ["file is not a database"] * 2


def test_pragmas_that_need_no_schema(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    real = sqlite3.connect(path, isolation_level=None)
    real.execute("CREATE TABLE t(a)")
    real.execute("PRAGMA writable_schema = on")
    real.execute("UPDATE sqlite_schema SET sql = 'create tabl'")
    real.close()
    names = (
        "application_id", "auto_vacuum", "cache_size", "collation_list", "compile_options", "data_version",
        "database_list", "foreign_key_check", "foreign_keys", "freelist_count", "function_list", "index_list(t)",
        "integrity_check", "journal_mode", "max_page_count", "module_list", "no_such_pragma", "optimize", "page_count",
        "page_size", "pragma_list", "schema_version", "secure_delete", "synchronous", "table_info(t)", "user_version",
        "user_version = 3", "wal_checkpoint", "encoding",
    )  # fmt: skip
    for name in names:
        assert error_of(str(path), f"PRAGMA {name}") == real_error_of(str(path), f"PRAGMA {name}"), name


def test_rows_of_integrity_check_before_its_error(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    real = sqlite3.connect(path, isolation_level=None)
    real.execute("PRAGMA page_size = 512")
    real.execute("CREATE TABLE t(a)")
    real.execute("WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO t SELECT i FROM n")
    real.close()
    data = bytearray(path.read_bytes())
    data[3 * 512] = 77
    path.write_bytes(data)
    statement, _ = Connection(str(path)).prepare("PRAGMA integrity_check", 0)
    assert statement is not None
    rows = statement.execute(())
    # As the sqlite3 shell shows it; Python's module loses a row that an error follows.
    assert next(rows) == ("*** in database main ***\nPage 4: btreeInitPage() returns error code 11",)
    with pytest.raises(SqlError, match="database disk image is malformed"):
        next(rows)


def test_vacuum_of_rows_out_of_order(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    real = sqlite3.connect(path, isolation_level=None)
    real.execute("PRAGMA page_size = 512")
    real.execute("CREATE TABLE t(a, b)")
    for number in range(200):
        real.execute("INSERT INTO t VALUES (?, ?)", (number, "x" * 20))
    real.close()
    data = bytearray(path.read_bytes())
    root = bytes(data[512:1024])
    assert root[0] == 5
    # The key of the root's first cell says less than what is below it.
    cell = 512 + int.from_bytes(root[12:14], "big")
    data[cell + 4] = 1
    path.write_bytes(data)
    assert error_of(str(path), "VACUUM")[0] in (None, "database disk image is malformed")


def test_renaming_looks_through_triggers_of_views() -> None:
    script = (
        "CREATE TABLE t(a, b)", "CREATE VIEW v AS SELECT a FROM t", "CREATE TABLE s(x)",
        "CREATE TRIGGER i INSTEAD OF INSERT ON v BEGIN INSERT INTO s VALUES (new.a); END",
        "ALTER TABLE t RENAME COLUMN b TO c", "INSERT INTO v VALUES (1)",
    )  # fmt: skip
    assert error_of(":memory:", *script) == [None] * len(script)


@pytest.mark.parametrize("number", [4, 5, 6, 7, 256, 0x4000003])
def test_encoding_that_does_not_exist(tmp_path: Path, number: int) -> None:
    for made in ("UTF-8", "UTF-16le"):
        path = str(tmp_path / f"{made}.db")
        connection = sqlite3.connect(path)
        connection.executescript(f"PRAGMA encoding='{made}'; CREATE TABLE t(a); INSERT INTO t VALUES ('abc');")
        connection.close()
        with Path(path).open("r+b") as file:
            file.seek(56)
            file.write(number.to_bytes(4, "big"))
        sql = "SELECT a COLLATE NOCASE < 'b' FROM t"
        assert (error_of(path, sql) == [None]) == (real_error_of(path, sql) == [None])


def test_dbstat_of_a_page_whose_cells_lie_outside(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    connection = sqlite3.connect(path)
    connection.executescript("PRAGMA page_size=512; CREATE TABLE t(a); INSERT INTO t VALUES (1), (2);")
    connection.close()
    with Path(path).open("r+b") as file:
        file.seek(512 + 8)
        file.write(b"\xff\xfe\xff\xff")
    assert error_of(path, "SELECT count(*) FROM dbstat") == [None]


def test_vacuum_of_an_index_whose_row_is_of_no_type(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE TABLE t(a, b); CREATE INDEX i ON t(a); INSERT INTO t VALUES (1, 2);"
        "PRAGMA writable_schema=1; UPDATE sqlite_schema SET type='indey' WHERE name='i';"
    )
    connection.close()
    assert error_of(path, "VACUUM") == ["database disk image is malformed"]


def test_full_vacuum_where_every_free_page_lies_behind_the_new_end(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(
        "PRAGMA page_size=512; PRAGMA auto_vacuum=2; CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(900));"
        "INSERT INTO t VALUES (zeroblob(5000)); DELETE FROM t WHERE rowid = 2;"
    )
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.close()
    with Path(path).open("r+b") as file:
        file.seek(64)
        file.write((0).to_bytes(4, "big"))  # full auto-vacuum from now on
        file.seek(512 + 5 * (pages - 3))
        file.write(b"\x04")  # the pointer map takes the last page, which is free, for an overflow page
    assert error_of(path, "INSERT INTO t VALUES (1)") == ["database disk image is malformed"]
