"""The parser against the real one: what it accepts, what it refuses, and how it words that."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from real_parser import disagreement, own_error, real_error
from real_sqlite import THOROUGH

from litestone.errors import SqlError
from litestone.text.keyword import FALLBACK, KEYWORDS
from litestone.text.parse import parse_statement
from litestone.text.statement import (
    AddColumn,
    CreateIndex,
    CreateTable,
    CreateTrigger,
    CreateView,
    CreateVirtualTable,
    Insert,
)
from litestone.text.tree import Binary, Core, FromTerm, Literal, ResultColumn, Select, Values

STATEMENTS: list[str] = json.loads((Path(__file__).parent / "statements.json").read_text("utf-8"))

# Places where a word may stand; keywords are tried in each.
PLACES = (
    "SELECT {} FROM t",
    "SELECT 1 {}",
    "SELECT 1 AS {}",
    "SELECT t.{} FROM t",
    "SELECT {}.a FROM t",
    "SELECT {}(1)",
    "SELECT a {} b FROM t",
    "SELECT * FROM {}",
    "SELECT * FROM t {}",
    "SELECT * FROM t AS {}",
    "SELECT * FROM t {} t2",
    "SELECT * FROM t {} JOIN t AS t2",
    "SELECT 1 ORDER BY 1 {}",
    "SELECT sum(1) OVER ({})",
    "SELECT sum(1) OVER {}",
    "WITH {} AS (SELECT 1) SELECT 1",
    "CREATE TABLE x({})",
    "CREATE TABLE x(a {})",
    "CREATE TABLE x(a INT {})",
    "CREATE TABLE x(a DEFAULT {})",
    "CREATE TABLE x(a COLLATE {})",
    "CREATE TABLE x(a) {}",
    "CREATE TABLE {}(a)",
    "CREATE {} x AS SELECT 1",
    "SELECT CAST(1 AS {})",
    "UPDATE t SET {} = 1",
    "UPDATE {} t SET a = 1",
    "INSERT INTO t({}) VALUES (1)",
    "INSERT INTO t VALUES (1, 2, 3) {}",
    "PRAGMA {}",
    "PRAGMA x = {}",
    "SAVEPOINT {}",
    "REINDEX {}",
    "EXPLAIN {}",
    "EXPLAIN {} t",
)

NESTED = {
    "parentheses": ("(", ")"),
    "minus": ("- ", ""),
    "not": ("not ", ""),
    "right of plus": ("1+(", ")"),
    "argument": ("max(1,", ")"),
    "case when": ("case when ", " then 1 end"),
    "case then": ("case when 1 then ", " end"),
    "case else": ("case when 1 then 2 else ", " end"),
    "cast": ("cast(", " as int)"),
    "subquery": ("(select ", ")"),
    "where": ("(select 1 where ", ")"),
    "from": ("(select * from (select ", "))"),
    "exists": ("exists(select ", ")"),
    "in": ("1 in (1,", ")"),
    "in select": ("1 in (select ", ")"),
    "between": ("1 between 2 and (", ")"),
    "escape": ("1 like 2 escape (", ")"),
    "row": ("(1,", ")"),
    "is not distinct from": ("1 is not distinct from (", ")"),
    "filter": ("sum(1) filter (where ", ")"),
    "over": ("sum(1) over (order by ", ")"),
    "values": ("(values(", "))"),
    "with": ("(with q as (select ", ") select 1)"),
    "on": ("(select 1 from t join t on ", ")"),
    "order by": ("(select 1 order by ", ")"),
    "limit": ("(select 1 limit ", ")"),
    "union": ("(select 1 union select ", ")"),
    "group by": ("(select 1 group by ", ")"),
    "having": ("(select 1 group by 1 having ", ")"),
}
AROUND = (
    "select 1 where {}",
    "values(1),({})",
    "insert into t values(1, {})",
    "insert into t values(1) on conflict(a) do update set a = {}",
    "update t set a = 1, b = {}",
    "delete from t where {}",
    "delete from t returning {}",
    "create table x(a, b default ({}), check(a))",
    "create table x(a, check({}))",
    "create index i on t(a) where {}",
    "create view v as select {}",
    "create trigger z insert on t when {} begin select 1; end",
    "select 1 order by 1, {}",
    "select 1 limit 1 offset {}",
    "select sum(1) over (rows {} preceding)",
    "select 1 window w as (order by {})",
    "attach {} as x",
)


@pytest.mark.parametrize("sql", STATEMENTS)
def test_says_what_the_real_library_says(sql: str) -> None:
    assert disagreement(sql) is None


@pytest.mark.parametrize("place", PLACES)
def test_keywords_are_names_where_they_are_for_the_real_library(place: str) -> None:
    differing = {word: disagreement(place.format(word)) for word in [*KEYWORDS, "word", "'word'", '"word"']}
    assert not {word: both for word, both in differing.items() if both}


def test_every_fallback_keyword_may_name_a_column() -> None:
    for word in FALLBACK:
        assert real_error(f"CREATE TABLE x({word})") is None
        assert own_error(f"CREATE TABLE x({word})") is None


def deepest(answer: Callable[[str], str | None], around: str, opening: str, closing: str) -> int:
    """How deep something may nest before the parser's stack is full."""
    low, high = 0, 120
    while low < high:
        middle = (low + high + 1) // 2
        text = around.format(opening * middle + "1" + closing * middle)
        if answer("EXPLAIN " + text) == "parser stack overflow":
            high = middle - 1
        else:
            low = middle
    return low


