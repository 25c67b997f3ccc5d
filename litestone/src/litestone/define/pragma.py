"""PRAGMA: the table of those that exist, and how one runs (``pragma``).

A pragma is a function ``run(connection, schema, value)`` that gives rows;
``schema`` is the database named before the dot (None without one), ``value``
the text behind ``=`` or in parentheses. Unknown pragmas do nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from litestone.connection import Connection
    from litestone.prepared import Statement
    from litestone.run.runtime import Runtime
    from litestone.text.statement import Pragma as PragmaTree
    from litestone.text.tree import Value

    Row = tuple[Value, ...]
    Run = Callable[[Connection, "str | None", "str | None"], Iterable[Row]]


class Pragma:
    """One pragma. ``columns`` of its rows; ``schema`` where it runs inside a transaction.

    ``loads`` where the schema has to be sound for that, though the pragma may do its own transaction control.
    ``writes``: with a value it changes the file, inside a write transaction.
    ``function``: whether the table-valued function ``pragma_NAME`` exists.
    ``quiet``: with a value it gives no rows.
    """

    __slots__ = ("columns", "function", "loads", "name", "quiet", "run", "schema", "writes")

    def __init__(
        self,
        name: str,
        columns: tuple[str, ...],
        run: Run,
        *,
        schema: bool = False,
        loads: bool,
        writes: bool = False,
        function: bool = False,
        quiet: bool = True,
    ) -> None:
        self.name = name
        self.columns = columns
        self.run = run
        self.schema = schema
        self.loads = loads
        self.writes = writes
        self.function = function
        self.quiet = quiet


PRAGMAS: dict[str, Pragma] = {}
MODULES = ("pragma_settings", "pragma_file", "pragma_schema", "pragma_check")


def register(
    name: str,
    *columns: str,
    schema: bool = False,
    loads: bool | None = None,
    writes: bool = False,
    function: bool = False,
    quiet: bool = True,
) -> Callable[[Run], Run]:
    """Enter the decorated function as the pragma ``name``; ``loads`` is as ``schema`` unless given."""

    def enter(run: Run) -> Run:
        PRAGMAS[name] = Pragma(
            name,
            columns,
            run,
            schema=schema,
            loads=schema if loads is None else loads,
            writes=writes,
            function=function,
            quiet=quiet,
        )
        return run

    return enter


def load() -> dict[str, Pragma]:
    """All pragmas by name."""
    if not PRAGMAS:
        from litestone.define import pragma_check, pragma_file, pragma_schema, pragma_settings

        assert pragma_check and pragma_file and pragma_schema and pragma_settings
    return PRAGMAS


def find(name: str) -> Pragma | None:
    """The pragma called ``name`` (any case)."""
    return load().get(name.lower())


def compile_pragma(statement: Statement, tree: PragmaTree) -> None:
    """Fill in the body of a PRAGMA statement."""
    pragma = find(tree.name)
    if pragma is None:
        statement.loads = False
        return
    connection = statement.connection
    chosen = pragma
    if tree.schema is not None:
        connection.database(tree.schema)
    value = tree.value

    def body(runtime: Runtime) -> Iterator[Row]:
        return iter(chosen.run(connection, tree.schema, value))

    statement.body = body
    if value is None or not pragma.quiet:
        statement.columns = list(pragma.columns)
    if pragma.writes and value is not None:
        statement.readonly = False
        statement.database = tree.schema or "main"
    elif not pragma.schema:
        statement.controls = True
        if pragma.loads:
            statement.body = behind_schema(connection, body)
    statement.loads = pragma.loads


def behind_schema(
    connection: Connection, body: Callable[[Runtime], Iterator[Row]]
) -> Callable[[Runtime], Iterator[Row]]:
    """``body``, run when the schemas have been loaded."""

    def run(runtime: Runtime) -> Iterator[Row]:
        connection.transaction.enter_statement()
        connection.transaction.leave_statement()
        return body(runtime)

    return run


def boolean(value: str) -> bool:
    """How a pragma reads a truth value: ``on``, ``yes``, ``true`` or a number other than 0."""
    folded = value.lower()
    if folded in ("on", "yes", "true"):
        return True
    return integer(value) != 0


def integer(value: str) -> int:
    """The whole number at the start of a text; 0 without one."""
    text = value.strip()
    sign = 1
    if text[:1] in ("-", "+"):
        sign = -1 if text[0] == "-" else 1
        text = text[1:]
    if text[:2].lower() == "0x":
        try:
            return sign * int(text[2:], 16)
        except ValueError:
            return 0
    digits = 0
    while digits < len(text) and text[digits].isdigit():
        digits += 1
    return sign * int(text[:digits]) if digits else 0
