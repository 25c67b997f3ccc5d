"""The real SQLite (Python's own ``sqlite3``), asked for one expression at a time, and values to ask it about."""

from __future__ import annotations

import sqlite3
import struct

from hypothesis import settings
from hypothesis import strategies as st

from litestone.errors import SqlError
from litestone.function import registry
from litestone.function.context import Context
from litestone.value.text import decode, encode, is_valid

# The same examples on every run: a failure is a change of the code, not of the weather.
QUICK = settings(max_examples=30, deadline=None, derandomize=True, database=None)
THOROUGH = settings(QUICK, max_examples=100)

_REAL = sqlite3.connect(":memory:", isolation_level=None)
_REAL.text_factory = decode


def evaluate(sql: str, *values: object) -> object:
    """``sql`` on the real SQLite with ``values`` for its ``{}``; an error as ``("error", text)``."""
    marks = ["CAST(? AS TEXT)" if isinstance(value, str) else "?" for value in values]
    bound = [encode(value) if isinstance(value, str) else value for value in values]
    try:
        return _REAL.execute("SELECT " + sql.format(*marks), bound).fetchone()[0]
    except sqlite3.Error as e:
        return _error(str(e))
    except UnicodeDecodeError:
        return _error("\udc80")


def query(sql: str, *values: object) -> object:
    """All rows of a query, or its error."""
    marks = ["CAST(? AS TEXT)" if isinstance(value, str) else "?" for value in values]
    bound = [encode(value) if isinstance(value, str) else value for value in values]
    try:
        return _REAL.execute(sql.format(*marks), bound).fetchall()
    except sqlite3.Error as e:
        return _error(str(e))
    except UnicodeDecodeError:
        return _error("\udc80")


def _error(message: str) -> object:
    """An error for comparison; of a message with invalid UTF-8 Python's module can't tell the text."""
    return "error", message if is_valid(message) else "not UTF-8"


def real_call(name: str, args: tuple[object, ...]) -> object:
    """A function's result on the real SQLite."""
    if name in ("->", "->>"):
        return evaluate(f"{{}} {name} {{}}", *args)
    return evaluate(f"{name}({','.join('{}' for _ in args)})", *args)


def real_aggregate(name: str, rows: list[tuple[object, ...]]) -> object:
    """An aggregate function's result over ``rows`` on the real SQLite."""
    width = range(len(rows[0]))
    union = " UNION ALL ".join("SELECT " + ",".join(f"{{}} AS c{i}" for i in width) for _ in rows)
    columns = ",".join(f"c{i}" for i in width)
    return evaluate(f"{name}({columns}) FROM ({union})", *(value for row in rows for value in row))


def our_call(name: str, args: tuple[object, ...]) -> object:
    """A function's result on Litestone."""
    function = registry.find(name, len(args))
    assert isinstance(function, registry.Scalar), name
    given = (Context(), *args) if function.needs_context else args
    try:
        return plain(function.call(*given))
    except SqlError as e:
        return _error(e.message)


def our_aggregate(name: str, rows: list[tuple[object, ...]]) -> object:
    """An aggregate function's result on Litestone."""
    function = registry.find(name, len(rows[0]))
    assert isinstance(function, registry.Aggregate), name
    assert function.make is not None, name
    accumulator = function.make(Context())
    try:
        for row in rows:
            accumulator.step(*row)
        return plain(accumulator.final())
    except SqlError as e:
        return _error(e.message)


def plain(value: object) -> object:
    """A value without the JSON subtype."""
    return str(value) if isinstance(value, str) else value


def exactly(value: object) -> object:
    """Something that is equal for the same class and the same bits only: 1, 1.0, 0.0 and -0.0 differ."""
    if isinstance(value, float):
        return "real", struct.pack("d", value)
    return value.__class__.__name__, value


_EDGES = [0, 1, -1, 2**31, 2**32, 2**53, 2**53 + 1, 2**63 - 1, -(2**63), -(2**63) + 1]
_REAL_EDGES = [0.0, -0.0, 0.5, 1.5, 2.5, -0.5, 1e15, 1e16, 1e308, 5e-324, 2.0**63, -(2.0**63), 0.1, 1 / 3]

integers = st.one_of(
    st.integers(-20, 20),
    st.sampled_from(_EDGES),
    st.integers(-(2**63), 2**63 - 1),
    st.integers(-70000, 70000),
)
reals = st.one_of(
    st.sampled_from([*_REAL_EDGES, float("inf"), float("-inf")]),
    st.floats(allow_nan=False),
    st.integers(-(10**6), 10**6).map(lambda n: n / 1000),
    st.floats(-1000, 1000, allow_nan=False),
)
_bytes_of_text = st.lists(
    st.sampled_from(
        [0x41, 0x62, 0x20, 0x80, 0xBF, 0xC0, 0xC3, 0xA9, 0xE0, 0xED, 0xA0, 0xF0, 0x9F, 0xFE, 0xFF, 0]
    ),
    max_size=7,
)
words = st.text("aAbBzZ 01é漢😀%_*?[]^-'\"\\\n\0.\ufffe", max_size=8)
invalid_text = _bytes_of_text.map(lambda numbers: decode(bytes(numbers)))
number_text = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", " ", "+", "-", "--", "\t"]),
    st.one_of(
        integers, reals, st.sampled_from(["", ".5", "5.", "1e", "1e5", "1e400", "1e-400", "0x10", "9" * 19])
    ),
    st.sampled_from(["", "", " ", "x", "e", "e5", ".", "0"]),
)
texts = st.one_of(words, invalid_text, number_text, st.just(""))
blobs = st.one_of(st.binary(max_size=6), texts.map(encode))
values = st.one_of(st.none(), integers, reals, texts, texts, blobs)
