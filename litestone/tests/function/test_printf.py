"""The format function."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from real_sqlite import THOROUGH, exactly, integers, our_call, real_call, reals, texts, values

flags = st.text("-+ #!0,", max_size=2)
width = st.sampled_from(["", "", "1", "5", "12", "30"])
precision = st.sampled_from(["", "", ".", ".0", ".1", ".3", ".10", ".17", ".20", ".30"])
length = st.sampled_from(["", "", "", "l", "ll"])
kind = st.sampled_from(list("dfeEgGduxXoszcqQwprf%inT"))
substitution = st.builds("%{}{}{}{}{}".format, flags, width, precision, length, kind)
template = st.lists(
    st.one_of(substitution, st.sampled_from(["a", "é|", " ", "%", "%5", "%."])), min_size=1, max_size=4
).map("".join)


@THOROUGH
@given(template=template, args=st.lists(st.one_of(integers, reals, texts, values), max_size=5))
def test_any_format(template: str, args: list[object]) -> None:
    """Any flags, width, precision, length and type."""
    given_ = (template, *args)
    assert exactly(our_call("printf", given_)) == exactly(real_call("printf", given_))


@THOROUGH
@given(
    form=st.sampled_from("feEgG"), flag=st.sampled_from(["", "!", "#"]), places=st.integers(0, 40), x=reals
)
def test_reals(form: str, flag: str, places: int, x: float) -> None:
    """Digits of REALs of all sizes, with any precision."""
    args = (f"%{flag}.{places}{form}", x)
    assert our_call("printf", args) == real_call("printf", args)


@pytest.mark.parametrize(
    "args",
    [
        (), (None,), ("",), ("%s", ""), ("%T",), ("abc%",), ("abc%5",), ("%*d|", -5, 3), ("%*d|", 5, 3),
        ("%.*f", 2, 1.005), ("%.*f", -2, 1.005), ("%.5000f", 1.5), ("%.4096e", 0), ("%.4100g", 1.23),
        ("%2000000000d", 1), ("%.2000000000c", "x"), ("%c",), ("%r %r %r", 1, 12, 23), ("%" + "9" * 5000 + "d", 1),
    ],
)  # fmt: skip
def test_edges(args: tuple[object, ...]) -> None:
    """Missing arguments, nothing written, widths from arguments, sizes beyond all measure."""
    assert exactly(our_call("printf", args)) == exactly(real_call("printf", args))
