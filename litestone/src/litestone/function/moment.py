"""Time values and their modifiers (documentation: ``lang_datefunc.html`` sections 2 and 3).

A moment is kept as milliseconds of the Julian day, as calendar date, as time
of day, or as several of these; each is computed from another when it is asked
for.  A number stays raw until it is known whether it means days or seconds.
"""

from __future__ import annotations

from litestone.value.affinity import number_of_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .context import Context

DAY = 86_400_000
HALF_DAY = DAY // 2
# Milliseconds from the start of the Julian day to 1970-01-01, and to the last moment of 9999.
UNIX_EPOCH = 210_866_760_000_000
LAST = 464_269_060_799_999
_SPACES = " \t\n\v\f\r"
_FIRST_SECOND = -210_866_760_000
_LAST_SECOND = 253_402_300_799
# The range in which the C library's local time is trusted; other years borrow one from it.
_LOCAL_FROM = 210_866_760_000_000
_LOCAL_TO = 213_014_145_600_000
# Unit: the limit of its count, and its milliseconds.
_UNITS = {
    "second": (4.6427e14, 1000.0),
    "minute": (7.7379e12, 60_000.0),
    "hour": (1.2897e11, 3_600_000.0),
    "day": (5373485.0, 86_400_000.0),
    "month": (176546.0, 2_592_000_000.0),
    "year": (14713.0, 31_536_000_000.0),
}


class NotATime(Exception):
    """A time value or modifier that means nothing, or a moment outside the years -4713 to 9999."""


class Moment:
    """A point in time while modifiers are applied to it."""

    __slots__ = ("clock", "date", "failed", "julian", "raw", "zone", "zone_known")

    def __init__(self) -> None:
        self.julian: int | None = None
        self.date: tuple[int, int, int] | None = None
        self.clock: tuple[int, int, float] | None = None
        # A bare number, until a modifier or a use decides what it counts.
        self.raw: float | None = None
        # Minutes east of UTC that `clock` is to be corrected by.
        self.zone = 0
        self.zone_known = False
        # A modifier led out of the calendar; only "localtime" and "utc" bring the moment back, to 2000-01-01.
        self.failed = False

    def set_julian(self, julian: int | None) -> None:
        """Make the moment ``julian``, and forget its other forms."""
        self.julian = julian
        self.date = self.clock = None
        self.zone = 0

    def milliseconds(self) -> int:
        """Milliseconds of the Julian day; 0 if the moment has left the calendar or is a number too large."""
        if self.julian is not None:
            return self.julian
        year, month, day = self.date or (2000, 1, 1)
        if year < -4713 or year > 9999 or self.raw is not None:
            self._fail()
            return 0
        julian = julian_of_date(year, month, day)
        if self.clock is not None:
            hour, minute, second = self.clock
            julian += hour * 3_600_000 + minute * 60_000 + int(second * 1000 + 0.5)
            if self.zone:
                julian -= self.zone * 60_000
                self.set_julian(julian)
        self.julian = julian
        return julian

    def _fail(self) -> None:
        self.set_julian(None)
        self.raw = None
        self.zone_known = False
        self.failed = True

    def move(self, milliseconds: int) -> None:
        """Make it later by so much, or earlier."""
        julian = self.milliseconds()
        self.set_julian(julian + milliseconds if self.julian is not None else None)

    def calendar(self) -> tuple[int, int, int]:
        """Year, month and day; zeros outside the calendar."""
        if self.date is None:
            if self.julian is None:
                self.date = (2000, 1, 1)
            elif 0 <= self.julian <= LAST:
                self.date = date_of_julian(self.julian)
            else:
                self._fail()
                return (0, 0, 0)
        return self.date

    def time(self) -> tuple[int, int, float]:
        """Hour, minute and second with its fraction."""
        if self.clock is None:
            rest = (self.milliseconds() + HALF_DAY) % DAY
            seconds = rest / 1000.0
            whole = int(seconds)
            hour, left = divmod(whole, 3600)
            minute, second = divmod(left, 60)
            self.raw = None
            self.clock = (hour, minute, seconds - whole + second)
        return self.clock


def julian_of_date(year: int, month: int, day: int) -> int:
    """Milliseconds of the Julian day at midnight of a date of the proleptic Gregorian calendar.

    Days past the end of the month run on into the next.
    """
    if month <= 2:
        year -= 1
        month += 12
    century = _cut(year, 100)
    leap = 2 - century + _cut(century, 4)
    days = _cut(36525 * (year + 4716), 100) + 306001 * (month + 1) // 10000 + day + leap
    return int((days - 1524.5) * DAY)


def _cut(n: int, by: int) -> int:
    """Division towards zero."""
    return n // by if n >= 0 else -(-n // by)


