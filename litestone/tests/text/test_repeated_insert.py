"""A repeated INSERT is read as the parser reads it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litestone.connection import Connection
from litestone.errors import SqlError
from litestone.text import repeated_insert
from litestone.text.parse import parse_statement
from litestone.text.statement import Insert
from litestone.text.tree import Unary, Values

HEAD = "INSERT OR REPLACE INTO s.n VALUES("
literals = st.one_of(
    st.integers(-(1 << 70), 1 << 70).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.text("ab'-,)(; \u00e9\0\n", max_size=4).map(lambda text: f"'{text}'"),
    st.sampled_from(["NULL", "null", "x'61'", "1.", ".5", "1e3", "0x10", "1+1", "- 1", "-0", "+1", "", "\u0661", "a"]),
)


def shape(node: object) -> object:
    assert isinstance(node, Insert) and node.source is not None
    core = node.source.cores[0]
    assert isinstance(core, Values)
    row: list[object] = []
    for item in core.rows[0]:
        if isinstance(item, Unary):
            row.append((item.op, item.operand.value, item.operand.text))  # type: ignore[attr-defined]
        else:
            row.append((item.value.__class__, item.value, item.text))  # type: ignore[attr-defined]
    return node.conflict, node.schema, node.table, node.alias, row


@given(st.lists(literals, min_size=1, max_size=3), st.sampled_from([",", ", ", " ,"]), st.sampled_from([")", ") ", "),(1)"]))
def test_equals_the_parser(row: list[str], comma: str, close: str) -> None:
    repeated_insert.remember(HEAD + "1);", 0, parse_statement(HEAD + "1);")[0])
    sql = f"SELECT 1;{HEAD}{comma.join(row)}{close};SELECT 2;"
    found = repeated_insert.find(sql, 9)
    if found is not None:
        node, end = parse_statement(sql, 9)
        assert (shape(found[0]), found[1]) == (shape(node), end)


def test_plain_rows_are_found() -> None:
    repeated_insert.remember(HEAD + "1);", 0, parse_statement(HEAD + "1);")[0])
    assert repeated_insert.find(HEAD + "1, -2.5,'a b', NULL);", 0) is not None
    assert repeated_insert.find("INSERT INTO other VALUES(1);", 0) is None


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO t(a) VALUES(1);",
        "INSERT INTO t VALUES(1) RETURNING a;",
        "INSERT INTO t VALUES(1) ON CONFLICT DO NOTHING;",
        "INSERT INTO t /* ( */ VALUES(1);",
        'INSERT INTO "t(" VALUES(1);',
        "INSERT INTO t VALUES(1),(2);",
        "INSERT INTO t SELECT (1);",
    ],
)
def test_other_shapes_are_not_kept(sql: str) -> None:
    repeated_insert._known.clear()
    repeated_insert.remember(sql, 0, parse_statement(sql)[0])
    assert repeated_insert._known == {}


def test_faults_are_told_as_by_the_parser() -> None:
    connection = Connection(":memory:")
    connection.execute("CREATE TABLE n(a, b); INSERT INTO n VALUES(1, 2); INSERT INTO n VALUES(3, 'x');")
    assert connection.execute("SELECT * FROM n") == [(1, 2), (3, "x")]
    with pytest.raises(SqlError, match="table n has 2 columns but 1 values were supplied"):
        connection.execute("INSERT INTO n VALUES(1);")
    connection.execute("DROP TABLE n")
    with pytest.raises(SqlError, match="no such table: n"):
        connection.execute("INSERT INTO n VALUES(1, 2); INSERT INTO n VALUES(4, 5);")
