"""Random tables and queries over them, from a seed."""

from __future__ import annotations

from random import Random

LITERALS = [
    "0",
    "1",
    "2",
    "-1",
    "3",
    "10",
    "1.5",
    "-2.5",
    "0.0",
    "NULL",
    "''",
    "'a'",
    "'A'",
    "'abc'",
    "'1'",
    "'1.5'",
    "'2x'",
    "x'61'",
    "x''",
    "9223372036854775807",
    "-9223372036854775808",
    "1e300",
    "5",
    "7",
    "'10'",
]
COLUMNS = ["a", "b", "c", "d", "e", "f"]
INDEXES = [
    "CREATE INDEX i1 ON t(b)",
    "CREATE INDEX i2 ON t(c, b)",
    "CREATE INDEX i3 ON t(f)",
    "CREATE INDEX i4 ON u(a)",
    "CREATE INDEX i5 ON u(g DESC, a)",
    "CREATE INDEX i6 ON t(e DESC)",
    "CREATE INDEX i7 ON w(v)",
    "CREATE INDEX i8 ON t(b + 1)",
    "CREATE INDEX i9 ON u(h) WHERE h > 0",
]
AGGREGATES = [
    "count(*)", "sum(b)", "max(c)", "min(d)", "avg(a)", "total(e)", "group_concat(c)", "max(e)",
    "count(e) FILTER (WHERE a > 10)", "sum(a) FILTER (WHERE b IS NULL)", "min(f)",
]  # fmt: skip
WINDOW_FUNCTIONS = [
    "sum(a)", "count(*)", "min(b)", "max(d)", "row_number()", "rank()", "dense_rank()",
    "percent_rank()", "cume_dist()", "ntile(3)", "lag(a)", "lead(c, 2)", "lag(b, 1, 99)", "first_value(a)",
    "last_value(a)", "nth_value(a, 2)", "avg(b)", "total(d)", "sum(b) FILTER (WHERE a % 2 = 0)", "max(c)",
]  # fmt: skip
FRAMES = [
    ("UNBOUNDED PRECEDING", "CURRENT ROW"),
    ("UNBOUNDED PRECEDING", "UNBOUNDED FOLLOWING"),
    ("2 PRECEDING", "CURRENT ROW"),
    ("1 PRECEDING", "3 FOLLOWING"),
    ("CURRENT ROW", "2 FOLLOWING"),
    ("CURRENT ROW", "UNBOUNDED FOLLOWING"),
    ("1 FOLLOWING", "2 FOLLOWING"),
    ("3 PRECEDING", "1 PRECEDING"),
    ("UNBOUNDED PRECEDING", "1 PRECEDING"),
    ("2 FOLLOWING", "UNBOUNDED FOLLOWING"),
    ("CURRENT ROW", "CURRENT ROW"),
]
PARTS = [
    "SELECT a, b FROM t",
    "SELECT a, h FROM u",
    "SELECT k, v FROM w",
    "SELECT c, f FROM t",
    "SELECT DISTINCT b, d FROM t WHERE a > 5",
    "SELECT e, count(*) FROM t GROUP BY e",
    "SELECT 1, 1.0",
]


