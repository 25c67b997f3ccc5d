"""Bound parameters: which a statement has, the values given for them, and its text with the values put in."""

from __future__ import annotations

from litestone import errors
from litestone.dbapi.adapt import adapted
from litestone.dbapi.exception import ProgrammingError, translated, type_name
from litestone.errors import SqlError
from litestone.text.tokenize import tokenize
from litestone.value.numeric_text import real_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from litestone.text.tree import Value

_LEAST, _MOST = -(1 << 63), (1 << 63) - 1


class Place:
    """One parameter in the text of a statement: where it stands and its number."""

    __slots__ = ("end", "number", "start")

    def __init__(self, start: int, end: int, number: int) -> None:
        self.start = start
        self.end = end
        self.number = number


class Parameters:
    """The parameters of one statement, numbered as ``lang_expr`` section 3 says; ``names`` is by number."""

    __slots__ = ("count", "names", "places")

    def __init__(self, sql: str) -> None:
        self.count = 0
        self.names: dict[int, str] = {}
        self.places: list[Place] = []
        if not any(mark in sql for mark in "?:@$"):
            return
        numbers: dict[str, int] = {}
        for kind, start, end in zip(*tokenize(sql, 0), strict=True):
            if kind != "VARIABLE":
                continue
            text = sql[start:end]
            if text == "?":
                number = self.count + 1
            elif text[0] == "?":
                number = int(text[1:])
                self.names[number] = text
            else:
                number = numbers.setdefault(text, self.count + 1)
                self.names[number] = text
            self.count = max(self.count, number)
            self.places.append(Place(start, end, number))

    def check(self, most: int) -> None:
        """Raise SqlError for more than ``most`` parameters."""
        for number, name in self.names.items():
            if number > most and name[0] == "?":
                raise SqlError(errors.ERROR, f"variable number must be between ?1 and ?{most}")
        if self.count > most:
            raise SqlError(errors.ERROR, "too many SQL variables")

    def bind(self, given: Any, length_limit: int) -> Sequence[Value]:
        """The values of ``given``, a sequence or a mapping, in the order of the parameters.

        Raises ProgrammingError for a wrong number, a missing name or an unsupported type.
        """
        if (
            type(given) is tuple
            or type(given) is list
            or (not isinstance(given, dict) and is_sequence(given))
        ):
            count = len(given)
            if count != self.count:
                raise ProgrammingError(
                    "Incorrect number of bindings supplied. The current statement uses "
                    f"{self.count}, and there are {count} supplied."
                )
            if not count:
                return ()
            return [bound(given[place], place + 1, length_limit) for place in range(count)]
        if isinstance(given, dict) or hasattr(type(given), "__getitem__"):
            return self.bind_names(given, length_limit)
        raise ProgrammingError("parameters are of unsupported type")

    def bind_names(self, given: Any, length_limit: int) -> list[Value]:
        """The values of a mapping."""
        values: list[Value] = []
        for number in range(1, self.count + 1):
            name = self.names.get(number)
            if name is None:
                raise ProgrammingError(
                    f"Binding {number} has no name, but you supplied a dictionary (which has only names)."
                )
            try:
                value = given[name[1:]]
            except LookupError:
                raise ProgrammingError(
                    f"You did not supply a value for binding parameter :{name[1:]}."
                ) from None
            values.append(bound(value, number, length_limit))
        return values

    def expanded(self, sql: str, values: Sequence[Value]) -> str:
        """``sql`` with the values in the place of its parameters, as ``sqlite3_expanded_sql`` has it."""
        pieces: list[str] = []
        position = 0
        for place in self.places:
            pieces.append(sql[position : place.start])
            pieces.append(literal(values[place.number - 1]))
            position = place.end
        pieces.append(sql[position:])
        return "".join(pieces)


def is_sequence(given: Any) -> bool:
    """Whether an object can be read by number, as far as its class tells."""
    kind = type(given)
    return hasattr(kind, "__getitem__") and not hasattr(kind, "keys")


def bound(value: Any, number: int, length_limit: int) -> Value:
    """The SQL value of one parameter.

    Raises OverflowError, UnicodeEncodeError or BufferError for a value that SQL cannot hold, DataError for
    one too long, ProgrammingError for a type without meaning.
    """
    value = adapted(value)
    try:
        found = sql_value(value)
    except TypeError:
        raise ProgrammingError(
            f"Error binding parameter {number}: type '{type_name(value)}' is not supported"
        ) from None
    if isinstance(found, (str, bytes)) and len(found) > length_limit:
        raise translated(SqlError(errors.TOOBIG, "string or blob too big"))
    return found


def sql_value(value: Any) -> Value:
    """A Python value as SQL has it. Raises TypeError for a class without an SQL counterpart."""
    kind = type(value)
    if value is None or kind is bytes:
        return value  # type: ignore[no-any-return]
    if isinstance(value, int):
        if not _LEAST <= value <= _MOST:
            raise OverflowError("Python int too large to convert to SQLite INTEGER")
        return int(value)
    if isinstance(value, float):
        return float(value) if value == value else None
    if isinstance(value, str):
        if not value.isascii():
            value.encode()
        return value if kind is str else str.__str__(value)
    return blob_bytes(value)


def blob_bytes(value: Any) -> bytes:
    """The bytes of a buffer. Raises TypeError for another object, BufferError for one with gaps."""
    try:
        view = memoryview(value)
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type_name(value)}'") from None
    with view:
        if not view.c_contiguous:
            raise BufferError("memoryview: underlying buffer is not C-contiguous")
        return view.tobytes()


def literal(value: Value) -> str:
    """A value as an SQL literal."""
    if value is None:
        return "NULL"
    if isinstance(value, str):
        quoted = value.replace("'", "''")
        return f"'{quoted}'"
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    return real_text(value) if isinstance(value, float) else str(value)
