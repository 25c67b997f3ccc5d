"""Queries on eponymous virtual tables give the rows, in the order, and the errors of the real SQLite."""

from __future__ import annotations

import sqlite3

import pytest

from litestone.connection import Connection
from litestone.errors import SqlError

SETUP = """
create table a(x, y); create index ai on a(y); create table "b c"(k text primary key, v) without rowid;
with recursive n(i) as (values(1) union all select i+1 from n where i<1000)
insert into a select i, printf('%0*d', i%70, i) from n;
insert into a values(5, zeroblob(20000));
insert into "b c" select x, y from a where x<300 and typeof(y)='text';
delete from a where x%7=3;
insert into "b c" values('big', zeroblob(9000));
"""
JSON = [
    "select * from json_each('[1,[2]]')",
    "select key, fullkey, json, root from json_tree('{\"a\":[1,2]}', '$.a')",
    "with t(j) as (values('[1,2]'),('{\"x\":5}')) select j, value from t, json_each(t.j) order by value desc",
    "select json_array(value) from json_each('[[1],2]')",
    "select json_group_array(value) from json_each('[[1],2]')",
    "select * from json_each",
    "select * from json_each('x')",
    "select * from json_each('{}', 'x')",
    "select * from json_each(1, 2, 3)",
    "select * from json_each where json='[1,2]' and root='$'",
    "select key from json_each('[5,6,7]') where value>5",
    "select e.value from (select '[1,2]' as j) as a left join json_each(a.j) as e",
    "select a.value, b.value from json_each('[1,2]') a, json_each('[3,4]') b where a.key=b.key",
    "select id, parent from json_tree('[[1]]') order by rowid desc",
    "select name, type, hidden from pragma_table_xinfo('json_tree')",
    "insert into json_each values(1)",
    "delete from json_each",
]
STAT = [
    "select * from dbstat",
    "select * from dbstat order by name",
    "select * from dbstat order by name, path",
    "select * from dbstat where aggregate=1",
    "select * from dbstat where name='ai'",
    "select name, sum(pgsize), sum(unused), schema, aggregate from dbstat group by name",
    "select * from dbstat('main', 1)",
    "select * from dbstat('nope')",
    "select * from dbstat('temp')",
    "select * from dbstat where aggregate=1 and name='a' order by name, path",
    "create virtual table temp.stat using dbstat(main)",
    "create virtual table temp.stat2 using dbstat(nope)",
    "select name, type, hidden from pragma_table_xinfo('dbstat')",
    "insert into dbstat(name) values(1)",
]


def _both(sql: str, setup: str = "") -> tuple[object, object]:
    real = sqlite3.connect(":memory:", isolation_level=None)
    real.executescript(setup)
    ours = Connection(":memory:")
    ours.execute(setup)
    wanted: object
    found: object
    try:
        wanted = real.execute(sql).fetchall()
    except sqlite3.Error as e:
        wanted = str(e)
    try:
        found = [tuple(str(v) if isinstance(v, str) else v for v in row) for row in ours.execute(sql)]
    except SqlError as e:
        found = e.message
    real.close()
    ours.close()
    return found, wanted


@pytest.mark.parametrize("sql", JSON)
def test_json(sql: str) -> None:
    """json_each and json_tree."""
    found, wanted = _both(sql)
    assert found == wanted


@pytest.mark.parametrize("sql", STAT)
def test_dbstat(sql: str) -> None:
    """dbstat, of a database with overflow, interior and index pages."""
    found, wanted = _both(sql, SETUP)
    assert found == wanted


def test_dbstat_of_nothing() -> None:
    """An empty database has no page."""
    found, wanted = _both("select * from dbstat")
    assert found == wanted == []
