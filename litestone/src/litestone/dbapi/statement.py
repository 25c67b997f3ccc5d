"""A statement as the interface sees it: one text, compiled, with its parameters and converters."""

from __future__ import annotations

from litestone.dbapi.adapt import converters
from litestone.dbapi.constant import PARSE_COLNAMES, PARSE_DECLTYPES
from litestone.dbapi.exception import DataError, OperationalError, ProgrammingError, translated
from litestone.dbapi.parameter import Parameters
from litestone.errors import SqlError
from litestone.text.statement import Pragma, Vacuum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from litestone.connection import Connection as Engine
    from litestone.prepared import Statement as Compiled
    from litestone.text.tree import Value

    Converter = Callable[[bytes], Any]

SQL_LENGTH = 1
LENGTH = 0
VARIABLE_NUMBER = 9
_CHANGES = ("insert", "update", "delete", "replace")
_SPACE = " \t\n\r\f\v"


class Statement:
    """One SQL statement. Made by ``Connection.__call__`` alone.

    ``changes`` says that it begins with INSERT, UPDATE, DELETE or REPLACE, before which a transaction begins;
    ``compiled`` is None for a text without a statement; ``busy``: its rows have not all been fetched.
    """

    __slots__ = ("busy", "changes", "compiled", "parameters", "sql")

    compiled: Compiled | None
    parameters: Parameters
    sql: str
    changes: bool
    busy: bool

    def __new__(cls, *arguments: object) -> Statement:
        """Raises TypeError."""
        raise TypeError(f"cannot create '{cls.__module__}.{cls.__name__}' instances")

    @property
    def readonly(self) -> bool:
        """Whether it leaves databases and transactions alone."""
        compiled = self.compiled
        if compiled is None:
            return True
        tree = compiled.tree
        if isinstance(tree, Vacuum) or (isinstance(tree, Pragma) and tree.value is not None):
            return False
        return compiled.readonly

    def run(self, values: Sequence[Value]) -> Iterator[tuple[Value, ...]]:
        """Its rows. Errors of the engine come from the iterator, as SqlError."""
        return iter(()) if self.compiled is None else self.compiled.execute(values)

    def converters_of(self, detect_types: int) -> list[Converter | None] | None:
        """What converts each column; None where nothing does."""
        compiled = self.compiled
        if not detect_types or compiled is None:
            return None
        types: Sequence[str | None] = compiled.types or [None] * len(compiled.columns)
        found: list[Converter | None] = []
        for name, declared in zip(compiled.columns, types, strict=True):
            converter = None
            if detect_types & PARSE_COLNAMES:
                converter = converter_in_name(name)
            if converter is None and detect_types & PARSE_DECLTYPES and declared is not None:
                converter = converters.get(first_word(declared).upper())
            found.append(converter)
        return found if any(found) else None


def converter_in_name(name: str) -> Converter | None:
    """The converter that a column name asks for: ``name [type]``."""
    start = name.find("[")
    end = name.find("]", start)
    return converters.get(name[start + 1 : end].upper()) if 0 <= start < end else None


def first_word(declared: str) -> str:
    """A declared type up to its first blank or parenthesis."""
    for place, char in enumerate(declared):
        if char in " (":
            return declared[:place]
    return declared


def skip_blank(sql: str, position: int = 0) -> int:
    """Where the first thing from ``position`` on stands that is neither blank nor comment, or the length."""
    length = len(sql)
    while position < length:
        if sql[position] in _SPACE:
            position += 1
            continue
        opening = sql[position : position + 2]
        if opening == "--":
            end = sql.find("\n", position)
        elif opening == "/*":
            end = sql.find("*/", position + 2)
            end = end + 1 if end >= 0 else end
        else:
            return position
        if end < 0:
            return length
        position = end + 1
    return length


def check_text(sql: str, limits: dict[int, int]) -> None:
    """Raise DataError for a text too long, UnicodeEncodeError for one that UTF-8 cannot hold."""
    if len(sql.encode()) > limits[SQL_LENGTH]:
        raise DataError("query string is too large")


def prepare(engine: Engine, sql: str, limits: dict[int, int]) -> Statement:
    """The one statement of ``sql``.

    Raises ProgrammingError for several or for a NUL, DataError for a text too long, and the errors of SQL.
    """
    check_text(sql, limits)
    if "\0" in sql:
        raise ProgrammingError("the query contains a null character")
    statement, end = piece(engine, sql, 0, limits)
    if skip_blank(sql, end) < len(sql):
        raise ProgrammingError("You can only execute one statement at a time.")
    return statement


def too_deep() -> OperationalError:
    """The error of a statement nested too deeply for the interpreter."""
    return OperationalError("statement too deeply nested: sys.setrecursionlimit() allows more")


def piece(engine: Engine, sql: str, start: int, limits: dict[int, int]) -> tuple[Statement, int]:
    """The statement of ``sql`` at ``start``, or behind semicolons there, and where it ends."""
    try:
        compiled, end = engine.prepare(sql, start)
        while compiled is None and skip_blank(sql, end) < len(sql):
            start = end
            compiled, end = engine.prepare(sql, start)
        statement = object.__new__(Statement)
        statement.sql = sql[start:end]
        statement.parameters = Parameters(statement.sql)
        statement.parameters.check(limits[VARIABLE_NUMBER])
    except SqlError as error:
        raise translated(error) from None
    except RecursionError:
        raise too_deep() from None
    statement.compiled = compiled
    statement.busy = False
    begin = skip_blank(statement.sql)
    statement.changes = statement.sql[begin : begin + 7].lower().startswith(_CHANGES)
    return statement, end
