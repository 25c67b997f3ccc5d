"""Tokens: their kinds and their places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from real_sqlite import THOROUGH

from litestone.text.tokenize import tokenize


def tokens(sql: str) -> list[tuple[str, str]]:
    """Kind and text of each token."""
    kinds, starts, ends = tokenize(sql, 0)
    return [(kind, sql[start:end]) for kind, start, end in zip(kinds, starts, ends, strict=True)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("select", "SELECT"),
        ("Sele", "ID"),
        ("éa$1", "ID"),
        ('"a""b"', "ID"),
        ("[a b]", "ID"),
        ("`a``b`", "ID"),
        ("'it''s'", "STRING"),
        ("x'0aF1'", "BLOB"),
        ("x'0a1'", "ILLEGAL"),
        ("x'0g'", "ILLEGAL"),
        ("12", "INTEGER"),
        ("0x1F", "INTEGER"),
        ("1.", "FLOAT"),
        (".5", "FLOAT"),
        ("1e5", "FLOAT"),
        ("1.5E-3", "FLOAT"),
        ("1e", "ILLEGAL"),
        ("12ab", "ILLEGAL"),
        ("0xg", "ILLEGAL"),
        ("?", "VARIABLE"),
        ("?12", "VARIABLE"),
        (":a1", "VARIABLE"),
        ("@é", "VARIABLE"),
        ("$a::b(c)", "VARIABLE"),
        ("#1", "REGISTER"),
        ("#a", "VARIABLE"),
        ("@", "ILLEGAL"),
        ("!", "ILLEGAL"),
        ("'abc", "ILLEGAL"),
        ("[abc", "ILLEGAL"),
        ("^", "ILLEGAL"),
        ("->>", "->>"),
        ("->", "->"),
        ("<>", "<>"),
        ("!=", "!="),
        ("==", "=="),
        ("||", "||"),
        ("<<", "<<"),
    ],
)
def test_one_token(text: str, kind: str) -> None:
    assert tokens(text) == [(kind, text), ("EOF", "")]


def test_hexadecimal_ends_where_its_digits_end() -> None:
    assert tokens("0x0MATCH")[:2] == [("INTEGER", "0x0"), ("MATCH", "MATCH")]


def test_comments_and_blanks_are_no_tokens() -> None:
    assert tokens("\ufeff-- a\n\t/* ; */a/*b") == [("ID", "a"), ("EOF", "")]
    assert tokens("a/*") == [("ID", "a"), ("/", "/"), ("*", "*"), ("EOF", "")]


def test_ends_at_a_semicolon_or_nul() -> None:
    assert tokens("a;b") == [("ID", "a"), (";", ";")]
    assert tokens("a\0b") == [("ID", "a"), ("EOF", "")]


@pytest.mark.parametrize(
    ("sql", "kinds"),
    [
        ("f() OVER w", ["ID", "(", ")", "OVER", "ID"]),
        ("f() OVER (", ["ID", "(", ")", "OVER", "("]),
        ("f() OVER", ["ID", "(", ")", "ID"]),
        ("OVER (", ["ID", "("]),
        ("f() FILTER (", ["ID", "(", ")", "FILTER", "("]),
        ("f() FILTER x", ["ID", "(", ")", "ID", "ID"]),
        ("WINDOW w AS", ["WINDOW", "ID", "AS"]),
        ("WINDOW w", ["ID", "ID"]),
    ],
)
def test_words_that_are_keywords_by_their_neighbours(sql: str, kinds: list[str]) -> None:
    assert [kind for kind, _ in tokens(sql)][:-1] == kinds


@given(st.text(max_size=60))
@THOROUGH
def test_tokens_stand_in_order_and_leave_out_only_blanks_and_comments(sql: str) -> None:
    _, starts, ends = tokenize(sql, 0)
    place = 0
    for start, end in zip(starts, ends, strict=True):
        gap = sql[place:start]
        assert place <= start <= end <= len(sql)
        assert not gap.strip(" \t\n\f\r\v\ufeff") or "--" in gap or "/*" in gap
        place = end
