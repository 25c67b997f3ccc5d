"""Expressions bind as they do for the real library: our tree, written out with every parenthesis, has its value."""

from __future__ import annotations

import sqlite3

from hypothesis import given
from hypothesis import strategies as st
from real_sqlite import THOROUGH

from litestone.text.parse import parse_statement
from litestone.text.tree import (
    Between,
    Binary,
    Case,
    Cast,
    Collate,
    Core,
    Expression,
    InList,
    IsNull,
    Like,
    Literal,
    ResultColumn,
    Select,
    Unary,
)

BINARY = (
    *("OR", "AND", "=", "==", "<>", "!=", "IS", "IS NOT", "<", "<=", ">", ">=", "&", "|", "<<", ">>"),
    *("+", "-", "*", "/", "%", "||", "IS DISTINCT FROM", "IS NOT DISTINCT FROM", "LIKE", "NOT LIKE", "GLOB"),
)
AFTER = ("ISNULL", "NOTNULL", "NOT NULL", "COLLATE nocase", "IN (1, 2)", "NOT IN (1, 'a')", "IS NULL")
OPERANDS = st.sampled_from(["0", "1", "2", "3", "-1", "NULL", "'a'", "'A'", "'1'", "2.5", "(1)"])


def parts(operand: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """One operand with what may stand before and behind it."""
    before = st.lists(st.sampled_from(["- ", "+ ", "~ ", "NOT "]), max_size=2).map("".join)
    after = st.lists(st.sampled_from(AFTER), max_size=1).map(lambda found: "".join(" " + x for x in found))
    return st.tuples(before, operand, after).map("".join)


def chains(operand: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Operands with operators, BETWEEN and ESCAPE between them."""
    ways = st.sampled_from([*BINARY, *BINARY, "BETWEEN", "NOT BETWEEN", "LIKE-ESCAPE"])
    links = st.tuples(ways, parts(operand), parts(operand)).map(link)
    return st.tuples(parts(operand), st.lists(links, min_size=1, max_size=4)).map(
        lambda found: found[0] + "".join(found[1])
    )


def link(found: tuple[str, str, str]) -> str:
    """An operator with its right side."""
    way, first, second = found
    if way == "LIKE-ESCAPE":
        return f" LIKE {first} ESCAPE 'x'"
    if way.endswith("BETWEEN"):
        return f" {way} {first} AND {second}"
    return f" {way} {first}"


EXPRESSIONS = chains(st.one_of(OPERANDS, chains(OPERANDS).map(lambda inner: f"({inner})")))


def written(e: Expression) -> str:
    """The expression with parentheses around every part."""
    if isinstance(e, Literal):
        return e.text
    if isinstance(e, Unary):
        return f"({e.op} {written(e.operand)})"
    if isinstance(e, Binary):
        return f"({written(e.left)} {e.op} {written(e.right)})"
    if isinstance(e, IsNull):
        return f"({written(e.operand)} {'NOTNULL' if e.negated else 'ISNULL'})"
    if isinstance(e, Collate):
        return f"({written(e.operand)} COLLATE {e.collation})"
    word = "NOT " if getattr(e, "negated", False) else ""
    if isinstance(e, Like):
        escape = "" if e.escape is None else f" ESCAPE {written(e.escape)}"
        return f"({written(e.operand)} {word}{e.op} {written(e.pattern)}{escape})"
    if isinstance(e, Between):
        return f"({written(e.operand)} {word}BETWEEN {written(e.low)} AND {written(e.high)})"
    if isinstance(e, InList):
        return f"({written(e.operand)} {word}IN ({', '.join(written(item) for item in e.items)}))"
    if isinstance(e, Cast):
        return f"CAST({written(e.operand)} AS {e.type_name})"
    assert isinstance(e, Case)
    whens = " ".join(f"WHEN {written(when)} THEN {written(then)}" for when, then in e.whens)
    return f"CASE {whens} END"


def real_value(text: str) -> object:
    """The value of an expression for the real library, or its error."""
    connection = sqlite3.connect(":memory:")
    try:
        return connection.execute("SELECT " + text).fetchone()[0]
    except sqlite3.Error as error:
        return str(error)
    finally:
        connection.close()


@given(EXPRESSIONS)
@THOROUGH
def test_binds_as_the_real_library_does(text: str) -> None:
    expected = real_value(text)
    tree, _ = parse_statement("SELECT " + text)
    assert isinstance(tree, Select)
    core = tree.cores[0]
    assert isinstance(core, Core)
    column = core.columns[0]
    assert isinstance(column, ResultColumn)
    assert real_value(written(column.expression)) == expected
