"""How well Litestone's parser agrees with real SQLite, over every distinct statement of the cases.

Each statement is prepared by the real library in a fresh database (through EXPLAIN, so that
nothing runs) and parsed by Litestone. They agree if both give the same syntax error, or neither
gives one and Litestone refuses nothing that the real library does not refuse with the same text.
CREATE and ALTER look tables up while they are parsed: where the real library stops at that, the
rest of the statement stays undecided and is counted apart. With ``--mutations`` that many damaged
statements (tokens dropped, doubled, swapped or replaced) are compared too.

    python benchmarks/parser_oracle.py --mutations 20000
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "litestone" / "src"))

from litestone.errors import SqlError  # noqa: E402
from litestone.text.parse import parse_statement  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SYNTAX = re.compile(r'(near ".*": syntax error|incomplete input|unrecognized token: ".*")$', re.S)
# What SQLite finds while it parses, before it looks at the schema.
OF_THE_PARSER = re.compile(
    r"clause should come after|a JOIN clause is required before|a NATURAL join may not have|"
    r"unknown join type|"
    r"Expression tree is too large|variable number must be between|too many arguments on function|"
    r"too many terms in compound|syntax error after column name|unknown table option|"
    r"error in generated column|"
    r"unsupported frame specification|columns assigned \d+ values|not allowed on .* within triggers|"
    r"parser stack overflow|cannot use RETURNING in a trigger|parameters are not allowed in views|"
    r"unsupported use of NULLS|duplicate WITH table name"
)
DEFINITION = re.compile(r"\s*(EXPLAIN\s+(QUERY\s+PLAN\s+)?)?(CREATE|ALTER)\b", re.I)
LOOKED_UP = re.compile(
    r"no such table|(there is already|table|view|index) .* already|unknown database|"
    r"duplicate column name|"
    r"object name reserved|temporary t\w+ name must be|cannot create|table .* has more than one primary key|"
    r"AUTOINCREMENT is only|Cannot add a|cannot modify|view .* may not|table .* may not|there is already|"
    r"default value of column"
)
TOKEN = re.compile(r"\s+|--[^\n]*\n?|/\*.*?\*/|'(?:[^']|'')*'|\"[^\"]*\"|\w+|<>|<=|>=|\|\||.", re.S)


def statements(path: Path) -> list[str]:
    """The distinct statements of the cases, in order of appearance, grouped by lines as the shell does."""
    seen: dict[str, None] = {}
    for line in lines_of(path):
        case = json.loads(line)
        for field in ("initial_database", "user_query", "validation_query"):
            group = ""
            for part in case[field].splitlines(keepends=True):
                group += part
                if ";" in part and sqlite3.complete_statement(group):
                    seen[group] = None
                    group = ""
            if group.strip():
                seen[group] = None
    return [text for text in seen if "\0" not in text]


def lines_of(path: Path) -> Iterator[bytes]:
    """The lines of a file, which may be compressed by zstd."""
    if path.suffix != ".zst":
        with path.open("rb") as file:
            yield from file
        return
    with subprocess.Popen(["zstd", "-dc", str(path)], stdout=subprocess.PIPE) as unpacking:
        assert unpacking.stdout is not None
        yield from unpacking.stdout


def real_error(text: str) -> str | None:
    """What the real library says about the first statement of ``text``; None if it accepts it."""
    connection = sqlite3.connect(":memory:")
    try:
        prefix = "" if re.match(r"(\s|--[^\n]*\n)*EXPLAIN\b", text, re.I) else "EXPLAIN "
        connection.execute(prefix + text)
    except sqlite3.ProgrammingError as error:
        # Only the wrapper's own complaints: more than one statement, bindings missing.
        return None if "statement" in str(error) or "bindings" in str(error) else str(error)
    except sqlite3.Warning:
        return None
    except (sqlite3.Error, UnicodeError) as error:
        return str(error)
    finally:
        connection.close()
    return None


def own_error(text: str) -> str | None:
    """What Litestone's parser says about the first statement of ``text``; None if it accepts it."""
    try:
        parse_statement(text)
    except SqlError as error:
        return error.message
    return None