class Generator:
    """Makes a schema with rows, and queries for it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def literals(self, count: int) -> str:
        return ", ".join(self.random.choice(LITERALS) for _ in range(count))

    def schema(self) -> list[str]:
        """The statements that make the tables t, u and w."""
        made = [
            "CREATE TABLE t(a INTEGER PRIMARY KEY, b INT, c TEXT, d REAL, e, f TEXT COLLATE NOCASE)",
            "CREATE TABLE u(a INT, g TEXT COLLATE RTRIM, h NUMERIC, i BLOB)",
            "CREATE TABLE w(k TEXT, a INT, v, PRIMARY KEY(k, a)) WITHOUT ROWID",
        ]
        made += [f"INSERT INTO t VALUES({4 * n}, {self.literals(5)})" for n in range(1, 13)]
        made += [f"INSERT INTO u VALUES({self.literals(4)})" for _ in range(9)]
        for n in range(8):
            made.append(f"INSERT INTO w VALUES('{'abc1'[n % 4]}', {n // 4}, {self.literals(1)})")
        return made + self.random.sample(INDEXES, self.random.randint(0, 5))

    def expression(self, depth: int, columns: list[str]) -> str:
        """A random expression over ``columns``."""
        if depth <= 0 or self.random.random() < 0.15:
            return self.random.choice(columns if self.random.random() < 0.6 else LITERALS)
        x, y, z = (self.expression(depth - 1, columns) for _ in range(3))
        shapes = [
            f"({x} {self.one('+', '-', '*', '/', '%', '||', '&', '|', '<<', '>>')} {y})",
            f"({x} {self.one('=', '<>', '<', '<=', '>', '>=', 'IS', 'IS NOT')} {y})",
            f"({x} {self.one('AND', 'OR')} {y})",
            f"({self.one('-', '+', '~', 'NOT')} {x})",
            f"({x} {self.one('ISNULL', 'NOTNULL', 'IS TRUE', 'IS NOT FALSE')})",
            f"({x} {self.one('IN', 'NOT IN')} ({y}, {z}))",
            f"({x} {self.one('BETWEEN', 'NOT BETWEEN')} {y} AND {z})",
            f"CASE {x} WHEN {y} THEN {z} ELSE 1 END",
            f"CAST({x} AS {self.one('int', 'text', 'real', 'numeric', 'blob')})",
            f"{self.one('typeof', 'length', 'hex', 'quote', 'upper')}({x})",
            f"({x} COLLATE {self.one('nocase', 'binary', 'rtrim')})",
            f"(({x}, {y}) {self.one('=', '<', '>=', 'IS')} ({z}, 1))",
            f"({x} IN (SELECT {self.one('a', 'g', 'h', 'i')} FROM u))",
            f"(EXISTS (SELECT 1 FROM u AS n WHERE n.{self.one('a', 'g', 'h')} = {x}))",
            f"(SELECT max(n.h) FROM u AS n WHERE n.a {self.one('=', '<')} {x})",
        ]
        return self.random.choice(shapes)

    def selection(self) -> str:
        """Expressions over one table."""
        outputs = f"{self.expression(3, COLUMNS)}, {self.expression(3, COLUMNS)}"
        return f"SELECT {outputs} FROM t WHERE {self.expression(2, COLUMNS)} ORDER BY {self.expression(2, COLUMNS)}, a"

    def join(self) -> str:
        """Two or three sources joined in any way."""
        tables = [("t", COLUMNS), ("u", ["a", "g", "h", "i"]), ("w", ["k", "a", "v"])]
        chosen = self.random.sample(tables, self.random.randint(2, 3))
        columns = [f"{chosen[0][0]}.{column}" for column in chosen[0][1]]
        text = chosen[0][0]
        for name, own in chosen[1:]:
            new = [f"{name}.{column}" for column in own]
            kind = self.one("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "CROSS JOIN")
            condition = f"{self.random.choice(columns)} {self.one('=', '<', 'IS')} {self.random.choice(new)}"
            text += f" {kind} {name} ON {condition}"
            columns += new
        where = self.one("", f" WHERE {self.expression(2, columns)}")
        return f"SELECT * FROM {text}{where} ORDER BY {', '.join(columns)}"

    def group(self) -> str:
        """Aggregates in groups."""
        outputs = ", ".join(self.random.sample(AGGREGATES, 3))
        term = self.one("b", "f", "a % 3", "typeof(e)", "c, f")
        having = self.one("", " HAVING count(*) > 1")
        return f"SELECT {outputs}, {self.random.choice(COLUMNS)} FROM t GROUP BY {term}{having}"

    def window(self) -> str:
        """One to three window functions."""
        calls = []
        for _ in range(self.random.randint(1, 3)):
            start, end = self.random.choice(FRAMES)
            partition = self.one("", "PARTITION BY b", "PARTITION BY f", "PARTITION BY a % 3")
            order = self.one("a", "b", "d", "e", "b DESC", "e NULLS LAST", "d DESC NULLS FIRST", "f")
            exclude = self.one("", "", "EXCLUDE CURRENT ROW", "EXCLUDE GROUP", "EXCLUDE TIES", "EXCLUDE NO OTHERS")
            unit = self.one("ROWS", "RANGE", "GROUPS")
            function = self.random.choice(WINDOW_FUNCTIONS)
            calls.append(
                f"{function} OVER ({partition} ORDER BY {order} {unit} BETWEEN {start} AND {end} {exclude})"
            )
        return f"SELECT a, {', '.join(calls)} FROM t"

    def compound(self) -> str:
        """Two to four parts."""
        text = self.random.choice(PARTS)
        for _ in range(self.random.randint(1, 3)):
            text += f" {self.one('UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT')} {self.random.choice(PARTS)}"
        return text + self.one("", " ORDER BY 1, 2", " ORDER BY 2 DESC", " ORDER BY 1 LIMIT 4")