@pytest.mark.parametrize("name", NESTED)
def test_nests_as_deep_as_the_real_library(name: str) -> None:
    shape = ("SELECT {}", *NESTED[name])
    assert deepest(own_error, *shape) == deepest(real_error, *shape)


@pytest.mark.parametrize("around", AROUND)
def test_nests_as_deep_inside_any_clause(around: str) -> None:
    assert deepest(own_error, around, "(", ")") == deepest(real_error, around, "(", ")")


def test_chains_end_at_the_height_of_a_thousand() -> None:
    message = "Expression tree is too large (maximum depth 1000)"
    for more in ("+1", " AND 1", "||1", " COLLATE nocase IS 1", " BETWEEN 1 AND 2", " IN (1, 2)", " ISNULL"):
        for answer in (own_error, real_error):
            assert answer("SELECT 1" + more * 999) is None
            assert answer("SELECT 1" + more * 1000) == message
    for more in (" NOT LIKE 1", " NOT IN (1, 2)", " NOT BETWEEN 1 AND 2"):
        for answer in (own_error, real_error):
            assert answer("SELECT 1" + more * 499) is None
            assert answer("SELECT 1" + more * 500) == message


def test_long_statements_need_no_recursion() -> None:
    rows, _ = parse_statement("INSERT INTO t VALUES " + ",".join(["(1, 'x', NULL)"] * 20_000))
    assert isinstance(rows, Insert)
    assert rows.source is not None
    values = rows.source.cores[0]
    assert isinstance(values, Values)
    assert len(values.rows) == 20_000
    compound, _ = parse_statement("SELECT 1" + " UNION ALL SELECT 1" * 499)
    assert isinstance(compound, Select)
    assert len(compound.cores) == 500
    assert own_error("SELECT 1" + " UNION ALL SELECT 1" * 500) == "too many terms in compound SELECT"
    listed, _ = parse_statement(f"SELECT 1 IN ({','.join(['1'] * 50_000)})")
    assert listed is not None


def core(sql: str) -> Core:
    """The only SELECT of a statement."""
    tree, _ = parse_statement(sql)
    assert isinstance(tree, Select)
    only = tree.cores[0]
    assert isinstance(only, Core)
    return only


@pytest.mark.parametrize(
    ("sql", "texts"),
    [
        ("SELECT /*x*/ a+1 ,b  FROM t", ["a+1", "b"]),
        ("SELECT 1+2 /* c */ FROM t", ["1+2 /* c */"]),
        ("SELECT 1+2 /*c*/ ;", ["1+2 /*c*/"]),
        ("SELECT  count( * ) , 'x' AS y", ["count( * )", "'x'"]),
    ],
)
def test_a_column_keeps_its_source_text(sql: str, texts: list[str]) -> None:
    columns = core(sql).columns
    assert [column.text for column in columns if isinstance(column, ResultColumn)] == texts


def test_statements_end_behind_their_semicolon() -> None:
    sql = " SELECT 1;; -- nothing\n  SELECT 2"
    ends = []
    position = 0
    while position < len(sql):
        tree, position = parse_statement(sql, position)
        ends.append((tree is not None, position))
    assert ends == [(True, 10), (False, 11), (True, len(sql))]


def test_variables_are_numbered_as_they_come() -> None:
    columns = core("SELECT ?, ?5, ?, :a, @b, $a::x(1), :a, ?2").columns
    numbers = [column.expression.number for column in columns if isinstance(column, ResultColumn)]  # type: ignore[attr-defined]
    assert numbers == [1, 5, 6, 7, 8, 9, 7, 2]


def test_literals() -> None:
    columns = core(
        "SELECT 9223372036854775807, 9223372036854775808, 0xFFFFFFFFFFFFFFFF, .5, 1e3, x'0aFF', 'a''b'"
    ).columns
    values = []
    for column in columns:
        assert isinstance(column, ResultColumn)
        assert isinstance(column.expression, Literal)
        values.append(column.expression.value)
    assert values == [2**63 - 1, 2.0**63, -1, 0.5, 1000.0, b"\x0a\xff", "a'b"]
    assert [type(value) for value in values] == [int, float, int, float, float, bytes, str]


