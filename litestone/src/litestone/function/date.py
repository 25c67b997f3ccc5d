"""Date and time functions (documentation: ``lang_datefunc.html``)."""

from __future__ import annotations

from litestone.value.cast import to_text
from litestone.value.text import decode, encode

from .moment import DAY, HALF_DAY, LAST, UNIX_EPOCH, Moment, NotATime, from_number, from_text, modify, now
from .printf import printf
from .registry import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from litestone.value.affinity import Value

    from .context import Context


def _moment(context: Context, args: tuple[Value, ...]) -> Moment:
    """The moment that a time value and its modifiers mean; raises NotATime if they mean none."""
    if not args:
        return now(context)
    value = args[0]
    if isinstance(value, (int, float)):
        moment = from_number(float(value))
    else:
        moment = from_text(_required(value), context)
    for number, modifier in enumerate(args[1:]):
        modify(moment, _required(modifier), number == 0)
    if not 0 <= moment.milliseconds() <= LAST or moment.failed:
        raise NotATime
    return moment


def _required(value: Value) -> str:
    text = to_text(value)
    if text is None:
        raise NotATime
    return text


def _date_text(moment: Moment) -> str:
    year, month, day = moment.calendar()
    return f"{'-' if year < 0 else ''}{abs(year):04d}-{month:02d}-{day:02d}"


def _time_text(moment: Moment) -> str:
    hour, minute, second = moment.time()
    return f"{hour:02d}:{minute:02d}:{int(second):02d}"


def _datetime_text(moment: Moment) -> str:
    return f"{_date_text(moment)} {_time_text(moment)}"


def _unix_seconds(moment: Moment) -> int:
    return moment.milliseconds() // 1000 - UNIX_EPOCH // 1000


def _julian_days(moment: Moment) -> float:
    return moment.milliseconds() / 86400000.0


def _giving(form: Callable[[Moment], Value]) -> Callable[..., Value]:
    """The function of a time value and modifiers that gives ``form`` of the moment; NULL if there is none."""

    def call(context: Context, *args: Value) -> Value:
        try:
            return form(_moment(context, args))
        except NotATime:
            return None

    return call


def _strftime(context: Context, template: Value = None, *args: Value) -> str | None:
    text = to_text(template)
    if text is None:
        return None
    try:
        moment = _moment(context, args)
    except NotATime:
        return None
    source = encode(text).partition(b"\0")[0]
    out = []
    pieces = source.split(b"%")
    out.append(pieces[0])
    at = 1
    while at < len(pieces):
        piece = pieces[at]
        if not piece:
            # "%%", unless the format ends here.
            if at + 1 == len(pieces):
                return None
            out.append(b"%" + pieces[at + 1])
            at += 2
            continue
        form = _CONVERSIONS.get(piece[0])
        if form is None:
            return None
        out.append(form(moment).encode() + piece[1:])
        at += 1
    return decode(b"".join(out))


def _seconds_text(moment: Moment) -> str:
    return printf("%06.3f", min(moment.time()[2], 59.999)) or ""


def _day_of_year(moment: Moment) -> int:
    """Days since the first of January."""
    first = Moment()
    first.date = (moment.calendar()[0], 1, 1)
    first.clock = moment.time()
    return (moment.milliseconds() - first.milliseconds() + HALF_DAY) // DAY


def _week_of_year(moment: Moment) -> int:
    since_monday = (moment.milliseconds() + HALF_DAY) // DAY % 7
    return (_day_of_year(moment) + 7 - since_monday) // 7


_CONVERSIONS: dict[int, Callable[[Moment], str]] = {
    ord(letter): form
    for letter, form in {
        "d": lambda moment: f"{moment.calendar()[2]:02d}",
        "f": _seconds_text,
        "H": lambda moment: f"{moment.time()[0]:02d}",
        "j": lambda moment: f"{_day_of_year(moment) + 1:03d}",
        "J": lambda moment: printf("%.16g", _julian_days(moment)) or "",
        "m": lambda moment: f"{moment.calendar()[1]:02d}",
        "M": lambda moment: f"{moment.time()[1]:02d}",
        "s": lambda moment: str(_unix_seconds(moment)),
        "S": lambda moment: f"{int(moment.time()[2]):02d}",
        "w": lambda moment: str((moment.milliseconds() + DAY + HALF_DAY) // DAY % 7),
        "W": lambda moment: f"{_week_of_year(moment):02d}",
        "Y": lambda moment: f"{moment.calendar()[0]:04d}",
    }.items()
}


def _current(form: Callable[[Moment], str]) -> Callable[[Context], str]:
    return lambda context: form(now(context))


FUNCTIONS = (
    Scalar("current_date", 0, _current(_date_text), deterministic=False, needs_context=True),
    Scalar("current_time", 0, _current(_time_text), deterministic=False, needs_context=True),
    Scalar("current_timestamp", 0, _current(_datetime_text), deterministic=False, needs_context=True),
    Scalar("date", -1, _giving(_date_text), needs_context=True),
    Scalar("datetime", -1, _giving(_datetime_text), needs_context=True),
    Scalar("julianday", -1, _giving(_julian_days), needs_context=True),
    Scalar("strftime", -1, _strftime, needs_context=True),
    Scalar("time", -1, _giving(_time_text), needs_context=True),
    Scalar("unixepoch", -1, _giving(_unix_seconds), needs_context=True),
)
