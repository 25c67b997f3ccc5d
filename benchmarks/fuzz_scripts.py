"""SQL scripts damaged token by token."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

TOKEN = re.compile(
    r"\s+|--[^\n]*\n?|/\*.*?\*/|[xX]?'(?:[^']|'')*'|\"[^\"]*\"|\[[^\]]*\]|`[^`]*`|[\w$]+(?:\.\d+)?"
    r"|<>|<=|>=|==|!=|\|\||<<|>>|->>?|.",
    re.S,
)
# What Litestone has not: full-text search and R-Trees; what real SQLite alone can do: list its bytecode.
FOREIGN = re.compile(r"\b(fts[345]\w*|rtree\w*|load_extension|geopoly\w*)\b|/(tmp|home|etc|dev)\b", re.I)
LISTING = re.compile(r"\bexplain\b(?!\s+query)", re.I)
LONGEST = 6000
SPICE = (
    "NULL",
    "0",
    "-1",
    "1e999",
    "9223372036854775807",
    "9223372036854775808",
    "''",
    "x'00'",
    "*",
    "(",
    ")",
    ",",
    ";",
    "?",
    "?5",
    ":a",
    "NOT",
    "IN ()",
    "IS",
    "LIKE",
    "GLOB",
    "BETWEEN",
    "COLLATE NOCASE",
    "CAST(1 AS TEXT)",
    "EXISTS",
    "(SELECT 1)",
    "(SELECT * FROM t1)",
    "(1, 2)",
    "rowid",
    "OVER ()",
    "FILTER (WHERE 1)",
    "DISTINCT",
    "count(*)",
    "sum(1)",
    "max(1)",
    "group_concat(1, 2)",
    "row_number() OVER ()",
    "json('[1')",
    "zeroblob(9)",
    "printf('%*d', 9, 1)",
    "substr('abc', -9, 99)",
    "abs(-9223372036854775807 - 1)",
    "-9223372036854775808",
    "1/0",
    "5 % 0",
    "1 << 64",
    "0x7f",
    "UNION ALL",
    "EXCEPT",
    "ORDER BY 1",
    "LIMIT -1",
    "GROUP BY 1",
    "HAVING 1",
    "NATURAL JOIN",
    "LEFT JOIN t1",
    "RIGHT JOIN t1 USING (a)",
    "FULL JOIN",
    "AS x",
    "WITH x AS (SELECT 1)",
    "RETURNING *",
    "DEFAULT",
    "excluded.a",
    "old.a",
    "new.a",
    "main.t1",
    "temp.t1",
    "t1.a",
    "sqlite_schema",
    "CURRENT_TIMESTAMP",
    "TRUE",
    "RAISE(ABORT, 'x')",
    "CASE WHEN 1 THEN 2 END",
    "->> '$.a'",
    "|| 'x'",
    "date('now', '+1 month')",
    "strftime('%J', 1e18)",
    "\x80",
    "é",
    "'\ud7ff'",
    "likelihood(1, 0.5)",
    "total_changes()",
    "last_insert_rowid()",
    "nth_value(1, 0) OVER ()",
    "ntile(0) OVER ()",
    "quote(zeroblob(3))",
    "hex(1.5)",
    "round(1e300, 30)",
    "unicode('')",
    "char(1114112, -1)",
    "instr(x'00', '')",
)


def scripts_of_cases(path: Path, most: int) -> list[list[str]]:
    """The scripts of the cases, by statements; at most ``most``, evenly from the whole file."""
    found = []
    lines = path.read_bytes().splitlines()
    for line in lines[:: max(1, len(lines) // most)]:
        if len(line) > 200_000:
            continue
        case = json.loads(line)
        script = case["initial_database"] + "\n" + case["user_query"]
        if len(script) <= LONGEST and not FOREIGN.search(script):
            found.append(statements_of(script))
    return found


def statements_of(script: str) -> list[str]:
    """The statements of a script, each ended as the shell would end it; the rest, if any, as one more."""
    found = []
    start = 0
    for at, letter in enumerate(script):
        if letter == ";" and sqlite3.complete_statement(script[start : at + 1].replace("\0", " ")):
            found.append(script[start : at + 1])
            start = at + 1
    if script[start:].strip():
        found.append(script[start:])
    return found


def mutate(script: Sequence[str], others: Sequence[Sequence[str]], random: Random) -> list[str]:
    """Damage some statements of a script; ``others`` lend tokens."""
    changed = list(script)
    for _ in range(random.choice((1, 2, 4, 1 + len(changed) // 3))):
        place = random.randrange(len(changed)) if random.random() < 0.6 else len(changed) - 1
        changed[place] = mutate_statement(changed[place], random.choice(random.choice(others)), random)
    if random.random() < 0.1:
        changed.insert(random.randrange(len(changed) + 1), changed[random.randrange(len(changed))])
    if random.random() < 0.1 and len(changed) > 1:
        del changed[random.randrange(len(changed))]
    if random.random() < 0.1:
        changed.append(random.choice(random.choice(others)))
    whole = "\n".join(changed).replace("\0", " ")
    return [each for each in statements_of(whole) if not LISTING.search(each) and not FOREIGN.search(each)]


def mutate_statement(sql: str, other: str, random: Random) -> str:
    """One to three changes of a statement's tokens."""
    tokens = TOKEN.findall(sql)
    lent = TOKEN.findall(other)
    for _ in range(random.choice((1, 1, 2, 3))):
        places = [at for at, token in enumerate(tokens) if not token.isspace()]
        if not places:
            return sql
        at = random.choice(places)
        way = random.randrange(9)
        if way == 0:
            two = random.choice(places)
            tokens[at], tokens[two] = tokens[two], tokens[at]
        elif way == 1:
            del tokens[at]
        elif way == 2:
            tokens.insert(at, tokens[at] + " ")
        elif way == 3:
            tokens[at] = random.choice(tokens)
        elif way == 4:
            tokens[at] = " " + random.choice(SPICE) + " "
        elif way == 5:
            tokens.insert(at, " " + random.choice(SPICE) + " ")
        elif way == 6 and lent:
            start = random.randrange(len(lent))
            tokens[at : at + random.choice((0, 1, 1))] = [
                " ",
                *lent[start : start + random.choice((1, 3, 8))],
                " ",
            ]
        elif way == 7:
            end = min(len(tokens), at + random.choice((1, 2, 5, 12)))
            tokens[at:at] = tokens[at:end]
        else:
            nest(tokens, at, random)
    return "".join(tokens)


def nest(tokens: list[str], at: int, random: Random) -> None:
    """Put one token deep into brackets, operators or subqueries."""
    deep = random.choice((1, 2, 3, 8, 40, 300, 1200))
    before, after = random.choice(
        (
            ("(", ")"),
            ("-", ""),
            ("NOT ", ""),
            ("(SELECT ", ")"),
            ("abs(", ")"),
            ("~", ""),
            ("1+", ""),
            ("", " COLLATE NOCASE"),
            ("(SELECT * FROM ", ")"),
            ("CASE WHEN 1 THEN ", " END"),
            ("1 IN (", ")"),
            ("", " UNION SELECT 1"),
            ("(1,", ")"),
        )
    )
    tokens[at] = " " + before * deep + tokens[at] + after * deep + " "
