"""Where statements end: equal to ``sqlite3_complete``."""

from __future__ import annotations

import itertools
import sqlite3

from hypothesis import given
from hypothesis import strategies as st
from real_sqlite import THOROUGH

from litestone.text.split import Completeness, complete

WORDS = (";", "x", "EXPLAIN", "create", "TEMP", "Trigger", "END", "'a;b'")
PIECES = st.sampled_from(
    [*WORDS, "temporary", "begin", "[;", "]", '"', "`", "'", "--", "\n", "/*", "*/", "/", "-", "é", " ", "1"]
)


def test_all_short_texts() -> None:
    for length in range(6):
        for words in itertools.product(WORDS, repeat=length):
            text = " ".join(words)
            assert complete(text) == sqlite3.complete_statement(text), text


@given(st.lists(PIECES, max_size=12).map("".join))
@THOROUGH
def test_any_text(text: str) -> None:
    assert complete(text) == sqlite3.complete_statement(text)


@given(st.lists(st.lists(PIECES, max_size=5).map("".join), max_size=5))
@THOROUGH
def test_in_pieces_as_in_one(lines: list[str]) -> None:
    scan = Completeness()
    text = ""
    for line in lines:
        scan.feed(line + "\n")
        text += line + "\n"
        assert scan.complete == complete(text)


def test_blank() -> None:
    scan = Completeness()
    scan.feed(" -- nothing; \n /* nor; here */ \n")
    assert scan.blank
    scan.feed("x")
    assert not scan.blank
