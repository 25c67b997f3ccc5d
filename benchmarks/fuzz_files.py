"""Database files made by real SQLite, ways to damage them, and statements to run on what is left."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    # The files of one database by what stands behind its name: "", "-wal", "-journal".
    Files = dict[str, bytes]

SCHEMA = """
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c REAL, d DEFAULT 'x' COLLATE NOCASE);
CREATE INDEX tb ON t(b);
CREATE UNIQUE INDEX tcd ON t(c DESC, d, a);
CREATE INDEX te ON t(length(b), b) WHERE c > 20;
CREATE TABLE w(k, v TEXT COLLATE RTRIM, n INT, PRIMARY KEY(v, k DESC)) WITHOUT ROWID;
CREATE INDEX wn ON w(n);
CREATE TABLE p(id INTEGER PRIMARY KEY AUTOINCREMENT, u UNIQUE, CHECK(u <> 'no'));
CREATE TABLE g(a INT, b AS (a * 2), s AS (a || 'é') STORED, r REFERENCES p(id) ON DELETE CASCADE);
CREATE TABLE s(a INTEGER, b ANY, c BLOB NOT NULL DEFAULT x'00') STRICT;
CREATE TABLE gone(a);
CREATE VIEW v AS SELECT t.a, w.k, w.n FROM t JOIN w ON w.n = t.a WHERE t.c > 3;
CREATE TRIGGER r AFTER DELETE ON t BEGIN INSERT INTO p(u) VALUES (old.b || old.a); END;
CREATE TRIGGER i INSTEAD OF INSERT ON v BEGIN INSERT INTO s(a, b) VALUES (new.a, new.k); END;
"""
ROWS = """
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO t SELECT i * 3 % 1000, substr('abcdefghij', i % 7, 4) || i, i / 2.0, 'D' || i FROM n;
INSERT INTO t SELECT a + 5000, zeroblob(a * 40), -a, hex(zeroblob(a * 6)) FROM t WHERE a % 10 = 0;
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 45)
INSERT INTO w SELECT i, substr('klmnopq', i % 5, 3) || hex(zeroblob(i % 40)), i % 13 FROM n;
INSERT INTO p(u) SELECT b FROM t WHERE a < 150;
INSERT INTO g(a, r) SELECT id, id FROM p WHERE id < 40;
INSERT INTO s SELECT id, u, zeroblob(id * 7) FROM p;
INSERT INTO gone SELECT zeroblob(2500) FROM p;
DROP TABLE gone;
"""
TABLES = ("t", "w", "p", "g", "s", "v", "sqlite_schema", "sqlite_sequence")
READING = (
    "SELECT count(*) FROM t",
    "SELECT * FROM t ORDER BY a DESC",
    "SELECT a FROM t WHERE b > 'c' ORDER BY b",
    "SELECT c, d FROM t WHERE c BETWEEN -20 AND 20 ORDER BY c DESC",
    "SELECT length(b), b FROM t WHERE c > 20 AND length(b) = 6",
    "SELECT * FROM w WHERE v LIKE 'k%' ORDER BY v DESC, k",
    "SELECT k FROM w WHERE n IN (1, 4, 7)",
    "SELECT * FROM t LEFT JOIN p ON p.u = t.b LEFT JOIN g ON g.r = p.id WHERE t.a < 400",
    "SELECT b, count(*), sum(c), group_concat(d) FROM t GROUP BY substr(b, 1, 2) HAVING count(*) > 1",
    "SELECT max(a), min(c) FROM t",
    "SELECT a FROM t WHERE a IN (3, 30, 5090) UNION SELECT id FROM p",
    "SELECT *, row_number() OVER (PARTITION BY n ORDER BY k) FROM w",
    "EXPLAIN QUERY PLAN SELECT * FROM t, w WHERE b = v",
    "SELECT name, pageno, ncell, payload FROM dbstat",
    "PRAGMA quick_check",
    "PRAGMA integrity_check(5)",
    "PRAGMA integrity_check(t)",
    "PRAGMA foreign_key_check",
    "PRAGMA table_xinfo(g)",
    "PRAGMA index_list(t)",
    "PRAGMA index_xinfo(tcd)",
    "PRAGMA freelist_count",
    "PRAGMA page_count",
    "PRAGMA encoding",
    "PRAGMA auto_vacuum",
    "PRAGMA journal_mode",
    "PRAGMA schema_version",
    "PRAGMA database_list",
)
WRITING = (
    "INSERT INTO t(b, c) VALUES ('new', 1e300)",
    "INSERT INTO t(a, b, c) SELECT a + 1, b || 'y', c + 0.25 FROM t",
    "INSERT OR REPLACE INTO t VALUES (3, 'three', 3, zeroblob(5000)), (4, 'four', 4, 4)",
    "INSERT INTO w SELECT k + 1000, v || '-', n FROM w",
    "INSERT INTO w VALUES (1, 'a', 2) ON CONFLICT DO UPDATE SET n = n + 1",
    "INSERT INTO p(u) SELECT hex(zeroblob(a % 90)) || a FROM t",
    "INSERT INTO v VALUES (1, 2, 3)",
    "INSERT INTO s(a, b) VALUES (1, 'one')",
    "UPDATE t SET b = b || b WHERE a % 3 = 0",
    "UPDATE t SET c = -c",
    "UPDATE t SET a = a + 100000 WHERE a > 900",
    "UPDATE w SET v = v || 'z' WHERE k % 2",
    "UPDATE g SET a = a + 1 RETURNING *",
    "UPDATE p SET u = (SELECT b FROM t WHERE t.a = p.id * 3) || id WHERE id < 20",
    "DELETE FROM t WHERE a % 2 = 0",
    "DELETE FROM t",
    "DELETE FROM w WHERE n > 5",
    "DELETE FROM w",
    "DELETE FROM p WHERE id > 10",
    "DELETE FROM s",
    "CREATE INDEX fresh ON t(d, b)",
    "CREATE UNIQUE INDEX other ON w(k, n)",
    "CREATE TABLE made AS SELECT * FROM t LEFT JOIN w ON n = a",
    "CREATE TABLE more(a PRIMARY KEY, b UNIQUE) WITHOUT ROWID",
    "DROP INDEX tb",
    "DROP TABLE t",
    "DROP TABLE w",
    "DROP VIEW v",
    "ALTER TABLE t ADD COLUMN z DEFAULT 7",
    "ALTER TABLE t RENAME COLUMN b TO bb",
    "ALTER TABLE t DROP COLUMN d",
    "ALTER TABLE w RENAME TO ww",
    "REINDEX",
    "REINDEX t",
    "ANALYZE",
    "VACUUM",
    "PRAGMA incremental_vacuum(4)",
    "PRAGMA incremental_vacuum",
    "PRAGMA user_version = 77",
    "PRAGMA journal_mode = wal",
    "PRAGMA journal_mode = delete",
    "PRAGMA wal_checkpoint(truncate)",
    "PRAGMA auto_vacuum = 2",
    "PRAGMA foreign_keys = on",
    "PRAGMA writable_schema = on",
    "PRAGMA page_size = 2048",
    "PRAGMA cell_size_check = on",
    "PRAGMA secure_delete = off",
    "BEGIN",
    "BEGIN IMMEDIATE",
    "COMMIT",
    "ROLLBACK",
    "SAVEPOINT one",
    "ROLLBACK TO one",
    "RELEASE one",
)
CREATE = re.compile(rb"C\0?R\0?E\0?A\0?T\0?E")
BYTES = (0, 1, 2, 4, 5, 10, 13, 63, 64, 127, 128, 129, 254, 255)


class Original:
    """A sound database and what a mutation has to know of it."""

    def __init__(self, name: str, page_size: int, files: Files) -> None:
        self.name = name
        self.page_size = page_size
        self.files = files


def originals(folder: Path, few: bool = False) -> list[Original]:
    """Databases of several page sizes, encodings and kinds, each made in ``folder`` by real SQLite."""
    shapes = [
        (512, 0, "UTF-8"), (512, 1, "UTF-8"), (1024, 2, "UTF-16le"), (4096, 0, "UTF-8"),
        (512, 0, "UTF-16be"), (1024, 1, "UTF-8"), (2048, 0, "UTF-16le"), (65536, 2, "UTF-8"),
    ]  # fmt: skip
    made = []
    for page_size, auto_vacuum, encoding in shapes[:3] if few else shapes:
        for companion in (
            ("", "-wal", "-journal")
            if (page_size, encoding) == (512, "UTF-8") or (not few and page_size == 1024)
            else ("",)
        ):
            path = folder / f"{page_size}-{auto_vacuum}-{encoding}{companion}.db"
            made.append(
                Original(path.stem, page_size, make(path, page_size, auto_vacuum, encoding, companion))
            )
    return made


def make(path: Path, page_size: int, auto_vacuum: int, encoding: str, companion: str) -> Files:
    """The files of one database: with ``-wal`` not checkpointed, with ``-journal`` left by a crash."""
    real = sqlite3.connect(path, isolation_level=None)
    real.execute("PRAGMA synchronous = off")
    real.execute(f"PRAGMA page_size = {page_size}")
    real.execute(f"PRAGMA auto_vacuum = {auto_vacuum}")
    real.execute(f"PRAGMA encoding = '{encoding}'")
    real.executescript(f"BEGIN; {SCHEMA} {ROWS} COMMIT; ANALYZE;")
    if companion == "-wal":
        real.execute("PRAGMA journal_mode = wal")
        real.execute("UPDATE t SET d = d || 'w' WHERE a < 300")
        real.execute("DELETE FROM w WHERE n = 3")
    elif companion == "-journal":
        # A cache too small for the change: pages reach the file before the commit.
        real.execute("PRAGMA cache_size = 5")
        real.execute("BEGIN IMMEDIATE")
        real.execute("UPDATE t SET d = d || 'j', b = b || 'k'")
    found: Files = {}
    for suffix in ("", "-wal", "-journal"):
        file = Path(str(path) + suffix)
        if file.exists() and suffix in ("", companion):
            found[suffix] = file.read_bytes()
    real.close()
    return found


def mutate(original: Original, random: Random) -> Files:
    """Damage one file of a database."""
    files = dict(original.files)
    suffix = random.choice(sorted(files))
    data = bytearray(files[suffix])
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        if not data:
            break
        if suffix == "":
            data = random.choice(DATABASE_WAYS)(data, original.page_size, random)
        else:
            data = random.choice(LOG_WAYS)(data, original.page_size, random)
    files[suffix] = bytes(data)
    return files


def flip_bytes(data: bytearray, page_size: int, random: Random) -> bytearray:
    """Other bytes anywhere."""
    for _ in range(random.choice((1, 1, 2, 8))):
        data[random.randrange(len(data))] = a_byte(random)
    return data


def page_head(data: bytearray, page_size: int, random: Random) -> bytearray:
    """Another byte in a page's header or cell pointers."""
    page = random.randrange(max(1, len(data) // page_size))
    at = (
        page * page_size
        + (100 if page == 0 else 0)
        + random.choice((random.randrange(12), random.randrange(40)))
    )
    data[at % len(data)] = a_byte(random)
    return data


def file_header(data: bytearray, page_size: int, random: Random) -> bytearray:
    """Another field of the file's header."""
    at = random.choice((*range(16, 24), *range(28, 72, 4), 92, 96, random.randrange(100)))
    width = 1 if at < 24 else random.choice((1, 4))
    for place in range(at, at + width):
        data[place % len(data)] = a_byte(random)
    return data


def cell_pointer(data: bytearray, page_size: int, random: Random) -> bytearray:
    """A cell pointer to somewhere else on its page, or a copy of its neighbour."""
    start = random.randrange(max(1, len(data) // page_size)) * page_size
    at = start + (100 if start == 0 else 0) + random.choice((8, 12)) + 2 * random.randrange(10)
    if at + 4 > len(data):
        return data
    if random.random() < 0.3:
        data[at : at + 2] = data[at + 2 : at + 4]
    else:
        data[at : at + 2] = random.randrange(min(page_size, 65535)).to_bytes(2, "big")
    return data


def cell_start(data: bytearray, page_size: int, random: Random) -> bytearray:
    """Other bytes at the start of a cell: its sizes, its rowid, the record's header, the left child."""
    start = random.randrange(max(1, len(data) // page_size)) * page_size
    at = start + (100 if start == 0 else 0) + random.choice((8, 12)) + 2 * random.randrange(10)
    if at + 2 > len(data):
        return data
    cell = start + int.from_bytes(data[at : at + 2], "big")
    for _ in range(random.choice((1, 1, 3))):
        place = cell + random.randrange(12)
        if place < len(data):
            data[place] = a_byte(random)
    return data


def page_number(data: bytearray, page_size: int, random: Random) -> bytearray:
    """A page number (child, overflow, freelist, pointer map) that leads to another page or nowhere."""
    pages = max(1, len(data) // page_size)
    start = random.randrange(pages) * page_size
    at = start + random.choice(
        (0, 4, 8, 12, 5 * random.randrange(20), page_size - 4, random.randrange(page_size))
    )
    number = random.choice((0, 1, 2, pages, pages + 1, 0xFFFFFFFF, random.randrange(pages + 1)))
    if at + 4 <= len(data):
        data[at : at + 4] = number.to_bytes(4, "big")
    return data


def swap_pages(data: bytearray, page_size: int, random: Random) -> bytearray:
    """Two pages change places, or one is copied over another."""
    pages = len(data) // page_size
    if pages < 3:
        return data
    one, two = (random.randrange(1, pages) * page_size for _ in range(2))
    first, second = data[one : one + page_size], data[two : two + page_size]
    data[two : two + page_size] = first
    if random.random() < 0.6:
        data[one : one + page_size] = second
    return data


def blank_page(data: bytearray, page_size: int, random: Random) -> bytearray:
    """A page of zeros, of ones, or of noise."""
    start = random.randrange(max(1, len(data) // page_size)) * page_size
    size = min(page_size, len(data) - start)
    kind = random.randrange(3)
    data[start : start + size] = random.randbytes(size) if kind == 2 else bytes([255 * kind]) * size
    return data


def truncate(data: bytearray, page_size: int, random: Random) -> bytearray:
    """The file ends early, at a page or in the middle of one, or goes on with zeros."""
    end = random.randrange(len(data))
    kind = random.randrange(4)
    if kind == 0:
        return data + bytes(random.choice((1, page_size, 3 * page_size)))
    return data[: end // page_size * page_size] if kind == 1 else data[:end]


def schema_text(data: bytearray, page_size: int, random: Random) -> bytearray:
    """Another character in the stored text of the schema, or a few changed for others of its own."""
    places = [found.start() for found in CREATE.finditer(data)]
    if not places:
        return data
    at = random.choice(places) + random.choice((random.randrange(8), random.randrange(160)))
    letters = b" (),;'\"ABCabc019*=.-\0\xff\x80"
    for place in range(at, min(at + random.choice((1, 1, 2, 6)), len(data))):
        data[place] = random.choice(letters)
    return data


def move_part(data: bytearray, page_size: int, random: Random) -> bytearray:
    """A stretch of bytes copied to elsewhere."""
    size = random.choice((1, 2, 4, 8, 16, 100))
    source, target = random.randrange(len(data)), random.randrange(len(data))
    part = data[source : source + size]
    data[target : target + len(part)] = part
    return data


def log_head(data: bytearray, page_size: int, random: Random) -> bytearray:
    """Another byte in the first header of a journal or WAL, or in that of a record."""
    at = random.choice((random.randrange(32), 32 + random.randrange(24), 512 + random.randrange(8)))
    data[at % len(data)] = a_byte(random)
    return data


def a_byte(random: Random) -> int:
    """A byte, more often one that means something."""
    return random.choice((*BYTES, random.randrange(256), random.randrange(256)))


DATABASE_WAYS = (
    flip_bytes, page_head, page_head, file_header, cell_pointer, cell_start, cell_start, page_number,
    page_number, swap_pages, blank_page, truncate, schema_text, schema_text, move_part,
)  # fmt: skip
LOG_WAYS = (flip_bytes, log_head, log_head, truncate, move_part)


def statements(random: Random) -> list[str]:
    """Some statements to run on a damaged file: reading, writing, or both in turn."""
    chosen = [f"SELECT * FROM {table}" for table in random.sample(TABLES, random.randrange(len(TABLES)))]
    chosen += random.sample(READING, random.choice((0, 3, 6)))
    chosen += random.sample(WRITING, random.choice((0, 4, 8, 12)))
    random.shuffle(chosen)
    return [*chosen, "PRAGMA integrity_check"]