def date_of_julian(julian: int) -> tuple[int, int, int]:
    """The calendar date of a moment within the years -4713 to 9999."""
    number = (julian + HALF_DAY) // DAY
    century = int((number - 1867216.25) / 36524.25)
    shifted = number + 1 + century - _cut(century, 4) + 1524
    years = int((shifted - 122.1) / 365.25)
    begun = 36525 * (years & 32767) // 100
    months = int((shifted - begun) / 30.6001)
    day = shifted - begun - int(30.6001 * months)
    month = months - 1 if months < 14 else months - 13
    return (years - 4716 if month > 2 else years - 4715), month, day


def _digits(text: str, at: int, count: int, low: int, high: int) -> int:
    """The number of exactly ``count`` digits at a place; raises NotATime if they are not there."""
    part = text[at : at + count]
    if len(part) != count or not part.isascii() or not part.isdigit() or not low <= int(part) <= high:
        raise NotATime
    return int(part)


def _skip(text: str, at: int, skipped: str) -> int:
    while at < len(text) and text[at] in skipped:
        at += 1
    return at


def _read_date(text: str, moment: Moment) -> None:
    """``[-]YYYY-MM-DD`` and perhaps a time behind it."""
    negative = text[:1] == "-"
    at = 1 if negative else 0
    year = _digits(text, at, 4, 0, 9999)
    month = _digits(text, at + 5, 2, 1, 12)
    day = _digits(text, at + 8, 2, 1, 31)
    if text[at + 4] != "-" or text[at + 7] != "-":
        raise NotATime
    at = _skip(text, at + 10, _SPACES + "T")
    if at < len(text):
        _read_time(text, at, moment)
    moment.date = (-year if negative else year, month, day)
    if moment.zone:
        # Date and time in UTC, before a modifier looks at either.
        moment.milliseconds()


def _read_time(text: str, at: int, moment: Moment) -> None:
    """``HH:MM[:SS[.SSS]]`` and perhaps a time zone, up to the end of the text."""
    hour = _digits(text, at, 2, 0, 24)
    minute = _digits(text, at + 3, 2, 0, 59)
    if text[at + 2] != ":":
        raise NotATime
    at += 5
    second = 0.0
    if text[at : at + 1] == ":":
        second = float(_digits(text, at + 1, 2, 0, 59))
        at += 3
        if text[at : at + 1] == "." and text[at + 1 : at + 2] in tuple("0123456789"):
            end = _skip(text, at + 1, "0123456789")
            fraction, scale = 0.0, 1.0
            for digit in text[at + 1 : end]:
                fraction = fraction * 10.0 + int(digit)
                scale *= 10.0
            second += fraction / scale
            at = end
    zone = _read_zone(text, at, moment)
    moment.clock = (hour, minute, second)
    moment.zone = zone


def _read_zone(text: str, at: int, moment: Moment) -> int:
    """``Z``, ``+HH:MM``, ``-HH:MM`` or nothing: minutes east of UTC."""
    at = _skip(text, at, _SPACES)
    mark = text[at : at + 1]
    if not mark:
        return 0
    zone = 0
    if mark in "+-":
        zone = _digits(text, at + 1, 2, 0, 14) * 60 + _digits(text, at + 4, 2, 0, 59)
        if text[at + 3] != ":":
            raise NotATime
        if mark == "-":
            zone = -zone
        at += 6
    elif mark in "Zz":
        at += 1
    else:
        raise NotATime
    moment.zone_known = True
    if _skip(text, at, _SPACES) < len(text):
        raise NotATime
    return zone


def from_number(value: float) -> Moment:
    """A number: a Julian day where it can be one, unless a modifier says otherwise."""
    moment = Moment()
    moment.raw = value
    if 0.0 <= value < 5373484.5:
        moment.julian = int(value * 86400000.0 + 0.5)
    return moment


def from_text(text: str, context: Context) -> Moment:
    """A time value as text; raises NotATime for any other."""
    text = text.partition("\0")[0]
    for read in (_read_date, lambda text, moment: _read_time(text, 0, moment)):
        moment = Moment()
        try:
            read(text, moment)
        except NotATime:
            continue
        return moment
    if text.lower() == "now":
        return now(context)
    number = number_of_text(text)
    if isinstance(number, str):
        raise NotATime
    return from_number(float(number))


def now(context: Context) -> Moment:
    """The moment at which the statement began."""
    moment = Moment()
    moment.julian = context.now()
    return moment


def modify(moment: Moment, modifier: str, first: bool) -> None:
    """Apply a modifier; ``first`` tells that it follows the time value directly.

    Raises:
        NotATime: it is no modifier, or can't be applied to this moment.
    """
    text = modifier.partition("\0")[0]
    word = text.lower() if text.isascii() else text
    change = _WORDS.get(word)
    if change is not None:
        change(moment, first)
    elif word.startswith("weekday "):
        _weekday(moment, word[8:])
    elif word.startswith("start of "):
        _start_of(moment, word[9:])
    elif word[:1] and word[0] in "+-0123456789":
        _shift(moment, word)
    else:
        raise NotATime


def _auto(moment: Moment, first: bool) -> None:
    if not first:
        raise NotATime
    if moment.raw is not None and moment.julian is None:
        if not _FIRST_SECOND <= moment.raw <= _LAST_SECOND:
            raise NotATime
        moment.set_julian(int(moment.raw * 1000.0 + UNIX_EPOCH + 0.5))
    moment.raw = None


