"""Date and time functions, with every kind of time value and modifier."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from real_sqlite import THOROUGH, exactly, our_call, real_call, values

from litestone.function.context import Context
from litestone.function.date import FUNCTIONS

two = st.integers(0, 61).map("{:02d}".format)
zone = st.sampled_from(["", "", "", "Z", " Z", "+01:00", "-05:30", " +14:59", "+15:00", "x", " "])
fraction = st.one_of(st.just(""), st.text("0123456789", max_size=9).map(".{}".format))
clock = st.one_of(
    st.builds("{}:{}{}".format, two, two, zone),
    st.builds("{}:{}:{}{}{}".format, two, two, two, fraction, zone),
)
day = st.builds(
    "{}-{:02d}-{:02d}".format,
    st.integers(0, 9999).map("{:04d}".format),
    st.integers(0, 13),
    st.integers(0, 32),
)
text_value = st.one_of(
    day,
    clock,
    st.builds("{}{}{}".format, day, st.sampled_from([" ", "T", "  ", "x"]), clock),
    day.map("-{}".format),
)
number_value = st.one_of(
    st.floats(-100, 5373490), st.integers(-(10**10), 10**10), st.integers(-300000000000, 300000000000),
    st.sampled_from([5373484.5, 5373484.49999, -210866760000, 253402300799, 253402300800, "2450000.5", "1e6x"]),
)  # fmt: skip
count = st.one_of(
    st.integers(-15000, 15000),
    st.floats(-1e6, 1e6),
    st.sampled_from([1.5, 0.5, -0.5, 1e9, 14712.5, 5373484.9]),
)
units = ["second", "minute", "hour", "day", "month", "year", "DAY", "Months", "seconds", "years ", "x"]
modifier = st.one_of(
    st.builds("{}{}{}".format, count, st.sampled_from([" ", "", "  ", "\t"]), st.sampled_from(units)),
    st.builds("{}{}".format, st.sampled_from(["", "+", "-"]), clock),
    st.sampled_from(["start of month", "start of year", "Start Of Day", "start of week"]),
    st.sampled_from(["0", "3", "6", "7", "-1", "1.0", "1.5", "3x", ""]).map("weekday {}".format),
    st.sampled_from(
        ["unixepoch", "auto", "julianday", "UNIXEPOCH", "localtime", "subsec", "", "+", "1", None, 5]
    ),
)
arguments = st.tuples(st.one_of(text_value, number_value, values), st.lists(modifier, max_size=3)).map(
    lambda pair: (pair[0], *pair[1])
)
formats = st.lists(
    st.sampled_from([f"%{c}" for c in "dfHjJmMsSwWY%"] + ["-", "é", "%x", "%"]), max_size=4
).map("".join)


@pytest.mark.parametrize("name", ["date", "time", "datetime", "julianday", "unixepoch"])
@THOROUGH
@given(args=arguments)
def test_functions(name: str, args: tuple[object, ...]) -> None:
    """Each function of the same moments."""
    assert exactly(our_call(name, args)) == exactly(real_call(name, args))


@THOROUGH
@given(template=formats, args=arguments)
def test_strftime(template: str, args: tuple[object, ...]) -> None:
    """Every substitution."""
    assert exactly(our_call("strftime", (template, *args))) == exactly(
        real_call("strftime", (template, *args))
    )


@THOROUGH
@given(args=st.tuples(day, st.just("utc")))
def test_utc(args: tuple[object, ...]) -> None:
    """Local time to UTC, for moments of the calendar."""
    assert exactly(our_call("datetime", args)) == exactly(real_call("datetime", args))


def test_now_is_the_clock_and_stays_within_a_statement() -> None:
    """ "now" is read once for a statement."""
    context = Context()
    first = context.now()
    assert context.now() == first
    assert abs(first / 1000 - 210866760000 - time.time()) < 60
    call = {function.name: function.call for function in FUNCTIONS}
    assert call["current_timestamp"](context) == call["datetime"](context, "now") == call["datetime"](context)
    assert call["current_date"](context) == call["date"](context)
    assert call["current_time"](context) == call["time"](context)
    context.new_statement()
    assert context.now() >= first


@pytest.mark.parametrize("args", [(), ("now",), ("NOW",), (b"now",)])
@pytest.mark.parametrize("name", ["julianday", "unixepoch"])
def test_now_is_the_real_clock(name: str, args: tuple[object, ...]) -> None:
    """Without a time, or with "now", both engines read the same clock, a moment apart."""
    ours, real = our_call(name, args), real_call(name, args)
    assert isinstance(ours, int | float)
    assert isinstance(real, int | float)
    assert abs(ours - real) <= 60