def test_joins_say_their_words() -> None:
    sources = core(
        "SELECT * FROM a, b JOIN c CROSS JOIN d NATURAL LEFT OUTER JOIN e FULL JOIN f USING (x, y)"
    ).sources
    assert all(isinstance(source, FromTerm) for source in sources)
    assert [(sorted(source.join), source.comma) for source in sources] == [
        ([], False),
        ([], True),
        ([], False),
        (["CROSS"], False),
        (["LEFT", "NATURAL"], False),
        (["FULL", "LEFT", "RIGHT"], False),
    ]
    assert sources[5].using == ["x", "y"]


def test_definitions_know_their_places() -> None:
    sql = 'CREATE TEMP TABLE IF NOT EXISTS x ( a INT CONSTRAINT q CHECK ( a > 0 ) DEFAULT - 5, "b c" ) ; '
    table, _ = parse_statement(sql)
    assert isinstance(table, CreateTable)
    assert sql[table.body_start : table.end] == sql[sql.index("x (") : sql.index(" ;")]
    first, second = table.columns
    assert sql[first.name_start : first.end] == "a INT CONSTRAINT q CHECK ( a > 0 ) DEFAULT - 5"
    assert sql[second.name_start : second.name_end] == '"b c"'
    check, default = first.constraints
    assert (check.name, check.text, sql[check.start : check.end]) == ("q", "a > 0", "CHECK ( a > 0 )")
    assert default.text == "- 5"
    for text, kind in (
        ("i ON t(a) WHERE a > 1", CreateIndex),
        ("v AS SELECT 1 ", CreateView),
        ("z AFTER INSERT ON t BEGIN SELECT ';'; DELETE FROM t; END", CreateTrigger),
    ):
        word = kind.__name__.removeprefix("Create").upper()
        sql = f"CREATE {word} IF NOT EXISTS main.{text};"
        made, end = parse_statement(sql)
        assert isinstance(made, kind)
        assert sql[made.body_start : made.end] == text.rstrip()
        assert end == len(sql)


def test_module_arguments_are_raw_text() -> None:
    made, _ = parse_statement(
        "CREATE VIRTUAL TABLE v USING fts5( a , b UNINDEXED, tokenize = 'x,y', f(1, 2) )"
    )
    assert isinstance(made, CreateVirtualTable)
    assert made.arguments == ["a", "b UNINDEXED", "tokenize = 'x,y'", "f(1, 2)"]


def test_an_added_column_keeps_its_text() -> None:
    made, _ = parse_statement("ALTER TABLE t ADD COLUMN  x INT  DEFAULT 5  ;")
    assert isinstance(made, AddColumn)
    assert made.text == "x INT  DEFAULT 5"


def test_errors_say_where() -> None:
    for sql, place in (("SELECT 1 FROM FROM", 14), ("SELECT 'x", 7), ("SELECT ?0", 7), ("SELECT (", -1)):
        with pytest.raises(SqlError) as caught:
            parse_statement(sql)
        assert caught.value.offset == place


WORDS = st.sampled_from(
    [
        *sorted(KEYWORDS),
        "a",
        "t",
        "x1",
        "'s'",
        '"q"',
        "[b]",
        "1",
        "2.5",
        "0x1F",
        "x'41'",
        "?1",
        ":v",
        "*",
        ".",
        "(",
        ")",
        ",",
        ";",
        "=",
        "<",
        "||",
        "->>",
        "-",
        "/*c*/",
        "--\n",
        "!",
        "'",
        "@",
        "é",
        "\ufeff",
        "\x00",
    ]
)


@given(st.lists(WORDS, max_size=14).map(" ".join))
@THOROUGH
def test_any_words_give_a_tree_or_an_sql_error(sql: str) -> None:
    own_error(sql)


@given(st.text(max_size=40))
@THOROUGH
def test_any_text_gives_a_tree_or_an_sql_error(sql: str) -> None:
    own_error(sql)
    own_error("SELECT " + sql)
    own_error("CREATE TABLE x(" + sql)


@given(st.sampled_from(STATEMENTS), st.data())
@THOROUGH
def test_damaged_statements_are_refused_alike(sql: str, data: st.DataObject) -> None:
    words = sql.split(" ")
    at = data.draw(st.integers(0, len(words) - 1))
    words[at : at + data.draw(st.integers(0, 1))] = [data.draw(WORDS)]
    damaged = " ".join(words)
    if "\0" not in damaged and damaged.strip()[:1] not in ("", ";"):
        assert disagreement(damaged) is None


def test_operators_have_one_spelling() -> None:
    for spelled, op in (
        ("==", "="),
        ("!=", "<>"),
        ("IS NOT DISTINCT FROM", "IS"),
        ("IS DISTINCT FROM", "IS NOT"),
    ):
        column = core(f"SELECT 1 {spelled} 2").columns[0]
        assert isinstance(column, ResultColumn)
        assert isinstance(column.expression, Binary)
        assert column.expression.op == op
