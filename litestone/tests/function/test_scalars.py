"""Scalar functions give what the real SQLite gives, called with the same arguments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from real_sqlite import QUICK, THOROUGH, exactly, integers, our_call, real_call, reals, texts, values

from litestone.errors import SqlError
from litestone.function import registry
from litestone.function.context import Context

# What does not depend on its arguments alone, or takes a constant.
SPECIAL = {
    "changes", "current_date", "current_time", "current_timestamp", "last_insert_rowid", "likelihood",
    "load_extension", "match", "random", "randomblob", "sqlite_log", "subtype", "total_changes",
}  # fmt: skip
# The fewest arguments with which a function of dates does not read the clock.
DATED = {"date": 1, "time": 1, "datetime": 1, "julianday": 1, "unixepoch": 1, "strftime": 2}
SCALARS = [
    (function.name, function.nargs)
    for function in registry.everything()
    if isinstance(function, registry.Scalar) and function.name not in SPECIAL
]
small = st.one_of(st.integers(-6, 8), st.integers(-6, 8), values)
points = st.one_of(st.integers(0, 300), st.integers(0, 0x110100), integers, values)
# Sizes up to what fits into memory many times over.
sizes = st.one_of(st.integers(-3, 100), st.none(), st.sampled_from(["5", "x", b"7", 2.9]))


def arguments(name: str, nargs: int) -> st.SearchStrategy[tuple[object, ...]]:
    """Argument lists that reach what is particular to a function."""
    count = st.just(nargs) if nargs >= 0 else st.integers(registry_least(name), 4)
    if name.startswith("substr"):
        return st.tuples(st.one_of(texts, values), *[small] * (nargs - 1))
    if name == "round" and nargs == 2:
        return st.tuples(st.one_of(reals, values), st.one_of(st.integers(-2, 40), values))
    if name == "char":
        return st.lists(points, max_size=4).map(tuple)
    if name == "zeroblob":
        return st.tuples(sizes)
    if name in ("instr", "replace", "trim", "ltrim", "rtrim"):
        return st.tuples(*[st.one_of(texts, texts, values)] * nargs)
    return count.flatmap(lambda n: st.tuples(*[values] * n))


def registry_least(name: str) -> int:
    """The fewest arguments of a function of any number."""
    return DATED.get(name, 2 if name in ("coalesce", "min", "max") else 0)


def reads_clock(name: str, args: tuple[object, ...]) -> bool:
    """Whether the result is another one a moment later, so that two engines can't be compared."""
    return name in DATED and any(str(value).strip().lower() in ("now", "b'now'") for value in args)


@pytest.mark.parametrize(("name", "nargs"), SCALARS)
@QUICK
@given(data=st.data())
def test_scalar(name: str, nargs: int, data: st.DataObject) -> None:
    """One function, any arguments."""
    args = data.draw(arguments(name, nargs).filter(lambda drawn: not reads_clock(name, drawn)))
    assert exactly(our_call(name, args)) == exactly(real_call(name, args))


LIKE_PATTERN = st.text("abAB%%_\\éÉx\0", max_size=6)
LIKE_TEXT = st.text("aAbBxéÉ%_\\-", max_size=8)
GLOB_PATTERN = st.lists(
    st.sampled_from(["a", "b", "A", "*", "?", "[", "]", "^", "-", "é", "[a-c]", "[^b]", "[]-]"])
)


@THOROUGH
@given(
    pattern=LIKE_PATTERN, text=LIKE_TEXT, escape=st.sampled_from(["\\", "a", "%", "_", "é", "", "xx", None])
)
def test_like(pattern: str, text: str, escape: str | None) -> None:
    """LIKE, with and without ESCAPE."""
    assert our_call("like", (pattern, text)) == real_call("like", (pattern, text))
    assert our_call("like", (pattern, text, escape)) == real_call("like", (pattern, text, escape))


@THOROUGH
@given(pattern=GLOB_PATTERN.map(lambda parts: "".join(parts[:6])), text=st.text("abAcé-]^", max_size=7))
def test_glob(pattern: str, text: str) -> None:
    """GLOB with all kinds of classes."""
    assert our_call("glob", (pattern, text)) == real_call("glob", (pattern, text))


@pytest.mark.parametrize("text", ["a", None, b"", "aa"])
@pytest.mark.parametrize("name", ["like", "glob"])
def test_long_patterns_are_refused(name: str, text: object) -> None:
    """More than 50,000 bytes are an error, but for a BLOB."""
    args = ("a" * 50001, text)
    assert our_call(name, args) == real_call(name, args)


def test_like_can_be_case_sensitive() -> None:
    """PRAGMA case_sensitive_like."""
    context = Context()
    function = registry.find("like", 2)
    assert isinstance(function, registry.Scalar)
    assert function.call(context, "A%", "abc") == 1
    context.like_case_sensitive = True
    assert function.call(context, "A%", "abc") == 0


def test_functions_of_the_connection() -> None:
    """They give what the context says."""
    context = Context()
    context.changes, context.total_changes, context.last_insert_rowid = 3, 5, 7
    for name, wanted in (("changes", 3), ("total_changes", 5), ("last_insert_rowid", 7)):
        function = registry.find(name, 0)
        assert isinstance(function, registry.Scalar)
        assert function.call(context) == wanted


def test_random() -> None:
    """A 64-bit integer; a blob of as many bytes as asked for, at least one."""
    context = Context()
    number, blob = registry.find("random", 0), registry.find("RANDOMBLOB", 1)
    assert isinstance(number, registry.Scalar)
    assert isinstance(blob, registry.Scalar)
    assert -(2**63) <= number.call(context) < 2**63
    assert [len(blob.call(context, n)) for n in (-1, 0, 1, 8, 13)] == [1, 1, 1, 8, 13]
    with pytest.raises(SqlError, match="string or blob too big"):
        blob.call(context, 2**40)


def test_look_up() -> None:
    """Names are case-insensitive; the number of arguments decides which of several is meant."""
    assert registry.find("UPPER", 1) is registry.find("upper", 1)
    assert registry.find("upper", 2) is None
    assert registry.exists("upper")
    assert not registry.exists("uppper")
    assert isinstance(registry.find("max", 1), registry.Aggregate)
    assert isinstance(registry.find("max", 2), registry.Scalar)
    assert registry.find("coalesce", 1) is None
