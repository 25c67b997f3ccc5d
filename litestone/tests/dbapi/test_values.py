"""Values through parameters, adapters, converters and factories."""

from __future__ import annotations

import datetime
import math
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from two_modules import SETTLED, assert_same

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(1 << 63), (1 << 63) - 1),
    st.integers(-(1 << 70), 1 << 70),
    st.floats(),
    st.text(),
    st.characters().map(lambda char: char * 3),
    st.binary(),
    st.binary().map(bytearray),
    st.binary().map(memoryview),
)
NAMES = st.sampled_from(["a", "b", "Name", "x1", "ä"])


@SETTLED
@given(st.lists(VALUES, max_size=5))
def test_parameters_come_back(values: list[Any]) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        marks = ", ".join("?, typeof(?), quote(?)" for _ in values) or "1"
        found = connection.execute(f"SELECT {marks}", [value for value in values for _ in range(3)]).fetchone()
        return [(type(value).__name__, value) for value in found]

    assert_same(program)


@SETTLED
@given(st.lists(VALUES, min_size=1, max_size=4), st.sampled_from(["INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC", ""]))
def test_stored_values_come_back(values: list[Any], declared: str) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.execute(f"CREATE TABLE t(a {declared})")
        connection.executemany("INSERT INTO t VALUES (?)", [(value,) for value in values])
        return connection.execute("SELECT a, typeof(a) FROM t ORDER BY a, rowid").fetchall(), connection.total_changes

    assert_same(program)


@SETTLED
@given(st.dictionaries(NAMES, VALUES), st.lists(st.tuples(st.sampled_from(":@$"), NAMES), min_size=1, max_size=4))
def test_named_parameters(given_values: dict[str, Any], asked: list[tuple[str, str]]) -> None:
    def program(module: ModuleType) -> Any:
        columns = ", ".join(mark + name for mark, name in asked)
        return module.connect(":memory:").execute(f"SELECT {columns}", given_values).fetchall()

    assert_same(program)


@SETTLED
@given(st.lists(st.sampled_from(["?", "?1", "?3", ":a", ":b", "@a", "$a::b(c)", "'?'", '"?"', "/* ? */ 1", "-- ?\n 2"]), min_size=1, max_size=6), st.integers(0, 6))
def test_numbers_of_parameters(items: list[str], count: int) -> None:
    def program(module: ModuleType) -> Any:
        return module.connect(":memory:").execute("SELECT " + ",".join(items), tuple(range(count))).fetchall()

    assert_same(program)


@pytest.mark.parametrize(
    "parameters",
    [None, 5, "ab", b"ab", {1: 2}, {"a"}, object, iter((1, 2)), (1,), [1, 2, 3], {"a": 1}, range(2)],
    # Test workers compare the names of tests: an address would differ.
    ids=lambda value: "iterator" if hasattr(value, "__next__") else repr(value),
)
def test_kinds_of_parameters(parameters: Any) -> None:
    assert_same(lambda module: module.connect(":memory:").execute("SELECT ?, ?", parameters).fetchall())


class Point:
    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = x, y

    def __conform__(self, protocol: Any) -> str | None:
        return f"{self.x};{self.y}" if protocol.__name__ == "PrepareProtocol" else None


class Stubborn:
    def __conform__(self, protocol: Any) -> None:
        raise TypeError

    def __repr__(self) -> str:
        return "Stubborn()"


@pytest.mark.parametrize("value", [Point(1.5, -2), Stubborn(), object, 1j, [1], datetime.time(1), math.inf, math.nan])
def test_conforming_values(value: Any) -> None:
    assert_same(lambda module: module.connect(":memory:").execute("SELECT ?", (value,)).fetchone())


@SETTLED
@given(st.dates(), st.datetimes())
def test_dates_come_back(day: datetime.date, moment: datetime.datetime) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:", detect_types=module.PARSE_DECLTYPES | module.PARSE_COLNAMES)
        connection.execute("CREATE TABLE t(d date, m timestamp)")
        connection.execute("INSERT INTO t VALUES (?, ?)", (day, moment))
        stored = connection.execute("SELECT CAST(d AS TEXT), CAST(m AS TEXT) FROM t").fetchone()
        named = connection.execute('SELECT d AS "x [timestamp]", m || \'\' AS "y [timestamp]" FROM t')
        return stored, connection.execute("SELECT * FROM t").fetchone(), named.description

    kind, found = assert_same(program)
    assert kind == "value" and found[1] == (day, moment)


