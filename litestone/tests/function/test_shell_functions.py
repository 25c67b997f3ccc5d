"""Functions that the command-line shell adds: expectations observed with the real shell 3.40.1."""

from __future__ import annotations

from collections.abc import Iterator
from struct import pack

import pytest
from hypothesis import given
from real_sqlite import QUICK, our_aggregate, our_call, reals

from litestone.function import registry


@pytest.fixture(autouse=True, scope="module")
def _shell() -> Iterator[None]:
    before = dict(registry._home_of)
    registry.add_shell_functions()
    yield
    registry._home_of.clear()
    registry._home_of.update(before)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1.0", "1.0"), (1.0, "1.0"), (1e72, "1" + "0" * 72), ("-123e-4", "-0.0123"), ("00012.500", "12.500"),
        ("abc", "0"), ("12abc", "12"), (None, None), ("", "0"), ("-0", "0"), ("-0.00", "-0.00"), (".5", "0.5"),
        ("5.", "5"), (b"12", "12"), ("1e", "1"), ("1e+2x", "100"), ("  12  ", "12"), ("+5", "5"),
        ("1.2.3", "12.3"), ("-", "0"), ("0e5", "0"), ("0.00e-2", "0.0000"), ("12.50e1", "125.0"),
        ("12.50e3", "12500"), ("--5", "-5"), ("-000.100", "-0.100"),
    ],
)  # fmt: skip
def test_decimal(text: object, wanted: str | None) -> None:
    """What counts as a decimal number."""
    assert our_call("decimal", (text,)) == wanted


@pytest.mark.parametrize(
    ("name", "a", "b", "wanted"),
    [
        ("mul", "1234.0000", "2.000", "2468.000"), ("mul", "1234.0000", "2", "2468"), ("mul", "-1.50", "2.00", "-3.00"),
        ("mul", "0.5", "0.5", "0.25"), ("mul", "-0.0", "1", "-0"), ("mul", None, 1, None), ("mul", "x", "2", "0"),
        ("add", "1.50", "2.5", "4.00"), ("add", "-1.00", "1", "-0.00"), ("add", "0.001", "-5", "-4.999"),
        ("sub", "1", "2.50", "-1.50"), ("sub", "-5", "-5", "-0"), ("sub", "1e3", "1", "999"),
        ("cmp", "1.0", "1", 1), ("cmp", "2", "10", -1), ("cmp", "-2", "-10", 1), ("cmp", "0", "-0", 1),
        ("cmp", "x", 0, 0), ("cmp", None, 1, None), ("cmp", "-0.5", "-0.50", 1), ("cmp", "007", "7", 0),
    ],
)  # fmt: skip
def test_decimal_arithmetic(name: str, a: object, b: object, wanted: object) -> None:
    """Sums, products and comparisons keep zeros at the end."""
    assert our_call(f"decimal_{name}", (a, b)) == wanted


def test_decimal_sum() -> None:
    """NULL does not count, other text is 0."""
    assert our_aggregate("decimal_sum", [("1.5",), ("2.25",), (None,), ("abc",)]) == "3.75"


@pytest.mark.parametrize(
    ("x", "wanted"),
    [
        (1.0, "1,0"), (-1.0, "-1,0"), (0.0, "0,-1075"), (-0.0, "1,-3071"), (5e-324, "1,-1074"), (45.25, "181,-2"),
        (2, "2,0"), (float("inf"), "4503599627370496,972"), ("x", "0,-1075"), (None, "0,-1075"),
        (pack(">d", 1.5), "3,-1"),
    ],
)  # fmt: skip
def test_ieee754_parts(x: object, wanted: str) -> None:
    """Mantissa and exponent of a REAL."""
    assert our_call("ieee754", (x,)) == f"ieee754({wanted})"


@pytest.mark.parametrize(
    ("m", "e", "wanted"),
    [
        (1, 0, 1.0), (3, -1, 1.5), (1, 1024, float("inf")), (-1, 1024, float("-inf")), (4503599627370495, 973, None),
        (4503599627370495, -1074, 2.225073858507201e-308), (0, 5, 0.0), (None, 1, 0.0), (1, None, 1.0), (1, -1080, 0.0),
        (1, 99999, float("inf")), (0, -20000, 0.0), (1, -1074, 5e-324), (3, -1075, 5e-324), ("3", "2", 12.0),
    ],
)  # fmt: skip
def test_ieee754_of_parts(m: object, e: object, wanted: float | None) -> None:
    """A REAL of mantissa and exponent."""
    assert our_call("ieee754", (m, e)) == wanted


@QUICK
@given(x=reals)
def test_ieee754_round_trip(x: float) -> None:
    """Parts and blob make the same number again."""
    if x - x == 0.0 and (x or str(x) == "0.0"):
        parts = our_call("ieee754_mantissa", (x,)), our_call("ieee754_exponent", (x,))
        assert our_call("ieee754", parts) == x
    blob = our_call("ieee754_to_blob", (x,))
    assert blob == pack(">d", x)
    assert our_call("ieee754_from_blob", (blob,)) == x


@pytest.mark.parametrize(
    ("pattern", "text", "wanted"),
    [
        ("b+", "abbc", 1), ("^b", "ab", 0), ("c$", "abc", 1), ("c$", "abcd", 0), ("^(ab|c)*$", "abcab", 1),
        ("a{2,3}$", "baaaa", 1), ("^a{2,3}$", "aaaa", 0), ("[^a-c]", "abc", 0), ("[]a]", "]", 1), ("[^]]", "]", 0),
        (r"\d\D\s\S\w\W", "1a b_-", 1), (r"\bab\b", "x ab y", 1), (r"\bab\b", "xab", 0), (r"\x61\u00e9", "aé", 1),
        (r"a\W", "a", 0), ("", "", 1), ("a|", "x", 1), ("a.c", "aéc", 1), ("A", "a", 0), (None, "a", None),
        ("a", None, None), (5, 15, 1), ("^a|b", "cb", 0),
    ],
)  # fmt: skip
def test_regexp(pattern: object, text: object, wanted: int | None) -> None:
    """What each operator matches."""
    assert our_call("regexp", (pattern, text)) == wanted


def test_regexp_without_case() -> None:
    """ASCII letters of pattern and text are folded, classes stay."""
    assert our_call("regexpi", (r"AB\W", "xaB ")) == 1
    assert our_call("regexpi", ("É", "é")) == 0


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("*", "'*' without operand"), ("+a", "'+' without operand"), ("?", "'?' without operand"),
        ("{2}", "'{m,n}' without operand"), ("a{2", "unmatched '{'"), ("a{3,2}", "n less than m in '{m,n}'"),
        ("a{0}", "both m and n are zero in '{m,n}'"), ("(a", "unmatched '('"), ("a)", "unrecognized character"),
        ("[a", "unclosed '['"), ("[[:alpha:]]", "POSIX character classes not supported"), ("\\q", "unknown \\ escape"),
    ],
)  # fmt: skip
def test_regexp_errors(pattern: str, message: str) -> None:
    """Malformed patterns."""
    assert our_call("regexp", (pattern, "a")) == ("error", message)


def test_regexp_takes_no_exponential_time() -> None:
    """Nested repetition runs on all paths at once."""
    assert our_call("regexp", ("^(a*)*b$", "a" * 2000)) == 0
