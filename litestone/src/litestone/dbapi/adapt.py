"""Adapters and converters: from Python objects to SQL values and back."""

from __future__ import annotations

from datetime import date, datetime

from litestone.dbapi.exception import ProgrammingError, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class PrepareProtocol:
    """What is asked for where a value is adapted for a parameter."""


adapters: dict[tuple[type, Any], Callable[[Any], Any]] = {}
"""The registered adapters by class and protocol."""

converters: dict[str, Callable[[bytes], Any]] = {}
"""The registered converters by type name in upper case."""

_MISSING = object()
_PLAIN = frozenset((int, float, str, bytearray))


class Exactness:
    """Whether even values of SQL's own types have an adapter, so that none may be passed by."""

    adapted = False


def register_adapter(type: Any, adapter: Callable[[Any], Any], /) -> None:
    """Let ``adapter`` turn objects of exactly this class into SQL values when they are parameters."""
    if type in _PLAIN:
        Exactness.adapted = True
    adapters[(type, PrepareProtocol)] = adapter


def register_converter(typename: str, converter: Callable[[bytes], Any], /) -> None:
    """Let ``converter`` make objects from the bytes of columns of this type; see ``detect_types``."""
    if not isinstance(typename, str):
        raise TypeError(f"register_converter() argument 1 must be str, not {kind_of(typename)}")
    converters[typename.upper()] = converter


def adapt(obj: Any, proto: Any = PrepareProtocol, alt: Any = _MISSING, /) -> Any:
    """The value that ``obj`` adapts to under the protocol ``proto``.

    Asked are the registered adapter, ``proto.__adapt__(obj)`` and ``obj.__conform__(proto)``, then ``alt`` is
    given. Raises ProgrammingError "can't adapt" where there is none of them.
    """
    adapter = adapters.get((type(obj), proto))
    if adapter is not None:
        return adapter(obj)
    for owner, name, argument in ((proto, "__adapt__", obj), (obj, "__conform__", proto)):
        method = getattr(owner, name, None)
        if method is not None:
            try:
                found = method(argument)
            except TypeError:
                # The protocol (PEP 246) takes this as "no"; what else goes wrong is the program's business.
                continue
            if found is not None:
                return found
    if alt is not _MISSING:
        return alt
    raise ProgrammingError("can't adapt")


def adapted(value: Any) -> Any:
    """A parameter as SQL will see it; what cannot be adapted stays as it is."""
    if type(value) in _PLAIN and not Exactness.adapted:
        return value
    return adapt(value, PrepareProtocol, value)


# -- dates


def _adapt_date(value: date) -> str:
    return value.isoformat()


def _adapt_datetime(value: datetime) -> str:
    return value.isoformat(" ")


def _convert_date(data: bytes) -> date:
    year, month, day = (int(part) for part in data.split(b"-"))
    return date(year, month, day)


def _convert_timestamp(data: bytes) -> datetime:
    day, clock = data.split(b" ")
    whole, _, fraction = clock.partition(b".")
    year, month, date_of_month = (int(part) for part in day.split(b"-"))
    hours, minutes, seconds = (int(part) for part in whole.split(b":"))
    # "5" is five tenths, and more digits than microseconds have are cut off.
    microseconds = int(fraction[:6].ljust(6, b"0")) if fraction else 0
    return datetime(year, month, date_of_month, hours, minutes, seconds, microseconds)  # noqa: DTZ001 - text has no zone


register_adapter(date, _adapt_date)
register_adapter(datetime, _adapt_datetime)
register_converter("date", _convert_date)
register_converter("timestamp", _convert_timestamp)
