"""Generated code, closures and the real SQLite: the same rows, of the same types, in the same order."""

from __future__ import annotations

import sqlite3
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litestone.connection import Connection
from litestone.errors import SqlError
from litestone.run import tier

VALUES = [
    None, 0, 1, 2, 3, -1, 7, 10, 1.0, 2.5, -0.0, 0.1, 1e300, "a", "A", "b", "B ", "", "1", "10", "2x",
    "\u00e9", "\U0001f600", "\uff5e", b"", b"a", b"1", 9223372036854775807, -9223372036854775808, 1 << 53,
]  # fmt: skip
TABLES = """
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b INT, c, d REAL, e TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, f INT, g TEXT, h);
CREATE TABLE w(k, v, PRIMARY KEY(k)) WITHOUT ROWID;
CREATE INDEX ug ON u(g);
CREATE INDEX uh ON u(h, f);
CREATE INDEX tb ON t(b);
"""
T, U, W = ["t.id", "t.a", "t.b", "t.c", "t.d", "t.e"], ["u.id", "u.f", "u.g", "u.h"], ["w.k", "w.v"]
LITERALS = ["0", "1", "2", "10", "-1", "2.5", "'a'", "'1'", "'B'", "NULL", "x'61'", "9223372036854775807"]


class Generator:
    """Rows for the tables and queries of the shapes that are generated, with some that are refused."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def rows(self, count: int, width: int) -> list[tuple[object, ...]]:
        return [tuple(self.random.choices(VALUES, k=width)) for _ in range(count)]

    def term(self, columns: list[str], depth: int = 1) -> str:
        if depth and self.random.random() < 0.4:
            left, right = self.term(columns, depth - 1), self.term(columns, depth - 1)
            return f"({left} {self.random.choice(['+', '-', '*', '/', '%'])} {right})"
        text = self.random.choice(columns if self.random.random() < 0.7 else LITERALS)
        return self.random.choice([text] * 8 + [f"-({text})", f"+{text}", f"{text} COLLATE NOCASE", f"abs({text} & 7)"])

    def condition(self, columns: list[str], depth: int = 1) -> str:
        x, y, z = (self.term(columns) for _ in range(3))
        shapes = [
            f"{x} {self.random.choice(['=', '<>', '<', '<=', '>', '>='])} {y}",
            f"{x} {self.random.choice(['=', '<>', '<', '<=', '>', '>='])} {y}",
            f"{x} {self.random.choice(['BETWEEN', 'NOT BETWEEN'])} {y} AND {z}",
            f"{x} {self.random.choice(['ISNULL', 'NOTNULL'])}",
            f"{x} BETWEEN {y} AND {y} OR {self.random.choice(LITERALS)}",
            x,
        ]
        if depth:
            shapes.append(
                f"({self.condition(columns, 0)} {self.random.choice(['AND', 'OR'])} {self.condition(columns, 0)})"
            )
        return self.random.choice(shapes)

    def source(self) -> tuple[str, list[str]]:
        number = self.random.randrange(8)
        if number < 3:
            return "t", T
        t = self.random.choice(T)
        return [
            (f"t JOIN u ON u.id = {t}", T + U),
            (f"t JOIN u ON u.g = {t}", T + U),
            (f"t JOIN u ON u.h = {t}", T + U),
            (f"t JOIN w ON w.k = {t}", T + W),
            ("t CROSS JOIN u ON u.id = t.b CROSS JOIN w ON w.k = u.f", T + U + W),
        ][number - 3]

    def query(self) -> str:
        tables, columns = self.source()
        where = f" WHERE {self.condition(columns)}" if self.random.random() < 0.7 else ""
        kind = self.random.randrange(4)
        if kind == 0:
            outputs = ", ".join(self.term(columns) for _ in range(3))
            order = self.random.choice(["", f" ORDER BY {self.random.choice(columns)} DESC, 1", " ORDER BY 2, 1"])
            limit = self.random.choice(["", "", " LIMIT 3", " LIMIT 4 OFFSET 2"])
            return f"SELECT {outputs} FROM {tables}{where}{order}{limit}"
        calls = [
            f"{self.random.choice(['count', 'sum', 'total', 'avg', 'min', 'max'])}({self.term(columns)})"
            for _ in range(self.random.randint(1, 3))
        ] + self.random.choice([[], ["count(*)"]])
        if kind == 1:
            return f"SELECT {', '.join(calls)} FROM {tables}{where}"
        keys = ", ".join(self.random.sample(columns, self.random.randint(1, 2)))
        bare = self.random.choice(columns)
        having = self.random.choice(["", " HAVING count(*) > 1"])
        return f"SELECT {keys}, {bare}, {', '.join(calls)} FROM {tables}{where} GROUP BY {keys}{having}"


def fill(execute: object, generator: Generator, count: int) -> None:
    """The same tables on any engine; what a primary key refuses is left out."""
    random = generator.random
    for n in range(count):
        small = [random.choice(VALUES[1:8]), random.choice(VALUES)]
        execute("INSERT INTO t VALUES(?,?,?,?,?,?)", (3 * n - 5, *generator.rows(1, 5)[0]))  # type: ignore[operator]
        execute("INSERT INTO u VALUES(?,?,?,?)", (n - 3, *generator.rows(1, 3)[0]))  # type: ignore[operator]
        if small[0] is not None:
            execute("INSERT OR IGNORE INTO w VALUES(?,?)", tuple(small))  # type: ignore[operator]


def engines(seed: int, count: int) -> tuple[Connection, Connection, sqlite3.Connection]:
    """Litestone with code generated for all sizes, without any, and the real SQLite, with the same rows."""
    found: list[Connection] = []
    for codegen in (True, False):
        connection = Connection(":memory:")
        connection.settings.codegen = codegen
        connection.settings.codegen_pages = 0
        connection.execute(TABLES)
        fill(connection.execute, Generator(Random(seed)), count)
        found.append(connection)
    real = sqlite3.connect(":memory:", isolation_level=None)
    real.executescript(TABLES)
    fill(real.execute, Generator(Random(seed)), count)
    return found[0], found[1], real


def outcome(execute: object, sql: str) -> str:
    try:
        return repr([tuple(row) for row in execute(sql)])  # type: ignore[operator]
    except (sqlite3.Error, SqlError) as error:
        return str(error)


@pytest.mark.parametrize("seed", range(6))
def test_random_queries(seed: int) -> None:
    generated, closures, real = engines(seed, 40)
    generator = Generator(Random(seed))
    different = []
    for _ in range(120):
        sql = generator.query()
        answers = [outcome(engine.execute, sql) for engine in (generated, closures, real)]
        if len(set(answers)) != 1:
            different.append((sql, answers))
    assert different == []


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 5))
def test_any_query(random: Random, seed: int) -> None:
    generated, closures, _ = engines(seed, 6)
    sql = Generator(random).query()
    assert outcome(generated.execute, sql) == outcome(closures.execute, sql)


SHAPES = [
    "SELECT a, sum(b) FROM t WHERE c > 1 GROUP BY a",
    "SELECT count(*), sum(u.f) FROM t JOIN u ON u.id = t.b WHERE +t.b > 0",
    "SELECT t.id, u.f FROM t CROSS JOIN u ON u.g = t.a WHERE +t.b < 9 ORDER BY 2, 1",
    "SELECT id, b + 1 FROM t WHERE d > 0.5",
]


@pytest.mark.parametrize("sql", SHAPES)
def test_code_is_generated(sql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from litestone.run.codegen.expression import Writer

    made = []
    original = Writer.function

    def function(self: Writer) -> object:
        made.append(self)
        return original(self)

    generated, closures, real = engines(1, 40)
    monkeypatch.setattr(Writer, "function", function)
    assert outcome(closures.execute, sql) == outcome(real.execute, sql)
    assert made == []
    assert outcome(generated.execute, sql) == outcome(real.execute, sql)
    assert len(made) == 1


@pytest.mark.parametrize(("text", "on"), [("0", False), ("1", True)])
def test_switch(text: str, on: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITESTONE_CODEGEN", text)
    connection = Connection(":memory:")
    assert tier.switched_on(connection) is on
    connection.settings.codegen = not on
    assert tier.switched_on(connection) is not on


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([(9223372036854775807,), (1,), (-1,)], "integer overflow"),
        ([(9223372036854775807,), (1,), (1.5,)], "integer overflow"),
        ([(1.5,), (9223372036854775807,), (1,)], "[(9.223372036854776e+18,)]"),
        ([(None,), (None,)], "[(None,)]"),
        ([], "[(None,)]"),
    ],
)
def test_sum(rows: list[tuple[object]], expected: str) -> None:
    connection = Connection(":memory:")
    connection.settings.codegen_pages = 0
    connection.execute("CREATE TABLE n(x)")
    for row in rows:
        connection.execute("INSERT INTO n VALUES(?)", row)
    assert outcome(connection.execute, "SELECT sum(x) FROM n") == expected


def test_large_table_spans_pages_and_batches() -> None:
    connection = Connection(":memory:")
    connection.execute("CREATE TABLE n(x INTEGER PRIMARY KEY, y INT)")
    connection.execute(
        "INSERT INTO n WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 9000)"
        " SELECT i, i % 7 FROM c"
    )
    assert connection.table_tree(connection.find_table(None, "n")).spans(8)  # type: ignore[arg-type]
    assert connection.execute("SELECT y, count(*), sum(x), min(x) FROM n GROUP BY y ORDER BY y LIMIT 1") == [
        (0, 1285, 5783785, 7)
    ]


def test_table_may_change_under_rows() -> None:
    """A reader of plain rows may change the table between two of them."""
    connection = Connection(":memory:")
    connection.settings.codegen_pages = 0
    connection.execute("CREATE TABLE n(x INTEGER PRIMARY KEY, y INT)")
    for n in range(5):
        connection.execute("INSERT INTO n VALUES(?, ?)", (n, n))
    statement, _ = connection.prepare("SELECT x, y FROM n WHERE y >= 0")
    assert statement is not None
    rows = statement.execute()
    assert next(rows) == (0, 0)
    connection.execute("UPDATE n SET y = y + 10")
    assert list(rows) == [(1, 11), (2, 12), (3, 13), (4, 14)]
