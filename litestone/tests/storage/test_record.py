"""Records are byte for byte those of real SQLite, and come back as they were."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litestone.errors import SqlError
from litestone.storage import record, varint
from litestone.storage.row_reader import RowReader

values = st.one_of(
    st.none(), st.integers(-(2**63), 2**63 - 1), st.integers(-300, 300), st.floats(allow_nan=False),
    st.text(max_size=70), st.binary(max_size=70),
)


@given(st.integers(-(2**63), 2**63 - 1))
def test_varints_come_back(number: int) -> None:
    raw = varint.put(number)
    assert len(raw) == varint.size(number)
    value, end = varint.get(raw + b"\xff", 0)
    assert (varint.signed(value), end) == (number, len(raw))


@given(st.lists(values, max_size=70), st.sampled_from([1, 2, 3]))
def test_records_come_back(row: list[Any], encoding: int) -> None:
    raw = record.encode(row, encoding)
    assert record.decode(raw, encoding) == row
    reader = RowReader(range(len(row)))
    reader.bind(encoding)
    assert reader.row(raw, 7) == (*row, 7)
    reader.compile()
    assert reader.row(raw, 7) == (*row, 7)


@given(st.binary(max_size=12), st.text(max_size=5))
def test_text_that_is_no_utf8_comes_back_by_both_decoders(bad: bytes, good: str) -> None:
    row = (bad.decode("utf-8", "surrogateescape"), good)
    raw = record.encode(row)
    reader = RowReader((0, 1))
    reader.bind(1)
    assert reader.row(raw, 7) == (*row, 7)
    reader.compile()
    assert reader.row(raw, 7) == (*row, 7)
    assert record.encode(reader.row(raw, 7)[:2]) == raw


@settings(max_examples=50, deadline=None)
@given(st.lists(values, min_size=1, max_size=6))
def test_records_are_those_of_sqlite(row: list[Any]) -> None:
    real = sqlite3.connect(":memory:")
    marks = ",".join("?" * len(row))
    real.execute("CREATE TABLE t(" + ",".join(f"c{i} BLOB" for i in range(len(row))) + ")")
    try:
        real.execute(f"INSERT INTO t VALUES ({marks})", row)
    except UnicodeEncodeError:
        return
    raw = record.encode([None if value != value else value for value in row])
    assert raw in real.serialize()
    real.close()


def test_what_a_record_lacks_is_the_default() -> None:
    reader = RowReader((2, 0, 1), ("a", "b", "c"), frozenset({0}), 1)
    assert reader.row(record.encode((5, None)), 9) == ("c", 5.0, 9, 9)


@given(st.binary(max_size=60))
def test_any_bytes_give_a_row_or_corrupt(raw: bytes) -> None:
    for reader in (RowReader((0, 1, 5)), RowReader(())):
        message = "database disk image is malformed"
        row: tuple[Any, ...] = (1,)
        try:
            row = reader.row(raw, 1)
        except SqlError as error:
            message = error.message
        assert (row[-1], message) == (1, "database disk image is malformed")


def test_a_short_record_is_corrupt() -> None:
    with pytest.raises(SqlError, match="malformed"):
        record.decode(record.encode(("some text",))[:-1])