def agree(real: str | None, own: str | None) -> bool:
    """Whether the two answers mean the same as far as parsing goes."""
    if real is not None and (SYNTAX.match(real) or OF_THE_PARSER.search(real)):
        return real == own
    return own is None or own == real


def undecided(text: str, real: str | None) -> bool:
    """Whether the real library stopped at a look-up in the schema before the end of the statement."""
    return real is not None and bool(LOOKED_UP.match(real)) and bool(DEFINITION.match(text))


def mutated(texts: list[str], count: int, seed: int) -> Iterator[str]:
    """``count`` statements with some tokens dropped, doubled, swapped, or replaced by others."""
    source = random.Random(seed)
    short = [text for text in texts if len(text) < 400]
    for _ in range(count):
        tokens = TOKEN.findall(source.choice(short))
        for _ in range(source.choice((1, 1, 1, 2, 3))):
            if not tokens:
                break
            at = source.randrange(len(tokens))
            way = source.randrange(5)
            if way == 0:
                del tokens[at]
            elif way == 1:
                tokens.insert(at, tokens[at] + " ")
            elif way == 2:
                other = source.randrange(len(tokens))
                tokens[at], tokens[other] = tokens[other], tokens[at]
            elif way == 3:
                tokens[at] = " " + source.choice(TOKEN.findall(source.choice(short)) or [";"]) + " "
            else:
                del tokens[at:]
        text = "".join(tokens)
        if text.strip() and text.strip()[0] != ";" and "\0" not in text:
            yield text


def compare(texts: list[str], label: str, show: int) -> None:
    """Print how many of ``texts`` the two parsers agree on, and some they do not."""
    differing = []
    kinds: Counter[str] = Counter()
    spent = 0.0
    open_questions = 0
    for text in texts:
        before = time.process_time()
        own = own_error(text)
        spent += time.process_time() - before
        real = real_error(text)
        kinds[
            "refused as syntax" if real is not None and SYNTAX.match(real) else "not refused as syntax"
        ] += 1
        if own is not None and own != real and undecided(text, real):
            open_questions += 1
        elif not agree(real, own):
            differing.append((text, real, own))
    total = len(texts) - open_questions
    share = 100 * (total - len(differing)) / max(total, 1)
    print(
        f"{label}: {total - len(differing)} of {total} agree ({share:.3f} %); "
        f"real library: {dict(kinds)}, undecided {open_questions}"
    )
    print(f"{label}: {1e6 * spent / max(total, 1):.0f} microseconds of CPU a statement")
    for text, real, own in differing[:show]:
        print(f"  {text[:300]!r}\n    real {real}\n    own  {own}")


def main() -> None:
    """Compare, as the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    default = ROOT.parent / "shared" / "cases" / "multilangbench-dev.jsonl.zst"
    parser.add_argument("--cases", type=Path, default=default, help="a .jsonl or .jsonl.zst file of cases")
    parser.add_argument(
        "--sample", type=int, default=0, help="compare only so many statements, chosen at random"
    )
    parser.add_argument("--mutations", type=int, default=0, help="compare so many damaged statements too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=20, help="how many differences to print")
    options = parser.parse_args()
    if sqlite3.sqlite_version != "3.40.1":
        print(f"the real library is {sqlite3.sqlite_version}, not 3.40.1", file=sys.stderr)
    texts = statements(options.cases)
    damaged = list(mutated(texts, options.mutations, options.seed))
    if options.sample:
        texts = random.Random(options.seed).sample(texts, min(options.sample, len(texts)))
    compare(texts, "statements", options.show)
    if damaged:
        compare(damaged, "damaged", options.show)


if __name__ == "__main__":
    main()
