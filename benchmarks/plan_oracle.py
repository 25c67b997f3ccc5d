"""How well Litestone's query plans agree with real SQLite's, by the text of EXPLAIN QUERY PLAN.

Every SELECT of the captured and native cases is explained by both, on the database that real SQLite
makes of the case's first script. Counted apart are the statements where a planner has something to
decide: those whose real plan names an index or a key, or reads more than one source. Cases on FTS
and R-Tree tables are left out. ``--every N`` looks at each Nth case only, ``--show`` prints what differs.

    python benchmarks/plan_oracle.py --every 20 --show 5
"""

from __future__ import annotations

import argparse
import json
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "litestone" / "src"))

from litestone.connection import Connection  # noqa: E402
from litestone.errors import SqlError  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

CASES = ROOT.parent / "shared" / "cases" / "multilangbench-dev.jsonl.zst"
CAPTURED = re.compile(r"\s*CREATE\s+(TEMP\s+)?TABLE\s+\S+\s+AS\s+(?=SELECT|WITH|VALUES)", re.I)
QUERY = re.compile(r"\s*(SELECT|WITH|VALUES)\b", re.I)
LEFT_OUT = {"fts3", "fts4", "fts5", "rtree"}
LONGEST_SCRIPT = 200_000
LONGEST_QUERY = 20_000


def lines_of(path: Path) -> Iterator[bytes]:
    """The lines of a file, which may be compressed by zstd."""
    if path.suffix != ".zst":
        with path.open("rb") as file:
            yield from file
        return
    with subprocess.Popen(["zstd", "-dc", str(path)], stdout=subprocess.PIPE) as unpacking:
        assert unpacking.stdout is not None
        yield from unpacking.stdout


def statements(script: str) -> Iterator[str]:
    """The statements of a script, grouped by lines as the shell does."""
    group = ""
    for line in script.splitlines(keepends=True):
        group += line
        if ";" in line and sqlite3.complete_statement(group):
            yield group
            group = ""


def queries(case: dict[str, str]) -> Iterator[str]:
    """The SELECT statements of a case that do not depend on what it changes first."""
    for statement in statements(case["user_query"]):
        captured = CAPTURED.match(statement)
        if captured:
            yield statement[captured.end() :]
        elif not QUERY.match(statement):
            return
        else:
            yield statement


def run_script(connection: sqlite3.Connection, script: str) -> None:
    """Run a script as the shell does: what fails is passed over."""
    for statement in statements(script):
        try:
            connection.execute(statement).fetchall()
        except (sqlite3.Error, sqlite3.Warning, ValueError):
            continue


def tree(rows: list[tuple[int, int, str]]) -> list[str]:
    """The lines of a plan, indented by depth."""
    depth = {0: 0}
    lines = []
    for number, parent, text in rows:
        depth[number] = depth.get(parent, 0) + 1
        lines.append("  " * depth.get(parent, 0) + text)
    return lines


def real_plan(connection: sqlite3.Connection, query: str) -> list[str] | None:
    """The plan of real SQLite; None where it refuses the statement."""
    try:
        rows = connection.execute(f"EXPLAIN QUERY PLAN {query}").fetchall()
    except (sqlite3.Error, sqlite3.Warning, ValueError):
        return None
    return tree([(row[0], row[1], row[3]) for row in rows])


def own_plan(connection: Connection, query: str) -> list[str]:
    """Litestone's plan, or its error as the only line."""
    try:
        rows = connection.execute(f"EXPLAIN QUERY PLAN {query}")
    except SqlError as error:
        return [f"error: {error.message}"]
    return tree([(int(str(row[0])), int(str(row[1])), str(row[3])) for row in rows])


def has_choice(plan: list[str]) -> bool:
    """Whether the plan is one where another could have been chosen."""
    return any(re.search(r"SEARCH|USING|MULTI-INDEX", line) for line in plan) or (
        sum("SCAN " in line for line in plan) > 1
    )


def compare_case(
    case: dict[str, str], folder: str, counts: Counter[str], shown: list[str], most: int
) -> None:
    """Compare the plans of one case's queries."""
    path = str(Path(folder) / f"{counts['cases']}.db")
    counts["cases"] += 1
    real = sqlite3.connect(path, isolation_level=None)
    real.execute("PRAGMA synchronous = OFF")
    run_script(real, case["initial_database"])
    if real.in_transaction:
        real.execute("COMMIT")
    own = Connection(path, readonly=True)
    for query in dict.fromkeys(queries(case)):
        wanted = real_plan(real, query) if len(query) <= LONGEST_QUERY else None
        if wanted is None:
            continue
        found = own_plan(own, query)
        for name in ("all", "choice") if has_choice(wanted) else ("all",):
            counts[name] += 1
            counts[f"{name} equal"] += wanted == found
        if wanted != found and len(shown) < most:
            shown.append("\n".join([f"{case['source']}: {query.strip()}", *wanted, "instead:", *found, ""]))
    own.close()
    real.close()


def main() -> None:
    """Print the agreement."""
    parser = argparse.ArgumentParser(description="Compare query plans with real SQLite's.")
    parser.add_argument("--cases", type=Path, default=CASES)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    shown: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, line in enumerate(lines_of(options.cases)):
            if number % options.every:
                continue
            case = json.loads(line)
            if LEFT_OUT & set(case["features"]) or len(case["initial_database"]) > LONGEST_SCRIPT:
                continue
            compare_case(case, folder, counts, shown, options.show)
    for text in shown:
        print(text)
    for name, title in (("all", "all SELECTs"), ("choice", "SELECTs with a choice of plan")):
        share = 100 * counts[f"{name} equal"] / max(counts[name], 1)
        print(f"{title}: {counts[f'{name} equal']} of {counts[name]} plans equal ({share:.1f} %)")


if __name__ == "__main__":
    main()