def _julianday(moment: Moment, first: bool) -> None:
    if not first or moment.julian is None or moment.raw is None:
        raise NotATime
    moment.raw = None


def _unixepoch(moment: Moment, first: bool) -> None:
    if not first or moment.raw is None:
        raise NotATime
    julian = moment.raw * 1000.0 + UNIX_EPOCH
    if not 0.0 <= julian < LAST + 1:
        raise NotATime
    moment.set_julian(int(julian + 0.5))
    moment.raw = None


def _localtime(moment: Moment, first: bool) -> None:
    from time import localtime

    julian = moment.milliseconds()
    borrowed = 0
    seconds = julian
    if not _LOCAL_FROM <= julian <= _LOCAL_TO:
        other = Moment()
        other.julian, other.date, other.clock = moment.julian, moment.date, moment.clock
        year, month, day = other.calendar()
        clock = other.time()
        borrowed = 2000 + _remainder(year, 4) - year
        other.set_julian(None)
        other.date = (year + borrowed, month, day) if month else None
        other.clock = clock
        seconds = other.milliseconds()
    local = localtime(seconds // 1000 - UNIX_EPOCH // 1000)
    moment.date = (local.tm_year - borrowed, local.tm_mon, local.tm_mday)
    moment.clock = (local.tm_hour, local.tm_min, local.tm_sec + julian % 1000 * 0.001)
    moment.julian = moment.raw = None
    moment.zone = 0
    moment.failed = False


def _remainder(n: int, by: int) -> int:
    return n % by if n >= 0 else -(-n % by)


def _utc(moment: Moment, first: bool) -> None:
    if moment.zone_known:
        return
    wanted = guess = moment.milliseconds()
    error = 0
    # The zone's offset is that of the result, so it is found by trying.
    for _ in range(4):
        guess -= error
        trial = Moment()
        trial.julian = guess
        _localtime(trial, False)
        error = trial.milliseconds() - wanted
        if not error:
            break
    moment.set_julian(guess)
    moment.raw = None
    moment.failed = False
    moment.zone_known = True


_WORDS: dict[str, Callable[[Moment, bool], None]] = {
    "auto": _auto,
    "julianday": _julianday,
    "localtime": _localtime,
    "unixepoch": _unixepoch,
    "utc": _utc,
}


def _weekday(moment: Moment, text: str) -> None:
    number = number_of_text(text)
    if isinstance(number, str) or not 0.0 <= number < 7.0 or number != int(number):
        raise NotATime
    moment.calendar()
    moment.time()
    moment.zone = 0
    moment.julian = None
    today = (moment.milliseconds() + DAY + HALF_DAY) // DAY % 7
    moment.move((int(number) - today) % 7 * DAY)


def _start_of(moment: Moment, unit: str) -> None:
    if moment.julian is None and moment.date is None and moment.clock is None:
        raise NotATime
    year, month, day = moment.calendar()
    if unit == "month":
        day = 1
    elif unit == "year":
        month = day = 1
    elif unit != "day":
        raise NotATime
    moment.date = (year, month, day)
    moment.clock = (0, 0, 0.0)
    moment.julian = moment.raw = None
    moment.zone = 0


def _shift(moment: Moment, text: str) -> None:
    """``±NNN.NNN unit`` or ``±HH:MM[:SS[.SSS]]``."""
    end = 1
    while end < len(text) and text[end] != ":" and text[end] not in _SPACES:
        end += 1
    number = number_of_text(text[:end])
    if isinstance(number, str):
        raise NotATime
    if text[end : end + 1] == ":":
        _shift_by_clock(moment, text)
        return
    unit = text[end:].lstrip(_SPACES)
    if not 3 <= len(unit) <= 10:
        raise NotATime
    unit = unit[:-1] if unit[-1] == "s" else unit
    moment.milliseconds()
    limit, size = _UNITS.get(unit, (0.0, 0.0))
    count = float(number)
    if not -limit < count < limit:
        raise NotATime
    rounder = -0.5 if count < 0 else 0.5
    if unit in ("month", "year"):
        whole = int(count)
        count -= whole
        _shift_date(moment, whole if unit == "year" else 0, whole if unit == "month" else 0)
    moment.move(int(count * 1000.0 * (size / 1000.0) + rounder))


def _shift_date(moment: Moment, years: int, months: int) -> None:
    year, month, day = moment.calendar()
    moment.time()
    month += months
    carried = (month - 1) // 12 if months else 0
    moment.date = (year + years + carried, month - carried * 12, day)
    moment.julian = None


def _shift_by_clock(moment: Moment, text: str) -> None:
    offset = Moment()
    _read_time(text, 0 if text[0] in "0123456789" else 1, offset)
    milliseconds = offset.milliseconds() - HALF_DAY
    milliseconds -= milliseconds // DAY * DAY
    moment.move(-milliseconds if text[0] == "-" else milliseconds)
