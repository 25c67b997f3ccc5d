"""The program's own functions, aggregates and collations as the engine calls them."""

from __future__ import annotations

from litestone import errors
from litestone.dbapi.callback import report
from litestone.dbapi.parameter import sql_value
from litestone.errors import SqlError
from litestone.function.registry import Aggregate, Scalar
from litestone.value.text import is_valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.text.tree import Value

MOST_ARGUMENTS = 127


def failure(error: BaseException, text: str, callback: Any) -> SqlError:
    """What an exception of a callback is for SQL: out of memory, too big, or an error with ``text``."""
    report(error, callback)
    if isinstance(error, MemoryError):
        return SqlError(errors.NOMEM, "out of memory")
    if isinstance(error, OverflowError):
        return SqlError(errors.TOOBIG, "string or blob too big")
    return SqlError(errors.ERROR, text)


def check_arguments(arguments: tuple[Any, ...]) -> None:
    """Raise UnicodeDecodeError for text that is not UTF-8, which a callback cannot be given."""
    for value in arguments:
        if value.__class__ is str and not is_valid(value):
            value.encode("utf-8", "surrogateescape").decode()


def scalar(name: str, nargs: int, call: Callable[..., Any], deterministic: bool) -> Scalar:
    """An SQL function that calls ``call``."""

    def run(*arguments: Any) -> Value:
        try:
            check_arguments(arguments)
            found = call(*arguments)
        except Exception as error:  # noqa: BLE001 - whatever a callback raises becomes an error of SQL
            raise failure(error, "user-defined function raised exception", call) from None
        try:
            return sql_value(found)
        except TypeError:
            raise SqlError(errors.ERROR, "user-defined function raised exception") from None
        except (OverflowError, UnicodeEncodeError, BufferError) as error:
            raise failure(error, "user-defined function raised exception", call) from None

    return Scalar(name, nargs, run, deterministic=deterministic)


class Accumulator:
    """One group's or window's object of a user's aggregate class, made when the first row comes."""

    __slots__ = ("instance", "kind")

    def __init__(self, kind: Callable[[], Any]) -> None:
        self.kind = kind
        self.instance: Any = None

    def step(self, *arguments: Any) -> None:
        """Take a row in."""
        if self.instance is None:
            try:
                self.instance = self.kind()
            except Exception as error:  # noqa: BLE001 - whatever a callback raises becomes an error of SQL
                raise self.failure(error, "__init__", "raised error") from None
        self.call("step", arguments)

    def value(self) -> Value:
        """The result so far."""
        return self.final()

    def final(self) -> Value:
        """The result; NULL where no row has come."""
        return None if self.instance is None else self.result("finalize")

    def result(self, name: str) -> Value:
        """What a method gives, as an SQL value."""
        found = self.call(name, ())
        try:
            return sql_value(found)
        except (TypeError, OverflowError, UnicodeEncodeError, BufferError) as error:
            raise self.failure(error, name, "raised error") from None

    def call(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """Call a method of the instance."""
        try:
            method = getattr(self.instance, name)
        except AttributeError as error:
            raise self.failure(error, name, "not defined") from None
        try:
            check_arguments(arguments)
            return method(*arguments)
        except Exception as error:  # noqa: BLE001 - whatever a callback raises becomes an error of SQL
            raise self.failure(error, name, "raised error") from None

    def failure(self, error: BaseException, name: str, what: str) -> SqlError:
        """The error of a method."""
        return failure(error, f"user-defined aggregate's '{name}' method {what}", self.kind)


class WindowAccumulator(Accumulator):
    """As ``Accumulator`` with the two methods that a moving frame needs."""

    __slots__ = ()

    def inverse(self, *arguments: Any) -> None:
        """Take the oldest row out."""
        self.call("inverse", arguments)

    def value(self) -> Value:
        """The result for the rows of the frame."""
        return None if self.instance is None else self.result("value")

    def close(self) -> None:
        """Let the object finish; SQLite does not mind what comes of it."""
        if self.instance is not None:
            try:
                self.call("finalize", ())
            except SqlError:
                return


def aggregate(name: str, nargs: int, kind: Callable[[], Any], window: bool) -> Aggregate:
    """An SQL aggregate of a class with ``step``, ``finalize`` and, for windows, ``value`` and ``inverse``."""
    made = WindowAccumulator if window else Accumulator
    function = Aggregate(name, nargs, lambda context: made(kind))
    function.windowed = window
    return function


def collation(compare: Callable[[str, str], Any]) -> Callable[[str, str], int]:
    """A collation by ``compare``; where it fails or gives no integer the texts count as equal."""

    def run(left: str, right: str) -> int:
        try:
            check_arguments((left, right))
            found = compare(left, right)
        except Exception as error:  # noqa: BLE001 - whatever a callback raises makes the texts equal
            report(error, compare)
            return 0
        if not isinstance(found, int):
            return 0
        return (found > 0) - (found < 0)

    return run
