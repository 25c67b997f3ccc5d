"""Nothing that a program prints may drive the terminal of whoever reads it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.core.printable import printable, printable_line


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain", "plain"),
        ("ümläut, 漢字, 🙂", "ümläut, 漢字, 🙂"),
        ("two\n\tlines", "two\n\tlines"),
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("hidden\rshown", "hidden␍shown"),
        ("\x7f\x00", "␡␀"),
        ("\x9b2J", "<U+009B>2J"),
        ("abc\u202edef", "abc<U+202E>def"),
        (b"\xff\xfe!", "<FF><FE>!"),
    ],
)
def test_shows_what_is_there(raw: str | bytes, shown: str) -> None:
    assert printable(raw) == shown


@given(st.one_of(st.text(), st.binary()))
def test_leaves_no_character_that_acts(raw: str | bytes) -> None:
    shown = printable(raw)
    assert all(
        character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
        for character in shown
    )
    shown.encode("utf-8")


@given(st.text(), st.integers(min_value=1, max_value=40))
def test_line_is_one_line_of_at_most_its_width(raw: str, width: int) -> None:
    line = printable_line(raw, width)
    assert "\n" not in line
    assert len(line) <= width
