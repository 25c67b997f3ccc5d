"""What the real library says about a text, and whether Litestone's parser says the same."""

from __future__ import annotations

import re
import sqlite3

from litestone.errors import SqlError
from litestone.text.parse import parse_statement

_SYNTAX = re.compile(r'(near ".*": syntax error|incomplete input|unrecognized token: ".*")$', re.S)
_OF_THE_PARSER = re.compile(
    r"clause should come after|a JOIN clause is required before|unknown join type|too many terms in compound|"
    r"Expression tree is too large|variable number must be between|too many arguments on function|"
    r"syntax error after column name|unknown table option|error in generated column|parser stack overflow|"
    r"unsupported frame specification|columns assigned \d+ values|not allowed on .* within triggers|"
    r"cannot use RETURNING in a trigger|parameters are not allowed in views|unsupported use of NULLS|"
    r"duplicate WITH table name"
)
# CREATE and ALTER look names up while they are parsed; the text behind that stays unread.
_LOOKED_UP = re.compile(
    r"no such table|already exists|already another|unknown database|duplicate column name|object name reserved|"
    r"temporary table name|AUTOINCREMENT is only|Cannot add|cannot create|more than one primary key|"
    r"there is already|default value of column|may not be|cannot modify"
)


def real_error(sql: str) -> str | None:
    """What the real library says about the first statement of ``sql`` in a database with one table ``t``."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE t(a, b, c)")
    explained = re.match(r"(\s|--[^\n]*\n|/\*.*?\*/)*EXPLAIN\b", sql, re.I | re.S)
    try:
        connection.execute(("" if explained else "EXPLAIN ") + sql)
    except sqlite3.ProgrammingError:  # of the wrapper: bindings, or more than one statement
        return None
    except sqlite3.Warning:
        return None
    except sqlite3.Error as error:
        return str(error)
    finally:
        connection.close()
    return None


def own_error(sql: str) -> str | None:
    """What Litestone's parser says about the first statement of ``sql``."""
    try:
        parse_statement(sql)
    except SqlError as error:
        return error.message
    return None


def disagreement(sql: str) -> tuple[str | None, str | None] | None:
    """Both answers, if they differ in what is the parser's to say."""
    real, own = real_error(sql), own_error(sql)
    if real == own:
        return None
    if real is not None and (_SYNTAX.match(real) or _OF_THE_PARSER.search(real)):
        return real, own
    if own is None or (real is not None and _LOOKED_UP.search(real)):
        return None
    return real, own
