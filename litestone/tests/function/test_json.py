"""JSON functions on generated JSON, sound and damaged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from real_sqlite import THOROUGH, exactly, our_call, plain, query, real_call, values

from litestone.errors import SqlError
from litestone.function import json_rows
from litestone.function.json_functions import FUNCTIONS
from litestone.value.json_text import JsonText

space = st.sampled_from(["", "", "", " ", "\n", "\t "])
pieces = [
    "a",
    "é",
    "😀",
    "\\n",
    '\\"',
    "\\\\",
    "\\/",
    "\\u0041",
    "\\ud83d\\ude00",
    "\\ud83d",
    "\\udc00x",
    "\\u0000",
    " ",
]
string = st.lists(st.sampled_from(pieces), max_size=3).map(lambda parts: '"' + "".join(parts) + '"')
number = st.sampled_from(
    [
        "0",
        "-0",
        "1",
        "-1",
        "12",
        "1.5",
        "-2.50",
        "1e5",
        "1E-3",
        "1.0e+10",
        "9223372036854775808",
        "1" * 30,
        "-" + "9" * 19,
    ]
)
key = st.sampled_from(["a", "b", "c", "a b", "", "é", "a.b", "x1", "\\u0041", "0", 'a\\"b', "A"])


def _array(items: list[str]) -> str:
    return "[" + ",".join(items) + "]"


def _object(members: list[tuple[str, str, str]]) -> str:
    return "{" + ",".join(f'{gap}"{name}"{gap}:{value}' for gap, name, value in members) + "}"


def _spaced(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds("{}{}{}".format, space, inner, space)


json = _spaced(
    st.recursive(
        st.one_of(st.sampled_from(["null", "true", "false", "[]", "{}"]), number, string),
        lambda inner: st.one_of(
            st.lists(_spaced(inner), max_size=3).map(_array),
            st.lists(st.tuples(space, key, _spaced(inner)), max_size=3).map(_object),
        ),
        max_leaves=8,
    )
)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """JSON with one place changed."""
    text = draw(json)
    at = draw(st.integers(0, len(text)))
    piece = draw(st.sampled_from(["", ",", "x", '"', "\\", "\0", "}", "]", "1", "\x01", "\f", "-", ".", "e"]))
    return text[:at] + piece + text[at + draw(st.integers(0, 1)) :]


document = st.one_of(json, json, json, json, damaged(), values)
step = st.sampled_from(
    [
        ".a",
        ".b",
        ".c",
        '."a b"',
        '.""',
        ".é",
        "[0]",
        "[1]",
        "[2]",
        "[#]",
        "[#-1]",
        "[#-2]",
        ".x1",
        '."a.b"',
        '.a"b',
    ]
)
path = st.one_of(
    st.lists(step, max_size=3).map(lambda steps: "$" + "".join(steps)),
    st.sampled_from(
        ["", "a", "$.", "$[", "$x", '$."a', "$[#-]", "$[-1]", "$[0", "$.[0]", None, "$.a\0b", 5, "$'"]
    ),
)
edits = st.lists(st.tuples(path, values), max_size=3).map(lambda pairs: [x for pair in pairs for x in pair])


def agree(name: str, *args: object) -> None:
    """Both engines give the same value or the same error."""
    assert exactly(our_call(name, args)) == exactly(real_call(name, args))


@THOROUGH
@given(x=document)
def test_whole(x: object) -> None:
    """Minifying and checking."""
    agree("json", x)
    agree("json_valid", x)
    agree("json_type", x)
    agree("json_array_length", x)


@THOROUGH
@given(x=document, paths=st.lists(path, max_size=3))
def test_paths(x: object, paths: list[object]) -> None:
    """What a path leads to."""
    agree("json_extract", x, *paths)
    agree("json_remove", x, *paths)
    for one in paths[:1]:
        agree("json_type", x, one)
        agree("json_array_length", x, one)


@THOROUGH
@given(
    x=document,
    label=st.one_of(path, st.sampled_from(["a", "a b", "[0]", "[#-1]", 0, 1, -1, "1x", "", 1.5, b"a"])),
)
def test_arrows(x: object, label: object) -> None:
    """The operators with a path, a label or a number."""
    agree("->", x, label)
    agree("->>", x, label)


@pytest.mark.parametrize("name", ["json_insert", "json_replace", "json_set"])
@THOROUGH
@given(x=document, changes=edits)
def test_edits(name: str, x: object, changes: list[object]) -> None:
    """Several changes, one after the other."""
    agree(name, x, *changes)


@THOROUGH
@given(x=document, y=document)
def test_patch(x: object, y: object) -> None:
    """Merging."""
    agree("json_patch", x, y)


@pytest.mark.parametrize("name", ["json_each", "json_tree"])
@THOROUGH
@given(x=document, paths=st.lists(path, max_size=1))
def test_rows(name: str, x: object, paths: list[object]) -> None:
    """All columns and the rowid."""
    marks = ",".join("{}" for _ in (x, *paths))
    wanted = query(f"SELECT {','.join(json_rows.COLUMNS)}, rowid FROM {name}({marks})", x, *paths)
    generate = json_rows.each if name == "json_each" else json_rows.tree
    found: object
    try:
        found = [tuple(map(plain, row)) for row in generate(x, *paths)]  # type: ignore[arg-type]
    except SqlError as e:
        found = ("error", e.message)
    assert repr(found) == repr(wanted)


@pytest.mark.parametrize("depth", [1999, 2000, 2001, 5000])
def test_depth(depth: int) -> None:
    """Nesting is limited, and no depth overflows the stack."""
    for text in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        agree("json", text)
        agree("json_extract", text, "$[0]")
        agree("json_patch", text, text)
    agree("json_set", "{}", "$" + ".a" * depth, 1)
    agree("json_insert", "[]", "$" + "[0]" * depth, 1)
    agree("json_extract", "1" * depth, "$")


def test_subtype() -> None:
    """What a JSON function made goes into another as JSON, other text as a string."""
    call = {(function.name, function.nargs): function for function in FUNCTIONS}
    array, quote = call["json_array", -1].call, call["json_quote", 1].call  # type: ignore[union-attr]
    assert array(JsonText("[1]"), "[1]") == '[[1],"[1]"]'
    assert quote(JsonText("{}")) == "{}"
    assert isinstance(call["json_extract", -1].call('{"a":[1]}', "$.a"), JsonText)  # type: ignore[union-attr]
    assert not isinstance(call["->>", 2].call('{"a":[1]}', "a"), JsonText)  # type: ignore[union-attr]