@pytest.mark.parametrize("text", ["2020-01-02", "2020-1-2 3:4:5", "2020-01-02 03:04:05.5", "2020-01-02 03:04:05.1234567", "2020", "", "2020-01-02T03:04:05", "x 1:2:3", "2020-01-02 03:04", "2020-13-01 00:00:00"])
def test_timestamps_as_text(text: str) -> None:
    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:", detect_types=module.PARSE_COLNAMES)
        return connection.execute('SELECT ? AS "t [timestamp]"', (text,)).fetchone()

    real, ours = assert_kind_same(program)
    assert real == ours


def assert_kind_same(program: Any) -> tuple[Any, Any]:
    """The value, or the class of the exception: how a converter fails is its own affair."""
    from two_modules import MODULES, outcome

    real, ours = [outcome(program, module)[:2] for module in MODULES]
    return real, ours


@SETTLED
@given(VALUES)
def test_converters_get_bytes(value: Any) -> None:
    def program(module: ModuleType) -> Any:
        module.register_converter("seen", lambda data: ("seen", data))
        try:
            connection = module.connect(":memory:", detect_types=module.PARSE_DECLTYPES)
            connection.execute("CREATE TABLE t(a seen(5), b SEEN x, c unseen, d)")
            connection.execute("INSERT INTO t VALUES (?1, ?1, ?1, ?1)", (value,))
            return connection.execute("SELECT a, b, c, d, a AS e, +a, (SELECT a FROM t) FROM t").fetchone()
        finally:
            del module.converters["SEEN"]

    assert_same(program)


@pytest.mark.parametrize("name", ["x [seen]", "x[seen]", "[seen]", "x [SEEN] y", "x [none]", "x]", "x [", "a [b] [seen]", "é [seen]"])
@pytest.mark.parametrize("mode", [0, 1, 2, 3])
def test_converters_by_column_name(name: str, mode: int) -> None:
    def program(module: ModuleType) -> Any:
        module.register_converter("seen", lambda data: ("seen", data))
        try:
            cursor = module.connect(":memory:", detect_types=mode).execute(f'SELECT 7 AS "{name}"')
            return cursor.description, cursor.fetchall()
        finally:
            del module.converters["SEEN"]

    assert_same(program)


@SETTLED
@given(st.binary(max_size=6), st.sampled_from(["str", "bytes", "bytearray", "ignore"]))
def test_text_factories(data: bytes, factory: str) -> None:
    factories = {"str": str, "bytes": bytes, "bytearray": bytearray, "ignore": lambda text: text.decode("utf-8", "ignore")}

    def program(module: ModuleType) -> Any:
        connection = module.connect(":memory:")
        connection.text_factory = factories[factory]
        return connection.execute("SELECT CAST(? AS TEXT), 'é', x'00ff' AS b", (data,)).fetchone()

    if factory != "str":
        assert_same(program)
        return
    # The text of this error is cut at the first NUL and at the C library's whim.
    real, ours = assert_kind_same(program)
    assert real[:2] == ours[:2]


def test_adapters_for_plain_types() -> None:
    def program(module: ModuleType) -> Any:
        module.register_adapter(int, lambda value: f"int {value}")
        try:
            return module.connect(":memory:").execute("SELECT ?, ?, ?", (4, 1.5, True)).fetchone()
        finally:
            del module.adapters[(int, module.PrepareProtocol)]

    assert_same(program)


def test_adapt_asks_in_order() -> None:
    def program(module: ModuleType) -> Any:
        class Protocol:
            @staticmethod
            def __adapt__(value: Any) -> Any:
                return None if value == 1 else "by protocol"

        found = [module.adapt(2, Protocol), module.adapt(1, Protocol, "other")]
        try:
            module.adapt(1, Protocol)
        except module.ProgrammingError as error:
            found.append(str(error))
        return found

    assert_same(program)
