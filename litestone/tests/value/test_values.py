"""Conversions, comparison and arithmetic agree with the real SQLite on any values."""

from __future__ import annotations

import pytest
from hypothesis import given
from real_sqlite import THOROUGH, blobs, evaluate, exactly, integers, query, reals, texts, values

from litestone.value import affinity, arithmetic, cast, collation, compare
from litestone.value.numeric_text import parse_literal, real_text
from litestone.value.text import decode, encode

AFFINITIES = {
    "TEXT": affinity.TEXT,
    "INTEGER": affinity.INTEGER,
    "REAL": affinity.REAL,
    "NUMERIC": affinity.NUMERIC,
    "BLOB": affinity.BLOB,
}
OPERATORS = {
    "+": arithmetic.add,
    "-": arithmetic.subtract,
    "*": arithmetic.multiply,
    "/": arithmetic.divide,
    "%": arithmetic.remainder,
    "||": arithmetic.concat,
    "&": arithmetic.bit_and,
    "|": arithmetic.bit_or,
    "<<": arithmetic.shift_left,
    ">>": arithmetic.shift_right,
}


@pytest.mark.parametrize("name", AFFINITIES)
@THOROUGH
@given(value=values)
def test_cast(name: str, value: object) -> None:
    """CAST to each affinity."""
    assert exactly(cast.cast(value, AFFINITIES[name])) == exactly(evaluate(f"CAST({{}} AS {name})", value))


@pytest.mark.parametrize("name", AFFINITIES)
@THOROUGH
@given(value=values)
def test_affinity_on_store(name: str, value: object) -> None:
    """What a column of each affinity makes of a value; whole REALs lose the sign of zero in the record."""
    query("DROP TABLE IF EXISTS stored")
    query(f"CREATE TABLE stored(x {name})")
    query("INSERT INTO stored VALUES({})", value)
    wanted = evaluate("x FROM stored")
    found = affinity.apply(value, AFFINITIES[name])
    if name == "REAL" and found == 0:
        found = 0.0
    assert exactly(found) == exactly(wanted)


@pytest.mark.parametrize("op", OPERATORS)
@THOROUGH
@given(a=values, b=values)
def test_binary_operators(op: str, a: object, b: object) -> None:
    """Arithmetic, bits and concatenation."""
    assert exactly(OPERATORS[op](a, b)) == exactly(evaluate(f"{{}} {op} {{}}", a, b))


@THOROUGH
@given(value=values)
def test_unary_operators(value: object) -> None:
    """Minus, bit complement, truth."""
    assert exactly(arithmetic.negate(value)) == exactly(evaluate("- {}", value))
    assert exactly(arithmetic.bit_not(value)) == exactly(evaluate("~ {}", value))
    truth = cast.truth(value)
    assert (None if truth is None else int(truth)) == evaluate("NOT NOT {}", value)


@pytest.mark.parametrize("name", ["BINARY", "NOCASE", "RTRIM"])
@THOROUGH
@given(a=texts, b=texts)
def test_collations(name: str, a: str, b: str) -> None:
    """The order of two texts, by comparison and by sort key."""
    key = collation.key_function(name)
    order = compare.compare(a, b, key)
    wanted = _real_order(name, a, b)
    assert order == wanted
    first, second = compare.sort_key(a, key), compare.sort_key(b, key)
    assert (first > second) - (first < second) == wanted


def _real_order(name: str, a: str, b: str) -> int:
    less = evaluate(f"{{}} < {{}} COLLATE {name}", a, b)
    more = evaluate(f"{{}} > {{}} COLLATE {name}", a, b)
    assert isinstance(less, int)
    assert isinstance(more, int)
    return more - less


@THOROUGH
@given(a=integers, b=reals)
def test_integers_compare_with_reals_exactly(a: int, b: float) -> None:
    """No rounding to a double on the way."""
    assert compare.compare(a, b) == _real_order("BINARY", a, b)  # type: ignore[arg-type]


@THOROUGH
@given(x=reals)
def test_real_text(x: float) -> None:
    """How a REAL is printed."""
    assert real_text(x) == evaluate("CAST({} AS TEXT)", x)


@pytest.mark.parametrize(
    "literal",
    ["0", "12", "0x10", "0XFFFFFFFFFFFFFFFF", "9223372036854775807", "9223372036854775808", "1.5e3", ".5"],
)
def test_literals(literal: str) -> None:
    """Numeric literals of SQL."""
    assert exactly(parse_literal(literal)) == exactly(evaluate(literal))


def test_hex_literal_too_big() -> None:
    """More than 16 significant hex digits are no literal."""
    assert parse_literal("0x10000000000000000") is None


@pytest.mark.parametrize(
    ("declared", "wanted"),
    [
        ("INT", "INTEGER"), ("CHARINT", "INTEGER"), ("FLOATING POINT", "INTEGER"), ("varchar(5)", "TEXT"),
        ("", "BLOB"), ("blob", "BLOB"), ("doub", "REAL"), ("string", "NUMERIC"), ("CLOBx", "TEXT"),
        ("\u0131NT", "NUMERIC"), ("TEXTBLOB", "TEXT"), ("REALBLOB", "BLOB"), ("decimal(5,2)", "NUMERIC"),
    ],
)  # fmt: skip
def test_type_affinity(declared: str, wanted: str) -> None:
    """The rules of datatype3 section 3.1, in their order."""
    assert affinity.type_affinity(declared) == AFFINITIES[wanted]


@THOROUGH
@given(data=blobs)
def test_bytes_survive_text(data: bytes) -> None:
    """Text keeps its bytes, valid or not."""
    assert encode(decode(data)) == data
    even = data[: len(data) // 2 * 2]
    for encoding in (2, 3):
        assert encode(decode(even, encoding), encoding) == even
