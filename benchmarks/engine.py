"""How fast Litestone is beside the real SQLite and sqlglot's executor, on the same data in one run.

    python benchmarks/engine.py [--rows 200000] [--sqlglot]

Every figure is CPU seconds, best of three, so that a busy machine blurs it less; what counts are
the ratios. The real SQLite runs through the standard library's module on the same file; sqlglot
gets its rows as dictionaries beforehand and is asked for only with ``--sqlglot`` (it is not among
the locked packages).
"""

from __future__ import annotations

import argparse
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from litestone.connection import Connection

ROOT = Path(__file__).resolve().parent.parent
QUERIES = {
    "scan-filter-group": "SELECT a, sum(b) FROM t WHERE c > 10 GROUP BY a",
    "two-way join": "SELECT count(*), sum(u.w) FROM t JOIN u ON u.id = t.b WHERE t.c > 10",
    "order by": "SELECT id FROM t ORDER BY d, id LIMIT 1000",
}
LOOKUPS = 5000
INSERTS = 10_000


def best(act: Callable[[], object], times: int = 3) -> float:
    """CPU seconds of the fastest of some runs."""
    found = []
    for _ in range(times):
        start = time.process_time()
        act()
        found.append(time.process_time() - start)
    return min(found)


def make_data(path: Path, rows: int) -> None:
    """A table of ``rows`` rows and one of 1,000 to join with."""
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b INT, c INT, d REAL)")
    connection.execute("CREATE TABLE u(id INTEGER PRIMARY KEY, w INT)")
    connection.executemany(
        "INSERT INTO t VALUES(?,?,?,?,?)",
        ((i, f"group{i % 97}", i * 7919 % 1000, i % 100, (i * 104729 % 1000003) / 7) for i in range(rows)),
    )
    connection.executemany("INSERT INTO u VALUES(?,?)", ((i, i * 3) for i in range(1000)))
    connection.commit()
    connection.close()


def insert_script() -> str:
    """10,000 inserts in one transaction, as text."""
    lines = ["CREATE TABLE n(a INTEGER PRIMARY KEY, b TEXT, c REAL);", "BEGIN;"]
    lines.extend(f"INSERT INTO n VALUES({i}, 'text {i}', {i}.5);" for i in range(INSERTS))
    lines.append("COMMIT;")
    return "\n".join(lines)


def run_litestone(path: Path, folder: Path) -> dict[str, float]:
    """CPU seconds of each task on Litestone."""
    connection = Connection(str(path))
    found = {name: best(lambda sql=sql: connection.execute(sql)) for name, sql in QUERIES.items()}  # type: ignore[misc]
    statement, _ = connection.prepare("SELECT a FROM t WHERE id = ?")
    assert statement is not None

    def lookups() -> None:
        for i in range(LOOKUPS):
            list(statement.execute((i * 37 % 100000,)))

    found["point look-ups"] = best(lookups)
    script = insert_script()

    def inserts() -> None:
        target = folder / "ours.db"
        target.unlink(missing_ok=True)
        fresh = Connection(str(target))
        fresh.execute(script)
        fresh.close()

    found["10,000 inserts"] = best(inserts, 2)
    connection.close()
    return found


def run_real(path: Path, folder: Path) -> dict[str, float]:
    """CPU seconds of each task on the real SQLite."""
    connection = sqlite3.connect(path)
    found = {name: best(lambda sql=sql: connection.execute(sql).fetchall()) for name, sql in QUERIES.items()}  # type: ignore[misc]

    def lookups() -> None:
        for i in range(LOOKUPS):
            connection.execute("SELECT a FROM t WHERE id = ?", (i * 37 % 100000,)).fetchall()

    found["point look-ups"] = best(lookups)
    script = insert_script()

    def inserts() -> None:
        target = folder / "real.db"
        target.unlink(missing_ok=True)
        fresh = sqlite3.connect(target)
        fresh.executescript(script)
        fresh.close()

    found["10,000 inserts"] = best(inserts, 2)
    connection.close()
    return found


def run_sqlglot(path: Path) -> dict[str, float]:
    """CPU seconds of the first two queries on sqlglot's executor, once each."""
    from sqlglot.executor import execute

    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    tables = {name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")] for name in ("t", "u")}
    connection.close()
    return {
        name: best(lambda sql=QUERIES[name]: execute(sql, tables=tables, dialect="sqlite"), 1)  # type: ignore[misc]
        for name in ("scan-filter-group", "two-way join")
    }


def cold_start() -> dict[str, float]:
    """CPU seconds of a process that runs one statement: the exam folder's program, and an empty Python."""
    subprocess.run([sys.executable, str(ROOT / "submissions" / "litestone" / "build.py")], check=True)
    program = str(ROOT / "submissions" / "litestone" / "run")
    with tempfile.TemporaryDirectory() as name:

        def start(argv: list[str]) -> float:
            seconds = []
            for number in range(10):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                target = f"{name}/{number}.db"
                subprocess.run([*argv, target], input=b"CREATE TABLE t(a);\n", check=True, env={**os.environ})
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            return min(seconds)

        ours = start([program])
        empty = start(["/usr/bin/python3", "-ISc", "pass"])
    return {"litestone": ours, "empty python": empty}


def main() -> None:
    """Print the table of figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--sqlglot", action="store_true", help="measure sqlglot's executor too (slow)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "data.db"
        make_data(path, options.rows)
        ours = run_litestone(path, folder)
        real = run_real(path, folder)
        toy = run_sqlglot(path) if options.sqlglot else {}
    print(f"{'CPU seconds':20} {'litestone':>10} {'sqlite3':>10} {'ratio':>8} {'sqlglot':>10} {'ratio':>8}")
    for task, seconds in ours.items():
        line = f"{task:20} {seconds:10.3f} {real[task]:10.3f} {seconds / max(real[task], 1e-6):7.1f}x"
        if task in toy:
            line += f" {toy[task]:10.3f} {toy[task] / seconds:7.1f}x"
        print(line)
    starts = cold_start()
    ours_ms, empty_ms = starts["litestone"] * 1000, starts["empty python"] * 1000
    print(f"cold start: {ours_ms:.1f} ms, empty Python {empty_ms:.1f} ms")


if __name__ == "__main__":
    main()
